/** The person's own action at a table: shown at once, sent, and reverted if the server refuses it; or planned. */

import { _ } from "../base/i18n.js";
import { toggled, whyNot } from "../game/reasons.js";
import { isStoodIn } from "../game/seats.js";
import { predictedView } from "./prediction.js";
import { catchUp, collect, present, pump } from "./screen-queue.js";

/**
 * @import { Change, Table, View } from "../schema.d.ts"
 * @import { ScreenEvent } from "../types.d.ts"
 * @import { Draft } from "./screen-draft.js"
 */

/** Milliseconds after the person's own action in which a further tap plans nothing: it may belong to a double tap. */
const AGAIN = 600;

/**
 * Milliseconds after the hand has lost a card, or a tap has taken a trick away, in which a tap plays nothing: it may be
 * the second of a double tap, and a card cannot be taken back.
 */
const DOUBLE_TAP = 300;

/**
 * Act, if it is still turn `at`, and show the action before the server confirms it.
 * @param {Draft} draft
 * @param {string} action
 * @param {number} [at]
 */
export function act(draft, action, at) {
  const { state } = draft;
  catchUp(draft);
  const table = /** @type {Table} */ (state.latest);
  const { view, turn, seat } = table;
  if (at !== undefined && turn !== at) return draft.notify(_("The game has moved on."));
  if (isStoodIn(table)) return comeBack(draft);
  if (!view || seat === null || view.to_act !== seat || state.pending) return undefined;
  state.pending = { action, turn };
  state.late = !state.connected;
  state.knowsLoss ||= state.late;
  state.chosen = [];
  state.meanwhile = [];
  const change = /** @type {Change} */ ({ kind: "acted", at: table.change.at, seat, action });
  present(draft, { ...withPending(draft, table), change }, true);
  draft.effects.push({ kind: "send", action, turn });
  return state.late ? draft.notify(waitsToBeSent()) : undefined;
}

/**
 * @param {Draft} draft
 * @param {Extract<ScreenEvent, { kind: "card" }>} event
 */
export function choose(draft, { card, tapped = false, dragged = false }) {
  const { state } = draft;
  if (state.latest?.stage === "playing" && isStoodIn(state.latest)) return comeBack(draft);
  if (state.pending) return draft.notify(_("Your card is on its way."));
  const table = state.latest;
  if (!table?.view || table.stage !== "playing" || table.seat === null) return collect(draft);
  const { view, seat, own } = table;
  // The person has not seen yet what others have played, or what they have played in another window.
  if (state.queue.length && (view.to_act === seat || !view.hand.includes(card))) {
    if (!state.restingTrick) {
      draft.announce(_("Look at what the others have played, then choose."));
      return pump(draft, true);
    }
    draft.announce(_("The trick is taken away first: look at what the others have played, then choose."));
    state.sweptAt = draft.context.elapsed;
    return collect(draft);
  }
  if (view.phase === "exchange" && view.to_act === seat) return toggle(draft, card);
  if (view.phase !== "play") return draft.notify(_("You cannot play before the bidding and doubling are over."));
  if (view.to_act !== seat) {
    // The hand closes the gap that a played card leaves, so the second tap of a double tap would hit its neighbour.
    if (draft.context.elapsed - state.actedAt <= AGAIN) {
      return draft.notify(_("Too soon after your last card: choose this one again to plan it."));
    }
    return plan(draft, own?.plan === card ? null : card);
  }
  if (tapped && draft.context.elapsed - Math.max(state.actedAt, state.sweptAt) <= DOUBLE_TAP) {
    return draft.notify(_("Too soon: choose the card again to play it."));
  }
  const reason = whyNot(card, view);
  if (reason) return draft.notify(reason);
  if (draft.context.confirm && !dragged && state.chosen[0] !== card) {
    state.chosen = [card];
    return undefined;
  }
  return act(draft, card);
}

/**
 * Take the seat back from the bot that stands in.
 * @param {Draft} draft
 */
function comeBack(draft) {
  draft.effects.push({ kind: "back" });
}

/**
 * Choose a card for the discard, or put it back.
 * @param {Draft} draft
 * @param {string} card
 */
function toggle(draft, card) {
  draft.state.chosen = toggled(draft.state.chosen, card, (reason) => draft.notify(reason));
}

/**
 * @param {Draft} draft
 * @param {string | null} action
 */
function plan(draft, action) {
  const { state } = draft;
  if (!state.connected) return draft.notify(_("Without a connection, no card can be planned."));
  showPlan(draft, action);
  draft.effects.push({ kind: "plan", action });
  draft.announce(action ? _("Planned: the card is played as soon as it is your turn.") : _("Plan cancelled."));
  return undefined;
}

