/** Finds the bots that the person has beaten for the first time in a session that has just ended. */

import { rivals } from "./beaten.js";
import { keepDeal } from "./collecting.js";
import { loadDeals } from "./deals.js";
import { sessions } from "./statistics.js";

/**
 * @import { Table } from "../schema.d.ts"
 * @import { FinishedView } from "../types.d.ts"
 */

/**
 * Return the names of those beaten for the first time; reject if the browser keeps no deals.
 * @param {Table & { view: FinishedView }} table
 */
export async function firstBeaten(table) {
  // The last deal may still be on its way into the record.
  await keepDeal(table);
  const isHere = (/** @type {{ place: string, session: number } | null} */ one) =>
    one?.place === table.table && one.session === table.session;
  return rivals(sessions(await loadDeals())).flatMap(({ name, first }) => (isHere(first) ? [name] : []));
}
