/** Explains the Mußrunde to people before they agree to it. */

import { confirmAction } from "../base/dom.js";
import { _ } from "../base/i18n.js";

/**
 * Explain the Mußrunde, with `more` as a further paragraph, and resolve to whether the person wants it.
 * @param {number} players
 * @param {string} [more]
 */
export const wantsMussrunde = (players, more = "") =>
  confirmAction(
    _("Mußrunde"),
    [
      _(
        "The Mußrunde begins with the next deal: {count} deals in which forehand must play a Dobbm or a Solo. Then the session is over.",
        { count: players },
      ),
      more,
    ].filter(Boolean),
    _("Agreed"),
  );
