/** When a club meets, and who comes; for co-hosts, how evenings are cancelled or moved. */

import { confirmAction, dialog, html, nothing, notify } from "../base/dom.js";
import { _, appointed, list, ngettext, weekdayName } from "../base/i18n.js";
import { icon } from "../base/icons.js";
import { apiAddress } from "../base/transport.js";
import { dayAfter, dayText, eveningOf, wallTime } from "../me/days.js";
import { ending } from "./named-form.js";
import { showLink } from "./shown-link.js";

/**
 * @import { On } from "../base/dom.js"
 * @import { Appointment } from "../schema.d.ts"
 * @import { ClubScene } from "../types.d.ts"
 */

/** Seconds in an hour and in a day. */
const [HOUR, DAY] = [3600, 86_400];
/** Days by which an evening can be moved. */
const WEEK = 7;

/**
 * Render the next appointments, with everybody's answers; for co-hosts, the way to set them.
 * @param {ClubScene} scene
 */
export function appointment(scene) {
  const { club, page, isHost } = scene;
  const [next, ...later] = page.appointments ?? [];
  const { cancelled = [], zone = "UTC" } = page;
  const moved = (page.appointments ?? []).filter(({ to }) => to);
  if (!next && !isHost && !cancelled.length) return nothing;
  return html`<section class="panel appointment">
    <h2 tabindex="-1">${_("Next evening")}</h2>
    ${
      next
        ? html`<p><b>${appointed(wallTime(next.at, zone))}</b> · ${countdown(next.at - page.now)}</p>
          ${zone === ownZone() ? nothing : html`<p class="quiet">${inZone(zone)}</p>`}
          ${answering(scene, next)}`
        : nothing
    }
    ${
      later.length
        ? html`<details><summary>${_("Later evenings")}</summary>
            <ul class="later">${later.map(
              (one) => html`<li><p>${appointed(wallTime(one.at, zone))}</p>${answering(scene, one)}</li>`,
            )}</ul>
          </details>`
        : nothing
    }
    ${moved.map(({ day, at }) =>
      changed(
        scene,
        day,
        _("Instead of {day}: {time}", { day: onDay(day), time: appointed(wallTime(at, zone)) }),
        _("As every week"),
      ),
    )}
    ${cancelled.map((day) => changed(scene, day, _("No evening on {day}.", { day: onDay(day) }), _("We do meet")))}
    <p class="row">
      ${next ? html`<button @click=${() => showCalendar(club, page.name)}>${_("Calendar")}</button>` : nothing}
      ${
        isHost ? html`<button @click=${() => change(scene)}>${icon("tune")} ${_("When do we meet?")}</button>` : nothing
      }
      ${
        isHost && next
          ? html`<button class="quietly" @click=${() => move(scene)}>${_("Move or cancel an evening")}</button>`
          : nothing
      }
    </p>
  </section>`;
}

/** @param {string} day */
const onDay = (day) => dayText(day, "medium");

/**
 * Render an evening that is not as every week; for co-hosts, with a button that takes that back.
 * @param {ClubScene} scene
 * @param {string} day
 * @param {string} text
 * @param {string} label
 */
const changed = (scene, day, text, label) =>
  html`<p class="row"><span>${text}</span> ${
    scene.isHost ? html`<button class="quietly" @click=${() => setDay(scene, day, true)}>${label}</button>` : nothing
  }</p>`;

/** The time zone of the device. */
const ownZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * Say that the club does not meet on a day, after a confirmation, or that it does as every week; return whether it is
 * so.
 * @param {ClubScene} scene
 * @param {string} day
 * @param {boolean} meets
 */
async function setDay({ ask }, day, meets) {
  const lines = [onDay(day), _("The calendar of the club says so, too.")];
  if (!meets && !(await confirmAction(_("Cancel this evening?"), lines, _("Cancel this evening")))) return false;
  return Boolean(await ask("PUT", `/appointment/${day}`, { meets }));
}

/**
 * @param {string} club
 * @param {string} name
 */
function showCalendar(club, name) {
  const { href } = new URL(apiAddress(`/clubs/${club}/calendar.ics`), location.href);
  // Programs for calendars know the address by this scheme, and follow it from then on.
  const webcal = href.replace(/^https?:/, "webcal:");
  showLink(
    _("Calendar"),
    [_("Add this address to your calendar: it has the next ten evenings, and names nobody.")],
    href,
    name,
    html`<p class="row"><a class="button primary" href=${webcal}>${_("Subscribe in the calendar")}</a></p>`,
  );
}

