/** Loads the parts of the page that are not there from the start: modules, style sheets and texts. */

/** @import { Parts } from "../types.d.ts" */

/** Milliseconds that a part may take to come. */
const LIMIT = 15_000;
/** Milliseconds in which a part that has not come is not asked for again. */
const PAUSE = 3000;
/** Milliseconds for which a page waits for a style sheet before it is drawn without. */
const UNSTYLED = 5000;
/** Milliseconds after which the page says that something is late for which the person waits. */
export const LATE = 800;

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
export const addressOf = (path, tries = 0) =>
  new URL(`../${path}${tries ? `?again=${tries}` : ""}`, import.meta.url).href;

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
  const attempt = () => inTime(load(addressOf(path, now.tries++)), LIMIT);
  now.loaded = attempt()
    .catch(attempt)
    .then(
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

/**
 * All that the person waits for, with functions that end the waiting.
 * @type {Map<Promise<unknown>, () => void>}
 */
const awaited = new Map();

/**
 * Wait for something that the person has asked for; who asks for the same again gets it once. If it is late, the
 * window hears of an event `late`, by which the person may give it up: then nothing comes of it, and `after` is called.
 * @template Value
 * @param {Promise<Value>} loading
 * @param {() => void} [after]
 * @param {number} [patience] the milliseconds after which it is late
 * @returns {Promise<Value>}
 */
export function waitFor(loading, after = () => undefined, patience = LATE) {
  return new Promise((resolve, reject) => {
    /** @param {boolean} on */
    const say = (on) => dispatchEvent(new CustomEvent("late", { detail: { isLate: on, giveUp } }));
    let isLate = false;
    const timer = setTimeout(() => say((isLate = true)), patience);
    const end = () => {
      clearTimeout(timer);
      if (awaited.get(loading) === end) awaited.delete(loading);
      if (isLate) say((isLate = false));
    };
    const giveUp = () => {
      end();
      after();
    };
    awaited.get(loading)?.();
    awaited.set(loading, end);
    const isWanted = () => awaited.get(loading) === end;
    loading
      .then(
        (value) => isWanted() && resolve(value),
        (error) => isWanted() && reject(error),
      )
      .finally(end);
  });
}

/** Give up all that the person has waited for, because they have gone elsewhere. */
export const forgetWanted = () => awaited.forEach((end) => end());

/**
 * @param {Promise<unknown>} loading
 * @param {number} limit
 */
function inTime(loading, limit) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const late = new Promise((_, reject) => (timer = setTimeout(() => reject(new Error("no answer")), limit)));
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
 * The style sheets of the page that the person has gone to last.
 * @type {string[]}
 */
let styled = [];

/**
 * Load a style sheet, for something that is opened on a page; resolve when it has loaded, or is late. The page can be
 * used without one that does not arrive.
 * @param {string} name
 */
export async function addStyle(name) {
  const link = links.get(name) ?? document.createElement("link");
  links.set(name, link);
  link.rel = "stylesheet";
  link.disabled = false;
  await inTime(
    arrival(`styles/${name}.css`, (address) => sheet(link, address)),
    UNSTYLED,
  ).catch(() => undefined);
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
  styled = names;
  await Promise.all(names.map(addStyle));
  // The person may have gone to another page meanwhile.
  if (styled !== names) return;
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
