/** The seats of a table as a list: who sits there, and how to sit down, invite, arrange and change device. */

import { dialog, html, nothing, notify } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { icon } from "../base/icons.js";
import { divisible } from "../base/names.js";
import { ornament } from "../base/ornament.js";
import { takeName } from "../base/own-name.js";
import { at, isPocket, linkTo } from "../base/place.js";
import { settings } from "../base/settings.js";
import { share } from "../base/sharing.js";
import { LONGEST_NAME } from "../base/data.js";
import { absenceText, markedNames, mayMove, place, seatNames, seatPortraits } from "../game/seats.js";
import { faceOrChair } from "./little-table.js";
import { wayIn } from "./votes.js";

/**
 * @import { On } from "../base/dom.js"
 * @import { Table } from "../schema.d.ts"
 * @import { Scene } from "../types.d.ts"
 * @import { Badge } from "./face.js"
 */

/** The table whose seats are being rearranged. */
let arranged = "";

/**
 * Render the button that leads to and from rearranging: people move to other seats, and the host lets seats change
 * places.
 * @param {Scene} scene
 */
export function arrangeButton({ table, redraw }) {
  if (table.seat === null || (table.host !== table.seat && table.seats.every(({ kind }) => kind === "person")))
    return nothing;
  const arranging = arranged === table.table;
  const toggle = () => ((arranged = arranging ? "" : table.table), redraw());
  return html`<button class="arrange" @click=${toggle}>${
    arranging ? _("Done") : html`${icon("swap")} ${_("Rearrange")}`
  }</button>`;
}

/**
 * Render all seats with what the person may do about each.
 * @param {Scene} scene
 * @param {() => void} [done] called when the person has decided to sit down somewhere
 */
export function seatList(scene, done = () => undefined) {
  const { table } = scene;
  const names = markedNames(table.seats, table.seat);
  const portraits = seatPortraits(table.seats, seatNames(table.seats, table.seat));
  /**
   * @param {string} name
   * @param {number} seat
   */
  const label = (name, seat) => (table.seats[seat].kind === "free" ? _("seat {number}", { number: seat + 1 }) : name);
  /**
   * @param {string} name
   * @param {number} seat
   */
  const offers = (name, seat) => {
    if (arranged === table.table && isGathering(table))
      return html`${moving(scene, seat, name, done)} ${swapping(scene, seat, name)}`;
    return html`${
      isGathering(table) ? nothing : moving(scene, seat, name, done)
    } ${inviting(scene, seat, name)} ${freeing(scene, seat, name)}`;
  };
  const away = table.seats.map((one) => absenceText(one, scene.now));
  return html`<ul class="who players-${names.length}">
    ${names.map(
      (name, seat) => html`<li class="${table.seats[seat].kind} ${place(seat, table.seat, names.length)}">
      ${faceOrChair(portraits[seat], marks(scene, seat))}
      <span class="name" title=${name}>
        ${seat === table.seat ? html`<b>${divisible(name)}</b>` : html`<span>${divisible(name)}</span>`}
        ${table.seats[seat].kind === "bot" ? html`<small>${_("bot")}</small>` : nothing}
        ${away[seat] ? html`<small>${away[seat]}</small>` : nothing}
      </span>
      <span class="row">${offers(label(name, seat), seat)}</span>
    </li>`,
    )}
  </ul>`;
}

/**
 * The badges of a seat: the host, and who is not there or is ready.
 * @param {Scene} scene
 * @param {number} seat
 * @returns {Badge[]}
 */
function marks({ table, lost }, seat) {
  const { wishes, stood_in: away } = table.seats[seat];
  /** @type {Badge[]} */
  const badges = seat === table.host ? [["host", _("host")]] : [];
  if (lost.includes(seat)) badges.push(["lost", _("connection lost")]);
  else if (away) badges.push(["away", _("away")]);
  else if (table.stage === "gathering" && wishes.includes("ready")) badges.push(["ready", _("ready ✓")]);
  return badges;
}

