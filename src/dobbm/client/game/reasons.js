/** Explains the rule that forbids a card or a discard. */

import { _, list, ngettext } from "../base/i18n.js";
import { cardName, isFrench, isSow, isTrump, sortedHand, suitName, suitOf } from "../cards/deck.js";
import { trickOnTable } from "./tricks.js";

/** @import { RuleOptions, View } from "../schema.d.ts" */

/** @typedef {RuleOptions["sow_companion"]} Companion */

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
 * Return how many more trumps the sows among the discards need; 0 or less if none.
 * @param {string[]} discards
 * @param {Companion} companion
 */
export function trumpsMissing(discards, companion) {
  const trumps = discards.filter((card) => isTrump(card) && !(companion === "plain" && isSow(card)));
  return discards.filter(isSow).length - trumps.length;
}

/**
 * Explain what is still missing before these cards may be discarded; return null if they may.
 * @param {string[]} discards
 * @param {Companion} companion
 */
export function whyNotDiscard(discards, companion) {
  const missing = trumpsMissing(discards, companion);
  if (missing > 0) return isFrench() ? acesText(missing, companion) : sowsText(missing, companion);
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
 * @param {Companion} companion
 */
const sowsText = (missing, companion) =>
  companion === "plain"
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
 * @param {Companion} companion
 */
const acesText = (missing, companion) =>
  companion === "plain"
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
