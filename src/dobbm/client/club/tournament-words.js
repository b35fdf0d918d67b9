/** What the page of a club and the board for a big screen both show of a tournament: its tables and its standing. */

import { html, nothing } from "../base/dom.js";
import { _, currentLanguage, ngettext, number, signed } from "../base/i18n.js";
import { divisible } from "../base/names.js";

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
export const tableTitle = (place) => _("Table {number}", { number: place + 1 });

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
    <h4>${tableTitle(place)} <small>${
      over ? _("finished") : _("deal {number} of {count}", { number: Math.min(deals + 1, all), count: all })
    }</small></h4>
    <ul class="sitting">${seats.map(
      ({ member, name, here }, seat) =>
        html`<li class=${member ? "person" : "bot"}><span>${member ? divisible(known(name)) : _("bot")}${
          member && !here && !over ? html` <small>${_("away")}</small>` : nothing
        }</span>${!over && turn === seat ? html`<small>${_("to play")}</small>` : nothing}</li>`,
    )}</ul>
  </li>`;
}

/** @param {number} amount a mean, with at most two decimals */
const exact = (amount) =>
  new Intl.NumberFormat(currentLanguage(), {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: "exceptZero",
  })
    .format(amount)
    .replace("-", "−");

/**
 * Render the standing; nothing before the first deal is counted.
 * @param {TournamentPage} tournament
 * @param {string} [own]
 */
export function tournamentStanding({ standing, duplicate }, own = "") {
  if (!standing.length) return nothing;
  return html`<div class="slate"><table class="figures slate-face tournament-standing">
    <caption>${_("Standing")}</caption>
    <thead><tr>
      <th scope="col"><span class="unseen">${_("Place")}</span></th>
      <th scope="col">${_("Name")}</th>
      ${duplicate ? html`<th scope="col">${_("Compared")}</th>` : nothing}
      <th scope="col">${_("Schilling")}</th>
      <th scope="col">${_("Deals")}</th>
    </tr></thead>
    <tbody>${standing.map(
      ({ member, name, amount, deals, compared }, place) => html`<tr class=${member === own ? "yours" : ""}>
        <td>${number(place + 1)}.</td>
        <th scope="row">${divisible(known(name))}</th>
        ${duplicate ? html`<td>${exact(compared)}</td>` : nothing}
        <td>${signed(amount)}</td>
        <td>${number(deals)}</td>
      </tr>`,
    )}</tbody>
  </table></div>`;
}
