/**
 * A sheet, deal after deal: the twin of src/dobbm/session.py (docs/score.md).
 *
 * A sheet is `{names, match, unit, firstDealer, deals, mussrundeFrom, closed}`. A deal is one of
 *   `{end: "played", declarer, contract, doublings, points, noTrick}`
 *   `{end: "revoke", declarer, contract, doublings, offender}`
 *   `{end: "thrown_in"}`
 * Nothing here changes a sheet; what changes one returns the next.
 */

import { activeSeats } from "../game/seats.js";
import { ALL, FACTORS, MOST_DOUBLINGS, settle } from "../game/settlement.js";

/** As many deals as fit on a sheet; more than an evening has. */
export const MOST_DEALS = 1000;

/** The place in which deal number `at` is played: who deals, who plays, whether forehand must. */
function placeOf(sheet, at, dealer) {
  const { match, unit, mussrundeFrom } = sheet;
  const players = sheet.names.length;
  const active = activeSeats({ players, dealer });
  return {
    at, dealer, players, match, unit, active,
    forehand: active[0],
    holiday: players === 5 ? dealer : null,
    must: mussrundeFrom !== null && at >= mussrundeFrom,
  };
}

/**
 * Why a deal cannot be so in its place: a code, or null if it can.
 * The page says each in words (`score/words.js`).
 */
export function fault(deal, place) {
  const { active, forehand, must } = place;
  if (deal.end === "thrown_in") return must ? "must_play" : null;
  const { declarer, contract, doublings, points } = deal;
  if (declarer === null) return "no_declarer";
  if (declarer === place.holiday) return "declarer_on_holiday";
  if (!active.includes(declarer)) return "no_declarer";
  if (must && declarer !== forehand) return "forehand_must";
  if (!Object.hasOwn(FACTORS, contract)) return "no_contract";
  if (!isWhole(doublings, 0, MOST_DOUBLINGS)) return "too_many_doublings";
  if (deal.end === "revoke") return active.includes(deal.offender) ? null : "no_offender";
  if (Number.isFinite(points) && !Number.isInteger(points)) return "part_of_a_point";
  if (!isWhole(points, 0, ALL)) return "no_points";
  if (points === 1 || points === ALL - 1) return "impossible_points";
  return deal.noTrick && points ? "points_without_trick" : null;
}

const isWhole = (value, least, most) => Number.isInteger(value) && value >= least && value <= most;

/**
 * All that follows from a sheet: `lines`, one for each deal with its `place`, `end` and `ledger` after
 * it; `ledger`; `place` of the next deal; `left` deals of the Mußrunde; `over`; and `broken`, the index
 * of the first deal that cannot be so, after a correction before it; lines end there.
 */
export function replay(sheet) {
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

/** How many deals of the Mußrunde are still to be played; null: none is agreed. */
function dealsLeft({ mussrundeFrom, names, deals }) {
  return mussrundeFrom === null ? null : mussrundeFrom + names.length - deals.length;
}

/** The sheet with one more deal. */
export const withDeal = (sheet, deal) => ({ ...sheet, deals: [...sheet.deals, deal] });

/** The sheet with a deal corrected. */
export const withCorrection = (sheet, at, deal) => ({
  ...sheet,
  deals: sheet.deals.map((old, place) => (place === at ? deal : old)),
});

/** The indices of the deals that somebody else deals on a sheet than on the one before. */
export function dealersMoved(before, after) {
  const dealers = (sheet) => replay(sheet).lines.map(({ place }) => place.dealer);
  const old = dealers(before);
  return dealers(after).flatMap((dealer, at) => (at in old && old[at] !== dealer ? [at] : []));
}

/** The sheet without a deal; the Mußrunde still begins with the deal it began with. */
export function withoutDeal(sheet, at) {
  const from = sheet.mussrundeFrom;
  const mussrundeFrom = from !== null && at < from ? from - 1 : from;
  return { ...sheet, deals: sheet.deals.filter((_, place) => place !== at), mussrundeFrom };
}

/** The sheet with a Mußrunde agreed from the next deal on. */
export const withMussrunde = (sheet) => ({ ...sheet, mussrundeFrom: sheet.deals.length });

/** The sheet with no Mußrunde. */
export const withoutMussrunde = (sheet) => ({ ...sheet, mussrundeFrom: null });

/** The sheet ended by the table, or open again. */
export const withEnd = (sheet, closed) => ({ ...sheet, closed });
