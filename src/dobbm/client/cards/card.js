/** Draws cards, as images or as symbols from SVG files. */

import { html, nothing, svg } from "../base/dom.js";
import { settings } from "../base/settings.js";
import { cardName, isFrench, suitLetter, suitOf } from "./deck.js";

/** @param {string} path */
const address = (path) => new URL(`../decks/${path}`, import.meta.url).href;

/**
 * Draw a card as an image or as a symbol. An image is a single element. A symbol expands into many elements and is slow
 * to lay out, but only a symbol inherits the CSS properties through which the settings change the indices and the back.
 * @param {string} card
 */
function drawn(card) {
  if (isFrench()) return svg`<use href=${address(`french.svg#${card}`)}></use>`;
  if (settings.skin === "tell4" || (card === "back" && settings.back !== "red")) return symbol(card);
  return svg`<image href=${address(`tell/${card}.svg`)} width="250" height="390"></image>`;
}

/** @param {string} card */
const symbol = (card) => svg`<use href=${address(`tell/${card}.svg#card`)}></use>`;

/**
 * Render a card, whose name nobody needs, in the deck and with the back of the settings given.
 * @param {string} card
 * @param {{ skin?: string, back?: string }} look
 */
export const sample = (
  card,
  { skin = "tell", back = "red" },
) => html`<svg class="card" data-skin=${skin} data-back=${back} aria-hidden="true" viewBox="0 0 250 390">
    ${skin.startsWith("french") ? svg`<use href=${address(`french.svg#${card}`)}></use>` : symbol(card)}
  </svg>`;

/**
 * Draw the letter of the suit below both indices, for people who cannot tell the colours apart.
 * @param {string} card
 */
function letters(card) {
  const letter = suitLetter(suitOf(card));
  const [middle, top] = settings.skin === "tell4" ? [35, 142] : [32, 111];
  return [0, 180].map(
    (turn) => svg`<g class="suit-letter" transform=${`rotate(${turn} 125 195)`}>
      <rect x=${middle - 22} y=${top} width="44" height="40" rx="9"></rect>
      <text x=${middle} y=${top + 32} font-size=${letter.length > 1 ? 29 : 35}>${letter}</text>
    </g>`,
  );
}

/**
 * Render a card, or a card back for "back". Screen readers ignore it, so its name must be given on it or beside it.
 * @param {string} card
 */
export const picture = (card) =>
  html`<svg class="card" data-face=${card} aria-hidden="true" viewBox="0 0 250 390">${drawn(card)}${
    settings.letters && card !== "back" ? letters(card) : nothing
  }</svg>`;

/**
 * Render a card with its name for screen readers.
 * @param {string} card
 */
export const namedPicture = (card) =>
  html`<span class="card-image" role="img" aria-label=${cardName(card)}>${picture(card)}</span>`;

/** Render a card face down. */
export const back = () => picture("back");

/** An edelweiss, on coins. */
export const EDELWEISS = svg`<svg class="flower" viewBox="-24 -24 48 48">
  ${Array.from(
    { length: 9 },
    (_petal, at) => svg`<path d="M0-6c-5-5-4-12 0-17c4 5 5 12 0 17z" transform=${`rotate(${at * 40})`}></path>`,
  )}
</svg>`;
