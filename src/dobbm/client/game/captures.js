/** The cards that made the difference in a deal: the most valuable ones that each side took from the other. */

import { pointsOf } from "../cards/deck.js";
import { takenTricks } from "./tricks.js";

/** @import { View } from "../schema.d.ts" */

/**
 * A card that the other side took, and the number of the trick, from 1.
 * @typedef {{ card: string, trick: number }} Capture
 */

/** The number of cards of each side. */
const MOST = 3;

/**
 * Return the cards that the declarer took from the defenders, and those that the defenders took, the dearest first.
 * @param {View} view
 * @returns {{ declarer: Capture[], defenders: Capture[] }}
 */
export function captures(view) {
  const played = playedCards(view);
  /** @param {boolean} declarer */
  const taken = (declarer) =>
    played
      .filter(({ card, by, to }) => to === declarer && by !== declarer && pointsOf(card))
      .sort((one, other) => pointsOf(other.card) - pointsOf(one.card))
      .slice(0, MOST)
      .map(({ card, trick }) => ({ card, trick }));
  return { declarer: taken(true), defenders: taken(false) };
}

/**
 * Return the cards that the other side took.
 * @param {View} view
 */
export const lostCards = (view) => playedCards(view).flatMap(({ card, by, to }) => (by === to ? [] : [card]));

/**
 * Return the cards of the completed tricks, with the number of the trick, and whether the declarer played and took
 * them.
 * @param {View} view
 */
const playedCards = (view) =>
  takenTricks(view).flatMap(({ seats, cards, winner }, at) =>
    cards.map((card, index) => ({
      card,
      trick: at + 1,
      by: seats[index] === view.declarer,
      to: winner === view.declarer,
    })),
  );
