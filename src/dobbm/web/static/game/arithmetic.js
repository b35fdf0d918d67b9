/** How the payments of a deal come about, step by step, as the terminal tells it. */

import { _, number, signed } from "../base/i18n.js";
import { pointsTold } from "../cards/deck.js";
import { HALF, REVOKE, STOCKERL, worth } from "./settlement.js";
import { doublers } from "./words.js";

/**
 * The steps of a settled deal at a table with `players`, `match` and `unit`: "72 points: 12 over",
 * "at a Match of 60 → 12", "Solo → 24", "three defenders → +72".
 */
export function arithmetic(deal, table, names) {
  if (deal.outcome === "thrown_in") return thrownIn(deal, table, names);
  if (deal.outcome === "revoke") {
    const begin = _("A revoke costs half a Match: {points}", { points: pointsTold(REVOKE) });
    return [begin, ...paid(REVOKE, deal, table)];
  }
  const points = pointsTold(deal.points);
  if (deal.points === HALF) return [_("{points}: eingestellt, nothing is paid.", { points })];
  const count = Math.abs(deal.points - HALF);
  const over = deal.points > HALF ? _("{count} over", { count }) : _("{count} short", { count });
  const steps = [`${points}: ${over}`, ...paid(count, deal, table)];
  if (!deal.noTrick) return steps;
  return [_("No trick, so no points: the four cards out of play are the defenders' too."), ...steps];
}

function thrownIn({ nextDealer, payments }, table, names) {
  const name = names[nextDealer];
  if (table.players === 4) {
    return [_("Nothing is paid; the same dealer deals again: {name}.", { name })];
  }
  const points = pointsTold(STOCKERL);
  return [
    _("A Stockerl for the next dealer, {name}: {points}", { name, points }),
    priced(STOCKERL, table),
    _("four others → {total}", { total: signed(payments[nextDealer]) }),
  ];
}

/** From a difference in points to what the declarer receives or pays. */
function paid(difference, deal, table) {
  const amount = worth(difference, table);
  const doubled = doublers(deal).map((name, at) => `${name} → ${number(amount * 2 ** (at + 1))}`);
  const total = signed(deal.payments[deal.declarer]);
  const all =
    table.players === 4
      ? _("three defenders → {total}", { total })
      : _("three defenders and the dealer → {total}", { total });
  return [priced(difference, table), ...doubled, all];
}

function priced(difference, { match, unit }) {
  const amount = worth(difference, { match, unit });
  const step = _("at a Match of {match} → {amount}", { match: number(match), amount: number(amount) });
  return amount * HALF === difference * match ? step : `${step} ${_("(rounded up)")}`;
}
