/** Buttons that save something of a club as a file. */

import { getText } from "../base/api.js";
import { html, notify } from "../base/dom.js";
import { waitFor } from "../base/loading.js";
import { saveFile } from "../base/sharing.js";
import { clubRefusal } from "./club-words.js";

/** Milliseconds for a whole club. */
const LONG = 180_000;
/** The mark of UTF-8, which tables look for and the browser takes off a text. */
const MARK = "\ufeff";

/**
 * Render a button that saves what a path gives. The page reads it first: a link could not say why it is refused.
 * @param {string} path
 * @param {string} label
 * @param {{ name: string, type: string }} file
 */
export const saveButton = (path, label, { name, type }) =>
  html`<button @click=${() => save(path, name, type)}>${label}</button>`;

/**
 * @param {string} path
 * @param {string} name
 * @param {string} type
 */
export async function save(path, name, type) {
  try {
    const text = await waitFor(getText(path, type, undefined, LONG));
    saveFile(new File([type === "text/csv" ? MARK : "", text], name, { type }));
  } catch (error) {
    notify(clubRefusal(error));
  }
}
