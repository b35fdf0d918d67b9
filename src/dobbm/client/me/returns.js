/** When a person's mistakes come back as exercises: at growing intervals, until each has been right. */

import { byName, fields, listOf, number, text, whole } from "../base/checks.js";
import { judgedIn } from "../game/remarks.js";
import { dayAfter, dayOf } from "./days.js";

/**
 * @import { Record } from "../schema.d.ts"
 * @import { Summary } from "./summary.js"
 */

/**
 * A mistake that comes back: the index of its action, its cost, how often it has been right in a row, and the day from
 * which it is due; empty: at once.
 * @typedef {{ action: number, cost: number, step: number, due: string }} Return
 */

/** The days until a mistake is due, the first time and after each right answer. */
const DAYS = [1, 3, 7, 16, 35];
/** The card points from which a mistake comes back. */
const COSTLY = 3;
/** The most mistakes of a deal. */
const MOST = 20;

const isMistake = fields({ action: whole(0, 99), cost: number(COSTLY, 1e3) });
const isReturn = fields({ step: whole(0, DAYS.length), due: text(/^\d{4}-\d\d-\d\d$/) });

const isTime = number(1, 1e10);

/**
 * Return the costly mistakes of a deal that still come back.
 * @param {Record} record
 * @returns {Return[]}
 */
export function returnsOf({ meta = {} }) {
  const known = byName(isReturn, MOST)(meta.returns) ?? {};
  const ended = isTime(meta.ended);
  const first = ended ? dayAfter(dayOf(ended), DAYS[0]) : "";
  const found = listOf(isMistake, MOST)(judgedIn({ meta })?.mistakes) ?? [];
  return found.flatMap(({ action, cost }) => {
    if (action === undefined || cost === undefined) return [];
    const { step = 0, due = first } = known[action] ?? {};
    return step < DAYS.length ? [{ action, cost, step, due }] : [];
  });
}

/**
 * Return the remarks on a record after an answer to one of its mistakes: a wrong one begins anew.
 * @param {Record} record
 * @param {Return} mistake
 * @param {boolean} right
 * @param {string} day of the answer
 */
export function returnsAfter({ meta = {} }, { action, step }, right, day) {
  const next = right ? step + 1 : 0;
  const due = dayAfter(day, DAYS[Math.min(next, DAYS.length - 1)]);
  return { returns: { ...byName(isReturn, MOST)(meta.returns), [action]: { step: next, due } } };
}

/**
 * Return the mistakes that are due on a day, the costliest first.
 * @param {Pick<Summary, "id" | "returns">[]} deals
 * @param {string} day
 */
export const dueOn = (deals, day) =>
  deals
    .flatMap(({ id, returns }) => returns.map((mistake) => ({ id, mistake })))
    .filter(({ mistake }) => mistake.due <= day)
    .sort((one, other) => other.mistake.cost - one.mistake.cost);

/**
 * Return the day on which the next mistake is due; undefined if none comes back.
 * @param {Pick<Summary, "returns">[]} deals
 */
export const nextDue = (deals) => deals.flatMap(({ returns }) => returns.map(({ due }) => due)).sort()[0];
