/** Buttons that save something of a club as a file. */

import { getText } from "../base/api.js";
import { html, notify } from "../base/dom.js";
import { seatHeaders } from "../base/seat-token.js";
import { saveFile } from "../base/sharing.js";
import { apiAddress } from "../base/transport.js";
import { clubRefusal } from "./club-words.js";

/** Milliseconds for a whole club. */
const LONG = 180_000;

/**
 * Render a button that saves what a path gives; where no cookie opens the chair, the page reads it first.
 * @param {string} path
 * @param {string} label
 * @param {{ name: string, type: string }} file
 */
export const saveButton = (path, label, { name, type }) =>
  Object.keys(seatHeaders(path)).length
    ? html`<button @click=${() => save(path, name, type)}>${label}</button>`
    : html`<a class="button" download href=${apiAddress(path)}>${label}</a>`;

/**
 * @param {string} path
 * @param {string} name
 * @param {string} type
 */
async function save(path, name, type) {
  try {
    saveFile(new File([await getText(path, type, undefined, LONG)], name, { type }));
  } catch (error) {
    notify(clubRefusal(error));
  }
}
