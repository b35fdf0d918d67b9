/** Chooses what the table explains to somebody who has not played before: at most one thing at each decision. */

import { _ } from "../base/i18n.js";
import { isFrench, isTrump, pointsIn, pointsText, suitName, suitOf } from "../cards/deck.js";
import { trickOnTable } from "./tricks.js";

/** @import { View } from "../schema.d.ts" */

/**
 * All that can be explained: in which deals, the first being 0, and when it is met.
 * @type {{ [name: string]: { deals: number, isMet: (view: View) => boolean } }}
 */
const MET = {
  dobb: { deals: 1, isMet: ({ phase }) => phase === "bidding" },
  sum: { deals: 2, isMet: ({ phase }) => phase === "exchange" },
  discards: { deals: 1, isMet: (view) => view.contract === "dobbm" && view.declarer !== view.seat && isSettled(view) },
  solo: { deals: 2, isMet: (view) => view.contract === "solo" && isSettled(view) },
  lead: { deals: 2, isMet: (view) => view.phase === "play" && !led(view) },
  sides: {
    deals: 2,
    isMet: ({ phase, declarer, seat }) => phase === "play" || (phase === "doubling" && declarer !== seat),
  },
  follow: { deals: 1, isMet: (view) => follows(view) },
  S: { deals: 1, isMet: (view) => lies(view, "S") },
  O: { deals: 1, isMet: (view) => lies(view, "O") },
  U: { deals: 1, isMet: (view) => lies(view, "U") },
};

/**
 * Return the name of what is explained at a decision: the first thing met that has not been explained in this deal.
 * @param {View} view of the seat that is to act
 * @param {number} deal the number of deals that have been explained before
 * @param {ReadonlySet<string>} said what has been explained in this deal
 */
export function explained(view, deal, said) {
  const met = Object.entries(MET).find(([name, { deals, isMet }]) => deal < deals && !said.has(name) && isMet(view));
  return met?.[0] ?? "";
}

/**
 * Say what is explained, with what changes while the person decides.
 * @param {string} name
 * @param {View} view
 * @param {string[]} names
 * @param {string[]} chosen the cards chosen for the discard
 */
export function captionText(name, view, names, chosen) {
  switch (name) {
    case "dobb":
      return _("Hearts are trumps. The Dobb: four hidden cards for the player who takes on the others.");
    case "sum":
      return _("Your discards count for you: {points} so far.", { points: pointsText(pointsIn(chosen)) });
    case "discards":
      return _(
        "{name} has taken up the Dobb and discarded four cards: they count for {name} at the end, and nobody else sees them until then.",
        { name: names[/** @type {number} */ (view.declarer)] },
      );
    case "solo":
      return solo(view, names);
    case "sides":
      return sides(view, names);
    case "lead":
      return _("You lead: play any card.");
    case "follow":
      return _("Farbzwang: {suit} are led, and all who have some must play one.", {
        suit: suitName(suitOf(led(view))),
      });
    default:
      return ranks()[name] ?? "";
  }
}

const ruleOfThumb = () =>
  isFrench()
    ? _("The ace of hearts, another heart and another ace are usually enough to play, sometimes a little less.")
    : _("The sow of hearts, another heart and another sow are usually enough to play, sometimes a little less.");

/**
 * Return what goes with a bid: the rule of thumb, or that there is no choice; nothing at other decisions.
 * @param {View} view of the seat that is to act
 */
export function bidText({ phase, must, legal }) {
  if (phase === "bidding" && must) return _("Mußrunde: you must play a Dobbm or a Solo.");
  return legal?.includes("dobbm") ? ruleOfThumb() : "";
}

/**
 * @param {View} view
 * @param {string[]} names
 */
const sides = ({ declarer, seat }, names) =>
  declarer === seat
    ? _("You play alone against the three others.")
    : _("{name} plays alone against you and the two others.", { name: names[/** @type {number} */ (declarer)] });

/**
 * @param {View} view
 * @param {string[]} names
 */
const solo = ({ declarer, seat }, names) =>
  declarer === seat
    ? _("Solo: nobody takes up the Dobb. It counts for you at the end, if you take a trick.")
    : _("Solo: nobody takes up the Dobb. It counts for {name} at the end, if {name} takes a trick.", {
        name: names[/** @type {number} */ (declarer)],
      });

/** @returns {{ [rank: string]: string }} */
const ranks = () =>
  isFrench()
    ? {
        S: _("A is the ace: the highest of its suit, 11 points."),
        O: _("Q is the queen: below the king, 3 points."),
        U: _("J is the jack: below the queen, 2 points."),
      }
    : {
        S: _("S is the sow: the highest of its suit, 11 points."),
        O: _("O is the Ober: below the king, 3 points."),
        U: _("U is the Unter: below the Ober, 2 points."),
      };

/**
 * Whether the four cards that are out of play lie.
 * @param {View} view
 */
const isSettled = ({ phase }) => phase === "doubling" || phase === "play";

/**
 * The card that has been led to the trick on the table; empty before.
 * @param {View} view
 */
const led = (view) => trickOnTable(view)?.cards[0] ?? "";

/** @param {View} view */
function follows(view) {
  const card = led(view);
  return card !== "" && !isTrump(card) && view.hand.some((held) => suitOf(held) === suitOf(card));
}

/**
 * Whether a card of a rank lies on the table.
 * @param {View} view
 * @param {string} rank
 */
const lies = (view, rank) => trickOnTable(view)?.cards.some((card) => card[1] === rank) ?? false;
