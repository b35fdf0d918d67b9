/** Messages in the person's language, from the catalogues that server and terminal use, too. */

import { look } from "./look.js";

/** @typedef {keyof typeof LANGUAGES} Language */

/**
 * What stands in the places of a text; an empty place keeps its name in braces.
 * @typedef {{ [name: string]: string | number | null | undefined }} Places
 */

export const LANGUAGES = { de: "Deutsch", en: "English", ja: "日本語" };

/**
 * Which plural form a number takes: the forms of a catalogue in their order.
 * @type {Record<Language, (count: number) => number>}
 */
const PLURALS = { de: (count) => Number(count !== 1), en: (count) => Number(count !== 1), ja: () => 0 };

/**
 * What stands between thousands, and before a fraction.
 * @type {Record<Language, string[]>}
 */
const MARKS = { de: [".", ","], en: [",", "."], ja: [",", "."] };

/**
 * What joins the items of a row: all but the last, the only two, and the last one.
 * @type {Record<Language, string[]>}
 */
const JOINTS = { de: [", ", " und ", " und "], en: [", ", " and ", ", and "], ja: ["、", "、", "、"] };

/** @type {Language} */
let language = "en";
/** @type {{ [text: string]: string | string[] }} */
let catalogue = {};

/** The language that is spoken now, as in the `lang` attribute. */
export const spoken = () => language;

/**
 * A text in the person's language; `places` fill what stands in braces.
 * @param {string} text
 * @param {Places} [places]
 * @returns {string}
 */
export function _(text, places) {
  return filled(/** @type {string} */ (catalogue[text] ?? text), places);
}

/**
 * A text that depends on a number, which fills `{count}`.
 * @param {string} one
 * @param {string} many
 * @param {number} count
 * @param {Places} [places]
 * @returns {string}
 */
export function ngettext(one, many, count, places) {
  const forms = catalogue[one] ?? [one, many];
  const text = Array.isArray(forms) ? forms[PLURALS[language](count)] : forms;
  return filled(text, { count, ...places });
}

/** Load the language of the settings, or else the first one of the browser that there is. */
export async function loadLanguage() {
  const wanted = [look.language, ...navigator.languages.map((tag) => tag.slice(0, 2)), "en"];
  language = /** @type {Language} */ (wanted.find((tag) => tag && tag in LANGUAGES));
  catalogue = {};
  if (language !== "en") {
    const answer = await fetch(new URL(`../locale/${language}.json`, import.meta.url));
    if (answer.ok) catalogue = await answer.json();
  }
  document.documentElement.lang = language;
}

// What every table needs is not left to `Intl`: it takes longer to begin than the table to be drawn.

/**
 * A number as the language writes it.
 * @param {number} value
 */
export function number(value) {
  const [thousands, decimal] = MARKS[language];
  const [whole, part] = String(Math.abs(value)).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, thousands);
  return (value < 0 ? "−" : "") + grouped + (part ? decimal + part : "");
}

/**
 * Money with its sign.
 * @param {number} amount
 */
export const signed = (amount) => (amount > 0 ? "+" : "") + number(amount);

/**
 * Items in a row as the language joins them: "a, b, and c".
 * @param {string[]} items
 */
export function list(items) {
  const [comma, two, last] = JOINTS[language];
  const joint = items.length > 2 ? last : two;
  return [items.slice(0, -1).join(comma), ...items.slice(-1)].filter(Boolean).join(joint);
}

/** What stands between two sentences: in Japanese nothing. */
export const gap = () => (language === "ja" ? "" : " ");

/**
 * Sentences one after another.
 * @param {string[]} sentences
 */
export const joined = (sentences) => sentences.filter(Boolean).join(gap());

/**
 * A moment as the language writes it, from Unix seconds.
 * @param {number} seconds
 */
export const moment = (seconds) =>
  new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(
    new Date(seconds * 1000),
  );

/**
 * @param {string} text
 * @param {Places} [places]
 * @returns {string}
 */
function filled(text, places) {
  return places ? text.replace(/\{(\w+)\}/g, (all, name) => String(places[name] ?? all)) : text;
}
