/** The lesson in eight steps, and exercises in tactics: the learner answers, bids, discards and plays. */

import { fragment } from "../base/addresses.js";
import { openTable } from "../base/api.js";
import { whole } from "../base/checks.js";
import { announce, html, lines, nothing, notify, render, style } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { icon } from "../base/icons.js";
import { settings, rememberTable } from "../base/settings.js";
import { read, write } from "../base/storage.js";
import { go } from "../base/router.js";
import { teach } from "../cards/deck.js";
import { paymentSteps } from "../game/arithmetic.js";
import { outcome } from "../game/commentary.js";
import { takenTricks, trickOnTable } from "../game/tricks.js";
import { judge, refusal, viewAfter } from "../learn/judge.js";
import { pages } from "../learn/pages.js";
import { names, renamed } from "../learn/rivals.js";
import { steps } from "../learn/steps.js";
import { tactics } from "../learn/tactics.js";
import { felt, hand, scale, speech, suits, taken, trickText } from "../learn/lesson-table.js";

/**
 * @import { ApiError } from "../base/api.js"
 * @import { View } from "../schema.d.ts"
 * @import { FinishedView, TakenTrick } from "../types.d.ts"
 * @import { Moment, Verdict } from "../learn/judge.js"
 */

/**
 * The learner's progress in a part: the view `after` the right action, and the reply to the last one, with the verdict
 * "told" where nothing is judged.
 * @typedef {{
 *   done: boolean,
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
  const [answer] = await Promise.all([fetch(new URL("../learn/lesson.json", import.meta.url)), style("learn")]);
  const { scenes, ending } = /** @type {Lesson} */ (await answer.json());
  teach(true);
  const course = fragment() === TACTICS ? TACTICS : LESSON;
  const key = `dobbm.${course}`;
  const all = course === TACTICS ? tactics() : steps();
  const state = { step: read(key, whole(0, all.length - 1)) ?? 0, part: 0, ...untouched() };

  const redraw = () => render(view(), root);
  /** @param {string} place */
  const find = (place) => /** @type {HTMLElement | null} */ (root.querySelector(place));
  const step = () => all[state.step];
  const part = () => step().parts[state.part];
  const asked = () => renamed(part().ask, settings.name);
  const scene = () => scenes[part().scene ?? ""];
  const isLastStep = () => state.step === all.length - 1;
  const isLast = () => isLastStep() && state.part === step().parts.length - 1;
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
    if (part().kind === "try") state.chosen = Object.keys(scene().refused)[0].split(" ");
    write(key, at);
    redraw();
    announce(`${step().title}. ${asked()}`);
  }

  function next() {
    if (state.part + 1 < step().parts.length) begin(state.step, state.part + 1);
    else begin(state.step + 1);
    root.querySelector("h2")?.focus();
    scrollTo(0, 0);
  }

  /** @param {string} action */
  function act(action) {
    const { verdict, text } = judge(part(), scene(), action);
    respond(verdict, text);
    state.done = verdict === "right";
    if (state.done && part().kind !== "pick" && part().kind !== "try") state.after = viewAfter(scene(), action) ?? null;
    if (state.done && part().kind === "card") announceTrick(lastTrick(seen()));
    if (state.done && isLast()) write(key, 0);
    redraw();
    follow();
  }

  /** Move the focus to where the lesson continues, and scroll if the reply covers the buttons or the hand. */
  function follow() {
    const covered = (find(".speech") ?? find(".lesson-hand"))?.getBoundingClientRect();
    const answer = find(".reply")?.getBoundingClientRect();
    if (covered && answer && covered.top < answer.bottom && covered.bottom > answer.top) scrollBy(0, covered.bottom - answer.top + 8);
    (find(".go-on") ?? find(".farewell h2"))?.focus({ preventScroll: true });
  }

  /** @param {string} card */
  function toggle(card) {
    state.chosen = state.chosen.includes(card)
      ? state.chosen.filter((other) => other !== card)
      : [...state.chosen, card];
    // The reply was about other cards.
    state.reply = null;
    redraw();
  }

  /** @param {string} card */
  function playOn(card) {
    const reason = refusal(seen(), card);
    if (reason) respond("refused", reason);
    else {
      state.played.push(card);
      const trick = lastTrick(seen());
      const { result } = seen();
      state.resting = !result;
      state.done = Boolean(result);
      announceTrick(trick);
      if (!result) state.reply = { verdict: "told", text: taken(trick) };
      else if (result.outcome === "won") respond("right", part().won ?? "");
      else respond("other", part().lost ?? "");
      if (result) write(key, 0);
    }
    redraw();
    follow();
  }

  function nextTrick() {
    Object.assign(state, { resting: false, reply: null });
    const trick = trickOnTable(seen());
    announce(trick ? trickText(trick) : _("You lead"));
    redraw();
    find(".lesson-hand button")?.focus();
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

  async function play() {
    try {
      const table = await openTable({ name: settings.name, bots: 3 }, 5000);
      rememberTable(table);
      go(`/t/${table}`);
    } catch (error) {
      const { code, message } = /** @type {ApiError} */ (error);
      notify(code === "offline" ? _("The server cannot be reached.") : message);
    }
  }

  function view() {
    return html`<main class="sheet learn">
      <header class="topbar">
        <a class="button icon" href="/" aria-label=${_("Start page")}>${icon("back")}</a>
        <h1>${course === TACTICS ? _("Tactics") : _("Learn Dobbm")}</h1>
        <span class="quiet">${_("Step {number} of {count}", { number: state.step + 1, count: all.length })}</span>
      </header>
      <nav class="parts" aria-label=${course === TACTICS ? _("Tactics") : _("Learn Dobbm")}>
        ${all.map(({ title }, at) => html`<button aria-current=${at === state.step ? "step" : "false"} @click=${() => begin(at)}>${title}</button>`)}
      </nav>
      <section class="task">
        <h2 tabindex="-1">${step().title}</h2>
        <p>${asked()}</p>
      </section>
      ${picture()}
      ${controls()} ${state.reply ? reply(state.reply) : nothing} ${isLast() && state.done ? farewell() : nothing}
      <nav class="row steps" aria-label=${_("Steps")}>
        <button ?disabled=${state.step === 0} @click=${() => begin(state.step - 1)}>${_("Back")}</button>
        ${isLastStep() ? nothing : html`<button @click=${() => begin(state.step + 1)}>${_("Skip this step")}</button>`}
      </nav>
      ${pages(course === TACTICS ? `/learn#${TACTICS}` : "/learn")}
    </main>`;
  }

  /** Render what the learner looks at: the cards in order, or the table. */
  function picture() {
    if (part().shows === "suits") return suits();
    if (part().shows === "points") return scale("L");
    if (seen().phase === "exchange" && part().kind !== "word") return nothing;
    return felt(seen(), { finished: state.resting || Boolean(state.after ?? seen().result) });
  }

  /** @param {NonNullable<Progress["reply"]>} given */
  function reply({ verdict, text }) {
    return html`<div class="reply ${verdict}">
      <p><b class="sign" aria-hidden="true">${SIGNS[verdict]}</b> ${text}</p>
      ${forward()}
    </div>`;
  }

  function forward() {
    if (state.resting) {
      return html`<button class="primary go-on" @click=${nextTrick}>${_("Next")}</button>`;
    }
    if (!state.done || isLast()) return nothing;
    return html`<button class="primary go-on" @click=${next}>${_("Next")}</button>`;
  }

  /** Render the controls of the task. */
  function controls() {
    const { kind } = part();
    const now = seen();
    const over = state.done || state.resting;
    if (kind === "word") {
      return html`${over ? nothing : speech(now.phase, act)} ${hand(now.hand, { small: true, choose: over ? undefined : act })}`;
    }
    if (kind === "discards" || kind === "try") {
      const four = state.chosen.join(" ");
      return html`${over
        ? nothing
        : html`<p class="row lay">
            <button class="primary" @click=${() => act(four)}>${_("Discard")}</button>
            <span class="quiet">${_("{count} of 4 chosen", { count: state.chosen.length })}</span>
          </p>`}
      ${hand(now.hand, { chosen: over ? [] : state.chosen, fresh: now.dobb, toggles: true, choose: over ? undefined : toggle })}`;
    }
    const choose = kind === "ending" ? playOn : act;
    return hand(now.hand, { choose: over ? undefined : choose });
  }

  function farewell() {
    return html`<section class="panel farewell">
      ${course === TACTICS ? summary() : settlement()}
      <div class="row">
        <button class="primary" @click=${play}>${_("Play now")}</button>
        ${course === TACTICS ? nothing : html`<button @click=${() => begin(state.step)}>${_("Play these tricks again")}</button>`}
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
  return () => teach(false);
}

/** @type {Record<Verdict["verdict"] | "told", string>} */
const SIGNS = { right: "✓", refused: "✗", other: "↺", told: "→" };

/** @returns {Progress} */
const untouched = () => ({ done: false, after: null, resting: false, reply: null, chosen: [], played: [] });

/** @param {View} view */
const lastTrick = (view) => /** @type {TakenTrick} */ (takenTricks(view).at(-1));
