/** The tricks of a view, and the winning card of a trick. */

import { isTrump, RANKS, suitOf } from "../cards/deck.js";

/**
 * @import { View } from "../schema.d.ts"
 * @import { TakenTrick } from "../types.d.ts"
 */

/**
 * The completed tricks, in order.
 * @param {View} view
 * @returns {TakenTrick[]}
 */
export const takenTricks = (view) => /** @type {TakenTrick[]} */ (view.tricks.filter(({ winner }) => winner !== null));

/**
 * The trick on the table; undefined until somebody leads to it.
 * @param {View} view
 */
export const trickOnTable = (view) => view.tricks.find(({ winner }) => winner === null);

/**
 * The viewer's hand as it was before the first trick. In that order of suits it is held until the deal is over.
 * @param {View} view
 */
export const wholeHand = ({ hand, seat, tricks }) => [
  ...hand,
  ...tricks.flatMap(({ seats, cards }) => cards.filter((_card, index) => seats[index] === seat)),
];

/**
 * The index of the winning card among the cards of a trick, which are in the order of play.
 * @param {string[]} cards
 */
export function winningIndex(cards) {
  /** @param {string} card */
  const strength = (card) => {
    if (!isTrump(card) && suitOf(card) !== suitOf(cards[0])) return 0;
    return 10 - RANKS.indexOf(card[1]) + (isTrump(card) ? 10 : 0);
  };
  return cards.reduce((best, card, at) => (strength(card) > strength(cards[best]) ? at : best), 0);
}
