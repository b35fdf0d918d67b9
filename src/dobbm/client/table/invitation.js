/** A table with free seats: who sits there, its house rules, and how to invite others. */

import { rememberTable, settings, changeSettings } from "../base/settings.js";
import { takeSeat } from "../base/api.js";
import { html, notify, nothing } from "../base/dom.js";
import { _, ngettext, number } from "../base/i18n.js";
import { icon } from "../base/icons.js";
import { share } from "../base/sharing.js";
import { bots } from "../game/bot-names.js";
import { replacedText } from "../game/commentary.js";
import { SOURCES } from "../game/sources.js";
import { markedNames } from "../game/seats.js";
import { refusal } from "./refusal.js";
import { askToFill } from "./votes.js";

/**
 * @import { On } from "../base/dom.js"
 * @import { HouseRules } from "../schema.d.ts"
 * @import { Preset } from "../game/data.js"
 * @import { Scene } from "../types.d.ts"
 */

/**
 * Render the page of a table before its first deal.
 * @param {Scene} scene
 */
export function invitation(scene) {
  const { table } = scene;
  const free = table.seats.filter((seat) => seat.kind === "free").length;
  return html`<main class="sheet">
    <header class="topbar">
      <a class="button icon" href="/" aria-label=${_("Start page")}>${icon("back")}</a>
      <h1>${_("A Dobbm table")}</h1>
    </header>
    ${scene.replaced ? html`<p class="panel" role="status">${replacedText()}</p>` : nothing}
    ${table.seat === null ? nothing : inviting(scene)}
    <section class="panel">
      <h2>${ngettext("{count} seat is free", "{count} seats are free", free)}</h2>
      <ul class="who">
        ${markedNames(table.seats, table.seat).map((name, seat) => html`<li class=${table.seats[seat].kind}>${seat === table.seat ? html`<b>${name}</b>` : name}</li>`)}
      </ul>
      ${houseRules(table.options)}
      ${table.seat === null ? seatForm(scene) : waiting(scene)}
    </section>
  </main>`;
}

/**
 * Render the house rules of a table in words.
 * @param {HouseRules} options
 */
export function houseRules({ rules, bank, free, bot, players }) {
  const { preset, ...changed } = /** @type {{ preset: Preset, [option: string]: unknown }} */ (rules);
  return html`<dl class="facts">
    <dt>${_("Rules")}</dt>
    <dd><a href=${`/rules#${preset}`}>${SOURCES[preset]}</a>${Object.entries(changed).map(([option, value]) => html`, ${option === "match" ? _("a Match costs {match}", { match: number(Number(value)) }) : `${option}: ${value}`}`)}</dd>
    <dt>${_("Players")}</dt>
    <dd>${players}</dd>
    <dt>${_("Clock")}</dt>
    <dd>${_("{free} seconds per card, plus {bank} seconds in reserve per deal; when they run out, a bot takes over", { free, bank })}</dd>
    <dt>${_("Bots")}</dt>
    <dd>${bots()[bot] ?? bot}</dd>
  </dl>`;
}

/**
 * Render how the first deal begins, for people who are seated already.
 * @param {Scene} scene
 */
function waiting({ table, fill }) {
  return html`<p class="quiet" role="status">${_("The first deal begins as soon as the last seat is taken.")}</p>
    <button @click=${() => askToFill(table, fill)}>${_("Begin with bots in the free seats")}</button>`;
}

/** @param {Scene} scene */
function seatForm({ name: table, refollow }) {
  /** @param {On<HTMLFormElement>} event */
  const sit = async (event) => {
    event.preventDefault();
    const name = String(new FormData(event.target).get("name")).trim();
    changeSettings({ name });
    try {
      await takeSeat(table, name);
      rememberTable(table);
      refollow();
    } catch (error) {
      notify(refusal(error));
    }
  };
  return html`<form @submit=${sit}>
    <label class="field">${_("Your name at the table")}
      <input type="text" name="name" maxlength="30" autocomplete="nickname" .value=${settings.name} />
    </label>
    <button class="primary">${_("Sit down")}</button>
  </form>`;
}

/** @param {Scene} scene */
function inviting({ name, redraw }) {
  const link = `${location.origin}/t/${name}`;
  const send = async () => {
    const became = await share({ title: "Dobbm", text: _("Come and play Dobbm:"), url: link });
    if (became === "copied") notify(_("Link copied."));
    if (became === "refused") notify(_("Copy the link shown here."));
  };
  return html`<section class="panel">
    <h2>${_("Invite friends")}</h2>
    <p>${_("Anyone with this link can take a seat:")}</p>
    <p class="link"><a href=${`/t/${name}`}>${link}</a></p>
    ${isOwn(location.hostname)
      ? html`<p class="quiet">${_("This link works on this device only. For friends in your network, start the server with “{command}”.", { command: NETWORK })}</p>`
      : nothing}
    <div class="row"><button class="primary" @click=${send}>${_("Share the link")}</button></div>
    ${qrCode(link, redraw)}
  </section>`;
}

/** The command that serves the table to other devices, too (README). */
const NETWORK = "make play ARGS='--host 0.0.0.0'";

/**
 * Whether a host name means this device itself.
 * @param {string} host
 */
const isOwn = (host) => ["localhost", "127.0.0.1", "[::1]"].includes(host);

/** @type {typeof import("../vendor/uqr.js").encode | null} */
let encode = null;

/**
 * Render the link as a QR code: a single path, so that it is sharp at every size.
 * @param {string} text
 * @param {() => void} redraw
 */
function qrCode(text, redraw) {
  if (!encode) {
    // Most tables need no invitation, so the library that draws the code is loaded on demand.
    import("../vendor/uqr.js").then((library) => {
      ({ encode } = library);
      redraw();
    });
    return html`<svg class="qr" viewBox="0 0 1 1" aria-hidden="true"></svg>`;
  }
  const { data, size } = encode(text, { border: 2 });
  const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")));
  return html`<svg class="qr" role="img" aria-label=${_("The link as a QR code")} viewBox="0 0 ${size} ${size}">
    <rect width=${size} height=${size} fill="#fff"></rect>
    <path d=${squares.join("")} fill="#000"></path>
  </svg>`;
}
