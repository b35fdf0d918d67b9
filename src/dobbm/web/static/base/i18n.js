/** Messages in the person's language, from the catalogues that server and terminal use, too. */

import { look } from "./look.js";

export const LANGUAGES = { de: "Deutsch", en: "English", ja: "日本語" };

/** Which plural form a number takes: the forms of a catalogue in their order. */
const PLURALS = { de: (count) => Number(count !== 1), en: (count) => Number(count !== 1), ja: () => 0 };

let language = "en";
let catalogue = {};

/** The language that is spoken now, as in the `lang` attribute. */
export const spoken = () => language;

/** A text in the person's language; `places` fill what stands in braces. */
export function _(text, places) {
  return filled(catalogue[text] ?? text, places);
}

/** A text that depends on a number, which fills `{count}`. */
export function ngettext(one, many, count, places) {
  const forms = catalogue[one] ?? [one, many];
  const text = Array.isArray(forms) ? forms[PLURALS[language](count)] : forms;
  return filled(text, { count, ...places });
}

/** Load the language of the settings, or else the first one of the browser that there is. */
export async function loadLanguage() {
  const wanted = [look.language, ...navigator.languages.map((tag) => tag.slice(0, 2)), "en"];
  language = wanted.find((tag) => tag in LANGUAGES);
  catalogue = {};
  if (language !== "en") {
    const answer = await fetch(new URL(`../locale/${language}.json`, import.meta.url));
    if (answer.ok) catalogue = await answer.json();
  }
  document.documentElement.lang = language;
}

/** A number as the language writes it. */
export const number = (value) => written(value, "auto");

/** Money with its sign. */
export const signed = (amount) => written(amount, "exceptZero");

/** Items in a row as the language joins them: "a, b and c". */
export const list = (items) => new Intl.ListFormat(language, { type: "conjunction" }).format(items);

/** A moment as the language writes it, from Unix seconds. */
export const moment = (seconds) =>
  new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(
    new Date(seconds * 1000),
  );

const written = (value, signDisplay) =>
  new Intl.NumberFormat(language, { signDisplay }).format(value).replace("-", "−");

function filled(text, places) {
  return places ? text.replace(/\{(\w+)\}/g, (all, name) => places[name] ?? all) : text;
}
