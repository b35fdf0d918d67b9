/**
 * The deals of a score sheet and what follows from them: the twin of src/dobbm/game/session.py (docs/score.md).
 *
 * Sheets are never changed in place: functions that change one return a new sheet.
 */

import { MOST_DOUBLINGS } from "../base/data.js";
import { activeSeats } from "../game/seats.js";
import { ALL, FACTORS, settle } from "../game/settlement.js";

/**
 * @import { End, Settling, SheetDeal, Stake } from "../game/settlement.js"
 * @import { Preset } from "../base/data.js"
 * @import { Contract } from "../types.d.ts"
 */

/**
 * The part of a sheet that concerns its deals.
 * @typedef {Stake & {
 *   names: string[],
 *   firstDealer: number,
 *   deals: NamedDeal[],
 *   mussrundeFrom: number | null,
 *   closed: boolean,
 * }} Session
 */

/**
 * A deal of a sheet; the device knows it by its `id`, whatever its number becomes.
 * @typedef {SheetDeal & { id?: string }} NamedDeal
 */

/**
 * A part of a stored sheet that could not be read.
 * @typedef {"begun" | "closed" | "mussrunde" | "deals"} Doubt
 */

/**
 * A sheet as it is stored; `doubts` until the person has seen them.
 * @typedef {Session & { id: string, begun: number, preset: Preset, doubts?: Doubt[] }} Sheet
 */

/**
 * The place of a deal in the session: who deals, who plays, whether forehand must, and whether the Mußrunde is `past`.
 * @typedef {Settling & {
 *   at: number,
 *   active: number[],
 *   forehand: number,
 *   holiday: number | null,
 *   must: boolean,
 *   past: boolean,
 * }} Place
 */

/**
 * A deal as entered in a form, possibly incomplete.
 * @typedef {{
 *   end: "played" | "revoke" | "thrown_in",
 *   declarer: number | null,
 *   contract: Contract,
 *   doublings: number,
 *   points: number | null,
 *   noTrick: boolean,
 *   offender: number | null,
 * }} Draft
 */

/**
 * The reason why a deal is impossible in its place.
 * @typedef {"past_mussrunde" | "no_declarer" | "declarer_on_holiday" | "forehand_must" | "must_play" | "no_contract" |
 *   "too_many_doublings" | "no_offender" | "no_points" | "part_of_a_point" | "impossible_points" |
 *   "points_without_trick"} Fault
 */

/**
 * A deal settled in its place.
 * @typedef {{ deal: SheetDeal, place: Place, end: End, ledger: number[] }} Line
 */

/**
 * Everything that follows from a sheet.
 * @typedef {{
 *   lines: Line[],
 *   ledger: number[],
 *   broken: number | null,
 *   left: number | null,
 *   over: boolean,
 *   place: Place,
 * }} Played
 */

/** Maximum number of deals on a sheet, more than anybody plays in one session. */
export const MOST_DEALS = 1000;

/**
 * Return the place of the deal with index `at`: who deals, who plays, whether forehand must.
 * @param {Session} sheet
 * @param {number} at
 * @param {number} dealer
 * @returns {Place}
 */
function placeOf(sheet, at, dealer) {
  const { match, unit, mussrundeFrom } = sheet;
  const players = sheet.names.length;
  const active = activeSeats({ players, dealer });
  return {
    at,
    dealer,
    players,
    match,
    unit,
    active,
    forehand: active[0],
    holiday: players === 5 ? dealer : null,
    must: mussrundeFrom !== null && at >= mussrundeFrom,
    past: mussrundeFrom !== null && at >= mussrundeFrom + players,
  };
}

/**
 * Return the code of the reason why a deal is impossible in its place, or null.
 * `score/descriptions.js` explains each code.
 * @param {Pick<Draft, "end"> & Partial<Draft>} deal
 * @param {Place} place
 * @returns {Fault | null}
 */
export function fault(deal, place) {
  const { active, forehand, must } = place;
  if (place.past) return "past_mussrunde";
  if (deal.end === "thrown_in") return must ? "must_play" : null;
  const { declarer, contract, doublings, points, offender } = deal;
  if (declarer == null) return "no_declarer";
  if (declarer === place.holiday) return "declarer_on_holiday";
  if (!active.includes(declarer)) return "no_declarer";
  if (must && declarer !== forehand) return "forehand_must";
  if (!contract || !Object.hasOwn(FACTORS, contract)) return "no_contract";
  if (!isWhole(doublings, 0, MOST_DOUBLINGS)) return "too_many_doublings";
  if (deal.end === "revoke") return offender != null && active.includes(offender) ? null : "no_offender";
  if (Number.isFinite(points) && !Number.isInteger(points)) return "part_of_a_point";
  if (!isWhole(points, 0, ALL)) return "no_points";
  if (points === 1 || points === ALL - 1) return "impossible_points";
  return deal.noTrick && points ? "points_without_trick" : null;
}