/**
 * Whether the person has a seat at a table before its first deal: moving is a part of rearranging there.
 * @param {Table} table
 */
const isGathering = ({ stage, seat }) => stage === "gathering" && seat !== null;

/**
 * Render the button by which the person sits down in a seat.
 * @param {Scene} scene
 * @param {number} seat
 * @param {string} name
 * @param {() => void} done
 */
function moving({ table, removed, sit }, seat, name, done) {
  // In a club, its page leads to a seat.
  const isClosed = table.seat === null && table.options.club;
  if (table.seats[seat].kind === "person" || removed || isClosed) return nothing;
  const move = () => (done(), sit(seat));
  if (table.seat === null) {
    return html`<button aria-label=${_("Sit down here: {name}", {
      name,
    })} @click=${move}>${_("Sit down here")}</button>`;
  }
  return mayMove(table)
    ? html`<button aria-label=${_("Move here: {name}", { name })} @click=${move}>${_("Move here")}</button>`
    : nothing;
}

/**
 * Render the button by which the person invites somebody to a seat.
 * @param {Scene} scene
 * @param {number} seat
 * @param {string} name
 */
function inviting({ table, name: id, removed }, seat, name) {
  const isClosed = isPocket || removed || table.options.club;
  if (isClosed || table.seats[seat].kind === "person" || table.seat === null) return nothing;
  const invite = async () => {
    const url = linkTo(`/t/${id}?seat=${seat}`);
    const became = await share({ title: "Dobbm", text: _("Your seat at our Dobbm table:"), url });
    if (became === "copied") notify(_("Link copied."));
    if (became === "refused")
      dialog(_("Invite"), () => html`<p>${_("Copy the link shown here.")}</p><p class="link">${url}</p>`);
  };
  const label = _("Invite somebody to this seat: {name}", { name });
  return html`<button class="invite" title=${label} aria-label=${label}
    @click=${invite}>${icon("share")}<span>${_("Invite")}</span></button>`;
}

/**
 * Render the button by which a person stands up, or the host frees a seat. The stylesheet shows its sign at a table,
 * and its word in a list.
 * @param {Scene} scene
 * @param {number} seat
 * @param {string} name
 */
function freeing(scene, seat, name) {
  const { table, vacate } = scene;
  const { kind, released_by } = table.seats[seat];
  if (table.seat === null || kind === "free") return nothing;
  const isOwn = seat === table.seat;
  if (table.stage === "gathering" ? !isOwn && table.host !== table.seat : !mayRelease(scene, seat)) return nothing;
  if (released_by?.includes(table.seat))
    return html`<span class="quiet">${_("Waiting for the others to agree.")}</span>`;
  const word = isOwn ? _("Stand up") : kind === "bot" ? _("No bot") : _("Remove");
  const label = isOwn ? word : _("Free this seat: {name}", { name });
  return html`<button class="quietly" title=${label} aria-label=${label} @click=${() => vacate(seat)}>${icon(
    isOwn ? "leave" : "remove",
  )}<span>${word}</span></button>`;
}

/**
 * Whether the person may give a seat to a bot between two deals: its person is away.
 * @param {Scene} scene
 * @param {number} seat
 */
function mayRelease({ table, lost }, seat) {
  const { host, seat: own, stage, seats } = table;
  const isAway = (/** @type {number} */ one) => Boolean(seats[one].stood_in) || lost.includes(one);
  const isBetween = stage === "between" || stage === "over";
  return isBetween && (host === null || host === own || isAway(host)) && seat !== own && isAway(seat);
}

/**
 * Render the button by which the host lets a seat change places with the next one.
 * @param {Scene} scene
 * @param {number} seat
 * @param {string} name
 */
function swapping({ table, swap }, seat, name) {
  if (table.host !== table.seat) return nothing;
  const label = _("Change places with the next seat: {name}", { name });
  return html`<button class="icon" title=${label} aria-label=${label} @click=${() =>
    swap([seat, (seat + 1) % table.seats.length])}>${icon("swap")}</button>`;
}

