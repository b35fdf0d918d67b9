/** The settings of this device: the name, appearance and sounds, and the tables the person has been at. */

import { allOf, fields, flag, listOf, number, oneOf, orNull, text, whole } from "./checks.js";
import { PORTRAITS, PRESETS } from "./data.js";
import { ownKey } from "./place.js";
import { read, write } from "./storage.js";

/**
 * @import { NewRules } from "../schema.d.ts"
 * @import { Check } from "./checks.js"
 */

/**
 * The settings of this device.
 * @typedef {typeof DEFAULTS} Settings
 */

export const SETTINGS = "dobbm";

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
  /** Whether the bots greet and comment. */
  manners: true,
  /** The deals that the table has explained to a newcomer; null: the person wants no explanations. */
  guided: /** @type {string[] | null} */ ([]),
  /** Seconds that a trick stays on the table; null: until it is tapped. */
  stay: /** @type {number | null} */ (1.4),
  /** The person's own order of the cards, by name; null: the usual sorting. */
  order: /** @type {string[] | null} */ (null),
  /** The options of a game against bots. */
  play: /** @type {NewRules} */ ({}),
  /** The tables the person has been at, newest first: `{table, at}`. */
  tables: /** @type {{ table: string, at: number }[]} */ ([]),
  /** The clubs the person has been at, newest first: `{club, name}`. */
  clubs: /** @type {{ club: string, name: string }[]} */ ([]),
};

/** The names of tables, as in their addresses. */
export const TABLE = /^[\w-]{1,64}$/;
const CARD = /^[HLAB][STKOU6-9]$/;

/** In so many deals the table explains itself to a newcomer. */
const GUIDED = 3;

/** @type {Check<Pick<NewRules, "players" | "bot" | "rules">>} */
const PLAY = fields({
  players: oneOf(4, 5),
  bot: oneOf("simple", "pimc:quick", "pimc"),
  rules: fields({ preset: oneOf(...Object.keys(PRESETS)), match: whole(1, 10_000) }),
});

/**
 * The values that each setting may have: those of another version of the page, or by another hand, are ignored one by
 * one.
 * @type {{ [Name in keyof Settings]: Check<Settings[Name]> }}
 */
const CHECKS = {
  name: text(/^.{0,30}$/u),
  portrait: orNull(oneOf(...PORTRAITS)),
  language: orNull(oneOf("de", "en", "ja")),
  theme: oneOf("auto", "light", "dark"),
  skin: oneOf("tell", "tell4", "french", "french4"),
  back: oneOf("red", "green", "blue"),
  table: oneOf("auto", "pine", "walnut", "cloth"),
  letters: flag,
  confirm: flag,
  silent: listOf(oneOf("turn", "card", "sweep", "word", "end"), 5),
  calls: listOf(oneOf("badge", "sound", "vibration", "notification", "awake"), 5),
  motion: flag,
  tempo: number(0.1, 10),
  volume: number(0, 1),
  lefty: flag,
  keys: flag,
  reversed: flag,
  forced: flag,
  manners: flag,
  guided: orNull(listOf(text(/^[\w-]{1,80}$/), GUIDED)),
  stay: orNull(number(0, 60)),
  order: orNull(listOf(text(CARD), 36)),
  play: PLAY,
  tables: listOf(allOf({ table: text(TABLE), at: number(0, 1e11) }), 20),
  clubs: listOf(allOf({ club: text(TABLE), name: text(/^.{1,30}$/u) }), 20),
};

/** Where the tables are kept: beside the other settings, unless the page in the root of the site has its own there. */
const TABLES = ownKey(SETTINGS);

function kept() {
  const found = read(SETTINGS, fields(CHECKS));
  // A person who has played before there were explanations needs none.
  if (found?.tables?.length && !("guided" in found)) found.guided = null;
  return TABLES === SETTINGS ? found : { ...found, tables: read(TABLES, CHECKS.tables) ?? [] };
}

function keep() {
  const { tables } = settings;
  if (TABLES === SETTINGS) return write(SETTINGS, settings);
  write(TABLES, tables);
  return write(SETTINGS, { ...settings, tables: read(SETTINGS, fields(CHECKS))?.tables ?? [] });
}

/** The current settings; change them with `changeSettings`. */
export const settings = { ...DEFAULTS, ...kept() };

/**
 * Change settings, store them and apply them to the page. A change that depends on the settings is a function of them:
 * another window may have changed them meanwhile.
 * @param {Partial<Settings> | ((now: Settings) => Partial<Settings>)} changes
 */
export function changeSettings(changes) {
  Object.assign(settings, kept());
  Object.assign(settings, typeof changes === "function" ? changes(settings) : changes);
  keep();
  applySettings();
}

// Changes by another window hold here, too.
globalThis.addEventListener?.("storage", ({ key }) => {
  if (key !== SETTINGS && key !== TABLES) return;
  Object.assign(settings, kept());
  applySettings();
});

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

/** Whether the table explains itself in the next deal. */
export const isGuided = () => settings.guided !== null && settings.guided.length < GUIDED;

/**
 * Remember a table, so that the start page offers to continue it.
 * @param {string} table
 */
export function rememberTable(table) {
  changeSettings(({ tables }) => {
    const others = tables.filter((one) => one.table !== table);
    return { tables: [{ table, at: Date.now() / 1000 }, ...others].slice(0, 20) };
  });
}

/**
 * Remember a club, so that this device leads there.
 * @param {string} club
 * @param {string} name
 */
export function rememberClub(club, name) {
  if (settings.clubs[0]?.club === club && settings.clubs[0].name === name) return;
  changeSettings(({ clubs }) => {
    const others = clubs.filter((one) => one.club !== club);
    return { clubs: [{ club, name }, ...others].slice(0, 20) };
  });
}

/**
 * Forget a club.
 * @param {string} club
 */
export function forgetClub(club) {
  changeSettings(({ clubs }) => ({ clubs: clubs.filter((one) => one.club !== club) }));
}

/**
 * Forget a table.
 * @param {string} table
 */
export function forgetTable(table) {
  changeSettings(({ tables }) => ({ tables: tables.filter((one) => one.table !== table) }));
}
