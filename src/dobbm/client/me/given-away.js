/** The points that a person's decisions gave away, month by month. */

import { html, nothing } from "../base/dom.js";
import { _, monthText, number } from "../base/i18n.js";
import { kindNames } from "../game/judgements.js";
import { KINDS } from "../game/remarks.js";
import { trend } from "./trend.js";

/**
 * @import { Month } from "./trend.js"
 * @import { Summary } from "./summary.js"
 */

/** The most months on show. */
const MOST = 12;

/**
 * Render the trend; nothing before a deal has been judged.
 * @param {Summary[]} deals
 */
export function givenAwayByMonth(deals) {
  const months = trend(deals).slice(0, MOST);
  if (!months.length) return nothing;
  return html`<section class="panel">
    <h2>${_("Points given away")}</h2>
    <table class="figures m-figures">
      <caption class="unseen">${_("Points given away")}</caption>
      <thead><tr>
        <td></td>
        <th scope="col">${_("Deals")}</th>
        ${KINDS.map((kind) => html`<th scope="col">${kindNames()[kind]}</th>`)}
      </tr></thead>
      <tbody>${months.map(row)}</tbody>
    </table>
    <p class="quiet">${_(
      "Card points a deal, by what you could know. Deals count that you have looked back at, or whose session you have.",
    )}</p>
  </section>`;
}

/** @param {Month} month */
const row = ({ month, deals, lost }) => html`<tr>
  <th scope="row">${monthText(month)}</th>
  <td>${number(deals)}</td>
  ${lost.map((points) => html`<td>${number(Math.round((10 * points) / deals) / 10)}</td>`)}
</tr>`;
