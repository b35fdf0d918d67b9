/** The lesson in eight steps, and exercises in tactics: the learner answers, bids, discards and plays. */

import { fragment } from "../base/addresses.js";
import { html, lines, nothing, render, style } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { icon } from "../base/icons.js";
import { values } from "../base/loading.js";
import { HOME, at } from "../base/place.js";
import { teach } from "../cards/deck.js";
import { paymentSteps } from "../game/arithmetic.js";
import { outcome } from "../game/commentary.js";
import { Course, LESSON, TACTICS } from "../learn/course.js";
import { lessonTable, scale, suits } from "../learn/lesson-table.js";
import { pages } from "../learn/pages.js";
import { names } from "../learn/rivals.js";
import { openNew } from "../table/new-table.js";

/**
 * @import { FinishedView } from "../types.d.ts"
 * @import { Lesson, Progress } from "../learn/course.js"
 * @import { Verdict } from "../learn/judge.js"
 */

/** @type {Record<Verdict["verdict"] | "told", string>} */
const SIGNS = { right: "✓", refused: "✗", other: "↺", told: "→" };

export const places = [TACTICS];

/**
 * Show the lesson or, at `#tactics`, the exercises in tactics, at the step where the learner left it.
 * @param {HTMLElement} root
 */
export async function show(root) {
  const [lesson] = await Promise.all([values("learn/lesson.json"), style("table", "learn", "lesson")]);
  teach(true);
  const redraw = () => render(view(course), root);
  /** @param {string} place */
  const focusOn = (place) =>
    /** @type {HTMLElement | null} */ (root.querySelector(place))?.focus({ preventScroll: true });
  const name = fragment() === TACTICS ? TACTICS : LESSON;
  const course = new Course(name, /** @type {Lesson} */ (lesson), redraw, focusOn);
  course.begin(course.state.step);
  addEventListener("resize", redraw);
  return () => {
    removeEventListener("resize", redraw);
    teach(false);
  };
}

/**
 * @param {Course} course
 */
function view(course) {
  const { state, all } = course;
  const isTactics = course.name === TACTICS;
  const title = isTactics ? _("Tactics") : _("Learn Dobbm");
  return html`<main class="learn">
    <div class="table">
      <header class="bar">
        <a class="button icon" href=${HOME} aria-label=${_("Start page")}>${icon("back")}</a>
        <h1>${title}</h1>
        <span class="quiet">${_("Step {number} of {count}", { number: state.step + 1, count: all.length })}</span>
      </header>
      ${state.ended ? farewell(course) : [task(course), lessonTable(shown(course), picture(course))]}
    </div>
    <div class="ways">
      <nav class="row steps" aria-label=${_("Steps")}>
        <button ?disabled=${state.step === 0} @click=${() => course.begin(state.step - 1)}>${_("Back")}</button>
        ${
          course.isLastStep
            ? nothing
            : html`<button @click=${() => course.begin(state.step + 1)}>${_("Skip this step")}</button>`
        }
      </nav>
      <nav class="parts" aria-label=${title}>${all.map(({ title: name }, at) => peg(course, name, at))}</nav>
      ${pages(isTactics ? `/learn#${TACTICS}` : "/learn")}
    </div>
  </main>`;
}

/**
 * Render the question, and the reply to the last answer.
 * @param {Course} course
 */
function task(course) {
  return html`<section class="task">
    <h2 tabindex="-1">${course.step.title}</h2>
    <p>${course.asked}</p>
    ${course.state.reply ? reply(course, course.state.reply) : nothing}
  </section>`;
}

/**
 * @param {Course} course
 * @param {NonNullable<Progress["reply"]>} given
 */
function reply(course, { verdict, text }) {
  return html`<div class="reply ${verdict}">
    <p><b class="sign" aria-hidden="true">${SIGNS[verdict]}</b> ${text}</p>
    ${
      course.isOver
        ? html`<button class="primary go-on" @click=${() => course.next()}>${_("Next")}</button>`
        : html`<button class="icon again" aria-label=${_("Try again")} title=${_("Try again")}
          @click=${() => course.again()}>✕</button>`
    }
  </div>`;
}

/**
 * Return everything that the learner sees and may do at the table.
 * @param {Course} course
 */
function shown(course) {
  const { state, part, seen: view, act, choose } = course;
  const rests = state.resting || Boolean(view.result) || (part.kind === "card" && state.done);
  const refuse = () => act(state.chosen.join(" "));
  return { view, rests, over: course.isOver, names: part.kind === "pick", chosen: state.chosen, act, choose, refuse };
}

/**
 * Render the cards that are explained, in place of a table.
 * @param {Course} course
 */
const picture = ({ part }) => (part.shows === "suits" ? suits() : part.shows === "points" ? scale("L") : undefined);

/**
 * Render the peg of a step, which leads there.
 * @param {Course} course
 * @param {string} title
 * @param {number} at
 */
const peg = (course, title, at) => html`<button
  class=${course.progress.solved(at) ? "solved" : ""}
  aria-current=${at === course.state.step ? "step" : "false"}
  aria-label=${course.progress.solved(at) ? _("{title}, solved", { title }) : title}
  title=${title}
  @click=${() => course.begin(at)}
></button>`;

/** @param {Course} course */
function farewell(course) {
  const isTactics = course.name === TACTICS;
  return html`<section class="farewell">
    ${isTactics ? summary() : settlement(course)}
    <div class="row">
      <button class="primary" @click=${() => openNew({ bots: 3 })}>${_("Play now")}</button>
      ${
        isTactics
          ? nothing
          : html`<a class="button" href=${at("/learn#tactics")}>${_("Tactics")}</a>
        <button @click=${() => course.begin(course.state.step)}>${_("Play these tricks again")}</button>`
      }
      <button @click=${() => course.begin(0)}>${_("Start over")}</button>
    </div>
  </section>`;
}

/**
 * Render the result of the lesson's second deal.
 * @param {Course} course
 */
function settlement(course) {
  const end = /** @type {FinishedView} */ (course.seen);
  return html`<h2 tabindex="-1">${outcome(end, names())}</h2>
    ${lines(paymentSteps(end, names()))}
    <p>${_(
      "Exactly 60 points is eingestellt, a draw: nobody pays. All eight tricks are a Match, which earns nothing extra. A declarer who takes no trick has no points, not even those of the discards.",
    )}</p>
    <p>${_("You know the game now. How to win it is another matter: go on to the tactics below.")}</p>`;
}

/** Name the source of the tactics. */
const summary = () => html`<h2 tabindex="-1">${_("All exercises done")}</h2>
  <p>${_(
    "The advice is that of John McLeod (pagat.com), who saw the game played. The deals are ours, and where points are named, they are exact: what the declarer gets if everybody sees all cards and plays best.",
  )}</p>`;
