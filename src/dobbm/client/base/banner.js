/** Strips at the top of the window: what a person should know until they have seen to it. */

import { announce } from "./dom.js";
import { _ } from "./i18n.js";

/**
 * A button of a strip; acting does not take the strip away.
 * @typedef {{ label: string, act: () => void }} BannerAction
 */

/**
 * The strips on screen, by their identifiers.
 * @type {Map<string, HTMLElement>}
 */
const strips = new Map();

const banners = document.createElement("aside");
banners.className = "banners no-print";

/**
 * Show and announce a strip until the person dismisses it or `hideBanner` is called. A strip with the same identifier
 * is replaced; the same words are announced only once. Return the strip.
 * @param {string} id
 * @param {string} text
 * @param {BannerAction[]} [actions]
 */
export function showBanner(id, text, actions = []) {
  const before = strips.get(id);
  // A strip that says the same stays as it is, because a finger may be about to press its button.
  if (before && hasWords(before, [text, ...actions.map(({ label }) => label)])) {
    actions.forEach(({ act }, at) => (/** @type {HTMLElement} */ (before.children[at + 1]).onclick = act));
    return before;
  }
  const strip = document.createElement("div");
  strip.className = "banner";
  const words = document.createElement("p");
  words.textContent = text;
  strip.append(words, ...actions.map(({ label, act }) => button(label, act)), closing(id));
  if (before) before.replaceWith(strip);
  else banners.append(strip);
  strips.set(id, strip);
  place();
  announce(text);
  return strip;
}

/**
 * @param {HTMLElement} strip
 * @param {string[]} words
 */
const hasWords = ({ children }, words) => children.length === words.length + 1 && words.every((word, at) => children[at].textContent === word);

/**
 * Take a strip away, if it is there.
 * @param {string} id
 */
export function hideBanner(id) {
  const strip = strips.get(id);
  if (!strip) return;
  strip.remove();
  strips.delete(id);
  place();
}

/**
 * @param {string} label
 * @param {() => void} act
 */
function button(label, act) {
  const element = document.createElement("button");
  element.textContent = label;
  element.onclick = act;
  return element;
}

/** @param {string} id */
function closing(id) {
  const element = button("✕", () => hideBanner(id));
  element.className = "icon";
  element.setAttribute("aria-label", _("Close"));
  return element;
}

/** Put the strips where they can be used: a dialog makes the rest of the page inert. */
function place() {
  const home = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  if (!strips.size) banners.remove();
  else if (banners.parentElement !== home) home === document.body ? home.prepend(banners) : home.append(banners);
  measure();
}

/** Tell the style sheets how much of the window's height the strips take. */
function measure() {
  const { style } = document.documentElement;
  if (banners.parentElement === document.body) style.setProperty("--strips", `${banners.offsetHeight}px`);
  else style.removeProperty("--strips");
}

// A dialog that opens or closes is added or removed.
new MutationObserver(() => strips.size && place()).observe(document.body, { childList: true });
new ResizeObserver(measure).observe(banners);
