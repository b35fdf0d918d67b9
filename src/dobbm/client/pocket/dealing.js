/** Deals cards, face down, while the game arrives. */

import { html, repeat } from "../base/dom.js";
import { back } from "../cards/card.js";

/** @typedef {[x: number, y: number, turn: number]} Place to the right and downwards from the middle, in percent */

/** The middles of the four hands, in the order of the deal, and how far their cards lie apart. */
const HANDS = [
  { x: 36, y: 0, dx: 0, dy: 5, turn: 90 },
  { x: 0, y: -36, dx: 4, dy: 0, turn: 0 },
  { x: -36, y: 0, dx: 0, dy: 5, turn: 90 },
  { x: 0, y: 36, dx: 5, dy: 0, turn: 0 },
];
const [IN_A_PACKET, IN_A_HAND] = [4, 8];

/**
 * The places of the cards in the order of the deal: two packets for each hand.
 * @type {Place[]}
 */
const PLACES = Array.from({ length: HANDS.length * IN_A_HAND }, (_none, card) => {
  const packet = Math.floor(card / IN_A_PACKET);
  const { x, y, dx, dy, turn } = HANDS[packet % HANDS.length];
  const at = (card % IN_A_PACKET) + (packet < HANDS.length ? 0 : IN_A_PACKET) - (IN_A_HAND - 1) / 2;
  return [x + at * dx, y + at * dy, turn];
});

/**
 * Render a table on which this share of the cards has been dealt.
 * @param {number} share
 */
export function dealing(share) {
  const dealt = Math.floor(share * PLACES.length);
  return html`<div class="dealing" aria-hidden="true">${repeat(PLACES, (_place, card) => card, one)}${back()}</div>`;

  /**
   * @param {Place} place
   * @param {number} card
   */
  function one([x, y, turn], card) {
    const place = `--x: ${x}cqw; --y: ${y}cqh; --turn: ${turn}deg`;
    return html`<span class=${card < dealt ? "dealt" : ""} .style=${place}>${back()}</span>`;
  }
}
