/** The days and their deals: their names, and how far this device has played them. */

import { allOf, byName, orNull, text, whole } from "../base/checks.js";
import { dates } from "../base/i18n.js";
import { read, write } from "../base/storage.js";
import { actionsOf, lettersOf } from "./deal-code.js";

/** @import { Check } from "../base/checks.js" */

/**
 * A deal as this device has played it: its actions in letters, and once it is over what the person received.
 * @typedef {{ said: string, paid: number | null }} Played
 */

const KEY = "dobbm-daily";
/** The number of deals that are remembered; a day has three. */
const MOST = 600;
const DAY = 86_400_000;
/** The numbers of the deals of a day. */
export const DEALS = [1, 2, 3];

const CHECK = byName(
  /** @type {Check<Played>} */ (allOf({ said: text(/^[\w-]{0,200}$/), paid: orNull(whole(-1e12, 1e12)) })),
  MOST,
);

/** @param {Date} time */
const written = (time) =>
  [time.getFullYear(), time.getMonth() + 1, time.getDate()].map((part) => String(part).padStart(2, "0")).join("-");

/** Return the date where the person is, such as "2026-11-26". */
export const today = () => written(new Date());

/**
 * Return the date of a time, in Unix seconds, where the person is.
 * @param {number} seconds
 */
export const dayOf = (seconds) => written(new Date(1000 * seconds));

/**
 * Return the end of a date where the person is, in Unix seconds; not a number for no date.
 * @param {string} day
 */
export const endOf = (day) => new Date(`${day}T23:59:59`).getTime() / 1000;

/**
 * Return the date of a time, in Unix seconds, in a time zone.
 * @param {number} seconds
 * @param {string} [zone]
 */
export const dayIn = (seconds, zone = "UTC") => new Date(wallTime(seconds, zone)).toISOString().slice(0, 10);

/** Milliseconds of a day that belong to the evening before. */
const NIGHT = 6 * 3_600_000;

/**
 * Return the date of the evening to which a time belongs, in Unix seconds: until six in the morning, in the time zone
 * of the club, it is that of the day before.
 * @param {number} seconds
 * @param {string} [zone]
 */
export const eveningOf = (seconds, zone = "UTC") =>
  new Date(wallTime(seconds, zone) - NIGHT).toISOString().slice(0, 10);

/**
 * Return the time that clocks show in a time zone, as milliseconds of UTC; that of UTC if this browser does not know
 * the zone.
 * @param {number} seconds in Unix seconds
 * @param {string} zone
 */
export function wallTime(seconds, zone) {
  try {
    const written = new Date(1000 * seconds).toLocaleString("sv", { timeZone: zone });
    return Date.parse(`${written.replace(" ", "T")}Z`);
  } catch {
    return 1000 * seconds;
  }
}

/**
 * Whether a text is a day, such as "2026-11-26".
 * @param {string} text
 */
export const isDay = (text) => {
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
};

/** Return the time in Unix seconds. */
export const now = () => Math.round(Date.now() / 1000);

/**
 * Return the day so many days after another.
 * @param {string} day
 * @param {number} count
 */
export const dayAfter = (day, count) => new Date(Date.parse(day) + count * DAY).toISOString().slice(0, 10);

/**
 * Return the days before one, the last first.
 * @param {string} day
 * @param {number} count
 */
export const daysBefore = (day, count) => Array.from({ length: count }, (_, at) => dayAfter(day, -at - 1));

/**
 * Write a day in the person's language.
 * @param {string} day
 * @param {"full" | "medium"} style
 */
export const dayText = (day, style = "full") => dates("dateStyle", style, "timeZone", "UTC").format(new Date(day));

/** Return all that this device has played, by the name of the deal. */
export const played = () => read(KEY, CHECK) ?? {};

/**
 * Return the name of a deal of a day.
 * @param {string} day
 * @param {number} deal
 */
export const nameOf = (day, deal) => `${day}/${deal}`;

/**
 * Return the person's payment in each deal of a day; null for a deal that is not over.
 * @param {string} day
 */
export function results(day) {
  const all = played();
  return DEALS.map((deal) => all[nameOf(day, deal)]?.paid ?? null);
}

/**
 * Return the actions of a deal so far.
 * @param {string} name
 */
export const actionsPlayed = (name) => actionsOf(played()[name]?.said ?? "") ?? [];

/**
 * Remember a deal: one that is over stays as it is.
 * @param {string} name
 * @param {string[]} actions
 * @param {number | null} paid
 */
export function remember(name, actions, paid) {
  const all = played();
  if ((all[name]?.paid ?? null) === null) write(KEY, { ...all, [name]: { said: lettersOf(actions), paid } });
}
