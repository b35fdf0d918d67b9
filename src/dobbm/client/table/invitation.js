/** A table with free seats: who sits there, its house rules, and how to invite others. */

import { dialog, html, notify, nothing } from "../base/dom.js";
import { _, ngettext, number } from "../base/i18n.js";
import { icon } from "../base/icons.js";
import { share } from "../base/sharing.js";
import { bots } from "../game/bot-names.js";
import { GRACE } from "../game/data.js";
import { SOURCES } from "../game/sources.js";
import { qrCode } from "./qr-code.js";
import { rulesForm } from "./rules-form.js";
import { seatForm, seatList } from "./seats.js";
import { talk } from "./talk.js";
import { askToFill } from "./votes.js";

/**
 * @import { HouseRules, NewRules } from "../schema.d.ts"
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
      ${talk(scene)}
    </header>
    ${scene.lostSeat ? html`<p class="panel" role="status">${scene.lostSeat}</p>` : nothing}
    ${table.seat === null ? nothing : inviting(scene)}
    <section class="panel">
      <h2>${ngettext("{count} seat is free", "{count} seats are free", free)}</h2>
      ${seatList(scene)}
      ${houseRules(table.options)}
      ${table.seat !== null && table.seat === table.host ? changeRules(scene) : nothing}
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
    <dd>${_("{free} seconds per card, plus {bank} seconds in reserve per deal; when they run out, a bot takes over", { free, bank })}.
      ${_("If a connection is lost, the clock waits for up to {seconds} seconds per deal", { seconds: GRACE })}</dd>
    <dt>${_("Bots")}</dt>
    <dd>${bots()[bot] ?? bot}</dd>
  </dl>`;
}

/**
 * Render how the first deal begins, for people who are seated already.
 * @param {Scene} scene
 */
function waiting(scene) {
  const { table, fill } = scene;
  const free = table.seats.some((seat) => seat.kind === "free");
  return html`${table.options.ready_check ? readyCheck(scene) : html`<p class="quiet" role="status">${_("The first deal begins as soon as the last seat is taken.")}</p>`}
    ${free ? html`<p><button @click=${() => askToFill(table, fill)}>${_("Begin with bots in the free seats")}</button></p>` : nothing}`;
}

/**
 * Render the button by which everybody says to be ready, and how many are.
 * @param {Scene} scene
 */
function readyCheck({ table, vote }) {
  const people = table.seats.filter((seat) => seat.kind === "person");
  const ready = people.filter((seat) => seat.wishes.includes("ready")).length;
  const own = table.seat !== null && table.seats[table.seat].wishes.includes("ready");
  return html`<p class="quiet" role="status">${_("The first deal begins when all seats are taken and everybody is ready: {ready} of {people} are.", { ready, people: people.length })}</p>
    <p><button class="primary" aria-disabled=${String(own)} @click=${() => !own && vote("ready")}>${own ? "✓ " : ""}${_("I am ready")}</button></p>`;
}

/**
 * Render the button by which the host changes the house rules.
 * @param {Scene} scene
 */
function changeRules({ table, setRules }) {
  const open = async () => {
    const rules = await dialog(_("House rules"), rulesForm(table.options, _("Change the rules")));
    if (rules) setRules(/** @type {NewRules} */ (rules));
  };
  return html`<p><button @click=${open}>${_("Change the rules")}</button></p>`;
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
