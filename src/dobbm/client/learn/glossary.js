/** The glossary: the words of the game in Tyrol, at any card table and in Akagiri's Japanese, and their meanings. */

import { _ } from "../base/i18n.js";
import { phrases } from "../game/words.js";

/**
 * The words of the game as `[word, meaning]`, in the order in which they come up in a deal.
 * @returns {[word: string, meaning: string][]}
 */
export const words = () => [...beforeThePlay(), ...fromThePlayOn()];

/** @returns {[word: string, meaning: string][]} */
const beforeThePlay = () => [
  [
    "Dobbm, Tappen",
    _(
      "The two names of the game: “i dob” stands for “ich tappe”. A Dobbm is also the ordinary game, with the exchange.",
    ),
  ],
  [
    "Doppel\u00addeutsche",
    _(
      "“Double-German” cards: the 36 Tell cards with hearts, leaves, acorns and bells, of the William Tell or Hungarian pattern.",
    ),
  ],
  ["Sau", _("The sow, the highest card of a suit, worth 11 points. Also called the deuce (Daus).")],
  [
    "Ober, Unter",
    _(
      "The two cards below the king, worth 3 and 2 points. With French cards, the queen and the jack take their places.",
    ),
  ],
  ["Spatzen", _("“Sparrows”: nines, eights, sevens and sixes, which are worth nothing.")],
  ["Weli", _("The six of bells, marked WELI. It has no special power in this game.")],
  ["Dobb", _("The talon: the last four cards dealt, face down in the middle.")],
  ["weiter", _("“Go on”: I pass.")],
  ["i dob", _("“I dobb”, also “ich tappe”: I play, and exchange with the Dobb.")],
  ["Solo", _("I play without the Dobb, for double stakes.")],
  ["spiel zu", _("“Play on”: I let you play. Said after another player's Dobbm, or instead of gut.")],
  ["i lig", _("“I lie”: I have discarded four cards; now the game may be doubled.")],
  ["gut", _("“Good”: I do not double.")],
  ["an Schwochn", _("A Schwacher: a defender doubles the payment.")],
  ["schießen", _("“To shoot”: to double, also “einen Schwachen geben”, to give a Schwacher.")],
  ["retour", _("The answer to a Schwacher or to another retour: doubles the payment again.")],
];

/** @returns {[word: string, meaning: string][]} */
const fromThePlayOn = () => [
  ["Farbzwang", _("Follow suit if you can.")],
  ["Trumpfzwang", _("If you cannot follow suit, play a heart if you have one.")],
  [
    "verleugnen, laungen",
    _(
      "To revoke: to play or discard what the rules forbid. Unless the table prevents it, this ends the deal and costs half a Match.",
    ),
  ],
  ["schieben, schiam", _("“To push”: to throw valuable cards on a partner's trick.")],
  ["schinden", _("To hold back one's high cards when the declarer leads a side suit.")],
  [
    "Fuchs",
    _(
      "“Fox”: a single card of a suit, but not a sow, in the declarer's hand. It may win a trick, or be lost very cheaply.",
    ),
  ],
  ["Augen", _("“Eyes”: the card points, 120 in all.")],
  ["eingestellt", _("A draw with 60 points on each side: nobody pays.")],
  [
    "Match, matsch",
    _("All eight tricks to one side. It earns nothing extra, but its price sets the stakes of the game."),
  ],
  [
    "er feiert",
    _("“He is on holiday”: with five at the table, the dealer sits out, but pays and receives all the same."),
  ],
  [
    "Stockerl",
    _("A payment to the new dealer when five play and nobody bids: the value of 10 points from each other player."),
  ],
  ["Mußrunde", _("The “must round” at the end: as many deals as players; in each, forehand must play.")],
];

/**
 * The words of any card table that the sources use, in the person's language, as `[word, meaning]`.
 * @returns {[word: string, meaning: string][]}
 */
export const tableWords = () => [
  [_("Forehand"), _("The player on the dealer's left, who speaks first.")],
  [_("Declarer"), _("The player who plays alone, for Wikipedia the soloist. The other three are the defenders.")],
  [_("Talon"), _("The cards that are left when all have been dealt: in this game, the Dobb.")],
];

/**
 * Akagiri's Japanese glosses as `[word, meaning]`.
 * @returns {[word: string, meaning: string][]}
 */
export const akagiri = () => [
  ["ドッブン、ドッブ、ストッケルル、ムスルンデ", _("Dobbm, Dobb, Stockerl and Mußrunde, by their sound")],
  ["雌豚", _("“female pig”, for Sau")],
  ["上士官、下士官", _("“upper officer” and “lower officer”, for Ober and Unter")],
  ["ダブル、リダブル", _("“double” and “redouble”, for Schwacher and retour")],
];

/** The set phrases of table talk as `[phrase, meaning]`. */
export const talk = () => Object.values(phrases());
