/** A small picture of a table, with faces and free places around it. */

import { html, nothing, svg } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { HOME, SERVER } from "../base/place.js";
import { place } from "../game/seats.js";
import { face } from "./face.js";
import { ROSETTE } from "./rosette.js";

/** @import { Badge } from "./face.js" */

/** The parts of a farmhouse chair in a square of 48, and the heart cut out of its back. */
export const PARTS = [
  "M13 30l-4 16h5l5-16zM35 30l4 16h-5l-5-16z",
  "M16 27L10.500 8.500c5-6.500 9.500-2.500 13.500-5c4 2.500 8.500-1.500 13.500 5L32 27z",
  "M9.500 25.500h29l3.500 7H6z",
];
export const HEART = "M24 21.500c-9-6-5-13 0-8.500c5-4.500 9 2.500 0 8.500z";

const CHAIR = svg`<svg class="chair" viewBox="0 0 48 48">${PARTS.map(
  (part) => svg`<path d=${part}></path>`,
)}<path class="heart" d=${HEART}></path></svg>`;

/**
 * Render a portrait with its badges, or an empty chair in its frame.
 * @param {string | null} portrait
 * @param {Badge[]} badges
 */
export const faceOrChair = (portrait, badges = []) =>
  portrait === null ? html`<span class="face gone">${CHAIR}</span>` : face(portrait, badges);

/**
 * Render a table with its portraits, clockwise from the seat `own` at the bottom; null is a free place. Screen readers
 * ignore it, so a list must name the people.
 * @param {(string | null)[]} portraits
 * @param {number | null} own
 */
export const littleTable = (
  portraits,
  own = null,
) => html`<div class="little-table players-${portraits.length}" aria-hidden="true">
    ${ROSETTE}${portraits.map(
      (portrait, seat) =>
        html`<span class="chair-at ${place(seat, own, portraits.length)}">${faceOrChair(portrait)}</span>`,
    )}
  </div>`;

/** A table without anybody. */
export const EMPTY = [null, null, null, null];

/**
 * Render why a pocket has no such page.
 * @param {string} title
 */
export const serverOnly = (title) => html`<main class="sheet"><section class="panel note">
    ${littleTable(EMPTY)}
    <h1>${title}</h1>
    <p>${_("Other people are met on a server; here you play against bots.")}</p>
    <p class="row"><a class="button primary" href=${HOME}>${_("Start page")}</a> ${
      SERVER ? html`<a class="button" href=${SERVER} target="_self">${_("To the server")}</a>` : nothing
    }</p></section></main>`;
