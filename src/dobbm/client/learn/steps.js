/**
 * The steps of the lesson. A step has parts, each with a task for the learner:
 *
 * - `scene`: the scene in `lesson.json`; `kind`: the task ("pick" a card, play a "card", say a "word", choose
 *   "discards", "try" forbidden discards, play the "ending");
 * - `ask`: the text of the task; `right`: the text after the right action;
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

/** @typedef {{ title: string, parts: Part[] }} Step */

/**
 * All steps, in the person's language.
 * @returns {Step[]}
 */
export const steps = () => [cards(), followSuit(), trump(), anything(), bidding(), exchange(), doubling(), ending()];

/** @returns {Step} */
const cards = () => ({
  title: _("The cards"),
  parts: [
    {
      kind: "pick",
      scene: "follow",
      shows: "suits",
      picks: isTrump,
      ask: _(
        "These eight cards are yours. Hearts are always trumps: they beat every other suit. Which of your cards is a trump? Tap it.",
      ),
      right: _("Right. Even the seven of hearts beats the sow of another suit."),
      other: (card) => _("The {card} is not a trump: hearts are trumps.", { card: cardName(card) }),
    },
    {
      kind: "pick",
      scene: "follow",
      shows: "points",
      picks: (card) => card === "LT",
      ask: _(
        "This is how the cards rank in every suit, with their points. All 36 cards together are worth 120 points. Which of your cards is worth most?",
      ),
      right: _(
        "Right: a ten is worth 10, and only a sow is worth more. The seven of hearts is strong, but worth nothing.",
      ),
      other: (card) => _("The {card} is worth {points}. Another of your cards is worth more.", counted(card)),
    },
  ],
});

/** @returns {Step} */
const followSuit = () => ({
  title: _("The first trick: follow suit"),
  parts: [
    {
      kind: "card",
      scene: "follow",
      ask: _(
        "Vroni is the declarer: she plays alone and needs more than 60 points. Hias, Moidl and you are the defenders. She leads the sow of bells, and anyone who has bells must play one: that is Farbzwang, the duty to follow suit. Which card do you play?",
      ),
      right: _("Right. The sow wins the trick anyway, so you play a card that is worth nothing."),
      other: (card) =>
        _(
          "You could: it follows suit. But the sow wins the trick, and the {card} would give Vroni {points}. Play one that is worth nothing.",
          counted(card),
        ),
    },
  ],
});

/** @returns {Step} */
const trump = () => ({
  title: _("No card of the suit: play a trump"),
  parts: [
    {
      kind: "card",
      scene: "trump",
      ask: _(
        "Now Vroni leads the sow of acorns. You have no acorns, so you must play a heart if you have one: that is Trumpfzwang.",
      ),
      right: _("Your seven of hearts takes the sow! The trick counts for all three defenders together."),
    },
    {
      kind: "card",
      scene: "lead",
      ask: _(
        "The winner of a trick leads to the next, with any card. A low card is a good choice: you lose little if Vroni takes it.",
      ),
      right: _("Vroni had no leaves, so she had to trump. She wins the trick, but it is worth nothing."),
      other: (card) =>
        _(
          "You could: you may lead any card. But the {card} is worth {points}, and Vroni may well win it. Lead a low card.",
          counted(card),
        ),
    },
  ],
});

/** @returns {Step} */
const anything = () => ({
  title: _("Neither suit nor trump: anything goes"),
  parts: [
    {
      kind: "card",
      scene: "smear",
      ask: _(
        "Vroni leads a heart, and Moidl's sow beats it. You have no hearts left, so you may play anything. Your side wins the trick, so add as many points as you can!",
      ),
      right: _("24 points for your side! If Vroni had been winning the trick, you would have held your points back."),
      other: (card) =>
        _(
          "You could: you may play any card. But your side is sure to win the trick: the ten of leaves adds 10 points, the {card} only {points}.",
          counted(card),
        ),
    },
  ],
});

