/**
 * The steps of the lesson. A step has parts, and in each of them the learner does something:
 *
 * - `scene`: the scene in `lesson.json`; `kind`: the task ("pick", "card", "word", "discards", "try" something that is
 *   refused, "ending");
 * - `ask`: the text of the task; `right`: the text when it is done;
 * - `other(action)`: the text for an action that is allowed, but not best here.
 */

import { _, list } from "../base/i18n.js";
import { cardName, isTrump, pointsOf, pointsText, sortedHand } from "../cards/deck.js";

/**
 * A part of a step; its further fields depend on its `kind`.
 * @typedef {{
 *   kind: "pick" | "card" | "word" | "discards" | "try" | "ending",
 *   ask: string,
 *   scene?: string,
 *   shows?: "suits" | "points",
 *   picks?: (card: string) => boolean,
 *   right?: string,
 *   other?: (action: string) => string,
 *   won?: string,
 *   lost?: string,
 * }} Part
 */

export const NAMES = ["Vroni", "Hias", "Moidl"];

/** The names of the seats, the learner's first. */
export const names = () => [_("You"), ...NAMES];

/**
 * All steps, in the person's language.
 * @returns {{ title: string, parts: Part[] }[]}
 */
export const steps = () => [
  {
    title: _("The cards"),
    parts: [
      {
        kind: "pick",
        scene: "follow",
        shows: "suits",
        picks: isTrump,
        ask: _("These eight cards are yours. Hearts are always trumps: they beat every other suit. Which of your cards is a trump? Tap it."),
        right: _("Right. Even the seven of hearts beats the sow of another suit."),
        other: (card) => _("The {card} is no trump: trumps are the hearts.", { card: cardName(card) }),
      },
      {
        kind: "pick",
        scene: "follow",
        shows: "points",
        picks: (card) => card === "LT",
        ask: _("This is the order in every suit, with the points that a card counts. All 36 cards together count 120 points. Which of your cards counts most?"),
        right: _("Right: a ten counts 10, and only a sow counts more. The seven of hearts is strong, but counts nothing."),
        other: (card) => _("The {card} counts {points}. Another of your cards counts more.", counted(card)),
      },
    ],
  },
  {
    title: _("The first trick: follow suit"),
    parts: [
      {
        kind: "card",
        scene: "follow",
        ask: _("Vroni is the declarer: she plays alone and wants more than 60 points. Hias, Moidl and you are the defenders. She leads the sow of bells, and whoever has bells must play one: that is Farbzwang, you must follow suit. Your card?"),
        right: _("Right. The sow wins the trick anyway, so you add a card that counts nothing."),
        other: (card) => _("You could, it follows suit. But the sow wins the trick, and the {card} would bring Vroni {points}. Add one that counts nothing.", counted(card)),
      },
    ],
  },
  {
    title: _("No card of the suit: trump"),
    parts: [
      {
        kind: "card",
        scene: "trump",
        ask: _("Now Vroni leads the sow of acorns. You have no acorns. Then you must play a heart, if you have one: that is Trumpfzwang."),
        right: _("Your seven of hearts takes the sow! The trick counts for all three defenders together."),
      },
      {
        kind: "card",
        scene: "lead",
        ask: _("Who wins a trick leads to the next, with any card. A low card is a good choice: you lose little if Vroni takes it."),
        right: _("Vroni had no leaves, so she had to trump. She wins the trick, but it counts nothing."),
        other: (card) => _("You could, any card may be led. But the {card} counts {points}, and Vroni may well win it. Lead a low card.", counted(card)),
      },
    ],
  },
  {
    title: _("Neither suit nor trump: anything"),
    parts: [
      {
        kind: "card",
        scene: "smear",
        ask: _("Vroni leads a heart, and Moidl's sow beats it. You have no heart any more: now you may play anything. The trick goes to your side, so give it many points!"),
        right: _("24 points for your side! If Vroni had been winning the trick, you would have kept your points back."),
        other: (card) => _("You could, any card may be played. But the trick is your side's for sure: the ten of leaves brings 10 points to it, the {card} {points}.", counted(card)),
      },
    ],
  },
  {
    title: _("The bidding"),
    parts: [
      {
        kind: "word",
        scene: "overbid",
        ask: _("How did Vroni become the declarer? Before the play everybody speaks once. She said “i dob”: I play. The others let her. What do you say with these cards?"),
        right: _("Right: one trump and no sow are not enough. Vroni plays."),
        other: () => _("You could: a Solo overbids a Dobbm. But it is played without the Dobb and for double, and with one trump and no sow you would lose it. Let Vroni play."),
      },
      {
        kind: "word",
        scene: "bid",
        ask: _("A new deal. Now you have the sow of hearts, two more hearts and a second sow. With that one plays! Four more cards wait in the Dobb. What do you say?"),
        right: _("The others let you play: “spiel zu”. You are the declarer, alone against three, and need more than 60 points."),
        other: (word) =>
          word === "solo"
            ? _("You could: a Solo is played without the Dobb and for double. Your hand is not that strong; with the Dobb it gets better.")
            : _("You could, and leave the game to others. But the sow of hearts, another heart and another sow are generally enough: play!"),
      },
    ],
  },
  {
    title: _("The exchange"),
    parts: [
      {
        kind: "try",
        scene: "exchange",
        ask: _("You have taken up the Dobb and lay four cards away. They count for you in the end, so a sow would be welcome there. Try it: four cards are chosen, one of them is the sow of acorns."),
        right: _("So it does not go without a heart. And hearts are too good to lay away: keep the sow."),
        other: () => _("That would be allowed. But try what happens with the sow of acorns and no heart."),
      },
      {
        kind: "discards",
        scene: "exchange",
        ask: _("Better get rid of a suit: lay away both bells, then you can trump when bells are led. And with them the two low acorns."),
        right: _("“I lig”, you say: the cards lie. The Ober's 3 points are yours already."),
        other: (cards) =>
          _("You could, it is allowed. But here {cards} are better: without bells you can trump them.", {
            cards: list(sortedHand(cards.split(" ")).map(cardName)),
          }),
      },
    ],
  },
  {
    title: _("Schwacher and retour"),
    parts: [
      {
        kind: "word",
        scene: "doubling",
        ask: _("Now the defenders may double. Hias trusts his cards: “an Schwochn”! Everything is paid twice. You can accept that, or double once more. What do you say?"),
        right: _("Accepted: this deal is paid double. Now you lead."),
        other: () => _("You could: then everything is paid four times, and the defenders may say retour in turn, without limit. Your hand is not that strong: accept."),
      },
    ],
  },
  {
    title: _("The last tricks, and the payment"),
    parts: [
      {
        kind: "ending",
        ask: _("Five tricks later: you have 38 points in tricks and 3 laid away. Two hearts are still out, the ten and the nine. Three tricks to go, and you lead: can you get more than 60? Play as you like."),
        won: _("Well played: your sow of hearts took out the ten and the nine before they could do harm."),
        lost: _("That was close. Once more? If you lead the sow of hearts first, it takes the ten from Hias."),
      },
    ],
  },
];

/** @param {string} card */
const counted = (card) => ({
  card: cardName(card),
  points: pointsText(pointsOf(card)),
});
