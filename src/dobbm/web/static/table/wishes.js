/** What people ask for between two deals, and who has asked already. */

import { html, nothing } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { wantsMussrunde } from "../game/mussrunde.js";
import { amongBots } from "../game/seats.js";

/** The buttons for what may come next; for a spectator nothing. */
export function asks({ table, names, wish }) {
  if (table.seat === null) return nothing;
  if (table.stage === "over") return html`${button(table, names, wish, "again", _("Another session"), true)}
    <a class="button" href="/">${_("Start page")}</a>`;
  return html`${button(table, names, wish, "next", _("Next deal"), true)}
    ${table.mussrunde_left === null ? button(table, names, () => askMussrunde(table, wish), "mussrunde", _("Mußrunde")) : nothing}
    ${button(table, names, wish, "end", _("End the session"))}`;
}

/** Ask for the Mußrunde, once it is known what that is; among people it takes all of them. */
export async function askMussrunde({ seats, seat }, wish) {
  if (seats[seat].wishes.includes("mussrunde")) return;
  const more = amongBots({ seats, seat }) ? "" : _("It is agreed as soon as everybody has asked for it, and what is asked for cannot be taken back.");
  if (await wantsMussrunde(seats.length, more)) wish("mussrunde");
}

function button(table, names, wish, what, label, primary = false) {
  const asking = table.seats.flatMap((seat, index) => (seat.wishes.includes(what) ? [index] : []));
  const own = asking.includes(table.seat);
  const others = asking.filter((seat) => seat !== table.seat).map((seat) => names[seat]);
  const told = own ? _("waiting for the others") : others.join(", ");
  return html`<button class=${primary ? "primary call" : "call"} aria-disabled=${String(own)} @click=${() => !own && wish(what)}>
    <b>${own ? "✓ " : ""}${label}</b>${told ? html`<small>${told}</small>` : nothing}
  </button>`;
}
