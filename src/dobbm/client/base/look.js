/** What this device remembers: a name, how things look and sound, and the tables one has been at. */

/**
 * What this device remembers.
 * @typedef {typeof USUAL} Look
 */

const KEY = "dobbm";

const USUAL = {
  name: "",
  language: /** @type {string | null} */ (null),
  theme: "auto",
  skin: "tell",
  letters: false,
  confirm: false,
  /** The kinds of sounds that are off. */
  silent: /** @type {string[]} */ ([]),
  motion: true,
  reversed: false,
  forced: false,
  /** Seconds that a trick stays; null: until it is tapped. */
  stay: /** @type {number | null} */ (1.4),
  /** The order of one's own making, as card names; null: as players sort. */
  order: /** @type {string[] | null} */ (null),
  /** The tables one has been at, the newest first: `{table, at}`. */
  tables: /** @type {{ table: string, at: number }[]} */ ([]),
};

const kept = /** @type {Partial<Look> | null} */ (read(KEY));

/** The settings as they are; to change them use `setLook`. */
export const look = { ...USUAL, ...kept };

/**
 * Change settings, keep them, and let the page look like it.
 * @param {Partial<Look>} changes
 */
export function setLook(changes) {
  // Another page of this device may have changed something meanwhile.
  Object.assign(look, read(KEY), changes);
  write(KEY, look);
  applyLook();
}

/** Let the page look like the settings. */
export function applyLook() {
  const { dataset } = document.documentElement;
  dataset.theme = look.theme;
  dataset.skin = look.skin;
  dataset.motion = String(look.motion);
}

/** Whether cards may travel: not if the person, or the device, does not want that. */
export const moves = () => look.motion && !matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Remember a table, so that the start page offers to continue.
 * @param {string} table
 */
export function rememberTable(table) {
  setLook({});
  const others = look.tables.filter((one) => one.table !== table);
  setLook({ tables: [{ table, at: Date.now() / 1000 }, ...others].slice(0, 20) });
}

/**
 * Forget a table.
 * @param {string} table
 */
export function forgetTable(table) {
  setLook({});
  setLook({ tables: look.tables.filter((one) => one.table !== table) });
}

/**
 * What is kept under a key on this device; null if nothing is, or nothing can be.
 * @param {string} key
 * @returns {unknown}
 */
export function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Keep a value under a key on this device, if the browser lets us.
 * @param {string} key
 * @param {unknown} value
 */
export function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A private window may keep nothing; everything works without.
  }
}
