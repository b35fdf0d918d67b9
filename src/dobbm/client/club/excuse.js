/** The dialog in which a person at a table by post says until when they are away, or that they are back. */

import { html, notify } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { excusedUntil } from "../game/seats.js";
import { dayAfter, dayOf, endOf } from "../me/days.js";

/**
 * @import { On } from "../base/dom.js"
 * @import { Scene } from "../types.d.ts"
 */

/** Days for which a person can be away at most, and the days that are offered first. */
const [MOST, USUAL] = [30, 7];
/** The longest time in seconds that the server takes. */
const LONGEST = 31 * 86_400;

/** @param {Scene} scene */
export const openExcuse = (scene) => scene.open(_("I am away until …"), form);

/**
 * @param {Scene} scene
 * @param {() => void} close
 */
function form({ table, now, excuse }, close) {
  const until = table.seat === null ? 0 : excusedUntil(table.seats[table.seat], now);
  const today = dayOf(now);
  const last = dayAfter(today, MOST);
  const send = async (/** @type {On<HTMLFormElement>} */ event) => {
    event.preventDefault();
    const day = String(new FormData(event.currentTarget).get("day"));
    if (!day) return notify(_("The date is missing."));
    if (day < today || day > last) return notify(_("Choose a day from today on, at most 30 days ahead."));
    if (await excuse(Math.min(endOf(day), now + LONGEST))) close();
  };
  const comeBack = async () => (await excuse(null)) && close();
  return html`<form @submit=${send} novalidate>
    <p>${_(
      "Until the end of this day your turns wait: their time begins only then. Everybody at the table sees it, and you can play all the same.",
    )}</p>
    <label class="field">${_("Away until")}<input type="date" name="day" min=${today} max=${last}
      .value=${until ? dayOf(until) : dayAfter(today, USUAL)} /></label>
    <div class="row ending">
      ${
        until
          ? html`<button type="button" @click=${comeBack}>${_("I am back")}</button>`
          : html`<button type="button" @click=${() => close()}>${_("Cancel")}</button>`
      }
      <button class="primary">${_("Save")}</button>
    </div>
  </form>`;
}
