/** The lesson in eight steps, and exercises in tactics: the learner answers, bids, discards and plays. */

import { fragment } from "../base/addresses.js";
import { announce, html, lines, nothing, render, style } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { icon } from "../base/icons.js";
import { values } from "../base/loading.js";
import { settings } from "../base/settings.js";
import { teach } from "../cards/deck.js";
import { paymentSteps } from "../game/arithmetic.js";
import { outcome } from "../game/commentary.js";
import { toggled } from "../game/reasons.js";
import { takenTricks, trickOnTable } from "../game/tricks.js";
import { judge, refusal, viewAfter } from "../learn/judge.js";
import { lessonTable, scale, suits, taken, trickText, wordsAfter } from "../learn/lesson-table.js";
import { pages } from "../learn/pages.js";
import { progressIn } from "../learn/progress.js";
import { names, renamed } from "../learn/rivals.js";
import { steps } from "../learn/steps.js";
import { tactics } from "../learn/tactics.js";
import { openNew } from "../table/new-table.js";

/**
 * @import { View } from "../schema.d.ts"
 * @import { FinishedView, Scene, TakenTrick } from "../types.d.ts"
 * @import { Moment, Verdict } from "../learn/judge.js"
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

const LESSON = "lesson";
const TACTICS = "tactics";

/**
 * Show the lesson or, at `#tactics`, the exercises in tactics, at the step where the learner left it.
 * @param {HTMLElement} root
 */
