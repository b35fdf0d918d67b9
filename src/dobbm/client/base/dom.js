/** What every page draws with: templates, keyed lists, dialogs, announcements. */

import { html, nothing, render, svg } from "../vendor/lit-html.js";
import { repeat } from "../vendor/directives/repeat.js";
import { _ } from "./i18n.js";

/** @import { TemplateResult } from "../vendor/lit-html.js" */

/**
 * What a place in a template takes.
 * @typedef {TemplateResult | typeof nothing} Drawn
 */

/**
 * An event at the element that listens for it.
 * @template {EventTarget} Target
 * @template {Event} [Kind=Event]
 * @typedef {Kind & { target: Target, currentTarget: Target }} On
 */

export { html, nothing, render, repeat, svg };

/** @type {Map<string, { link: HTMLLinkElement, loaded: Promise<unknown> }>} */
const styles = new Map();

/**
 * Let this be the style sheet of the page, in place of another page's; it is there afterwards.
 * @param {string} name
 */
export async function style(name) {
  if (!styles.has(name)) {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = new URL(`../styles/${name}.css`, import.meta.url).href;
    const loaded = new Promise((resolve) => (link.onload = link.onerror = resolve));
    styles.set(name, { link, loaded });
    document.head.append(link);
  }
  await styles.get(name)?.loaded;
  for (const [other, { link }] of styles) link.disabled = other !== name;
}

/** The element that pages draw into. */
export const page = () => /** @type {HTMLElement} */ (document.getElementById("page"));

/**
 * Steps of a reckoning, one a line.
 * @param {string[]} steps
 */
export const lines = (steps) => html`<ul class="reckoning">${steps.map((step) => html`<li>${step}</li>`)}</ul>`;

/** Lines that can be read again: of this trick and the last, as the eyes have it. */
const LINES = 12;

/**
 * Tell those who listen rather than look; what is said twice is heard twice.
 * @param {string} text
 */
export function announce(text) {
  const log = /** @type {HTMLElement} */ (document.getElementById("said"));
  const line = document.createElement("p");
  line.textContent = text;
  log.append(line);
  while (log.childElementCount > LINES) log.firstElementChild?.remove();
}

const hush = () => document.querySelectorAll(".toast").forEach((notice) => notice.remove());

/**
 * Show a short notice that goes by itself, or when one does the next thing; it is announced, too.
 * @param {string} text
 */
export function notify(text) {
  hush();
  const toast = document.createElement("p");
  toast.className = "toast";
  toast.textContent = text;
  // On its way down: the deed that has brought the notice may be on its way up.
  for (const deed of ["pointerdown", "keydown"]) addEventListener(deed, hush, { once: true, capture: true });
  (document.querySelector("dialog[open]") ?? document.body).append(toast);
  announce(text);
  setTimeout(() => toast.remove(), 4000);
}

/**
 * Open a dialog that draws itself with `view(close, redraw)`, and is gone when it is closed.
 * `title` is a function where redrawing may bring another one. `close(value)` ends the dialog; the
 * promise gives the value, undefined after Escape.
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
  };
  // Not the sign that closes it: who presses Enter wants what the dialog is about.
  const focus = () => (/** @type {HTMLElement | null} */ (element.querySelector(".dialog-body :is(button, input, select, a)")) ?? element).focus();
  const redraw = () => {
    const told = typeof title === "function" ? title() : title;
    element.setAttribute("aria-label", told);
    render(
      html`<header class="dialog-head">
          <h2>${told}</h2>
          <button class="icon close" aria-label=${_("Close")} @click=${() => close()}>✕</button>
        </header>
        <div class="dialog-body">${view(close, redraw)}</div>`,
      element,
    );
    if (document.activeElement === element) focus();
  };
  redraw();
  element.addEventListener("click", (event) => {
    if (event.target === element) close();
  });
  element.showModal();
  focus();
  return new Promise((resolve) => {
    element.addEventListener("close", () => {
      element.remove();
      resolve(value);
    });
  });
}

/**
 * Ask before what cannot be taken back: `told` says what comes of it. Whether it is wanted.
 * @param {string} title
 * @param {string[]} told
 * @param {string} yes
 * @param {string} [no]
 * @returns {Promise<boolean | undefined>}
 */
export const sure = (title, told, yes, no = _("Cancel")) =>
  dialog(title, (close) => html`${told.map((text) => html`<p>${text}</p>`)}
    <div class="row">
      <button @click=${() => close(false)}>${no}</button>
      <button class="primary" @click=${() => close(true)}>${yes}</button>
    </div>`);
