/** The score sheet for games with real cards, which stays on this device. */

import { dialog, html, nothing, notify, render, style } from "../base/dom.js";
import { fitSlates } from "../base/fitting.js";
import { _ } from "../base/i18n.js";
import { icon } from "../base/icons.js";
import { HOME } from "../base/place.js";
import { share } from "../base/sharing.js";
import { wantsMussrunde } from "../game/mussrunde.js";
import { Book } from "../score/book.js";
import { chooseSheet, fileButton, unread } from "../score/choosing.js";
import { doubtsInWords } from "../score/descriptions.js";
import { asText } from "../score/plain-text.js";
import { saveSheet, watchSheets } from "../score/saving.js";
import { replay } from "../score/session.js";
import { firstSetup, setupForm } from "../score/setup.js";
import { keepSheets, keepUnfinished, keptSheets, keptUnfinished, newSheet } from "../score/sheets.js";
import { course, next, sheetSlate, standings } from "../score/slate.js";
import { goOn, openDeal, writeDeal } from "../score/writing.js";

/**
 * @import { Doubt, Played, Sheet } from "../score/session.js"
 * @import { Setup } from "../score/sheets.js"
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
  const { deal } = keptUnfinished();
  const book = new Book((now) => {
    render(view(now), root);
    fitSlates(root);
  });
  const hear = (/** @type {StorageEvent} */ event) => book.hear(event);
  addEventListener("storage", hear);
  book.draw();
  // A slate that scrolls shows the last deals.
  root.querySelector(".slate-face")?.scrollTo(0, Number.MAX_SAFE_INTEGER);
  if (deal) goOn(book, deal);
  return () => removeEventListener("storage", hear);
}

/** @param {Book} book */
function view(book) {
  const open = book.setup ? undefined : book.found;
  return html`<main class="sheet score">
    <header class="topbar no-print">
      <a class="button icon" href=${HOME} aria-label=${_("Start page")}>${icon("back")}</a>
      <h1>${_("Score sheet")}</h1>
      ${book.sheets.length ? html`<button @click=${() => chooseSheet(book)}>${_("Sheets")}</button>` : nothing}
    </header>
    ${open ? written(book, open) : beginning(book)}
  </main>`;
}

/** @param {Book} book */
function beginning(book) {
  book.setup ??= firstSetup(book.sheets[0]);
  const change = (/** @type {Setup} */ setup) => {
    book.setup = setup;
    keepUnfinished({ setup });
    book.draw();
  };
  const others = html`${fileButton(book)}
    ${
      book.found ? html`<button type="button" @click=${() => book.turnTo(book.open)}>${_("Cancel")}</button>` : nothing
    }`;
  return html`${book.sheets.length ? nothing : unread()}
    ${setupForm(book.setup, change, (setup) => book.add(newSheet(setup)), others)}`;
}

/**
 * @param {Book} book
 * @param {Sheet} open
 */
function written(book, open) {
  const played = replay(open);
  return html`${open.doubts?.length ? doubtful(book, open.doubts) : nothing}
    ${sheetSlate(open, played, (at) => openDeal(book, at))}
    ${played.over && played.broken === null ? standings(open, played) : nothing}
    <div class=${played.over ? "next panel no-print" : "next at-hand panel no-print"}>
      ${next(open, played)}
      ${forward(book, played)}
    </div>
    ${course(open, played)}
    <div class="tools row no-print">
      <button aria-disabled=${String(!book.before.length)} @click=${() => book.undo()}>${_("Undo")}</button>
      ${closing(book, open, played)}
    </div>
    <div class="tools aside row no-print">
      <button @click=${() => send(open)}>${_("Share")}</button>
      <button @click=${() => print()}>${_("Print")}</button>
      <button @click=${() => saveSheet(open)}>${_("Save as a file")}</button>
    </div>`;
}

/**
 * @param {Book} book
 * @param {Doubt[]} doubts
 */
const doubtful = (book, doubts) => html`<div class="doubts panel no-print">
  <p class="bad">${doubtsInWords(doubts)}</p>
  <p class="row"><button @click=${() => book.changeNow({ what: "believe" })}>${_("I have checked it")}</button></p>
</div>`;

/**
 * Render the button for the next step.
 * @param {Book} book
 * @param {Played} played
 */
function forward(book, { broken, over }) {
  if (broken !== null) {
    return html`<button class="primary" @click=${() => openDeal(book, broken)}>
      ${_("Correct deal {number}", { number: broken + 1 })}
    </button>`;
  }
  if (over) return html`<button class="primary" @click=${() => book.setUp()}>${_("New sheet")}</button>`;
  return html`<button class="primary" @click=${() => writeDeal(book)}>${_("New deal")}</button>`;
}

/**
 * Render the buttons that start or cancel a Mußrunde, and that end the session or reopen it.
 * @param {Book} book
 * @param {Sheet} open
 * @param {Played} played
 */
function closing(book, open, { left, over, broken, place }) {
  /**
   * @param {"cancel" | "end" | "go on"} what
   * @param {string} label
   */
  const button = (what, label) => html`<button @click=${() => book.changeNow({ what })}>${label}</button>`;
  if (broken !== null) return nothing;
  if (open.closed) return button("go on", _("Keep playing"));
  if (over) return nothing;
  if (left !== null && place.at === open.mussrundeFrom) return button("cancel", _("Cancel the Mußrunde"));
  return html`${left === null ? html`<button @click=${() => agreeMussrunde(book)}>${_("Mußrunde")}</button>` : nothing}
    ${button("end", _("End the session"))}`;
}

/** @param {Book} book */
async function agreeMussrunde(book) {
  const seen = book.sheet;
  if (await wantsMussrunde(seen.names.length)) book.changeNow({ what: "agree" }, seen);
}

/**
 * Share a sheet as text, or show the text.
 * @param {Sheet} sheet
 */
async function send(sheet) {
  const text = asText(sheet);
  const became = await share({ title: _("Score sheet"), text });
  if (became === "copied") notify(_("Copied."));
  if (became === "refused") await showText(text);
}

/** @param {string} text */
const showText = (text) =>
  dialog(
    _("Score sheet"),
    () => html`<textarea class="as-text" readonly rows="12"
    aria-label=${_("Score sheet")} .value=${text}></textarea>`,
  );
