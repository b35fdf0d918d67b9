/** Formats a sheet as plain text, for sharing. */

import { _, moment, number, signed } from "../base/i18n.js";
import { replay } from "./session.js";
import { transfers } from "./standings.js";
import { game } from "./descriptions.js";

/**
 * @import { End, SheetDeal } from "../game/settlement.js"
 * @import { Sheet } from "./session.js"
 */

/**
 * A deal of a sheet, settled or not.
 * @typedef {{ deal: SheetDeal, end?: End }} Written
 */

/**
 * Format the whole sheet: the ledger after every deal in columns and, at the end of the session, who pays whom.
 * @param {Sheet} sheet
 */
export function asText(sheet) {
  const { lines, ledger, over } = replay(sheet);
  const head = ["", ...sheet.names, ""];
  const rows = lines.map((line, at) => [
    `${at + 1}.`, ...line.ledger.map(signed), inShort(line, sheet.names),
  ]);
  return [
    `Dobbm, ${moment(sheet.begun)}, ${_("a Match costs {match}", { match: number(sheet.match) })}`,
    "",
    ...inColumns([head, ...rows]),
    "",
    ...(over ? paymentsInWords(ledger, sheet.names) : []),
  ].join("\n").trimEnd();
}

/**
 * Describe a deal, settled or not, in a few words: "Lois: Solo, Schwacher, 72".
 * @param {Written} line
 * @param {string[]} names
 */
export function inShort({ deal, end }, names) {
  if (deal.end === "thrown_in") {
    return names.length === 5 && end
      ? _("thrown in, a Stockerl for {name}", { name: names[end.nextDealer] })
      : _("thrown in");
  }
  return `${names[deal.declarer]}: ${game(deal)}, ${result(deal, names)}`;
}

/**
 * @param {Exclude<SheetDeal, { end: "thrown_in" }>} deal
 * @param {string[]} names
 */
function result(deal, names) {
  if (deal.end === "revoke") return _("{name} revoked", { name: names[deal.offender] });
  return deal.noTrick ? _("no tricks") : String(deal.points);
}

/**
 * Describe who pays whom, one sentence for each payment.
 * @param {number[]} ledger
 * @param {string[]} names
 */
export function paymentsInWords(ledger, names) {
  const paid = transfers(ledger).map(({ from, to, amount }) =>
    _("{debtor} pays {creditor} {amount}.", {
      debtor: names[from], creditor: names[to], amount: number(amount),
    }),
  );
  return paid.length ? paid : [_("Nobody owes anything.")];
}

/** @param {string[][]} rows */
function inColumns(rows) {
  const widths = rows[0].map((_text, at) => Math.max(...rows.map((row) => row[at].length)));
  const last = widths.length - 1;
  /**
   * @param {string} text
   * @param {number} at
   */
  const cell = (text, at) => (at === last ? text : text.padStart(widths[at]));
  return rows.map((row) => row.map(cell).join("  ").trimEnd());
}
