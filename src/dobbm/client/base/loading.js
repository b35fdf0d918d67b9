/** Loads the parts of the page that are not there from the start: modules, style sheets and texts. */

/** @import { Parts } from "../types.d.ts" */

/** Milliseconds that a part may take to come. */
const LIMIT = 15_000;
/** Milliseconds in which a part that has not come is not asked for again. */
const PAUSE = 3000;

/**
 * The fields in which the person has typed: what to think of before the page is loaded anew.
 * @type {Set<any>}
 */
export const typed = new Set();
globalThis.addEventListener?.("input", ({ target }) => typed.add(target));

/** A part of the page that did not arrive, although it was asked for twice. */
export class MissingPart extends Error {
  /**
   * @param {string} path
   * @param {unknown} cause
   */
  constructor(path, cause) {
    super(`a part of the page did not arrive: ${path}`, { cause });
    this.path = path;
    this.code = "missing";
  }
}

/**
 * The parts asked for: `failed` is when the last one of all `tries` has failed.
 * @type {Map<string, { loaded: Promise<any>, failed: number, tries: number }>}
 */
const asked = new Map();

/**
 * Return the address of a part. Firefox asks for a module that has failed only under another address, and caches may
 * keep a broken file.
 * @param {string} path
 * @param {number} [tries]
 */
export const addressOf = (path, tries = 0) => new URL(`../${path}${tries ? `?again=${tries}` : ""}`, import.meta.url).href;

/**
 * Load a module of the page once; ask for it again, under another address, if it does not arrive.
 *
 * Reject with a `MissingPart`; the next call tries again. The window hears of every part that fails, and of one that
 * arrives after all, as an event `part`.
 * @template {keyof Parts} Path
 * @param {Path} path the address of the module in the page's folder
 * @returns {Promise<Parts[Path]>}
 */
export const part = (path) => arrival(path, (address) => import(address));

/**
 * Load the values of a JSON file, as a module.
 * @param {string} path
 * @returns {Promise<any>}
 */
export const values = (path) =>
  arrival(path, async (address) => {
    const answer = await fetch(address);
    const found = answer.ok && (await answer.json());
    if (!found || typeof found !== "object") throw new Error(`answered with ${answer.status}`);
    return found;
  });

/**
 * @param {string} path
 * @param {(address: string) => Promise<any>} load
 */
function arrival(path, load) {
  const before = asked.get(path);
  if (before && !(performance.now() - before.failed >= PAUSE)) return before.loaded;
  const now = { loaded: Promise.resolve(), failed: NaN, tries: before?.tries ?? 0 };
  const attempt = () => inTime(load(addressOf(path, now.tries++)));
  now.loaded = attempt().catch(attempt).then(
    (loaded) => {
      if (before) tell(path);
      return loaded;
    },
    (cause) => {
      now.failed = performance.now();
      const missing = new MissingPart(path, cause);
      tell(path, missing);
      throw missing;
    },
  );
  asked.set(path, now);
  return now.loaded;
}

/** @param {Promise<unknown>} loading */
function inTime(loading) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const late = new Promise((_, reject) => (timer = setTimeout(() => reject(new Error("no answer")), LIMIT)));
  return Promise.race([loading, late]).finally(() => clearTimeout(timer));
}

/**
 * @param {string} path
 * @param {MissingPart} [missing]
 */
const tell = (path, missing) => dispatchEvent(new CustomEvent("part", { detail: { path, missing } }));

/** @type {Map<string, HTMLLinkElement>} */
const links = new Map();

/**
 * Load a style sheet, for something that is opened on a page; resolve when it has loaded. The page can be used without
 * one that does not arrive.
 * @param {string} name
 */
export async function addStyle(name) {
  const link = links.get(name) ?? document.createElement("link");
  links.set(name, link);
  link.rel = "stylesheet";
  link.disabled = false;
  await arrival(`styles/${name}.css`, (address) => sheet(link, address)).catch(() => undefined);
}

/**
 * @param {HTMLLinkElement} link
 * @param {string} address
 * @returns {Promise<void>}
 */
const sheet = (link, address) =>
  new Promise((resolve, reject) => {
    // Other files have no rules.
    link.onload = () => (link.sheet?.cssRules.length ? resolve() : reject(new Error("no rules")));
    link.onerror = () => reject(new Error("no answer"));
    link.href = address;
    document.head.append(link);
  });

/**
 * Switch to a page's style sheets and disable those of other pages; resolve when they have loaded. The server reads the
 * names, and lets the page preload them.
 * @param {string[]} names
 */
export async function style(...names) {
  await Promise.all(names.map(addStyle));
  for (const [name, link] of links) link.disabled = !names.includes(name);
}

/**
 * Show the words and the button of index.html for a page that does not go on, or hide them.
 * @param {boolean} shown
 */
export function showStuck(shown) {
  const stuck = /** @type {HTMLElement} */ (document.querySelector(".stuck"));
  // In a browser that is too old, the page may start, but does not get far.
  if (stuck.classList.contains("old")) return;
  stuck.hidden = !shown;
  stuck.classList.toggle("now", shown);
}
