/** Parts of the forms of a club: the field for a name, the buttons at the end. */

import { html, notify } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { cleanName, nameFault } from "../base/names.js";
import { LONGEST_NAME } from "../base/data.js";

/** @import { On } from "../base/dom.js" */

/**
 * Render a field for a name.
 * @param {string} label
 * @param {string} name
 * @param {string} [value]
 */
export const nameField = (label, name, value = "") => html`<label class="field">${label}
  <input type="text" name=${name} data-most=${LONGEST_NAME} autocomplete="off" dir="auto" value=${value} />
</label>`;

/**
 * Return the name that a field of a form has; null after saying what is wrong with it, with the focus there.
 * @param {HTMLFormElement} form
 * @param {string} field
 */
export function nameIn(form, field) {
  const input = /** @type {HTMLInputElement} */ (form.elements.namedItem(field));
  const name = cleanName(input.value);
  const fault = nameFault(name || input.value.trim()) || (name ? "" : _("A name is needed."));
  if (!fault) return name;
  notify(fault);
  input.focus();
  return null;
}

/**
 * Render the buttons with which a dialog ends: one that gives it up, one that sends its form.
 * @param {() => void} close
 * @param {string} label
 */
export const ending = (close, label) => html`<div class="row ending">
  <button type="button" @click=${() => close()}>${_("Cancel")}</button>
  <button class="primary">${label}</button>
</div>`;

/**
 * Return what handles a form: it passes the form on, and empties it if that has succeeded.
 * @param {(form: HTMLFormElement) => Promise<unknown>} send resolves to something false if nothing came of it
 */
export const submitted = (send) => async (/** @type {On<HTMLFormElement>} */ event) => {
  event.preventDefault();
  const form = event.currentTarget;
  if (await send(form)) form.reset();
};
