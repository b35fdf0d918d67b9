/** The Mußrunde is agreed only by those who know what it is. */

import { sure } from "../base/dom.js";
import { _ } from "../base/i18n.js";

/**
 * Ask whether there is to be a Mußrunde; `more` says what else is to be known. Whether it is wanted.
 * @param {number} players
 * @param {string} [more]
 */
export const wantsMussrunde = (players, more = "") =>
  sure(
    _("Mußrunde"),
    [
      _("The Mußrunde begins with the next deal: {count} deals, in each of which forehand must play a Dobbm or a Solo. Then the session is over.", { count: players }),
      more,
    ].filter(Boolean),
    _("Agreed"),
  );
