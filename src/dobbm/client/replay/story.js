/** Reconstructs every moment of a deal from its view and its record. */

import { pointsIn } from "../cards/deck.js";
import { dealtHands } from "../game/record.js";
import { activeSeats } from "../game/seats.js";
import { winningIndex } from "../game/tricks.js";
import { spokenSteps } from "../game/words.js";

/**
 * @import { Record, Trick, View } from "../schema.d.ts"
 * @import { Contract, Moment, SpokenStep, Story } from "../types.d.ts"
 */

/**
 * Return the story of a deal: its `view` and `record`, its steps, the four active seats from forehand on, the hands as
 * dealt, and the Dobb. `due` is the seat to act after the last step, with the phase; null for a finished deal.
 * @template {View} Kind
 * @param {Kind} view
 * @param {Record} [record]
 * @returns {Story & { view: Kind }}
 */
export function openStory(view, record = /** @type {Record} */ (view.record)) {
  // The view hides another seat's discards; the record does not.
  const open = view.steps.map((step, at) => ({ ...step, action: record.actions[at] }));
  const due = view.to_act === null ? null : { seat: view.to_act, phase: view.phase };
  return { view, record, steps: spokenSteps(open), active: activeSeats(view), ...dealtHands(record), due };
}

/**
 * Return the deal as it stood after `at` actions.
 * @param {Story} story
 * @param {number} at
 * @returns {Moment}
 */
export function moment(story, at) {
  const steps = story.steps.slice(0, at);
  const next = story.steps[at] ?? story.due;
  const bid = steps.findLast(({ phase, action }) => phase === "bidding" && action !== "weiter");
  const settled = next?.phase === "bidding" ? undefined : bid;
  const declarer = settled?.seat ?? null;
  const contract = /** @type {Contract | null} */ (settled?.action ?? null);
  return {
    declarer,
    contract,
    at,
    last: steps.at(-1) ?? null,
    next,
    phase: next?.phase ?? "done",
    steps,
    ...tricksAt(story, steps),
    ...cardsAt(story, steps, { declarer, contract }),
    doublings: steps.filter(({ phase, action }) => phase === "doubling" && action !== "gut").length,
  };
}

/**
 * Whether `viewer` sees a seat's hand; null stands for a viewer who sees all cards.
 * @param {Moment} now
 * @param {number | null} viewer
 * @param {number} seat
 */
export const seesHand = (now, viewer, seat) => viewer === null || viewer === seat || now.phase === "done";

/**
 * Whether `viewer` sees the four cards out of play: the Dobb, or the declarer's discards.
 * @param {Moment} now
 * @param {number | null} viewer
 */
export const seesOutOfPlay = (now, viewer) =>
  viewer === null || now.phase === "done" || (now.discards !== null && viewer === now.declarer);

/**
 * The completed tricks, and the trick on show with its winner so far: the one being played, or the one just taken.
 * @param {Story} story
 * @param {SpokenStep[]} steps
 * @returns {Pick<Moment, "tricks" | "trick">}
 */
function tricksAt({ view }, steps) {
  const played = steps.filter(({ phase }) => phase === "play").length;
  const led = Math.ceil(played / 4);
  if (!led) return { tricks: [], trick: null };
  const { seats, cards: all, winner } = view.tricks[led - 1];
  const cards = all.slice(0, played - 4 * (led - 1));
  const taken = cards.length === 4 && winner !== null;
  return {
    tricks: view.tricks.slice(0, taken ? led : led - 1),
    trick: { seats, cards, winner: seats[winningIndex(cards)], points: pointsIn(cards), taken },
  };
}

/**
 * The hands after these steps, the Dobb unless it is taken up, and the discards.
 * @param {Story} story
 * @param {SpokenStep[]} steps
 * @param {Pick<Moment, "declarer" | "contract">} bid
 */
function cardsAt(story, steps, { declarer, contract }) {
  const hands = story.hands.map((hand) => [...hand]);
  const taken = contract === "dobbm";
  if (taken && declarer !== null) hands[declarer].push(...story.dobb);
  /** @type {string[] | null} */
  let discards = null;
  for (const { seat, phase, action } of steps) {
    if (phase === "exchange") discards = action.split(" ");
    if (phase === "exchange" || phase === "play") {
      const gone = action.split(" ");
      hands[seat] = hands[seat].filter((card) => !gone.includes(card));
    }
  }
  return { hands, discards, dobb: taken ? null : story.dobb };
}
