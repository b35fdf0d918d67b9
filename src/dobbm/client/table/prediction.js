/** The person's view after their own action, before the server has confirmed it. */

import { pointsIn } from "../cards/deck.js";
import { activeSeats, from } from "../game/seats.js";
import { takenTricks, trickOnTable, winningIndex } from "../game/tricks.js";

/** @import { Step, Trick, View } from "../schema.d.ts" */

/**
 * Return the view after the person's own action, assuming that the server accepts it.
 * @param {View} view
 * @param {string} action
 * @returns {View}
 */
export function predictedView(view, action) {
  const gone = action.split(" ");
  const step = /** @type {Step} */ ({ seat: view.seat, phase: view.phase, action });
  return {
    ...view,
    hand: view.hand.filter((card) => !gone.includes(card)),
    actions: [...view.actions, action],
    steps: [...view.steps, step],
    tricks: view.phase === "play" ? withCard(view, action) : view.tricks,
    to_act: null,
    legal: [],
    ...words(view, action),
  };
}

/**
 * The tricks with the person's own card.
 * @param {View} view
 * @param {string} card
 * @returns {Trick[]}
 */
function withCard(view, card) {
  const { seats, cards: lying } = trickOnTable(view) ?? {
    seats: from(/** @type {number} */ (view.seat), activeSeats(view)),
    cards: [],
  };
  const cards = [...lying, card];
  const winner = cards.length === 4 ? seats[winningIndex(cards)] : null;
  return [...takenTricks(view), { seats, cards, winner, points: pointsIn(cards) }];
}

/**
 * The fields of the view that the person's own bid or doubling changes.
 * @param {View} view
 * @param {string} action
 * @returns {Partial<View>}
 */
function words(view, action) {
  if (action === "dobbm" || action === "solo") return { declarer: view.seat, contract: action };
  if (action === "schwacher" || action === "retour") return { doublings: view.doublings + 1 };
  return {};
}
