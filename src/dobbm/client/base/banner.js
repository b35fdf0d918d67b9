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

/**
 * The identifiers of strips that the person has closed: the menu of the table still has them, and its button a mark.
 */
const closed = new Set();

const banners = document.createElement("aside");
banners.className = "banners no-print";

/**
 * Show and announce a strip until the person closes it or `hideBanner` is called. A strip with the same identifier
 * is replaced; the same words are announced only once. Return the strip.
 * @param {string} id
 * @param {string} text
 * @param {BannerAction[]} [actions]
 */
export function showBanner(id, text, actions = []) {
  const before = strips.get(id);
  // A strip that says the same stays as it is, because a finger may be about to press its button.
  const isKnown = !closed.delete(id) && before?.firstElementChild?.textContent === text;
  if (before && isKnown && hasWords(before, [text, ...actions.map(({ label }) => label)])) {
    actions.forEach(({ act }, at) => {
      const button = /** @type {HTMLElement} */ (before.children[at + 1]);
      button.onclick = act;
    });
    return before;
  }
  const strip = document.createElement("div");
  strip.className = "banner";
  const words = document.createElement("p");
  words.textContent = text;
  strip.append(words, ...actions.map(({ label, act }) => button(label, act)), unfolding(strip), closing(id));
  if (before) before.replaceWith(strip);
  else banners.append(strip);
  strips.set(id, strip);
  place();
  if (!isKnown) announce(text);
  return strip;
}

/**
 * @param {HTMLElement} strip
 * @param {string[]} words
 */
const hasWords = ({ children }, words) =>
  children.length === words.length + 2 && words.every((word, at) => children[at].textContent === word);

/**
 * Take a strip away, if it is there.
 * @param {string} id
 */
export function hideBanner(id) {
  const strip = strips.get(id);
  if (!strip) return;
  strip.remove();
  strips.delete(id);
  closed.delete(id);
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

/**
 * Return the button that shows the whole text of a strip, where it has only one line.
 * @param {HTMLElement} strip
 */
function unfolding(strip) {
  const unfold = () => element.setAttribute("aria-expanded", String(strip.classList.toggle("unfolded")));
  const element = button("▾", unfold);
  element.className = "icon unfold";
  element.setAttribute("aria-label", _("The whole text"));
  element.setAttribute("aria-expanded", "false");
  return element;
}

/** @param {string} id */
function closing(id) {
  const element = button("✕", () => (banners.parentElement === document.body ? close(id) : hideBanner(id)));
  element.className = "icon";
  element.setAttribute("aria-label", _("Close"));
  return element;
}

/** @param {string} id */
function close(id) {
  closed.add(id);
  place();
}

/** Put the strips where they can be used: a dialog makes the rest of the page inert. */
function place() {
  const home = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  const inMenu = Boolean(home.querySelector(".entries"));
  for (const [id, strip] of strips) strip.hidden = closed.has(id) && !inMenu;
  document.documentElement.classList.toggle("has-closed-strips", closed.size > 0);
  if ([...strips.values()].every(({ hidden }) => hidden)) banners.remove();
  else if (banners.parentElement !== home) home === document.body ? home.prepend(banners) : home.append(banners);
  measure();
}

/** Tell the style sheets how much of the window's height the strips take, and which texts one line has no room for. */
function measure() {
  for (const { classList, firstElementChild } of strips.values()) {
    const { scrollWidth = 0, clientWidth = 0 } = firstElementChild ?? {};
    classList.toggle("shortened", scrollWidth > clientWidth);
  }
  const { style } = document.documentElement;
  if (banners.parentElement === document.body) style.setProperty("--strips", `${banners.offsetHeight}px`);
  else style.removeProperty("--strips");
}

// A dialog that opens or closes is added or removed.
new MutationObserver(() => strips.size && place()).observe(document.body, { childList: true });
new ResizeObserver(measure).observe(banners);
