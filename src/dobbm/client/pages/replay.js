/** The replay of a finished deal, step by step, with the value of every card. */

import { fragment } from "../base/addresses.js";
import { announce, html, nothing, render, style } from "../base/dom.js";
import { icon } from "../base/icons.js";
import { isFree } from "../base/keys.js";
import { part, waitFor } from "../base/loading.js";
import { stepIn } from "../base/steps.js";
import { canThink } from "../base/thinking.js";
import { judge, keepJudgement } from "../game/judgements.js";
import { remarks } from "../game/remarks.js";
import { markedNames, seatNames, seatPortraits } from "../game/seats.js";
import { board } from "../replay/board.js";
import { branch, branchBoard, branchControls, chosenSeat } from "../replay/branch.js";
import { judgedSeat } from "../replay/coach.js";
import { controls, line } from "../replay/controls.js";
import { keptDeal } from "../replay/kept-deal.js";
import { lookBack, ways } from "../replay/look-back.js";
import { moment, openStory } from "../replay/story.js";
import { swipes } from "../replay/swipes.js";
import { tableDeal } from "../replay/table-deal.js";
import { checked } from "../table/proof.js";
import { Summons } from "../table/summons.js";

/**
 * @import { Judgement, Table } from "../schema.d.ts"
 * @import { DealSource, FinishedView, Replay, ReplayState, Speed, Story } from "../types.d.ts"
 * @import { Named } from "../game/seats.js"
 */

/** Milliseconds that each moment stays while the replay runs. */
const SPEEDS = { slow: 2600, normal: 1400, fast: 600 };

/**
 * Show the replay of a deal of a table, or of a deal that lies on this device.
 * @param {HTMLElement} root
 * @param {{ [name: string]: string }} places
 */
export async function show(root, { table, deal, id }) {
  await style("replay");
  const source = id ? await keptDeal(root, id) : await tableDeal(root, table, deal);
  return source ? new ReplayPage(root, source).open() : undefined;
}

/**
 * A replay on screen: the moment and the viewer, the branch that the person plays, and what is learnt of the deal.
 * @implements {Replay}
 */
class ReplayPage {
  /**
   * @param {HTMLElement} root
   * @param {DealSource} source
   */
  constructor(root, source) {
    const { view, people, table } = source;
    this.root = root;
    this.source = source;
    this.isOpen = true;
    this.redraw = () => this.isOpen && render(this.drawn(), root);
    this.live = table === null ? null : new Summons(table, this.redraw);
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
      judged: {},
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
    const { source } = this;
    const { view } = this.story;
    /** @param {Partial<ReplayState>} found */
    const keep = (found) => {
      Object.assign(this.state, found);
      this.redraw();
    };
    if (view.record.meta.shuffle) {
      checked({ table: remarks(view.record).place, seat: view.seat, view }).then(
        (shuffle) => keep({ shuffle }),
        () => undefined,
      );
    }
    if (!canThink()) return keep({ failed: true });
    source.analyse().then(
      ({ plays }) => keep({ plays }),
      () => keep({ failed: true }),
    );
    this.judge(judgedSeat(this));
  }

  /**
   * Judge a seat's decisions by what it could know, once.
   * @param {number | null} seat
   */
  judge(seat) {
    const { state, story } = this;
    if (seat === null || !canThink() || !story.active.includes(seat)) return;
    if (seat in state.judged && state.judged[seat] !== null) return;
    state.judged[seat] = undefined;
    const keep = (/** @type {Judgement | null} */ found) => {
      state.judged[seat] = found;
      this.redraw();
    };
    judge(story.record, seat).then(
      (found) => {
        keep(found);
        if (seat === story.view.seat) keepJudgement(story.record, found);
      },
      () => keep(null),
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
    this.judge(viewer);
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

  /** Share a link by which others play the same seat. */
  async share() {
    const { shareDeal } = await waitFor(part("me/share-deal.js"));
    const bots = this.seats.map(({ kind, name }) => (kind === "bot" ? (name ?? null) : null));
    return shareDeal(this.story.view, bots);
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
      ${bar(this.source)} ${this.strip()} ${branchBoard(played, { names, portraits }, this.redraw)}
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
function seatsIn({ players, seat, record }, people) {
  const { names, bots } = remarks(record);
  const namesakes = people?.seats.find((one) => one.namesakes)?.namesakes;
  return Array.from({ length: players }, (_seat, index) => {
    const [name, now] = [names[index], people?.seats[index]];
    if (name === null && index !== seat) {
      return { kind: "bot", name: bots[index] ?? (now?.kind === "bot" ? now.name : null), namesakes };
    }
    return { kind: "person", name, portrait: now && (now.name ?? "") === name ? now.portrait : null };
  });
}

/** @param {Replay} replay */
function looking(replay) {
  const { source, story, names, portraits, state } = replay;
  const { at, viewer, plays } = state;
  const now = moment(story, at);
  const play = viewer === null ? plays?.find((one) => one.action === at) : null;
  const own = story.view.seat;
  const from = { own, viewer, bottom: viewer ?? own ?? 0 };
  const scene = { story, now, names, portraits, ...from, values: play?.values ?? null };
  return html`<main class="replay">
    ${bar(source)} ${replay.strip()} ${board(scene)} ${controls(replay, now, play)}
    ${ways(replay, now)} ${lookBack(replay, now)}
  </main>`;
}

/** @param {DealSource} source */
const bar = ({ back, title }) => html`<header class="topbar">
  <a class="button r-back" href=${back.path} aria-label=${back.name}>${icon("back")}</a>
  <h1>${title}</h1>
</header>`;
