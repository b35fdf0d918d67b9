/** Judges the learner's actions: right, refused by a rule, or allowed but not best here. */

import { _, joinSentences } from "../base/i18n.js";
import { whyNotDiscard, trumpsMissing, whyNot } from "../game/reasons.js";

/**
 * @import { View } from "../schema.d.ts"
 * @import { Companion } from "../game/reasons.js"
 * @import { Part } from "./steps.js"
 */

/**
 * A scene of the lesson, as in `lesson.json`; `right` has the view after each right action.
 * @typedef {{ view: View, right: { [action: string]: View }, refused: { [action: string]: string } }} Moment
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
 * Explain why the rules forbid an action; return null if they do not.
 * @param {View} view
 * @param {string} action
 */
export function refusal(view, action) {
  switch (view.phase) {
    case "exchange":
      return discardsRefused(action.split(" ").filter(Boolean), view.rules.sow_companion);
    case "play":
      return whyNot(action, view);
    default:
      return view.legal?.includes(action) ? null : wordRefused(action, view.phase);
  }
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
  const cards = action.split(" ").filter(Boolean);
  const reason = discardsRefused(cards, view.rules.sow_companion);
  if (!reason) return answer(part, false, action);
  if (trumpsMissing(cards, view.rules.sow_companion) <= 0) return { verdict: REFUSED, text: reason };
  return { verdict: RIGHT, text: joinSentences([reason, part.right ?? ""]) };
}

/**
 * @param {string[]} cards
 * @param {Companion} companion
 */
function discardsRefused(cards, companion) {
  if (cards.length <= 4) return whyNotDiscard(cards, companion);
  return _("Discard exactly four cards, not {count} (rules, 5).", { count: cards.length });
}

/**
 * @param {string} action
 * @param {string} phase
 */
function wordRefused(action, phase) {
  /** @type {{ [action: string]: string }} */
  const reasons = {
    dobbm: _("Somebody has already bid a Dobbm; only a Solo overbids it (rules, 4)."),
    schwacher: _("There is already a Schwacher; to double again, say retour (rules, 6)."),
    retour: _("A retour answers a Schwacher, and there is none yet: say gut or schwacher (rules, 6)."),
  };
  /** @type {{ [phase: string]: string }} */
  const due = {
    bidding: _("It is time to bid: weiter, dobbm or solo (rules, 4)."),
    doubling: _("Before the play, say gut or double (rules, 6)."),
  };
  return reasons[action] ?? due[phase];
}

/**
 * @param {string} one
 * @param {string} other
 */
const same = (one, other) => one.split(" ").sort().join() === other.split(" ").sort().join();
