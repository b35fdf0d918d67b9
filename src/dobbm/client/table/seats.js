/** The seats of a table as a list: who sits there, and how to sit down, invite, arrange and change device. */

import { dialog, html, nothing, notify } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { changeSettings, settings } from "../base/settings.js";
import { share } from "../base/sharing.js";
import { markedNames } from "../game/seats.js";
import { qrCode } from "./qr-code.js";

/**
 * @import { On } from "../base/dom.js"
 * @import { Table } from "../schema.d.ts"
 * @import { Scene } from "../types.d.ts"
 */

/**
 * Render all seats with what the person may do about each.
 * @param {Scene} scene
 * @param {() => void} [done] called when the person has decided to sit down somewhere
 */
export function seatList(scene, done = () => undefined) {
  const { table } = scene;
  const names = markedNames(table.seats, table.seat);
  return html`<ul class="who">
    ${names.map((name, seat) => html`<li class=${table.seats[seat].kind}>
      <span class="name">${seat === table.seat ? html`<b>${name}</b>` : name}${marks(table, seat)}</span>
      <span class="row">${places(scene, seat, name, done)} ${arrangements(scene, seat, name)}</span>
    </li>`)}
  </ul>`;
}

/**
 * @param {Table} table
 * @param {number} seat
 */
function marks({ seats, host, stage }, seat) {
  const { kind, wishes } = seats[seat];
  const said = [
    seat === host ? _("host") : "",
    kind === "bot" ? _("bot") : "",
    stage === "gathering" && wishes.includes("ready") ? _("ready ✓") : "",
  ].filter(Boolean);
  return said.length ? html` <small>${said.join(", ")}</small>` : nothing;
}

/**
 * Render the buttons by which the person sits down in a seat, or invites somebody to it.
 * @param {Scene} scene
 * @param {number} seat
 * @param {string} name
 * @param {() => void} done
 */
function places({ table, name: id, sit }, seat, name, done) {
  if (table.seats[seat].kind === "person") return nothing;
  const move = () => (done(), sit(seat));
  if (table.seat === null) {
    return html`<button aria-label=${_("Sit down here: {name}", { name })} @click=${move}>${_("Sit down here")}</button>`;
  }
  const invite = async () => {
    const url = `${location.origin}/t/${id}?seat=${seat}`;
    const became = await share({ title: "Dobbm", text: _("Your seat at our Dobbm table:"), url });
    if (became === "copied") notify(_("Link copied."));
    if (became === "refused") notify(url);
  };
  return html`${mayMove(table) ? html`<button aria-label=${_("Move here: {name}", { name })} @click=${move}>${_("Move here")}</button>` : nothing}
    <button aria-label=${_("Invite somebody to this seat: {name}", { name })} @click=${invite}>${_("Invite")}</button>`;
}

/**
 * Render the buttons by which the host frees a seat or lets it change places with the next one.
 * @param {Scene} scene
 * @param {number} seat
 * @param {string} name
 */
function arrangements({ table, vacate, swap }, seat, name) {
  if (table.stage !== "gathering" || table.seat === null) return nothing;
  const { kind } = table.seats[seat];
  if (seat === table.seat) return html`<button @click=${() => vacate(seat)}>${_("Stand up")}</button> ${table.host === seat ? down() : nothing}`;
  if (table.host !== table.seat) return nothing;
  return html`${kind === "free" ? nothing : html`<button aria-label=${_("Free this seat: {name}", { name })} @click=${() => vacate(seat)}>${kind === "bot" ? _("No bot") : _("Remove")}</button>`}
    ${down()}`;

  function down() {
    const next = (seat + 1) % table.seats.length;
    const label = _("Change places with the next seat: {name}", { name });
    return html`<button class="icon" title=${label} aria-label=${label} @click=${() => swap([seat, next])}>↓</button>`;
  }
}

/**
 * Whether people may take the seat of a bot now.
 * @param {Table} table
 */
export const mayMove = ({ stage }) => ["gathering", "between", "over"].includes(stage);

/**
 * Open the list of seats, with a name to sit down with.
 * @param {Scene} scene
 */
export function openSeats(scene) {
  const { table } = scene;
  const when = mayMove(table) ? nothing : html`<p>${_("Seats of bots can be taken between two deals.")}</p>`;
  return dialog(_("Seats"), (close) => html`${table.seat === null ? nameField() : nothing}${when}${seatList(scene, close)}`);
}

/**
 * Render the form by which a visitor sits down before the first deal.
 * @param {Scene} scene
 */
export function seatForm({ table, invitedTo, sit }) {
  /** @param {On<HTMLFormElement>} event */
  const submit = (event) => {
    event.preventDefault();
    changeSettings({ name: String(new FormData(event.target).get("name")).trim() });
    const free = table.seats.findIndex(({ kind }) => kind === "free");
    const invited = invitedTo !== null && table.seats[invitedTo]?.kind !== "person";
    sit(invited ? invitedTo : free);
  };
  return html`<form @submit=${submit}>${nameField()}<button class="primary">${_("Sit down")}</button></form>`;
}

const nameField = () => html`<label class="field">${_("Your name at the table")}
  <input type="text" name="name" maxlength="30" autocomplete="nickname" .value=${settings.name}
    @change=${(/** @type {On<HTMLInputElement>} */ event) => changeSettings({ name: event.target.value.trim() })} />
</label>`;

/**
 * Show the code by which another device takes over the person's seat.
 * @param {Scene} scene
 * @param {string} code
 */
export function showHandover({ name }, code) {
  const link = `${location.origin}/t/${name}#move=${code}`;
  return dialog(_("Continue on another device"), (_close, redraw) => html`
    <p>${_("Scan this with the other device within five minutes. Your seat moves there, and this device only watches.")}</p>
    ${qrCode(link, redraw)}
    <p class="link">${link}</p>`);
}
