/** The points given away over the months, by kind of decision: a pure fold over the summaries of judged deals. */

import { KINDS } from "../game/remarks.js";

/** @import { Summary } from "./summary.js" */

/**
 * The judged deals of a month, and the points that all of them gave away by each kind of decision, as in `KINDS`.
 * @typedef {{ month: string, deals: number, lost: number[] }} Month
 */

/**
 * Fold deals into months, the latest first.
 * @param {Iterable<Pick<Summary, "month" | "lost">>} deals
 * @returns {Month[]}
 */
export function trend(deals) {
  /** @type {Map<string, Month>} */
  const months = new Map();
  for (const { month, lost } of deals) {
    if (!lost || !month) continue;
    const found = months.get(month) ?? { month, deals: 0, lost: KINDS.map(() => 0) };
    months.set(month, { month, deals: found.deals + 1, lost: found.lost.map((points, at) => points + lost[at]) });
  }
  return [...months.values()].sort((one, other) => (one.month < other.month ? 1 : -1));
}
