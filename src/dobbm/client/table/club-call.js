/** The address for calls of a club, for its people at its tables. */

import { get } from "../base/api.js";
import { html, nothing } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { icon } from "../base/icons.js";

/** @import { ClubPage, Table } from "../schema.d.ts" */

/**
 * The addresses by club; the club gives strangers none.
 * @type {Map<string, string>}
 */
const known = new Map();

/**
 * Render the way to the call, as far as its address is known.
 * @param {Table} table
 */
export function callLink({ options: { club } }) {
  const address = club && known.get(club);
  if (!address) return nothing;
  return html`<a class="button" href=${address} target="_blank"
    rel="noopener noreferrer">${icon("camera")} ${_("To the call")}</a>`;
}

/**
 * Render the same where no menu asks: the club is asked once.
 * @param {Table} table
 * @param {() => void} redraw
 */
export function callAtOnce(table, redraw) {
  const { club } = table.options;
  if (club && !known.has(club)) {
    known.set(club, "");
    askForCall(table, redraw);
  }
  return callLink(table);
}

/**
 * Ask the club of a table for its address: no snapshot of a table has it, because few people need it.
 * @param {Table} table
 * @param {() => void} redraw called if there is an answer
 */
export async function askForCall({ options: { club } }, redraw) {
  if (!club) return;
  try {
    const page = /** @type {ClubPage} */ (await get(`/clubs/${club}`));
    known.set(club, page.call ?? "");
    redraw();
  } catch {
    // The menu does without it, and asks again when it is opened again.
  }
}
