/** Exercises without end: decisions from games of bots, each with one answer, chosen near the person's rating. */

import { announce, html, nothing, render, style } from "../base/dom.js";
import { _, joinSentences, number } from "../base/i18n.js";
import { icon } from "../base/icons.js";
import { part, values } from "../base/loading.js";
import { HOME } from "../base/place.js";
import { teach } from "../cards/deck.js";
import { botPortrait } from "../game/characters.js";
import { viewToAct } from "../game/position.js";
import { toggled } from "../game/reasons.js";
import { refusal } from "../learn/judge.js";
import { lessonTable } from "../learn/lesson-table.js";
import { pages } from "../learn/pages.js";
import { names } from "../learn/rivals.js";
import { ownPortrait } from "../table/face.js";
import { answerText, question, themeText, titles } from "../me/exercise-texts.js";
import { isRight, KINDS, unpacked } from "../me/exercises.js";
import { keepAnswer, nextRow, training } from "../me/training.js";

/**
 * @import { On } from "../base/dom.js"
 * @import { View } from "../schema.d.ts"
 * @import { Collection, Exercise, Row } from "../me/exercises.js"
 */

const dress = () => style("table", "learn", "lesson", "exercises");

/**
 * Show the exercises.
 * @param {HTMLElement} root
 */
export async function show(root) {
  const [collection] = await Promise.all([values("me/exercises.json"), style("table", "learn", "lesson", "exercises")]);
  teach(true);
  const page = new ExercisesPage(root, /** @type {Collection} */ (collection));
  page.begin();
  addEventListener("resize", page.redraw);
  return () => {
    removeEventListener("resize", page.redraw);
    teach(false);
    page.leave();
  };
}

class ExercisesPage {
  /**
   * @param {HTMLElement} root
   * @param {Collection} collection
   */
  constructor(root, collection) {
    this.root = root;
    this.collection = collection;
    this.isOpen = true;
    this.redraw = () => this.isOpen && render(this.drawn(), root);
    this.act = this.act.bind(this);
    this.choose = this.choose.bind(this);
    this.kind = "";
    this.now = training();
    /** @type {{ draw: () => unknown, leave: () => void } | null} */
    this.deal = null;
    /** @type {Row | undefined} */
    this.row = undefined;
    this.take();
  }

  leave() {
    this.isOpen = false;
    this.deal?.leave();
  }

  /** Take the next exercise of the kind chosen. */
  take() {
    const last = this.row?.[0];
    this.row = nextRow(this.collection, this.now, this.kind, Math.random(), last) ?? this.collection.exercises[0];
    /** @type {Exercise} */
    this.exercise = unpacked(this.collection, this.row);
    /** @type {View} */
    this.view = viewToAct(this.exercise.record);
    /** @type {string[]} */
    this.chosen = [];
    /** @type {string | null} */
    this.given = null;
    /** @type {string} */
    this.refused = "";
  }

  begin() {
    this.redraw();
    announce(`${titles()[this.exercise.kind]}. ${question(this.view, names())}`);
  }

  next() {
    this.take();
    this.begin();
    scrollTo(0, 0);
    this.focusOn("h2");
  }

  /** @param {string} place */
  focusOn(place) {
    /** @type {HTMLElement | null} */ (this.root.querySelector(place))?.focus({ preventScroll: true });
  }

  /** @param {string} action */
  act(action) {
    if (this.given !== null) return;
    this.refused = refusal(this.view, action) ?? "";
    if (this.refused) announce(this.refused);
    else {
      this.given = action;
      this.now = keepAnswer(/** @type {Row} */ (this.row), isRight(this.exercise, action));
      announce(this.verdict());
    }
    this.redraw();
    this.focusOn(".go-on");
  }

  /** @param {string | null} card null if the hand was only rearranged */
  choose(card) {
    if (card === null || this.given !== null) return this.redraw();
    if (this.view.phase === "play") return this.act(card);
    if (this.view.phase !== "exchange") return this.redraw();
    this.refused = "";
    this.chosen = toggled(this.chosen, card, (reason) => {
      this.refused = reason;
    });
    this.redraw();
  }

