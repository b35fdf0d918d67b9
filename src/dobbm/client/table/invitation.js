/** A table with free seats: who sits there, its house rules, and how to invite others. */

import { addStyle, dialog, html, notify, nothing } from "../base/dom.js";
import { _, joinSentences, minutes, ngettext } from "../base/i18n.js";
import { icon } from "../base/icons.js";
import { part, waitFor } from "../base/loading.js";
import { at, isPocket, linkTo } from "../base/place.js";
import { share } from "../base/sharing.js";
import { GRACE } from "../base/data.js";
import { isByPost, ruleTexts } from "../game/house-rules.js";
import { seatPortraits } from "../game/seats.js";
import { callAtOnce } from "./club-call.js";
import { littleTable } from "./little-table.js";
import { arrangeButton, codeOf, seatForm, seatList } from "./seats.js";
import { offline, spectatorsText } from "./standing.js";
import { talk } from "./menu.js";
import { askToFill, backText, missing, wayBack } from "./votes.js";

/**
 * @import { HouseRules, NewRules, Table } from "../schema.d.ts"
 * @import { Scene } from "../types.d.ts"
 */

/** Load what this module draws with. */
export const ready = () => addStyle("waiting");

/**
 * Render the page of a table before its first deal.
 * @param {Scene} scene
 */
export function invitation(scene) {
  const { table } = scene;
  const free = table.seats.filter((seat) => seat.kind === "free").length;
  const isHost = table.seat !== null && table.seat === table.host;
  return html`<main class="sheet waiting">
    <header class="topbar">
      <a class="button icon" href=${wayBack(table)} aria-label=${backText(table)}>${icon("back")}</a>
      <h1>${_("A Dobbm table")}</h1>
      ${talk(scene)}
    </header>
    ${offline(scene)}
    ${scene.lostSeat ? html`<p class="panel">${scene.lostSeat}</p>` : nothing}
    <section class="panel seats">
      <header class="row">
        <h2>${free ? ngettext("{count} seat is free", "{count} seats are free", free) : _("All seats are taken.")}</h2>
        ${arrangeButton(scene)}
      </header>
      ${littleTable(seatPortraits(table.seats, scene.names), table.seat)}
      ${seatList(scene)}
      <div class="begin">
        ${scene.spectators ? html`<p class="quiet">${spectatorsText(scene)}</p>` : nothing}
        ${table.seat === null ? seatForm(scene) : waiting(scene)}
        ${callAtOnce(table, scene.redraw)}
      </div>
    </section>
    ${table.seat === null || isPocket ? nothing : inviting(scene)}
    <section class="panel agreed">
      <header class="row"><h2>${_("House rules")}</h2>${isHost ? changeRules(scene) : nothing}</header>
      ${houseRules(table.options)}
    </section>
  </main>`;
}

/**
 * Render the house rules of a table as chips.
 * @param {HouseRules} options
 */
