/** Formats a sheet as plain text, for sharing. */

import { _, breadth, isolated, moment, number, plainName, signed } from "../base/i18n.js";
import { inShort, paymentsInWords } from "../game/short.js";
import { replay } from "./session.js";

/** @import { Sheet } from "./session.js" */

/**
 * Format the whole sheet: the ledger after every deal in columns and, at the end of the session, who pays whom.
 * @param {Sheet} sheet
 */
export function asText(sheet) {
  const { lines, ledger, over } = replay(sheet);
  const head = ["", ...sheet.names.map(isolated), ""];
  const rows = lines.map((line, at) => [
    `${at + 1}.`,
    ...line.ledger.map(signed),
    inShort({ ...line.deal, next: line.end.nextDealer }, sheet.names),
  ]);
  return [
    `Dobbm, ${moment(sheet.begun)}, ${_("a Match costs {match}", { match: number(sheet.match) })}`,
    "",
    ...inColumns([head, ...rows]),
    "",
    ...(over ? paymentsInWords(ledger, sheet.names) : []),
  ]
    .join("\n")
    .trimEnd();
}

/** @param {string[][]} rows */
function inColumns(rows) {
  const width = (/** @type {string} */ text) => breadth(plainName(text));
  const widths = rows[0].map((_text, at) => Math.max(...rows.map((row) => width(row[at]))));
  const last = widths.length - 1;
  /**
   * @param {string} text
   * @param {number} at
   */
  const cell = (text, at) => (at === last ? text : " ".repeat(widths[at] - width(text)) + text);
  return rows.map((row) => row.map(cell).join("  ").trimEnd());
}
