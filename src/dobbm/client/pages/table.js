/** The page of a table: draws the state of `table/screen-state.js` and carries out its effects. */

import { get, put, sendAction, serverTime, takeSeat } from "../base/api.js";
import { announce, clearNotices, notify, render, style } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { part } from "../base/loading.js";
import { hasLostSeat } from "../base/seat-token.js";
import { forgetTable, settings, rememberTable } from "../base/settings.js";
import { follow } from "../base/stream.js";
import { callInTitle } from "../base/title.js";
import { mayMove } from "../game/seats.js";
import { attend, callOf, isToAct, keepAwake } from "../table/calling.js";
import { Focus } from "../table/focus.js";
import { Keyboard } from "../table/keyboard.js";
import { hasEnded, LateParts } from "../table/late-parts.js";
import { screen, shutTable, unreachable } from "../table/layout.js";
import { LedgerLines } from "../table/ledger-lines.js";
import { cardPositions, step, sweep, travel } from "../table/motion.js";
import { checked, contribute } from "../table/proof.js";
import { refusal, saySlow } from "../table/refusal.js";
import { Requests } from "../table/requests.js";
import { hurriedNow, initialState, screenOf, stateNow, unconfirmed, update } from "../table/screen-state.js";
import { sound } from "../table/sounds.js";
import { hurriedDeal, keepAction, keepHurried, keepSeen, keptAction, seenBefore } from "../table/standing.js";

/**
 * @import { ApiError } from "../base/api.js"
 * @import { Table } from "../schema.d.ts"
 * @import { Effect, Scene, ScreenEvent, State, TableActions } from "../types.d.ts"
 */

/** Milliseconds that a phrase stays over its seat. */
const SPOKEN = 5000;

/** The codes of refusals after which the page no longer follows the table. */
const FINAL = ["unknown", "closed", "banned", "unreadable", "club"];

/**
 * Show the table; return a function that leaves it.
 *
 * While a table is drawn the element has `data-number`, the number of the complete snapshot on screen, and
 * `data-state`: "resting" while a trick rests, "pending" until the server confirms the person's action, otherwise
 * "current".
 * @param {HTMLElement} root
 * @param {{ [name: string]: string }} places
 */
export async function show(root, { table: name }) {
  await style("table");
  const page = new TablePage(root, name);
  page.open();
  return () => page.leave();
}

class TablePage {
  /**
   * @param {HTMLElement} root
   * @param {string} name
   */
  constructor(root, name) {
    this.root = root;
    this.name = name;
    this.path = `/tables/${name}`;
    /** @type {State} */
    this.state = initialState(seenBefore(name), keptAction(name), hurriedDeal(name));
    this.isOpen = true;
    /** Ends the stream. */
    this.stop = () => {};
    /**
     * The bot's seat that the person wants when the deal is over.
     * @type {number | null}
     */
    this.wanted = null;
    /** The part of the deal on screen, and whether it is the person's turn: what a notice is about. */
    this.about = "";
    this.wasConnected = true;
    /** Whether the club of the table has been asked for the person's seat, and does not know the person here. */
    this.hasLooked = this.isStranger = false;
    const invitation = new URLSearchParams(location.search).get("seat");
    this.invitedTo = invitation === null ? null : Number(invitation);
    const dispatch = this.dispatch.bind(this);
    const scene = this.scene.bind(this);
    const state = () => this.state;
    this.redraw = () => this.isOpen && this.draw();
    this.ledger = new LedgerLines(this.path);
    this.parts = new LateParts(this.redraw, () => this.lines(), dispatch);
    this.focus = new Focus(root);
    this.requests = new Requests(name, state, scene, dispatch, (error) => this.watchIfRefused(error));
    this.actions = this.allActions();
    this.keyboard = new Keyboard(root, this.focus, state, scene, dispatch);
  }

  /** Follow the table, and listen to the person. */
  async open() {
    document.documentElement.classList.add("at-table");
    this.returned = () => document.hidden || this.dispatch({ kind: "returned" });
    document.addEventListener("visibilitychange", this.returned);
    addEventListener("resize", this.redraw);
    this.ticking = setInterval(() => this.state.displayed?.clock && this.dispatch({ kind: "tick" }), 1000);
    await this.requests.takeOver();
    if (this.isOpen) this.begin();
  }

  leave() {
    document.documentElement.classList.remove("at-table");
    document.removeEventListener("visibilitychange", /** @type {() => void} */ (this.returned));
    removeEventListener("resize", this.redraw);
    clearInterval(this.ticking);
    this.keyboard.close();
    this.parts.close();
    keepAwake(false);
    this.stop();
    saySlow("");
    this.isOpen = false;
    this.unmark();
  }

  // What happens

