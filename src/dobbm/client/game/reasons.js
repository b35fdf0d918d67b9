/** Explains the rule that forbids a card or a discard. */

import { _, list, ngettext } from "../base/i18n.js";
import { cardName, isFrench, isSow, isTrump, sortedHand, suitName, suitOf } from "../cards/deck.js";
import { trickOnTable } from "./tricks.js";

/** @import { RuleOptions, View } from "../schema.d.ts" */

/**
 * The rule that decides which trumps may go with a discarded sow.
 * @typedef {Pick<RuleOptions, "sow_companion">} Discarding
 */

/**
 * Explain why `card` may not be played now; return null if it may.
 * @param {string} card
 * @param {View} view
 */
export function whyNot(card, view) {
  if (view.legal?.includes(card)) return null;
  const led = trickOnTable(view)?.cards[0];
  if (!led) return _("Wait for your turn.");
  const follows = view.hand.filter((held) => suitOf(held) === suitOf(led));
  if (follows.length) {
    return _("Farbzwang: {suit} are led, and you hold {cards}.", {
      suit: suitName(suitOf(led)),
      cards: list(sortedHand(follows).map(cardName)),
    });
  }
  return _("Trumpfzwang: you hold no {suit}, so you must play a heart.", {
    suit: suitName(suitOf(led)),
  });
}

/**
 * Return whether only a trump that is not a sow may go with a sow.
 * @param {Discarding} rules
 */
const isPlain = (rules) => rules.sow_companion === "plain";

/**
 * Return how many more trumps the sows among the discards need; 0 or less if none.
 * @param {string[]} discards
 * @param {Discarding} rules
 */
export function trumpsMissing(discards, rules) {
  const trumps = discards.filter((card) => isTrump(card) && !(isPlain(rules) && isSow(card)));
  return discards.filter(isSow).length - trumps.length;
}

/**
 * Explain what is still missing before these cards may be discarded; return null if they may.
 * @param {string[]} discards
 * @param {Discarding} rules
 */
export function whyNotDiscard(discards, rules) {
  const missing = trumpsMissing(discards, rules);
  if (missing > 0) return isFrench() ? acesText(missing, rules) : sowsText(missing, rules);
  return discards.length < 4 ? cardsMissing(discards) : null;
}

/**
 * Return the cards chosen for the discard after one of the hand has been chosen or put back; `refuse` says why a fifth
 * one is not chosen.
 * @param {string[]} chosen
 * @param {string} card
 * @param {(reason: string) => void} refuse
 */
export function toggled(chosen, card, refuse) {
  if (chosen.includes(card)) return chosen.filter((one) => one !== card);
  if (chosen.length < 4) return [...chosen, card];
  refuse(_("You discard only four cards: put one back first."));
  return chosen;
}

/**
 * Return how many cards a discard lacks, in words.
 * @param {string[]} discards
 */
function cardsMissing(discards) {
  const left = 4 - discards.length;
  return ngettext("Discard {count} more card.", "Discard {count} more cards.", left);
}

/**
 * @param {number} missing
 * @param {Discarding} rules
 */
const sowsText = (missing, rules) =>
  isPlain(rules)
    ? ngettext(
        "With each sow, discard a heart that is not a sow: {count} more heart needed.",
        "With each sow, discard a heart that is not a sow: {count} more hearts needed.",
        missing,
      )
    : ngettext(
        "You may not discard more sows than hearts: {count} more heart needed.",
        "You may not discard more sows than hearts: {count} more hearts needed.",
        missing,
      );

/**
 * @param {number} missing
 * @param {Discarding} rules
 */
const acesText = (missing, rules) =>
  isPlain(rules)
    ? ngettext(
        "With each ace, discard a heart that is not an ace: {count} more heart needed.",
        "With each ace, discard a heart that is not an ace: {count} more hearts needed.",
        missing,
      )
    : ngettext(
        "You may not discard more aces than hearts: {count} more heart needed.",
        "You may not discard more aces than hearts: {count} more hearts needed.",
        missing,
      );
