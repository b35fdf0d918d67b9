/**
 * Calls the person to a table from another page, and says there how it goes on, so that nobody loses a seat meanwhile.
 */

import { post, serverTime } from "../base/api.js";
import { announce, html, nothing, notify } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { at } from "../base/place.js";
import { follow } from "../base/stream.js";
import { callInTitle } from "../base/title.js";
import { changeLine, NOTICES } from "../game/change-text.js";
import { isNear, nearText } from "../game/commentary.js";
import { amongBots, isOnTurn, seatNames } from "../game/seats.js";
import { attend, reason } from "./calling.js";
import { contribute } from "./proof.js";
import { refusal } from "./refusal.js";
import { sound } from "./sounds.js";
import { askMussrunde, askNext, countdown } from "./votes.js";

/** @import { Table } from "../schema.d.ts" */

/** The person's table, which is followed from another page; that also keeps the seat. */
export class Summons {
  /**
   * Follow the table; `changed()` is called whenever the strip must be drawn anew, `say(why)` when the table asks for
   * something.
   * @param {string} name
   * @param {() => void} changed
   * @param {(why: string) => void} [say]
   */
  constructor(name, changed, say = notify) {
    this.name = name;
    this.changed = changed;
    this.say = say;
    /** @type {Table | null} */
    this.table = null;
    /**
     * The time of the next deal that has been announced last.
     * @type {number | null}
     */
    this.warned = null;
    this.lost = false;
    this.entitle = this.entitle.bind(this);
    this.leave = follow(name, this.receive.bind(this), this.connect.bind(this), () => {});
    this.ticking = setInterval(() => this.tick(), 1000);
    document.addEventListener("visibilitychange", this.entitle);
  }

  stop() {
    document.removeEventListener("visibilitychange", this.entitle);
    clearInterval(this.ticking);
    this.leave();
  }

  /** @param {Table} latest */
  receive(latest) {
    const before = this.table;
    this.table = latest;
    contribute(latest);
    const why = attend(before, latest);
    if (why) {
      sound("turn");
      this.say(why);
    }
    this.entitle();
    const line = before && NOTICES.includes(latest.change.kind) ? changeLine(latest, before) : "";
    const begins = before?.stage !== "playing" && latest.stage === "playing" && !why;
    if (before && (begins || (before.stage !== "over" && latest.stage === "over"))) notify(news(latest));
    // The reason is the same line if the change asks for something.
    else if (line && line !== why) notify(line);
    this.changed();
  }

  /** Call the person in the title, too. Bots wait: who looks at something else has chosen to. */
  entitle() {
    const { table } = this;
    const asks = table && (document.hidden || !amongBots(table)) ? reason(table) : "";
    callInTitle(!table || !asks ? "" : isOnTurn(table) ? _("▸ Your turn – Dobbm") : `▸ ${asks}`);
  }

  /** Say once that the next deal is near, and draw the time until then. */
  tick() {
    const { table } = this;
    if (!table?.clock) return;
    const at = table.clock.deal_at;
    if (at != null && isNear(table, serverTime())) {
      if (this.warned !== at) announce(nearText());
      this.warned = at;
    }
    this.changed();
  }

  /**
   * @param {boolean} connected
   * @param {boolean} [ended] whether the server may only have ended the stream
   */
  connect(connected, ended = false) {
    const before = this.lost;
    this.lost = !connected && (before || !ended);
    if (this.lost === before) return;
    announce(this.lost ? _("Connection lost; reconnecting.") : _("Reconnected."));
    this.changed();
  }

  /** @param {string} what */
  ask(what) {
    post(`/tables/${this.name}/${what}`).catch((error) => notify(refusal(error)));
  }

  /** Render how the table goes on, and what the person may do about it. */
  strip() {
    const { table, name } = this;
    if (!table || table.seat === null) return nothing;
    if (this.lost)
      return html`<div class="r-summons row"><p class="offline">${_("No connection – reconnecting …")}</p></div>`;
    if (table.stage === "between") return this.pause(table, table.seats[table.seat].wishes.includes("next"));
    if (table.stage !== "playing" && table.stage !== "over") return nothing;
    return html`<div class="r-summons row" data-called=${Boolean(reason(table))}>
      <p>${reason(table) || news(table)}</p>
      <a class="button primary" href=${at(`/t/${name}`)}>${_("To the table")}</a>
    </div>`;
  }

  /**
   * Render the time between two deals.
   * @param {Table} table
   * @param {boolean} asked whether the person has asked for the next deal
   */
  pause(table, asked) {
    return html`<div class="r-summons row">
      ${countdown(table, serverTime())}
      <button class="r-next" aria-disabled=${String(asked)} @click=${() =>
        asked ||
        askNext(table, seatNames(table.seats, table.seat), () =>
          this.ask("next"),
        )}>${asked ? "✓ " : ""}${_("Next deal")}</button>
      ${table.clock ? html`<button @click=${() => this.ask("delay")}>${_("More time")}</button>` : nothing}
      ${this.agreement(table)}
    </div>`;
  }

  /**
   * Render the button that agrees to the Mußrunde, if somebody has asked for it.
   * @param {Table} latest
   */
  agreement(latest) {
    const { seats, seat: own, mussrunde_left: left } = latest;
    const asked = seats.some(({ wishes }, seat) => seat !== own && wishes.includes("mussrunde"));
    if (!asked || left !== null || own === null || seats[own].wishes.includes("mussrunde")) return nothing;
    return html`<button @click=${() =>
      askMussrunde(latest, (what) => this.ask(what))}>${_("Agree to the Mußrunde")}</button>`;
  }
}

/**
 * Say how the table has gone on.
 * @param {Table} table
 */
const news = ({ stage }) => (stage === "over" ? _("The session is over.") : _("The next deal has begun."));
