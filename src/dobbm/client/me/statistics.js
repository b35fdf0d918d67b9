/** Adds up a person's own deals: a pure fold over their summaries. */

/** @import { Summary } from "./summary.js" */

/**
 * How many numbers there were, their sum, and the sum of their squares.
 * @typedef {{ count: number, sum: number, squares: number }} Sample
 */

/**
 * Deals of one kind: what they paid, how many were won, the person's card points.
 * @typedef {{ gain: Sample, won: number, points: Sample }} Balance
 */

/**
 * All numbers of a person's deals.
 * @typedef {{
 *   all: Balance,
 *   declarer: Balance,
 *   defender: Balance,
 *   solo: Balance,
 *   schwacher: Balance,
 *   retour: Balance,
 *   opponents: { [who: string]: Balance },
 *   hands: Sample,
 *   play: Sample,
 *   best: Summary | null,
 *   worst: Summary | null,
 *   firstMatch: Summary | null,
 *   fuchs: Summary | null,
 * }} Statistics
 */

/** How many standard errors a mean may be away, in 95 of 100 cases. */
const SURE = 1.96;
/** The Match for which hands are worth something. */
const MATCH = 60;

/** @returns {Sample} */
const sample = () => ({ count: 0, sum: 0, squares: 0 });
/** @returns {Balance} */
const balance = () => ({ gain: sample(), won: 0, points: sample() });

/**
 * @param {Sample} to
 * @param {number} value
 */
function count(to, value) {
  to.count += 1;
  to.sum += value;
  to.squares += value * value;
}

/** @param {Sample} sample */
export const mean = ({ count, sum }) => (count ? sum / count : 0);

/**
 * Return by how much the mean of a sample may be off, in 95 of 100 cases; infinity for fewer than two numbers.
 * @param {Sample} sample
 */
export function margin({ count, sum, squares }) {
  if (count < 2) return Infinity;
  const variance = Math.max(0, (squares - (sum * sum) / count) / (count - 1));
  return SURE * Math.sqrt(variance / count);
}

/**
 * Fold deals, the oldest first, into numbers.
 * @param {Iterable<Summary>} deals
 * @returns {Statistics}
 */
export function statistics(deals) {
  /** @type {Statistics} */
  const found = {
    all: balance(),
    declarer: balance(),
    defender: balance(),
    solo: balance(),
    schwacher: balance(),
    retour: balance(),
    opponents: {},
    hands: sample(),
    play: sample(),
    best: null,
    worst: null,
    firstMatch: null,
    fuchs: null,
  };
  for (const deal of deals) add(found, deal);
  return found;
}

/**
 * @param {Statistics} found
 * @param {Summary} deal
 */
function add(found, deal) {
  const { role, gain, worth, match } = deal;
  if (role === "unknown") return;
  const kinds = [found.all];
  if (role === "declarer" || role === "defender") kinds.push(found[role]);
  if (role === "declarer" && deal.contract === "solo") kinds.push(found.solo);
  if (deal.schwacher) kinds.push(found.schwacher);
  if (deal.retour) kinds.push(found.retour);
  if (deal.opponents) kinds.push((found.opponents[deal.opponents] ??= balance()));
  for (const kind of kinds) {
    count(kind.gain, gain);
    if (gain > 0) kind.won += 1;
    if (deal.points !== null) count(kind.points, deal.points);
  }
  if (worth !== null) {
    count(found.hands, worth);
    count(found.play, (gain * MATCH) / match - worth);
  }
  if (gain > (found.best?.gain ?? 0)) found.best = deal;
  if (gain < (found.worst?.gain ?? 0)) found.worst = deal;
  if (deal.full) found.firstMatch ??= deal;
  if (deal.fuchs) found.fuchs ??= deal;
}

/**
 * Deals of one table and session.
 * @typedef {{ place: string, session: number, from: number, until: number, deals: Summary[], gain: number }} Session
 */

/**
 * Group deals, the oldest first, into sessions, the newest first.
 * @param {Iterable<Summary>} deals
 * @returns {Session[]}
 */
export function sessions(deals) {
  /** @type {Map<string, Session>} */
  const found = new Map();
  for (const deal of deals) {
    if (deal.role === "unknown") continue;
    const { place, session, at } = deal;
    const key = `${place} ${session}`;
    const known = found.get(key) ?? { place, session, from: at, until: at, deals: [], gain: 0 };
    known.deals.push(deal);
    known.gain += deal.gain;
    known.until = at;
    found.set(key, known);
  }
  return [...found.values()].sort((one, other) => other.until - one.until);
}

/**
 * Return the winnings after each of at most `most` deals, evenly spaced, the last among them; the first is 0.
 * @param {Summary[]} deals the oldest first
 * @param {number} most
 */
export function course(deals, most) {
  const amounts = [0];
  let sum = 0;
  const every = Math.max(1, Math.ceil(deals.length / most));
  for (const [at, { gain }] of deals.entries()) {
    sum += gain;
    if ((deals.length - 1 - at) % every === 0) amounts.push(sum);
  }
  return amounts;
}
