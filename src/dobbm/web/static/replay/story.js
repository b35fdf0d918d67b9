/** A deal from its record: who held, saw and had to do what at each of its moments. */

import { activeSeats, course, winningIndex } from "../game/course.js";
import { dealtHands } from "../game/record.js";
import { PRESETS } from "../game/rules.js";

const CARDS_PLAYED = 32;

/**
 * The story of a record: `steps` as in `course`, the four who play from forehand on, the hands as
 * they were dealt, the Dobb, and whether it ends with a revoke. `due` is who has to act where the
 * record stops, `{seat, phase}`; null for a deal that is over.
 */
export function opened(record, due = null) {
  const { preset = "pagat", ...own } = record.rules ?? {};
  const frame = {
    players: record.players ?? 4,
    dealer: record.dealer,
    must: record.must ?? false,
    rules: { ...PRESETS[preset], ...own },
  };
  const active = activeSeats(frame);
  const { actions } = record;
  const bid = highest(frame, actions);
  const { steps } = course({ ...frame, actions, ...bid });
  const cards = steps.filter((step) => step.phase === "play").length;
  const revoke = due === null && bid.declarer !== null && cards < CARDS_PLAYED;
  return { record, frame, active, ...dealtHands(record), steps, due, revoke };
}

/** How a deal stood after as many actions as `at` says. */
export function moment(story, at) {
  const { frame, steps, record } = story;
  const actions = record.actions.slice(0, at);
  const bid = highest(frame, actions);
  const over = at === steps.length && story.due === null;
  const outcome = over && story.revoke ? "revoke" : null;
  const told = course({ ...frame, actions, ...bid, result: { outcome } });
  const next = steps[at] ?? story.due;
  return {
    ...bid,
    at,
    last: told.steps.at(-1) ?? null,
    next,
    phase: next?.phase ?? "done",
    steps: told.steps,
    tricks: told.tricks,
    trick: onTable(told),
    ...cardsAt(story, told.steps, bid),
    doublings: told.steps.filter(({ phase, action }) => phase === "doubling" && action !== "gut").length,
  };
}

/** Whether somebody with the knowledge of `viewer`, null for all cards open, sees a seat's hand. */
export const seesHand = (now, viewer, seat) =>
  viewer === null || viewer === seat || now.phase === "done";

/** Whether he sees the four cards out of play: the Dobb, or what the declarer laid away. */
export const seesOutOfPlay = (now, viewer) =>
  viewer === null || now.phase === "done" || (now.discards !== null && viewer === now.declarer);

/** The highest bid, once the bidding is over. */
function highest(frame, actions) {
  const { steps } = course({ ...frame, actions, declarer: null });
  const bid = steps.findLast((step) => step.action !== "weiter");
  const over = steps.length === (frame.must ? 1 : 4) || bid?.action === "solo";
  return bid && over
    ? { declarer: bid.seat, contract: bid.action }
    : { declarer: null, contract: null };
}

/** The hands as they are, where the Dobb is, and what was laid away. */
function cardsAt(story, steps, { declarer, contract }) {
  const hands = story.hands.map((hand) => [...hand]);
  const taken = contract === "dobbm";
  if (taken) hands[declarer].push(...story.dobb);
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

/** The trick to look at: the one that is played, or the one just taken; with its winner so far. */
function onTable({ trick, tricks }) {
  const shown = trick?.cards.length ? trick : (tricks.at(-1) ?? null);
  if (!shown) return null;
  return { ...shown, winner: shown.seats[winningIndex(shown.cards)], taken: shown !== trick };
}
