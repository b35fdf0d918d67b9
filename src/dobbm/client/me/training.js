/** A person's progress with the exercises: a rating, the answers, and the exercises that return. */

import { allOf, byName, fields, listOf, number, text, whole } from "../base/checks.js";
import { read, write } from "../base/storage.js";
import { newRating, rated } from "./glicko.js";
import { levelOf } from "./exercises.js";

/**
 * @import { Collection, Row } from "./exercises.js"
 * @import { Rating } from "./glicko.js"
 */

/**
 * An exercise that returns: after how many more answers, and at which number of answers.
 * @typedef {{ wait: number, due: number }} Return
 */

/**
 * @typedef {{
 *   rating: Rating,
 *   answered: number,
 *   right: number,
 *   seen: string[],
 *   back: { [name: string]: Return },
 * }} Training
 */

const KEY = "dobbm-exercises";
const MOST = 20_000;
const NAME = /^[a-z]{3}-?\d{1,18}-\d{1,9}$/;
/** The ratings of exercises by how many of the bots miss them, and how far they may be off. */
const LEVELS = [1100, 1300, 1500, 1700, 1900, 2100];
const DEVIATION = 120;
/** Answers until a missed exercise comes back, and how many times as many after each right answer, up to the last. */
const FIRST = 6;
const GROWS = 3;
const LAST = 200;

/** @type {Training} */
const START = { rating: newRating(), answered: 0, right: 0, seen: [], back: {} };

const isRating = allOf({ rating: number(0, 4000), deviation: number(1, 1000), volatility: number(0.0001, 1) });
const isTraining = fields({
  rating: isRating,
  answered: whole(0, 1e9),
  right: whole(0, 1e9),
  seen: listOf(text(NAME), MOST),
  back: byName(allOf({ wait: whole(1, MOST), due: whole(0, 2e9) }), MOST),
});

/** @returns {Training} */
export const training = () => ({ ...START, ...read(KEY, isTraining) });

/** @param {Row} row */
const ratingOf = ([, , , , , , , missed]) => LEVELS[Math.min(levelOf(missed), LEVELS.length - 1)];

/**
 * Return the next exercise: one that comes back, or a new one whose level is near the person's rating.
 * @param {Collection} collection
 * @param {Training} now
 * @param {string} kind a kind, or "" for all of them
 * @param {number} lot a number from 0 to 1 that chooses among equals
 * @param {string} [last] the name of the exercise before
 * @returns {Row | undefined}
 */
export function nextRow({ exercises, kinds }, now, kind, lot, last = "") {
  const wanted = exercises.filter(([name, at]) => name !== last && (!kind || kinds[at] === kind));
  const back = wanted.filter(([name]) => Object.hasOwn(now.back, name) && now.back[name].due <= now.answered);
  if (back.length) return back.reduce((one, other) => (now.back[other[0]].due < now.back[one[0]].due ? other : one));
  const seen = new Set(now.seen);
  const fresh = wanted.filter(([name]) => !seen.has(name));
  const open = fresh.length ? fresh : wanted;
  const off = (/** @type {Row} */ row) => Math.abs(ratingOf(row) - now.rating.rating);
  const nearest = Math.min(...open.map(off));
  const near = open.filter((row) => off(row) === nearest);
  return near[Math.min(Math.floor(lot * near.length), near.length - 1)];
}

/**
 * Return how a person does after an answer. Only the first answer to an exercise counts for the rating.
 * @param {Training} now
 * @param {Row} row
 * @param {boolean} right
 * @returns {Training}
 */
export function afterAnswer(now, row, right) {
  const [name] = row;
  const answered = now.answered + 1;
  const first = !now.seen.includes(name);
  const { [name]: last, ...back } = now.back;
  const wait = right ? (last?.wait ?? 0) * GROWS : FIRST;
  return {
    rating: first
      ? rated(now.rating, [{ rating: ratingOf(row), deviation: DEVIATION, score: Number(right) }])
      : now.rating,
    answered,
    right: now.right + Number(right),
    seen: first ? [...now.seen, name] : now.seen,
    back: wait && wait <= LAST ? { ...back, [name]: { wait, due: answered + wait } } : back,
  };
}

/**
 * Keep how a person does after an answer; another window may have kept more meanwhile.
 * @param {Row} row
 * @param {boolean} right
 */
export function keepAnswer(row, right) {
  const now = afterAnswer(training(), row, right);
  write(KEY, now);
  return now;
}
