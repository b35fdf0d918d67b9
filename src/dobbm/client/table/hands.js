/**
 * All hands of a finished deal as fans, the declarer's first, each over the name of its player; the Dobb and the
 * discard.
 */

import { html, nothing } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { picture } from "../cards/card.js";
import { cardName, pointsIn, pointsText, sortedHand } from "../cards/deck.js";
import { lostCards } from "../game/captures.js";
import { dealtHands, outOfPlay } from "../game/record.js";
import { seatPortraits } from "../game/seats.js";
import { face } from "./face.js";

/**
 * @import { Drawn } from "../base/dom.js"
 * @import { dealOf } from "../game/seats.js"
 */

/** @typedef {ReturnType<typeof dealOf>} Then */

/**
 * Render all hands as dealt. The cards that the other side has taken are marked.
 * @param {Then} then
 */
export function hands({ view, seats, names }) {
  const { record, result: end, seat: own } = view;
  const { hands: dealt } = dealtHands(record);
  const lost = lostCards(view);
  const portraits = seatPortraits(seats, names);
  const players = [...names.keys()]
    .filter((seat) => dealt[seat].length)
    .sort((one, other) => Number(other === end.declarer) - Number(one === end.declarer));
  /** @param {number} seat */
  const player = (seat) =>
    html`${face(
      portraits[seat],
      seat === end.declarer ? [["declarer", _("declarer")]] : [],
    )}<span>${seat === own ? _("You") : names[seat]}</span>`;
  return html`<div class="hands">${players.map((seat) => fan(player(seat), dealt[seat], lost))}</div>`;
}

/**
 * Render the Dobb and the discard.
 * @param {Then} then
 */
export function apart({ view }) {
  const { record, result: end } = view;
  const { dobb } = dealtHands(record);
  const out = outOfPlay(record, end);
  return html`<div class="hands apart">
      ${fan(html`<span>${_("The Dobb")}</span><small>${points(dobb)}</small>`, dobb, lostCards(view))}
      ${
        out && end.contract === "dobbm"
          ? fan(html`<span>${_("Discarded")}</span><small>${points(out)}</small>`, out, [])
          : nothing
      }
    </div>`;
}

/**
 * Explain the mark of lost cards, if there are any.
 * @param {Then} then
 */
export const key = ({ view }) =>
  lostCards(view).length ? html`<p class="key"><i aria-hidden="true"></i>${_("went to the other side")}</p>` : nothing;

/** @param {string[]} cards */
const points = (cards) => pointsText(pointsIn(cards)).replace(" ", "\u00a0");

/**
 * Render cards as a fan; each knows its place from the middle.
 * @param {Drawn} label
 * @param {string[]} cards
 * @param {string[]} lost
 */
const fan = (label, cards, lost) => html`<div class="dealt" .style=${`--cards: ${cards.length}`}>
    <h4>${label}</h4>
    <div class="cards">${sortedHand(cards).map(
      (card, at) => html`<span
      class="card-image ${
        lost.includes(card) ? "lost" : ""
      }" role="img" .style=${`--at: ${at - (cards.length - 1) / 2}`}
      aria-label=${
        lost.includes(card) ? _("{card}, taken by the other side", { card: cardName(card) }) : cardName(card)
      }>${picture(card)}</span>`,
    )}</div>
  </div>`;
