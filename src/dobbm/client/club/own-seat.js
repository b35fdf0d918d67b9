/** The way to one's own seat from the plain address of a club's table, on a device without a token of the seat. */

import { get, remember, sendRequest } from "../base/api.js";

/** @import { ClubPage, Seated, TournamentNow } from "../schema.d.ts" */

/**
 * Ask a club who the person is to it, and go on here in the seat that the person has at a table, if there is one; the
 * other device watches then. Return "seated", "known" for people of the club without a seat there, or "stranger";
 * null if the club does not answer.
 * @param {string} club
 * @param {string} table
 */
export async function findOwnSeat(club, table) {
  const path = `/clubs/${club}`;
  try {
    const page = /** @type {ClubPage} */ (await get(path));
    const { you } = page;
    if (!you || you.role === "asking") return "stranger";
    const seats = page.tables?.find((one) => one.table === table)?.seats ?? (await drawnSeats(page, table));
    if (!seats.some(({ member }) => member === you.member)) return "known";
    const { token } = /** @type {Seated} */ (await sendRequest("POST", `${path}/tables/${table}/seat`, {}));
    await remember(table, token);
    return "seated";
  } catch {
    return null;
  }
}

/**
 * Return the seats at a table of the tournament that is played.
 * @param {ClubPage} page
 * @param {string} table
 */
async function drawnSeats({ club, tournament: number }, table) {
  if (number == null) return [];
  const { tournament } = /** @type {TournamentNow} */ (await get(`/clubs/${club}/tournament`));
  return tournament?.rounds.at(-1)?.tables.find((one) => one.table === table)?.seats ?? [];
}
