/** Lets a slate scroll sideways where its amounts do not fit, so that they stay large enough to be read. */

const observer = new ResizeObserver((entries) => entries.forEach(({ target }) => fit(target)));

/** The slates with amounts, and what is written on them. */
const WRITTEN = [".ledger > .slate-face", ".ledger .chalk", ".tally > .slate-face", ".settlement"];

/**
 * Watch the slates of an element: their heads stay in view only where nothing scrolls sideways.
 * @param {HTMLElement} root
 */
export const fitSlates = (root) => root.querySelectorAll(WRITTEN.join()).forEach((one) => observer.observe(one));

/** @param {Element} target */
function fit(target) {
  const face = /** @type {HTMLElement} */ (target.closest(".slate-face"));
  const scrolls = face.scrollWidth > face.clientWidth;
  face.classList.toggle("scrolls", scrolls);
  const named = { role: "group", tabindex: "0", "aria-label": face.closest("section")?.ariaLabel ?? "" };
  for (const [name, value] of Object.entries(named)) {
    if (scrolls) face.setAttribute(name, value);
    else face.removeAttribute(name);
  }
}
