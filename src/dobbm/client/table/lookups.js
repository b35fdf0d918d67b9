/** Buttons for looking things up during a deal: the last trick, the tricks of the person's side, the ledger. */

import { dialog, html, nothing } from "../base/dom.js";
import { _, ngettext, signed } from "../base/i18n.js";
import { part, waitFor } from "../base/loading.js";
import { divisible } from "../base/names.js";
import { pointsText } from "../cards/deck.js";
import { namedIcon } from "../base/icons.js";
import { namedPicture } from "../cards/card.js";
import { accountName } from "../game/commentary.js";
import { ownSide, together } from "../game/seats.js";
import { takenTricks } from "../game/tricks.js";

/**
 * @import { On } from "../base/dom.js"
 * @import { LedgerLine, Table, View } from "../schema.d.ts"
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
  return html`<button class="icon ${
    ownSide(view).includes(last.winner) ? "lies-open" : ""
  }" title=${_("Last trick")} aria-label=${_("Last trick")} @click=${open}>${namedIcon(
    "last",
    _("Last trick"),
    _("Before"),
  )}</button>`;
}

/**
 * Render the button for the tricks of the person's own side, the only ones that may be looked back at.
 * @param {Scene} scene
 */
export function ownTricks({ table, view, names }) {
  if (table.stage !== "playing" || !view || table.seat === null) return nothing;
  const tricks = wonBySide(view);
  if (!tricks.length) return nothing;
  const label = wonText(tricks.length);
  return html`<button class="icon pile lies-open" title=${label} aria-label=${label} @click=${() =>
    openTricks(tricks, names)}>${namedIcon(
    "pile",
    _("Your side"),
    _("Won"),
  )}<sup aria-hidden="true">${tricks.length}</sup></button>`;
}

/** @param {View} view */
function wonBySide(view) {
  const side = ownSide(view);
  return takenTricks(view).filter((trick) => side.includes(trick.winner));
}

/** @param {number} count */
const wonText = (count) => ngettext("{count} trick won by your side", "{count} tricks won by your side", count);

/** @param {TakenTrick[]} tricks */
const pointsOfTricks = (tricks) => pointsText(tricks.reduce((sum, trick) => sum + trick.points, 0));

/**
 * Open all tricks of the person's own side.
 * @param {TakenTrick[]} tricks
 * @param {string[]} names
 */
const openTricks = (tricks, names) =>
  dialog(
    wonText(tricks.length),
    () => html`<p>${pointsOfTricks(tricks)}</p>
    ${tricks.map((trick) => trickRow(trick, names))}`,
  );

/**
 * Render, beside the board of a wide window, the last trick of the person's side, and the way to those before.
 * @param {Scene} scene
 */
export function ownLastTrick({ table, view, names, playing, restingTrick }) {
  if (!playing || !view) return nothing;
  const won = wonBySide(view).filter((trick) => trick.cards[0] !== restingTrick?.cards[0]);
  const last = won.at(-1);
  if (!last) return nothing;
  return html`<div class="tray"><div class="tray-inside"><h2>${_("Your side")}</h2>
      <p>${ngettext("{count} trick", "{count} tricks", won.length)}, ${pointsOfTricks(won)}</p>
      ${trickRow(last, names)}
      ${
        won.length > 1 && table.seat !== null
          ? html`<button @click=${() => openTricks(won, names)}>${wonText(won.length)}</button>`
          : nothing
      }
    </div></div>`;
}

/**
 * @param {TakenTrick} trick
 * @param {string[]} names
 */
function trickRow({ seats, cards, winner, points }, names) {
  return html`<figure class="trick-row">
    <div class="cards">
      ${cards.map(
        (card, at) => html`<span class=${seats[at] === winner ? "best" : ""}>
        ${namedPicture(card)}<small>${divisible(names[seats[at]])}</small>
      </span>`,
      )}
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
 * Render everybody's winnings on a slate.
 * @param {Table} table
 * @param {string[]} names
 */
export const slate = (table, names) => html`<div class="slate"><table class="figures slate-face chalked">
    <tbody>
      ${names.map(
        (name, seat) => html`<tr>
        <th scope="row">${divisible(name)}</th><td>${signed(table.ledger[seat])} S</td>
      </tr>`,
      )}
      ${table.settled.map(
        (one) => html`<tr class="quiet"><th scope="row">${accountName(one)}</th><td>${signed(one.amount)} S</td></tr>`,
      )}
    </tbody>
    ${
      table.settled.length
        ? html`<tfoot><tr><th scope="row">${_("Together")}</th><td>${signed(together(table))} S</td></tr></tfoot>`
        : nothing
    }
  </table></div>`;

/**
 * The number of finished deals.
 * @param {Pick<Table, "stage" | "deal">} table
 */
export const finishedDeals = ({ stage, deal }) => (stage === "playing" ? deal - 1 : deal);

/**
 * Render the button for the ledger: everybody's winnings, and a line for every finished deal.
 * @param {Scene} scene
 */
export function ledger(scene) {
  const { table, lines } = scene;
  const open = async () => {
    const { earlierDeals, fitSlates, ledgerSlate } = await waitFor(part("table/ledger.js"));
    /** @type {LedgerLine[] | null} */
    let written = null;
    return dialog(_("The ledger"), (close, redraw) => {
      // The lines come once the dialog is open; the newest is at the bottom.
      if (!written) lines().then((found) => ((written = found), redraw(), fitSlates(document.body), scrollToEnd()));
      return html`<div @click=${(/** @type {On<HTMLElement>} */ event) => event.target.closest("a") && close()}>
        ${ledgerSlate(scene, written)} ${mussrundeLeft(table)} ${earlierDeals(scene, written ?? [])}
      </div>`;
    });
  };
  return html`<button class="icon" title=${_("Ledger")} aria-label=${_("Ledger")} @click=${open}>${namedIcon(
    "ledger",
    _("Ledger"),
    _("Ledger"),
  )}</button>`;
}

const scrollToEnd = () =>
  document.querySelector("dialog .chalk tbody:last-of-type")?.scrollIntoView({ block: "nearest" });
