/** The glossary: Tyrolean words, their meanings, and when they are said. */

import { _ } from "../base/i18n.js";
import { phrases } from "../game/words.js";

/**
 * The words of the game as `[word, meaning]`, in the order in which they come up in a deal.
 * @returns {[word: string, meaning: string][]}
 */
export const words = () => [
  ["Sau", _("The sow, the highest card of a suit: 11 points. It is the deuce (Daus).")],
  ["Spatzen", _("“Sparrows”: nines, eights, sevens and sixes, which count nothing.")],
  ["Weli", _("The six of bells, which has WELI printed on it. It is no special card here.")],
  ["Dobb", _("The talon: the last four cards, which lie face down in the middle.")],
  ["weiter", _("“Go on”: I pass.")],
  ["i dob", _("“I dobb”, also “ich tappe”: I play, and exchange with the Dobb.")],
  ["Solo, i lig", _("“Solo, I lie”: I play without the Dobb, for double.")],
  ["spiel zu", _("“Play on”: I let it be played. It is said after another one's Dobbm, and in place of gut.")],
  ["i lig", _("“I lie”: my four cards are laid away, now the game may be doubled.")],
  ["gut", _("“Good”: no more doubling from me.")],
  ["an Schwochn", _("A Schwacher: a defender doubles the payment.")],
  ["retour", _("The answer to a Schwacher, or to another retour: it doubles once more.")],
  ["Farbzwang", _("Follow suit if you can.")],
  ["Trumpfzwang", _("If you cannot follow suit, play a heart if you have one.")],
  ["verleugnen", _("To revoke: to play or lay away what the rules forbid. Where that is not prevented, it ends the deal and costs half a Match.")],
  ["Augen", _("“Eyes”: the card points, 120 in all.")],
  ["eingestellt", _("60 points for each side, a draw: nobody pays.")],
  ["Match", _("All eight tricks to one side. It brings nothing extra; what it costs is the price of the game.")],
  ["er feiert", _("“He celebrates”: with five at the table the dealer is on holiday. He pays and receives all the same.")],
  ["Stockerl", _("What each of the others pays the next dealer if five play and nobody has bid: the worth of 10 points.")],
  ["Mußrunde", _("The “must round” at the end: as many deals as players, and in each of them forehand must play.")],
];

/** The set phrases of table talk as `[phrase, meaning]`. */
export const talk = () => Object.values(phrases());
