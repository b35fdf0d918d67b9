/** The points that a person's decisions gave away, month by month, and the mistakes that come back as exercises. */

import { html, nothing } from "../base/dom.js";
import { _, monthText, ngettext, number } from "../base/i18n.js";
import { at } from "../base/place.js";
import { kindNames } from "../game/judgements.js";
import { KINDS } from "../game/remarks.js";
import { dayText } from "./days.js";
import { dueText } from "./exercise-texts.js";
import { dueOn, nextDue } from "./returns.js";
import { trend } from "./trend.js";

/**
 * @import { Month } from "./trend.js"
 * @import { Summary } from "./summary.js"
 */

/** The most months on show. */
const MOST = 12;

/**
 * Render the trend and the door to the mistakes that are due; nothing before a deal has been judged.
 * @param {Summary[]} deals
 * @param {string} day
 */
export function givenAway(deals, day) {
  const months = trend(deals).slice(0, MOST);
  if (!months.length) return nothing;
  return html`<section class="panel">
    <h2>${_("Points given away")}</h2>
    <table class="figures m-figures">
      <caption class="unseen">${_("Points given away")}</caption>
      <thead><tr>
        <td></td>
        ${KINDS.map((kind) => html`<th scope="col">${kindNames()[kind]}</th>`)}
      </tr></thead>
      <tbody>${months.map(row)}</tbody>
    </table>
    <p class="quiet">${_(
      "Card points a deal, by what you could know. Deals count that you have looked back at, or whose session you have.",
    )}</p>
    ${returning(deals, day)}
  </section>`;
}

/**
 * @param {Summary[]} deals
 * @param {string} day
 */
function returning(deals, day) {
  const due = dueOn(deals, day).length;
  if (due) return html`<p><a class="button" href=${at("/exercises#mistakes")}>${dueText(due)}</a></p>`;
  const next = nextDue(deals);
  return next
    ? html`<p>${_("Your costly mistakes come back as exercises, the next one on {day}.", { day: dayText(next) })}</p>`
    : nothing;
}

/** @param {Month} month */
const row = ({ month, deals, lost }) => html`<tr>
  <th scope="row">${monthText(month)} <small>${ngettext("{count} deal", "{count} deals", deals)}</small></th>
  ${lost.map((points) => html`<td>${number(Math.round((10 * points) / deals) / 10)}</td>`)}
</tr>`;
