/** Routes addresses to pages. */

import { mendedPath, mendFragment, mendedSearch } from "./addresses.js";
import { page } from "./dom.js";
import "./keys.js";
import { forgetWanted, LATE, part, showStuck, waitFor } from "./loading.js";
import { HOME, at, here, isAtTable } from "./place.js";
import { settings } from "./settings.js";
import { forgetSteps, settled, steppedBack } from "./steps.js";
import { callInTitle } from "./title.js";

/**
 * The interface of a page's module: `show` draws into an element and may return a function that leaves the page. The
 * address may name `places` after the #, beside elements of the page.
 * @typedef {{
 *   places?: string[],
 *   show: (root: HTMLElement, places: { [name: string]: string }) => Leave | void | Promise<Leave | void>,
 * }} Page
 */

/** @typedef {() => void} Leave */

/**
 * The pages of this site, each by what its address looks like; the last one is for any other address.
 * @typedef {[address: RegExp, load: () => Promise<Page>][]} Pages
 */

/** @type {Pages} */
let pages = [];
/** @type {Leave | void} */
let leave;
let runs = 0;
/**
 * Resolved when a table is watched from other pages.
 * @type {Promise<void> | undefined}
 */
let watched;
/** The address of the page on screen. */
let currentAddress = location.href;

/**
 * Go to an address of this site without reloading the page.
 * @param {string} address
 */
export async function go(address) {
  await settled();
  if (address !== location.pathname + location.hash) history.pushState(null, "", address);
  return show();
}

/**
 * Load the module of the page at the current address without drawing it yet.
 * @param {Pages} all
 */
export function load(all) {
  pages = all;
  return addressed()[1]();
}

/** Find the page at the current address, which is mended if it names one. */
function addressed() {
  const path = mendedPath(here());
  const missing = pages[pages.length - 1];
  const found = pages.find(([address]) => address.test(path)) ?? missing;
  const mended = at(path) + mendedSearch(location.search);
  if (found !== missing && mended !== location.pathname + location.search) {
    history.replaceState(history.state, "", mended + location.hash);
  }
  return found;
}

/**
 * Show the page at the current address; if it cannot be loaded, or the person no longer waits for it, keep the page on
 * screen and restore its address.
 */
export async function show() {
  runs += 1;
  const run = runs;
  forgetWanted();
  const before = currentAddress;
  const [pattern, load] = addressed();
  const stay = () => {
    runs += 1;
    history.replaceState(null, "", before);
  };
  const module = await waitFor(load(), stay).catch((error) => {
    // The current page stays on screen, under its own address.
    if (run === runs) history.replaceState(null, "", currentAddress);
    throw error;
  });
  if (run !== runs) return;
  currentAddress = location.href;
  forgetSteps();
  leave?.();
  leave = undefined;
  document.querySelectorAll("dialog").forEach((dialog) => dialog.close());
  // A page that comes late must not draw over the next one.
  const root = run === 1 ? page() : newRoot();
  callInTitle("");
  showStuck(false);
  /** @type {Leave | void} */
  let left;
  try {
    const shown = Promise.resolve(module.show(root, pattern.exec(here())?.groups ?? {}));
    const back = () => go(before === location.href ? HOME : before);
    waitFor(shown, back, run === 1 ? 4 * LATE : LATE).catch(() => undefined);
    left = await shown;
  } catch (error) {
    if (run === runs) showStuck(true);
    throw error;
  }
  // The person may have gone to another page meanwhile.
  if (run === runs) leave = left;
  else left?.();
  // A table looks after its address itself.
  if (run === runs && !isAtTable()) {
    if (location.href === currentAddress) mendFragment(module.places);
    // Without what the page has taken out of it, such as the secret of a link.
    currentAddress = location.href;
  }
  scrollTo(0, 0);
  // Every page calls a person who has a seat at a table; the table's own page does so itself.
  const elsewhere = settings.tables.length > 0 && !isAtTable();
  if (elsewhere || watched)
    watched = part("table/elsewhere.js").then(
      ({ watch }) => watch(),
      () => undefined,
    );
}

/** Replace the element that the page before has drawn into. */
function newRoot() {
  const [root, next] = [page(), document.createElement("div")];
  next.append(...root.querySelectorAll(".splash"));
  root.replaceWith(next);
  next.id = "page";
  return next;
}

addEventListener("popstate", () => steppedBack() || show());
addEventListener("click", (event) => {
  const link = /** @type {HTMLAnchorElement | undefined | null} */ (
    /** @type {Element} */ (event.target).closest?.(`a[href^="${HOME}"]`)
  );
  const plain = !event.metaKey && !event.ctrlKey && !event.shiftKey && event.button === 0;
  if (!link || !plain || link.target || link.hasAttribute("download")) return;
  if (here(link.pathname).startsWith("/api/") || event.defaultPrevented) return;
  event.preventDefault();
  go(link.getAttribute("href") ?? HOME);
});
