/** The menu of the table, and the button for table talk. */

import { addStyle, dialog, html, nothing } from "../base/dom.js";
import { _, ngettext } from "../base/i18n.js";
import { icon, namedIcon } from "../base/icons.js";
import { part, waitFor } from "../base/loading.js";
import { at, isPocket } from "../base/place.js";
import { isByPost } from "../game/house-rules.js";
import { excusedUntil, isOnHoliday } from "../game/seats.js";
import { askForCall, callLink } from "./club-call.js";
import { openStanding } from "./standing.js";
import { askEnd, askMussrunde, askToLeave, backToReturnText, isFixed, wayBack } from "./votes.js";

/**
 * @import { Table } from "../schema.d.ts"
 * @import { Scene, Vote } from "../types.d.ts"
 */

/**
 * Render the menu button.
 * @param {Scene} scene
 */
export function menu(scene) {
  const open = () => {
    scene.open(_("Menu"), entries);
    askForCall(scene.table, scene.redraw);
  };
  return html`<button class="icon" title=${_("Menu")} aria-label=${_("Menu")}
    @click=${open}>${namedIcon("menu", _("Menu"), _("Menu"))}</button>`;
}

/**
 * @param {Scene} scene
 * @param {() => void} close
 */
function entries(scene, close) {
  const { table, view, vote, claim, takeBack, leave, handOver, redraw } = scene;
  /**
   * @param {Parameters<typeof icon>[0]} sign
   * @param {string} label
   * @param {() => void} does
   * @param {string} [not] why it cannot be done now
   */
  const entry = (sign, label, does, not = "") =>
    html`<button aria-disabled=${String(Boolean(not))} @click=${() => not || ((close(), does()))}>${icon(sign)} ${
      not ? html`<span>${label}<br /><small>${not}</small></span>` : label
    }</button>`;
  const seated = table.seat !== null;
  /** @param {Vote} what */
  const voted = (what) => (table.seat !== null && table.seats[table.seat].wishes.includes(what) ? "✓ " : "");
  const playing = table.stage === "playing" && seated && !isOnHoliday(table);
  const ending = seated && table.stage !== "over" && table.stage !== "gathering" && !isFixed(table);
  const acts = [
    playing && view && !isFixed(table) ? entry("undo", _("Take back"), takeBack, whyNotTakeBack(table)) : nothing,
    playing && view?.phase === "play"
      ? entry("rest", _("The rest is mine"), claim, view.to_act === table.seat ? "" : _("only on your turn"))
      : nothing,
    ending && table.mussrunde_left === null
      ? entry("coin", voted("mussrunde") + mussrundeText(table), () => askMussrunde(table, vote))
      : nothing,
    ending ? entry("end", voted("end") + _("End the session after this deal"), () => askEnd(table, vote)) : nothing,
  ].filter((one) => one !== nothing);
  return html`<div class="entries">
    ${acts.length ? html`<div class="group">${acts}</div>` : nothing}
    <div class="group looks">
      ${view && seated ? entry("scales", _("How does the game stand?"), () => openStanding(scene)) : nothing}
      <a class="button" href=${at("/rules")} target="_blank">${icon("book")} ${_("Rules")}</a>
      ${entry("tune", _("Settings"), async () => {
        const [{ settingsForm }] = await waitFor(Promise.all([part("table/settings-form.js"), addStyle("settings")]));
        await dialog(
          () => _("Settings"),
          (_close, again) => settingsForm(() => (again(), redraw()), scene),
        );
      })}
      ${entry("people", _("Seats"), async () => (await waitFor(part("table/seats.js"))).openSeats(scene))}
      ${mayBeExcused(table) ? entry("calendar", excuseText(scene), () => askUntil(scene)) : nothing}
      ${seated && !isPocket ? entry("device", _("Continue on another device"), handOver) : nothing} ${callLink(table)}
    </div>
    <div class="group">
      <a class="button" href=${wayBack(table)}
        @click=${() => close()}>${icon("home")} ${backToReturnText(table)}</a>
    </div>
    ${
      seated
        ? html`<div class="group">
            <button class="danger" @click=${() => (close(), askToLeave(leave))}>
              ${icon("leave")} ${_("Stand up: a bot takes over")}
            </button>
          </div>`
        : nothing
    }
  </div>`;
}

/**
 * Name the vote for the Mußrunde, which somebody else may have asked for.
 * @param {Table} table
 */
const mussrundeText = ({ seats, seat: own }) =>
  seats.some(({ wishes }, seat) => seat !== own && wishes.includes("mussrunde"))
    ? _("Agree to the Mußrunde")
    : _("Ask for the Mußrunde");

/**
 * Whether the person can say until when they are away.
 * @param {Table} table
 */
const mayBeExcused = ({ seat, options }) => seat !== null && isByPost(options.free);

/** @param {Scene} scene */
const excuseText = ({ table: { seats, seat }, now }) =>
  seat !== null && excusedUntil(seats[seat], now) ? _("I am back, or away for longer") : _("I am away until …");

/** @param {Scene} scene */
const askUntil = async (scene) => (await waitFor(part("club/excuse.js"))).openExcuse(scene);

/**
 * Return why the person may not take back their last action; empty if they may. Among people, they may until another
 * seat acts.
 * @param {Table} table
 */
function whyNotTakeBack({ seat, clock, view }) {
  const actors = (view?.steps ?? []).map((step) => step.seat);
  if (seat === null || !actors.includes(seat)) return _("you have not moved yet");
  return clock && actors.at(-1) !== seat ? _("somebody has moved since") : "";
}

/**
 * Render the button for table talk, which counts the texts that the person has not seen.
 * @param {Scene} scene
 */
export function talk({ table, unread, openTalk }) {
  if (table.seat === null) return nothing;
  const label = unread
    ? `${_("Table talk")}: ${ngettext("{count} new text", "{count} new texts", unread)}`
    : _("Table talk");
  return html`<button class="icon talking" title=${label} aria-label=${label} @click=${openTalk}>${namedIcon(
    "talk",
    _("Table talk"),
    _("Talk"),
  )}${unread ? html`<span class="count" aria-hidden="true">${unread}</span>` : nothing}</button>`;
}
