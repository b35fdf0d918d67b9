/** All words and cards of a deal, in order, with the cost of every card. */

import { html, nothing } from "../base/dom.js";
import { _, gap, number } from "../base/i18n.js";
import { cardName, pointsText, sortedHand } from "../cards/deck.js";
import { words } from "../game/words.js";
import { coachMark } from "./coach.js";
import { cardsText } from "./description.js";

/**
 * @import { Judged, JudgedDecision } from "../schema.d.ts"
 * @import { SpokenStep, Story } from "../types.d.ts"
 * @import { TemplateResult } from "../vendor/lit-html.js"
 */

/**
 * @typedef {{
 *   at: number,
 *   names: string[],
 *   open: boolean,
 *   judged: Map<number, JudgedDecision>,
 *   hides: (step: SpokenStep) => boolean,
 *   to: (at: number) => void,
 * }} Listing
 */

/** @typedef {SpokenStep & { index: number }} Numbered */

/** The cost in points from which a card is marked. */
const DEAR = 5;
/** The cost in points at which a bar reaches its full length. */
const LONGEST = 30;

/**
 * Render the first `until` actions. `plays` maps the index of a card to its analysis and is null until known;
 * `judged` maps that of a decision to what its seat gave away; all cards are `open`, or
 * `hides(step)` is true for discards that stay hidden; `to(at)` goes to the moment after an action.
 * @param {Listing & { story: Story, until: number, plays: Map<number, Judged> | null | undefined }} list
 */
export function actionList({ story, at, until, names, plays, judged, open, hides, to }) {
  const steps = story.steps.slice(0, until).map((step, index) => ({ ...step, index }));
  const said = steps.filter((step) => step.phase !== "play");
  const played = steps.filter((step) => step.phase === "play");
  const tricks = played.flatMap((_step, turn) => (turn % 4 ? [] : [played.slice(turn, turn + 4)]));
  const entry = (/** @type {Numbered} */ step) =>
    action(step, { at, names, play: plays?.get(step.index), declarer: story.view.declarer, judged, open, hides, to });
  return html`${said.length ? group(_("Before the play"), said.map(entry)) : nothing}
  ${tricks.map((cards, turn) => group(_("Trick {number}", { number: turn + 1 }), cards.map(entry)))}`;
}

/**
 * The total cost of each seat's cards, highest first.
 * @param {Judged[]} plays
 * @param {number[]} active
 */
export function totals(plays, active) {
  const spent = (/** @type {number} */ seat) =>
    plays.filter((play) => play.seat === seat).reduce((sum, play) => sum + play.cost, 0);
  return active.map((seat) => ({ seat, cost: spent(seat) })).sort((one, other) => other.cost - one.cost);
}

/**
 * @param {string} title
 * @param {TemplateResult[]} entries
 */
const group = (title, entries) => html`<section class="r-group">
  <h3>${title}</h3>
  <ol>${entries}</ol>
</section>`;

/**
 * @param {Numbered} step
 * @param {Listing & { play: Judged | undefined, declarer: number | null }} list
 */
function action(step, { at, names, play, declarer, judged, open, hides, to }) {
  const here = step.index + 1 === at;
  return html`<li>
    <button
      class="r-action"
      aria-current=${here ? "step" : nothing}
      @click=${() => to(step.index + 1)}
    >
      <span class="r-who">${names[step.seat]}</span>
      <span class="r-what">${what(step, hides)}${coachMark(judged.get(step.index))}</span>
      ${play ? price(play, open ? betterText(play, declarer) : "") : nothing}
    </button>
  </li>`;
}

/**
 * @param {SpokenStep} step
 * @param {Listing["hides"]} hides
 */
function what(step, hides) {
  if (step.phase === "play") return html`<span data-suit=${step.action[0]}>${cardName(step.action)}</span>`;
  const laid = step.phase === "exchange" && !hides(step);
  return html`<q>${words(step)}</q>${laid ? ` ${_("Discarded:")} ${cardsText(step.action.split(" "))}` : nothing}`;
}

/**
 * Describe the cost of a card, and which one was better; nothing for a card that cost nothing.
 * @param {Judged} play
 * @param {number | null} declarer
 */
export function costText(play, declarer) {
  if (play.cost === 0) return nothing;
  const text = _("It cost {points}.", { points: pointsText(play.cost) });
  return html`${play.cost >= DEAR ? html`<b class="bad">◆ ${text}</b>` : text}${gap()}${betterText(play, declarer)}`;
}

/**
 * Name the best card in the place of one that cost points.
 * @param {Judged} play
 * @param {number | null} declarer
 */
function betterText({ seat, values, cost }, declarer) {
  const best = (seat === declarer ? Math.max : Math.min)(...Object.values(values));
  const card = sortedHand(Object.keys(values)).find((one) => values[one] === best) ?? "";
  return _("Better: {card} (+{points}).", { card: cardName(card), points: cost });
}

/**
 * @param {Judged} play
 * @param {string} better
 */
function price({ cost }, better) {
  if (cost === 0) return html`<span class="r-cost"><span class="unseen">${_("costs nothing")}</span></span>`;
  const text = [_("costs {points}", { points: pointsText(cost) }), better].filter(Boolean).join(". ");
  return html`<span class="r-cost" ?data-dear=${cost >= DEAR} title=${text}>
    <span class="r-bar" .style=${`--cost: ${Math.min(cost, LONGEST)}`}></span>
    <span class="r-count" aria-hidden="true">${cost >= DEAR ? "◆ " : ""}${number(-cost)}</span>
    <span class="unseen">${text}</span>
  </span>`;
}
