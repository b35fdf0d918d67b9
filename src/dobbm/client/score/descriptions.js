/** Describes a sheet in words: the deals on it, why one is impossible, and what another window has done. */

import { _, joinSentences, ngettext } from "../base/i18n.js";
import { dealerText, outcome as outcomeText } from "../game/commentary.js";
import { MOST_DOUBLINGS } from "../base/data.js";
import { fault, replay } from "./session.js";

/**
 * @import { End, SheetDeal } from "../game/settlement.js"
 * @import { Event } from "./changes.js"
 * @import { Doubt, Fault, Line, Place, Played, Sheet } from "./session.js"
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
    past_mussrunde: () => _("The Mußrunde was over before this deal."),
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

/**
 * Say what another window has done to a sheet.
 * @param {Event[]} events
 */
export function sinceInWords(events) {
  const texts = {
    removed: () => _("Another window has deleted this sheet."),
    ended: () => _("Another window has ended the session."),
    "goes on": () => _("Another window goes on with the session."),
    agreed: () => _("Another window has begun the Mußrunde."),
    cancelled: () => _("Another window has cancelled the Mußrunde."),
    written: (number = 0) => _("Another window has written down deal {number}.", { number }),
    deleted: (number = 0) => _("Another window has deleted deal {number}.", { number }),
    corrected: (number = 0) => _("Another window has corrected deal {number}.", { number }),
  };
  return events.length
    ? joinSentences(events.map((event) => texts[event.what]("number" in event ? event.number : undefined)))
    : _("Another window has changed this sheet.");
}

/**
 * Say what could not be read on a stored sheet, and what the sheet takes in its place.
 * @param {Doubt[]} doubts
 */
export function doubtsInWords(doubts) {
  const texts = {
    begun: () => _("When the session began is lost."),
    closed: () => _("Whether the session was ended is lost: it goes on."),
    mussrunde: () => _("Where the Mußrunde began is lost: all deals count as ordinary ones."),
    deals: () => _("A deal is lost: correct it."),
  };
  return joinSentences([_("Something on this sheet could not be read."), ...doubts.map((doubt) => texts[doubt]())]);
}

/**
 * Say why a deal is not written down on a sheet, and what to do.
 * @param {string} happened
 * @param {Sheet} sheet
 */
export function refusedText(happened, sheet) {
  const { over, broken } = replay(sheet);
  if (over) return joinSentences([happened, _("The session is over."), _("Nothing is written down.")]);
  const hindrance = broken === null ? "" : _("Deal {number} is no longer possible.", { number: broken + 1 });
  const advice = _("Nothing is written down yet: check what you have entered, and try again.");
  return joinSentences([happened, hindrance, advice]);
}

/**
 * Name the next dealer, or state that the session is over.
 * @param {Sheet} sheet
 */
export function nextInWords(sheet) {
  const { over, place } = replay(sheet);
  if (over) return _("The session is over.");
  return dealerText(sheet.names[place.dealer], place.players);
}

/**
 * Explain why a deal is not settled: it does not fit, or an earlier one does not.
 * @param {number} at
 * @param {Played} played
 * @param {SheetDeal} deal
 * @param {string[]} names
 */
export function reasonNot(at, { broken, place }, deal, names) {
  return at === broken
    ? faultInWords(/** @type {Fault} */ (fault(deal, place)), place, names)
    : _("Correct deal {number} first: it is no longer possible.", { number: (broken ?? 0) + 1 });
}
