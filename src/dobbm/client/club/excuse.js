/** The dialogs in which a person says until when they are away at a table by post, or from when to when at all. */

import { dialog, html, notify } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { AHEAD, MOST_EXCUSED } from "../base/data.js";
import { excusedUntil } from "../game/seats.js";
import { dayAfter, dayIn, dayOf, endOf } from "../me/days.js";

/**
 * @import { On } from "../base/dom.js"
 * @import { ClubScene, Scene } from "../types.d.ts"
 */

/** Days for which a person can be away at most, and the days that are offered first. */
const [MOST, USUAL] = [MOST_EXCUSED / 86_400 - 1, 7];

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
    if (await excuse(Math.min(endOf(day), now + MOST_EXCUSED))) close();
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

/**
 * Ask from which day to which a member is away, at all tables by post of the club.
 * @param {ClubScene} scene
 */
export const openAbsence = (scene) => dialog(_("I am away from … to …"), (close) => absenceForm(scene, () => close()));

/**
 * @param {ClubScene} scene
 * @param {() => void} close
 */
function absenceForm({ page, members, ask }, close) {
  const dayThere = (/** @type {number} */ at) => dayIn(at, page.zone);
  const { away_from: from, away_until: until } = members.find(({ member }) => member === page.you.member) ?? {};
  const today = dayThere(page.now);
  const begin = from ? dayThere(Math.max(from, page.now)) : today;
  const save = async (/** @type {string | null} */ first, /** @type {string | null} */ last) =>
    (await ask("PUT", "/absence", { first, last })) && close();
  const send = (/** @type {On<HTMLFormElement>} */ event) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [first, last] = [String(form.get("first")), String(form.get("last"))];
    if (!first || !last) return notify(_("The date is missing."));
    if (first < today || first > dayAfter(today, AHEAD)) return notify(_("Choose a first day from today on."));
    if (last < first || last > dayAfter(first, MOST))
      return notify(_("Choose a last day after the first one, at most 30 days later."));
    return save(first, last);
  };
  const comeBack = from && from > page.now ? _("I am not away after all") : _("I am back");
  return html`<form @submit=${send} novalidate>
    <p>${_(
      "At all tables by post of this club, your turns wait on these days, and no message reminds you of them. Everybody in the club sees it, and you can play all the same.",
    )}</p>
    <label class="field">${_("First day")}<input type="date" name="first" min=${today} .value=${begin} /></label>
    <label class="field">${_("Last day")}<input type="date" name="last" min=${today}
      .value=${until ? dayThere(until) : dayAfter(today, USUAL)} /></label>
    <div class="row ending">
      ${
        until
          ? html`<button type="button" @click=${() => save(null, null)}>${comeBack}</button>`
          : html`<button type="button" @click=${() => close()}>${_("Cancel")}</button>`
      }
      <button class="primary">${_("Save")}</button>
    </div>
  </form>`;
}