/**
 * @param {Draft} draft
 * @param {string | null} action
 */
export function showPlan(draft, action) {
  const { state } = draft;
  /** @param {Table | null} table */
  const planned = (table) => table && { ...table, own: { ...table.own, plan: action } };
  state.latest = planned(state.latest);
  state.displayed = planned(state.displayed);
  state.queue = state.queue.map((one) => ({
    ...one,
    table: { ...one.table, own: { ...one.table.own, plan: action } },
  }));
}

/**
 * Take the person's pending action back, and say why.
 * @param {Draft} draft
 * @param {string} why
 */
export function withdraw(draft, why) {
  const { state } = draft;
  const { latest, pending, seen } = state;
  if (latest?.view && pending && seen)
    draft.hasSeen(Math.min(seen.steps, Math.max(0, latest.view.steps.length - (latest.turn - pending.turn))));
  state.pending = null;
  state.actedAt = -Infinity;
  state.restingTrick = null;
  state.queue = [];
  state.displayed = state.latest;
  draft.notify(why);
}

/**
 * Return a snapshot, with the person's pending action applied if the snapshot is from before it.
 * @param {Draft} draft
 * @param {Table} table
 */
export function withPending(draft, table) {
  const { pending } = draft.state;
  if (!pending || !table.view || table.turn !== pending.turn) return table;
  // A plan that was not carried out is void.
  return { ...table, own: { ...table.own, plan: null }, view: predictedView(table.view, pending.action) };
}

/**
 * Whether a snapshot is about the person's pending action.
 * @param {Draft} draft
 * @param {Table} table
 */
export function isConfirmedBy(draft, { change, turn, seat }) {
  const { pending } = draft.state;
  if (!pending || change.kind !== "acted" || change.seat !== seat || turn !== pending.turn + 1) return false;
  return isSameAction(change.action ?? "", pending.action);
}

/**
 * Whether the person's pending action is among the steps of a snapshot: without a stream, the one of the action
 * itself may be missing.
 * @param {Draft} draft
 * @param {Table} table
 */
export function hasHappened(draft, { view, turn, seat, stand_ins: standIns }) {
  const { pending } = draft.state;
  if (!pending || !view || turn <= pending.turn) return false;
  const at = view.steps.length - (turn - pending.turn);
  const step = view.steps[at];
  return step?.seat === seat && isSameAction(step.action, pending.action) && !standIns.includes(at);
}

/**
 * Send the action that the page kept when it was left before the server had confirmed it, or say what became of it.
 * @param {Draft} draft
 */
export function resume(draft) {
  const { state } = draft;
  const { kept, seen, latest: table } = state;
  state.kept = null;
  if (!kept || !table) return undefined;
  const { view, seat, turn, stand_ins: standIns } = table;
  const at = view ? view.steps.length - (turn - kept.turn) : -1;
  const step = view?.steps[at];
  const arrived = step?.seat === seat && isSameAction(step.action, kept.action) && !standIns.includes(at);
  // The person has seen everything before this action.
  if (seen && seen.deal === table.deal && at >= 0)
    state.seen = { ...seen, steps: Math.max(seen.steps, arrived ? at + 1 : at) };
  const mayAct = turn === kept.turn && view?.to_act === seat && seat !== null && !isStoodIn(table);
  if (mayAct && isPossible(kept.action, view)) {
    act(draft, kept.action);
    state.late = true;
    return draft.notify(_("Your move from before is sent now."));
  }
  if (arrived) return draft.notify(_("Your move has arrived."));
  if (standIns.includes(at)) return draft.notify(botActed());
  return draft.notify(step ? movedOn() : _("The game has moved on."));
}

export const waitsToBeSent = () => _("Your move is sent as soon as the connection is back.");

/**
 * Explain why the person's action no longer counts, after a change that came before it.
 * @param {Table} table
 */
export const tooLate = ({ change, seat }) => (change.seat === seat && change.by_bot ? botActed() : movedOn());

const botActed = () => _("Your move came too late: a bot has acted for you.");

const movedOn = () => _("Your move no longer counts: the game has moved on.");

/**
 * Whether an action that this device has kept may be taken now; another hand may have changed it.
 * @param {string} action
 * @param {View} view
 */
const isPossible = (action, { phase, hand, legal }) =>
  phase === "exchange" ? action.split(" ").every((card) => hand.includes(card)) : (legal?.includes(action) ?? false);

/**
 * Whether two actions are the same; the cards of a discard may be in any order.
 * @param {string} one
 * @param {string} other
 */
const isSameAction = (one, other) => one.split(" ").sort().join() === other.split(" ").sort().join();
