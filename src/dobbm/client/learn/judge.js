/** Judges the learner's actions: right, refused by a rule, or allowed but not best here. */

import { joinSentences } from "../base/i18n.js";
import { whyNotDiscard, trumpsMissing, whyNot } from "../game/reasons.js";

/**
 * @import { View } from "../schema.d.ts"
 * @import { Part } from "./steps.js"
 */

/**
 * A scene of the lesson, as in `lesson.json`; `right` has the view after each right action, `tried` forbidden discards.
 * @typedef {{ view: View, right: { [action: string]: View }, tried: string | null }} Moment
 */

/** @typedef {{ verdict: "right" | "refused" | "other", text: string }} Verdict */

const RIGHT = "right";
const REFUSED = "refused";
const OTHER = "other";

/**
 * Return the verdict on an action in a part of the lesson: `{verdict, text}`.
 * @param {Part} part
 * @param {Moment} scene
 * @param {string} action
 * @returns {Verdict}
 */
export function judge(part, scene, action) {
  if (part.kind === "pick") return answer(part, part.picks?.(action) ?? false, action);
  if (part.kind === "try") return tried(part, scene, action);
  const reason = refusal(scene.view, action);
  if (reason) return { verdict: REFUSED, text: reason };
  const right = Boolean(viewAfter(scene, action));
  return answer(part, right, part.kind === "discards" ? Object.keys(scene.right)[0] : action);
}

/**
 * The view after an action; undefined unless it is a right one.
 * @param {Moment} scene
 * @param {string} action
 */
export const viewAfter = ({ right }, action) => Object.entries(right).find(([wanted]) => same(wanted, action))?.[1];

/**
 * Explain why the rules forbid cards; return null if they do not. Only legal words are offered.
 * @param {View} view
 * @param {string} action
 */
export function refusal(view, action) {
  if (view.phase === "exchange") return whyNotDiscard(cardsOf(action), view.rules);
  return view.phase === "play" ? whyNot(action, view) : null;
}

/**
 * @param {Part} part
 * @param {boolean} right
 * @param {string} action
 * @returns {Verdict}
 */
function answer(part, right, action) {
  return right ? { verdict: RIGHT, text: part.right ?? "" } : { verdict: OTHER, text: part.other?.(action) ?? "" };
}

/**
 * Judge an action in a part that asks for a forbidden discard, in order to show the rule.
 * @param {Part} part
 * @param {Moment} scene
 * @param {string} action
 * @returns {Verdict}
 */
function tried(part, { view }, action) {
  const reason = refusal(view, action);
  if (!reason) return answer(part, false, action);
  if (trumpsMissing(cardsOf(action), view.rules) <= 0) return { verdict: REFUSED, text: reason };
  return { verdict: RIGHT, text: joinSentences([reason, part.right ?? ""]) };
}

/** @param {string} action */
const cardsOf = (action) => action.split(" ").filter(Boolean);

/**
 * @param {string} one
 * @param {string} other
 */
const same = (one, other) => one.split(" ").sort().join() === other.split(" ").sort().join();
