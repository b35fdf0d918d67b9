/** The score sheet for games with real cards, which stays on this device. */

import { announce, dialog, html, nothing, notify, render, style, confirmAction } from "../base/dom.js";
import { _, isolated, joinSentences, moment, ngettext } from "../base/i18n.js";
import { icon } from "../base/icons.js";
import { part, waitFor } from "../base/loading.js";
import { share } from "../base/sharing.js";
import { wantsMussrunde } from "../game/mussrunde.js";
import { add, addFromFile, indexOf, isUnchanged, make, placeOf, sheetsNow, since } from "../score/changes.js";
import { askDeal, settledDeal } from "../score/entry.js";
import { dealersMoved, replay } from "../score/session.js";
import { firstSetup, setupForm } from "../score/setup.js";
import {
  areKept,
  fromFile,
  isAboutSheets,
  keepSheets,
  keepUnfinished,
  keptSheets,
  keptUnfinished,
  newSheet,
  unreadable,
} from "../score/sheets.js";
import { keepForGood, saveSheet, saveUnreadable, watchSheets } from "../score/saving.js";
import { course, next, sheetSlate, standings } from "../score/slate.js";
import { inShort } from "../game/short.js";
import { asText } from "../score/plain-text.js";
import {
  doubtsInWords,
  movedInWords,
  nextInWords,
  reasonNot,
  refusedText,
  sinceInWords,
} from "../score/descriptions.js";

/**
 * @import { On } from "../base/dom.js"
 * @import { Change } from "../score/changes.js"
 * @import { Refusal } from "../score/entry.js"
 * @import { Doubt, Draft, Played, Sheet } from "../score/session.js"
 * @import { SheetDeal } from "../game/settlement.js"
 * @import { UnfinishedDeal, Setup } from "../score/sheets.js"
 */

/**
 * The state of the page; `before` holds the sheets that “Undo” restores.
 * @typedef {{ open: string | null, sheets: Sheet[], setup: Setup | null, before: Sheet[] }} State
 */

/**
 * Show the sheet that was open last, or a new one; return a function that leaves the page.
 * @param {HTMLElement} root
 */
