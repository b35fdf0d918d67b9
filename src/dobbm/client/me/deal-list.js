/** Lists deals of the person, and finds some of them. */

import { html, nothing } from "../base/dom.js";
import { _, monthText, ngettext } from "../base/i18n.js";
import { at } from "../base/place.js";
import { bots } from "../game/characters.js";
import { dealLine } from "./deal-line.js";

/**
 * @import { On } from "../base/dom.js"
 * @import { Filter } from "./filters.js"
 * @import { Summary } from "./summary.js"
 */

/** @typedef {{ star: (deal: Summary) => void }} Listed */

/** The most deals at first, and more at a tap. */
export const DEALS = 20;

/**
 * Render deals, each with its star and the way to its replay.
 * @param {Summary[]} deals
 * @param {Listed} listed
 */
export const dealList = (deals, { star }) =>
  html`<ul class="m-deals-list">${deals.map(
    (deal) => html`<li>
    <button class="icon m-star" aria-pressed=${String(deal.star)} aria-label=${_("Favourite")} title=${_("Favourite")}
      @click=${() => star(deal)}>${deal.star ? "★" : "☆"}</button>
    <a class="m-deal" href=${at(`/me/deal/${deal.id}`)}>${dealLine(deal)}</a>
  </li>`,
  )}</ul>`;

/**
 * Render the filters, and the deals that they let through.
 * @param {Summary[]} found the newest first
 * @param {string[]} months those with deals, the newest first
 * @param {Filter} filter
 * @param {{ most: number, more: () => void, change: (filter: Partial<Filter>) => void }} shown
 * @param {Listed} listed
 */
export function finder(found, months, filter, { most, more, change }, listed) {
  /**
   * @param {"role" | "contract" | "result" | "opponents" | "month"} name
   * @param {string} label
   * @param {[value: string, text: string][]} options
   */
  const choice = (name, label, options) => html`<label class="field"><span>${label}</span>
    <select @change=${(/** @type {On<HTMLSelectElement>} */ event) => change({ [name]: event.target.value })}>
      ${[["", _("any")], ...options].map(
        ([value, text]) => html`<option value=${value} ?selected=${filter[name] === value}>${text}</option>`,
      )}
    </select></label>`;
  return html`<section class="panel m-find">
    <h2>${_("Find a deal")}</h2>
    <form class="m-filters" role="search" @submit=${(/** @type {Event} */ event) => event.preventDefault()}>
      ${choice("role", _("You were"), [
        ["declarer", _("declarer")],
        ["defender", _("defender")],
      ])}
      ${choice("contract", _("Game"), [
        ["dobbm", _("Dobbm")],
        ["solo", _("Solo")],
      ])}
      ${choice("result", _("You have"), [
        ["won", _("won")],
        ["lost", _("lost")],
      ])}
      ${choice("opponents", _("Against"), [...Object.entries(bots()), ["people", _("people")]])}
      ${choice(
        "month",
        _("Month"),
        months.map((month) => [month, monthText(month)]),
      )}
      <label class="field"><span>${_("Name")}</span>
        <input type="text" data-most="30" .value=${filter.text} @input=${(/** @type {On<HTMLInputElement>} */ event) =>
          change({ text: event.target.value })}></label>
      <label class="check"><input type="checkbox" ?checked=${filter.star} @change=${(
        /** @type {On<HTMLInputElement>} */ event,
      ) => change({ star: event.target.checked })}> ${_("Only favourites")}</label>
    </form>
    <p role="status">${ngettext("{count} deal", "{count} deals", found.length)}</p>
    ${dealList(found.slice(0, most), listed)}
    ${found.length > most ? html`<button @click=${more}>${_("Show more")}</button>` : nothing}
  </section>`;
}
