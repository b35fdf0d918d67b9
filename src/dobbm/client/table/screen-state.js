/**
 * The state of a table's screen, as a reducer: snapshots and the person's input come in, the next state and the effects
 * come out. No DOM, no requests, no timers, no clock: `pages/table.js` draws the state and carries out the effects.
 *
 * The screen follows the table with a short delay: a full trick rests before it is swept, actions are shown one after
 * the other (`pace.js`), and later snapshots wait in a queue. The person's own action is shown at once and reverted if
 * the server refuses it.
 */

import { _ } from "../base/i18n.js";
import { isSame } from "../base/hearing.js";
import { mark } from "../game/meanwhile.js";
import { seatNames } from "../game/seats.js";
import {
  act,
  choose,
  hasHappened,
  isConfirmedBy,
  resume,
  showPlan,
  tooLate,
  withdraw,
  withPending,
} from "./screen-actions.js";
import { beat, connect, waitingTime, warn } from "./screen-connection.js";
import { Draft } from "./screen-draft.js";
import { collect, goOn, goOnWithout, hurry, presentNext, pump } from "./screen-queue.js";
import { addTexts, catchUpInWords, conclude, utter } from "./screen-words.js";

/**
 * @import { Table } from "../schema.d.ts"
 * @import { Context, Effect, Mark, Screen, ScreenEvent, State } from "../types.d.ts"
 */

/**
 * The state before the first snapshot, for a person who has seen this much of the table before, and whose last action
 * the server had not confirmed when the page was left. `hurried` is the deal that was in fast-forward then.
 * @param {Mark | null} [seen]
 * @param {State["kept"]} [kept]
 * @param {number | null} [hurried]
 * @returns {State}
 */
export const initialState = (seen = null, kept = null, hurried = null) => ({
  latest: null,
  displayed: null,
  queue: [],
  restingTrick: null,
  sweeping: null,
  waiting: false,
  actionAt: -Infinity,
  pending: null,
  kept,
  late: false,
  fast: false,
  hurried,
  actedAt: -Infinity,
  sweptAt: -Infinity,
  chosen: [],
  talk: new Map(),
  texts: [],
  earlierTexts: "unknown",
  unread: 0,
  reading: false,
  proof: null,
  connected: true,
  knowsLoss: false,
  lost: [],
  heard: false,
  spectators: 0,
  watching: [],
  lostSeat: "",
  removed: false,
  warned: null,
  seen,
  returning: false,
  meanwhile: [],
});

/**
 * Return the state after an event, and its effects for the page to carry out, in order.
 * @param {State} before
 * @param {ScreenEvent} event
 * @param {Context} context
 * @returns {{ state: State, effects: Effect[] }}
 */
export function update(before, event, context) {
  const draft = new Draft(before, context);
  handle(draft, event);
  conclude(draft, before.displayed);
  remember(draft);
  return { state: draft.state, effects: draft.effects };
}

/**
 * Return what is drawn in a state that has a table; `now` is the server's time in Unix seconds.
 * @param {State & { displayed: Table }} state
 * @param {number} now
 * @returns {Screen}
 */
export function screenOf(state, now) {
  const {
    displayed: table,
    latest,
    restingTrick,
    talk,
    texts,
    earlierTexts,
    unread,
    proof,
    chosen,
    connected,
    lost,
    heard,
    fast,
    spectators,
    watching,
    lostSeat,
    removed,
    meanwhile,
  } = state;
  const { view } = table;
  return {
    table,
    latest,
    view,
    names: seatNames(table.seats, table.seat),
    restingTrick,
    playing: table.stage === "playing" || restingTrick !== null,
    talk,
    muted: table.own?.muted ?? [],
    texts: earlierTexts === "unknown" ? null : texts,
    unread,
    proof,
    chosen,
    now,
    connected,
    lost,
    heard,
    waits: waitingTime(table, connected || table.seat === null ? lost : [...lost, table.seat]),
    late: state.late && state.pending !== null,
    fast,
    spectators,
    watching,
    lostSeat,
    removed: removed && table.stage === "gathering",
    meanwhile,
  };
}

/**
 * @param {Draft} draft
 * @param {ScreenEvent} event
 */