export async function show(root) {
  // Whether the device keeps sheets is said before the person begins one.
  keepSheets(keptSheets());
  watchSheets();
  await style("score", "end");
  const unfinished = keptUnfinished();
  /** @type {State} */
  const state = { open: keptSheets().open, sheets: sheetsNow(), setup: unfinished.setup, before: [] };
  const found = () => state.sheets.find(({ id }) => id === state.open);
  /** Return the open sheet; call this only while one is open. */
  const sheet = () => /** @type {Sheet} */ (found());
  const draw = () => render(view(), root);

  /** @param {Partial<State>} changes */
  const keep = (changes) => {
    Object.assign(state, changes);
    keepSheets(state);
    keepUnfinished({ setup: state.setup });
    draw();
  };
  /** Learn what another window has changed: what is undone was this one's. */
  const catchUp = () => {
    const before = found();
    state.sheets = sheetsNow();
    if (!isUnchanged(before, found())) state.before = [];
  };
  /**
   * Change a sheet, the open one, as the person has `seen` it; `undo` restores the old one. If another window has
   * changed it, so that this does not fit any more, return what it has done, in words.
   * @param {Change} what
   * @param {Sheet} [seen]
   */
  const change = (what, seen = sheet()) => {
    const open = what.what === "remove" && state.open === seen.id ? null : state.open;
    const made = make(seen, what, open);
    if (!made) {
      catchUp();
      draw();
      return sinceInWords(since(seen, state.sheets.find(({ id }) => id === seen.id) ?? null));
    }
    // Nothing that another window has changed meanwhile is undone.
    const before = isUnchanged(seen, made.before) ? state.before : [];
    if (what.what === "restore") keep({ sheets: made.sheets, before: before.slice(0, -1) });
    else if (what.what === "remove") keep({ sheets: made.sheets, before: open ? before : [], open });
    else keep({ sheets: made.sheets, before: [...before, made.before].slice(-50) });
    return "";
  };
  /**
   * Change a sheet at once, or tell the person why not.
   * @param {Change} what
   * @param {Sheet} [seen]
   */
  const changeNow = (what, seen) => {
    const refused = change(what, seen);
    if (refused) notify(joinSentences([refused, _("Nothing has been changed here: look at the sheet and try again.")]));
    return !refused;
  };
  const undo = () => {
    const before = state.before.at(-1);
    if (before) changeNow({ what: "restore", sheet: before });
  };

  /** @param {string | null} id */
  const openSheet = (id) => {
    catchUp();
    keep({ open: id, setup: null, before: [] });
  };
  /** @param {Sheet} sheet */
  const addSheet = (sheet) => {
    keep({ ...add(sheet), setup: null, before: [] });
    keepForGood();
  };
  /** @param {Sheet} sheet */
  const importSheet = (sheet) => {
    const { had, ...added } = addFromFile(sheet);
    keep({ ...added, setup: null, before: [] });
    keepForGood();
    if (had === "all") notify(_("This device has this sheet already: here it is."));
    if (had === "otherwise") notify(_("This device has this sheet already, but with other deals: now it has both."));
  };
  const setUp = () => {
    state.setup = firstSetup(state.sheets[0]);
    draw();
  };

  /**
   * Ask for a deal, new or corrected; a half-filled form survives leaving the page and, for a new deal, being closed.
   * @param {string | null} id the deal to correct
   * @param {Partial<Draft>} [unfinished]
   * @param {string} [refused] why the unfinished deal has not been written down
   */
  async function askFor(id, unfinished, refused) {
    let seen = sheet();
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
      const happened = change(id === null ? { what: "write", deal } : { what: "correct", id, deal }, seen);
      if (!happened) return null;
      // The person sees the sheet of now, with what it makes of the form, before trying again.
      seen = found()?.id === seen.id ? sheet() : seen;
      return { text: refusedText(happened, seen), place: id === null || indexOf(seen, id) >= 0 ? placed() : place };
    };
    const written = await askDeal(placed(), seen.names, { deal, unfinished, refused, keep, write });
    if (written !== undefined || deal) keepUnfinished({ deal: null });
    return written;
  }

  /**
   * Catch up with other windows before the person begins something on the sheet; return whether it is still there.
   */
  function isThere() {
    const seen = sheet();
    catchUp();
    draw();
    if (!found()) notify(sinceInWords(since(seen, null)));
    return Boolean(found());
  }

  async function writeDeal() {
    if (!isThere()) return;
    const { id, deals } = sheet();
    if (replay(sheet()).over) return;
    const begun = keptUnfinished().deal;
    const isBegun = begun?.sheet === id && begun.id == null && begun.at === deals.length;
    await writeNew(isBegun ? begun.draft : undefined);
  }

  /**
   * @param {Partial<Draft>} [unfinished]
   * @param {string} [refused]
   */
  async function writeNew(unfinished, refused) {
    if (!(await askFor(null, unfinished, refused))) return;
    root.querySelector(".chalk tbody:last-of-type")?.scrollIntoView({ block: "nearest" });
    announce(nextInWords(sheet()));
  }

  /** @param {number} index */
  async function openDeal(index) {
    const id = sheet().deals[index].id ?? "";
    if (!isThere()) return;
    const seen = sheet();
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
    if (choice === "delete" && changeNow({ what: "delete", id }, seen)) {
      notify(_("Deal {number} deleted. “Undo” restores it.", { number: at + 1 }));
    }
    if (choice === "correct" && isThere()) correctDeal(id);
  }

  /**
   * @param {string} id
   * @param {Partial<Draft>} [unfinished]
   */
  async function correctDeal(id, unfinished) {
    if (indexOf(sheet(), id) < 0) return notify(_("Another window has deleted this deal."));
    if (!(await askFor(id, unfinished))) return;
    const before = state.before.at(-1);
    const moved = before ? dealersMoved(before, sheet()) : [];
    if (moved.length) notify(joinSentences(movedInWords(moved, replay(sheet()).lines, sheet().names)));
  }

  /**
   * Resume a deal that was half filled in when the page was left.
   * @param {UnfinishedDeal} unfinished
   */
  function goOn({ sheet: sheetId, at, draft, id }) {
    if (state.setup || found()?.id !== sheetId) return;
    const { deals } = sheet();
    const corrected = id ?? (id === undefined ? deals[at]?.id : null);
    if (corrected) correctDeal(corrected, draft);
    else if (!replay(sheet()).over) {
      const refused =
        at === deals.length ? "" : _("Other deals have been written down or deleted meanwhile: check this one.");
      writeNew(draft, refused);
    }
  }

  async function agreeMussrunde() {
    const seen = sheet();
    if (await wantsMussrunde(seen.names.length)) changeNow({ what: "agree" }, seen);
  }

  async function send() {
    const text = asText(sheet());
    const became = await share({ title: _("Score sheet"), text });
    if (became === "copied") notify(_("Copied."));
    if (became === "refused") await showText(text);
  }

  /** @param {On<HTMLInputElement>} event */
  async function openFile(event) {
    const [file] = event.target.files ?? [];
    const text = (await file?.text()) ?? "";
    event.target.value = "";
    const { repeatedKey } = await waitFor(part("score/json-text.js"));
    const key = repeatedKey(text);
    const found = key === null ? fromFile(text) : null;
    if (found) importSheet(found);
    else notify(key === null ? _("This file is not a score sheet.") : twiceText(JSON.stringify(key)));
    return Boolean(found);
  }

  /** @param {string} id */
  async function deleteSheet(id) {
    const text = areKept()
      ? _("It is stored only on this device and cannot be restored.")
      : _("It cannot be restored.");
    const seen = state.sheets.find((one) => one.id === id);
    const isSure = await confirmAction(_("Delete this sheet?"), [text], _("Delete"));
    if (isSure && seen) changeNow({ what: "remove" }, seen);
  }

  /** Let the person open or delete a sheet of this device, or add one. */
  async function chooseSheet() {
    catchUp();
    draw();
    const choice = /** @type {[what: string, id?: string] | undefined} */ (
      await dialog(
        _("Sheets"),
        (close) =>
          html`<ul class="kept">
          ${state.sheets.map(
            (one) => html`<li>
              <button class="kept-sheet" aria-current=${String(one.id === state.open)}
                @click=${() => close(["open", one.id])}>
                <b>${one.names.map(isolated).join(", ")}</b>
                <small>${moment(one.begun)} · ${ngettext("{count} deal", "{count} deals", one.deals.length)}</small>
              </button>
              <button aria-label=${_("Delete the sheet of {names}", { names: one.names.map(isolated).join(", ") })}
                @click=${() => close(["delete", one.id])}>${_("Delete")}</button>
            </li>`,
          )}
        </ul>
        ${unread()}
        <p class="row">
          <button class="primary" @click=${() => close(["new"])}>${_("New sheet")}</button>
          ${fileButton(async (/** @type {On<HTMLInputElement>} */ event) => (await openFile(event)) && close(["opened"]))}
        </p>`,
      )
    );
    const [what, id] = choice ?? [];
    if (what === "open" && id) openSheet(id);
    if (what === "delete" && id) deleteSheet(id);
    if (what === "new") setUp();
  }

  function view() {
    const open = state.setup ? undefined : found();
    return html`<main class="sheet score">
      <header class="topbar no-print">
        <a class="button icon" href="/" aria-label=${_("Start page")}>${icon("back")}</a>
        <h1>${_("Score sheet")}</h1>
        ${state.sheets.length ? html`<button @click=${chooseSheet}>${_("Sheets")}</button>` : nothing}
      </header>
      ${open ? written(open) : beginning()}
    </main>`;
  }

  function beginning() {
    state.setup ??= firstSetup(state.sheets[0]);
    const redraw = (/** @type {Setup} */ setup) => {
      state.setup = setup;
      keepUnfinished({ setup });
      draw();
    };
    const others = html`${fileButton(openFile)}
      ${found() ? html`<button type="button" @click=${() => openSheet(state.open)}>${_("Cancel")}</button>` : nothing}`;
    return html`${state.sheets.length ? nothing : unread()}
      ${setupForm(state.setup, redraw, (setup) => addSheet(newSheet(setup)), others)}`;
  }

  /** @param {Sheet} open */
  function written(open) {
    const played = replay(open);
    return html`${open.doubts?.length ? doubtful(open.doubts) : nothing}
      ${sheetSlate(open, played, openDeal)}
      ${played.over && played.broken === null ? standings(open, played) : nothing}
      <div class=${played.over ? "next panel no-print" : "next at-hand panel no-print"}>
        ${next(open, played)}
        ${forward(played)}
      </div>
      ${course(open, played)}
      <div class="tools row no-print">
        <button aria-disabled=${String(!state.before.length)} @click=${undo}>${_("Undo")}</button>
        ${closing(open, played)}
      </div>
      <div class="tools aside row no-print">
        <button @click=${send}>${_("Share")}</button>
        <button @click=${() => print()}>${_("Print")}</button>
        <button @click=${() => saveSheet(open)}>${_("Save as a file")}</button>
      </div>`;
  }

  /** @param {Doubt[]} doubts */
  const doubtful = (doubts) => html`<div class="doubts panel no-print">
    <p class="bad">${doubtsInWords(doubts)}</p>
    <p class="row"><button @click=${() => changeNow({ what: "believe" })}>${_("I have checked it")}</button></p>
  </div>`;

  /**
   * Render the button for the next step.
   * @param {Played} played
   */
  function forward({ broken, over }) {
    if (broken !== null) {
      return html`<button class="primary" @click=${() => openDeal(broken)}>
        ${_("Correct deal {number}", { number: broken + 1 })}
      </button>`;
    }
    if (over) return html`<button class="primary" @click=${setUp}>${_("New sheet")}</button>`;
    return html`<button class="primary" @click=${writeDeal}>${_("New deal")}</button>`;
  }

  /**
   * Render the buttons that start or cancel a Mußrunde, and that end the session or reopen it.
   * @param {Sheet} open
   * @param {Played} played
   */
  function closing(open, { left, over, broken, place }) {
    if (broken !== null) return nothing;
    if (open.closed) {
      return html`<button @click=${() => changeNow({ what: "go on" })}>${_("Keep playing")}</button>`;
    }
    if (over) return nothing;
    if (left === null) {
      return html`<button @click=${agreeMussrunde}>${_("Mußrunde")}</button>
        <button @click=${() => changeNow({ what: "end" })}>${_("End the session")}</button>`;
    }
    return place.at === open.mussrundeFrom
      ? html`<button @click=${() => changeNow({ what: "cancel" })}>${_("Cancel the Mußrunde")}</button>`
      : html`<button @click=${() => changeNow({ what: "end" })}>${_("End the session")}</button>`;
  }

  const otherTab = (/** @type {StorageEvent} */ event) => {
    if (!isAboutSheets(event)) return;
    const seen = found();
    catchUp();
    if (seen && !found()) notify(sinceInWords(since(seen, null)));
    // The sheets may find room now.
    if (!areKept()) keepSheets(state);
    draw();
  };
  addEventListener("storage", otherTab);
  draw();
  // A slate that scrolls shows the last deals.
  root.querySelector(".slate-face")?.scrollTo(0, Number.MAX_SAFE_INTEGER);
  if (unfinished.deal) goOn(unfinished.deal);
  return () => removeEventListener("storage", otherTab);
}

/** Render how many sheets of this device the page cannot read, and the way to save them. */
function unread() {
  const { length: count } = unreadable();
  if (!count) return nothing;
  const text = ngettext(
    "{count} sheet on this device is from another version of this page, which alone can read it. It stays where it is.",
    "{count} sheets on this device are from another version of this page, which alone can read them. They stay where they are.",
    count,
  );
  return html`<div class="doubts panel"><p class="bad">${text}</p>
    <p class="row"><button type="button" @click=${saveUnreadable}>${_("Save as a file")}</button></p>
  </div>`;
}

/** @param {(event: On<HTMLInputElement>) => void} opened */
const fileButton = (opened) =>
  html`<label class="button file">
    ${_("Open a file")}
    <input type="file" class="unseen" accept="application/json,.json" @change=${opened}>
  </label>`;

/** @param {string} text */
const showText = (text) =>
  dialog(
    _("Score sheet"),
    () => html`<textarea class="as-text" readonly rows="12"
    aria-label=${_("Score sheet")} .value=${text}></textarea>`,
  );

/** @param {string} key */
const twiceText = (key) =>
  _("This file has the key {key} twice in one place: nobody can tell which value counts.", { key });