  /** The reply to the person's answer. */
  verdict() {
    const theme = themeText(this.exercise.theme);
    if (isRight(this.exercise, this.given ?? "")) return joinSentences([_("Right."), theme]);
    const answer = answerText(this.view, this.exercise);
    return joinSentences([_("Better: {answer}.", { answer }), theme]);
  }

  async look() {
    const { showValues } = await part("me/exercise-values.js");
    if (!(await showValues(this.exercise, this.view, this.given ?? "", names()))) return;
    const { openDeal } = await part("me/exercise-deal.js");
    const portraits = names().map((name, seat) => (seat === 0 ? ownPortrait() : botPortrait(name)));
    const back = async () => {
      await dress();
      this.deal = null;
      this.redraw();
      this.focusOn(".go-on");
    };
    const record = { ...this.exercise.record, rules: { preset: "pagat" }, players: 4, must: false, meta: {} };
    this.deal = await openDeal({ view: this.view, record, names: names(), portraits }, this.redraw, back);
    this.redraw();
    scrollTo(0, 0);
  }

  drawn() {
    if (this.deal) {
      return html`<main class="replay exercise-deal">
        <header class="topbar"><h1>${_("The deal of the exercise")}</h1></header>
        ${this.deal.draw()}
      </main>`;
    }
    const { view, given, chosen, act, choose } = this;
    const refuse = () => act(chosen.join(" "));
    return html`<main class="learn exercises">
      <div class="table">
        <header class="bar">
          <a class="button icon" href=${HOME} aria-label=${_("Start page")}>${icon("back")}</a>
          <h1>${_("Exercises")}</h1>
        </header>
        ${this.task()}
        ${lessonTable({ view, rests: false, over: given !== null, names: false, chosen, act, choose, refuse })}
      </div>
      <div class="ways">${pages("/exercises")}</div>
    </main>`;
  }

  /** Render the question, and the reply to the answer. */
  task() {
    return html`<section class="task">
      <h2 tabindex="-1">${titles()[this.exercise.kind]}</h2>
      <p>${question(this.view, names())}</p>
      ${this.choice()} ${this.given === null ? this.refusal() : this.reply()}
    </section>`;
  }

  refusal() {
    if (!this.refused) return nothing;
    const away = () => {
      this.refused = "";
      this.redraw();
    };
    return html`<div class="reply refused">
      <p><b class="sign" aria-hidden="true">✗</b> ${this.refused}</p>
      <button class="icon again" aria-label=${_("Try again")} title=${_("Try again")} @click=${away}>✕</button>
    </div>`;
  }

  reply() {
    const right = isRight(this.exercise, this.given ?? "");
    return html`<div class="reply ${right ? "right" : "other"}">
      <p><b class="sign" aria-hidden="true">${right ? "✓" : "↺"}</b> ${this.verdict()}</p>
      <div class="after">
        <button @click=${() => this.look()}>${_("Why?")}</button>
        <button class="primary go-on" @click=${() => this.next()}>${_("Next")}</button>
      </div>
    </div>`;
  }

  /** Render the choice of a kind, and how the person has done so far. */
  choice() {
    const { answered, right, rating } = this.now;
    const change = (/** @type {On<HTMLSelectElement>} */ event) => {
      this.kind = event.target.value;
      this.next();
    };
    const done = _("{right} of {answered} right · rating {rating}", {
      right: number(right),
      answered: number(answered),
      rating: number(Math.round(rating.rating)),
    });
    return html`<div class="row kinds">
      <select aria-label=${_("Kind of exercise")} @change=${change}>
        <option value="">${_("All kinds")}</option>
        ${KINDS.map((kind) => html`<option value=${kind} ?selected=${kind === this.kind}>${titles()[kind]}</option>`)}
      </select>
      ${answered ? html`<small class="quiet">${done}</small>` : nothing}
    </div>`;
  }
}
