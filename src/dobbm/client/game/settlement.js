/**
 * Settles a deal: its outcome, its payments, the next dealer. The twin of src/dobbm/game/settlement.py (docs/score.md).
 *
 * Money is in whole Schilling. Plain numbers are exact, because a sheet refuses a Match above `LARGEST_MATCH` and more
 * than `MOST_DOUBLINGS`: no amount exceeds 2 ** 53.
 */

/** @import { Contract } from "../types.d.ts" */

/**
 * The price of a Match, and the unit that payments are rounded up to.
 * @typedef {{ match: number, unit: number }} Stake
 */

/**
 * The data of a table that are needed to settle a deal of the sheet.
 * @typedef {Stake & { players: number, dealer: number }} Settling
 */

/**
 * A deal of the sheet: played, ended by a revoke, or thrown in (docs/score.md).
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
 * The result of a deal of the sheet.
 * @typedef {{ outcome: Outcome, payments: number[], nextDealer: number }} End
 */

/** @typedef {"won" | "lost" | "eingestellt" | "revoke" | "thrown_in"} Outcome */

export const HALF = 60;
export const ALL = 2 * HALF;
/** The Stockerl in card points: each other player pays it to the new dealer if five play and nobody bids. */
export const STOCKERL = 10;
/** The cost of a revoke in card points: half a Match. */
export const REVOKE = 30;

export const LARGEST_MATCH = 100_000;

/**
 * The factor by which each contract multiplies every payment.
 * @type {Record<Contract, number>}
 */
export const FACTORS = { dobbm: 1, solo: 2 };

/**
 * The price of a difference in card points before doubling, in Schilling, rounded up to a multiple of the unit.
 * @param {number} difference
 * @param {Stake} stake
 */
export const worth = (difference, { match, unit }) => Math.ceil((difference * match) / (HALF * unit)) * unit;

/**
 * The payment of one player for a difference in card points; the price is rounded before it is doubled.
 * @param {number} difference
 * @param {Contract} contract
 * @param {number} doublings
 * @param {Stake} stake
 */
export const payment = (difference, contract, doublings, stake) =>
  worth(difference, stake) * FACTORS[contract] * 2 ** doublings;

/**
 * Return the payment of one player for ten card points over sixty as the deal stands; 0 before there is a declarer.
 * @param {{ contract: Contract | null, doublings: number, rules: Stake }} view
 */
export const worthOfTen = ({ contract, doublings, rules }) => (contract ? payment(10, contract, doublings, rules) : 0);

/**
 * Settle a deal of the sheet: its outcome, the payment of every seat, and the next dealer. `table` has `players`,
 * `dealer`, `match` and `unit`.
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
 * Settle a thrown-in deal: with four players the same dealer deals again; with five the next player deals and gets a
 * Stockerl (docs/rules.md 4).
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