/**
 * Whether a value is a whole number in a range.
 * @param {unknown} value
 * @param {number} least
 * @param {number} most
 */
export const isWhole = (value, least, most) =>
  typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;

/**
 * Return everything that follows from a sheet: `lines`, one for each deal with its `place`, its `end` and the `ledger`
 * after it; the final `ledger`; the `place` of the next deal; the deals `left` of the Mußrunde; whether the session is
 * `over`; and `broken`, the index of the first deal that an earlier change has made impossible. Lines end before it.
 * @param {Session} sheet
 * @returns {Played}
 */
export function replay(sheet) {
  /** @type {Line[]} */
  const lines = [];
  let dealer = sheet.firstDealer;
  let ledger = sheet.names.map(() => 0);
  let broken = null;
  for (const [at, deal] of sheet.deals.entries()) {
    const place = placeOf(sheet, at, dealer);
    if (fault(deal, place)) {
      broken = at;
      break;
    }
    const end = settle(deal, place);
    ledger = ledger.map((sum, seat) => sum + end.payments[seat]);
    lines.push({ deal, place, end, ledger });
    dealer = end.nextDealer;
  }
  const left = dealsLeft(sheet);
  const over = sheet.closed || left === 0 || sheet.deals.length === MOST_DEALS;
  return { lines, ledger, broken, left, over, place: placeOf(sheet, lines.length, dealer) };
}

/**
 * The number of deals left in the Mußrunde; null if none is agreed.
 * @param {Session} sheet
 */
function dealsLeft({ mussrundeFrom, names, deals }) {
  return mussrundeFrom === null ? null : Math.max(0, mussrundeFrom + names.length - deals.length);
}

/**
 * Return the sheet with one more deal.
 * @template {Session} Kind
 * @param {Kind} sheet
 * @param {NamedDeal} deal
 * @returns {Kind}
 */
export const withDeal = (sheet, deal) => ({ ...sheet, deals: [...sheet.deals, deal] });

/**
 * Return the sheet with a deal corrected; the device still knows it by the same id.
 * @template {Session} Kind
 * @param {Kind} sheet
 * @param {number} at
 * @param {SheetDeal} deal
 * @returns {Kind}
 */
export const withCorrection = (sheet, at, deal) => ({
  ...sheet,
  deals: sheet.deals.map((old, place) => (place === at ? { id: old.id, ...deal } : old)),
});

/**
 * The indices of the deals whose dealer differs between two versions of a sheet.
 * @param {Session} before
 * @param {Session} after
 */
export function dealersMoved(before, after) {
  /** @param {Session} sheet */
  const dealers = (sheet) => replay(sheet).lines.map(({ place }) => place.dealer);
  const old = dealers(before);
  return dealers(after).flatMap((dealer, at) => (at in old && old[at] !== dealer ? [at] : []));
}

/**
 * Return the sheet without a deal; the Mußrunde still begins with the same deal.
 * @template {Session} Kind
 * @param {Kind} sheet
 * @param {number} at
 * @returns {Kind}
 */
export function withoutDeal(sheet, at) {
  const from = sheet.mussrundeFrom;
  const mussrundeFrom = from !== null && at < from ? from - 1 : from;
  return { ...sheet, deals: sheet.deals.filter((_, place) => place !== at), mussrundeFrom };
}

/**
 * Return the sheet with a Mußrunde from the next deal on.
 * @template {Session} Kind
 * @param {Kind} sheet
 * @returns {Kind}
 */
export const withMussrunde = (sheet) => ({ ...sheet, mussrundeFrom: sheet.deals.length });

/**
 * Return the sheet without a Mußrunde.
 * @template {Session} Kind
 * @param {Kind} sheet
 * @returns {Kind}
 */
export const withoutMussrunde = (sheet) => ({ ...sheet, mussrundeFrom: null });

/**
 * Return the sheet with the session ended, or open again.
 * @template {Session} Kind
 * @param {Kind} sheet
 * @param {boolean} closed
 * @returns {Kind}
 */
export const withEnd = (sheet, closed) => ({ ...sheet, closed });
