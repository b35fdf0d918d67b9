/** Counts a pile of tricks from the cards that the person taps. */

import { html } from "../base/dom.js";
import { _, ngettext } from "../base/i18n.js";
import { picture } from "../cards/card.js";
import { cardName, CARDS, pointsIn, pointsText, suitName, suitOf, SUITS } from "../cards/deck.js";
import { ALL } from "../game/settlement.js";

/**
 * The cards tapped so far, of the declarer's pile or of the defenders'.
 * @typedef {{ side: "declarer" | "defenders", cards: string[] }} Pile
 */

/** The number of the defenders' cards if the declarer has no trick. */
const EIGHT_TRICKS = 32;

/**
 * A pile with no card tapped.
 * @type {Pile}
 */
export const emptyPile = { side: "declarer", cards: [] };

/**
 * Return the pile with a card added, or removed if it was there; the defenders have at most 32.
 * @param {Pile} pile
 * @param {string} card
 * @returns {Pile}
 */
function tapped(pile, card) {
  const { side, cards } = pile;
  if (cards.includes(card)) return { side, cards: cards.filter((other) => other !== card) };
  if (side === "defenders" && cards.length === EIGHT_TRICKS) return pile;
  return { side, cards: [...cards, card] };
}

/**
 * Return the declarer's result according to a pile: `{points, noTrick}`. Nobody knows the points before a card is
 * tapped.
 * @param {Pile} pile
 * @returns {{ points: number | null, noTrick: boolean }}
 */
export function counted({ side, cards }) {
  if (!cards.length) return { points: null, noTrick: false };
  const points = pointsIn(cards);
  if (side === "declarer") return { points, noTrick: false };
  const noTrick = cards.length === EIGHT_TRICKS;
  return { points: noTrick ? 0 : ALL - points, noTrick };
}

/**
 * Render the grid of all cards; `change(pile)` is called after every tap.
 * @param {Pile} pile
 * @param {(pile: Pile) => void} change
 */
export function pileGrid(pile, change) {
  /**
   * @param {Pile["side"]} value
   * @param {string} text
   */
  const side = (value, text) =>
    html`<label class="choice">
      <input type="radio" name="side" .checked=${pile.side === value}
        @change=${() => change({ ...emptyPile, side: value })}>
      <span>${text}</span>
    </label>`;
  const cardsInWords = ngettext("{count} card", "{count} cards", pile.cards.length);
  const hint =
    pile.side === "declarer"
      ? _("Include the discards, or in a Solo the Dobb. You may leave out sparrows: they are worth nothing.")
      : _(
          "Do not include the discards or the Dobb. You may leave out sparrows, unless the pile has all 32 cards: then the declarer took no tricks.",
        );
  return html`<div class="pile">
    <fieldset class="choices">
      <legend>${_("Whose pile?")}</legend>
      ${side("declarer", _("declarer"))} ${side("defenders", _("defenders"))}
    </fieldset>
    <p class="quiet">${hint}</p>
    <div class="pile-cards">
      ${SUITS.map(
        (suit) => html`<div class="pile-suit" role="group" aria-label=${suitName(suit)}>
          ${CARDS.filter((card) => suitOf(card) === suit).map((card) => pileCard(card, pile, change))}
        </div>`,
      )}
    </div>
    <p class="row">
      <output class="pile-count">${cardsInWords}: ${pointsText(pointsIn(pile.cards))}</output>
      <button type="button" aria-disabled=${String(!pile.cards.length)}
        @click=${() => change({ ...pile, cards: [] })}>${_("Put all back")}</button>
    </p>
  </div>`;
}

/**
 * @param {string} card
 * @param {Pile} pile
 * @param {(pile: Pile) => void} change
 */
const pileCard = (card, pile, change) =>
  html`<button type="button" class="pile-card" aria-label=${cardName(card)}
    aria-pressed=${String(pile.cards.includes(card))} @click=${() => change(tapped(pile, card))}>
    ${picture(card)}
  </button>`;
