/** The dialog with the worth of an exercise's choices, which leads to its deal. */

import { dialog, html, nothing } from "../base/dom.js";
import { _, ngettext, number, signed } from "../base/i18n.js";
import { namedPicture } from "../cards/card.js";
import { actionText, reasonText, themeText } from "./exercise-texts.js";
import { sorted } from "./exercises.js";

/**
 * @import { View } from "../schema.d.ts"
 * @import { Choice, Exercise } from "./exercises.js"
 * @import { OwnExercise } from "./own-exercise.js"
 */

/**
 * Show the values of the choices; resolve with true if the person wants to see the deal.
 * @param {Exercise & Partial<OwnExercise>} exercise
 * @param {View} view
 * @param {string} given the person's answer
 * @param {string[]} names
 * @returns {Promise<boolean | undefined>}
 */
export const showValues = (exercise, view, given, names) =>
  dialog(
    _("What the choices are worth"),
    (close) => html`<div class="exercise-values">
      ${exercise.theme ? html`<p>${themeText(exercise.theme)}</p>` : nothing}
      ${exercise.reason ? html`<p>${reasonText(exercise.reason, names)}</p>` : nothing}
      <p class="quiet">${exercise.own ? behindText() : inWords(view)}</p>
      <ol>${exercise.choices.map((choice, at) =>
        row(choice, view, { best: at === 0, given, took: exercise.own?.took }),
      )}</ol>
      ${isCompared(exercise, given) ? nothing : html`<p class="quiet">${unlistedText()}</p>`}
      ${exercise.own ? nothing : html`<p class="quiet">${missedText(exercise.level)}</p>`}
      <div class="row"><button class="primary" @click=${() => close(true)}>${_("See the deal")}</button></div>
    </div>`,
  );

/**
 * Whether the values tell of an answer: of the many discards, only the most promising are compared.
 * @param {Exercise} exercise
 * @param {string} given
 */
const isCompared = ({ choices }, given) =>
  choices.some(({ actions }) => actions.some((one) => sorted(one) === sorted(given)));

/** @param {number} level how many of the bots miss the answer */
const missedText = (level) =>
  level
    ? ngettext("{count} of 5 bots misses this.", "{count} of 5 bots miss this.", level)
    : _("All 5 bots find this.");

/** @param {View} view */
const inWords = ({ phase, declarer, seat }) => {
  if (phase === "bidding" || phase === "doubling")
    return _("The payment you can expect, in Schilling at a Match of 60.");
  return declarer === seat
    ? _("The points that you can expect to make.")
    : _("The points that the declarer can expect to make: the fewer, the better for you.");
};

const unlistedText = () => _("Your discard is not among those compared.");

const behindText = () => _("Card points behind the best choice, judged by what you could know.");

/**
 * @param {Choice} choice
 * @param {View} view
 * @param {{ best: boolean, given: string, took?: string }} about
 */
function row({ actions, value }, view, { best, given, took = "" }) {
  const cards = view.phase === "play" || view.phase === "exchange";
  const isOne = (/** @type {string} */ wanted) => actions.some((one) => sorted(one) === sorted(wanted));
  const notes = [best && _("best"), isOne(given) && _("your answer"), isOne(took) && _("at the table")];
  const shown = view.phase === "exchange" ? actions.slice(0, 1) : actions;
  return html`<li ?data-best=${best}>
    <span class="what cards">${
      cards ? shown.flatMap((action) => action.split(" ")).map(namedPicture) : actionText(view, actions[0])
    }</span>
    <small>${notes.filter(Boolean).join(" · ")}</small>
    <b>${cards ? number(value) : signed(value)}</b>
  </li>`;
}