function handle(draft, event) {
  const { state } = draft;
  switch (event.kind) {
    case "snapshot":
      return receive(draft, event.table);
    case "action":
      return act(draft, event.action, event.turn);
    case "refusal":
      return withdraw(draft, event.text);
    case "unplanned":
      return state.latest ? showPlan(draft, null) : undefined;
    case "card":
      return choose(draft, event);
    case "collect":
      if (event.tapped && state.restingTrick) state.sweptAt = draft.context.elapsed;
      if (!event.trick || event.trick === state.restingTrick) collect(draft);
      return undefined;
    case "swept":
      state.sweeping = null;
      if (event.trick === state.restingTrick) {
        state.restingTrick = null;
        goOn(draft);
      }
      return undefined;
    case "step":
      state.waiting = false;
      return goOn(draft);
    case "hurry":
      return hurry(draft, event.on);
    case "beat":
      return beat(draft, event.beat);
    case "tick":
      return warn(draft);
    case "returned":
      return catchUpInWords(draft, false);
    case "dismissed":
      state.meanwhile = [];
      return undefined;
    case "spoken":
      return utter(draft, event);
    case "silence":
      if (state.talk.get(event.seat) !== event.phrase) return undefined;
      state.talk = new Map(state.talk);
      state.talk.delete(event.seat);
      return undefined;
    case "reading":
      state.reading = event.on;
      state.unread = 0;
      return undefined;
    case "texts":
      state.earlierTexts = event.texts ? "known" : "refused";
      return addTexts(draft, event.texts ?? []);
    case "checked":
      state.proof = { deal: event.deal, ...event.proof };
      return undefined;
    default:
      return connect(draft, event.connected, event.ended);
  }
}

/**
 * @param {Draft} draft
 * @param {Table} table
 */
function receive(draft, table) {
  const { state } = draft;
  const arrives = !state.latest;
  const reseated = state.latest && isSame(table, state.latest) && table.seat !== state.latest.seat;
  // The host has restored an older database: forget what happened since.
  if (state.latest && table.number <= state.latest.number && !reseated) {
    Object.assign(state, initialState(), { connected: state.connected, knowsLoss: state.knowsLoss });
    draft.notify(_("The host has restored an earlier state of this table: go on from here."));
  }
  if (!state.latest && table.seat !== null) draft.effects.push({ kind: "remember" });
  const confirms = isConfirmedBy(draft, table);
  const missed = !confirms && hasHappened(draft, table);
  if (state.pending && table.turn > state.pending.turn && !confirms && !missed) withdraw(draft, tooLate(table));
  state.latest = table;
  draft.effects.push({ kind: "contribute", table });
  if (confirms || missed) state.pending = null;
  state.queue = [...state.queue, { table: withPending(draft, table), confirms }];
  // The person's own action is on screen already, so a trick that rests keeps resting.
  if (confirms) draft.hasSeen(table.view?.steps.length ?? 0);
  if (confirms && state.queue.length === 1) presentNext(draft, false);
  // Until everything missed has arrived, nobody knows what of it is news.
  if (state.returning && !arrives) return;
  pump(draft);
  if (state.restingTrick && draft.context.untilTapped) goOnWithout(draft, table);
  if (!arrives) return;
  resume(draft);
  catchUpInWords(draft, true);
}

/**
 * Note what the person has seen, unless the page is hidden or has yet to say what was missed.
 * @param {Draft} draft
 */
function remember(draft) {
  const { state } = draft;
  const { displayed } = state;
  if (!displayed || displayed.seat === null || draft.context.hidden || state.returning) return;
  const seen = mark(displayed);
  if (JSON.stringify(seen) !== JSON.stringify(state.seen)) state.seen = seen;
}

/**
 * Say for the element of a table whether the screen is current, or why not.
 * @param {State} state
 */
export function stateNow({ restingTrick, pending }) {
  if (restingTrick) return "resting";
  return pending ? "pending" : "current";
}

/**
 * The person's action that the server has not confirmed.
 * @param {State} state
 */
export const unconfirmed = ({ pending, kept }) => pending ?? kept;

/**
 * The deal that is in fast-forward.
 * @param {State} state
 */
export const hurriedNow = ({ fast, displayed }) => (fast && displayed ? displayed.deal : null);
