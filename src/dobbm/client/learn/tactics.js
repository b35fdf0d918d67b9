/**
 * The exercises in tactics, with parts like those of the lesson (`steps.js`).
 *
 * The advice is that of pagat.com ("Notes on Tactics", "Bidding", "Schwacher"). Points are the solver's, with all cards
 * open.
 */

import { _ } from "../base/i18n.js";
import { cardName, isTrump } from "../cards/deck.js";
import { tacticTitles } from "./tactic-titles.js";

/** @import { Step } from "./steps.js" */

/**
 * All exercises, in the person's language.
 * @returns {Step[]}
 */
export const tactics = () => [sufficient(), passOrPlay(), solo(), longSuit(), schieben(), schinden(), fuchs()];

/** @returns {Step} */
const sufficient = () => ({
  title: tacticTitles()[0],
  parts: [
    {
      kind: "word",
      scene: "sufficient",
      ask: _(
        "You speak first. You hold the sow of hearts, another heart and another sow. Is that enough for a Dobbm? What do you say?",
      ),
      right: _(
        "Yes: the sow of hearts, another heart and another sow are generally sufficient. On most deals, at least one player is able to play.",
      ),
      other: (word) =>
        word === "solo"
          ? soloTooMuch()
          : _("You could pass. But the sow of hearts, another heart and another sow are generally sufficient: play!"),
    },
    {
      kind: "word",
      scene: "three_hearts",
      ask: _(
        "Moidl passes. You do not have the sow of hearts, but three hearts and the sow of bells. What do you say?",
      ),
      right: _("Right: any three hearts and a sow are generally sufficient, too."),
      other: (word) =>
        word === "solo"
          ? soloTooMuch()
          : _("You could pass. But any three hearts and a sow are generally sufficient: play!"),
    },
    {
      kind: "word",
      scene: "too_little",
      ask: _("Moidl passes. Now you have two small hearts and the sow of acorns. What do you say?"),
      right: _("Right: with only two hearts, one of them should be the sow of hearts."),
      other: (word) =>
        word === "solo"
          ? soloTooMuch()
          : _(
              "You could. But with only two hearts, one of them should be the sow of hearts. Leave this game to the others.",
            ),
    },
  ],
});

/** @returns {Step} */
const passOrPlay = () => ({
  title: tacticTitles()[1],
  parts: [
    {
      kind: "word",
      scene: "playable",
      ask: _(
        "A strong hand, and you speak first. You could also pass, let somebody else play, and then give a Schwacher. What do you say?",
      ),
      right: _(
        "Right: it is generally more profitable to play when you can. If you pass, the others may pass, too, and the cards are thrown in.",
      ),
      other: (word) =>
        word === "solo"
          ? soloUnneeded()
          : _(
              "You could: sometimes a strong hand passes in the hope of giving a Schwacher. But if nobody bids, the cards are thrown in. It is generally more profitable to play when you can.",
            ),
    },
    {
      kind: "word",
      scene: "strong",
      ask: _(
        "This time Vroni bid before you. “I lig”, she says, and Hias and Moidl do not double. You hold four hearts with the sow, and two more sows. What do you say?",
      ),
      right: _(
        "“An Schwochn!” That is what a strong hand without the bid hopes for. It doubles the payment for all three defenders alike.",
      ),
      other: () =>
        _("You could. But a Schwacher is for hands like this: it doubles what Vroni pays to each of you if she loses."),
    },
    {
      kind: "word",
      scene: "weak",
      ask: _(
        "Another deal: Vroni plays, and Hias and Moidl do not double. You have the seven of hearts and no sow. What do you say?",
      ),
      right: _(
        "Right. A Schwacher would also double what all three of you pay if Vroni wins, and she might answer with retour.",
      ),
      other: () =>
        _(
          "You could. But your hand is weak, a Schwacher also doubles what all three of you pay if Vroni wins, and she may answer with retour.",
        ),
    },
  ],
});

/** @returns {Step} */
const solo = () => ({
  title: tacticTitles()[2],
  parts: [
    {
      kind: "word",
      scene: "first",
      ask: _("Three high hearts, a second sow and a ten, and nobody has bid yet. What do you say?"),
      right: _(
        "Right: take the Dobb. A Solo requires an extremely strong hand, and is usually only played to outbid another player.",
      ),
      other: (word) =>
        word === "solo"
          ? soloUnneeded()
          : _("You could pass. But it is generally more profitable to play when you can."),
    },
    {
      kind: "word",
      scene: "outbid",
      ask: _(
        "The same cards, but now Vroni has bid a Dobbm, and the others let her play. You speak last, and only once. What do you say?",
      ),
      right: _(
        "That is what a Solo is for: nothing else outbids a Dobbm. You play without the Dobb, for double payment; its points count for you in the end.",
      ),
      other: () =>
        _(
          "You could let Vroni play. But your hand is very strong, and only a Solo outbids her. You will not be asked again.",
        ),
    },
  ],
});

