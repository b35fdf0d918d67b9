/** The reason of a bot or of the coach for the value of an action, in the person's language. */

import { _, list } from "../base/i18n.js";
import { cardName, pointsText, suitName } from "../cards/deck.js";

/** @import { Reason } from "../schema.d.ts" */

/**
 * Format a reason: a sentence with placeholders, and their values.
 * @param {Reason} reason
 * @param {string[]} names
 */
export function worded({ sentence, card, seat, often, points, suits }, names) {
  return _(sentence, {
    card: card && cardName(card),
    seat: seat === undefined ? "" : names[seat],
    often: often && _(often),
    points: points === undefined ? "" : pointsText(points),
    suits: suits && list(suits.map(suitName)),
  });
}
