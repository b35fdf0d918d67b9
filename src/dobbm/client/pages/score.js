/** The score sheet for games with real cards, which stays on this device. */

import { announce, dialog, html, nothing, notify, render, style, confirmAction } from "../base/dom.js";
import { _, isolated, joinSentences, moment, ngettext } from "../base/i18n.js";
import { icon } from "../base/icons.js";
import { part, waitFor } from "../base/loading.js";
import { share } from "../base/sharing.js";
import { dealerText } from "../game/commentary.js";
import { wantsMussrunde } from "../game/mussrunde.js";
import { askDeal, settledDeal } from "../score/entry.js";
import {
  dealersMoved, fault, replay, withCorrection, withDeal, withEnd, withMussrunde, withoutDeal, withoutMussrunde,
} from "../score/session.js";
import { firstSetup, setupForm } from "../score/setup.js";
import {
  areKept, fromFile, isAboutSheets, keepSheets, keepUnfinished, keptSheets, keptUnfinished, newId, newSheet,
} from "../score/sheets.js";
import { keepForGood, saveSheet, watchSheets } from "../score/saving.js";
import { course, next, sheetSlate, standings } from "../score/slate.js";
import { inShort } from "../game/short.js";
import { asText } from "../score/plain-text.js";
import { faultInWords, movedInWords } from "../score/descriptions.js";

