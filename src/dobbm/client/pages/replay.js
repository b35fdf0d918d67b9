/** The replay of a finished deal, step by step, with the value of every card. */

import { fragment } from "../base/addresses.js";
import { get } from "../base/api.js";
import { announce, html, nothing, render, style } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { icon } from "../base/icons.js";
import { isFree } from "../base/keys.js";
import { HOME, at } from "../base/place.js";
import { show as showAgain } from "../base/router.js";
import { forgetTable, settings } from "../base/settings.js";
import { stepIn } from "../base/steps.js";
import { canThink } from "../base/thinking.js";
import { markedNames, seatNames, seatPortraits } from "../game/seats.js";
import { board } from "../replay/board.js";
import { branch, branchBoard, branchControls, chosenSeat } from "../replay/branch.js";
import { controls, line } from "../replay/controls.js";
import { lookBack, ways } from "../replay/look-back.js";
import { moment, openStory } from "../replay/story.js";
import { swipes } from "../replay/swipes.js";
import { noSuchTable } from "../table/missing.js";
import { checked } from "../table/proof.js";
import { refusal } from "../table/refusal.js";
import { Summons } from "../table/summons.js";

/**
 * @import { ApiError } from "../base/api.js"
 * @import { Analysis, Table } from "../schema.d.ts"
 * @import { FinishedView, Replay, ReplayState, Speed, Story } from "../types.d.ts"
 * @import { Named } from "../game/seats.js"
 */

/**
 * The table and the number of the deal, as in the address.
 * @typedef {{ table: string, deal: string }} Address
 */

/** Milliseconds for which a deal that has arrived waits for the people who sit at the table now. */
const PATIENCE = 2000;
/** Milliseconds that each moment stays while the replay runs. */
const SPEEDS = { slow: 2600, normal: 1400, fast: 600 };

/**
 * Show the replay of a deal of a table.
 * @param {HTMLElement} root
 * @param {{ [name: string]: string }} places
 */
export async function show(root, { table, deal }) {
  await style("replay");
  /** @type {FinishedView} */
  let view;
  /** @type {Table | null} */
  let people;
  let isThere = true;
  try {
    const asked = get(`/tables/${table}`).catch(({ code }) => ((isThere = code !== "unknown"), null));
    const viewed = get(`/tables/${table}/deals/${deal}/view`);
    const finished = await viewed.catch((error) => asked.then(() => Promise.reject(error)));
    view = /** @type {FinishedView} */ (finished);
    const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, null));
    people = /** @type {Table | null} */ (await Promise.race([asked, late]));
  } catch (error) {
    if (isThere) return refused(root, /** @type {ApiError} */ (error), { table, deal });
    render(noSuchTable(settings.tables.some((one) => one.table === table)), root);
    forgetTable(table);
    return undefined;
  }
  return new ReplayPage(root, view, people, { table, deal }).open();
}

/**
 * Whether the person held the same seat in a deal. Its record has the names of those who did.
 * @param {FinishedView} view
 * @param {Table | null} people
 */
function wasThere({ seat, record }, people) {
  if (seat === null || !people) return false;
  const names = /** @type {(string | null)[]} */ (record.meta?.names ?? []);
  return names[seat] === (people.seats[seat].name ?? "");
}

/**
 * Explain why the deal cannot be shown, and offer a way on.
 * @param {HTMLElement} root
 * @param {ApiError} error
 * @param {Address} address
 */
function refused(root, error, { table, deal }) {
  const missing = error.code === "unknown";
  const title = missing ? _("There is no such deal") : _("The deal cannot be shown");
  /** @type {{ [code: string]: string }} */
  const why = {
    unknown: _("This table has not finished deal {number}. It may still be in progress.", { number: deal }),
    offline: _("The server cannot be reached. Are you online?"),
  };
  const text = why[error.code] ?? refusal(error);
  render(
    html`<main class="sheet"><section class="panel note">
      <h1>${title}</h1>
      <p>${text}</p>
      <p class="row">
        ${missing ? nothing : html`<button class="primary" @click=${showAgain}>${_("Try again")}</button>`}
        <a class="button" href=${at(`/t/${table}`)}>${_("To the table")}</a>
        <a class="button" href=${HOME}>${_("Start page")}</a>
      </p>
    </section></main>`,
    root,
  );
  announce(`${title}. ${text}`);
}

