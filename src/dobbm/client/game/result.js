/** The result of a finished deal from its record alone: a twin of the engine, for deals that lie on this device. */

import { pointsIn } from "../cards/deck.js";
import { PRESETS } from "../base/data.js";
import { dealtHands, outOfPlay } from "./record.js";
import { activeSeats, from } from "./seats.js";
import { settle } from "./settlement.js";
import { winningIndex } from "./tricks.js";

/**
 * @import { Record, RuleOptions } from "../schema.d.ts"
 * @import { Preset } from "../base/data.js"
 * @import { Outcome } from "./settlement.js"
 * @import { Contract, TakenTrick } from "../types.d.ts"
 */

/**
 * A finished deal: who said what, the hand of the declarer at the first lead, the tricks, and how it ended.
 * @typedef {{
 *   declarer: number | null,
 *   contract: Contract | null,
 *   doublers: number[],
 *   hand: string[],
 *   tricks: TakenTrick[],
 *   outcome: Outcome,
 *   points: number | null,
 *   payments: number[],
 * }} Ended
 */

/** The cards that are played in a deal. */
const PLAYED = 32;

/**
 * The options of the rules of a record.
 * @param {Partial<Pick<Record, "rules">>} record
 * @returns {RuleOptions}
 */
export function rulesOf({ rules }) {
  const { preset = "pagat", ...others } = rules ?? {};
  return { ...PRESETS[/** @type {Preset} */ (preset)], ...others };
}

/**
 * Return how a finished deal went and ended.
 * @param {Record} record
 * @returns {Ended}
 */
export function ended(record) {
  const { players = 4, dealer, actions } = record;
  const rules = rulesOf(record);
  const table = { players, dealer, match: rules.match, unit: rules.unit };
  const active = activeSeats({ players, dealer });
  const said = bidding(actions);
  const nothing = { doublers: [], hand: [], tricks: [], points: null };
  if (said.bid === null) {
    return { ...nothing, declarer: null, contract: null, ...settle({ end: "thrown_in" }, table) };
  }
  const [declarer, contract] = [active[said.bid], said.contract];
  const doublers = doubled(actions, declarer, active, rules);
  const { hands, dobb } = dealtHands(record);
  const discards = actions.find((action) => action.includes(" "))?.split(" ") ?? [];
  const taken = contract === "dobbm" ? [...hands[declarer], ...dobb] : hands[declarer];
  const hand = taken.filter((card) => !discards.includes(card));
  const cards = actions.filter((action) => action.length === 2);
  const isWhole = cards.length === PLAYED;
  // A revoke ends the deal: its card takes no trick. Only the declarer can discard wrongly.
  const { tricks, next } = played(isWhole ? cards : cards.slice(0, -1), from(declarer, active));
  const whole = { declarer, contract, doublers, hand, tricks };
  const doublings = doublers.length;
  if (!isWhole) {
    const offender = cards.length ? next : declarer;
    const end = settle({ end: "revoke", declarer, contract, doublings, offender }, table);
    return { ...whole, ...end, points: null };
  }
  const own = tricks.filter(({ winner }) => winner === declarer);
  const out = pointsIn(outOfPlay(record, { declarer, contract }) ?? []);
  const points = own.length ? own.reduce((sum, trick) => sum + trick.points, out) : 0;
  const end = { end: /** @type {const} */ ("played"), declarer, contract, doublings, points, noTrick: !own.length };
  return { ...whole, ...settle(end, table), points };
}

/**
 * The place among the active seats of who has bid last, and the bid. Each seat speaks at most once, forehand first.
 * @param {string[]} actions
 */
function bidding(actions) {
  /** @type {number | null} */
  let bid = null;
  let contract = /** @type {Contract} */ ("dobbm");
  for (const [place, word] of actions.slice(0, 4).entries()) {
    if (word !== "weiter" && word !== "dobbm" && word !== "solo") break;
    if (word === "weiter") continue;
    [bid, contract] = [place, word];
    if (word === "solo") break;
  }
  return { bid, contract };
}

/**
 * The seats that have doubled, in order. The defenders are asked in turn; a Schwacher asks the declarer, whose retour
 * asks them all again.
 * @param {string[]} actions
 * @param {number} declarer
 * @param {number[]} active
 * @param {RuleOptions} rules
 */
function doubled(actions, declarer, active, rules) {
  const order = rules.doubling_from === "declarer" ? from(declarer, active) : active;
  const defenders = order.filter((seat) => seat !== declarer);
  /** @type {number[]} */
  const doublers = [];
  let asked = defenders;
  for (const word of actions) {
    if (!["gut", "schwacher", "retour"].includes(word)) continue;
    if (word === "gut") asked = asked.slice(1);
    else {
      doublers.push(asked[0]);
      asked = doublers.length % 2 ? [declarer] : defenders;
    }
  }
  return doublers;
}

/**
 * The tricks that have been taken, and the seat to play after the last card.
 * @param {string[]} cards
 * @param {number[]} seats in playing order, the first leader first
 */
function played(cards, seats) {
  /** @type {TakenTrick[]} */
  const tricks = [];
  let order = seats;
  for (let start = 0; start + 4 <= cards.length; start += 4) {
    const trick = cards.slice(start, start + 4);
    const winner = order[winningIndex(trick)];
    tricks.push({ seats: order, cards: trick, winner, points: pointsIn(trick) });
    order = from(winner, seats);
  }
  return { tricks, next: order[cards.length % 4] };
}
