/** Translates messages and formats values in the person's language; the terminal uses the same translations. */

import { values } from "./loading.js";
import { settings } from "./settings.js";

/** @typedef {keyof typeof LANGUAGES} Language */

/**
 * Values for the placeholders of a text; a placeholder without a value keeps its name in braces.
 * @typedef {{ [name: string]: string | number | null | undefined }} Placeholders
 */

export const LANGUAGES = { de: "Deutsch", en: "English", ja: "日本語" };

/**
 * The plural form for a number, as an index into the forms of a catalogue entry.
 * @type {Record<Language, (count: number) => number>}
 */
const PLURALS = { de: (count) => Number(count !== 1), en: (count) => Number(count !== 1), ja: () => 0 };

/**
 * The separators of a list: between all items but the last, between the only two, and before the last of several.
 * @type {Record<Language, string[]>}
 */
const JOINTS = { de: [", ", " und ", " und "], en: [", ", " and ", ", and "], ja: ["、", "、", "、"] };

/** @type {Language} */
let language = "en";
/** @type {{ [text: string]: string | string[] }} */
let catalogue = {};

/** The current language, as in the `lang` attribute. */
export const currentLanguage = () => language;

/** The language as it is used where the person lives, such as "de-AT", if the browser says so. */
const tag = () => globalThis.navigator?.languages?.find((one) => one.split("-")[0] === language) ?? language;

/**
 * Translate a text; `places` fill its placeholders in braces.
 * @param {string} text
 * @param {Placeholders} [places]
 * @returns {string}
 */
export function _(text, places) {
  return fillPlaceholders(/** @type {string} */ (catalogue[text] ?? text), places);
}

/**
 * Translate a text that depends on a number, which fills `{count}`.
 * @param {string} one
 * @param {string} many
 * @param {number} count
 * @param {Placeholders} [places]
 * @returns {string}
 */
export function ngettext(one, many, count, places) {
  const forms = catalogue[one] ?? [one, many];
  const text = Array.isArray(forms) ? forms[PLURALS[language](count)] : forms;
  return fillPlaceholders(text, { count, ...places });
}

/**
 * Load the language of the settings, or else the browser's first supported language; English if its texts do not
 * arrive.
 */
export async function loadLanguage() {
  const wanted = [settings.language, ...navigator.languages.map((tag) => tag.slice(0, 2)), "en"];
  const asked = settings.language;
  const found = /** @type {Language} */ (wanted.find((tag) => tag && tag in LANGUAGES));
  const texts = found === "en" ? {} : await values(`locale/${found}.json`).catch(() => null);
  // The person may have chosen another one meanwhile.
  if (asked !== settings.language) return;
  [language, catalogue] = texts ? [found, texts] : ["en", {}];
  document.documentElement.lang = language;
}

// Formatting that every table needs avoids `Intl`, which takes longer to start than the table takes to draw.

/**
 * Format a number for the language.
 * @param {number} value
 */
export const number = (value) =>
  Number.isInteger(value) && Math.abs(value) < 1000
    ? String(value).replace("-", "−")
    : written(value, { maximumFractionDigits: 20 });

/**
 * @param {number} value
 * @param {Intl.NumberFormatOptions} options
 */
const written = (value, options) =>
  formatter((of) => new Intl.NumberFormat(of, options), JSON.stringify(options))
    .format(value)
    .replace("-", "−");

/**
 * Format an amount of money with its sign.
 * @param {number} amount
 */
export const signed = (amount) => (amount > 0 ? "+" : "") + number(amount);

/**
 * Format an amount with its sign and so many decimals, so that all of a column have as many.
 * @param {number} amount
 * @param {number} decimals
 */
export const exact = (amount, decimals) =>
  written(amount, { minimumFractionDigits: decimals, maximumFractionDigits: decimals, signDisplay: "exceptZero" });

/**
 * Join items into a list in the language: "a, b, and c".
 * @param {string[]} items
 */
export function list(items) {
  const [comma, two, last] = JOINTS[language];
  const joint = items.length > 2 ? last : two;
  const parts = items.map(isolatedOnce);
  return [parts.slice(0, -1).join(comma), ...parts.slice(-1)].filter(Boolean).join(joint);
}

/** From so many seconds on, a duration is given in hours. */
const LONG = 7200;

/**
 * Format a duration as minutes and seconds, "1:05", or a long one in whole hours, not more than there are; a turn that
 * has just begun has all of its hours.
 * @param {number} seconds
 */
