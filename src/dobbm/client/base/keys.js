/** Keys as people mean them, in every layout and with every input method. */

import { fitting } from "./names.js";

/** Selectors of what uses keys itself. */
const FIELDS = "input, select, textarea, dialog, [contenteditable]";

/** The names of keys whose character the browser does not know: an input method or a dead key has it. */
const UNKNOWN = ["Process", "Unidentified", "Dead", ""];

/**
 * Return the key of an event: a digit by its position, because some layouts have other characters there; a letter of
 * another script by its position, too; a full-width character as the usual one; otherwise the name of the key. The
 * event that fills in a form in Chromium has no key.
 * @param {KeyboardEvent} event
 */
export function keyOf({ key = "", code = "", shiftKey }) {
  const plain = [...key].length === 1 ? key.normalize("NFKC").toLowerCase() : key;
  if (/^[0-9a-z ]$/.test(plain)) return plain;
  const unknown = UNKNOWN.includes(key);
  const [, row, pad, letter] = /^(?:Digit(\d)|Numpad(\d)|Key([A-Z]))$/.exec(code) ?? [];
  if (row && !shiftKey && (unknown || [...key].length === 1)) return row;
  if (pad && unknown) return pad;
  if (letter && (unknown || /^(?!\p{Script=Latin})\p{L}/u.test(key))) return letter.toLowerCase();
  return unknown && code === "Space" ? " " : plain;
}

/**
 * Whether no key is held down with which the browser or the system does something else.
 * @param {KeyboardEvent} event
 */
export const isUnmodified = (event) =>
  !event.ctrlKey && !event.metaKey && !event.altKey && !event.getModifierState?.("AltGraph");

/**
 * Whether a key may act on the page: nothing else uses it, such as a field or an open dialog.
 * @param {KeyboardEvent} event
 */
export const isFree = (event) =>
  isUnmodified(event) &&
  !event.isComposing &&
  !(/** @type {Element} */ (event.target).closest?.(FIELDS)) &&
  !document.querySelector("dialog[open]");

/**
 * Whether a key belongs to an input method that composes a text. Safari ends the composition before the last one.
 * @param {KeyboardEvent} event
 */
const isComposing = (event) => event.isComposing || event.keyCode === 229;

// This Enter ends a composition, for instance of Japanese characters; only the next one sends the text.
addEventListener("keydown", (event) => event.key === "Enter" && isComposing(event) && event.preventDefault(), {
  capture: true,
});

/**
 * Let a field have no more than `data-most` characters. Unlike `maxlength`, this cuts no letter in two, and counts as
 * the server does. What finds no room is left out where the person types.
 * @param {Event} event
 */
function fit(event) {
  const field = /** @type {HTMLInputElement} */ (event.target);
  const most = Number(field.dataset?.most);
  if (!most || /** @type {InputEvent} */ (event).isComposing || fitting(field.value, most) === field.value) return;
  const after = fitting(field.value.slice(field.selectionEnd ?? Infinity), most);
  const before = fitting(field.value.slice(0, field.selectionEnd ?? Infinity), most - [...after].length);
  field.value = before + after;
  field.setSelectionRange(before.length, before.length);
  // No input follows the end of a composition.
  if (event.type === "compositionend") field.dispatchEvent(new Event("input", { bubbles: true }));
}
for (const type of ["input", "compositionend"]) addEventListener(type, fit, { capture: true });
