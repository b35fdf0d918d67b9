/** The hand that a person begins a deal with, in small. */

import { html } from "../base/dom.js";
import { namedPicture } from "../cards/card.js";
import { sortedHand } from "../cards/deck.js";
import { dealtHands } from "../game/record.js";

/** @import { Record } from "../schema.d.ts" */

/**
 * @param {Record} record
 * @param {number} seat
 */
export const fan = (record, seat) =>
  html`<span class="dealt">${sortedHand(dealtHands(record).hands[seat]).map(namedPicture)}</span>`;
