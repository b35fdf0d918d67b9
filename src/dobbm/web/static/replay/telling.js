/** A replay in words, for those who listen and for the line below the table. */

import { _, list } from "../base/i18n.js";
import { cardName, pointsTold, sortedHand } from "../cards/deck.js";
import { gloss, words } from "../game/words.js";

/** The cards of a list by their names. */
export const cardsTold = (cards) => list(sortedHand(cards).map(cardName));

/** What has just happened; before the first action, who deals. */
export function told(now, story, names) {
  const { last, trick } = now;
  if (!last) return dealt(story, names);
  const name = names[last.seat];
  if (last.phase !== "play") return `${name}: ${words(last)} (${gloss(last)}).`;
  const played = _("{name} plays {card}.", { name, card: cardName(last.action) });
  if (!trick.taken) return played;
  const taker = { name: names[trick.winner], points: pointsTold(trick.points) };
  return `${played} ${_("The trick goes to {name}: {points}.", taker)}`;
}

function dealt({ frame }, names) {
  const name = names[frame.dealer];
  return frame.players === 5
    ? `${_("Dealer, on holiday in this deal: {name}", { name })}.`
    : `${_("Dealer: {name}", { name })}.`;
}
