/** The ledger of a table on its slate: a line for every deal, with its reason and the way back to it. */

import { html, nothing } from "../base/dom.js";
import { _, joinSentences, number } from "../base/i18n.js";
import { at } from "../base/place.js";
import { accountName } from "../game/commentary.js";
import { changedSeats, sessionLines, short } from "../game/evening.js";
import { namesThen, seatPortraits, together } from "../game/seats.js";
import { inShort } from "../game/short.js";
import { outcomeMark, slate } from "../game/slate.js";
import { face } from "./face.js";

export { fitSlates } from "../base/fitting.js";

/**
 * @import { LedgerLine } from "../schema.d.ts"
 * @import { Scene } from "../types.d.ts"
 */

/**
 * Render the ledger of the session; `lines` are null until they have arrived.
 * @param {Pick<Scene, "table" | "names">} scene
 * @param {LedgerLine[] | null} lines
 */
export function ledgerSlate({ table, names }, lines) {
  const { seats, ledger, settled, options } = table;
  /**
   * Describe who has sat down for whom between two deals.
   * @param {LedgerLine} before
   * @param {LedgerLine} line
   */
  const changes = (before, line) =>
    joinSentences(
      changedSeats(before, line).map((seat) =>
        _("{name} sits down for {before}.", {
          name: namesThen(line, table, names)[seat],
          before: namesThen(before, table, names)[seat],
        }),
      ),
    );
  const portraits = seatPortraits(seats, names);
  const shown = sessionLines(table, lines ?? []);
  const match = table.view?.rules.match;
  return slate({
    label: _("The ledger"),
    above: html`<p class="slate-head">
      ${match ? html`<span>${_("a Match costs {match}", { match: number(match) })}</span>` : nothing}
      ${
        table.next_dealer === null || table.stage === "playing"
          ? nothing
          : html`<span>${_("Next dealer: {name}", { name: names[table.next_dealer] })}</span>`
      }
    </p>`,
    columns: names.map((name, seat) => ({ name, face: face(portraits[seat]), sum: ledger[seat] })),
    gone: settled.length
      ? [
          ...settled.map((one) => ({ name: accountName(one), amount: one.amount })),
          { name: _("Together"), amount: together(table) },
        ]
      : [],
    lines: shown.map((line, index) => ({
      number: line.deal,
      must: line.must,
      text: inShort(short(line), namesThen(line, table, names)),
      note: index ? changes(shown[index - 1], line) : "",
      mark: outcomeMark(line.outcome),
      open: at(`/t/${table.table}/deals/${line.deal}`),
      sums: Array.from({ length: options.players }, (_seat, seat) => ({
        sum: line.ledger[seat],
        paid: line.payments[seat],
        declares: line.declarer === seat,
      })),
    })),
    empty: html`${lines ? _("No deals yet.") : nothing}`,
  });
}

/**
 * Render links to the deals of earlier sessions at the table.
 * @param {Pick<Scene, "table">} scene
 * @param {LedgerLine[]} lines
 */
export function earlierDeals({ table }, lines) {
  const earlier = lines.filter(({ session }) => session !== table.session);
  return earlier.length
    ? html`<details>
        <summary>${_("Earlier sessions")}</summary>
        <div class="row">${earlier.map(
          ({ deal }) =>
            html`<a class="button"
              href=${at(`/t/${table.table}/deals/${deal}`)}>${_("Deal {number}", { number: deal })}</a>`,
        )}</div>
      </details>`
    : nothing;
}
