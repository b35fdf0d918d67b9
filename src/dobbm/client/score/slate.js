/** The slate: every deal with the ledger after it, and the next step. */

import { html, nothing, repeat } from "../base/dom.js";
import { _, moment, ngettext, number, signed } from "../base/i18n.js";
import { fault } from "./session.js";
import { SOURCES } from "../game/sources.js";
import { worth, STOCKERL } from "../game/settlement.js";
import { inShort, paymentsInWords } from "./plain-text.js";
import { faultInWords } from "./descriptions.js";

/**
 * @import { Outcome } from "../game/settlement.js"
 * @import { Fault, Played, Sheet } from "./session.js"
 */

/**
 * Render the slate of a sheet; `open(at)` is called with the deal that is tapped.
 * @param {Sheet} sheet
 * @param {Played} played
 * @param {(at: number) => void} open
 */
export function slate(sheet, played, open) {
  const { names, match, preset, begun } = sheet;
  return html`<section class="slate" aria-label=${_("Score sheet")} .style=${widths(played)}>
    <div class="slate-face">
      <p class="slate-head">
        <span>${moment(begun)}</span>
        <span>${_("a Match costs {match}", { match: number(match) })}</span>
        ${names.length === 5
          ? html`<span>${_("a Stockerl {amount}", { amount: number(worth(STOCKERL, sheet)) })}</span>`
          : nothing}
        <span>${SOURCES[preset]}</span>
      </p>
      <table class="chalk">
        <caption class="unseen">${_("The ledger, in Schilling")}</caption>
        <thead>
          <tr>${names.map((name, seat) => nameHead(name, seat, played))}</tr>
          <tr class="totals">${played.ledger.map((sum) => html`<td>${signed(sum)}</td>`)}</tr>
        </thead>
        ${repeat(sheet.deals.keys(), (at) => at, (at) => dealRows(sheet, played, at, open))}
      </table>
      ${sheet.deals.length ? nothing : html`<p class="slate-empty">${_("No deals yet.")}</p>`}
    </div>
  </section>`;
}

/**
 * Return the style that determines the size of the figures: the number of columns, and the length of the longest sum.
 * @param {Played} played
 */
function widths({ ledger, lines }) {
  const sums = [ledger, ...lines.map((line) => line.ledger)].flat().map((sum) => signed(sum).length);
  return `--columns: ${ledger.length}; --digits: ${Math.max(4, ...sums)}`;
}

/**
 * @param {string} name
 * @param {number} seat
 * @param {Played} played
 */
function nameHead(name, seat, { place, over }) {
  const roles = [];
  if (!over && seat === place.dealer) {
    roles.push(place.holiday === seat ? _("dealer, on holiday") : _("dealer"));
  }
  if (!over && seat === place.forehand) roles.push(_("forehand"));
  return html`<th scope="col">
    <span class="name" title=${name}>${name}</span>
    <small>${roles.join(", ") || nothing}</small>
  </th>`;
}

/**
 * @param {Sheet} sheet
 * @param {Played} played
 * @param {number} at
 * @param {(at: number) => void} open
 */
function dealRows(sheet, played, at, open) {
  const line = played.lines[at];
  const { names } = sheet;
  const text = inShort(line ?? { deal: sheet.deals[at] }, names);
  const must = sheet.mussrundeFrom !== null && at >= sheet.mussrundeFrom;
  return html`<tbody class=${at === sheet.mussrundeFrom ? "mussrunde" : ""}>
    <tr>
      <th scope="rowgroup" colspan=${names.length}>
        <button class="line" @click=${() => open(at)}>
          <span class="line-number">${at + 1}${must ? " M" : ""}</span>
          <span class="line-text">${text}</span>
          ${at >= played.lines.length
            ? html`<span class="line-broken">${_("needs correction")}</span>`
            : html`<span aria-hidden="true">${mark(line.end.outcome)}</span>`}
        </button>
      </th>
    </tr>
    <tr class="sums">
      ${names.map((_name, seat) =>
        line
          ? html`<td class=${"declarer" in line.deal && line.deal.declarer === seat ? "declarer" : ""}>
              <b>${signed(line.ledger[seat])}</b><small>${signed(line.end.payments[seat])}</small>
            </td>`
          : html`<td>–</td>`,
      )}
    </tr>
  </tbody>`;
}

/** @param {Outcome} outcome */
const mark = (outcome) =>
  ({ won: "✓", lost: "✗", eingestellt: "=", revoke: "!", thrown_in: "–" })[outcome];

/**
 * Render the next dealer, forehand and any Mußrunde; or the deal that must be corrected first, or the session's end.
 * @param {Sheet} sheet
 * @param {Played} played
 */
export function next(sheet, played) {
  const { place, left, broken, over } = played;
  const { names } = sheet;
  if (broken !== null) {
    const reason = faultInWords(/** @type {Fault} */ (fault(sheet.deals[broken], place)), place, names);
    return html`<p class="bad">
      <b>${_("Deal {number} is no longer possible.", { number: broken + 1 })}</b> ${reason}
    </p>`;
  }
  if (over) return html`<p><b>${_("The session is over.")}</b></p>`;
  const name = names[place.dealer];
  const forehand = names[place.forehand];
  return html`<p class=${place.must ? "more" : ""}>
    <b>${place.holiday === null
      ? _("Dealer: {name}", { name })
      : _("Dealer, on holiday in this deal: {name}", { name })}</b>
    ${place.must
      ? html`<br>${_("Mußrunde: {name} must play a Dobbm or a Solo.", { name: forehand })}
          ${ngettext("{count} deal left.", "{count} deals left.", left ?? 0)}`
      : html`<br>${_("Forehand: {name}", { name: forehand })}`}
  </p>`;
}

/**
 * Render the final standings, and who pays whom.
 * @param {Sheet} sheet
 * @param {Played} played
 */
export function standings(sheet, { ledger }) {
  const seats = [...ledger.keys()].sort((one, other) => ledger[other] - ledger[one]);
  return html`<section class="panel standings">
    <h2>${_("The final standings")}</h2>
    <table class="figures">
      <thead class="unseen">
        <tr><th scope="col">${_("Name")}</th><th scope="col">${_("Schilling")}</th></tr>
      </thead>
      <tbody>
        ${seats.map((seat) => html`<tr>
          <th scope="row">${sheet.names[seat]}</th><td>${signed(ledger[seat])}</td>
        </tr>`)}
      </tbody>
    </table>
    <h3>${_("Who pays whom")}</h3>
    <ul>${paymentsInWords(ledger, sheet.names).map((text) => html`<li>${text}</li>`)}</ul>
  </section>`;
}
