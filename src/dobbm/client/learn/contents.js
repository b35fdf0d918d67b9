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
  ${titles.map((title, at) => html`<button aria-current=${at === reading ? "true" : "false"} @click=${() => open(at)}>${title}</button>`)}
</nav>`;

/**
 * Scroll to a chapter and move the focus there.
 * @param {number} chapter
 */
function open(chapter) {
  const heading = /** @type {HTMLElement} */ (document.querySelectorAll(".chapter")[chapter]);
  heading.scrollIntoView();
  heading.focus({ preventScroll: true });
}

/**
 * Draw anew whenever another chapter is being read; return a function that stops it.
 * @param {HTMLElement} root
 * @param {(reading: number) => void} draw
 */
export function followReading(root, draw) {
  let reading = 0;
  const follow = () => {
    const passed = [...root.querySelectorAll(".chapter")].filter((heading) => heading.getBoundingClientRect().top < READ).length;
    if (Math.max(0, passed - 1) === reading) return;
    reading = Math.max(0, passed - 1);
    draw(reading);
    // Only the strip of a phone scrolls sideways.
    const current = /** @type {HTMLElement | null} */ (root.querySelector(".contents [aria-current=true]"));
    if (current) current.parentElement?.scrollTo({ left: current.offsetLeft - READ / 2 });
  };
  addEventListener("scroll", follow, { passive: true });
  return () => removeEventListener("scroll", follow);
}