  /** @param {ScreenEvent} event */
  dispatch(event) {
    if (!this.isOpen) return;
    const { name, state: before } = this;
    const latest = event.kind === "snapshot" ? event.table : before.latest;
    const { state, effects } = update(before, event, {
      now: serverTime(),
      elapsed: performance.now(),
      step: step(),
      hidden: document.hidden,
      confirm: settings.confirm,
      untilTapped: settings.stay === null,
      lostSeat: latest?.seat === null && this.isKnown() && hasLostSeat(name),
    });
    if (state.seen !== before.seen) keepSeen(name, state.seen);
    if (unconfirmed(state) !== unconfirmed(before)) keepAction(name, unconfirmed(state));
    if (hurriedNow(state) !== hurriedNow(before)) keepHurried(name, hurriedNow(state));
    this.state = state;
    this.draw();
    if (this.wanted !== null && state.latest && mayMove(state.latest)) this.sit(this.wanted);
    effects.forEach((effect) => this.perform(effect));
  }

  /** @param {Effect} effect */
  perform(effect) {
    switch (effect.kind) {
      case "remember":
        return rememberTable(this.name);
      case "forget":
        return forgetTable(this.name);
      case "contribute":
        return void contribute(effect.table);
      case "check":
        this.parts.keep(effect.table);
        return void checked(effect.table).then(
          (proof) => this.dispatch({ kind: "checked", deal: effect.table.deal, proof }),
          () => undefined,
        );
      case "rest":
        return settings.stay === null
          ? undefined
          : this.later(1000 * settings.stay, { kind: "collect", trick: effect.trick });
      case "sweep":
        return void sweep(this.root, effect.trick.winner).then(() =>
          this.dispatch({ kind: "swept", trick: effect.trick }),
        );
      case "wait":
        return this.later(effect.milliseconds, { kind: "step" });
      case "speak":
        return this.later(SPOKEN, { ...effect, kind: "silence" });
      case "send":
        return void this.send(effect.action, effect.turn);
      case "plan":
        return this.requests.plan(effect.action);
      case "hurry":
        return void this.requests.hurry(effect.on);
      case "back":
        return this.actions.back();
      default:
        // Draw first, then announce and play sounds.
        return void setTimeout(giveFeedback, 0, effect);
    }
  }

  /**
   * @param {number} milliseconds
   * @param {ScreenEvent} event
   */
  later(milliseconds, event) {
    setTimeout(() => this.dispatch(event), milliseconds);
  }

  // What the person does

  /** @returns {TableActions} */
  allActions() {
    return {
      ...this.requests.actions(),
      act: (action, turn) => this.dispatch({ kind: "action", action, turn }),
      choose: (card, how) => (card === null ? this.draw() : this.dispatch({ kind: "card", card, ...how })),
      collect: () => this.dispatch({ kind: "collect", tapped: true }),
      dismiss: () => this.dispatch({ kind: "dismissed" }),
      redraw: this.redraw,
      hurry: (on) => this.dispatch({ kind: "hurry", on }),
      lines: () => this.lines(),
      sit: (seat) => this.sit(seat),
    };
  }

  lines() {
    return this.ledger.read(() => this.state.latest);
  }

  /**
   * Send the person's action, which is on screen already.
   * @param {string} action
   * @param {number} turn
   */
  async send(action, turn) {
    const isPending = () => this.isOpen && this.state.pending?.turn === turn;
    try {
      await sendAction(this.name, { action, turn }, isPending);
    } catch (error) {
      const { code } = /** @type {ApiError} */ (error);
      const text = code === "stale" ? _("Your move no longer counts: the game has moved on.") : refusal(error);
      if (isPending()) this.dispatch({ kind: "refusal", text });
      this.watchIfRefused(error);
    }
  }

  /**
   * Sit down with the name in the settings, or as the person who has been here before, then follow the table anew.
   * @param {number} seat
   */
  async sit(seat) {
    const { name, path, state } = this;
    this.wanted = state.latest && !mayMove(state.latest) ? seat : null;
    if (this.wanted !== null) return this.draw();
    const seated = await this.requests.request(async () => {
      await (this.isKnown() ? put(`${path}/seat`, { seat }) : Promise.reject({ code: "token" })).catch((error) => {
        if (error.code !== "token") throw error;
        return takeSeat(name, settings.name, seat);
      });
    });
    return seated ? this.comeBack() : undefined;
  }

  /** Follow the table anew, from a seat that has been taken. */
  comeBack() {
    rememberTable(this.name);
    this.stop();
    this.state = initialState();
    this.begin();
  }

  /**
   * Go on in the seat that the person has on another device, as far as the club of the table knows the person here.
   * Whom it does not know reads how that comes about.
   * @param {string | null | undefined} club
   */
  async findOwnSeat(club) {
    if (!club || this.hasLooked) return;
    this.hasLooked = true;
    const loaded = await part("club/own-seat.js").catch(() => null);
    const found = await loaded?.findOwnSeat(club, this.name);
    this.isStranger = found === "stranger";
    if (found === "seated" && this.isOpen) this.comeBack();
    else this.redraw();
  }

