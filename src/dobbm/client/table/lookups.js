/** Buttons for looking things up during a deal: the last trick, the tricks of the person's side, the ledger. */

import { dialog, html, nothing } from "../base/dom.js";
import { _, ngettext, signed } from "../base/i18n.js";
import { pointsText } from "../cards/deck.js";
import { icon } from "../base/icons.js";
import { namedPicture } from "../cards/card.js";
import { accountName } from "../game/commentary.js";
import { ownSide } from "../game/seats.js";
import { takenTricks } from "../game/tricks.js";

/**
 * @import { Table } from "../schema.d.ts"
 * @import { Scene, TakenTrick } from "../types.d.ts"
 */

/**
 * Render the button for the last trick, if there is one.
 * @param {Scene} scene
 */
export function lastTrick({ table, view, names }) {
  if (table.stage !== "playing" || !view) return nothing;
  const last = takenTricks(view).at(-1);
  if (!last) return nothing;
  const open = () => dialog(_("The last trick"), () => trickRow(last, names));
  return html`<button class="icon" title=${_("Last trick")} aria-label=${_("Last trick")} @click=${open}>${icon("last")}</button>`;
}

/**
 * Render the button for the tricks of the person's own side, the only ones that may be looked back at.
 * @param {Scene} scene
 */
export function ownTricks({ table, view, names }) {
  if (table.stage !== "playing" || !view || table.seat === null) return nothing;
  const side = ownSide(view);
  const tricks = takenTricks(view).filter((trick) => side.includes(trick.winner));
  if (!tricks.length) return nothing;
  const points = tricks.reduce((sum, trick) => sum + trick.points, 0);
  const label = ngettext("{count} trick won by your side", "{count} tricks won by your side", tricks.length);
  const open = () =>
    dialog(label, () => html`<p>${pointsText(points)}</p>
      ${tricks.map((trick) => trickRow(trick, names))}`);
  return html`<button class="icon pile" title=${label} aria-label=${label} @click=${open}>${icon("pile")}<sup aria-hidden="true">${tricks.length}</sup></button>`;
}

/**
 * @param {TakenTrick} trick
 * @param {string[]} names
 */
function trickRow({ seats, cards, winner, points }, names) {
  return html`<figure class="trick-row">
    <div class="cards">
      ${cards.map((card, at) => html`<span class=${seats[at] === winner ? "best" : ""}>${namedPicture(card)}<small>${names[seats[at]]}</small></span>`)}
    </div>
    <figcaption>${_("Won by {name}", { name: names[winner] })}, ${pointsText(points)}</figcaption>
  </figure>`;
}

/**
 * Render how many deals of the Mußrunde are left, once it is agreed.
 * @param {Table} table
 */
export const mussrundeLeft = ({ mussrunde_left: left }) =>
  left === null
    ? nothing
    : html`<p>${ngettext("Mußrunde: {count} deal left", "Mußrunde: {count} deals left", left)}</p>`;

/**
 * Render the button for the ledger: everybody's winnings, and links to the finished deals.
 * @param {Scene} scene
 */
export function ledger({ table, names }) {
  const finished = table.stage === "playing" || table.stage === "shuffling" ? table.deal - 1 : table.deal;
  const open = () =>
    dialog(_("The ledger"), (close) => html`<table class="figures">
        <tbody>
          ${names.map((name, seat) => html`<tr><th scope="row">${name}</th><td>${signed(table.ledger[seat])} S</td></tr>`)}
          ${table.settled.map((one) => html`<tr class="quiet"><th scope="row">${accountName(one)}</th><td>${signed(one.amount)} S</td></tr>`)}
        </tbody>
      </table>
      ${table.next_dealer === null || table.stage === "playing" ? nothing : html`<p>${_("Next dealer: {name}", { name: names[table.next_dealer] })}</p>`}
      ${mussrundeLeft(table)}
      ${finished > 0
        ? html`<h3>${_("Look back")}</h3>
            <div class="row">${Array.from({ length: finished }, (_none, at) => html`<a class="button" href=${`/t/${table.table}/deals/${at + 1}`} @click=${() => close()}>${_("Deal {number}", { number: at + 1 })}</a>`)}</div>`
        : nothing}`);
  return html`<button class="icon" title=${_("Ledger")} aria-label=${_("Ledger")} @click=${open}>${icon("ledger")}</button>`;
}
