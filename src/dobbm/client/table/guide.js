/** Guides a newcomer through the first deals: says what is met, and what the adviser would do, beside each decision. */

import { addStyle, announce, html, nothing } from "../base/dom.js";
import { _, joinSentences, list } from "../base/i18n.js";
import { icon } from "../base/icons.js";
import { changeSettings, settings } from "../base/settings.js";
import { canThink } from "../base/thinking.js";
import { cardName } from "../cards/deck.js";
import { worded } from "../game/advice.js";
import { bidText, captionText, explained } from "../game/captions.js";
import { isOnTurn } from "../game/seats.js";
import { stepWith, words } from "../game/words.js";
import { isPractice, named, winsText } from "./hints.js";

/**
 * @import { Advice, Table, View } from "../schema.d.ts"
 * @import { Scene } from "../types.d.ts"
 */

/** The caption that lies beside the places for the discard, where there is room. */
const SUM = "sum";

/** Load what this module draws with. */
export const ready = () => addStyle("guide");

/**
 * Note that a deal has been explained to its end.
 * @param {Table} table
 */
export function finish(table) {
  const deal = dealIn(table);
  changeSettings(({ guided }) => (guided && !guided.includes(deal) ? { guided: [...guided, deal] } : {}));
}

export class Guide {
  /** @param {() => void} draw draws the table */
  constructor(draw) {
    this.draw = draw;
    /** The deal at hand, and what has been explained in it. */
    this.deal = "";
    /** @type {Set<string>} */
    this.said = new Set();
    /** The decision at hand, and what is explained there. */
    this.decision = "";
    this.name = "";
    /**
     * The choice of the adviser there, once it is known.
     * @type {Advice | null}
     */
    this.advice = null;
  }

  /**
   * Take in what is on screen: a new decision is explained aloud once, and the adviser is asked.
   * @param {Scene} scene
   */
  attend(scene) {
    const { table, view, names, chosen } = scene;
    if (!view || !decides(scene)) return;
    const [deal, decision] = [dealIn(table), decisionIn(scene)];
    if (decision === this.decision) return;
    if (deal !== this.deal) [this.deal, this.said] = [deal, new Set()];
    this.decision = decision;
    this.advice = null;
    this.name = explained(view, before(deal), this.said);
    this.said.add(this.name);
    if (this.name) announce(joinSentences([captionText(this.name, view, names, chosen), bidText(view)]));
    if (isPractice(table) && canThink()) this.ask(scene, view);
    this.draw();
  }

  /**
   * @param {Scene} scene
   * @param {View} view
   */
  ask({ table, names, hint }, view) {
    const { decision } = this;
    hint().then(
      ({ turn, hints: [best] }) => {
        if (turn !== table.turn || decision !== this.decision || !best) return;
        this.advice = best;
        announce(joinSentences([`${_("Hint")}: ${spoken(best.action, view)}. `, adviceText(best, names)]));
        this.draw();
      },
      // The person has the button for hints, which says what is wrong.
      () => undefined,
    );
  }

  /**
   * Render the note beside a decision; screen readers have heard it.
   * @param {Scene} scene
   */
  note(scene) {
    const { advice } = this;
    const caption = this.caption(scene);
    if (!this.isAt(scene) || (caption === nothing && !advice)) return nothing;
    return html`<div class="guide" aria-hidden="true">${caption}${advice ? adviser(advice, scene) : nothing}</div>`;
  }

  /**
   * Render the sum of the discards, above their places.
   * @param {Scene} scene
   */
  sum(scene) {
    if (!this.isAt(scene) || this.name !== SUM) return nothing;
    return html`<div class="guide" aria-hidden="true">${this.caption(scene)}</div>`;
  }

  /** @param {Scene} scene */
  caption({ view, names, chosen }) {
    if (!view || !this.name) return nothing;
    const rule = bidText(view);
    return html`<p class=${this.name === SUM ? "sum" : ""}>${captionText(this.name, view, names, chosen)}${
      rule && html` <span class="thumb">${rule}</span>`
    }</p>`;
  }

  /**
   * Whether a scene has the decision that has been explained.
   * @param {Scene} scene
   */
  isAt(scene) {
    return decides(scene) && this.decision === decisionIn(scene);
  }
}

/**
 * @param {Advice} advice
 * @param {Scene} scene
 */
const adviser = (advice, { view, names }) =>
  html`<p class="adviser">${icon("hint")} <b>${
    view && named(advice.action, view)
  }</b> <span>${adviceText(advice, names)}</span></p>`;

/**
 * The decision in a scene, among all of the table.
 * @param {Scene} scene
 */
const decisionIn = ({ table }) => `${dealIn(table)} ${table.turn}`;

/** @param {Table} table */
const dealIn = ({ table, deal }) => `${table}-${deal}`;

/**
 * Whether the person decides something on screen, with a guide.
 * @param {Scene} scene
 */
const decides = ({ table, playing, restingTrick }) => playing && !restingTrick && isOnTurn(table);

/**
 * The number of deals that have been explained before this one.
 * @param {string} deal
 */
const before = (deal) => (settings.guided ?? []).filter((one) => one !== deal).length;

/**
 * @param {Advice} advice
 * @param {string[]} names
 */
const adviceText = ({ wins, reason }, names) =>
  [wins === null ? "" : winsText(wins), worded(reason, names)].filter(Boolean).join(" · ");

/**
 * @param {string} action
 * @param {View} view
 */
const spoken = (action, view) =>
  view.phase === "play" || view.phase === "exchange"
    ? list(action.split(" ").map(cardName))
    : words(stepWith(view, action));
