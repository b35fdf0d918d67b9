/** Shares a finished deal as a link, by which others play the same seat. */

import { notify } from "../base/dom.js";
import { _, signed } from "../base/i18n.js";
import { linkTo } from "../base/place.js";
import { share } from "../base/sharing.js";
import { activeSeats } from "../game/seats.js";
import { codeOf } from "./deal-code.js";

/** @import { FinishedView } from "../types.d.ts" */

/**
 * Share a link to a deal, for the seat of the view; for the first one that played if that has no cards.
 * @param {FinishedView} view
 * @param {(string | null)[]} bots by seat
 */
export async function shareDeal(view, bots) {
  const { record, result } = view;
  const active = activeSeats(view);
  const isOwn = view.seat !== null && active.includes(view.seat);
  const seat = isOwn ? Number(view.seat) : (result.declarer ?? active[0]);
  const amount = signed(result.payments[seat]);
  const outcome = await share({
    title: "Dobbm",
    text: isOwn
      ? _("I made {amount} Schilling with these cards. And you?", { amount })
      : _("What do you make of these cards?"),
    url: `${linkTo("/d")}#${codeOf({ record, seat, bots })}`,
  });
  if (outcome === "copied") notify(_("Link copied."));
  if (outcome === "refused") notify(_("This browser does not let the page share or copy."));
}
