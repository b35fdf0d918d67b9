/** Presents the snapshots of a table one after the other: a full trick rests, actions are not shown all at once. */

import { _ } from "../base/i18n.js";
import { yourTurn } from "../game/commentary.js";
import { isOnHoliday, isOnTurn, isStoodIn, onlyWatches } from "../game/seats.js";
import { takenTricks } from "../game/tricks.js";
import { countActions, isBehind, pauseBefore } from "./pace.js";
import { catchUpInWords, comment, followUp, hush, read, speak } from "./screen-words.js";

/**
 * @import { Table } from "../schema.d.ts"
 * @import { FinishedView } from "../types.d.ts"
 * @import { Draft } from "./screen-draft.js"
 */

/**
 * Present the queued snapshots until a trick rests, or until the next has to wait.
 * @param {Draft} draft
 * @param {boolean} [hurries] whether none waits
 */
export function pump(draft, hurries = false) {
  const { state } = draft;
  while (state.queue.length && !state.restingTrick) {
    const pause = hurries || state.fast ? 0 : pauseBefore(state.queue[0], state.actionAt, draft.context);
    if (pause > 0) return wait(draft, pause);
    presentNext(draft, true);
  }
}

/**
 * @param {Draft} draft
 * @param {number} milliseconds
 */
function wait(draft, milliseconds) {
  if (draft.state.waiting) return;
  draft.state.waiting = true;
  draft.effects.push({ kind: "wait", milliseconds });
}

/**
 * Present the queued snapshots after a delay; all at once if they are too many.
 * @param {Draft} draft
 */
export function goOn(draft) {
  const { queue, restingTrick, fast } = draft.state;
  if (restingTrick || fast || !isBehind(queue)) return pump(draft);
  catchUp(draft);
  // The announcements of the actions say what happened; the sounds of all the cards would be noise.
  draft.effects = draft.effects.filter((effect) => effect.kind !== "sound" || effect.sound === "turn");
  return draft.notify(
    _("The last {count} actions are shown at once, because the page was behind.", { count: countActions(queue) }),
  );
}

/**
 * The table has gone on while a trick rests until it is tapped: call the person, or show at once what cannot wait.
 * @param {Draft} draft
 * @param {Table} table
 */
export function goOnWithout(draft, table) {
  const { state } = draft;
  const { displayed, queue } = state;
  if (!displayed || !queue.length || table.seat === null) return;
  const over =
    table.stage !== "playing" &&
    queue.some(({ table: { change } }) => change.kind === "acted" || change.kind === "claimed");
  if (table.deal !== displayed.deal || over || (isStoodIn(table) && !isStoodIn(displayed))) {
    state.queue = queue.map((one) => ({ ...one, silent: true }));
    catchUp(draft);
    return catchUpInWords(draft, true);
  }
  if (!isOnTurn(table) || table.change.kind !== "acted") return;
  draft.announce(yourTurn());
  draft.sound("turn");
}

/**
 * @param {Draft} draft
 * @param {boolean} mayRest whether a trick may rest
 */
export function presentNext(draft, mayRest) {
  const [{ table, confirms, silent = false }, ...others] = draft.state.queue;
  draft.state.queue = others;
  if (confirms) confirm(draft, table);
  else present(draft, table, mayRest && !isBehind(others), silent);
}

/**
 * Replace the predicted view with the confirmed snapshot; the person has already seen and heard the action.
 * @param {Draft} draft
 * @param {Table} table
 */
function confirm(draft, table) {
  draft.state.displayed = table;
  arrived(draft, table);
  check(draft, table);
  followUp(draft, table);
}

/**
 * Say that the person's action has arrived after a delay, or that a bot has acted in the same way before.
 * @param {Draft} draft
 * @param {Table} table
 */
function arrived(draft, { change }) {
  if (draft.state.late)
    draft.notify(change.by_bot ? _("A bot has made the same move for you.") : _("Your move has arrived."));
}

/**
 * Present a snapshot and announce its change; a full trick may rest for a while.
 * @param {Draft} draft
 * @param {Table} table
 * @param {boolean} mayRest
 * @param {boolean} [silent] whether its change has been announced
 */
export function present(draft, table, mayRest, silent = false) {
  const { state } = draft;
  const before = state.displayed;
  if (!before) state.fast = state.hurried === table.deal;
  if (table.change.kind === "dealt") Object.assign(state, { chosen: [], meanwhile: [] });
  if (table.change.kind === "acted") {
    state.actionAt = draft.context.elapsed;
    const played = table.view?.steps.at(-1)?.phase === "play";
    if (before && played && table.change.seat === table.seat) state.actedAt = draft.context.elapsed;
  }
  state.displayed = table;
  const full = before !== null && fills(table, before);
  const trick = full ? takenIn(table).at(-1) : undefined;
  if (trick && mayRest && !draft.context.hidden && !state.fast) {
    state.restingTrick = trick;
    draft.effects.push({ kind: "rest", trick });
  }
  hush(draft, table);
  if (!silent) speak(draft, table.change);
  read(draft, table, before !== null);
  if (!silent) comment(draft, table, before, full);
  check(draft, table);
  state.fast &&= onlyWatches(table);
}

/**
 * Show what happens without pauses until the person may act again, or with pauses.
 * @param {Draft} draft
 * @param {boolean} on
 */
export function hurry(draft, on) {
  const { state } = draft;
  const table = state.displayed;
  if (!table || !onlyWatches(table)) return;
  state.fast = on;
  draft.announce(on ? _("Fast-forward is on.") : _("Fast-forward is off."));
  if (isOnHoliday(table)) draft.effects.push({ kind: "hurry", on });
  if (!on) return;
  state.restingTrick = null;
  pump(draft);
}

/**
 * Sweep the resting trick to its winner; the queued snapshots follow when it has arrived.
 * @param {Draft} draft
 */
export function collect(draft) {
  const { state } = draft;
  if (!state.restingTrick || state.sweeping === state.restingTrick) return;
  state.sweeping = state.restingTrick;
  draft.sound("sweep");
  draft.effects.push({ kind: "sweep", trick: state.restingTrick });
}

/**
 * Present all queued snapshots at once, so that the person acts on the current state of the table.
 * @param {Draft} draft
 */
export function catchUp(draft) {
  const { state } = draft;
  while (state.queue.length) presentNext(draft, false);
  state.restingTrick = null;
}

/**
 * Request the check of the shuffle once a deal is over.
 * @param {Draft} draft
 * @param {Table} table
 */
function check(draft, table) {
  const { state } = draft;
  if (!table.view?.result || state.proof?.deal === table.deal) return;
  state.proof = { deal: table.deal, state: "checking" };
  draft.effects.push({ kind: "check", table: /** @type {Table & { view: FinishedView }} */ (table) });
}

/**
 * Whether a table's last action has filled a trick.
 * @param {Table} table
 * @param {Table} before
 */
const fills = (table, before) =>
  table.change.kind === "acted" && before.view !== null && takenIn(table).length > takenIn(before).length;

/** @param {Table} table */
const takenIn = ({ view }) => (view ? takenTricks(view) : []);
