/** The start page: play at once, continue, invite friends, find an open table, learn, keep score. */

import { go } from "../base/router.js";
import { get, openTable } from "../base/api.js";
import { dialog, html, nothing, notify, render, style } from "../base/dom.js";
import { _, moment, number } from "../base/i18n.js";
import { settings, rememberTable, changeSettings } from "../base/settings.js";
import { namedPicture } from "../cards/card.js";
import { PRESETS } from "../game/data.js";
import { seatNames } from "../game/seats.js";
import { worth } from "../game/settlement.js";
import { refusal } from "../table/refusal.js";
import { rulesForm } from "../table/rules-form.js";

/**
 * @import { NewTable, Table } from "../schema.d.ts"
 * @import { ApiError } from "../base/api.js"
 * @import { On } from "../base/dom.js"
 */

/**
 * A table the person has been at; `state` is null while the server cannot be reached.
 * @typedef {{ name: string, state: Table | null, at: number }} Known
 */

/** @typedef {{ known: Known[], isOpening: boolean, play: () => void, invite: () => void }} Start */

/** Card points in the example of the stake. */
const EXAMPLE = 10;
/** The cards of the masthead. */
const MASTHEAD_CARDS = ["AO", "HS", "LU"];

/**
 * Show the start page.
 * @param {HTMLElement} root
 */
export async function show(root) {
  await style("start");
  /** @type {Known[]} */
  let known = [];
  let isOpening = false;
  const draw = () => render(view({ known, isOpening, play, invite }), root);

  /** @param {NewTable} options */
  async function open(options) {
    if (isOpening) return;
    isOpening = true;
    draw();
    try {
      const table = await openTable({ name: settings.name, ...options }, 5000);
      rememberTable(table);
      go(`/t/${table}`);
    } catch (error) {
      isOpening = false;
      draw();
      notify(refusal(error));
    }
  }

  const play = () => open({ bots: 3 });
  const invite = async () => {
    const options = /** @type {NewTable | undefined} */ (await dialog(_("Invite friends"), rulesForm({}, _("Open the table"), opening, opened)));
    if (options) open(options);
  };

  draw();
  // Offer the known tables as soon as the server has answered.
  const asked = settings.tables.slice(0, 5).map(async ({ table, at }) => {
    try {
      const state = /** @type {Table} */ (await get(`/tables/${table}`));
      return state.seat !== null && state.stage !== "over" ? { name: table, state, at } : null;
    } catch (error) {
      // Any other error may pass, so keep the table.
      return ["unknown", "closed"].includes(/** @type {ApiError} */ (error).code) ? null : { name: table, state: null, at };
    }
  });
  known = (await Promise.all(asked)).filter((one) => one !== null);
  if (known.length && location.pathname === "/") draw();
}

/** @param {Start} start */
function view({ known, isOpening, play, invite }) {
  return html`<main class="start">
    <header class="masthead">
      <div class="fan" aria-hidden="true">${MASTHEAD_CARDS.map((card) => namedPicture(card))}</div>
      <h1>Dobbm</h1>
      <p>${_("The card game of the Stubai valley: one against three, hearts are trumps.")}</p>
    </header>
    <nav class="choices" aria-label=${_("What would you like to do?")}>
      <button class="primary big" ?disabled=${isOpening} @click=${play}>
        <b>${_("Play now")}</b><small>${_("with three bots, {points} points = {amount} Schilling", stake())}</small>
      </button>
      ${known.length ? goOn(known) : nothing}
      <button class="big" @click=${invite}><b>${_("Invite friends")}</b><small>${_("by link or QR code")}</small></button>
      <a class="button big" href="/tables"><b>${_("Open tables")}</b><small>${_("take a free seat")}</small></a>
      <a class="button big" href="/learn"><b>${_("Learn")}</b><small>${_("the game in five minutes")}</small></a>
      <a class="button big" href="/score"><b>${_("Score sheet")}</b><small>${_("score a game with real cards")}</small></a>
    </nav>
    <footer>
      <label class="field">${_("Your name at the table")}
        <input
          type="text"
          maxlength="30"
          autocomplete="nickname"
          .value=${settings.name}
          @change=${(/** @type {On<HTMLInputElement>} */ event) => changeSettings({ name: event.target.value.trim() })}
        />
      </label>
      <p class="row"><a class="button" href="/rules">${_("Rules")}</a><a class="button" href="/settings">${_("Settings")}</a></p>
    </footer>
  </main>`;
}

/** The price of the example's card points under the default rules. */
const stake = () => ({ points: EXAMPLE, amount: number(worth(EXAMPLE, PRESETS.pagat)) });

/** @param {Known[]} known */
function goOn(known) {
  return html`${known.map(
    ({ name, state, at }) => html`<a class="button big" href=${`/t/${name}`}>
      <b>${_("Continue")}</b>
      <small>${state ? `${others(state)} · ` : ""}${moment(at)}</small>
    </a>`,
  )}`;
}

/** @param {Table} table */
const others = ({ seats, seat: own }) =>
  seatNames(seats, own)
    .filter((_name, seat) => seat !== own)
    .join(", ");

/**
 * Render what is decided only when a table is opened.
 * @param {number} players
 */
const opening = (players) => html`<label class="field">${_("Seats for bots")}
    <select name="bots">${Array.from({ length: players }, (_none, bots) => html`<option value=${bots}>${bots}</option>`)}</select>
  </label>
  <label class="check"><input type="checkbox" name="listed" />${_("List among the open tables")}</label>`;

/**
 * Return the options for a new table from its form.
 * @param {FormData} form
 * @returns {Partial<NewTable>}
 */
const opened = (form) => ({ bots: Number(form.get("bots")), listed: form.has("listed"), ready_check: true });
