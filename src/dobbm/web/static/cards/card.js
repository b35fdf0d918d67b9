/** How a card is drawn: as a picture of its own, or as a symbol in the file of the card or the deck. */

import { html, svg } from "../base/dom.js";
import { look } from "../base/look.js";
import { cardName, isFrench } from "./deck.js";

const address = (path) => new URL(`../decks/${path}`, import.meta.url).href;

/**
 * A picture is one element, a symbol as many as it has lines: it takes long to lay out, but only a
 * symbol is reached by the properties with which the settings change the indices.
 */
function drawn(card) {
  if (isFrench()) return svg`<use href=${address(`french.svg#${card}`)}></use>`;
  if (look.skin === "tell4" || look.letters) return svg`<use href=${address(`tell/${card}.svg#card`)}></use>`;
  return svg`<image href=${address(`tell/${card}.svg`)} width="250" height="390"></image>`;
}

/** The picture of a card, or of the back; what it is called must stand beside it or on it. */
export const picture = (card) =>
  html`<svg class="card" data-face=${card} aria-hidden="true" viewBox="0 0 250 390">${drawn(card)}</svg>`;

/** The picture of a card with its name for those who listen. */
export const namedPicture = (card) =>
  html`<span class="card-image" role="img" aria-label=${cardName(card)}>${picture(card)}</span>`;

/** A card face down. */
export const back = () => picture("back");
