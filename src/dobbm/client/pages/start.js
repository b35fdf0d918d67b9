/** The start page: play at once, continue, invite friends, find an open table, learn, keep score. */

import { part, waitFor } from "../base/loading.js";
import { dialog, html, nothing, render, style } from "../base/dom.js";
import { _, isolated, ngettext, number } from "../base/i18n.js";
import { icon } from "../base/icons.js";
import { lastSession } from "../base/last-session.js";
import { takeName } from "../base/own-name.js";
import { at, HAS_CONTACT, here, isPocket, POCKET, SERVER } from "../base/place.js";
import { hasLostSeat } from "../base/seat-token.js";
import { settings, changeSettings } from "../base/settings.js";
import { namedPicture } from "../cards/card.js";
import { botPortrait, offered } from "../game/characters.js";
import { LONGEST_NAME, PRESETS } from "../base/data.js";
import { worth } from "../game/settlement.js";
import { sources } from "../game/sources.js";
import { face, ownPortrait } from "../table/face.js";
import { onlookers, opponentChoice } from "../table/opponents.js";

/**
 * @import { NewRules, NewTable, Table } from "../schema.d.ts"
 * @import { ApiError } from "../base/api.js"
 * @import { Preset } from "../base/data.js"
 * @import { On } from "../base/dom.js"
 */

/**
 * A table the person has been at; `state` is null until the server has told it.
 * @typedef {{ name: string, state: Table | null, at: number }} Known
 */

/** @typedef {typeof import("./again.js")} Again */

/**
 * @typedef {{
 *   known: Known[],
 *   again: Again | null,
 *   isOpening: boolean,
 *   play: () => void,
 *   invite: () => void,
 *   change: (options: NewRules) => void,
 *   agree: () => void,
 * }} Start
 */

const EXERCISES = "/exercises";
/** Milliseconds that the page waits for the person's tables before it is drawn without them. */
const PATIENCE = 500;
/** Card points in the example of the stake. */
const EXAMPLE = 10;
/** The cards that lie on the table of the start page. */
const CARDS = ["AO", "HS", "LU"];

/**
 * @param {{ table: string, at: number }} remembered
 * @returns {Known}
 */
const unread = ({ table, at }) => ({ name: table, state: null, at });

/**
 * Show the start page.
 * @param {HTMLElement} root
 */
export async function show(root) {
  const asked = askForKnown();
  // Without it, the page has what newcomers see.
  const found = settings.tables.length || lastSession() ? part("pages/again.js").catch(() => null) : null;
  const [again] = await Promise.all([/** @type {Promise<Again | null> | null} */ (found), style("start", "form")]);
  /** @type {Known[]} */
  let known = isPocket ? settings.tables.slice(0, 1).map(unread) : [];
  let isOpening = false;
  const draw = () => render(view({ known, again, isOpening, play, invite, change, agree }), root);

  /** @param {NewTable} options */
  async function open(options) {
    if (isOpening) return;
    const show = (/** @type {boolean} */ opens) => {
      isOpening = opens;
      draw();
    };
    const rest = () => show(false);
    show(true);
    try {
      const { openNew } = await waitFor(part("table/new-table.js"), rest);
      await openNew(options, rest);
    } catch (error) {
      rest();
      throw error;
    }
  }

  const play = () =>
    open({ ...settings.play, bot: offered(settings.play.bot), bots: (settings.play.players ?? 4) - 1 });
  /** @param {NewRules} options */
  const change = (options) => {
    changeSettings(({ play }) => ({ play: { ...play, ...options } }));
    draw();
  };
  const agree = async () => {
    const { rulesForm } = await waitFor(part("table/rules-form.js"));
    const form = rulesForm(settings.play, _("Use these rules"), { clocked: false });
    const options = await dialog(_("Game against bots"), form);
    if (options) change(/** @type {NewRules} */ (options));
  };
  const invite = async () => {
    const { askForTable } = await waitFor(part("table/opening.js"));
    const options = await askForTable();
    if (options) open(options);
  };

  // A table offered after the page is drawn would push everything else away.
  await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  draw();
  prepare();
  if (isPocket) watchArrival(root);
  const hasOne = known.length > 0;
  const told = asked.then((found) => {
    known = found;
    if ((known.length || hasOne) && here() === "/") draw();
  });
  // In a pocket, the worker may still be starting.
  if (!isPocket) await told;
}

/** Load what the main button needs. */
const prepare = () => part("table/new-table.js").catch(() => undefined);

/**
 * Show in a pocket how much of the game has arrived.
 * @param {HTMLElement} root
 * @returns {Promise<void>}
 */
const watchArrival = (root) =>
  part("pocket/arrival.js").then(
    ({ watch }) => watch(/** @type {HTMLElement} */ (root.querySelector(".arrival"))),
    () => addEventListener("pocket", () => here() === "/" && watchArrival(root), { once: true }),
  );

/**
 * Ask the server for the last tables the person has been at.
 * @returns {Promise<Known[]>}
 */
async function askForKnown() {
  const asked = settings.tables.slice(0, 5).map(async ({ table, at }) => {
    try {
      const { get } = await part("base/api.js");
      const state = /** @type {Table} */ (await get(`/tables/${table}`));
      const isTheirs = state.seat !== null || hasLostSeat(table);
      return isTheirs && state.stage !== "over" ? { name: table, state, at } : null;
    } catch (error) {
      // Any other error may pass, so keep the table.
      return ["unknown", "closed", "club"].includes(/** @type {ApiError} */ (error).code)
        ? null
        : unread({ table, at });
    }
  });
  return (await Promise.all(asked)).filter((one) => one !== null);
}

