/**
 * Keeps values on this device or in this window. The browser may refuse to keep anything: the storage is full or
 * forbidden. Then the page itself remembers it until the window is closed or loaded anew.
 */

/** @import { Check } from "./checks.js" */

/** @typedef {"localStorage" | "sessionStorage"} Place */

/**
 * The values that the browser did not take, as JSON by key.
 * @type {Record<Place, Map<string, string>>}
 */
const refused = { localStorage: new Map(), sessionStorage: new Map() };

/**
 * The texts that this device keeps and this version of the page cannot read, by key.
 * @type {Map<string, string>}
 */
const unreadable = new Map();

/**
 * Those of them that have been put aside, because something else is kept in their place now.
 * @type {Map<string, string>}
 */
const aside = new Map();

/**
 * Those who want to know when the browser refuses a value, or takes it after all.
 * @type {(() => void)[]}
 */
const listeners = [];

/**
 * Return the value kept under a key, as far as it is good; null if there is none.
 * @template Value
 * @param {string} key
 * @param {Check<Value>} check
 * @param {Place} [place]
 * @returns {Value | null}
 */
export function read(key, check, place = "localStorage") {
  let [text, value] = ["null", /** @type {Value | null} */ (null)];
  try {
    text = refused[place].get(key) ?? globalThis[place].getItem(key) ?? "null";
    value = check(JSON.parse(text)) ?? null;
  } catch {
    // A text that cannot be read counts as none, but is kept.
  }
  if (place === "localStorage" && value === null && text !== "null") unreadable.set(key, text);
  return value;
}

/**
 * Return the value that the device keeps under a key, even if this window has another one: another window may have
 * written it. What is not JSON is the text that it is; null if there is nothing.
 * @param {string} key
 * @returns {unknown}
 */
export function readKept(key) {
  let text = null;
  try {
    text = localStorage.getItem(key);
    return JSON.parse(text ?? "null");
  } catch {
    return text;
  }
}

/**
 * Keep a value under a key, null to keep none; return whether the browser has taken it.
 * @param {string} key
 * @param {unknown} value
 * @param {Place} [place]
 */
export function write(key, value, place = "localStorage") {
  const taken = put(key, JSON.stringify(value), place);
  // Other values may find room now.
  if (taken) for (const [other, text] of refused[place]) put(other, text, place);
  listeners.forEach((tell) => tell());
  return taken;
}

/**
 * @param {string} key
 * @param {string} text
 * @param {Place} place
 */
function put(key, text, place) {
  try {
    if (place === "localStorage") putAside(key);
    if (text === "null") globalThis[place].removeItem(key);
    else globalThis[place].setItem(key, text);
    return refused[place].delete(key) || true;
  } catch {
    return !refused[place].set(key, text);
  }
}

/**
 * Put aside what this device keeps under a key if nobody here could read it.
 * @param {string} key
 */
function putAside(key) {
  const text = localStorage.getItem(key);
  if (text === null || text !== unreadable.get(key)) return;
  localStorage.setItem(`${key}-unread`, text);
  aside.set(key, text);
}

/** Return the texts that this window has put aside, by key. */
export const putAsideNow = () => new Map(aside);

/** The keys of what this device keeps elsewhere, or should. */
const lost = new Set();

/**
 * Note that this device does not keep what it should keep elsewhere.
 * @param {string} key
 */
export function lose(key) {
  lost.add(key);
  listeners.forEach((tell) => tell());
}

/** Return the keys of the values that this device does not keep. */
export const unkept = () => [...refused.localStorage.keys(), ...lost];

/** Ask the browser not to clear away what it keeps when it needs room. */
export const keepForGood = () => navigator.storage?.persist?.().catch(() => false);

/** Whether the browser has promised not to clear away what it keeps. */
export const isKeptForGood = async () => (await navigator.storage?.persisted?.().catch(() => false)) ?? false;

/**
 * Call a function whenever the browser has taken or refused a value.
 * @param {() => void} tell
 */
export function onWrite(tell) {
  listeners.push(tell);
}
