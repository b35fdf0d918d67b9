/** The glossary: Tyrolean words, their meanings, and when they are said. */

import { _ } from "../base/i18n.js";
import { phrases } from "../game/words.js";

/**
 * The words of the game as `[word, meaning]`, in the order in which they come up in a deal.
 * @returns {[word: string, meaning: string][]}
 */
export const words = () => [
  ["Sau", _("The sow, the highest card of a suit, worth 11 points. Also called the deuce (Daus).")],
  ["Spatzen", _("“Sparrows”: nines, eights, sevens and sixes, which are worth nothing.")],
  ["Weli", _("The six of bells, marked WELI. It has no special power in this game.")],
  ["Dobb", _("The talon: the last four cards dealt, face down in the middle.")],
  ["weiter", _("“Go on”: I pass.")],
  ["i dob", _("“I dobb”, also “ich tappe”: I play, and exchange with the Dobb.")],
  ["Solo, i lig", _("“Solo, I lie”: I play without the Dobb, for double stakes.")],
  ["spiel zu", _("“Play on”: I let you play. Said after another player's Dobbm, or instead of gut.")],
  ["i lig", _("“I lie”: I have discarded four cards; now the game may be doubled.")],
  ["gut", _("“Good”: I do not double.")],
  ["an Schwochn", _("A Schwacher: a defender doubles the payment.")],
  ["retour", _("The answer to a Schwacher or to another retour: doubles the payment again.")],
  ["Farbzwang", _("Follow suit if you can.")],
  ["Trumpfzwang", _("If you cannot follow suit, play a heart if you have one.")],
  ["verleugnen", _("To revoke: to play or discard what the rules forbid. Unless the table prevents it, this ends the deal and costs half a Match.")],
  ["Augen", _("“Eyes”: the card points, 120 in all.")],
  ["eingestellt", _("A draw with 60 points on each side: nobody pays.")],
  ["Match", _("All eight tricks to one side. It earns nothing extra, but its price sets the stakes of the game.")],
  ["er feiert", _("“He is on holiday”: with five at the table, the dealer sits out, but pays and receives all the same.")],
  ["Stockerl", _("A payment to the new dealer when five play and nobody bids: the value of 10 points from each other player.")],
  ["Mußrunde", _("The “must round” at the end: as many deals as players; in each, forehand must play.")],
];

/** The set phrases of table talk as `[phrase, meaning]`. */
export const talk = () => Object.values(phrases());
