/**
 * Decides how fast the screen follows the table: actions that arrive together are shown one after the other, so that
 * their order is seen, and a longer backlog is shown at once.
 */

/** @import { Context, QueuedSnapshot } from "../types.d.ts" */

/** As many actions as one trick has may be shown one after the other; the screen never falls further behind. */
const ONE_TRICK = 4;

/** @param {QueuedSnapshot} snapshot */
const isAction = ({ table, confirms }) => table.change.kind === "acted" && !confirms;

/**
 * Return the milliseconds for which a snapshot waits, so that the action before it, shown at `actionAt`, is seen first.
 * @param {QueuedSnapshot} next
 * @param {number} actionAt
 * @param {Context} context
 */
export const pauseBefore = (next, actionAt, { elapsed, step, hidden }) =>
  isAction(next) && !hidden ? Math.max(0, actionAt + step - elapsed) : 0;

/** @param {QueuedSnapshot[]} queue */
export const countActions = (queue) => queue.filter(isAction).length;

/**
 * Whether there are too many snapshots to show them one after the other.
 * @param {QueuedSnapshot[]} queue
 */
export const isBehind = (queue) => countActions(queue) > ONE_TRICK;
