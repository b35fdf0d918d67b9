/** Makes an exercise of a person's mistake, from what the coach said of it when it judged the deal. */

import { allOf, byName, fields, listOf, number, text, whole } from "../base/checks.js";
import { viewToAct } from "../game/position.js";
import { judgedIn } from "../game/remarks.js";
import { activeSeats } from "../game/seats.js";
import { refusal } from "../learn/judge.js";
import { sorted } from "./exercises.js";

/**
 * @import { Reason, Record, View } from "../schema.d.ts"
 * @import { Choice, Exercise, Kind } from "./exercises.js"
 * @import { Return } from "./returns.js"
 */

/**
 * A mistake of the person as an exercise: its deal, when it comes back, and what the person `took` at the table.
 * @typedef {Exercise & { own: { id: string, mistake: Return, took: string } }} OwnExercise
 */

/** Card points: an action that gives away less is no mistake. */
const EQUAL = 1;
/** The most choices that are shown beside what the person took. */
const CHOICES = 5;
/** @type {{ [phase: string]: Kind }} */
const KINDS = { bidding: "bid", exchange: "discard", doubling: "schwacher" };

const WORDING = /^.{1,300}$/s;
const isReason = fields({
  sentence: text(WORDING),
  card: text(/^[HLAB][6-9UOKTS]$/),
  seat: whole(0, 4),
  often: text(WORDING),
  points: number(-1e3, 1e3),
  suits: listOf(text(/^[HLAB]$/), 4),
});
const isJudged = allOf({
  action: whole(0, 99),
  better: text(/^[\w ]{2,11}$/),
  behind: byName(number(0, 1e3), 500),
  better_reason: isReason,
});

/**
 * Return a mistake as an exercise, with the person in seat 0 of a deal of four; null if its record does not follow the
 * rules.
 * @param {string} id
 * @param {Record | undefined} record
 * @param {Return} mistake
 * @returns {OwnExercise | null}
 */
export function ownExercise(id, record, mistake) {
  const judged = record && listOf(isJudged, 99)(judgedIn(record)?.mistakes);
  const found = judged?.find(({ action }) => action === mistake.action);
  if (!record || !found) return null;
  const { players = 4, dealer, deck, rules, must } = record;
  const active = activeSeats({ players, dealer });
  const place = active.indexOf(Number(record.meta.seat));
  const seated = (/** @type {number} */ at) => (at - place + active.length) % active.length;
  const actions = record.actions.slice(0, found.action);
  const begun = { dealer: seated(active.length - 1), deck, actions, rules, must };
  const took = record.actions[found.action];
  try {
    const view = viewToAct(begun);
    if (view.to_act !== 0 || ![found.better, took].every((action) => isLegal(view, action))) return null;
    const { seat, ...rest } = /** @type {Reason} */ (found.better_reason);
    return {
      ...{ kind: kindOf(view), record: begun, level: 0, theme: "" },
      choices: choicesOf(view, found, took),
      reason: seat === undefined ? rest : { ...rest, seat: seated(active.indexOf(seat)) },
      own: { id, mistake, took },
    };
  } catch {
    return null;
  }
}

/** @param {View} view */
function kindOf({ phase, hand, declarer, seat }) {
  if (phase !== "play") return KINDS[phase];
  return hand.length < 5 ? "ending" : declarer === seat ? "lead" : "defence";
}

/**
 * @param {View} view
 * @param {string} action
 */
function isLegal(view, action) {
  if (view.phase !== "exchange") return view.legal?.includes(action);
  const cards = new Set(action.split(" ").filter((card) => view.hand.includes(card)));
  return cards.size === 4 && refusal(view, action) === null;
}

/**
 * Return the choices, the best first, with the card points that each is behind.
 * @param {View} view
 * @param {{ better: string, behind: { [action: string]: number } }} judged
 * @param {string} took
 * @returns {Choice[]}
 */
function choicesOf(view, { better, behind }, took) {
  const isSame = (/** @type {string} */ one, /** @type {string} */ other) => sorted(one) === sorted(other);
  const best = behind[better] ?? 0;
  const all = Object.entries(behind)
    .filter(([action]) => isLegal(view, action) && !isSame(action, better))
    .map(([action, points]) => ({ actions: [action], value: Math.round(10 * (best - points)) / 10 }))
    .sort((one, other) => other.value - one.value);
  const equal = all.filter(({ value }) => value > -EQUAL).flatMap(({ actions }) => actions);
  const worse = all.filter(({ value }) => value <= -EQUAL);
  const shown = worse.filter(({ actions }, at) => at < CHOICES - 1 || isSame(actions[0], took));
  return [{ actions: [better, ...equal], value: 0 }, ...shown];
}
