/** A replay in words, for those who listen and for the line below the table. */

import { _, joined, list } from "../base/i18n.js";
import { cardName, pointsTold, sortedHand } from "../cards/deck.js";
import { dealerTold, saidTold } from "../game/commentary.js";

/** The cards of a list by their names. */
export const cardsTold = (cards) => list(sortedHand(cards).map(cardName));

/** What has just happened, to the person on the seat `own`; before the first action, who deals. */
export function told(now, story, names, own) {
  const { last, trick } = now;
  if (!last) return dealerTold(names[story.frame.dealer], story.frame.players);
  const name = names[last.seat];
  const mine = last.seat === own;
  if (last.phase !== "play") return saidTold(mine ? _("You say") : name, last);
  const card = cardName(last.action);
  const played = mine ? _("You play {card}.", { card }) : _("{name} plays {card}.", { name, card });
  if (!trick.taken) return played;
  const points = pointsTold(trick.points);
  const taken =
    trick.winner === own
      ? _("The trick is yours: {points}.", { points })
      : _("The trick goes to {name}: {points}.", { name: names[trick.winner], points });
  return joined([played, taken]);
}
