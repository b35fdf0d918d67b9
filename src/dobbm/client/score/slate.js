/** The score sheet's slate, and the next step. */

import { html, nothing } from "../base/dom.js";
import { _, moment, ngettext, number, signed } from "../base/i18n.js";
import { settings } from "../base/settings.js";
import { seatPortraits } from "../game/seats.js";
import { curve } from "../table/curve.js";
import { face } from "../table/face.js";
import { fault } from "./session.js";
import { sources } from "../game/sources.js";
import { worth, STOCKERL } from "../game/settlement.js";
import { inShort, paymentsInWords } from "../game/short.js";
import { outcomeMark, slate } from "../game/slate.js";
import { faultInWords } from "./descriptions.js";

/** @import { Fault, Played, Sheet } from "./session.js" */

/**
 * Render the slate of a sheet; `open(at)` is called with the deal that is tapped.
 * @param {Sheet} sheet
 * @param {Played} played
 * @param {(at: number) => void} open
 */
export const sheetSlate = (sheet, played, open) => {
  const faces = portraits(sheet);
  return slate({
    label: _("Score sheet"),
    above: above(sheet),
    columns: sheet.names.map((name, seat) => ({
      name,
      face: face(faces[seat]),
      note: roles(seat, played),
      sum: played.ledger[seat],
    })),
    lines: sheet.deals.map((deal, at) => {
      const line = played.lines[at];
      return {
        number: at + 1,
        must: sheet.mussrundeFrom !== null && at >= sheet.mussrundeFrom,
        text: inShort({ ...deal, next: line?.end.nextDealer }, sheet.names),
        mark: line ? outcomeMark(line.end.outcome) : "",
        broken: !line,
        open: () => open(at),
        sums: line
          ? sheet.names.map((_name, seat) => ({
              sum: line.ledger[seat],
              paid: line.end.payments[seat],
              declares: "declarer" in deal && deal.declarer === seat,
            }))
          : null,
      };
    }),
    empty: html`${_("No deals yet.")}`,
  });
};

/** Fewer deals make no curve. */
const CURVED = 2;
/** The width and the height of the curves, which the slate scales. */
const [WIDE, HIGH] = [380, 240];

/**
 * Render what everybody has won, deal by deal, as curves.
 * @param {Sheet} sheet
 * @param {Played} played
 */
export function course(sheet, { lines, ledger }) {
  if (lines.length < CURVED) return nothing;
  const { names } = sheet;
  const faces = portraits(sheet);
  const declarers = lines.map(({ deal }) => ("declarer" in deal ? faces[deal.declarer] : null));
  const courses = names
    .map((name, seat) => ({ name, seat, plays: true, amounts: [0, ...lines.map((line) => line.ledger[seat])] }))
    .sort((one, other) => ledger[other.seat] - ledger[one.seat]);
  return html`<section class="slate curves no-print" aria-label=${_("Everybody’s winnings, deal by deal")}>
    <div class="slate-face">${curve(courses, declarers, WIDE, HIGH)}</div>
  </section>`;
}

/**
 * The portraits of all players: the person's own by name, those of the others as at a table.
 * @param {Sheet} sheet
 */
const portraits = ({ names }) =>
  seatPortraits(
    names.map((name) => ({ kind: "person", name, portrait: name === settings.name ? settings.portrait : null })),
    names,
  );

/** @param {Sheet} sheet */
const above = (sheet) => html`<p class="slate-head">
    <span>${moment(sheet.begun)}</span>
    <span>${_("a Match costs {match}", { match: number(sheet.match) })}</span>
    ${
      sheet.names.length === 5
        ? html`<span>${_("a Stockerl {amount}", { amount: number(worth(STOCKERL, sheet)) })}</span>`
        : nothing
    }
    <span>${sources()[sheet.preset].name}</span>
  </p>`;

/**
 * @param {number} seat
 * @param {Played} played
 */
function roles(seat, { place, over }) {
  if (over) return "";
  const deals = place.holiday === seat ? _("dealer, on holiday") : _("dealer");
  return [seat === place.dealer && deals, seat === place.forehand && _("forehand")].filter(Boolean).join(", ");
}

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
    <b>${
      place.holiday === null ? _("Dealer: {name}", { name }) : _("Dealer, on holiday in this deal: {name}", { name })
    }</b>
    ${
      place.must
        ? html`<br>${_("Mußrunde: {name} must play a Dobbm or a Solo.", { name: forehand })}
          ${ngettext("{count} deal left.", "{count} deals left.", left ?? 0)}`
        : html`<br>${_("Forehand: {name}", { name: forehand })}`
    }
  </p>`;
}

/**
 * Render the final standings, and who pays whom.
 * @param {Sheet} sheet
 * @param {Played} played
 */
export function standings(sheet, { ledger }) {
  const seats = [...ledger.keys()].sort((one, other) => ledger[other] - ledger[one]);
  return html`<section class="slate final"><div class="slate-face">
    <h2>${_("The final standings")}</h2>
    <table class="chalk">
      <thead class="unseen">
        <tr><th scope="col">${_("Name")}</th><th scope="col">${_("Schilling")}</th></tr>
      </thead>
      <tbody>
        ${seats.map(
          (seat) => html`<tr class=${ledger[seat] === ledger[seats[0]] && ledger[seat] > 0 ? "most" : ""}>
          <th scope="row"><span>${sheet.names[seat]}</span></th><td>${signed(ledger[seat])}</td>
        </tr>`,
        )}
      </tbody>
    </table>
    <h3>${_("Who pays whom")}</h3>
    <ul>${paymentsInWords(ledger, sheet.names).map((text) => html`<li>${text}</li>`)}</ul>
  </div></section>`;
}
