/** A small picture of a table, with faces and empty chairs around it. */

import { html, svg } from "../base/dom.js";
import { place } from "../game/seats.js";
import { face } from "./face.js";

/** The back of a farmhouse chair, and the heart cut out of it, in a square of 48. */
export const BACK = "M12 46l2-13c-5-4-9-10-8-16 1-5 5-8 9-8 2-4 5-6 9-6s7 2 9 6c4 0 8 3 9 8 1 6-3 12-8 16l2 13h-5l-2-11h-10l-2 11z";
export const HEART = "M24 27c-6-4-8-7-8-10a4 4 0 0 1 8-2a4 4 0 0 1 8 2c0 3-2 6-8 10z";

export const CHAIR = svg`<svg class="chair" viewBox="0 0 48 48"><path d=${BACK}></path><path class="heart" d=${HEART}></path></svg>`;

/**
 * Render a portrait, or an empty chair in its frame.
 * @param {string | null} portrait
 */
export const faceOrChair = (portrait) => (portrait === null ? html`<span class="face gone">${CHAIR}</span>` : face(portrait));

/**
 * Render a table with its portraits, clockwise from the seat `own` at the bottom; null is an empty chair. Screen readers
 * ignore it, so a list must name the people.
 * @param {(string | null)[]} portraits
 * @param {number | null} own
 */
export const littleTable = (portraits, own = null) => html`<div class="little-table players-${portraits.length}" aria-hidden="true">
    ${portraits.map((portrait, seat) => html`<span class="chair-at ${place(seat, own, portraits.length)}">${portrait ? face(portrait) : CHAIR}</span>`)}
  </div>`;