/**
 * A replay on screen: the moment and the viewer, the branch that the person plays, and what is learnt of the deal.
 * @implements {Replay}
 */
class ReplayPage {
  /**
   * @param {HTMLElement} root
   * @param {FinishedView} shown
   * @param {Table | null} people
   * @param {Address} address
   */
  constructor(root, shown, people, { table, deal }) {
    const view = wasThere(shown, people) ? shown : { ...shown, seat: null };
    this.root = root;
    this.table = table;
    this.deal = deal;
    this.isOpen = true;
    this.redraw = () => this.isOpen && render(this.drawn(), root);
    this.live = shown.seat === null ? null : new Summons(table, this.redraw);
    this.story = openStory(view);
    this.last = this.story.steps.length;
    this.seats = seatsIn(view, people);
    this.names = markedNames(this.seats, view.seat);
    this.portraits = seatPortraits(this.seats, seatNames(this.seats));
    /** @type {ReplayState} */
    this.state = {
      ...place(this.last, this.story),
      plays: null,
      failed: false,
      shuffle: null,
      speed: "normal",
      timer: undefined,
      branch: null,
    };
  }

  /** Draw, listen to the person, and return a function that leaves the page. */
  open() {
    const { state, root } = this;
    const keyed = (/** @type {KeyboardEvent} */ event) => this.keyed(event);
    const stopSwipes = swipes(root, (change) => !state.branch && this.go(change));
    addEventListener("keydown", keyed);
    // A moment or a viewer that the deal does not have leaves the address, too.
    if (location.hash) this.remember();
    this.redraw();
    this.learn();
    return () => {
      this.isOpen = false;
      this.live?.stop();
      clearInterval(state.timer);
      state.branch?.leave();
      removeEventListener("keydown", keyed);
      stopSwipes();
    };
  }

  /** Check the shuffle and request the analysis; draw as each result arrives. */
  learn() {
    const { table, deal } = this;
    const { view } = this.story;
    /** @param {Partial<ReplayState>} found */
    const keep = (found) => {
      Object.assign(this.state, found);
      this.redraw();
    };
    checked({ table, seat: view.seat, view }).then(
      (shuffle) => keep({ shuffle }),
      () => undefined,
    );
    if (!canThink()) return keep({ failed: true });
    get(`/tables/${table}/deals/${deal}/analysis`).then(
      (analysis) => keep({ plays: /** @type {Analysis} */ (analysis).plays }),
      () => keep({ failed: true }),
    );
  }

  /** @param {number} at */
  to(at) {
    const wanted = Math.max(0, Math.min(this.last, at));
    if (wanted === this.state.at) return;
    this.state.at = wanted;
    this.remember();
    announce(line(this));
    this.redraw();
  }

  /** @param {number} change */
  go(change) {
    this.run(false);
    this.to(this.state.at + change);
  }

  /** @param {number | null} viewer */
  see(viewer) {
    this.state.viewer = viewer;
    this.remember();
    this.redraw();
  }

  remember() {
    const { at, viewer } = this.state;
    history.replaceState(history.state, "", `#${at}${viewer === null ? "" : `/${viewer}`}`);
  }

  /** @param {boolean} on */
  run(on) {
    const { state } = this;
    clearInterval(state.timer);
    state.timer = undefined;
    if (on && state.at === this.last) this.to(0);
    if (on) state.timer = setInterval(() => this.step(), SPEEDS[state.speed]);
    this.redraw();
  }

