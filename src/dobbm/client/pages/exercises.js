/**
 * Exercises without end: decisions from games of bots, each with one answer, chosen near the person's rating; between
 * them, the person's own mistakes.
 */

import { fragment } from "../base/addresses.js";
import { announce, html, nothing, notify, render, style } from "../base/dom.js";
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
import { today } from "../me/days.js";
import { loadDeals } from "../me/deals.js";
import { earlier } from "../me/earlier-tricks.js";
import { answerText, dueText, question, reasonText, themeText, titles } from "../me/exercise-texts.js";
import { isRight, KINDS, unpacked } from "../me/exercises.js";
import { keepReturn, ownExercises } from "../me/mistakes.js";
import { keepAnswer, nextRow, training } from "../me/training.js";
import { unkeptText } from "../me/unkept.js";

/**
 * @import { On } from "../base/dom.js"
 * @import { View } from "../schema.d.ts"
 * @import { Collection, Exercise, Row } from "../me/exercises.js"
 * @import { OwnExercise } from "../me/own-exercise.js"
 */

/** The kind of a person's own mistakes. */
const OWN = "mistakes";
/** @type {string[]} */
export const places = [OWN, ...KINDS];

const dress = () => style("table", "learn", "lesson", "exercises");

/**
 * Show the exercises.
 * @param {HTMLElement} root
 */
export async function show(root) {
  const own = loadDeals().then((deals) => ownExercises(deals, today()));
  // A browser that keeps no deals has no mistakes.
  const [collection, due] = await Promise.all([values("me/exercises.json"), own.catch(() => []), dress()]);
  teach(true);
  const page = new ExercisesPage(root, /** @type {Collection} */ (collection), due);
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
   * @param {OwnExercise[]} due the person's mistakes that come back today
   */
  constructor(root, collection, due) {
    this.root = root;
    this.collection = collection;
    this.due = due;
    this.isOpen = true;
    this.redraw = () => this.isOpen && render(this.drawn(), root);
    this.act = this.act.bind(this);
    this.choose = this.choose.bind(this);
    const asked = fragment();
    this.kind = places.includes(asked) && (asked !== OWN || due.length) ? asked : "";
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

  /** Take the next exercise of the kind chosen; after the last mistake, one of any kind. */
  take() {
    const own = this.kind === OWN ? this.due[0] : undefined;
    if (!own && this.kind === OWN) this.kind = "";
    const last = this.row?.[0];
    this.row = own
      ? undefined
      : (nextRow(this.collection, this.now, this.kind, Math.random(), last) ?? this.collection.exercises[0]);
    /** @type {Exercise & Partial<OwnExercise>} */
    this.exercise = own ?? unpacked(this.collection, /** @type {Row} */ (this.row));
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
    announce(`${this.title()}. ${question(this.view, names())}`);
  }

  title() {
    return this.exercise.own ? _("One of your mistakes") : titles()[this.exercise.kind];
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
      this.keep(isRight(this.exercise, action));
      announce(this.verdict());
    }
    this.redraw();
    this.focusOn(".go-on");
  }

  /** @param {boolean} right */
  keep(right) {
    if (this.row) this.now = keepAnswer(this.row, right);
    else {
      const own = /** @type {OwnExercise} */ (this.due.shift());
      keepReturn(own, right, today()).catch(() => notify(unkeptText()));
    }
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
    const { theme: name, reason } = this.exercise;
    const theme = name ? themeText(name) : reason ? reasonText(reason, names()) : "";
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
    const record = { rules: { preset: "pagat" }, must: false, ...this.exercise.record, players: 4, meta: {} };
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
      <h2 tabindex="-1">${this.title()}</h2>
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
    const turnTo = (/** @type {string} */ kind) => {
      this.kind = kind;
      this.next();
    };
    const change = (/** @type {On<HTMLSelectElement>} */ event) => turnTo(event.target.value);
    const due = this.due.length;
    const own = this.kind === OWN || due;
    const done = _("{right} of {answered} right · rating {rating}", {
      right: number(right),
      answered: number(answered),
      rating: number(Math.round(rating.rating)),
    });
    return html`<div class="row kinds">
      <select aria-label=${_("Kind of exercise")} @change=${change}>
        <option value="">${_("All kinds")}</option>
        ${own ? html`<option value=${OWN} ?selected=${this.kind === OWN}>${_("Your mistakes")}</option>` : nothing}
        ${KINDS.map((kind) => html`<option value=${kind} ?selected=${kind === this.kind}>${titles()[kind]}</option>`)}
      </select>
      ${this.kind !== OWN && answered ? html`<small class="quiet">${done}</small>` : nothing}
      ${this.kind !== OWN && due ? html`<button @click=${() => turnTo(OWN)}>${dueText(due)}</button>` : nothing}
      ${earlier(this.view, names())}
    </div>`;
  }
}
