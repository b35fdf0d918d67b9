/**
 * Keeps every finished deal of a table in which this device's person took part, also those that ended while the page
 * was not there.
 */

import { get } from "../base/api.js";
import { countDeal } from "../base/last-session.js";
import { erased, keep, keptDeals } from "../base/records.js";
import { settings } from "../base/settings.js";

/**
 * @import { LedgerLine, Record, Table } from "../schema.d.ts"
 * @import { FinishedView } from "../types.d.ts"
 */

/**
 * The deals of each table that have been looked for since the page was loaded: those of before the person sat down
 * need not be asked for again.
 * @type {Map<string, number>}
 */
const looked = new Map();

/**
 * Keep the deal that has just ended at a table, and those before it that are not here.
 * @param {Table & { view: FinishedView }} table
 */
export async function keepDeal(table) {
  const { view, seat, session, held, change } = table;
  const about = { seat, session, seats: held ?? [], ended: Math.round(change.at) };
  if (await keep([remarked(view.record, about)]))
    countDeal(table.table, session, view.result.payments[seat ?? 0], true);
  await collectOf(table, change.at);
}

/**
 * Keep the deals of this device's tables that are not here, and return whether there were any; a table that cannot be
 * asked now does not keep the others away.
 */
export async function collect() {
  let isNew = false;
  for (const { table, at } of settings.tables) {
    const state = /** @type {Table | null} */ (await get(`/tables/${table}`).catch(() => null));
    await collectOf(state, at, () => (isNew = true)).catch(() => undefined);
  }
  return isNew;
}

/**
 * @param {Table | null} table
 * @param {number} at about when its deals ended: nobody knows it better
 * @param {() => void} [kept] called for each deal that was not here
 */
async function collectOf(table, at, kept) {
  if (!table || table.seat === null) return;
  const { table: name, seat, deal, stage } = table;
  const last = stage === "playing" ? deal - 1 : deal;
  const known = await keptDeals(name);
  let number = Math.max(looked.get(name) ?? 0, erased()[name] ?? 0);
  while (known.has(number + 1)) number += 1;
  const own = table.seats[seat].name;
  while (number < last) {
    const lines = /** @type {LedgerLine[]} */ (await get(`/tables/${name}/deals?after=${number}`));
    if (!lines.length) return;
    for (const { deal, session, seats, payments } of lines) {
      const sat = [seat, ...seats.keys()].find((one) => seats[one]?.kind === "person" && seats[one].name === own);
      if (!known.has(deal) && sat !== undefined) {
        const record = /** @type {Record} */ (await get(`/tables/${name}/deals/${deal}`));
        const about = { seat: sat, session, seats, ended: Math.round(at) };
        if (await keep([remarked(record, about)])) {
          countDeal(name, session, payments[sat]);
          kept?.();
        }
      }
      number = deal;
      looked.set(name, number);
    }
  }
}

/**
 * Return a record with what its table says of the deal.
 * @param {Record} record
 * @param {Pick<LedgerLine, "seats"> & { seat: number | null, session: number, ended: number }} about
 * @returns {Record}
 */
const remarked = (record, { seat, session, seats, ended }) => ({
  ...record,
  meta: { ...record.meta, seat, session, ended, bots: seats.map(({ kind, name }) => (kind === "bot" ? name : null)) },
});