/** @param {number} seconds until it begins */
function countdown(seconds) {
  if (seconds <= 0) return _("now");
  if (seconds < HOUR) return _("in less than an hour");
  const hours = Math.round(seconds / HOUR);
  if (seconds < DAY) return ngettext("in {count} hour", "in {count} hours", hours);
  return ngettext("in {count} day", "in {count} days", Math.round(seconds / DAY));
}

/**
 * @param {ClubScene} scene
 * @param {Appointment} evening
 */
function answering({ page, active, nameOf, ask }, { day, at, answers }) {
  const texts = {
    yes: _("I am coming"),
    no: _("I am not coming"),
    substitute: _("I need a substitute"),
  };
  const heard = { yes: _("Coming:"), no: _("Not coming:"), substitute: _("A substitute is wanted for:") };
  const kinds = /** @type {(keyof typeof texts)[]} */ (Object.keys(texts));
  const given = (/** @type {keyof typeof texts} */ kind) =>
    active.filter(({ member }) => answers[member] === kind).map(({ member }) => nameOf(member));
  const asked = `${_("Are you coming?")} ${appointed(wallTime(at, page.zone ?? "UTC"))}`;
  return html`<p class="row" role="group" aria-label=${asked}>
      ${kinds.map(
        (kind) => html`<button aria-pressed=${String(answers[page.you.member] === kind)}
          @click=${() => ask("PUT", "/coming", { day, answer: kind })}>${texts[kind]}</button>`,
      )}
    </p>
    <ul>${kinds
      .filter((kind) => given(kind).length)
      .map((kind) => html`<li>${heard[kind]} ${list(given(kind))}</li>`)}</ul>`;
}

/** @param {ClubScene} scene */
const move = (scene) => {
  const { page, ask } = scene;
  const { appointments = [], now, time, zone = "UTC" } = page;
  let [chosen] = appointments;
  return dialog(_("Move or cancel an evening"), (close, redraw) => {
    const cancel = async () => (await setDay(scene, chosen.day, false)) && close();
    const choose = (/** @type {On<HTMLSelectElement>} */ event) => {
      chosen = appointments[event.currentTarget.selectedIndex];
      redraw();
    };
    const send = async (/** @type {On<HTMLFormElement>} */ event) => {
      event.preventDefault();
      const given = new FormData(event.currentTarget);
      const to = given.get("to");
      if (!to) return notify(_("The date is missing."));
      const moved = { meets: true, to, time: given.get("time") || time };
      if (await ask("PUT", `/appointment/${chosen.day}`, moved)) close();
    };
    const [, first] = [dayAfter(chosen.day, -WEEK), eveningOf(now, zone)].sort();
    return html`<form @submit=${send} novalidate>
      <label class="field">${_("Evening")}
        <select @change=${choose}>${appointments.map(
          ({ at }) => html`<option>${appointed(wallTime(at, zone))}</option>`,
        )}</select>
      </label>
      <label class="field">${_("Moved to")}<input type="date" name="to" min=${first}
        max=${dayAfter(chosen.day, WEEK)} .value=${chosen.to ?? chosen.day} /></label>
      <label class="field">${_("At")}<input type="time" name="time" .value=${chosen.time ?? time ?? ""} /></label>
      <p>${inZone(zone)}</p>
      <p class="row"><button type="button" @click=${cancel}>${_("Cancel this evening")}</button></p>
      ${ending(close, _("Move"))}
    </form>`;
  });
};

/** @param {string} zone */
const inZone = (zone) => _("In the time zone of the club: {zone}.", { zone });

/** @param {ClubScene} scene */
const change = ({ page, ask }) =>
  dialog(_("When do we meet?"), (close) => {
    const send = async (/** @type {On<HTMLFormElement>} */ event) => {
      event.preventDefault();
      const given = new FormData(event.currentTarget);
      const day = String(given.get("weekday"));
      const time = String(given.get("time")) || "20:00";
      if (await ask("PUT", "/appointment", { weekday: day === "" ? null : Number(day), time })) close();
    };
    return html`<form @submit=${send}>
      <label class="field">${_("Every week on")}
        <select name="weekday">
          <option value="">${_("no fixed day")}</option>
          ${Array.from(
            { length: 7 },
            (_none, day) => html`<option value=${day} ?selected=${page.weekday === day}>${weekdayName(day)}</option>`,
          )}
        </select>
      </label>
      <label class="field">${_("At")}<input type="time" name="time" value=${page.time || "20:00"} /></label>
      <p>${inZone(page.zone ?? "UTC")}</p>
      ${ending(close, _("Save"))}
    </form>`;
  });
