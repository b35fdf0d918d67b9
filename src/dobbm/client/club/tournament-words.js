/** The tables and the standing of a tournament, as the page of a club and the board for a big screen show them. */

import { html, nothing } from "../base/dom.js";
import { _, exact, ngettext, number, signed } from "../base/i18n.js";
import { divisible } from "../base/names.js";
import { tableName } from "./club-words.js";

/** @import { DrawnTable, TournamentPage } from "../schema.d.ts" */

/** @param {TournamentPage} tournament */
export const mannerText = ({ deals, draw, duplicate }) =>
  [
    ngettext("{count} deal in each round", "{count} deals in each round", deals),
    { lot: _("drawn by lot"), standing: _("drawn by standing"), everybody: _("everybody meets everybody") }[draw],
    duplicate ? _("all tables have the same cards") : "",
  ]
    .filter(Boolean)
    .join(" · ");

/** @param {number} place from 0 */
export const tableTitle = (place) => tableName(place + 1);

/** @param {string | null} name */
const known = (name) => name ?? _("somebody from before");

/**
 * Render a table of the current round: who sits there, how far it is, for whom it waits.
 * @param {DrawnTable} table
 * @param {number} place
 * @param {TournamentPage} tournament
 * @param {string} [own] the person's own identifier
 */
export function roundTable({ seats, deals, over, to_act: turn }, place, { deals: all }, own = "") {
  const isOwn = own && seats.some(({ member }) => member === own);
  return html`<li class=${isOwn ? "round-table yours" : "round-table"}>
    <p class="round-title"><b>${tableTitle(place)}</b> <small>${
      over ? _("finished") : _("deal {number} of {count}", { number: Math.min(deals + 1, all), count: all })
    }</small></p>
    <ul class="sitting">${seats.map(
      ({ member, name, here }, seat) =>
        html`<li class=${member ? "person" : "bot"}><span>${member ? divisible(known(name)) : _("bot")}${
          member && !here && !over ? html` <small>${_("away")}</small>` : nothing
        }</span>${!over && turn === seat ? html`<small>${_("to play")}</small>` : nothing}</li>`,
    )}</ul>
  </li>`;
}

/**
 * Render the standing; nothing before the first deal is counted.
 * @param {TournamentPage} tournament
 * @param {string} [own]
 */
export function tournamentStanding({ standing, duplicate }, own = "") {
  if (!standing.length) return nothing;
  const placeOf = (/** @type {{ amount: number, compared: number }} */ { amount, compared }) =>
    1 + standing.findIndex((one) => (duplicate ? one.compared === compared : one.amount === amount));
  const money = duplicate ? "second" : "";
  return html`<div class="slate standing-slate"><table class="figures slate-face tournament-standing">
    <caption>${_("Standing")}</caption>
    <thead><tr>
      <th scope="col"><span class="unseen">${_("Place")}</span></th>
      <th scope="col">${_("Name")}</th>
      ${duplicate ? html`<th scope="col">${_("Compared")}</th>` : nothing}
      <th scope="col" class=${money}>${_("Schilling")}</th>
      <th scope="col" class="spare">${_("Deals")}</th>
    </tr></thead>
    <tbody>${standing.map(
      ({ member, name, amount, deals, compared }) => html`<tr class=${member === own ? "yours" : ""}>
        <td>${number(placeOf({ amount, compared }))}.</td>
        <th scope="row">${divisible(known(name))}</th>
        ${duplicate ? html`<td>${exact(compared, 1)}</td>` : nothing}
        <td class=${money}>${signed(amount)}</td>
        <td class="spare">${number(deals)}</td>
      </tr>`,
    )}</tbody>
  </table></div>`;
}
