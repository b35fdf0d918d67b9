/** A course: the steps of the lesson or of the tactics, with the learner's answers and where they lead. */

import { announce } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { settings } from "../base/settings.js";
import { toggled } from "../game/reasons.js";
import { takenTricks, trickOnTable } from "../game/tricks.js";
import { judge, refusal, viewAfter } from "./judge.js";
import { taken, trickText, wordsAfter } from "./lesson-table.js";
import { progressIn } from "./progress.js";
import { renamed } from "./rivals.js";
import { steps } from "./steps.js";
import { tactics } from "./tactics.js";

/**
 * @import { View } from "../schema.d.ts"
 * @import { TakenTrick } from "../types.d.ts"
 * @import { Moment, Verdict } from "./judge.js"
 */

/**
 * The learner's progress in a part: the view `after` the right action, and the reply to the last one, with the verdict
 * "told" where nothing is judged. After the last part, the course has `ended`.
 * @typedef {{
 *   done: boolean,
 *   ended: boolean,
 *   after: View | null,
 *   resting: boolean,
 *   reply: { verdict: Verdict["verdict"] | "told", text: string } | null,
 *   chosen: string[],
 *   played: string[],
 * }} Progress
 */

/**
 * The contents of `lesson.json`: the scenes, and the views of the last tricks by the cards played.
 * @typedef {{ scenes: { [name: string]: Moment }, ending: { [played: string]: View } }} Lesson
 */

export const LESSON = "lesson";
export const TACTICS = "tactics";

export class Course {
  /**
   * @param {string} name `LESSON` or `TACTICS`
   * @param {Lesson} lesson
   * @param {() => void} redraw
   * @param {(place: string) => void} focusOn
   */
  constructor(name, { scenes, ending }, redraw, focusOn) {
    this.name = name;
    this.scenes = scenes;
    this.ending = ending;
    this.redraw = redraw;
    this.focusOn = focusOn;
    this.all = name === TACTICS ? tactics() : steps();
    this.progress = progressIn(name, this.all.length);
    this.state = { step: this.progress.step(), part: 0, ...untouched() };
    this.act = this.act.bind(this);
    this.choose = this.choose.bind(this);
  }

  get step() {
    return this.all[this.state.step];
  }

  get part() {
    return this.step.parts[this.state.part];
  }

  get asked() {
    return renamed(this.part.ask, settings.name);
  }

  get scene() {
    return this.scenes[this.part.scene ?? ""];
  }

  get isLastStep() {
    return this.state.step === this.all.length - 1;
  }

  get isLastPart() {
    return this.state.part === this.step.parts.length - 1;
  }

  /** Whether the part, or its trick, is over. */
  get isOver() {
    return this.state.done || this.state.resting;
  }

  /** The view on screen; in the ending it depends on the cards played so far. */
  get seen() {
    if (this.part.kind === "ending") return this.ending[this.state.played.join(" ")];
    return this.state.after ?? this.scene.view;
  }

  /**
   * @param {number} at
   * @param {number} [inStep]
   */
  begin(at, inStep = 0) {
    Object.assign(this.state, { step: at, part: inStep }, untouched());
    if (this.part.kind === "try") this.state.chosen = this.scene.tried?.split(" ") ?? [];
    this.progress.reach(at);
    this.redraw();
    announce(`${this.step.title}. ${this.asked}`);
  }

  /** Go on after a right answer: with the next trick, part or step, or to the end of the course. */
  next() {
    const { state } = this;
    if (state.resting) return this.nextTrick();
    if (!this.isLastPart) this.begin(state.step, state.part + 1);
    else if (!this.isLastStep) this.begin(state.step + 1);
    else {
      state.ended = true;
      this.progress.reach(0);
      this.redraw();
    }
    scrollTo(0, 0);
    this.focusOn("h2");
  }

  nextTrick() {
    Object.assign(this.state, { resting: false, reply: null });
    const trick = trickOnTable(this.seen);
    announce(trick ? trickText(trick) : _("You lead"));
    this.redraw();
    this.focusOn(".hand button");
  }

  /** Take the reply away, which may cover the question. */
  again() {
    this.state.reply = null;
    this.redraw();
    this.focusOn(".calls button, .hand button");
  }

  /** @param {string} action */
  act(action) {
    const { part, scene, state } = this;
    if (part.kind === "ending") return this.playOn(action);
    const { verdict, text } = judge(part, scene, action);
    this.respond(verdict, text);
    if (verdict === "right") {
      this.done();
      const after = viewAfter(scene, action);
      if (part.kind === "word" && after) state.after = wordsAfter(scene.view, after);
      if (part.kind === "card" || part.kind === "discards") state.after = after ?? null;
      if (part.kind === "card") announceTrick(lastTrick(this.seen));
    }
    this.answered();
  }

  /** @param {string | null} card null if the hand was only rearranged */
  choose(card) {
    const { kind } = this.part;
    if (card === null || this.isOver || kind === "word") return this.redraw();
    if (kind !== "discards" && kind !== "try") return this.act(card);
    // The reply was about other cards.
    this.state.reply = null;
    this.state.chosen = toggled(this.state.chosen, card, (reason) => this.respond("refused", reason));
    this.answered();
  }

  /**
   * Play a card of the last tricks.
   * @param {string} card
   */
  playOn(card) {
    const { state, part } = this;
    const reason = refusal(this.seen, card);
    if (reason) this.respond("refused", reason);
    else {
      state.played.push(card);
      const { result } = this.seen;
      state.resting = !result;
      announceTrick(lastTrick(this.seen));
      if (!result) state.reply = { verdict: "told", text: taken(lastTrick(this.seen)) };
      else {
        this.done();
        const won = result.outcome === "won";
        this.respond(won ? "right" : "other", (won ? part.won : part.lost) ?? "");
      }
    }
    this.answered();
  }

  done() {
    this.state.done = true;
    if (this.isLastPart) this.progress.solve(this.state.step);
  }

  /** Draw the reply, and move the focus to where the lesson continues; after a wrong answer it stays. */
  answered() {
    this.redraw();
    this.focusOn(".go-on");
    document.querySelector(".learn .reply")?.scrollIntoView({ block: "nearest" });
  }

  /**
   * @param {Verdict["verdict"]} verdict
   * @param {string} text
   */
  respond(verdict, text) {
    this.state.reply = { verdict, text: renamed(text, settings.name) };
    announce(this.state.reply.text);
  }
}

/**
 * Announce what sighted learners see: the cards of a trick, and who took it.
 * @param {TakenTrick} trick
 */
const announceTrick = (trick) => [trickText(trick), taken(trick)].forEach(announce);

/** @returns {Progress} */
const untouched = () => ({
  done: false,
  ended: false,
  after: null,
  resting: false,
  reply: null,
  chosen: [],
  played: [],
});

/** @param {View} view */
const lastTrick = (view) => /** @type {TakenTrick} */ (takenTricks(view).at(-1));
