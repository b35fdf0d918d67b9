/** The tally of a deal on its slate: the card points against the sixty, and the coins that go from player to player. */

import { html, nothing, svg } from "../base/dom.js";
import { _, signed } from "../base/i18n.js";
import { divisible } from "../base/names.js";
import { accountName } from "../game/commentary.js";
import { seatPortraits } from "../game/seats.js";
import { ALL } from "../game/settlement.js";
import { won } from "../game/slate.js";
import { transfers } from "../game/transfers.js";
import { face } from "./face.js";

/**
 * @import { dealOf } from "../game/seats.js"
 * @import { FinishedView, Scene } from "../types.d.ts"
 * @import { Badge } from "./face.js"
 */

/** The most coins that one player is seen to pay. */
const MOST_COINS = 3;

/**
 * Render the tally of a finished deal for those who held the seats `then`, at its end.
 * @param {Scene} scene
 * @param {ReturnType<typeof dealOf>} then
 */
export const tally = (scene, then) => html`<section class="slate tally" aria-label=${_("The tally")}>
    <div class="slate-face chalked">${points(then.view, then.names)} ${settlement(scene, then)}</div>
  </section>`;

/**
 * Render the points of both sides, counted up from nothing to each side's share of the 120.
 * @param {FinishedView} view
 * @param {string[]} names
 */
function points({ result: { declarer, points: made } }, names) {
  if (declarer === null || made === null) return nothing;
  /**
   * @param {string} name
   * @param {number} count
   */
  const side = (name, count) =>
    html`<span><span class="party">${name}</span> <b class="counted" data-count=${count} .style=${`--count: ${count}`}
      aria-hidden="true"></b><b class="unseen">${count}</b></span>`;
  return html`<div class="points">
    <p>${side(names[declarer], made)} ${side(_("The defenders"), ALL - made)}</p>
    <div class="bar-of-points" .style=${`--count: ${made}`} aria-hidden="true"><i
      class=${made > ALL / 2 ? "more" : ""}></i><span>60</span></div>
  </div>`;
}

/**
 * Render the payments below the faces, with the coins on their way. The total of a person who has left the seat since
 * is in a row below.
 * @param {Scene} scene
 * @param {ReturnType<typeof dealOf>} then
 */
function settlement({ table, names: now }, { view, seats, names }) {
  const { payments, declarer } = view.result;
  const portraits = seatPortraits(seats, names);
  const changed = table.seats.map((seat, at) => seats[at] !== seat || (at === table.seat && view.seat === null));
  const below = [
    ...now.flatMap((name, seat) => (changed[seat] ? [{ name, amount: table.ledger[seat] }] : [])),
    ...table.settled.map((one) => ({ name: accountName(one), amount: one.amount })),
  ];
  const digits = Math.max(3, ...[...payments, ...table.ledger].map((amount) => signed(amount).length));
  return html`<div class="settlement" .style=${`--columns: ${names.length}; --digits: ${digits}`}>
    ${coins(payments)}
    <table class="chalk">
      <caption class="unseen">${_("In Schilling")}</caption>
      <thead><tr>
        <td class="label"></td>
        ${names.map((name, seat) => {
          /** @type {Badge[]} */
          const badges = seat === declarer ? [["declarer", _("declarer")]] : [];
          return html`<th scope="col">
            ${face(portraits[seat], badges)}<span class="name" title=${name}>${divisible(name)}</span>
          </th>`;
        })}
      </tr></thead>
      <tbody>
        <tr class="paid"><th class="label" scope="row">${_("this deal")}</th>${payments.map(
          (amount, seat) =>
            html`<td class="${seat === declarer ? "declarer" : ""} ${won(amount)}">${signed(amount)}</td>`,
        )}</tr>
        <tr><th class="label" scope="row">${_("total")}</th>${table.ledger.map(
          (amount, seat) => html`<td class=${won(amount)}>${changed[seat] ? "" : signed(amount)}</td>`,
        )}</tr>
        ${below.map(
          ({ name, amount }) =>
            html`<tr class="gone"><th scope="row" colspan=${names.length}>${name}</th><td>${signed(amount)}</td></tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/**
 * Render the coins that everybody pays: they lie with the player who receives them, and come there from the other
 * faces, where their outlines stay in chalk.
 * @param {number[]} payments
 */
function coins(payments) {
  const paid = transfers(payments).flatMap(({ from, to, amount }) =>
    Array.from({ length: Math.min(MOST_COINS, amount) }, () => ({ from, to })),
  );
  /** @type {{ [seat: number]: number }} */
  const heights = {};
  return html`<div class="coins" aria-hidden="true">${paid.map(({ from, to }, at) => {
    heights[to] = (heights[to] ?? 0) + 1;
    heights[from] = (heights[from] ?? 0) + 1;
    const place = `--from: ${from}; --to: ${to}; --at: ${at}; --height: `;
    return html`<svg class="gone" viewBox="0 0 24 14" .style=${place + heights[from]}>${RIM}</svg><svg
      viewBox="0 0 24 14" .style=${place + heights[to]}>${COIN}</svg>`;
  })}</div>`;
}

/** The outline of a coin that has been paid. */
const RIM = svg`<path d="M1 5v4c0 2.500 5 4.500 11 4.500s11-2 11-4.500v-4"></path><ellipse cx="12" cy="5.500" rx="11"
  ry="5"></ellipse>`;

/** A coin that lies on the table. */
const COIN = svg`<path d="M1 6v3c0 2.500 5 4.500 11 4.500s11-2 11-4.500v-3z" fill="#a8741a"></path>
  <ellipse cx="12" cy="5.500" rx="11" ry="5" fill="#e9b949" stroke="#5c3d0c"></ellipse>
  <ellipse cx="12" cy="5.500" rx="7.500" ry="3.200" fill="none" stroke="#a8741a"></ellipse>
  <path d="M1 6v3c0 2.500 5 4.500 11 4.500s11-2 11-4.500v-3" fill="none" stroke="#5c3d0c"></path>`;
