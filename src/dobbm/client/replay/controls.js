/** The line that describes the moment, and the controls that move through the deal. */

import { html, nothing } from "../base/dom.js";
import { _, gap, joinSentences } from "../base/i18n.js";
import { pointsText } from "../cards/deck.js";
import { outcome } from "../game/commentary.js";
import { costText } from "./action-list.js";
import { bestOf } from "./board.js";
import { coachLine } from "./coach.js";
import { moment } from "./story.js";
import { momentText } from "./description.js";

/**
 * @import { On } from "../base/dom.js"
 * @import { Judged } from "../schema.d.ts"
 * @import { Moment, Replay } from "../types.d.ts"
 */

/** The SVG paths of the buttons' icons, 24 by 24 units. */
const SIGNS = {
  first: "M5 5h2.5v14H5zM17 5l2 2-5 5 5 5-2 2-7-7z",
  back: "M15 5l2 2-5 5 5 5-2 2-7-7z",
  run: "M6 4l14 8-14 8z",
  stop: "M6 5h4v14H6zM14 5h4v14h-4z",
  next: "M9 5l-2 2 5 5-5 5 2 2 7-7z",
  last: "M7 5l-2 2 5 5-5 5 2 2 7-7zM16.5 5H19v14h-2.5z",
};

/**
 * Describe the moment on screen; at the end, also how the deal ended.
 * @param {Replay} parts
 */
export function line({ story, names, state: { at } }) {
  const { view } = story;
  const now = moment(story, at);
  const ended = now.phase === "done" ? outcome(view, names) : "";
  return joinSentences([momentText(now, story, names, view.seat), ended]);
}

/**
 * Render the controls that step through the deal or play it automatically; `play` is the analysis of the next card.
 * @param {Replay} replay
 * @param {Moment} now
 * @param {Judged | null | undefined} play
 */
export function controls(replay, now, play) {
  const { story, state } = replay;
  const paid = state.viewer === null ? state.plays?.find((one) => one.action === state.at - 1) : undefined;
  const last = story.steps.length;
  const at = _("{at} of {last}", { at: state.at, last });
  // At either end of the deal, the buttons stay focusable, so that keyboard users keep their place.
  /**
   * @param {string} name
   * @param {keyof typeof SIGNS} sign
   * @param {() => void} act
   * @param {boolean} [idle]
   */
  const button = (name, sign, act, idle = false) =>
    html`<button class=${
      ["run", "stop"].includes(sign) ? "primary" : ""
    } aria-label=${name} title=${name} aria-disabled=${String(idle)} @click=${act}>${stepSign(sign)}</button>`;
  return html`<section class="r-controls" aria-label=${_("Steps")}>
    <p class="r-line">
      ${line(replay)}${gap()}${paid ? costText(paid, story.view.declarer) : nothing}${coachLine(replay)}${gap()}${
        play
          ? html`<span class="quiet">${_("Best play from here: {points} for the declarer.", {
              points: pointsText(bestOf(now, play.values)),
            })}</span>`
          : nothing
      }
    </p>
    <div class="r-slide">
      <input
        type="range" min="0" max=${last} step="1" .value=${String(state.at)} aria-label=${_("Step")}
        aria-valuetext=${`${at}: ${line(replay)}`}
        @input=${(/** @type {On<HTMLInputElement>} */ event) => replay.to(Number(event.target.value))}
      >
      <output>${at}</output>
    </div>
    <div class="r-steps">
      ${button(_("First"), "first", () => replay.go(-last), state.at === 0)}
      ${button(_("Back"), "back", () => replay.go(-1), state.at === 0)}
      ${
        state.timer
          ? button(_("Stop"), "stop", () => replay.run(false))
          : button(_("Autoplay"), "run", () => replay.run(true))
      }
      ${button(_("Next"), "next", () => replay.go(1), state.at === last)}
      ${button(_("Last"), "last", () => replay.go(last), state.at === last)}
    </div>
  </section>`;
}

/** @param {keyof typeof SIGNS} sign */
const stepSign = (sign) =>
  html`<svg class="r-step-sign" viewBox="0 0 24 24" aria-hidden="true"><path d=${SIGNS[sign]}></path></svg>`;