  /** Whether the person has been at the table on this device. */
  isKnown() {
    return settings.tables.some(({ table }) => table === this.name);
  }

  // What is drawn

  draw() {
    const { state, root } = this;
    const { displayed } = state;
    if (!displayed) return;
    const before = cardPositions(root);
    const begins = !root.querySelector(".table");
    const drawn = this.scene();
    const arrive = this.focus.prepare(!drawn.playing && (displayed.stage === "between" || displayed.stage === "over"));
    render(screen(drawn), root);
    const now = `${displayed.deal} ${displayed.stage} ${drawn.view?.phase} ${isToAct(drawn)}`;
    if (this.about && this.about !== now) clearNotices();
    this.about = now;
    if (this.parts.result || !hasEnded(drawn.playing, drawn.view)) root.dataset.number = String(displayed.number);
    root.dataset.state = stateNow(state);
    arrive();
    // In large print the page scrolls, and the notice may be out of sight.
    if (this.wasConnected && !drawn.connected) root.querySelector(".offline")?.scrollIntoView({ block: "nearest" });
    this.wasConnected = drawn.connected;
    if (!begins && !state.fast) travel(root, before, drawn.playing ? drawn.view : null);
    this.requests.redraw();
    this.parts.load(drawn);
    keepAwake(drawn.playing && Boolean(drawn.view?.hand.length));
    callInTitle(callOf(drawn));
  }

  /**
   * The scene of a table that has been displayed.
   * @returns {Scene}
   */
  scene() {
    const displayed = /** @type {Table} */ (this.state.displayed);
    return {
      ...screenOf({ ...this.state, displayed }, serverTime()),
      ...this.actions,
      ...this.parts.at(displayed.stage),
      name: this.name,
      wanted: this.wanted,
      invitedTo: this.invitedTo,
      stranger: this.isStranger,
      written: this.ledger.written,
    };
  }

  /** Take away what says which snapshot is on screen. */
  unmark() {
    delete this.root.dataset.number;
    delete this.root.dataset.state;
  }

  // The stream

  begin() {
    this.stop = follow(
      this.name,
      (table) => this.receive(table),
      (connected, ended, why) => {
        // Somebody has answered; what it was will soon be known.
        if (this.isOpen && !connected && !this.state.latest && why !== true) {
          render(
            unreachable(() => this.again(), this.state.kept !== null, why ? refusal(why) : ""),
            this.root,
          );
        }
        this.dispatch({ kind: "connection", connected, ended });
      },
      () => get(this.path).catch((error) => this.missing(error)),
      (beat) => this.dispatch({ kind: "beat", beat }),
      saySlow,
    );
  }

  /** @param {Table} table */
  receive(table) {
    const before = this.state.latest;
    if (table.seat === null) this.requests.closeCode();
    this.dispatch({ kind: "snapshot", table });
    this.requests.choosePortrait(table);
    attend(before, table);
    if (!before && table.seat === null) this.findOwnSeat(table.options.club);
  }

  again() {
    notify(_("No connection – reconnecting …"));
    this.stop();
    this.begin();
  }

  /**
   * If nothing opens the person's seat any more, follow the table as a spectator: what cannot be pressed is not
   * offered.
   * @param {unknown} error
   */
  watchIfRefused(error) {
    if (/** @type {ApiError} */ (error).code === "token" && this.state.latest?.seat != null) this.again();
  }

  /**
   * Stop following a table that does not exist, or that the server no longer shows.
   * @param {ApiError} error
   */
  missing(error) {
    if (this.isOpen && error.code === "tournament") this.findOwnSeat(error.club);
    if (!this.isOpen || !FINAL.includes(error.code)) return;
    this.stop();
    const [known, isNew] = [this.isKnown(), !this.state.latest];
    if (error.code === "unknown" || error.code === "closed") forgetTable(this.name);
    const shut = () => render(shutTable(refusal(error), error.club), this.root);
    /** @param {import("../types.d.ts").Parts["table/missing.js"]} loaded */
    const explain = ({ noSuchTable }) => this.isOpen && render(noSuchTable(known), this.root);
    if (error.code === "unknown" && isNew) part("table/missing.js").then(explain, shut);
    else shut();
    this.state = initialState();
    callInTitle("");
    this.unmark();
  }
}

/** @param {Extract<Effect, { kind: "announce" | "notify" | "sound" }>} effect */
function giveFeedback(effect) {
  if (effect.kind === "sound") sound(effect.sound);
  else if (effect.kind === "notify") notify(effect.text);
  else announce(effect.text);
}
