/** How a card is drawn: one symbol of the sprite of the skin that the person has chosen. */

import { html } from "../base/dom.js";
import { look } from "../base/look.js";
import { cardName } from "./deck.js";

const sprite = () =>
  new URL(look.skin === "french" ? "../decks/french.svg" : "../decks/tell.svg", import.meta.url).href;

/** The picture of a card, or of the back; what it is called must stand beside it or on it. */
export const picture = (card) =>
  html`<svg class="card" data-face=${card} aria-hidden="true" viewBox="0 0 250 390">
    <use href="${sprite()}#${card}"></use>
  </svg>`;

/** The picture of a card with its name for those who listen. */
export const namedPicture = (card) =>
  html`<span class="card-image" role="img" aria-label=${cardName(card)}>${picture(card)}</span>`;

/** A card face down. */
export const back = () => picture("back");