/**
 * @import { On } from "../base/dom.js"
 * @import { Draft, Fault, Played, Sheet } from "../score/session.js"
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
  await style("score", "end");
  const unfinished = keptUnfinished();
  /** @type {State} */
  const state = { ...keptSheets(), setup: unfinished.setup, before: [] };
  const found = () => state.sheets.find(({ id }) => id === state.open);
  /** Return the open sheet; call this only while one is open. */
  const sheet = () => /** @type {Sheet} */ (found());
  const draw = () => render(view(), root);

  /**
   * @param {Partial<State>} changes
   * @param {string} [changed] the id of the sheet that is changed, added or deleted
   */
  const keep = (changes, changed) => {
    Object.assign(state, changes);
    keepSheets(state, changed);
    keepUnfinished({ setup: state.setup });
    draw();
  };
  /** Learn what another window has changed: what is undone was this one's. */
  const catchUp = () => {
    const before = JSON.stringify(found());
    state.sheets = keptSheets().sheets;
    if (JSON.stringify(found()) !== before) state.before = [];
  };
  /**
   * Change the open sheet; `undo` restores the old one.
   * @param {(sheet: Sheet) => Sheet} how
   */
  const change = (how) => {
    // Another window may have deleted it.
    const last = sheet();
    catchUp();
    const now = found() ?? last;
    state.before = [...state.before, now].slice(-50);
    put(how(now));
  };
  /** @param {Sheet} changed */
  const put = (changed) => {
    const known = state.sheets.some(({ id }) => id === changed.id);
    const replaced = () => state.sheets.map((one) => (one.id === changed.id ? changed : one));
    keep({ sheets: known ? replaced() : [changed, ...state.sheets] }, changed.id);
  };
  const undo = () => {
    catchUp();
    const before = state.before.pop();
    if (before) put(before);
  };

  /** @param {string | null} id */
  const openSheet = (id) => {
    catchUp();
    keep({ open: id, setup: null, before: [] });
  };
  /** @param {Sheet} added */
  const addSheet = (added) => {
    catchUp();
    keep({ sheets: [added, ...state.sheets], open: added.id, setup: null, before: [] }, added.id);
    keepForGood();
  };
  const setUp = () => {
    state.setup = firstSetup(state.sheets[0]);
    draw();
  };

  /**
   * Ask for the deal of a place, new or corrected; a half-filled form survives leaving the page and, for a new deal,
   * being closed.
   * @param {number} at
   * @param {Partial<Draft>} [unfinished]
   */
  async function askAt(at, unfinished) {
    const { lines, place } = replay(sheet());
    const keep = (/** @type {Draft} */ draft) => keepUnfinished({ deal: { sheet: sheet().id, at, draft } });
    const deal = sheet().deals[at];
    const written = await askDeal(lines[at]?.place ?? place, sheet().names, { deal, unfinished, keep });
    if (written !== undefined || deal) keepUnfinished({ deal: null });
    return written;
  }

  async function writeDeal() {
    const { id, deals } = sheet();
    const begun = keptUnfinished().deal;
    const deal = await askAt(deals.length, begun?.sheet === id && begun.at === deals.length ? begun.draft : undefined);
    if (!deal) return;
    change((now) => withDeal(now, deal));
    root.querySelector(".chalk tbody:last-of-type")?.scrollIntoView({ block: "nearest" });
    announce(nextInWords(sheet()));
  }

  /** @param {number} at */
  async function openDeal(at) {
    const played = replay(sheet());
    const { names, deals } = sheet();
    const line = played.lines[at];
    const choice = await dialog(_("Deal {number}", { number: at + 1 }), (close) =>
      html`<p class="quiet">${inShort({ ...deals[at], next: line?.end.nextDealer }, names)}</p>
        ${line ? settledDeal(line, names) : reasonNot(at, played, deals[at], names)}
        <p class="row">
          ${at <= played.lines.length
            ? html`<button class="primary" @click=${() => close("correct")}>${_("Correct it")}</button>`
            : nothing}
          <button @click=${() => close("delete")}>${_("Delete")}</button>
        </p>`,
    );
    if (choice === "delete") {
      change((now) => withoutDeal(now, at));
      notify(_("Deal {number} deleted. “Undo” restores it.", { number: at + 1 }));
    }
    if (choice === "correct") correctDeal(at);
  }

  /**
   * @param {number} at
   * @param {Partial<Draft>} [unfinished]
   */
  async function correctDeal(at, unfinished) {
    const deal = await askAt(at, unfinished);
    if (!deal) return;
    const before = sheet();
    change((now) => withCorrection(now, at, deal));
    const moved = dealersMoved(before, sheet());
    if (moved.length) notify(joinSentences(movedInWords(moved, replay(sheet()).lines, before.names)));
  }

  /**
   * Resume a deal that was half filled in when the page was left.
   * @param {UnfinishedDeal} unfinished
   */
  function goOn({ sheet: id, at, draft }) {
    if (state.setup || found()?.id !== id) return;
    if (at === sheet().deals.length) writeDeal();
    else if (sheet().deals[at]) correctDeal(at, draft);
  }

  async function agreeMussrunde() {
    if (await wantsMussrunde(sheet().names.length)) change(withMussrunde);
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
    // The file may hold an older version of a sheet on this device: keep both.
    const known = state.sheets.some(({ id }) => id === found?.id);
    if (found) addSheet(known ? { ...found, id: newId() } : found);
    else notify(key === null ? _("This file is not a score sheet.") : twiceText(JSON.stringify(key)));
    return Boolean(found);
  }

  /** @param {string} id */
  async function deleteSheet(id) {
    const text = areKept()
      ? _("It is stored only on this device and cannot be restored.")
      : _("It cannot be restored.");
    if (!(await confirmAction(_("Delete this sheet?"), [text], _("Delete")))) return;
    catchUp();
    const open = state.open === id ? null : state.open;
    keep({ sheets: state.sheets.filter((one) => one.id !== id), open, before: [] }, id);
  }

  /** Let the person open or delete a sheet of this device, or add one. */
  async function chooseSheet() {
    const choice = /** @type {[what: string, id?: string] | undefined} */ (await dialog(_("Sheets"), (close) =>
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
        <p class="row">
          <button class="primary" @click=${() => close(["new"])}>${_("New sheet")}</button>
          ${fileButton(async (/** @type {On<HTMLInputElement>} */ event) => (await openFile(event)) && close(["opened"]))}
        </p>`,
    ));
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
        ${state.sheets.length
          ? html`<button @click=${chooseSheet}>${_("Sheets")}</button>`
          : nothing}
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
      ${found()
        ? html`<button type="button" @click=${() => openSheet(state.open)}>${_("Cancel")}</button>`
        : nothing}`;
    return setupForm(state.setup, redraw, (setup) => addSheet(newSheet(setup)), others);
  }

  /** @param {Sheet} open */
  function written(open) {
    const played = replay(open);
    return html`${sheetSlate(open, played, openDeal)}
      ${played.over && played.broken === null ? standings(open, played) : nothing}
      <div class=${played.over ? "next panel no-print" : "next at-hand panel no-print"}>
        ${next(open, played)}
        ${forward(open, played)}
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

  /**
   * Render the button for the next step.
   * @param {Sheet} open
   * @param {Played} played
   */
  function forward(open, { broken, over }) {
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
      return html`<button @click=${() => change((now) => withEnd(now, false))}>${_("Keep playing")}</button>`;
    }
    if (over) return nothing;
    if (left === null) {
      return html`<button @click=${agreeMussrunde}>${_("Mußrunde")}</button>
        <button @click=${() => change((now) => withEnd(now, true))}>${_("End the session")}</button>`;
    }
    return place.at === open.mussrundeFrom
      ? html`<button @click=${() => change(withoutMussrunde)}>${_("Cancel the Mußrunde")}</button>`
      : html`<button @click=${() => change((now) => withEnd(now, true))}>${_("End the session")}</button>`;
  }

  const otherTab = (/** @type {StorageEvent} */ event) => {
    if (!isAboutSheets(event)) return;
    catchUp();
    // The sheets may find room now.
    if (!areKept()) keepSheets(state);
    draw();
  };
  addEventListener("storage", otherTab);
  // Whether the device keeps sheets is said before the person begins one.
  keepSheets(state);
  watchSheets();
  draw();
  // A slate that scrolls shows the last deals.
  root.querySelector(".slate-face")?.scrollTo(0, Number.MAX_SAFE_INTEGER);
  if (unfinished.deal) goOn(unfinished.deal);
  return () => removeEventListener("storage", otherTab);
}

/**
 * Name the next dealer, or state that the session is over.
 * @param {Sheet} sheet
 */
function nextInWords(sheet) {
  const { over, place } = replay(sheet);
  if (over) return _("The session is over.");
  return dealerText(sheet.names[place.dealer], place.players);
}

/**
 * Explain why a deal is not settled: it does not fit, or an earlier one does not.
 * @param {number} at
 * @param {Played} played
 * @param {SheetDeal} deal
 * @param {string[]} names
 */
function reasonNot(at, { broken, place }, deal, names) {
  const text =
    at === broken
      ? faultInWords(/** @type {Fault} */ (fault(deal, place)), place, names)
      : _("Correct deal {number} first: it is no longer possible.", { number: (broken ?? 0) + 1 });
  return html`<p class="bad">${text}</p>`;
}

/** @param {(event: On<HTMLInputElement>) => void} opened */
const fileButton = (opened) =>
  html`<label class="button file">
    ${_("Open a file")}
    <input type="file" class="unseen" accept="application/json,.json" @change=${opened}>
  </label>`;

/** @param {string} text */
const showText = (text) =>
  dialog(_("Score sheet"), () => html`<textarea class="as-text" readonly rows="12"
    aria-label=${_("Score sheet")} .value=${text}></textarea>`);

/** @param {string} key */
const twiceText = (key) =>
  _("This file has the key {key} twice in one place: nobody can tell which value counts.", { key });
