/** Follows a deal of four from its record to the view of the seat that must act. */

import { pointsIn, suitOf, isTrump } from "../cards/deck.js";
import { dealtHands } from "./record.js";
import { rulesOf } from "./result.js";
import { activeSeats, from } from "./seats.js";
import { winningIndex } from "./tricks.js";

/** @import { Record, Step, Trick, View } from "../schema.d.ts" */

const HIDDEN = "? ? ? ?";

/**
 * A deal after some actions: the `waiting` seats act next, the first of them now.
 * @typedef {Pick<View, "phase" | "declarer" | "contract" | "doublings" | "steps" | "rules" | "must"> & {
 *   active: number[],
 *   waiting: number[],
 *   hands: string[][],
 *   dobb: string[],
 *   discards: string[] | null,
 *   tricks: Trick[],
 * }} Position
 */

/**
 * A deal up to a decision, by the usual rules unless it has others.
 * @typedef {Pick<Record, "dealer" | "deck" | "actions"> & Partial<Record>} Begun
 */

/**
 * Return the view of the seat that must act after the actions of a record of an unfinished deal.
 * @param {Begun} record
 * @returns {View}
 */
export function viewToAct(record) {
  const active = activeSeats({ players: 4, dealer: record.dealer });
  const must = record.must ?? false;
  /** @type {Position} */
  const now = {
    phase: "bidding",
    declarer: null,
    contract: null,
    doublings: 0,
    steps: [],
    must,
    rules: rulesOf(record),
    active,
    waiting: must ? active.slice(0, 1) : [...active],
    ...dealtHands(record),
    discards: null,
    tricks: [],
  };
  for (const action of record.actions) follow(now, action);
  return seen(now, record.dealer);
}

/**
 * @param {Position} now
 * @param {string} action
 */
function follow(now, action) {
  const [seat] = now.waiting;
  now.steps.push({ seat, phase: /** @type {Step["phase"]} */ (now.phase), action });
  now.waiting.shift();
  if (now.phase === "bidding") bid(now, seat, action);
  else if (now.phase === "exchange") {
    now.discards = action.split(" ");
    now.hands[seat] = now.hands[seat].filter((card) => !now.discards?.includes(card));
    ask(now);
  } else if (now.phase === "doubling") double(now, seat, action);
  else play(now, seat, action);
}

/**
 * @param {Position} now
 * @param {number} seat
 * @param {string} action
 */
function bid(now, seat, action) {
  if (action !== "weiter") [now.declarer, now.contract] = [seat, /** @type {View["contract"]} */ (action)];
  if (action === "solo") now.waiting = [];
  if (now.waiting.length || now.declarer === null) return;
  if (now.contract === "solo") return ask(now);
  now.phase = "exchange";
  now.hands[now.declarer].push(...now.dobb);
  now.waiting = [now.declarer];
}

/**
 * Ask the defenders whether they double.
 * @param {Position} now
 */
function ask(now) {
  const { rules, active, declarer } = now;
  const order = rules.doubling_from === "declarer" ? from(/** @type {number} */ (declarer), active) : active;
  now.phase = "doubling";
  now.waiting = order.filter((seat) => seat !== declarer);
  if (rules.max_doublings === now.doublings) lead(now);
}

/**
 * Let the declarer lead.
 * @param {Position} now
 */
function lead(now) {
  now.phase = "play";
  now.waiting = from(/** @type {number} */ (now.declarer), now.active);
}

/**
 * @param {Position} now
 * @param {number} seat
 * @param {string} action
 */
function double(now, seat, action) {
  const declarer = /** @type {number} */ (now.declarer);
  if (action !== "gut") {
    now.doublings += 1;
    now.waiting = [declarer];
    if (now.doublings === now.rules.max_doublings) lead(now);
    else if (seat === declarer) ask(now);
  } else if (!now.waiting.length) lead(now);
}

/**
 * @param {Position} now
 * @param {number} seat
 * @param {string} card
 */
function play(now, seat, card) {
  now.hands[seat] = now.hands[seat].filter((one) => one !== card);
  if (now.waiting.length === 3) {
    now.tricks.push({ seats: from(seat, now.active), cards: [], winner: null, points: 0 });
  }
  const trick = now.tricks[now.tricks.length - 1];
  trick.cards.push(card);
  trick.points = pointsIn(trick.cards);
  if (now.waiting.length) return;
  trick.winner = trick.seats[winningIndex(trick.cards)];
  now.waiting = from(trick.winner, now.active);
}

/**
 * @param {Position} now
 * @param {number} dealer
 * @returns {View}
 */
function seen(now, dealer) {
  const [seat] = now.waiting;
  const declares = seat === now.declarer;
  const steps = now.steps.map((step) => (step.phase === "exchange" && !declares ? { ...step, action: HIDDEN } : step));
  const { phase, doublings, tricks, rules, must } = now;
  const isSettled = phase !== "bidding";
  return {
    ...{ phase, doublings, tricks, rules, must, steps, seat, dealer },
    declarer: isSettled ? now.declarer : null,
    contract: isSettled ? now.contract : null,
    players: 4,
    hand: now.hands[seat],
    dobb: declares && now.contract === "dobbm" ? now.dobb : null,
    discards: declares ? now.discards : null,
    actions: steps.map(({ action }) => action),
    to_act: seat,
    legal: legal(now),
  };
}

/**
 * The legal actions of the seat that must act, sorted; null in the exchange.
 * @param {Position} now
 */
function legal({ phase, waiting, hands, tricks, declarer, doublings, contract, must }) {
  const [seat] = waiting;
  if (phase === "exchange") return null;
  if (phase === "bidding") return [...(contract ? [] : ["dobbm"]), "solo", ...(must ? [] : ["weiter"])];
  if (phase === "doubling") return ["gut", seat === declarer || doublings ? "retour" : "schwacher"];
  const open = tricks.find(({ winner }) => winner === null);
  const led = open?.cards[0];
  const hand = [...hands[seat]].sort();
  const follows = led ? hand.filter((card) => suitOf(card) === suitOf(led)) : hand;
  const trumps = hand.filter(isTrump);
  return [follows, trumps, hand].find(({ length }) => length) ?? [];
}
