/** Lets the person write deals down, look at them, correct and delete them. */

import { announce, dialog, html, nothing, notify } from "../base/dom.js";
import { _, joinSentences } from "../base/i18n.js";
import { inShort } from "../game/short.js";
import { indexOf, placeOf } from "./changes.js";
import { movedInWords, nextInWords, reasonNot, refusedText, sinceInWords } from "./descriptions.js";
import { askDeal, settledDeal } from "./entry.js";
import { dealersMoved, replay } from "./session.js";
import { keepUnfinished, keptUnfinished } from "./sheets.js";

/**
 * @import { SheetDeal } from "../game/settlement.js"
 * @import { Book } from "./book.js"
 * @import { Refusal } from "./entry.js"
 * @import { Draft } from "./session.js"
 * @import { UnfinishedDeal } from "./sheets.js"
 */

/**
 * Ask for a deal, new or corrected; a half-filled form survives leaving the page and, for a new deal, being closed.
 * @param {Book} book
 * @param {string | null} id the deal to correct
 * @param {Partial<Draft>} [unfinished]
 * @param {string} [refused] why the unfinished deal has not been written down
 */
async function askFor(book, id, unfinished, refused) {
  let seen = book.sheet;
  const deal = seen.deals.find((one) => one.id === id);
  const placed = () => (id === null ? replay(seen).place : placeOf(seen, id)) ?? replay(seen).place;
  const { at } = placed();
  const keep = (/** @type {Draft} */ draft) => keepUnfinished({ deal: { sheet: seen.id, at, draft, id } });
  /**
   * @param {SheetDeal} deal
   * @returns {Refusal | null}
   */
  const write = (deal) => {
    const place = placed();
    const happened = book.change(id === null ? { what: "write", deal } : { what: "correct", id, deal }, seen);
    if (!happened) return null;
    // The person sees the sheet of now, with what it makes of the form, before trying again.
    seen = book.found?.id === seen.id ? book.sheet : seen;
    return { text: refusedText(happened, seen), place: id === null || indexOf(seen, id) >= 0 ? placed() : place };
  };
  const written = await askDeal(placed(), seen.names, { deal, unfinished, refused, keep, write });
  if (written !== undefined || deal) keepUnfinished({ deal: null });
  return written;
}

/**
 * Ask for the next deal, beginning with what was filled in before.
 * @param {Book} book
 */
export async function writeDeal(book) {
  if (!book.isThere()) return;
  const { id, deals } = book.sheet;
  if (replay(book.sheet).over) return;
  const begun = keptUnfinished().deal;
  const isBegun = begun?.sheet === id && begun.id == null && begun.at === deals.length;
  await writeNew(book, isBegun ? begun.draft : undefined);
}

/**
 * @param {Book} book
 * @param {Partial<Draft>} [unfinished]
 * @param {string} [refused]
 */
async function writeNew(book, unfinished, refused) {
  if (!(await askFor(book, null, unfinished, refused))) return;
  document.querySelector(".chalk tbody:last-of-type")?.scrollIntoView({ block: "nearest" });
  announce(nextInWords(book.sheet));
}

/**
 * Show a deal, and let the person correct or delete it.
 * @param {Book} book
 * @param {number} index
 */
export async function openDeal(book, index) {
  const id = book.sheet.deals[index].id ?? "";
  if (!book.isThere()) return;
  const seen = book.sheet;
  const at = indexOf(seen, id);
  if (at < 0) return notify(sinceInWords([{ what: "deleted", number: index + 1 }]));
  const played = replay(seen);
  const { names, deals } = seen;
  const line = played.lines[at];
  const isPast = at === played.broken && played.place.past;
  const choice = await dialog(
    _("Deal {number}", { number: at + 1 }),
    (close) =>
      html`<p class="quiet">${inShort({ ...deals[at], next: line?.end.nextDealer }, names)}</p>
        ${line ? settledDeal(line, names) : html`<p class="bad">${reasonNot(at, played, deals[at], names)}</p>`}
        <p class="row">
          ${
            at <= played.lines.length && !isPast
              ? html`<button class="primary" @click=${() => close("correct")}>${_("Correct it")}</button>`
              : nothing
          }
          <button @click=${() => close("delete")}>${_("Delete")}</button>
        </p>`,
  );
  if (choice === "delete" && book.changeNow({ what: "delete", id }, seen)) {
    notify(_("Deal {number} deleted. “Undo” restores it.", { number: at + 1 }));
  }
  if (choice === "correct" && book.isThere()) correctDeal(book, id);
}

/**
 * @param {Book} book
 * @param {string} id
 * @param {Partial<Draft>} [unfinished]
 */
async function correctDeal(book, id, unfinished) {
  if (indexOf(book.sheet, id) < 0) return notify(_("Another window has deleted this deal."));
  if (!(await askFor(book, id, unfinished))) return;
  const { sheet } = book;
  const before = book.before.at(-1);
  const moved = before ? dealersMoved(before, sheet) : [];
  if (moved.length) notify(joinSentences(movedInWords(moved, replay(sheet).lines, sheet.names)));
}

/**
 * Resume a deal that was half filled in when the page was left.
 * @param {Book} book
 * @param {UnfinishedDeal} unfinished
 */
export function goOn(book, { sheet: sheetId, at, draft, id }) {
  if (book.setup || book.found?.id !== sheetId) return;
  const { deals } = book.sheet;
  const corrected = id ?? (id === undefined ? deals[at]?.id : null);
  if (corrected) correctDeal(book, corrected, draft);
  else if (!replay(book.sheet).over) {
    const refused =
      at === deals.length ? "" : _("Other deals have been written down or deleted meanwhile: check this one.");
    writeNew(book, draft, refused);
  }
}
