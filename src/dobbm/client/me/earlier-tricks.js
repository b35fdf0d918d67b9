/** The tricks that were played before an exercise begins: a player at the table would have seen them. */

import { dialog, html, nothing } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { namedPicture } from "../cards/card.js";

/** @import { View } from "../schema.d.ts" */

/**
 * Render the button that shows the tricks so far; nothing before the first one is complete.
 * @param {View} view
 * @param {string[]} names
 */
export function earlier({ tricks }, names) {
  const complete = tricks.filter(({ winner }) => winner !== null);
  if (!complete.length) return nothing;
  const show = () =>
    dialog(
      _("The tricks so far"),
      (close) => html`<ol class="earlier">${complete.map(
        ({ cards, winner }) => html`<li>
          <span class="cards">${cards.map(namedPicture)}</span>
          <b>${names[/** @type {number} */ (winner)]}</b>
        </li>`,
      )}</ol>
      <p class="quiet">${_("Each trick in the order of play, with who took it.")}</p>
      <div class="row"><button class="primary" @click=${() => close()}>${_("Close")}</button></div>`,
    );
  return html`<button @click=${show}>${_("The tricks so far")}</button>`;
}
