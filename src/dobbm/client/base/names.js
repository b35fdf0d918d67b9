/** Names of people, which everybody can read and which disturb nothing beside them. */

import { _ } from "./i18n.js";

/** As `text/names.py` has them: letters that draw nothing, letters far larger than others, and variation selectors. */
const BLANK = /[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc\u{13441}\u{13442}\u{16fe4}\u{1d159}]/u;
const GIANT = /[\u0488\u0489\u2e3a\u2e3b\ua670-\ua672\ufdfa\ufdfb\ufdfd\u{12000}-\u{1254f}]/u;
const FORM = /[\p{Cc}\p{Cf}\u180b-\u180d\u180f\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;
/** The character that joins two emoji, and the text before it then. */
const JOINER = "\u200d";
const EMOJI = /\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]*$/u;

/**
 * Return a name as one line, without characters that control a display; joined emoji stay joined.
 * @param {string} name
 */
export const cleanName = (name) =>
  name
    .replace(/\s+/g, " ")
    .replace(/[\p{Cc}\p{Cf}]/gu, (letter, at) =>
      letter === JOINER && EMOJI.test(name.slice(0, at)) && /^\p{Extended_Pictographic}/u.test(name.slice(at + 1))
        ? letter
        : "",
    )
    .trim();

/**
 * Return as much of a text as has room for this number of characters, each as Unicode counts them; what people see as
 * one letter is never cut.
 * @param {string} text
 * @param {number} most
 */
export function fitting(text, most) {
  let fit = "";
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (size(fit + segment) > most) break;
    fit += segment;
  }
  return fit;
}

/**
 * Count the characters of a text as the server does: of some letters in their usual form, which has more.
 * @param {string} text
 */
const size = (text) => Math.max([...text].length, [...text.normalize("NFC")].length);

/** Where a long word may be divided: before a consonant, which may have several letters, between two vowels. */
const SYLLABLE = /(?<=[aeiouyäöü].*)(?<=..)(?<!s(?=ch)|[cpt](?=h))(?=(?:sch|[cpt]h|[bcdfghj-np-tvwxzß])[aeiouyäöü])/giu;

/**
 * Return a name whose long words may be divided with a hyphen, in a narrow column.
 * @param {string} name
 */
export const divisible = (name) => name.replace(/\p{L}{7,}/gu, (word) => word.replace(SYLLABLE, "\u00ad"));

/**
 * Say why others could not read a name, or why it would cover what is beside it; empty if it is fit.
 * @param {string} name
 */
export function nameFault(name) {
  const letters = name.normalize("NFC").replace(FORM, "");
  if (BLANK.test(name) || (name && !/[^\p{Mn}\p{Me}\p{Z}\p{C}]/u.test(letters))) {
    return _("Every character of a name must be visible.");
  }
  if (/(^|[\p{Z}\p{C}])[\p{Mn}\p{Me}]|[\p{Mn}\p{Me}]{5}/u.test(letters)) {
    return _("An accent needs a letter, and a letter has at most four.");
  }
  return GIANT.test(letters) ? _("A name has no characters that are larger than its line.") : "";
}
