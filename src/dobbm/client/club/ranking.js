/** The ranking of a club: the Schilling that its members have won and lost over a season. */

import { html } from "../base/dom.js";
import { _, exact, number, signed } from "../base/i18n.js";
import { divisible } from "../base/names.js";

/**
 * @import { MemberMark } from "../schema.d.ts"
 * @import { ClubScene } from "../types.d.ts"
 */

/**
 * @param {number} played
 * @param {number} won
 */
const pair = (played, won) => (played ? _("{won} of {all}", { won: number(won), all: number(played) }) : "–");

/** @type {() => [title: string, value: (mark: MemberMark) => string][]} */
const columns = () => [
  [_("Schilling"), ({ amount }) => signed(amount)],
  [_("Per deal"), ({ per_deal }) => exact(per_deal, 2)],
  [_("Deals"), ({ deals }) => number(deals)],
  [_("Evenings"), (mark) => number(mark.evenings)],
  [_("Won as declarer"), ({ declared, won }) => pair(declared, won)],
  [_("Held as defender"), ({ defended, held }) => pair(defended, held)],
  [_("Best Solo"), ({ best_solo }) => (best_solo ? signed(best_solo) : "–")],
];

/**
 * Render the ranking.
 * @param {ClubScene} scene
 * @param {MemberMark[]} totals
 * @param {{ withGuests: boolean, perDeal: boolean }} how
 */
export function ranking({ members, nameOf }, totals, { withGuests, perDeal }) {
  const guests = new Set(members.filter(({ role }) => role === "guest").map(({ member }) => member));
  const ranked = totals.filter(({ member }) => withGuests || !guests.has(member));
  if (perDeal) ranked.sort((one, other) => other.per_deal - one.per_deal);
  if (!ranked.length)
    return html`<p>${_("Nothing is in the book yet. Every deal at a table of the club will be.")}</p>`;
  const all = columns();
  return html`<div class="slate"><table class="figures slate-face ranking">
    <caption class="unseen">${_("Ranking")}</caption>
    <thead><tr>
      <th scope="col">${_("Name")}</th>${all.map(([title]) => html`<th scope="col">${title}</th>`)}
    </tr></thead>
    <tbody>${ranked.map(
      (mark) => html`<tr>
        <th scope="row">${divisible(nameOf(mark.member))}</th>
        ${all.map(([title, value]) => html`<td data-title=${title}>${value(mark)}</td>`)}
      </tr>`,
    )}</tbody>
  </table></div>`;
}
