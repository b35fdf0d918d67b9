/** The parts of a table's page that are loaded when they are needed: the board comes first. */

import { part } from "../base/loading.js";
import { isGuided, settings } from "../base/settings.js";

/**
 * @import { LedgerLine, Table } from "../schema.d.ts"
 * @import { FinishedView, Scene, ScreenEvent } from "../types.d.ts"
 */

/** Milliseconds after which the page asks again for a part of the table that did not arrive. */
const LATER = 4000;

export class LateParts {
  /**
   * @param {() => void} draw draws the table
   * @param {() => Promise<LedgerLine[]>} lines
   * @param {(event: ScreenEvent) => void} dispatch
   */
  constructor(draw, lines, dispatch) {
    this.draw = draw;
    this.lines = lines;
    this.dispatch = dispatch;
    /**
     * The table on screen.
     * @type {Table | null}
     */
    this.shown = null;
    this.isOpen = true;
    /**
     * Draws the end of a deal; loaded while its cards are played.
     * @type {Scene["result"]}
     */
    this.result = null;
    /**
     * Draws the end of a session.
     * @type {Scene["ending"]}
     */
    this.ending = null;
    /**
     * Draws a table before its first deal.
     * @type {Scene["gathering"]}
     */
    this.gathering = null;
    /**
     * Draws the ledger beside the board of a wide window; loaded with the first finished deal.
     * @type {Scene["ledger"]}
     */
    this.ledger = null;
    /**
     * Guides a newcomer.
     * @type {Scene["guide"]}
     */
    this.guide = null;
    /** The deals of the session whose end has asked for the lines. */
    this.counted = 0;
    /** The deal that has asked for the lines of those before. */
    this.listed = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.drawing = undefined;
  }

  /** Take nothing more in: the table has been left, and the styles of parts that come now are not for the next page. */
  close() {
    this.isOpen = false;
    clearTimeout(this.drawing);
  }

  /**
   * Return what a scene is drawn with.
   * @param {string} stage of the table
   */
  at(stage) {
    const { result, ending, gathering, ledger } = this;
    const guide = isGuided() ? this.guide : null;
    return { result, ending: stage === "over" ? ending : null, gathering, ledger: hasPanels() ? ledger : null, guide };
  }

  /**
   * Keep the record of a deal that the person has played, if the browser does.
   * @param {Table & { view: FinishedView }} table
   */
  keep(table) {
    if (table.seat === null || table.own?.newcomer) return;
    part("me/collecting.js")
      .then(({ keepDeal }) => keepDeal(table))
      .catch(() => undefined);
    if (isGuided()) part("table/guide.js").then(({ finish }) => finish(table), ignore);
  }

  /**
   * Load what the scene on screen needs, or soon will, and draw again with it.
   * @param {Scene} scene
   */
  load(scene) {
    const { playing, view } = scene;
    const { stage, deal, seat } = scene.table;
    if (stage === "playing" && seat !== null && isGuided()) this.loadGuide(scene);
    if (seat !== null && settings.manners) this.loadManners(scene.table);
    if (!this.result && (hasEnded(playing, view) || view?.phase === "play")) {
      part("table/result.js").then((loaded) => ((this.result = loaded), this.draw()), this.again);
    }
    if (stage === "over" && this.counted !== deal) this.loadEnding(deal);
    if (stage === "playing" && deal > 1 && this.listed !== deal && hasPanels()) this.loadLedger(deal);
    if (stage === "gathering" && !this.gathering) {
      part("table/invitation.js").then(async (loaded) => {
        if (!this.isOpen) return;
        await loaded.ready();
        this.gathering = loaded;
        this.draw();
      }, this.again);
    }
  }

  /**
   * Let the guide take in what is on screen; without it, the deal can be played all the same.
   * @param {Scene} scene
   */
  loadGuide(scene) {
    if (this.guide) return this.guide.attend(scene);
    part("table/guide.js").then(async ({ Guide, ready }) => {
      if (!this.isOpen || this.guide) return;
      await ready();
      this.guide ??= new Guide(this.draw);
      this.draw();
    }, ignore);
  }

  /**
   * Let the bots speak, if they have something to say about what is new on screen.
   * @param {Table} table
   */
  loadManners(table) {
    const before = this.shown;
    this.shown = table;
    if (before === table || !table.seats.some(({ kind }) => kind === "bot")) return;
    part("game/manners.js").then(({ spoken }) => {
      for (const one of spoken(before, table)) this.dispatch({ kind: "spoken", ...one });
    }, ignore);
  }

  /** @param {number} deal */
  loadEnding(deal) {
    this.counted = deal;
    Promise.all([this.lines(), part("table/session-end.js")]).then(
      async ([, loaded]) => {
        if (!this.isOpen) return;
        await loaded.ready();
        this.ending = loaded;
        this.draw();
      },
      (error) => {
        this.counted = 0;
        this.again(error);
      },
    );
  }

  /** @param {number} deal */
  loadLedger(deal) {
    this.listed = deal;
    Promise.all([this.lines(), part("table/ledger.js")]).then(
      ([, loaded]) => {
        this.ledger = loaded;
        this.draw();
      },
      () => (this.listed = 0),
    );
  }

  /**
   * Try again soon to draw a part of the table that did not arrive, and say so meanwhile.
   * @param {unknown} error
   */
  again = (error) => {
    clearTimeout(this.drawing);
    this.drawing = setTimeout(this.draw, LATER);
    throw error;
  };
}

/**
 * Whether a deal has ended on screen.
 * @param {boolean} playing
 * @param {Scene["view"]} view
 */
export const hasEnded = (playing, view) => !playing && view?.phase === "done";

const ignore = () => undefined;

/** Whether the window has room for panels beside the board, as in side.css. */
const hasPanels = () => matchMedia("(min-width: 68.75em) and (min-height: 35em)").matches;