export const minutes = (seconds) =>
  seconds >= LONG ? ngettext("{count} hour", "{count} hours", Math.floor((seconds + 60) / 3600)) : clockFace(seconds);

/** @param {number} seconds */
const clockFace = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

/** The gap between two sentences: a space, but nothing in Japanese. */
export const gap = () => (language === "ja" ? "" : " ");

/**
 * Join sentences, leaving out empty ones.
 * @param {string[]} sentences
 */
export const joinSentences = (sentences) => sentences.filter(Boolean).join(gap());

/**
 * Format a time, given in Unix seconds, for the language.
 * @param {number} seconds
 */
export const moment = (seconds) => dates("dateStyle", "medium", "timeStyle", "short").format(1000 * seconds);

/**
 * Format the day of a time near the present, given in Unix seconds: "12 Dec".
 * @param {number} seconds
 */
export const nearDay = (seconds) => dates("day", "numeric", "month", "short").format(1000 * seconds);

/**
 * Format what clocks and calendars show, as milliseconds of UTC: the day of the week, the date and the hour.
 * @param {number} wall
 */
export const appointed = (wall) =>
  [dates("weekday", "long", "timeZone", "UTC"), dates("dateStyle", "medium", "timeStyle", "short", "timeZone", "UTC")]
    .map((format) => format.format(wall))
    .join(", ");

/**
 * Return the name of a day of the week; 0 is Monday.
 * @param {number} day
 */
export const weekdayName = (day) => dates("weekday", "long", "timeZone", "UTC").format(Date.UTC(2024, 0, 1 + day));

/**
 * The formats that have been needed: to make one takes longer than to use it a hundred times.
 * @type {Map<string, any>}
 */
const formatters = new Map();

/**
 * Return the format of a kind for the language and the region: nothing else formats dates or numbers.
 * @template Made
 * @param {(tag: string) => Made} make
 * @param {string} kind
 * @returns {Made}
 */
function formatter(make, kind) {
  const key = `${tag()} ${kind}`;
  const known = formatters.get(key) ?? make(tag());
  formatters.set(key, known);
  return known;
}

/**
 * Return a format of dates.
 * @param {string[]} options names and values in turn
 */
export const dates = (...options) =>
  formatter((of) => {
    const pairs = options.flatMap((name, at) => (at % 2 ? [] : [[name, options[at + 1]]]));
    return new Intl.DateTimeFormat(of, Object.fromEntries(pairs));
  }, options.join());

/**
 * Return the month of a time, given in Unix seconds, such as "2026-11"; empty for the beginning of time.
 * @param {number} seconds
 */
export function monthOf(seconds) {
  const date = new Date(seconds * 1000);
  return seconds ? `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}` : "";
}

/**
 * Format a month that `monthOf` has returned.
 * @param {string} month
 */
export function monthText(month) {
  const [year, at] = month.split("-").map(Number);
  return dates("month", "long", "year", "numeric").format(new Date(year, at - 1, 15));
}

/**
 * Fill placeholders; a number is formatted for the language.
 * @param {string} text
 * @param {Placeholders} [places]
 * @returns {string}
 */
function fillPlaceholders(text, places) {
  if (!places) return text;
  return text.replace(/\{(\w+)\}/g, (all, name, at) => {
    const value = places[name] ?? all;
    if (typeof value === "number") return number(value);
    // A letter after a name keeps the numbers after it in their places.
    return /^[^\p{L}\p{N}{]*\p{L}/u.test(text.slice(at + all.length)) ? value : isolatedOnce(value);
  });
}

/** Letters that are written from right to left, and characters that change the direction. */
const LEFTWARD =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Return a name so that its direction moves no number beside it, in HTML, in plain text and in pictures: one with
 * letters from right to left has invisible marks around it (U+2068 and U+2069).
 * @param {string} name
 */
export const isolated = (name) => (LEFTWARD.test(name) ? `\u2068${plainName(name)}\u2069` : name);

/**
 * Return a name without marks of direction.
 * @param {string} name
 */
export const plainName = (name) => name.replace(DIRECTIONS, "");

/**
 * Isolate a text unless it contains something isolated.
 * @param {string} text
 */
const isolatedOnce = (text) => (text.includes("\u2068") ? text : isolated(text));

/**
 * The breadth of a text in letters; those of Japanese are twice as wide as others.
 * @param {string} text
 */
export const breadth = (text) => [...text].reduce((sum, letter) => sum + (letter > "\u2e80" ? 2 : 1), 0);
