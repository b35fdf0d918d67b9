/** Describes a deal in words: its doublings, its outcome, and why it is impossible. */

import { _, joinSentences, ngettext } from "../base/i18n.js";
import { outcome as outcomeText } from "../game/commentary.js";
import { MOST_DOUBLINGS } from "../game/settlement.js";

/**
 * @import { End, SheetDeal } from "../game/settlement.js"
 * @import { Fault, Line, Place } from "./session.js"
 */

/**
 * Describe in one sentence how a deal ended.
 * @param {{ deal: SheetDeal, end: End }} line
 * @param {string[]} names
 */
export function outcome({ deal, end }, names) {
  if (deal.end === "revoke") return _("{name}: a revoke (verleugnet).", { name: names[deal.offender] });
  return outcomeText({ result: { ...deal, ...end }, seat: null }, names);
}

/**
 * Describe the deals whose dealer a correction has changed, and who now gets the Stockerl of any that were thrown in.
 * @param {number[]} moved
 * @param {Line[]} lines
 * @param {string[]} names
 */
export function movedInWords(moved, lines, names) {
  return moved.map((at) => {
    const { deal, place, end } = lines[at];
    const text = _("Deal {number} is now dealt by {name}.", { number: at + 1, name: names[place.dealer] });
    if (deal.end !== "thrown_in" || place.players === 4) return text;
    return joinSentences([text, _("Its Stockerl goes to {name}.", { name: names[end.nextDealer] })]);
  });
}

/**
 * Explain in words why a deal is impossible; `code` comes from `fault`.
 * @param {Fault} code
 * @param {Place} place
 * @param {string[]} names
 */
export function faultInWords(code, place, names) {
  const name = names[place.forehand];
  const texts = {
    no_declarer: () => _("Who was the declarer?"),
    declarer_on_holiday: () =>
      _("{name} deals and is on holiday, so somebody else must be the declarer.", { name: names[place.dealer] }),
    forehand_must: () => _("Mußrunde: {name} must play a Dobbm or a Solo.", { name }),
    must_play: () => _("Mußrunde: {name} must play a Dobbm or a Solo.", { name }),
    no_contract: () => _("A Dobbm or a Solo?"),
    too_many_doublings: () =>
      ngettext(
        "The sheet allows at most {count} doubling.",
        "The sheet allows at most {count} doublings.",
        MOST_DOUBLINGS,
      ),
    no_offender: () => _("Who revoked? Only a player in this deal can revoke."),
    no_points: () => _("How many points does the declarer have? From 0 to 120."),
    part_of_a_point: () => _("The points must be a whole number from 0 to 120."),
    impossible_points: () => _("No cards add up to 1 or 119 points: count again."),
    points_without_trick: () => _("A declarer who took no tricks has 0 points."),
  };
  return texts[code]();
}

