/** The address for calls of a club, for its people at its tables. */

import { get } from "../base/api.js";

/** @import { ClubPage, Table } from "../schema.d.ts" */

/**
 * The addresses by club; the club gives strangers none.
 * @type {Map<string, string>}
 */
const known = new Map();

/**
 * Return the address as far as it is known; empty for none.
 * @param {Table} table
 */
export const callAddress = ({ options: { club } }) => (club && known.get(club)) || "";

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
