/** Describes a replay in words, for screen readers and for the line below the table. */

import { joinSentences, list } from "../base/i18n.js";
import { cardName, sortedHand } from "../cards/deck.js";
import { dealerText, stepText, takenText } from "../game/commentary.js";

/** @import { Moment, Story } from "../types.d.ts" */

/**
 * List cards by their names.
 * @param {string[]} cards
 */
export const cardsText = (cards) => list(sortedHand(cards).map(cardName));

/**
 * Describe the last action for the person in seat `own`; before the first action, name the dealer.
 * @param {Moment} now
 * @param {Story} story
 * @param {string[]} names
 * @param {number | null} own
 */
export function momentText(now, story, names, own) {
  const { last, trick } = now;
  if (!last) return dealerText(names[story.view.dealer], story.view.players);
  const played = stepText(last, names[last.seat], last.seat === own);
  return trick?.taken ? joinSentences([played, takenText(trick, own, names)]) : played;
}
