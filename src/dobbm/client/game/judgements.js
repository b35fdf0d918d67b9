/** Judgements of a seat's decisions by what it could know: how they are asked for, and what they come to. */

import { post } from "../base/api.js";
import { _, list } from "../base/i18n.js";
import { part } from "../base/loading.js";
import { idOf, keep, remark } from "../base/records.js";
import { cardName, pointsText, sortedHand } from "../cards/deck.js";
import { KINDS } from "./remarks.js";
import { stepWith, words } from "./words.js";

/**
 * @import { JudgedDecision, Judgement, Record, View } from "../schema.d.ts"
 */

/** @typedef {typeof KINDS[number]} Kind */

/**
 * Judge the decisions of a seat in a finished deal.
 * @param {Record} record
 * @param {number} seat
 * @returns {Promise<Judgement>}
 */
export const judge = (record, seat) =>
  /** @type {Promise<Judgement>} */ (post("/judgement", { record: { ...record, meta: {} }, seat }));

/**
 * The mistakes, the costliest first.
 * @param {JudgedDecision[]} decisions
 */
export const mistakes = (decisions) =>
  decisions.filter((one) => one.mistake).sort((one, other) => other.cost - one.cost);

/**
 * The card points given away by each kind of decision, without the kinds that gave nothing away.
 * @param {JudgedDecision[]} decisions
 * @returns {[kind: Kind, points: number][]}
 */
export const givenAway = (decisions) =>
  KINDS.map(
    (kind) => /** @type {[Kind, number]} */ ([kind, lost(decisions.filter(({ phase }) => phase === kind))]),
  ).filter(([, points]) => points);

/** @param {JudgedDecision[]} decisions */
const lost = (decisions) => Math.round(mistakes(decisions).reduce((sum, { cost }) => sum + cost, 0));

/** @returns {{ [kind in Kind]: string }} */
export const kindNames = () => ({
  bidding: _("Bids"),
  exchange: _("Discards"),
  doubling: _("Doubling"),
  play: _("Cards"),
});

/**
 * The cost of a mistake in words.
 * @param {JudgedDecision} decision
 */
const costPoints = ({ cost }) => pointsText(Math.max(1, Math.round(cost)));

/**
 * Name the action that a seat took after these actions, and the better one. Of discards, it names those that differ.
 * @param {string[]} actions
 * @param {Pick<JudgedDecision, "phase" | "taken" | "better">} decision
 * @returns {[taken: string, better: string]}
 */
function comparedNames(actions, { phase, taken, better }) {
  const steps = actions.map((action) => ({ action }));
  const named = (/** @type {string} */ action, /** @type {string} */ other) => {
    if (phase === "play") return cardName(action);
    if (phase !== "exchange") return words(stepWith(/** @type {View} */ ({ steps, to_act: null, phase }), action));
    const cards = action.split(" ").filter((card) => action === other || !other.includes(card));
    return list(sortedHand(cards).map(cardName));
  };
  return [named(taken, better), named(better, taken)];
}

/**
 * Say what a mistake gave away, or what was well found.
 * @param {string[]} actions all of the deal
 * @param {JudgedDecision} one
 */
export function headline(actions, one) {
  const [taken, better] = comparedNames(actions.slice(0, one.action), one);
  if (!one.mistake) return _("Well found: {action}.", { action: taken });
  return _("{taken} gave away {points}. Better: {better}.", { taken, points: costPoints(one), better });
}

/**
 * Say how much a decision gave away, for a list.
 * @param {JudgedDecision} one
 */
export const shortly = (one) =>
  one.mistake ? _("gave away {points}, by what was known", { points: costPoints(one) }) : _("well found");

/**
 * Keep with a record what the person's decisions in it gave away, if the browser keeps records.
 * @param {Record} record
 * @param {Judgement} judgement
 */
export async function keepJudgement(record, { judge, seat, decisions }) {
  const chances = Object.fromEntries(
    KINDS.map((kind) => [kind, decisions.filter(({ phase }) => phase === kind).length]),
  );
  const kept = mistakes(decisions).map(({ action, better, cost, reason, better_reason, behind }) => ({
    ...{ action, better, cost, behind },
    ...{ reason, better_reason },
  }));
  const judged = { judge, seat, chances, lost: Object.fromEntries(givenAway(decisions)), mistakes: kept };
  try {
    await keep([record]);
    await remark(new Map([[idOf(record), { judged }]]));
    await (await part("me/one-thing.js")).learn();
  } catch {
    // The judgement can be asked for again.
  }
}
