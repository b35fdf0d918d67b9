/** A strip above the replay that says how the person's table goes on, so that nobody loses a seat by looking back. */

import { follow, post, serverTime } from "../base/api.js";
import { announce, html, nothing, notify } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { call, newReason, reason } from "../table/calling.js";
import { refusal } from "../table/refusal.js";
import { sound } from "../table/sounds.js";
import { contribute } from "../table/proof.js";
import { countdown } from "../table/votes.js";

/** @import { Table } from "../schema.d.ts" */

/**
 * Follow the person's table, which also keeps the seat; `changed()` is called whenever the strip must be drawn anew.
 * Return the strip, as a function that renders it, and a function that stops following.
 * @param {string} name
 * @param {() => void} changed
 */
export function summons(name, changed) {
  /** @type {Table | null} */
  let table = null;

  /** @param {Table} latest */
  function receive(latest) {
    const before = table;
    table = latest;
    contribute(latest);
    const why = newReason(before, latest);
    if (why) {
      sound("turn");
      notify(why);
      call(why, name);
    } else if (before && latest.change.kind === "delayed") {
      announce(_("The next deal waits for 30 seconds."));
    }
    changed();
  }

  /** @param {string} what */
  const ask = (what) => () => post(`/tables/${name}/${what}`).catch((error) => notify(refusal(error)));

  const stop = follow(name, receive, () => {}, () => {});
  const ticking = setInterval(() => table?.clock?.deal_at && changed(), 1000);

  function strip() {
    if (!table || table.seat === null) return nothing;
    const asked = table.seats[table.seat].wishes.includes("next");
    if (table.stage === "between")
      return html`<div class="r-summons row">
        ${countdown(table, serverTime())}
        <button class="primary" aria-disabled=${String(asked)} @click=${() => !asked && ask("next")()}>${asked ? "✓ " : ""}${_("Next deal")}</button>
        ${table.clock ? html`<button @click=${ask("delay")}>${_("More time")}</button>` : nothing}
      </div>`;
    if (table.stage !== "playing") return nothing;
    return html`<div class="r-summons row" data-called=${Boolean(reason(table))}>
      <p>${reason(table) || _("The next deal has begun.")}</p>
      <a class="button primary" href="/t/${name}">${_("To the table")}</a>
    </div>`;
  }

  return {
    strip,
    stop: () => {
      clearInterval(ticking);
      stop();
    },
  };
}
