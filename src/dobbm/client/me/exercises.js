/** The exercises that come with the page, unpacked from their short form (docs/exercises.md). */

/**
 * @import { Begun } from "../game/position.js"
 * @import { Reason } from "../schema.d.ts"
 */

/** @typedef {"bid" | "discard" | "schwacher" | "lead" | "defence" | "ending"} Kind */

/**
 * A choice: actions that count as one, and their worth: the declarer's points or, for words, Schilling.
 * @typedef {{ actions: string[], value: number }} Choice
 */

/**
 * A decision of seat 0, of which the first choice is the answer; `level` is how many of the bots miss it.
 * @typedef {{
 *   kind: Kind,
 *   record: Begun,
 *   choices: Choice[],
 *   level: number,
 *   theme: string,
 *   reason: Reason | null,
 * }} Exercise
 */

/**
 * @typedef {[
 *   name: string, kind: number, dealer: number, deck: string, actions: string, choices: string, values: number[],
 *   missed: number, theme: number, reason: [sentence: number, values: Omit<Reason, "sentence">],
 * ]} Row
 */

/** @typedef {{ kinds: Kind[], themes: string[], sentences: string[], exercises: Row[] }} Collection */

/** @type {Kind[]} */
export const KINDS = ["bid", "discard", "schwacher", "lead", "defence", "ending"];

const RANKS = "6789UOKTS";
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
/** @type {{ [letter: string]: string }} */
const CARDS = Object.fromEntries(
  [..."HLAB"].flatMap((suit, at) => [...RANKS].map((rank, turn) => [LETTERS[9 * at + turn], suit + rank])),
);
/** @type {{ [letter: string]: string }} */
const WORDS = { w: "weiter", d: "dobbm", s: "solo", g: "gut", x: "schwacher", r: "retour" };

/** @param {string} text */
const cards = (text) => [...text].map((letter) => CARDS[letter]);

/**
 * Return the actions of a deal; four cards after a Dobbm are the discards.
 * @param {string} text
 */
function actionsIn(text) {
  const [, bids, rest] = /** @type {RegExpExecArray} */ (/^([wds]*)(.*)$/.exec(text));
  const four = bids.includes("s") ? "" : rest.slice(0, 4);
  const words = [...bids].map((letter) => WORDS[letter]);
  const discards = four ? [cards(four).join(" ")] : [];
  return [...words, ...discards, ...[...rest.slice(four.length)].map((letter) => WORDS[letter] ?? CARDS[letter])];
}

/** @param {string} text */
const action = (text) => WORDS[text] ?? cards(text).join(" ");

/**
 * Return an exercise of a collection.
 * @param {Collection} collection
 * @param {Row} row
 * @returns {Exercise}
 */
export function unpacked({ kinds, themes, sentences }, row) {
  const [, kind, dealer, deck, actions, choices, values, missed, theme, [sentence, given]] = row;
  return {
    kind: kinds[kind],
    record: { dealer, deck: cards(deck), actions: actionsIn(actions) },
    choices: choices.split(" ").map((equal, at) => ({ actions: equal.split("/").map(action), value: values[at] })),
    level: levelOf(missed),
    theme: themes[theme],
    reason: sentences[sentence] ? /** @type {Reason} */ ({ sentence: sentences[sentence], ...given }) : null,
  };
}

/**
 * How many bots miss an exercise.
 * @param {number} missed one bit for each of them
 */
export const levelOf = (missed) => [...missed.toString(2)].filter((bit) => bit === "1").length;

/**
 * Whether an action is one of the right answers.
 * @param {Pick<Exercise, "choices">} exercise
 * @param {string} given
 */
export const isRight = ({ choices: [{ actions }] }, given) => actions.some((one) => sorted(one) === sorted(given));

/** @param {string} given */
export const sorted = (given) => given.split(" ").sort().join(" ");
