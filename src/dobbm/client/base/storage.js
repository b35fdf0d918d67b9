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
  try {
    return check(JSON.parse(refused[place].get(key) ?? globalThis[place].getItem(key) ?? "null")) ?? null;
  } catch {
    return null;
  }
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
    if (text === "null") globalThis[place].removeItem(key);
    else globalThis[place].setItem(key, text);
    return refused[place].delete(key) || true;
  } catch {
    return !refused[place].set(key, text);
  }
}

/** Return the keys of the values that this device does not keep. */
export const unkept = () => [...refused.localStorage.keys()];

/**
 * Call a function whenever the browser has taken or refused a value.
 * @param {() => void} tell
 */
export function onWrite(tell) {
  listeners.push(tell);
}