  /** @param {Speed} speed */
  pace(speed) {
    this.state.speed = speed;
    this.run(this.state.timer !== undefined);
  }

  step() {
    this.to(this.state.at + 1);
    if (this.state.at === this.last) this.run(false);
  }

  async playOn() {
    this.run(false);
    const { story, state, names } = this;
    const { next } = moment(story, state.at);
    const usual = [state.viewer, story.view.seat, next?.seat].find(
      (seat) => seat != null && story.active.includes(seat),
    );
    const seat = await chosenSeat(story, names, usual ?? story.active[0]);
    if (seat === undefined) return;
    scrollTo({ top: 0 });
    stepIn(() => this.back());
    state.branch = branch(story, state.at, seat, names, this.redraw);
    this.redraw();
  }

  back() {
    this.state.branch?.leave();
    this.state.branch = null;
    this.redraw();
  }

  /** @param {KeyboardEvent} event */
  keyed(event) {
    if (this.state.branch || !isFree(event)) return;
    /** @type {{ [key: string]: number }} */
    const changes = { ArrowLeft: -1, ArrowRight: 1, Home: -this.last, End: this.last };
    if (!(event.key in changes)) return;
    event.preventDefault();
    this.go(changes[event.key]);
  }

  /** Render how the person's table goes on. */
  strip() {
    return this.live?.strip() ?? nothing;
  }

  drawn() {
    const { portraits } = this;
    const played = this.state.branch;
    if (!played) return looking(this);
    const names = markedNames(this.seats, played.state.seat);
    return html`<main class="replay" ?data-over=${played.state.view?.phase === "done"}>
      ${bar(this)} ${this.strip()} ${branchBoard(played, { names, portraits }, this.redraw)}
      ${branchControls(played, { names, really: this.story.view.result, back: () => history.back() })}
    </main>`;
  }
}

/**
 * Read the moment from the address: "#27/2" is after 27 actions, as seat 2 saw it.
 * @param {number} last
 * @param {Story} story
 */
function place(last, { active }) {
  const [, at, viewer] = /^(\d+)(?:\/(\d)?)?$/.exec(fragment()) ?? [];
  return {
    at: Math.min(Number(at ?? 0), last),
    viewer: active.includes(Number(viewer)) ? Number(viewer) : null,
  };
}

/**
 * The seats of a deal. In the record, a person without a name has an empty one. Null, for a bot or an erased name, is
 * shown as a bot. People who still sit at the table have their portraits.
 * @param {FinishedView} view
 * @param {Table | null} people
 * @returns {Named[]}
 */
function seatsIn({ players, record }, people) {
  const names = /** @type {(string | null)[]} */ (record.meta?.names ?? []);
  return Array.from({ length: players }, (_seat, index) => {
    const [name, now] = [names[index], people?.seats[index]];
    return {
      kind: typeof name === "string" ? "person" : "bot",
      name,
      portrait: now && (now.name ?? "") === name ? now.portrait : null,
    };
  });
}

/** @param {Replay} replay */
function looking(replay) {
  const { story, names, portraits, state } = replay;
  const { at, viewer, plays } = state;
  const now = moment(story, at);
  const play = viewer === null ? plays?.find((one) => one.action === at) : null;
  const own = story.view.seat;
  const from = { own, viewer, bottom: viewer ?? own ?? 0 };
  const scene = { story, now, names, portraits, ...from, values: play?.values ?? null };
  return html`<main class="replay">
    ${bar(replay)} ${replay.strip()} ${board(scene)} ${controls(replay, now, play)}
    ${ways(replay, now)} ${lookBack(replay, now)}
  </main>`;
}

/** @param {Address} parts */
const bar = ({ table, deal }) => html`<header class="topbar">
  <a class="button r-back" href=${at(`/t/${table}`)} aria-label=${_("To the table")}>${icon("back")}</a>
  <h1>${_("Deal {number}", { number: deal })}</h1>
</header>`;
