/**
 * Calls the person to a table from another page, and says there how it goes on, so that nobody loses a seat meanwhile.
 */

import { post, serverTime } from "../base/api.js";
import { announce, html, nothing, notify } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { follow } from "../base/stream.js";
import { changeLine, NOTICES } from "../game/change-text.js";
import { isNear, nearText } from "../game/commentary.js";
import { amongBots, isOnTurn } from "../game/seats.js";
import { attend, reason } from "./calling.js";
import { contribute } from "./proof.js";
import { refusal } from "./refusal.js";
import { sound } from "./sounds.js";
import { askMussrunde, countdown } from "./votes.js";

/** @import { Table } from "../schema.d.ts" */

/**
 * Follow the person's table, which also keeps the seat; `changed()` is called whenever the strip must be drawn anew,
 * `say(why)` when the table asks for something.
 * Return the strip, as a function that renders it, the table as it is, and a function that stops following.
 * @param {string} name
 * @param {() => void} changed
 * @param {(why: string) => void} [say]
 */
export function summons(name, changed, say = notify) {
  /** @type {Table | null} */
  let table = null;
  /**
   * The time of the next deal that has been announced last.
   * @type {number | null}
   */
  let warned = null;
  let lost = false;

  /** @param {Table} latest */
  function receive(latest) {
    const before = table;
    table = latest;
    contribute(latest);
    const why = attend(before, latest);
    if (why) {
      sound("turn");
      say(why);
    }
    entitle();
    const line = before && NOTICES.includes(latest.change.kind) ? changeLine(latest, before) : "";
    const begins = before?.stage !== "playing" && latest.stage === "playing" && !why;
    if (before && (begins || (before.stage !== "over" && latest.stage === "over"))) notify(news(latest));
    // The reason is the same line if the change asks for something.
    else if (line && line !== why) notify(line);
    changed();
  }

  /** Call the person in the title, too. Bots wait: who looks at something else has chosen to. */
  function entitle() {
    const asks = table && (document.hidden || !amongBots(table)) ? reason(table) : "";
    document.title = !table || !asks ? _("Dobbm") : isOnTurn(table) ? _("▸ Your turn – Dobbm") : `▸ ${asks}`;
  }

  /** Say once that the next deal is near, and draw the time until then. */
  function tick() {
    if (!table?.clock) return;
    const at = table.clock.deal_at;
    if (at == null) return changed();
    if (warned !== at && isNear(table, serverTime())) announce(nearText());
    if (isNear(table, serverTime())) warned = at;
    changed();
  }

  /** @param {string} what */
  const ask = (what) => () => post(`/tables/${name}/${what}`).catch((error) => notify(refusal(error)));

  /**
   * @param {boolean} connected
   * @param {boolean} [ended] whether the server may only have ended the stream
   */
  function connect(connected, ended = false) {
    const before = lost;
    lost = !connected && (lost || !ended);
    if (lost === before) return;
    announce(lost ? _("Connection lost; reconnecting.") : _("Reconnected."));
    changed();
  }

  const stop = follow(name, receive, connect, () => {});
  const ticking = setInterval(tick, 1000);
  document.addEventListener("visibilitychange", entitle);

  /**
   * Render the button that agrees to the Mußrunde, if somebody has asked for it.
   * @param {Table} latest
   */
  function agreement(latest) {
    const { seats, seat: own, mussrunde_left: left } = latest;
    const asked = seats.some(({ wishes }, seat) => seat !== own && wishes.includes("mussrunde"));
    if (!asked || left !== null || own === null || seats[own].wishes.includes("mussrunde")) return nothing;
    return html`<button @click=${() => askMussrunde(latest, (what) => ask(what)())}>${_("Agree to the Mußrunde")}</button>`;
  }

  function strip() {
    if (!table || table.seat === null) return nothing;
    if (lost)
      return html`<div class="r-summons row"><p class="offline">${_("No connection – reconnecting …")}</p></div>`;
    const asked = table.seats[table.seat].wishes.includes("next");
    if (table.stage === "between")
      return html`<div class="r-summons row">
        ${countdown(table, serverTime())}
        <button class="r-next" aria-disabled=${String(asked)} @click=${() => !asked && ask("next")()}>${asked ? "✓ " : ""}${_("Next deal")}</button>
        ${table.clock ? html`<button @click=${ask("delay")}>${_("More time")}</button>` : nothing}
        ${agreement(table)}
      </div>`;
    if (table.stage !== "playing" && table.stage !== "over") return nothing;
    return html`<div class="r-summons row" data-called=${Boolean(reason(table))}>
      <p>${reason(table) || news(table)}</p>
      <a class="button primary" href="/t/${name}">${_("To the table")}</a>
    </div>`;
  }

  return {
    strip,
    table: () => table,
    stop: () => {
      document.removeEventListener("visibilitychange", entitle);
      clearInterval(ticking);
      stop();
    },
  };
}

/**
 * Say how the table has gone on.
 * @param {Table} table
 */
const news = ({ stage }) => (stage === "over" ? _("The session is over.") : _("The next deal has begun."));
