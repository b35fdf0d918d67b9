/**
 * A deal as a short text for an address: a letter for each card and each word, and at the end a check that nothing is
 * cut off or changed (docs/daily.md). A server still verifies that the actions follow the rules.
 */

import { CARDS } from "../cards/deck.js";

/**
 * @import { Record } from "../schema.d.ts"
 * @import { GivenDeal } from "../types.d.ts"
 */

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const WORDS = ["weiter", "dobbm", "solo", "gut", "schwacher", "retour"];
/** The meanings of the letters, by their places in the alphabet. */
const SIGNS = [...CARDS, ...WORDS];
/** Joins the letters of an action of several cards. */
const JOINT = "-";
/** The bots, by the digit of their seats; the person's seat has an x. */
const BOTS = ["random", "simple", "trained", "network", "pimc:quick", "pimc", "pimc:strong"];
const PERSON = "x";

const ACTIONS = /^(?:[A-Za-p](?:-[A-Za-j])*)*$/;
const FORM =
  /^1\/(?<rules>[a-z]+(?:-[a-z_]+-\w+)*)\/(?<who>[0-6x]{4,5})\/(?<dealer>[0-4])(?<must>m?)\/(?<deck>[A-Za-j]{36})\/(?<said>[\w-]*)$/;

/** @param {string} sign */
const letterOf = (sign) => LETTERS[SIGNS.indexOf(sign)];
/** @param {string} letter */
const signOf = (letter) => SIGNS[LETTERS.indexOf(letter)];

/** @param {string | null} bot who is unknown, or a person, is replaced by `network` */
const digitOf = (bot) => BOTS.indexOf(BOTS.includes(bot ?? "") ? (bot ?? "") : "network");

/**
 * Write actions as letters.
 * @param {string[]} actions
 */
export const lettersOf = (actions) => actions.map((action) => action.split(" ").map(letterOf).join(JOINT)).join("");

/**
 * Read actions from letters; null if they are none.
 * @param {string} letters
 */
export const actionsOf = (letters) =>
  ACTIONS.test(letters)
    ? (letters.match(/\w(?:-\w)*/g) ?? []).map((action) => action.split(JOINT).map(signOf).join(" "))
    : null;

/**
 * Return the code of a deal, as far as it has been played.
 * @param {GivenDeal} given
 */
export function codeOf({ record, seat, bots }) {
  const { preset = "pagat", ...others } = record.rules ?? {};
  const text = [
    1,
    [preset, ...Object.entries(others).flat()].map(String).join(JOINT),
    bots.map((bot, at) => (at === seat ? PERSON : digitOf(bot))).join(""),
    record.dealer + (record.must ? "m" : ""),
    record.deck.map(letterOf).join(""),
    lettersOf(record.actions),
  ].join("/");
  return `${text}/${checkOf(text)}`;
}

/**
 * Return the deal that a code stands for; null if it is not a whole code.
 * @param {string} code
 * @returns {GivenDeal | null}
 */
export function dealOf(code) {
  const end = code.lastIndexOf("/");
  const text = code.slice(0, Math.max(0, end));
  const found = FORM.exec(text)?.groups;
  if (!found || checkOf(text) !== code.slice(end + 1)) return null;
  const { rules, who, dealer, must, deck, said } = found;
  const actions = actionsOf(said);
  const seat = who.indexOf(PERSON);
  if (!actions || seat < 0 || seat !== who.lastIndexOf(PERSON)) return null;
  /** @type {Record} */
  const record = {
    rules: rulesOf(rules),
    players: who.length,
    dealer: Number(dealer),
    must: must !== "",
    deck: [...deck].map(signOf),
    actions,
    meta: {},
  };
  return { record, seat, bots: [...who].map((bot) => (bot === PERSON ? null : BOTS[Number(bot)])) };
}

/** @param {string} text a preset, and names of options each with its value */
function rulesOf(text) {
  const [preset, ...others] = text.split(JOINT);
  /** @type {{ [option: string]: string | number | null }} */
  const rules = { preset };
  for (let at = 0; at < others.length; at += 2) {
    const value = others[at + 1];
    rules[others[at]] = value === "null" ? null : /^\d+$/.test(value) ? Number(value) : value;
  }
  return rules;
}

/**
 * Three characters that a text seldom shares with another one.
 * @param {string} text
 */
function checkOf(text) {
  let sum = 7;
  for (const letter of text) sum = (sum * 31 + letter.charCodeAt(0)) % 46_656;
  return sum.toString(36).padStart(3, "0");
}
