/** The chair of a person in a club: a personal link opens it, and from then on a cookie. */

import { sendRequest } from "../base/api.js";
import { holdToken } from "../base/seat-token.js";

/** @import { ClubPage } from "../schema.d.ts" */

/**
 * Open the club with the token of a personal link, and get a cookie in its place. If the browser refuses it, later
 * requests send the token, as at a table.
 * @param {string} club
 * @param {string} token
 */
export function openChair(club, token) {
  holdToken(club, token);
  return /** @type {Promise<ClubPage>} */ (sendRequest("GET", `/clubs/${club}`, undefined, { token }));
}
