/** What happened in a deal, in words: the outcome, the arithmetic, and why something cannot be. */

import { _, ngettext, number, signed } from "../base/i18n.js";
import { pointsTold } from "../cards/deck.js";
import { HALF, MOST_DOUBLINGS, REVOKE, STOCKERL, worth } from "../game/settlement.js";
import { doublers } from "../game/words.js";

/** What was said to double a game: "Schwacher, 2 Retour". */
export function spoken({ doublings }) {
  const retours = doublings > 2 ? `${doublings - 1} Retour` : "Retour";
  return ["Schwacher", retours].slice(0, Math.min(doublings, 2)).join(", ");
}

/** What was played: "Solo, Schwacher, 2 Retour". */
export const game = ({ contract, doublings }) =>
  [contract === "solo" ? "Solo" : "Dobbm", ...(doublings ? [spoken({ doublings })] : [])].join(", ");

/** How a deal has ended, in one sentence. */
export function outcome({ deal, end }, names) {
  const points = pointsTold(deal.points);
  const name = names[deal.declarer];
  switch (end.outcome) {
    case "thrown_in": return _("Nobody has bid: the cards are thrown in.");
    case "revoke": return _("{name}: a revoke (verleugnet).", { name: names[deal.offender] });
    case "won": return _("{name}: won with {points}.", { name, points });
    case "lost": return _("{name}: lost with {points}.", { name, points });
    default: return _("{name}: eingestellt, a draw with {points}.", { name, points });
  }
}

/** How the payments of a deal come about, step by step, as the terminal tells it. */
export function arithmetic({ deal, end, place }, names) {
  if (end.outcome === "thrown_in") return thrownIn(end, place, names);
  if (end.outcome === "revoke") {
    const begin = _("A revoke costs half a Match: {points}", { points: pointsTold(REVOKE) });
    return [begin, ...paid(REVOKE, { deal, end, place })];
  }
  const points = pointsTold(deal.points);
  if (deal.points === HALF) return [_("{points}: eingestellt, nothing is paid.", { points })];
  const count = Math.abs(deal.points - HALF);
  const over = deal.points > HALF ? _("{count} over", { count }) : _("{count} short", { count });
  const steps = [`${points}: ${over}`, ...paid(count, { deal, end, place })];
  if (!deal.noTrick) return steps;
  return [_("No trick, so no points: the four cards out of play are the defenders' too."), ...steps];
}

function thrownIn({ nextDealer, payments }, place, names) {
  const name = names[nextDealer];
  if (place.players === 4) {
    return [_("Nothing is paid; the same dealer deals again: {name}.", { name })];
  }
  const points = pointsTold(STOCKERL);
  return [
    _("A Stockerl for the next dealer, {name}: {points}", { name, points }),
    priced(STOCKERL, place),
    _("four others → {total}", { total: signed(payments[nextDealer]) }),
  ];
}

/** From a difference in points to what the declarer receives or pays. */
function paid(difference, { deal, end, place }) {
  const amount = worth(difference, place);
  const doubled = doublers(deal).map((name, at) => `${name} → ${number(amount * 2 ** (at + 1))}`);
  const total = signed(end.payments[deal.declarer]);
  const all =
    place.players === 4
      ? _("three defenders → {total}", { total })
      : _("three defenders and the dealer → {total}", { total });
  return [priced(difference, place), ...doubled, all];
}

function priced(difference, place) {
  const amount = worth(difference, place);
  const step = _("at a Match of {match} → {amount}", {
    match: number(place.match),
    amount: number(amount),
  });
  const exact = amount * HALF === difference * place.match;
  return exact ? step : `${step} ${_("(rounded up)")}`;
}

/** Why a deal cannot be so, in words, for a code of `fault`. */
export function faultInWords(code, place, names) {
  const name = names[place.forehand];
  const texts = {
    no_declarer: () => _("Who was the declarer?"),
    declarer_on_holiday: () =>
      _("{name} deals and is on holiday: somebody else is the declarer.", { name: names[place.dealer] }),
    forehand_must: () => _("Mußrunde: {name} must play, a Dobbm or a Solo.", { name }),
    must_play: () => _("Mußrunde: {name} must play, a Dobbm or a Solo.", { name }),
    no_contract: () => _("A Dobbm or a Solo?"),
    too_many_doublings: () =>
      ngettext(
        "The sheet has room for {count} doubling.",
        "The sheet has room for {count} doublings.",
        MOST_DOUBLINGS,
      ),
    no_offender: () => _("Who revoked? Only those who play can."),
    no_points: () => _("How many points has the declarer? From 0 to 120."),
    impossible_points: () => _("No cards make 1 or 119 points: count again."),
    points_without_trick: () => _("Without a trick the declarer has 0 points."),
  };
  return texts[code]();
}

