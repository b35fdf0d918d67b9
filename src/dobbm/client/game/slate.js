/** The slate: the ledger in chalk, with a line for every deal. */

import { html, nothing, repeat } from "../base/dom.js";
import { _, number as written, signed } from "../base/i18n.js";
import { divisible } from "../base/names.js";

/**
 * @import { Drawn } from "../base/dom.js"
 * @import { Outcome } from "./settlement.js"
 */

/**
 * A player's column: a note below the name, and what the player has won so far.
 * @typedef {{ name: string, note?: string, face?: Drawn, sum: number }} Column
 */

/**
 * A deal. `open` is an address or a function; `sums`, what everybody was paid and has won so far, is null for a deal
 * that the ledger cannot have.
 * @typedef {{
 *   number: number,
 *   must: boolean,
 *   text: string,
 *   note?: string,
 *   mark: string,
 *   broken?: boolean,
 *   open: string | (() => void),
 *   sums: { sum: number, paid: number, declares: boolean }[] | null,
 * }} Line
 */

/** So many digits are too many for two amounts side by side. */
const GREAT = 8;

/**
 * Render a slate with its totals on top. `above` describes the game; `gone` are the winnings of those without a column.
 * @param {{
 *   label: string,
 *   above: Drawn,
 *   columns: Column[],
 *   gone?: { name: string, amount: number }[],
 *   lines: Line[],
 *   empty: Drawn,
 * }} written
 */
export function slate({ label, above, columns, gone = [], lines, empty }) {
  const first = lines.findIndex(({ must }) => must);
  const digits = longest(columns, lines);
  return html`<section class=${digits < GREAT ? "slate ledger" : "slate ledger great"} aria-label=${label}
    .style=${`--columns: ${columns.length}; --digits: ${digits}`}>
    <div class="slate-face">
      ${above}
      <table class="chalk">
        <caption class="unseen">${_("The ledger, in Schilling")}</caption>
        <thead>
          <tr>${columns.map(
            ({ name, note, face }) => html`<th scope="col">
            ${face ?? nothing}<span class="name"
              title=${name}>${divisible(name)}</span><small>${note || nothing}</small>
          </th>`,
          )}</tr>
          <tr class="totals">${columns.map(({ sum }) => html`<td class=${won(sum)}>${signed(sum)}</td>`)}</tr>
        </thead>
        ${
          gone.length
            ? html`<tbody class="gone">${gone.map(
                ({ name, amount }) =>
                  html`<tr><th scope="row" colspan=${columns.length - 1}>${name}</th><td>${signed(amount)}</td></tr>`,
              )}</tbody>`
            : nothing
        }
        ${repeat(
          lines,
          ({ number }) => number,
          (line, at) => rows(line, columns, at === first),
        )}
      </table>
      ${lines.length ? nothing : html`<p class="slate-empty">${empty}</p>`}
    </div>
  </section>`;
}

/**
 * Return the length of the longest sum, which determines the size of the figures.
 * @param {Column[]} columns
 * @param {Line[]} lines
 */
function longest(columns, lines) {
  const sums = [...columns, ...lines.flatMap((line) => line.sums ?? [])].map(({ sum }) => signed(sum).length);
  return Math.max(4, ...sums);
}

/**
 * @param {Line} line
 * @param {Column[]} columns
 * @param {boolean} begins whether the Mußrunde begins with this deal
 */
function rows({ number, must, text, note, mark, broken, open, sums }, columns, begins) {
  const content = html`<span class="line-number">${written(number)}${must ? " M" : ""}</span>
    <span class="line-text">${text}${note ? html`<small>${note}</small>` : nothing}</span>
    ${
      broken
        ? html`<span class="line-broken">${_("needs correction")}</span>`
        : html`<span class="line-mark" data-mark=${mark} aria-hidden="true">${mark}</span>`
    }`;
  return html`<tbody class=${begins ? "mussrunde" : ""}>
    <tr>
      <th scope="rowgroup" colspan=${columns.length}>
        ${
          typeof open === "string"
            ? html`<a class="button line" href=${open}>${content}</a>`
            : html`<button class="line" @click=${open}>${content}</button>`
        }
      </th>
    </tr>
    <tr class="sums">
      ${columns.map((_column, seat) =>
        sums
          ? html`<td class=${sums[seat].declares ? "declarer" : ""} aria-label=${spoken(sums[seat])}>
              ${amounts(sums[seat])}
            </td>`
          : html`<td>–</td>`,
      )}
    </tr>
  </tbody>`;
}

/** @param {{ sum: number, paid: number }} amounts */
const amounts = ({ paid, sum }) => html`<b class=${won(paid)}>${signed(paid)}</b><small>${signed(sum)}</small>`;

/** @param {{ sum: number, paid: number }} amounts */
const spoken = ({ paid, sum }) => _("{paid} in this deal, {sum} in all", { paid: signed(paid), sum: signed(sum) });

/**
 * The class of an amount on the slate.
 * @param {number} sum
 */
export const won = (sum) => (sum > 0 ? "won" : "");

/**
 * The sign of an outcome at the end of a line.
 * @param {Outcome} outcome
 */
export const outcomeMark = (outcome) =>
  ({ won: "✓", lost: "✗", eingestellt: "=", revoke: "!", thrown_in: "–" })[outcome];
