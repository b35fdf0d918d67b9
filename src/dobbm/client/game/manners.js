/**
 * Lets bots speak at the table, rarely, in the phrases that people have: decided from the table and the deal as
 * everybody sees them. So a phrase gives away no hidden card, and not how long a bot has thought.
 */

import { pointsIn } from "../cards/deck.js";
import { outOfPlay } from "./record.js";

/** @import { Table, View } from "../schema.d.ts" */

/** @typedef {{ seat: number, phrase: string }} Spoken */

/** A bot comments on one deal in so many. */
const RARELY = 3;
/** Card points that make a discard a good one. */
const GOOD = 18;

/**
 * Return what bots say now that a table has gone on. Beside greetings and goodbyes, a bot speaks at most once in three
 * deals.
 * @param {Table | null} before null if nothing was shown before
 * @param {Table} now
 * @returns {Spoken[]}
 */
export function spoken(before, now) {
  const bots = now.seats.flatMap(({ kind }, seat) => (kind === "bot" ? [seat] : []));
  if (!bots.length) return [];
  if (now.stage === "over")
    return before && before.stage !== "over" ? [{ seat: chosen(bots, now), phrase: "bye" }] : [];
  if (begins(before, now)) return greeting(bots, now);
  if (!before?.view || !now.view || before.deal !== now.deal) return [];
  const talkative = bots.filter((seat) => (seat + now.deal + number(now.table)) % RARELY === 0);
  return [...wince(talkative, before.view, now), ...praise(talkative, before.view, now)];
}

/**
 * Whether the first cards of a session have been dealt, and nobody has spoken.
 * @param {Table | null} before
 * @param {Table} now
 */
function begins(before, { session, deal, stage, view, ledger, settled }) {
  if (before && before.session === session && before.deal > 0) return false;
  const isFirst = !settled.length && ledger.every((amount) => amount === 0);
  return deal > 0 && stage === "playing" && isFirst && view?.steps.length === 0;
}

/**
 * One bot greets, sometimes another one wishes good cards.
 * @param {number[]} bots
 * @param {Table} now
 */
function greeting(bots, now) {
  const first = chosen(bots, now);
  const others = bots.filter((seat) => seat !== first);
  const second = others.length && number(now.table) % 2 ? [{ seat: chosen(others, now), phrase: "good_cards" }] : [];
  return [{ seat: first, phrase: "hello" }, ...second];
}

/**
 * A declarer winces at a Schwacher.
 * @param {number[]} bots
 * @param {View} before
 * @param {Table} now
 */
function wince(bots, before, now) {
  const { steps, declarer } = /** @type {View} */ (now.view);
  const isNew = steps.length > before.steps.length && steps[steps.length - 1].action === "schwacher";
  if (!isNew || declarer === null || !bots.includes(declarer)) return [];
  return [{ seat: declarer, phrase: oneOf(["so_it_goes", "surprise"], now) }];
}

/**
 * Another player praises the discard of a deal that has been won, once all cards lie open.
 * @param {number[]} bots
 * @param {View} before
 * @param {Table} now
 */
function praise(bots, before, now) {
  const { result, record } = /** @type {View} */ (now.view);
  if (before.result || !result || !record) return [];
  if (result.contract !== "dobbm" || result.outcome !== "won") return [];
  const seat = bots.find((one) => one !== result.declarer);
  if (seat === undefined || pointsIn(outOfPlay(record, result) ?? []) < GOOD) return [];
  return [{ seat, phrase: oneOf(["well_played", "applause", "up"], now) }];
}

/**
 * @param {number[]} seats
 * @param {Table} now
 */
const chosen = (seats, { table, session }) => seats[(number(table) + session) % seats.length];

/**
 * @param {string[]} phrases
 * @param {Table} now
 */
const oneOf = (phrases, { table, deal }) => phrases[(number(table) + deal) % phrases.length];

/**
 * A number that follows from the name of a table.
 * @param {string} name
 */
const number = (name) => [...name].reduce((sum, letter) => (31 * sum + (letter.codePointAt(0) ?? 0)) % 1009, 7);
