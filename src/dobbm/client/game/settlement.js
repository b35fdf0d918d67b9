/**
 * What a deal is worth, and who deals next: the twin of src/dobbm/game/settlement.py (docs/score.md).
 *
 * Money is in whole Schilling. Nothing is larger than 2 ** 53, because a sheet refuses a Match above
 * `LARGEST_MATCH` and more than `MOST_DOUBLINGS`; so plain numbers are exact.
 */

/** @import { Contract } from "../types.d.ts" */

/**
 * What money depends on: the price of a Match, and what payments are rounded up to.
 * @typedef {{ match: number, unit: number }} Stake
 */

/**
 * A table where a deal of the sheet is settled.
 * @typedef {Stake & { players: number, dealer: number }} Settling
 */

/**
 * A deal of the sheet that was played, broken off by a revoke, or thrown in (docs/score.md).
 * @typedef {PlayedDeal | RevokedDeal | { end: "thrown_in" }} SheetDeal
 */

/**
 * @typedef {{
 *   end: "played",
 *   declarer: number,
 *   contract: Contract,
 *   doublings: number,
 *   points: number,
 *   noTrick: boolean,
 * }} PlayedDeal
 */

/**
 * @typedef {{
 *   end: "revoke",
 *   declarer: number,
 *   contract: Contract,
 *   doublings: number,
 *   offender: number,
 * }} RevokedDeal
 */

/**
 * How a deal of the sheet ends.
 * @typedef {{ outcome: Outcome, payments: number[], nextDealer: number }} End
 */

/** @typedef {"won" | "lost" | "eingestellt" | "revoke" | "thrown_in"} Outcome */

export const HALF = 60;
export const ALL = 2 * HALF;
/** Card points whose worth a new dealer gets after a thrown-in deal of five. */
export const STOCKERL = 10;
/** Card points whose worth a revoke costs: half of a Match. */
export const REVOKE = 30;

export const LARGEST_MATCH = 100_000;
export const MOST_DOUBLINGS = 20;

/**
 * What every payment is multiplied by.
 * @type {Record<Contract, number>}
 */
export const FACTORS = { dobbm: 1, solo: 2 };

/**
 * What a difference in card points costs in an ordinary game: rounded up to the unit.
 * @param {number} difference
 * @param {Stake} stake
 */
export const worth = (difference, { match, unit }) =>
  Math.ceil((difference * match) / (HALF * unit)) * unit;

/**
 * What one player pays for a difference in card points; rounding comes before doubling.
 * @param {number} difference
 * @param {Contract} contract
 * @param {number} doublings
 * @param {Stake} stake
 */
export const payment = (difference, contract, doublings, stake) =>
  worth(difference, stake) * FACTORS[contract] * 2 ** doublings;

/**
 * How a deal of the sheet ends: its outcome, what every seat receives, and who deals next.
 * `table` has `players`, `dealer`, `match` and `unit`.
 * @param {SheetDeal} deal
 * @param {Settling} table
 * @returns {End}
 */
export function settle(deal, table) {
  const { players } = table;
  if (deal.end === "thrown_in") return thrownIn(table);
  const { declarer, contract, doublings } = deal;
  /**
   * @param {Outcome} outcome
   * @param {number} difference
   * @param {boolean} wins
   */
  const settled = (outcome, difference, wins) => {
    const amount = payment(difference, contract, doublings, table);
    const payments = between(declarer, wins ? amount : -amount, players);
    return { outcome, payments, nextDealer: declarer };
  };
  if (deal.end === "revoke") return settled("revoke", REVOKE, deal.offender !== declarer);
  const { points } = deal;
  return settled(outcomeOf(points), Math.abs(points - HALF), points > HALF);
}

/**
 * @param {number} points
 * @returns {Outcome}
 */
function outcomeOf(points) {
  if (points === HALF) return "eingestellt";
  return points > HALF ? "won" : "lost";
}

/**
 * Four deal again; of five the next deals, and gets a Stockerl (docs/rules.md 4).
 * @param {Settling} table
 * @returns {End}
 */
function thrownIn(table) {
  const { players, dealer } = table;
  const five = players === 5;
  const nextDealer = five ? (dealer + 1) % players : dealer;
  const payments = between(nextDealer, five ? worth(STOCKERL, table) : 0, players);
  return { outcome: "thrown_in", payments, nextDealer };
}

/**
 * Payments in which one seat receives an amount from each of the others.
 * @param {number} one
 * @param {number} amount
 * @param {number} players
 */
function between(one, amount, players) {
  const others = amount ? -amount : 0;
  return Array.from({ length: players }, (_, seat) => (seat === one ? amount * (players - 1) : others));
}
