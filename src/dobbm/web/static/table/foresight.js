/** What the person sees of their own action before the server has confirmed it. */

import { pointsIn } from "../cards/deck.js";
import { activeSeats, from } from "../game/seats.js";
import { takenTricks, trickOnTable, winningIndex } from "../game/tricks.js";

/** The view after one's own action, as it will be if the server agrees. */
export function after(view, action) {
  const gone = action.split(" ");
  return {
    ...view,
    hand: view.hand.filter((card) => !gone.includes(card)),
    actions: [...view.actions, action],
    steps: [...view.steps, { seat: view.seat, phase: view.phase, action }],
    tricks: view.phase === "play" ? withCard(view, action) : view.tricks,
    to_act: null,
    legal: [],
    ...words(view, action),
  };
}

/** The tricks with one's own card. */
function withCard(view, card) {
  const { seats, cards: lying } = trickOnTable(view) ?? { seats: from(view.seat, activeSeats(view)), cards: [] };
  const cards = [...lying, card];
  const winner = cards.length === 4 ? seats[winningIndex(cards)] : null;
  return [...takenTricks(view), { seats, cards, winner, points: pointsIn(cards) }];
}

/** What one's own word changes in the view before the server has said so. */
function words(view, action) {
  if (action === "dobbm" || action === "solo") return { declarer: view.seat, contract: action };
  if (action === "schwacher" || action === "retour") return { doublings: view.doublings + 1 };
  return {};
}
