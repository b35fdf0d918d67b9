/** The settings of this device: the name, appearance and sounds, and the tables the person has been at. */

/** @import { NewRules } from "../schema.d.ts" */

/**
 * The settings of this device.
 * @typedef {typeof DEFAULTS} Settings
 */

const KEY = "dobbm";

const DEFAULTS = {
  name: "",
  /** The person's portrait; null: any. */
  portrait: /** @type {string | null} */ (null),
  language: /** @type {string | null} */ (null),
  theme: "auto",
  skin: "tell",
  back: "red",
  /** The wood of the table, or its cloth; "auto" is pale by day and dark in the evening. */
  table: "auto",
  letters: false,
  confirm: false,
  /** The kinds of sounds that are off. */
  silent: /** @type {string[]} */ ([]),
  /** The ways to call the person to the table; notifications only after a tap. */
  calls: ["badge", "sound", "vibration", "awake"],
  motion: true,
  /** How long everything that moves takes, compared with the usual time. */
  tempo: 1,
  /** The loudness of all sounds, from 0 to 1. */
  volume: 1,
  /** Whether the buttons of the table are on the left. */
  lefty: false,
  /** Whether keys that type a character act at the table. */
  keys: true,
  reversed: false,
  forced: false,
  /** Seconds that a trick stays on the table; null: until it is tapped. */
  stay: /** @type {number | null} */ (1.4),
  /** The person's own order of the cards, by name; null: the usual sorting. */
  order: /** @type {string[] | null} */ (null),
  /** The options of a game against bots. */
  play: /** @type {NewRules} */ ({}),
  /** The tables the person has been at, newest first: `{table, at}`. */
  tables: /** @type {{ table: string, at: number }[]} */ ([]),
};

const kept = /** @type {Partial<Settings> | null} */ (read(KEY));

/** The current settings; change them with `changeSettings`. */
export const settings = { ...DEFAULTS, ...kept };

/**
 * Change settings, store them and apply them to the page.
 * @param {Partial<Settings>} changes
 */
export function changeSettings(changes) {
  // Another tab may have changed settings meanwhile.
  Object.assign(settings, read(KEY), changes);
  write(KEY, settings);
  applySettings();
}

/** Apply the settings to the page. */
export function applySettings() {
  const { dataset } = document.documentElement;
  dataset.theme = settings.theme;
  dataset.skin = settings.skin;
  dataset.back = settings.back;
  dataset.table = settings.table;
  dataset.hand = settings.lefty ? "left" : "right";
  dataset.motion = String(settings.motion);
}

/** Whether cards are animated: only if neither the settings nor the device asks for less motion. */
export const animationsEnabled = () => settings.motion && !matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Remember a table, so that the start page offers to continue it.
 * @param {string} table
 */
export function rememberTable(table) {
  changeSettings({});
  const others = settings.tables.filter((one) => one.table !== table);
  changeSettings({ tables: [{ table, at: Date.now() / 1000 }, ...others].slice(0, 20) });
}

/**
 * Forget a table.
 * @param {string} table
 */
export function forgetTable(table) {
  changeSettings({});
  changeSettings({ tables: settings.tables.filter((one) => one.table !== table) });
}

/**
 * Return the value stored under a key on this device, or in this window; null if there is none, or storage is unavailable.
 * @param {string} key
 * @param {"localStorage" | "sessionStorage"} [storage]
 * @returns {unknown}
 */
export function read(key, storage = "localStorage") {
  try {
    return JSON.parse(globalThis[storage].getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Store a value under a key on this device, or in this window, if the browser allows it.
 * @param {string} key
 * @param {unknown} value
 * @param {"localStorage" | "sessionStorage"} [storage]
 */
export function write(key, value, storage = "localStorage") {
  try {
    globalThis[storage].setItem(key, JSON.stringify(value));
  } catch {
    // A private window may refuse to store anything; the page works without storage.
  }
}
