/**
 * What has happened in a deal, as far as a view tells it: who said and played what. The rules of
 * turn and trick stand here a second time, and are held against the engine's in the tests.
 */

import { isTrump, pointsIn, RANKS, suitOf } from "../cards/deck.js";

/** The seats that hold cards, forehand first: with five at the table the dealer is on holiday. */
export function activeSeats({ players, dealer }) {
  const seats = Array.from({ length: players }, (_, turn) => (dealer + 1 + turn) % players);
  return players === 5 ? seats.slice(0, 4) : seats;
}

/** The seats of a list from one of them on. */
export function from(seat, seats) {
  const turn = seats.indexOf(seat);
  return [...seats.slice(turn), ...seats.slice(0, turn)];
}

/** Which of the cards of a trick, in the order of play, wins it: its index. */
export function winningIndex(cards) {
  const strength = (card) => {
    if (!isTrump(card) && suitOf(card) !== suitOf(cards[0])) return 0;
    return 10 - RANKS.indexOf(card[1]) + (isTrump(card) ? 10 : 0);
  };
  return cards.reduce((best, card, at) => (strength(card) > strength(cards[best]) ? at : best), 0);
}

/**
 * The course of a deal:
 *
 * - `steps`: `{seat, phase, action, consents}` for every action; `consents` marks the *weiter* that
 *   lets somebody else's Dobbm pass;
 * - `tricks`: those that have been taken, `{seats, cards, winner, points}`;
 * - `trick`: `{seats, cards}` on the table, perhaps without cards; null before the play.
 */
export function course(view) {
  const actions = [...view.actions];
  const active = activeSeats(view);
  const steps = bids(view, active, actions);
  if (view.declarer === null) return { steps, tricks: [], trick: null };
  if (view.contract === "dobbm" && actions.length) {
    steps.push({ seat: view.declarer, phase: "exchange", action: actions.shift() });
  }
  steps.push(...doublings(view, active, actions));
  return { ...tricks(view, active, actions, steps), steps };
}

function bids(view, active, actions) {
  const steps = [];
  let bid = null;
  for (const seat of view.must ? active.slice(0, 1) : active) {
    if (!actions.length || bid === "solo") break;
    const action = actions.shift();
    steps.push({ seat, phase: "bidding", action, consents: action === "weiter" && bid !== null });
    if (action !== "weiter") bid = action;
  }
  return steps;
}

function doublings(view, active, actions) {
  const { max_doublings: most, doubling_from: begins } = view.rules;
  const after = begins === "declarer" ? from(view.declarer, active) : active;
  const defenders = after.filter((seat) => seat !== view.declarer);
  const steps = [];
  let said = 0;
  let asked = most === 0 ? [] : [...defenders];
  while (asked.length && actions.length) {
    const seat = asked.shift();
    const action = actions.shift();
    steps.push({ seat, phase: "doubling", action });
    if (action === "gut") continue;
    said += 1;
    if (said === most) asked = [];
    else asked = said % 2 ? [view.declarer] : [...defenders];
  }
  return steps;
}

function tricks(view, active, actions, steps) {
  const taken = [];
  // A revoke that is penalised ends the deal: its card lies on the table and completes no trick.
  const lawful = view.result?.outcome === "revoke" ? actions.length - 1 : actions.length;
  let seats = from(view.declarer, active);
  let cards = [];
  actions.forEach((card, at) => {
    steps.push({ seat: seats[cards.length], phase: "play", action: card });
    cards.push(card);
    if (cards.length < 4 || at >= lawful) return;
    const winner = seats[winningIndex(cards)];
    taken.push({ seats, cards, winner, points: pointsIn(cards) });
    seats = from(winner, seats);
    cards = [];
  });
  return { tricks: taken, trick: { seats, cards } };
}

/** The seats whose tricks the seat of a view may look back at; none for a dealer on holiday. */
export function ownSide(view) {
  const active = activeSeats(view);
  if (view.declarer === null || !active.includes(view.seat)) return [];
  if (view.seat === view.declarer) return [view.declarer];
  return active.filter((seat) => seat !== view.declarer);
}
