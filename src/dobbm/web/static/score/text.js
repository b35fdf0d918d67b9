/** A sheet as plain text, to be sent to others. */

import { _, moment, number, signed } from "../base/i18n.js";
import { replay } from "./session.js";
import { transfers } from "./standings.js";
import { game } from "./words.js";

/** The whole sheet: the ledger after every deal in columns, and in the end who pays whom. */
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

/** A deal in a few words: "Lois: Solo, Schwacher, 72"; it may be one that is not settled. */
export function inShort({ deal, end }, names) {
  if (deal.end === "thrown_in") {
    return names.length === 5 && end
      ? _("thrown in, a Stockerl for {name}", { name: names[end.nextDealer] })
      : _("thrown in");
  }
  return `${names[deal.declarer]}: ${game(deal)}, ${result(deal, names)}`;
}

function result({ end, points, noTrick, offender }, names) {
  if (end === "revoke") return _("{name} revoked", { name: names[offender] });
  return noTrick ? _("no trick") : String(points);
}

/** Who pays whom, a sentence for each payment. */
export function paymentsInWords(ledger, names) {
  const paid = transfers(ledger).map(({ from, to, amount }) =>
    _("{debtor} pays {creditor} {amount}.", {
      debtor: names[from], creditor: names[to], amount: number(amount),
    }),
  );
  return paid.length ? paid : [_("Nobody owes anything.")];
}

function inColumns(rows) {
  const widths = rows[0].map((_text, at) => Math.max(...rows.map((row) => row[at].length)));
  const last = widths.length - 1;
  const cell = (text, at) => (at === last ? text : text.padStart(widths[at]));
  return rows.map((row) => row.map(cell).join("  ").trimEnd());
}
