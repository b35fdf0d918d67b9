/** The contents of a page to read, which stay in view and mark what is being read. */

import { html } from "../base/dom.js";
import { _ } from "../base/i18n.js";

/** The chapter whose heading has last passed this many pixels below the top of the window is the one being read. */
const READ = 160;

/**
 * Render the titles of the chapters, whose headings have the class `chapter`.
 * @param {string[]} titles
 * @param {number} reading the chapter being read
 */
export const contents = (titles, reading) => html`<nav class="contents" aria-label=${_("Contents")}>
  ${titles.map(
    (title, at) =>
      html`<button aria-current=${at === reading ? "true" : "false"} @click=${() => open(at)}>${title}</button>`,
  )}
</nav>`;

/**
 * The chapter that was asked for, and where the page stood then: it is the one being read until the page is scrolled.
 */
let asked = { chapter: -1, top: 0 };

/**
 * Scroll to a chapter and move the focus there.
 * @param {number} chapter
 */
function open(chapter) {
  const heading = /** @type {HTMLElement} */ (document.querySelectorAll(".chapter")[chapter]);
  heading.scrollIntoView();
  heading.focus({ preventScroll: true });
  asked = { chapter, top: scrollY };
  dispatchEvent(new Event("scroll"));
}

/** Go to the chapter whose heading the address names after the #. */
function openAddressed() {
  const chapter = [...document.querySelectorAll(".chapter")].findIndex(({ id }) => id && id === location.hash.slice(1));
  if (chapter >= 0) open(chapter);
}

/**
 * Return the chapter being read: the one asked for, at the end of a page the last, otherwise the last one that has
 * begun.
 * @param {Element[]} headings
 */
function current(headings) {
  if (headings[asked.chapter] && Math.abs(scrollY - asked.top) < 2) return asked.chapter;
  const end = document.documentElement.scrollHeight - innerHeight;
  if (scrollY && scrollY >= end - 2) return headings.length - 1;
  return Math.max(0, headings.filter((heading) => heading.getBoundingClientRect().top < READ).length - 1);
}

/**
 * Draw anew whenever another chapter is being read, first the one that the address names; return a function that stops
 * it.
 * @param {HTMLElement} root
 * @param {(reading: number) => void} draw
 */
export function followReading(root, draw) {
  let reading = 0;
  asked = { chapter: -1, top: 0 };
  const follow = () => {
    const chapter = current([...root.querySelectorAll(".chapter")]);
    if (chapter === reading) return;
    reading = chapter;
    draw(reading);
    // Only the strip of a phone scrolls sideways.
    const marked = /** @type {HTMLElement | null} */ (root.querySelector(".contents [aria-current=true]"));
    if (marked) marked.parentElement?.scrollTo({ left: marked.offsetLeft - READ / 2 });
  };
  addEventListener("scroll", follow, { passive: true });
  // Once the page has been drawn and stands at its top.
  requestAnimationFrame(openAddressed);
  return () => removeEventListener("scroll", follow);
}