export async function show(root) {
  const [lesson] = await Promise.all([values("learn/lesson.json"), style("table", "learn", "lesson")]);
  const { scenes, ending } = /** @type {Lesson} */ (lesson);
  teach(true);
  const course = fragment() === TACTICS ? TACTICS : LESSON;
  const all = course === TACTICS ? tactics() : steps();
  const progress = progressIn(course, all.length);
  const state = { step: progress.step(), part: 0, ...untouched() };

  const redraw = () => render(view(), root);
  /** @param {string} place */
  const focusOn = (place) =>
    /** @type {HTMLElement | null} */ (root.querySelector(place))?.focus({ preventScroll: true });
  const step = () => all[state.step];
  const part = () => step().parts[state.part];
  const asked = () => renamed(part().ask, settings.name);
  const scene = () => scenes[part().scene ?? ""];
  const isLastPart = () => state.part === step().parts.length - 1;
  const isLastStep = () => state.step === all.length - 1;
  const isOver = () => state.done || state.resting;
  /** The view on screen; in the ending it depends on the cards played so far. */
  const seen = () => {
    if (part().kind === "ending") return ending[state.played.join(" ")];
    return state.after ?? scene().view;
  };

  /**
   * @param {number} at
   * @param {number} [inStep]
   */
  function begin(at, inStep = 0) {
    Object.assign(state, { step: at, part: inStep }, untouched());
    if (part().kind === "try") state.chosen = scene().tried?.split(" ") ?? [];
    progress.reach(at);
    redraw();
    announce(`${step().title}. ${asked()}`);
  }

  /** Go on after a right answer: with the next trick, part or step, or to the end of the course. */
  function next() {
    if (state.resting) return nextTrick();
    if (!isLastPart()) begin(state.step, state.part + 1);
    else if (!isLastStep()) begin(state.step + 1);
    else {
      state.ended = true;
      progress.reach(0);
      redraw();
    }
    scrollTo(0, 0);
    focusOn("h2");
  }

  /** @param {string} action */
  function act(action) {
    if (part().kind === "ending") return playOn(action);
    const { kind } = part();
    const { verdict, text } = judge(part(), scene(), action);
    respond(verdict, text);
    if (verdict === "right") {
      done();
      const after = viewAfter(scene(), action);
      if (kind === "word" && after) state.after = wordsAfter(scene().view, after);
      if (kind === "card" || kind === "discards") state.after = after ?? null;
      if (kind === "card") announceTrick(lastTrick(seen()));
    }
    answered();
  }

  function done() {
    state.done = true;
    if (isLastPart()) progress.solve(state.step);
  }

  /** Draw the reply, and move the focus to where the lesson continues; after a wrong answer it stays. */
  function answered() {
    redraw();
    focusOn(".go-on");
    root.querySelector(".reply")?.scrollIntoView({ block: "nearest" });
  }

  /** @type {Scene["choose"]} */
  function choose(card) {
    const { kind } = part();
    if (card === null || isOver() || kind === "word") return redraw();
    if (kind !== "discards" && kind !== "try") return act(card);
    // The reply was about other cards.
    state.reply = null;
    state.chosen = toggled(state.chosen, card, (reason) => respond("refused", reason));
    answered();
  }

  /** @param {string} card */
  function playOn(card) {
    const reason = refusal(seen(), card);
    if (reason) respond("refused", reason);
    else {
      state.played.push(card);
      const { result } = seen();
      state.resting = !result;
      announceTrick(lastTrick(seen()));
      if (!result) state.reply = { verdict: "told", text: taken(lastTrick(seen())) };
      else {
        done();
        const won = result.outcome === "won";
        respond(won ? "right" : "other", (won ? part().won : part().lost) ?? "");
      }
    }
    answered();
  }

  function nextTrick() {
    Object.assign(state, { resting: false, reply: null });
    const trick = trickOnTable(seen());
    announce(trick ? trickText(trick) : _("You lead"));
    redraw();
    focusOn(".hand button");
  }

  /** Take the reply away, which may cover the question. */
  function again() {
    state.reply = null;
    redraw();
    focusOn(".calls button, .hand button");
  }

  /**
   * @param {Verdict["verdict"]} verdict
   * @param {string} text
   */
  function respond(verdict, text) {
    state.reply = { verdict, text: renamed(text, settings.name) };
    announce(state.reply.text);
  }

  /**
   * Announce what sighted learners see: the cards of a trick, and who took it.
   * @param {TakenTrick} trick
   */
  const announceTrick = (trick) => [trickText(trick), taken(trick)].forEach(announce);

  const play = () => openNew({ bots: 3 });

  function view() {
    const title = course === TACTICS ? _("Tactics") : _("Learn Dobbm");
    return html`<main class="learn">
      <div class="table">
        <header class="bar">
          <a class="button icon" href="/" aria-label=${_("Start page")}>${icon("back")}</a>
          <h1>${title}</h1>
          <span class="quiet">${_("Step {number} of {count}", { number: state.step + 1, count: all.length })}</span>
        </header>
        ${state.ended ? farewell() : [task(), lessonTable(shown(), picture())]}
      </div>
      <div class="ways">
        <nav class="row steps" aria-label=${_("Steps")}>
          <button ?disabled=${state.step === 0} @click=${() => begin(state.step - 1)}>${_("Back")}</button>
          ${
            isLastStep() ? nothing : html`<button @click=${() => begin(state.step + 1)}>${_("Skip this step")}</button>`
          }
        </nav>
        <nav class="parts" aria-label=${title}>${all.map(({ title: name }, at) => peg(name, at))}</nav>
        ${pages(course === TACTICS ? `/learn#${TACTICS}` : "/learn")}
      </div>
    </main>`;
  }

  /** Render the question, and the reply to the last answer. */
  function task() {
    return html`<section class="task">
      <h2 tabindex="-1">${step().title}</h2>
      <p>${asked()}</p>
      ${state.reply ? reply(state.reply) : nothing}
    </section>`;
  }

  /** @param {NonNullable<Progress["reply"]>} given */
  function reply({ verdict, text }) {
    return html`<div class="reply ${verdict}">
      <p><b class="sign" aria-hidden="true">${SIGNS[verdict]}</b> ${text}</p>
      ${
        isOver()
          ? html`<button class="primary go-on" @click=${next}>${_("Next")}</button>`
          : html`<button class="icon again" aria-label=${_("Try again")} title=${_("Try again")}
            @click=${again}>✕</button>`
      }
    </div>`;
  }

  /** Return everything that the learner sees and may do at the table. */
  function shown() {
    const view = seen();
    const rests = state.resting || Boolean(view.result) || (part().kind === "card" && state.done);
    const refuse = () => act(state.chosen.join(" "));
    return { view, rests, over: isOver(), names: part().kind === "pick", chosen: state.chosen, act, choose, refuse };
  }

  /** The cards that are explained, in place of a table. */
  const picture = () => (part().shows === "suits" ? suits() : part().shows === "points" ? scale("L") : undefined);

  /**
   * Render the peg of a step, which leads there.
   * @param {string} title
   * @param {number} at
   */
  const peg = (title, at) => html`<button
    class=${progress.solved(at) ? "solved" : ""}
    aria-current=${at === state.step ? "step" : "false"}
    aria-label=${progress.solved(at) ? _("{title}, solved", { title }) : title}
    title=${title}
    @click=${() => begin(at)}
  ></button>`;

  function farewell() {
    return html`<section class="farewell">
      ${course === TACTICS ? summary() : settlement()}
      <div class="row">
        <button class="primary" @click=${play}>${_("Play now")}</button>
        ${
          course === TACTICS
            ? nothing
            : html`<a class="button" href="/learn#tactics">${_("Tactics")}</a>
          <button @click=${() => begin(state.step)}>${_("Play these tricks again")}</button>`
        }
        <button @click=${() => begin(0)}>${_("Start over")}</button>
      </div>
    </section>`;
  }

  /** Render the result of the lesson's second deal. */
  function settlement() {
    const end = /** @type {FinishedView} */ (seen());
    return html`<h2 tabindex="-1">${outcome(end, names())}</h2>
      ${lines(paymentSteps(end, names()))}
      <p>${_("Exactly 60 points is eingestellt, a draw: nobody pays. All eight tricks are a Match, which earns nothing extra. A declarer who takes no trick has no points, not even those of the discards.")}</p>
      <p>${_("You know the game now. How to win it is another matter: go on to the tactics below.")}</p>`;
  }

  /** Name the source of the tactics. */
  const summary = () => html`<h2 tabindex="-1">${_("All exercises done")}</h2>
    <p>${_("The advice is that of John McLeod (pagat.com), who saw the game played. The deals are ours, and where points are named, they are exact: what the declarer gets if everybody sees all cards and plays best.")}</p>`;

  begin(state.step);
  addEventListener("resize", redraw);
  return () => {
    removeEventListener("resize", redraw);
    teach(false);
  };
}

/** @type {Record<Verdict["verdict"] | "told", string>} */
const SIGNS = { right: "✓", refused: "✗", other: "↺", told: "→" };

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
