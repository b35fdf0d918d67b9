/** A deal from its view and its record: how it stood at each of its moments. */

import { pointsIn } from "../cards/deck.js";
import { dealtHands } from "../game/record.js";
import { activeSeats } from "../game/seats.js";
import { winningIndex } from "../game/tricks.js";
import { spokenSteps } from "../game/words.js";

/**
 * @import { Record, Trick, View } from "../schema.d.ts"
 * @import { Contract, Moment, Spoken, Story } from "../types.d.ts"
 */

/**
 * The story of a deal: its `view` and `record`, its steps, the four who play from forehand on, the
 * hands as they were dealt, and the Dobb. `due` is who has to act where it stops, `{seat, phase}`;
 * null for a deal that is over.
 * @template {View} Kind
 * @param {Kind} view
 * @param {Record} [record]
 * @returns {Story & { view: Kind }}
 */
export function opened(view, record = /** @type {Record} */ (view.record)) {
  // The view hides what another seat has laid away, the record does not.
  const open = view.steps.map((step, at) => ({ ...step, action: record.actions[at] }));
  const due = view.to_act === null ? null : { seat: view.to_act, phase: view.phase };
  return { view, record, steps: spokenSteps(open), active: activeSeats(view), ...dealtHands(record), due };
}

/**
 * How a deal stood after as many actions as `at` says.
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
 * Whether somebody with the knowledge of `viewer`, null for all cards open, sees a seat's hand.
 * @param {Moment} now
 * @param {number | null} viewer
 * @param {number} seat
 */
export const seesHand = (now, viewer, seat) =>
  viewer === null || viewer === seat || now.phase === "done";

/**
 * Whether he sees the four cards out of play: the Dobb, or what the declarer laid away.
 * @param {Moment} now
 * @param {number | null} viewer
 */
export const seesOutOfPlay = (now, viewer) =>
  viewer === null || now.phase === "done" || (now.discards !== null && viewer === now.declarer);

/**
 * The tricks that were taken, and the trick to look at: the one that is played, or the one just
 * taken; with its winner so far.
 * @param {Story} story
 * @param {Spoken[]} steps
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
 * The hands as they are, where the Dobb is, and what was laid away.
 * @param {Story} story
 * @param {Spoken[]} steps
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
