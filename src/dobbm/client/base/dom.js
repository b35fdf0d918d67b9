/** Drawing helpers for every page: templates, keyed lists, dialogs, announcements. */

import { html, nothing, svg } from "../vendor/lit-html.js";
import { repeat } from "../vendor/directives/repeat.js";
import { _ } from "./i18n.js";
import { render as draw } from "./mending.js";
import { stepIn } from "./steps.js";
import { entitle } from "./title.js";

/** @import { TemplateResult } from "../vendor/lit-html.js" */

/**
 * The result of a render function, for use in a template.
 * @typedef {TemplateResult | typeof nothing} Drawn
 */

/**
 * An event whose target is the element that listens for it.
 * @template {EventTarget} Target
 * @template {Event} [Kind=Event]
 * @typedef {Kind & { target: Target, currentTarget: Target }} On
 */

export { addStyle, style } from "./loading.js";
export { html, nothing, repeat, svg };

/**
 * Draw a template into an element, in place of what was drawn there before.
 * @param {Drawn} template
 * @param {HTMLElement} root
 */
export function render(template, root) {
  draw(template, root);
  entitle();
}

/** The element that pages draw into. */
export const page = () => /** @type {HTMLElement} */ (document.getElementById("page"));

/**
 * Render the steps of a calculation, one per line.
 * @param {string[]} steps
 */
export const lines = (steps) =>
  html`<ul class="reckoning">${steps.map((step) => html`<li>${step.replaceAll("→ ", "→\u00a0")}</li>`)}</ul>`;

/** Number of announcements kept for rereading: enough for this trick and the last, which can also be seen. */
const LINES = 12;

/**
 * Announce a text to screen readers; a repeated text is announced again.
 * @param {string} text
 */
export function announce(text) {
  const log = /** @type {HTMLElement} */ (document.getElementById("said"));
  const line = document.createElement("p");
  line.textContent = text;
  log.append(line);
  while (log.childElementCount > LINES) log.firstElementChild?.remove();
  // A dialog makes the rest of the page inert: screen readers say only what is in the dialog.
  document.querySelector("dialog[open] > .unseen")?.append(line.cloneNode(true));
}

/** Take away the notices. */
export const clearNotices = () => document.querySelectorAll(".toast").forEach((notice) => notice.remove());

/**
 * Show and announce a short notice that disappears after four seconds, or at the next tap or key.
 * @param {string} text
 */
export function notify(text) {
  clearNotices();
  const toast = document.createElement("p");
  toast.className = "toast";
  toast.textContent = text;
  // In the capture phase: the event that caused this notice may still be bubbling up.
  for (const type of ["pointerdown", "keydown"]) addEventListener(type, clearNotices, { once: true, capture: true });
  (document.querySelector("dialog[open]") ?? document.body).append(toast);
  announce(text);
  setTimeout(() => toast.remove(), 4000);
}

/**
 * Open a dialog rendered by `view(close, redraw)`; closing it removes it from the page. `title` is a function if
 * redrawing may change it. `close(value)` closes the dialog and resolves the promise with the value, which is
 * undefined after Escape or the browser's Back button.
 * @template Value
 * @param {string | (() => string)} title
 * @param {(close: (value?: Value) => void, redraw: () => void) => Drawn} view
 * @returns {Promise<Value | undefined>}
 */
export function dialog(title, view) {
  const element = document.createElement("dialog");
  document.body.append(element);
  /** @type {Value | undefined} */
  let value;
  /** @param {Value} [given] */
  const close = (given) => {
    value = given;
    element.close();
    leave();
  };
  // Skip the close button, so that Enter acts on the dialog's content.
  const focus = () => {
    const first = /** @type {HTMLElement | null} */ (
      element.querySelector(".dialog-body :is(button, input, select, a)")
    );
    (first ?? element).focus();
  };
  const redraw = () => {
    const label = typeof title === "function" ? title() : title;
    element.setAttribute("aria-label", label);
    render(
      html`<header class="dialog-head">
          <h2>${label}</h2>
          <button class="icon close" aria-label=${_("Close")} @click=${() => close()}>✕</button>
        </header>
        <div class="dialog-body">${view(close, redraw)}</div>
        <div class="unseen" aria-live="polite"></div>`,
      element,
    );
    if (document.activeElement === element) focus();
  };
  redraw();
  element.addEventListener("click", (event) => {
    if (event.target === element) close();
  });
  element.showModal();
  const leave = stepIn(() => element.close());
  focus();
  return new Promise((resolve) => {
    element.addEventListener("close", () => {
      leave();
      element.remove();
      resolve(value);
    });
  });
}

/**
 * Ask the person to confirm an action that cannot be undone; `consequences` describes its effects.
 *
 * Resolve to the answer, which is undefined if the dialog is closed without one.
 * @param {string} title
 * @param {string[]} consequences
 * @param {string} yes
 * @param {string} [no]
 * @returns {Promise<boolean | undefined>}
 */
export const confirmAction = (title, consequences, yes, no = _("Cancel")) =>
  dialog(
    title,
    (close) => html`${consequences.map((text) => html`<p>${text}</p>`)}
    <div class="row">
      <button @click=${() => close(false)}>${no}</button>
      <button class="primary" @click=${() => close(true)}>${yes}</button>
    </div>`,
  );

/**
 * Show the person where the fault of a form is: move the focus to the first field that can be chosen there.
 * @param {HTMLElement} form
 * @param {string} field a selector
 */
export const focusFault = (form, field) =>
  /** @type {HTMLElement | null} */ (form.querySelector(`${field}:enabled`))?.focus();
