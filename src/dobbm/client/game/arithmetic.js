/** Explains the payments of a deal step by step, as the terminal does. */

import { _, isolated, number, signed } from "../base/i18n.js";
import { pointsIn, pointsText } from "../cards/deck.js";
import { outOfPlay } from "./record.js";
import { HALF, REVOKE, STOCKERL, worth } from "./settlement.js";
import { doublers } from "./words.js";

/**
 * @import { Record, Result, RuleOptions } from "../schema.d.ts"
 * @import { Outcome, Stake } from "./settlement.js"
 * @import { Contract } from "../types.d.ts"
 */

/**
 * A settled deal of a score sheet or of a table.
 * @typedef {{
 *   outcome: Outcome,
 *   payments: number[],
 *   nextDealer: number,
 *   declarer?: number | null,
 *   contract?: Contract | null,
 *   doublings?: number,
 *   points?: number | null,
 *   noTrick?: boolean,
 * }} Settled
 */

/** @typedef {Stake & { players: number }} Payers */

/**
 * Return the steps from a result to its payments at a table with `players`, `match` and `unit`: "72 − 60 = 12 points
 * over 60", "1 Schilling a point → 12", "Solo × 2 → 24", "24 from each of the three defenders → +72".
 * @param {Settled} deal
 * @param {Payers} table
 * @param {string[]} names
 * @returns {string[]}
 */
export function arithmetic(deal, table, names) {
  if (deal.outcome === "thrown_in") return thrownIn(deal, table, names);
  if (deal.outcome === "revoke") {
    const begin = _("A revoke costs half a Match: {points}", { points: pointsText(REVOKE) });
    return [begin, ...paid(REVOKE, deal, table)];
  }
  const made = /** @type {number} */ (deal.points);
  if (made === HALF) return [_("{points}: eingestellt, nothing is paid.", { points: pointsText(made) })];
  const count = Math.abs(made - HALF);
  const points = pointsText(count);
  const difference =
    made > HALF
      ? _("{made} − 60 = {points} over 60", { made, points })
      : _("60 − {made} = {points} short of 60", { made, points });
  const steps = [difference, ...paid(count, deal, table)];
  if (!deal.noTrick) return steps;
  return [_("No trick, so no points: the four cards out of play also go to the defenders."), ...steps];
}

/**
 * Return the steps from the cards of a view or a record to the payment: "In tricks 60 + discarded 12 = 72 points",
 * and so on.
 * @param {{ rules: Stake, players: number, record: Record, result: Result }} view
 * @param {string[]} names
 */
export function paymentSteps({ rules, players, record, result: end }, names) {
  const { points, tricks } = end;
  const deal = { ...end, nextDealer: end.next_dealer, noTrick: tricks === 0 };
  const steps = arithmetic(deal, { ...rules, players }, names);
  if (!tricks || points === null) return steps;
  const out = pointsIn(outOfPlay(record, end) ?? []);
  const places = { taken: points - out, out, points: pointsText(points) };
  const counted =
    end.contract === "solo"
      ? _("In tricks {taken} + in the Dobb {out} = {points}", places)
      : _("In tricks {taken} + discarded {out} = {points}", places);
  return [counted, ...steps];
}

/**
 * @param {Settled} deal
 * @param {Payers} table
 * @param {string[]} names
 */
function thrownIn({ nextDealer, payments }, table, names) {
  const name = names[nextDealer];
  if (table.players === 4) {
    const mine = name === _("You");
    return [mine ? _("Nothing is paid; you deal again.") : _("Nothing is paid; {name} deals again.", { name })];
  }
  const points = pointsText(STOCKERL);
  const places = { amount: number(worth(STOCKERL, table)), total: signed(payments[nextDealer]) };
  return [
    _("A Stockerl, the consolation for the next dealer, {name}: {points}", { name, points }),
    priced(STOCKERL, table),
    _("{amount} from each of the four others → {total}", places),
  ];
}

/**
 * The steps from a difference in points to what the declarer receives or pays.
 * @param {number} difference
 * @param {Settled} deal
 * @param {Payers} table
 */
function paid(difference, deal, table) {
  const amount = worth(difference, table);
  const doubled = doublers(deal).map((name, at) => `${isolated(name)} × 2 → ${number(amount * 2 ** (at + 1))}`);
  return [
    priced(difference, table),
    ...doubled,
    summed(amount * 2 ** doubled.length, deal.payments[/** @type {number} */ (deal.declarer)], table),
  ];
}

/**
 * The step from one player's payment to the declarer's total: "24 from each of the three defenders → +72".
 * @param {number} each
 * @param {number} payment
 * @param {Payers} table
 */
function summed(each, payment, { players }) {
  const places = { amount: number(each), total: signed(payment) };
  if (players === 4) {
    return payment > 0
      ? _("{amount} from each of the three defenders → {total}", places)
      : _("{amount} to each of the three defenders → {total}", places);
  }
  return payment > 0
    ? _("{amount} from each of the three defenders and from the dealer → {total}", places)
    : _("{amount} to each of the three defenders and to the dealer → {total}", places);
}

/**
 * @param {number} difference
 * @param {Stake} stake
 */
function priced(difference, { match, unit }) {
  const amount = worth(difference, { match, unit });
  const places = { price: number(match / HALF), match: number(match), amount: number(amount) };
  const step =
    match % HALF === 0
      ? _("{price} Schilling a point → {amount}", places)
      : _("a Match of {match}: {match} Schilling for 60 points → {amount}", places);
  return amount * HALF === difference * match ? step : `${step} ${_("(rounded up)")}`;
}