/** @param {Start} start */
function view({ known, again, isOpening, play, invite, change, agree }) {
  const bot = offered(settings.play.bot);
  const thing = again?.oneThing();
  return html`<main class="start">
    <header class="masthead">
      <div class="scene" aria-hidden="true">
        ${onlookers(bot).map((name) => face(botPortrait(name)))}
        <div class="fan">${CARDS.map((card) => namedPicture(card))}</div>
      </div>
      <h1>Dobbm</h1>
      <p>${
        SERVER
          ? _("Here you play alone, even without a connection: these tables stay on this device.")
          : _("The card game of the Stubai valley: one against three, hearts are trumps.")
      }</p>
    </header>
    <div class="doors">
      <section class="panel play" aria-label=${_("A game against bots")}>
        <div class="beginnings">
          <button class="primary big" ?disabled=${isOpening} @click=${play}>
            <b>${_("Play now")}</b><small>${stakes()}</small>
          </button>
          ${again ? nothing : learn(_("New here?"))}
        </div>
        ${isPocket ? arrival() : nothing}
        ${opponentChoice(_("Who plays with you?"), bot, (strength) => change({ bot: strength }))}
        <p class="terms"><span>${terms()}</span> <button @click=${agree}>${_("Change")}</button></p>
      </section>
      <nav class="choices" aria-label=${_("What would you like to do?")}>
        ${again?.goOn(known)} ${again?.lastTime()}
        ${door("/daily", _("Deals of the day"), again?.todaysDeals() ?? _("the same cards for everybody"))}
        ${isPocket ? toServer() : toOthers(invite)}
        ${thing ? door(thing.address, thing.title, thing.text) : again ? learn(_("in five minutes")) : nothing}
        <a class="button big" href=${at("/score")}><b>${_("Score sheet")}</b><small>${_("for real cards")}</small></a>
      </nav>
      <footer>
        ${face(ownPortrait())}
        <label class="own-name">
          <input
            type="text"
            data-most=${LONGEST_NAME}
            autocomplete="nickname"
            dir="auto"
            aria-label=${_("Your name at the table")}
            placeholder=${_("Your name at the table")}
            .value=${settings.name}
            @change=${(/** @type {On<HTMLInputElement>} */ event) => takeName(event.target)}
          />
          ${icon("pen")}
        </label>
        ${thing?.address.startsWith(EXERCISES) ? link("/learn", _("Learn")) : link(EXERCISES, _("Exercises"))}
        ${isPocket ? nothing : link("/clubs", _("Clubs"))} ${link("/rules", _("Rules"))}
        ${link("/settings", _("Settings"))}
        ${POCKET ? html`<a class="button" href=${POCKET} target="_self">${_("Play alone")}</a>` : nothing}
        ${HAS_CONTACT ? html`<a class="imprint" href=${at("/privacy")}>${_("Privacy")}</a>` : nothing}
      </footer>
    </div>
  </main>`;
}

/**
 * @param {string} path
 * @param {string} title
 * @param {string} text
 */
const door = (path, title, text) =>
  html`<a class="button big" href=${at(path)}><b>${title}</b><small>${text}</small></a>`;

/**
 * @param {string} path
 * @param {string} title
 */
const link = (path, title) => html`<a class="button" href=${at(path)}>${title}</a>`;

/**
 * The door to the lessons: beside the game for people who have been at no table yet.
 * @param {string} why
 */
const learn = (why) => door("/learn", _("Learn"), why);

const arrival = () => html`<div class="arrival" role="progressbar" aria-label=${_("Loading the game")} hidden></div>`;

/**
 * Render the doors to other people.
 * @param {() => void} invite
 */
const toOthers = (invite) => html`<button class="big"
    @click=${invite}><b>${_("Invite friends")}</b><small>${_("by link or QR code")}</small></button>
  ${ownClub()}
  <a class="button big"
    href=${at("/tables")}><b>${_("Open tables")}</b><small>${_("take a free seat")}</small></a>`;

/** The door to the club where the person has been last; nothing for those who know none. */
function ownClub() {
  const [last] = settings.clubs;
  return last ? door(`/c/${last.club}`, isolated(last.name), _("your club")) : nothing;
}

/** The door of a pocket to the server beside which it lies. */
const toServer = () =>
  SERVER
    ? html`<a class="button big" href=${SERVER} target="_self"><b>${_("To the server")}</b><small>${_(
        "with other people",
      )}</small></a>`
    : nothing;

/** The price of the example's card points under the rules chosen. */
function stakes() {
  const { preset = "pagat", ...others } = settings.play.rules ?? {};
  const points = EXAMPLE;
  return _("{points} points = {amount} Schilling", {
    points,
    amount: number(worth(points, { ...PRESETS[/** @type {Preset} */ (preset)], ...others })),
  });
}

/** The players and the rules of a game against bots. */
function terms() {
  const { players = 4, rules } = settings.play;
  const preset = /** @type {Preset} */ (rules?.preset ?? "pagat");
  return [
    ngettext("{count} player", "{count} players", players),
    _("rules: {source}", { source: sources()[preset].name }),
  ].join(" · ");
}
