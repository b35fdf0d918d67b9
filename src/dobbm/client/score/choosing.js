/** Lets the person open, add and delete the sheets of this device. */

import { confirmAction, dialog, html, nothing, notify } from "../base/dom.js";
import { _, isolated, moment, ngettext } from "../base/i18n.js";
import { part, waitFor } from "../base/loading.js";
import { saveUnreadable } from "./saving.js";
import { areKept, sheetsOf, unreadable } from "./sheets.js";

/**
 * @import { On } from "../base/dom.js"
 * @import { Book } from "./book.js"
 */

/**
 * Let the person open or delete a sheet of this device, or add one.
 * @param {Book} book
 */
export async function chooseSheet(book) {
  book.catchUp();
  const choice = /** @type {[what: string, id?: string] | undefined} */ (
    await dialog(
      _("Sheets"),
      (close) =>
        html`<ul class="kept">
          ${book.sheets.map((one) => {
            const names = one.names.map(isolated).join(", ");
            return html`<li>
              <button class="kept-sheet" aria-current=${String(one.id === book.open)}
                @click=${() => close(["open", one.id])}>
                <b>${names}</b>
                <small>${moment(one.begun)} · ${ngettext("{count} deal", "{count} deals", one.deals.length)}</small>
              </button>
              <button aria-label=${_("Delete the sheet of {names}", { names })}
                @click=${() => close(["delete", one.id])}>${_("Delete")}</button>
            </li>`;
          })}
        </ul>
        ${unread()}
        <p class="row">
          <button class="primary" @click=${() => close(["new"])}>${_("New sheet")}</button>
          ${fileButton(book, () => close(["opened"]))}
        </p>`,
    )
  );
  const [what, id] = choice ?? [];
  if (what === "open" && id) book.turnTo(id);
  if (what === "delete" && id) deleteSheet(book, id);
  if (what === "new") book.setUp();
}

/**
 * @param {Book} book
 * @param {string} id
 */
async function deleteSheet(book, id) {
  const text = areKept() ? _("It is stored only on this device and cannot be restored.") : _("It cannot be restored.");
  const seen = book.sheets.find((one) => one.id === id);
  const isSure = await confirmAction(_("Delete this sheet?"), [text], _("Delete"));
  if (isSure && seen) book.changeNow({ what: "remove" }, seen);
}

/**
 * Render the button that adds the sheet of a file; `opened()` is called then.
 * @param {Book} book
 * @param {() => void} [opened]
 */
export const fileButton = (book, opened = () => {}) =>
  html`<label class="button file">
    ${_("Open a file")}
    <input type="file" class="unseen" accept="application/json,.json" @change=${(
      /** @type {On<HTMLInputElement>} */ event,
    ) => openFile(book, event.target, opened)}>
  </label>`;

/**
 * @param {Book} book
 * @param {HTMLInputElement} input
 * @param {() => void} opened
 */
async function openFile(book, input, opened) {
  const text = (await input.files?.[0]?.text()) ?? "";
  input.value = "";
  const { repeatedKey } = await waitFor(part("score/json-text.js"));
  const key = repeatedKey(text);
  if (key !== null) return notify(twiceText(JSON.stringify(key)));
  const { sheets, unread } = sheetsOf(text);
  sheets.forEach((sheet) => book.addFromFile(sheet));
  if (sheets.length) opened();
  if (unread) notify(unreadText(unread));
  else if (!sheets.length) notify(_("This file is not a score sheet."));
}

/** @param {number} count */
const unreadText = (count) =>
  ngettext(
    "{count} sheet in this file is from another version of this page, which alone can read it. Keep the file.",
    "{count} sheets in this file are from another version of this page, which alone can read them. Keep the file.",
    count,
  );

/** @param {string} key */
const twiceText = (key) =>
  _("This file has the key {key} twice in one place: nobody can tell which value counts.", { key });

/** Render how many sheets of this device the page cannot read, and the way to save them. */
export function unread() {
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