/**
 * Open the list of seats, with a name to sit down with.
 * @param {Scene} scene
 */
export const openSeats = ({ open }) =>
  open(
    _("Seats"),
    (scene, close) =>
      html`${scene.table.seat === null ? coming(scene) : nothing}${later(scene.table)}${seatList(scene, close)}`,
  );

/**
 * Say what is possible only between two deals.
 * @param {Table} table
 */
function later(table) {
  if (mayMove(table)) return nothing;
  const isAway = table.seat !== null && table.seats.some(({ stood_in: away }) => away);
  return html`<p>${_("Seats of bots can be taken between two deals.")}</p>
    ${
      isAway ? html`<p>${_("Between two deals, the seat of a person who is away can be given to a bot.")}</p>` : nothing
    }`;
}

/**
 * Render the form by which a visitor sits down before the first deal.
 * @param {Scene} scene
 */
export function seatForm({ table, invitedTo, removed, sit, stranger }) {
  if (table.options.club) return wayToClub(table.options.club, stranger);
  if (removed) return html`<p class="quiet">${_("You can sit down again only after the first deal.")}</p>`;
  /** @param {string} wanted */
  const first = (wanted) => table.seats.findIndex(({ kind }) => kind === wanted);
  const invited = invitedTo !== null && table.seats[invitedTo]?.kind !== "person" ? invitedTo : -1;
  const place = [invited, first("free"), first("bot")].find((seat) => seat >= 0);
  if (place === undefined) return html`<p class="quiet">${_("A notice appears when a seat becomes free.")}</p>`;
  /** @param {On<HTMLFormElement>} event */
  const submit = (event) => {
    event.preventDefault();
    const input = /** @type {HTMLInputElement} */ (event.target.elements.namedItem("name"));
    if (takeName(input)) sit(place);
    else input.focus();
  };
  return html`<form @submit=${submit}>${nameField()}<button class="primary">${_("Sit down")}</button></form>`;
}

/**
 * @param {string} club
 * @param {boolean} stranger
 */
const wayToClub = (club, stranger) => html`
  <p>${_("Only people of the club sit down here. Its page has a link for guests.")}</p>
  ${stranger ? html`<p>${wayIn()}</p>` : nothing}
  <p><a class="button primary" href=${at(`/c/${club}`)}>${_("To the club")}</a></p>`;

/**
 * Render what a person needs to sit down.
 * @param {Scene} scene
 */
const coming = ({ table, stranger }) => (table.options.club ? wayToClub(table.options.club, stranger) : nameField());

const nameField = () => html`<label class="field">${_("Your name at the table")}
  <input type="text" name="name" data-most=${LONGEST_NAME} autocomplete="nickname" dir="auto" .value=${settings.name}
    @change=${(/** @type {On<HTMLInputElement>} */ event) => takeName(event.target)} />
</label>`;

/**
 * Render a link as a QR code, or its empty place without one.
 * @param {string} link
 * @param {() => void} redraw
 */
export const codeOf = (link, redraw) =>
  ornament("table/qr-code.js", redraw)?.qrCode(link, redraw) ??
  html`<svg class="qr" viewBox="0 0 1 1" aria-hidden="true"></svg>`;

/**
 * Show the code by which another device takes over the person's seat. `opened` receives the function that closes it.
 * @param {Scene} scene
 * @param {string} code
 * @param {(close: () => void) => void} opened
 */
export function showHandover({ name }, code, opened) {
  const link = linkTo(`/t/${name}#move=${code}`);
  return dialog(_("Continue on another device"), (close, redraw) => {
    opened(close);
    return html`
      <p>${_(
        "Scan this with the other device within five minutes. Your seat moves there, and this device only watches.",
      )}</p>
      ${codeOf(link, redraw)}
      <p class="link"><code>${linkTo(`/t/${name}`)}<wbr>#move=${code}</code></p>`;
  });
}
