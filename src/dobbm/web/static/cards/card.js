/** How a card is drawn: a symbol in the file of the card, or of the whole skin. */

import { html } from "../base/dom.js";
import { look } from "../base/look.js";
import { cardName } from "./deck.js";

/** Cards of the Tell deck are many lines each: a page loads and lays out only those it shows. */
const symbol = (card) =>
  look.skin === "french" ? `../decks/french.svg#${card}` : `../decks/tell/${card}.svg#card`;

/** The picture of a card, or of the back; what it is called must stand beside it or on it. */
export const picture = (card) =>
  html`<svg class="card" data-face=${card} aria-hidden="true" viewBox="0 0 250 390">
    <use href=${new URL(symbol(card), import.meta.url).href}></use>
  </svg>`;

/** The picture of a card with its name for those who listen. */
export const namedPicture = (card) =>
  html`<span class="card-image" role="img" aria-label=${cardName(card)}>${picture(card)}</span>`;

/** A card face down. */
export const back = () => picture("back");
