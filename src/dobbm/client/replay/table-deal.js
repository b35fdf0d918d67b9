/** A finished deal of a table, as the replay opens it. */

import { get } from "../base/api.js";
import { render } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { HOME, at } from "../base/place.js";
import { forgetTable, settings } from "../base/settings.js";
import { noSuchTable } from "../table/missing.js";
import { trouble } from "./trouble.js";

/**
 * @import { ApiError } from "../base/api.js"
 * @import { Analysis, Table } from "../schema.d.ts"
 * @import { DealSource, FinishedView } from "../types.d.ts"
 */

/** Milliseconds for which a deal that has arrived waits for the people who sit at the table now. */
const PATIENCE = 2000;

/**
 * Find a deal of a table; draw why it cannot be shown, and return null, if it cannot.
 * @param {HTMLElement} root
 * @param {string} table
 * @param {string} deal
 * @returns {Promise<DealSource | null>}
 */
export async function tableDeal(root, table, deal) {
  const path = `/tables/${table}/deals/${deal}`;
  let isThere = true;
  try {
    const asked = get(`/tables/${table}`).catch(({ code }) => ((isThere = code !== "unknown"), null));
    const viewed = get(`${path}/view`);
    const finished = await viewed.catch((error) => asked.then(() => Promise.reject(error)));
    const view = /** @type {FinishedView} */ (finished);
    const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, null));
    const people = /** @type {Table | null} */ (await Promise.race([asked, late]));
    return {
      view: wasThere(view, people) ? view : { ...view, seat: null },
      people,
      table: view.seat === null ? null : table,
      isPublic: true,
      back: { path: at(`/t/${table}`), name: _("To the table") },
      title: _("Deal {number}", { number: deal }),
      file: `dobbm-${table}-${deal}.jsonl`,
      analyse: () => /** @type {Promise<Analysis>} */ (get(`${path}/analysis`)),
    };
  } catch (error) {
    if (isThere) refused(root, /** @type {ApiError} */ (error), table, deal);
    else {
      render(noSuchTable(settings.tables.some((one) => one.table === table)), root);
      forgetTable(table);
    }
    return null;
  }
}

/**
 * Whether the person held the same seat in a deal. Its record has the names of those who did.
 * @param {FinishedView} view
 * @param {Table | null} people
 */
function wasThere({ seat, record }, people) {
  if (seat === null || !people) return false;
  const names = /** @type {(string | null)[]} */ (record.meta?.names ?? []);
  return names[seat] === (people.seats[seat].name ?? "");
}

/**
 * Explain why the deal cannot be shown, and offer a way on.
 * @param {HTMLElement} root
 * @param {ApiError} error
 * @param {string} table
 * @param {string} deal
 */
function refused(root, error, table, deal) {
  const missing = error.code === "unknown";
  const title = missing ? _("There is no such deal") : _("The deal cannot be shown");
  const unknown = _("This table has not finished deal {number}. It may still be in progress.", { number: deal });
  trouble(root, title, missing ? unknown : error, [
    error.club
      ? { address: at(`/c/${error.club}`), label: _("To the club") }
      : { address: at(`/t/${table}`), label: _("To the table") },
    { address: HOME, label: _("Start page") },
  ]);
}
