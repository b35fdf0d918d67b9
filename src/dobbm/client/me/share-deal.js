/** Shares a finished deal as a link, by which others play the same seat, and as a picture of the own hand. */

import { notify } from "../base/dom.js";
import { _, signed } from "../base/i18n.js";
import { linkTo } from "../base/place.js";
import { saveFile, share } from "../base/sharing.js";
import { activeSeats } from "../game/seats.js";
import { codeOf } from "./deal-code.js";
import { dealPicture } from "./deal-picture.js";

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
  const text = isOwn
    ? _("I made {amount} Schilling with these cards. And you?", { amount })
    : _("What do you make of these cards?");
  // The link is enough where no picture can be drawn.
  const picture = await dealPicture(view, seat, text).catch(() => null);
  const url = `${linkTo("/d")}#${codeOf({ record, seat, bots })}`;
  const copied = `${text} ${url}`;
  const outcome = await share({ title: "Dobbm", text, url, copied, ...(picture && { files: [picture] }) });
  if (outcome === "copied" && picture) saveFile(picture);
  if (outcome === "copied") notify(picture ? _("Link copied; the picture is saved as a file.") : _("Link copied."));
  if (outcome === "refused") notify(_("This browser does not let the page share or copy."));
}