/** @returns {Step} */
const longSuit = () => ({
  title: tacticTitles()[3],
  parts: [
    {
      kind: "card",
      scene: "long_suit",
      ask: _(
        "You are the declarer and lead. You have three hearts with the sow; your bells are long, but weak. Which card do you lead?",
      ),
      right: _(
        "Right: lose the tricks that must be lost while the opponents still have trumps. With all cards open, a bell leads to 73 points, a heart to 55 at most.",
      ),
      other: (card) =>
        isTrump(card)
          ? _(
              "You could draw trumps. But the bells are lost in any case, and once the opponents have no trumps left, they discard their sows and tens on each other's tricks. Lead bells now.",
            )
          : _(
              "You could. But begin with the tricks that you must lose, while the opponents still have trumps: lead bells.",
            ),
    },
    {
      kind: "card",
      scene: "trumps_spent",
      ask: _(
        "Suppose you led the six: Vroni took it and led a heart, which you won. Vroni and Hias have no bells left, but they still have hearts. What do you lead?",
      ),
      right: _(
        "Right, bells again: Vroni and Hias have to play their trumps, and cannot discard a sow or a ten of another suit.",
      ),
      other: () =>
        _(
          "You could. But as long as Vroni and Hias have hearts, they must play them on your bells, and cannot discard the sows and tens of other suits. Lead bells.",
        ),
    },
  ],
});

/** @returns {Step} */
const schieben = () => ({
  title: tacticTitles()[4],
  parts: [
    {
      kind: "card",
      scene: "schieben",
      ask: _(
        "When a declarer loses, it is usually by a trick like this. Vroni led the nine of leaves, Hias has beaten it with the sow, and Moidl has thrown in the sow of bells. You have neither leaves nor hearts. Which card do you play?",
      ),
      right: _(
        "That is schieben, “schiam” in Tyrolean: you throw valuable cards on a partner's trick. It counts 33, and Vroni cannot get more than 59 any more.",
      ),
      other: (card) =>
        _(
          "You could. But the trick belongs to your side, so throw in your most valuable card, the sow of acorns. With the {card}, Vroni can still win.",
          { card: cardName(card) },
        ),
    },
  ],
});

/** @returns {Step} */
const schinden = () => ({
  title: tacticTitles()[5],
  parts: [
    {
      kind: "card",
      scene: "schinden",
      ask: _(
        "Moidl is the declarer and leads the seven of bells. You have the sow of bells and three small bells. Which card do you play?",
      ),
      right: _(
        "That is schinden: when the declarer leads a side suit, it is very often right to hold back your high cards. Vroni's ten takes the trick. With all cards open, Moidl gets 58 points; after the sow, she gets 83.",
      ),
      other: () =>
        _(
          "You could. But if you release your top cards too soon, the declarer may establish winners in the suit, and you forgo a profitable trick later. Hold the sow back.",
        ),
    },
  ],
});

/** @returns {Step} */
const fuchs = () => ({
  title: tacticTitles()[6],
  parts: [
    {
      kind: "pick",
      scene: "fuchs",
      picks: (card) => card === "LK",
      ask: _(
        "You are the declarer, and Hias leads a low leaf. A Fuchs, a fox, is a single card of a suit in the declarer's hand, but not a sow. Which of your cards is a Fuchs?",
      ),
      right: _("Right: the king is your only leaf."),
      other: (card) => _("The {card} is not the only card of its suit.", { card: cardName(card) }),
    },
    {
      kind: "card",
      scene: "fuchs",
      ask: _("Hias and Moidl play low cards, because they expect you to have no leaves. Which card do you play?"),
      right: _(
        "The fox wins a trick! It may also win when you lead it and the defenders hold back their high cards, or have discarded them by mistake. If you lose it, you often lose it cheaply.",
      ),
    },
  ],
});

const soloTooMuch = () =>
  _(
    "You could, but a Solo requires an extremely strong hand, and you would play it without the Dobb, for double payment.",
  );

const soloUnneeded = () =>
  _(
    "You could. But a Solo is usually only played to outbid another player, and nobody has bid yet. With the Dobb, your hand gets better: bid a Dobbm.",
  );