export function ruleChips(options) {
  const text = ruleTexts(options);
  return html`<dl class="chips">
    <div><dt><span class="unseen">${_("Players")}</span></dt><dd>${text.players}</dd></div>
    <div><dt><span class="unseen">${_("Clock")}</span></dt><dd>${text.clock}</dd></div>
    <div><dt><span class="unseen">${_("Price of a Match in Schilling")}</span></dt><dd>${text.match}</dd></div>
    <div><dt><span class="unseen">${_("Bots")}</span></dt><dd>${text.bots}</dd></div>
    <div class="linked"><dt><span class="unseen">${_("Rules")}</span></dt><dd><a
      href=${at(`/rules#${options.rules.preset}`)}>${text.rules}</a>${text.options && `, ${text.options}`}</dd></div>
  </dl>`;
}

/**
 * Render the house rules of a table, and how the clock works.
 * @param {HouseRules} options
 */
const houseRules = (options) => html`<div class="facts">
  ${ruleChips(options)}
  <details>
    <summary>${_("How the clock works")}</summary>
    <p>${
      isByPost(options.free)
        ? _("You have {time} for each turn, and need not be here meanwhile; then a bot takes over.", {
            time: minutes(options.free),
          })
        : joinSentences([
            _(
              "{free} seconds per card, plus {bank} minutes in reserve per deal; when they run out, a bot takes over.",
              {
                free: options.free,
                bank: minutes(options.bank),
              },
            ),
            _("If a connection is lost, the clock waits for up to {seconds} seconds per deal.", { seconds: GRACE }),
          ])
    }</p>
  </details>
</div>`;

/**
 * Render how the first deal begins, for people who are seated already.
 * @param {Scene} scene
 */
function waiting(scene) {
  const { table, lost, names, fill } = scene;
  const { seats, seat, host } = table;
  const free = seats.some(({ kind }) => kind === "free");
  // If the host is away, the others need not wait.
  const decides = host === null || host === seat || !seats[host].present || lost.includes(host);
  const begin = decides
    ? html`<p><button @click=${() => askToFill(table, fill)}>${_("Begin with bots in the free seats")}</button></p>`
    : html`<p class="quiet">${_("{name}, the host, can begin with bots in the free seats.", {
        name: names[host],
      })}</p>`;
  return html`${
    table.options.ready_check
      ? readyCheck(scene)
      : html`<p class="quiet" role="status">${_("The first deal begins as soon as the last seat is taken.")}</p>`
  }
    ${isPocket || table.options.club ? nothing : html`<p>${shareButton(scene)}</p>`}
    ${free ? begin : nothing}`;
}

/**
 * Render the button by which everybody says to be ready, and how many are.
 * @param {Scene} scene
 */
function readyCheck({ table, lost, names, vote }) {
  const people = table.seats.filter((seat) => seat.kind === "person");
  const ready = people.filter((seat) => seat.wishes.includes("ready")).length;
  const own = !hasToBeReady(table);
  return html`${missing(table, lost, names)}<p class="quiet" role="status">${_(
    "The first deal begins when all seats are taken and everybody is ready: {ready} of {people} are.",
    { ready, people: people.length },
  )}</p>
    <p><button class="primary" aria-disabled=${String(own)}
      @click=${() => !own && vote("ready")}>${own ? "✓ " : ""}${_("I am ready")}</button></p>`;
}

/**
 * Render the button by which the host changes the house rules.
 * @param {Scene} scene
 */
function changeRules({ table, setRules }) {
  const open = async () => {
    const [{ rulesForm }] = await waitFor(Promise.all([part("table/rules-form.js"), addStyle("form")]));
    const rules = await dialog(_("House rules"), rulesForm(table.options, _("Change the rules")));
    if (rules) setRules(/** @type {NewRules} */ (rules));
  };
  return html`<button @click=${open}>${_("Change the rules")}</button>`;
}

/** Whether the window has room for the code, as in waiting-room.css; elsewhere it is folded. */
const hasRoomForCode = () => matchMedia("(min-width: 600px) and (min-height: 481px)").matches;

/**
 * Whether the person has yet to say to be ready.
 * @param {Table} table
 */
const hasToBeReady = ({ options, seats, seat }) =>
  options.ready_check && seat !== null && !seats[seat].wishes.includes("ready");

/**
 * Render the button that shares the link: the next thing to do while seats are free, once the person is ready.
 * @param {Scene} scene
 */
function shareButton(scene) {
  const { table } = scene;
  const isNext = table.seats.some(({ kind }) => kind === "free") && !hasToBeReady(table);
  const send = async () => {
    const became = await share({ title: "Dobbm", text: _("Come and play Dobbm:"), url: linkTo(`/t/${scene.name}`) });
    if (became === "copied") notify(_("Link copied."));
    if (became !== "refused") return;
    document.querySelector(".own-device")?.setAttribute("open", "");
    notify(_("Copy the link shown here."));
  };
  return html`<button class=${isNext ? "primary" : ""} @click=${send}>${icon("share")} ${_("Share the link")}</button>`;
}

/** @param {Scene} scene */
function inviting(scene) {
  const { table, name, redraw } = scene;
  if (table.options.club) {
    return html`<section class="panel inviting">
      <h2>${_("Invite friends")}</h2>
      <p>${_("Only people of the club sit down here. Its page has a link for guests.")}</p>
      <p><a class="button" href=${wayBack(table)}>${backText(table)}</a></p>
    </section>`;
  }
  const link = linkTo(`/t/${scene.name}`);
  const address = html`<p class="link"><a href=${at(`/t/${name}`)}>${link}</a></p>`;
  return html`<section class="panel inviting">
    <h2>${_("Invite friends")}</h2>
    ${
      isOwn(location.hostname)
        ? html`<p>${_("Share the link, and friends can take a seat.")}</p>`
        : html`<p>${_("Anyone with this link can take a seat:")}</p>${address}`
    }
    <details class="code" ?open=${hasRoomForCode()}>
      <summary>${_("The link as a QR code")}</summary>
      <div class="framed">${codeOf(link, redraw)}</div>
    </details>
    ${
      isOwn(location.hostname)
        ? html`<details class="own-device">
          <summary>${_("Friends on other devices")}</summary>
          ${address}
          <p>${_("This link works on this device only.")} ${
            table.seat === table.host
              ? _("For friends in your network, start the server with “{command}”.", { command: NETWORK })
              : nothing
          }</p>
        </details>`
        : nothing
    }
  </section>`;
}

/** The command that serves the table to other devices, too (README). */
const NETWORK = "make play ARGS='--host 0.0.0.0'";

/**
 * Whether a host name means this device itself.
 * @param {string} host
 */
const isOwn = (host) => ["localhost", "127.0.0.1", "[::1]"].includes(host);
