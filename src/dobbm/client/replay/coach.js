/** The judgement of a seat by what it could know: a panel, and its words on one moment. */

import { html, nothing } from "../base/dom.js";
import { _, gap, number } from "../base/i18n.js";
import { canThink } from "../base/thinking.js";
import { worded } from "../game/advice.js";
import { givenAway, headline, kindNames, mistakes, shortly } from "../game/judgements.js";

/**
 * @import { JudgedDecision } from "../schema.d.ts"
 * @import { Replay } from "../types.d.ts"
 */

/**
 * The seat whose decisions are judged: the one whose knowledge is shown, else the person's own.
 * @param {Replay} replay
 */
export const judgedSeat = ({ state, story }) => state.viewer ?? story.view.seat;

/**
 * Whether the page shows what came after the moment on it.
 * @param {Replay} replay
 */
const isOpen = ({ state, story }) => state.viewer === null || state.at === story.steps.length;

/**
 * The judged decisions of that seat as far as they may be seen; none until they are known.
 * @param {Replay} replay
 */
function seen(replay) {
  const seat = judgedSeat(replay);
  const found = seat === null ? null : replay.state.judged[seat];
  return (found?.decisions ?? []).filter(({ action }) => isOpen(replay) || action < replay.state.at);
}

/**
 * The same, by the index of their actions.
 * @param {Replay} replay
 */
export const judgedActions = (replay) => new Map(seen(replay).map((one) => [one.action, one]));

/**
 * Render what a seat's decisions gave away; nothing if nobody's are judged.
 * @param {Replay} replay
 */
export function coachPanel(replay) {
  const { state, story, names } = replay;
  const seat = judgedSeat(replay);
  if (seat === null || !canThink() || !story.active.includes(seat)) return nothing;
  const found = state.judged[seat];
  const title =
    seat === story.view.seat
      ? _("Judged by what you could know")
      : _("Judged by what {name} could know", { name: names[seat] });
  return html`<section class="slate r-coach"><div class="slate-face">
    <h2 class="r-title">${title}</h2>
    ${
      found
        ? verdict(replay, seen(replay))
        : found === null
          ? html`<p>${_("The judgement could not be computed.")}</p>
            <button @click=${() => replay.judge(seat)}>${_("Try again")}</button>`
          : html`<p class="quiet" role="status">${_("The bot is thinking …")}</p>`
    }
  </div></section>`;
}

/**
 * @param {Replay} replay
 * @param {JudgedDecision[]} decisions
 */
function verdict(replay, decisions) {
  const wrong = mistakes(decisions);
  const found = decisions.filter((one) => one.missed_by.length);
  return html`
    ${
      wrong.length
        ? html`<p class="r-lost" id="given-away">${_("Points given away")}</p>
        <ul class="r-totals" aria-labelledby="given-away">
          ${givenAway(decisions).map(([kind, points]) => html`<li>${kindNames()[kind]} <b>${number(-points)}</b></li>`)}
        </ul>`
        : isOpen(replay)
          ? html`<p>${_("No clear mistake.")}</p>`
          : nothing
    }
    <ul class="r-verdicts">
      ${[...wrong, ...found].map((one) => html`<li>${entry(replay, one)}</li>`)}
    </ul>
    <p class="quiet r-small">${_(
      "Every choice is valued in many deals that agree with what was known at that moment. Only clear mistakes count.",
    )}</p>`;
}

/**
 * @param {Replay} replay
 * @param {JudgedDecision} one
 */
function entry(replay, one) {
  return html`<button class="r-verdict" ?data-bad=${one.mistake} @click=${() => goTo(replay, one)}>
    <b>${headline(replay.story.record.actions, one)}</b>
    ${isOpen(replay) ? html`<small>${because(replay, one)}</small>` : nothing}
  </button>`;
}

/**
 * Go to the moment after a decision, as its seat knew it.
 * @param {Replay} replay
 * @param {JudgedDecision} decision
 */
export function goTo(replay, { action }) {
  replay.go(action + 1 - replay.state.at);
  scrollTo({ top: 0 });
}

/**
 * @param {Replay} replay
 * @param {JudgedDecision} one
 */
function because({ names }, one) {
  if (!one.mistake) return _("Weaker bots would have missed it.");
  const [taken, better] = [worded(one.reason, names), worded(one.better_reason, names)];
  if (taken === better) return taken;
  return html`<span>✗ ${taken}</span><span>✓ ${better}</span>`;
}

/**
 * Render what the last action on the table gave away; nothing unless it was a mistake or a find.
 * @param {Replay} replay
 */
export function coachLine(replay) {
  const one = judgedActions(replay).get(replay.state.at - 1);
  if (!one || !(one.mistake || one.missed_by.length)) return nothing;
  return html` <span class="r-known"><b class=${one.mistake ? "bad" : ""} aria-hidden="true">${
    one.mistake ? "✗" : "✓"
  }</b>${gap()}${headline(replay.story.record.actions, one)}</span>`;
}

/**
 * Render the mark of a judged action in the list; nothing for one that is neither a mistake nor a find.
 * @param {JudgedDecision | undefined} one
 */
export function coachMark(one) {
  if (!one || !(one.mistake || one.missed_by.length)) return nothing;
  const text = shortly(one);
  return html` <span class="r-mark" ?data-bad=${one.mistake} title=${text}><span aria-hidden="true">${
    one.mistake ? `✗ ${number(-Math.max(1, Math.round(one.cost)))}` : "✓"
  }</span><span class="unseen">${text}</span></span>`;
}