/** @returns {Step} */
const bidding = () => ({
  title: _("The bidding"),
  parts: [
    {
      kind: "word",
      scene: "overbid",
      ask: _(
        "How did Vroni become the declarer? Before the play, everybody speaks once. She said “i dob”: I play. The others let her play. What do you say with these cards?",
      ),
      right: _("Right: only a Solo overbids a Dobbm, and one trump and no sow are not enough for that. Vroni plays."),
      other: () =>
        _(
          "You could: a Solo overbids a Dobbm. But you play it without the Dobb, for double stakes, and with one trump and no sow you would lose. Let Vroni play.",
        ),
    },
    {
      kind: "word",
      scene: "bid",
      ask: _(
        "A new deal. A rule of thumb: the sow of hearts, another heart and another sow are usually enough to play. You have even one heart more! Four more cards wait in the Dobb: the declarer takes them up and discards four, which count for the declarer at the end and stay hidden until then. What do you say?",
      ),
      right: _(
        "The others let you play: “spiel zu”. You are the declarer, alone against three, and need more than 60 points.",
      ),
      other: (word) =>
        word === "solo"
          ? _(
              "You could: a Solo is played without the Dobb, for double stakes. But your hand is not that strong, and the Dobb will improve it.",
            )
          : _(
              "You could pass and leave the game to others. But the sow of hearts, another heart and another sow are usually enough: play!",
            ),
    },
  ],
});

/** @returns {Step} */
const exchange = () => ({
  title: _("The exchange"),
  parts: [
    {
      kind: "try",
      scene: "exchange",
      ask: _(
        "You have taken up the Dobb and now discard four cards. They count for you in the end, so you would like to discard a sow. Try it: four cards are chosen, among them the sow of acorns.",
      ),
      right: _("So you cannot discard a sow without a heart. And hearts are too good to discard: keep the sow."),
      other: () => _("That is allowed. But first try to discard the sow of acorns without a heart."),
    },
    {
      kind: "discards",
      scene: "exchange",
      ask: _(
        "It is better to get rid of a suit: discard both bells, and you can trump when bells are led. Discard the two low acorns with them.",
      ),
      right: _("You say “i lig”: your cards are settled. The Ober's 3 points are already yours."),
      other: (cards) =>
        _("That is allowed, but discarding {cards} is better: with no bells left, you can trump when bells are led.", {
          cards: list(sortedHand(cards.split(" ")).map(cardName)),
        }),
    },
  ],
});

/** @returns {Step} */
const doubling = () => ({
  title: _("Schwacher and retour"),
  parts: [
    {
      kind: "word",
      scene: "doubling",
      ask: _(
        "Now the defenders may double. Hias trusts his cards: “an Schwochn”! That doubles every payment. You can accept, or double again. What do you say?",
      ),
      right: _("Accepted: this deal pays double. Now you lead."),
      other: () =>
        _(
          "You could: that makes it four times the stakes, and the defenders may answer with another retour, without limit. But your hand is not that strong: accept.",
        ),
    },
  ],
});

/** @returns {Step} */
const ending = () => ({
  title: _("The last tricks, and the payment"),
  parts: [
    {
      kind: "ending",
      ask: _(
        "Five tricks later, you have 38 points in tricks and 3 in your discards. Two hearts are still out, the ten and the nine. Three tricks to go, and you lead: can you get more than 60 points? Play as you like.",
      ),
      won: _(
        "Well played: your sow of hearts captured the ten and drew the nine. That is for the end of a deal: at its beginning, a declarer often leads from a long side suit instead of drawing trumps.",
      ),
      lost: _("That was close. Try again? So late in the deal, lead the sow of hearts first: it captures Hias's ten."),
    },
  ],
});

/** @param {string} card */
const counted = (card) => ({
  card: cardName(card),
  points: pointsText(pointsOf(card)),
});
