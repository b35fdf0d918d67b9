/** Sends to the server what people ask of it at a table. */

import { moveCode } from "../base/addresses.js";
import { get, post, put, remove, sendText, takeHandover } from "../base/api.js";
import { dialog, notify } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { part, waitFor } from "../base/loading.js";
import { at, here } from "../base/place.js";
import { settings } from "../base/settings.js";
import { contribute } from "./proof.js";
import { refusal } from "./refusal.js";

/**
 * @import { ApiError } from "../base/api.js"
 * @import { Drawn } from "../base/dom.js"
 * @import { Handover, Hint, Table, WrittenText } from "../schema.d.ts"
 * @import { Effect, Scene, ScreenEvent, State, TableActions } from "../types.d.ts"
 */

export class Requests {
  /**
   * @param {string} name the table
   * @param {() => State} state
   * @param {() => Scene} scene of a table that is displayed
   * @param {(event: ScreenEvent) => void} dispatch
   * @param {(error: unknown) => void} refused hears of what the server has refused
   */
  constructor(name, state, scene, dispatch, refused) {
    this.name = name;
    this.path = `/tables/${name}`;
    this.state = state;
    this.scene = scene;
    this.dispatch = dispatch;
    this.refused = refused;
    /** @type {Promise<unknown>} */
    this.planning = Promise.resolve();
    /** Draws the open dialog for table talk again. */
    this.drawTalk = () => {};
    /**
     * Functions that draw other open dialogs of the table again.
     * @type {Set<() => void>}
     */
    this.dialogs = new Set();
    /**
     * The portrait that the server has been asked for.
     * @type {string | null}
     */
    this.offered = null;
    /** Closes the dialog with the code for another device. */
    this.closeCode = () => {};
  }

  /**
   * Send a request; `denied` is the notice if the server answers `refused`. Return whether the request succeeded.
   * @param {() => Promise<unknown>} send
   * @param {string | false} [denied]
   */
  async request(send, denied = false) {
    try {
      await send();
      return true;
    } catch (error) {
      const { code } = /** @type {ApiError} */ (error);
      notify((code === "refused" && denied) || refusal(error));
      this.refused(error);
      return false;
    }
  }

  /**
   * Plan an action, or none; one request after another, so that the latest plan counts.
   * @param {string | null} action
   */
  plan(action) {
    this.planning = this.planning
      .then(() => this.request(() => put(`${this.path}/plan`, { action })))
      .then((planned) => planned || this.dispatch({ kind: "unplanned" }));
  }

  /** @param {boolean} on */
  hurry(on) {
    return this.request(() => put(`${this.path}/hurried`, { on }));
  }

  /** Move a seat to this device, if the address has the code for it. */
  async takeOver() {
    const code = moveCode(location.hash);
    if (!code) return;
    history.replaceState(history.state, "", at(here()));
    const isMoved = await this.request(() => takeHandover(this.name, code));
    if (isMoved) notify(_("Your seat is on this device now."));
  }

  /**
   * Show the others the portrait in the settings, once for each seat.
   * @param {Table} table
   */
  choosePortrait({ seat, seats }) {
    const { portrait } = settings;
    if (seat === null || !portrait || portrait === seats[seat].portrait || portrait === this.offered) return;
    this.offered = portrait;
    put(`${this.path}/portrait`, { portrait }).catch(() => (this.offered = null));
  }

  /** Ask for the texts from before the page was loaded; if they are refused, the later ones are shown. */
  async askForEarlierTexts() {
    const isRead = await this.request(async () => {
      const texts = /** @type {WrittenText[]} */ (await get(`${this.path}/texts`));
      this.dispatch({ kind: "texts", texts });
    });
    if (!isRead) this.dispatch({ kind: "texts", texts: null });
  }

  async openTalk() {
    const { showTalk } = await waitFor(part("table/talk.js"));
    this.dispatch({ kind: "reading", on: true });
    if (this.state().earlierTexts !== "known") this.askForEarlierTexts();
    await showTalk(this.scene, (redraw) => (this.drawTalk = redraw));
    this.drawTalk = () => {};
    this.dispatch({ kind: "reading", on: false });
  }

  /**
   * Open a dialog that shows the table as it is, also when a deal begins meanwhile: see `dialog`.
   * @param {string} title
   * @param {(scene: Scene, close: () => void) => Drawn} view
   */
  async open(title, view) {
    let draw = () => {};
    await dialog(title, (close, redraw) => {
      this.dialogs.add((draw = redraw));
      return view(this.scene(), close);
    });
    this.dialogs.delete(draw);
  }

  /** Draw the open dialogs again. */
  redraw() {
    this.drawTalk();
    for (const draw of this.dialogs) draw();
  }

  /** Show the code with which the person's seat moves to another device. */
  handOver() {
    return this.request(async () => {
      const { code } = /** @type {Handover} */ (await post(`${this.path}/handover`));
      const { showHandover } = await waitFor(part("table/seats.js"));
      showHandover(this.scene(), code, (close) => (this.closeCode = close)).then(() => (this.closeCode = () => {}));
    });
  }

  claim() {
    const bots = this.state().latest?.seats.some(({ kind }) => kind === "bot") ?? false;
    const why = _("Bots do not take your word for it: the cards that you can see do not prove that the rest is yours.");
    return this.request(() => post(`${this.path}/claim`), bots && why);
  }

  /**
   * Return what the person can ask of the server.
   * @returns {Omit<TableActions, "act" | "choose" | "collect" | "dismiss" | "redraw" | "hurry" | "lines" | "sit">}
   */
  actions() {
    const { path, name } = this;
    const latest = () => this.state().latest;
    return {
      fill: () => this.request(() => post(`${path}/bots`)),
      vote: (what) => this.request(() => post(`${path}/${what}`)),
      delay: () => this.request(() => post(`${path}/delay`)),
      cut: (at) => {
        const table = latest();
        if (table) this.request(() => contribute(table, at));
      },
      answer: (agrees) => this.request(() => post(`${path}/answer`, { agrees, turn: latest()?.turn })),
      claim: () => this.claim(),
      takeBack: () => this.request(() => post(`${path}/take-back`, { turn: latest()?.turn })),
      say: (phrase) => this.request(() => post(`${path}/talk`, { phrase })),
      openTalk: () => this.openTalk(),
      open: (title, view) => this.open(title, view),
      write: (text) => this.request(() => sendText(name, text)),
      allowTexts: (allowed) => this.request(() => put(`${path}/texts/allowed`, { allowed })),
      declineTexts: (declined) => this.request(() => put(`${path}/texts/declined`, { declined })),
      excuse: (until) => this.request(() => put(`${path}/excused`, { until })),
      back: () => this.request(() => post(`${path}/back`)),
      mute: (seats) => this.request(() => put(`${path}/muted`, { seats })),
      report: (what) => this.request(() => post(`${path}/reports`, what)),
      force: (on) => this.request(() => put(`${path}/forced`, { on })),
      hint: async () => /** @type {Hint} */ (await get(`${path}/hint`)),
      leave: () => this.request(() => post(`${path}/leave`)),
      vacate: (seat) => this.request(() => remove(`${path}/seats/${seat}`)),
      swap: (seats) => this.request(() => post(`${path}/swap`, { seats })),
      setRules: (rules) => this.request(() => put(`${path}/rules`, rules)),
      handOver: () => this.handOver(),
    };
  }
}
