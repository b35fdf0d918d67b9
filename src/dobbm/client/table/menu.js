/** The menu of the table. */

import { dialog, html, nothing } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { icon } from "../base/icons.js";
import { settingsForm } from "../base/settings-form.js";
import { openSeats } from "./seats.js";
import { openStanding } from "./standing.js";
import { askEnd, askMussrunde, askToLeave } from "./votes.js";

/**
 * @import { Table } from "../schema.d.ts"
 * @import { Scene, Vote } from "../types.d.ts"
 */

/**
 * Render the menu button.
 * @param {Scene} scene
 */
export function menu(scene) {
  const open = () => dialog(_("Menu"), (close) => entries(scene, close));
  return html`<button class="icon" title=${_("Menu")} aria-label=${_("Menu")} @click=${open}>${icon("menu")}</button>`;
}

/**
 * @param {Scene} scene
 * @param {() => void} close
 */
function entries(scene, close) {
  const { table, view, vote, claim, takeBack, leave, handOver, redraw } = scene;
  /**
   * @param {string} label
   * @param {() => void} does
   */
  const entry = (label, does) => html`<button @click=${() => (close(), does())}>${label}</button>`;
  const seated = table.seat !== null;
  /** @param {Vote} what */
  const voted = (what) => (table.seat !== null && table.seats[table.seat].wishes.includes(what) ? "✓ " : "");
  const playing = seated && table.stage === "playing";
  const ending = seated && table.stage !== "over" && table.stage !== "gathering";
  return html`<div class="entries">
    ${playing && canTakeBack(table) ? entry(_("Take back"), takeBack) : nothing}
    ${playing && view?.phase === "play" && view.to_act === table.seat ? entry(_("The rest is mine"), claim) : nothing}
    ${ending && table.mussrunde_left === null ? entry(voted("mussrunde") + _("Ask for the Mußrunde"), () => askMussrunde(table, vote)) : nothing}
    ${ending ? entry(voted("end") + _("End the session after this deal"), () => askEnd(table, vote)) : nothing}
    ${view && seated ? entry(_("How does the game stand?"), () => openStanding(scene)) : nothing}
    ${entry(_("Settings"), () => dialog(() => _("Settings"), (_close, again) => settingsForm(() => (again(), redraw()), scene)))}
    <a class="button" href="/rules" target="_blank">${_("Rules")}</a>
    ${entry(_("Seats"), () => openSeats(scene))}
    ${seated ? entry(_("Continue on another device"), handOver) : nothing}
    ${seated ? entry(_("Stand up: a bot takes over"), () => askToLeave(leave)) : nothing}
    <a class="button" href="/" @click=${() => close()}>${_("To the start page (you can return)")}</a>
  </div>`;
}

/**
 * Whether the person may take back their last action: among people, only until another seat acts.
 * @param {Table} table
 */
function canTakeBack({ seat, clock, view }) {
  const actors = (view?.steps ?? []).map((step) => step.seat);
  return clock ? actors.at(-1) === seat : seat !== null && actors.includes(seat);
}
