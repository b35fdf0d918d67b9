/** Says on the screen of a table whose connection is lost or back, and what was missed meanwhile. */

import { _, joinSentences } from "../base/i18n.js";
import { changeLine } from "../game/change-text.js";
import { isNear, nearText, turnText } from "../game/commentary.js";
import { isByPost } from "../game/house-rules.js";
import { isMuch } from "../game/meanwhile.js";
import { isStoodIn, seatNames } from "../game/seats.js";
import { waitsToBeSent } from "./screen-actions.js";
import { catchUp, pump } from "./screen-queue.js";
import { catchUpInWords } from "./screen-words.js";

/**
 * @import { Change, Table } from "../schema.d.ts"
 * @import { Beat } from "../types.d.ts"
 * @import { Draft } from "./screen-draft.js"
 */

/**
 * Changes that still matter to a person who comes back to the table later.
 * @type {Change["kind"][]}
 */
const LASTING = [
  "sat",
  "filled",
  "left",
  "vacated",
  "swapped",
  "rules_set",
  "wrote",
  "texts_allowed",
  "texts_declined",
];

/**
 * Note who is there, and say whose connection is lost or back.
 * @param {Draft} draft
 * @param {Beat} beat
 */
export function beat(draft, { connected, spectators, watching }) {
  const { state } = draft;
  const table = state.displayed;
  if (!table) return;
  // Somebody who has stood up is still shown for a moment; the connection is not lost.
  const stays = (/** @type {number} */ seat) =>
    [table, state.latest].every((one) => one?.seats[seat].kind === "person");
  // The beat itself proves the person's own connection; by post, nobody need have one.
  const mayBeLost = (/** @type {number} */ seat) =>
    seat !== table.seat && !connected.includes(seat) && !isByPost(table.options.free);
  const lost = table.seats.flatMap((_seat, seat) => (stays(seat) && mayBeLost(seat) ? [seat] : []));
  const names = seatNames(table.seats, table.seat);
  for (const seat of lost.filter((one) => !state.lost.includes(one))) {
    const [name, seconds] = [names[seat], waitingTime(table, [seat])];
    if (seconds)
      draft.notify(_("{name}: connection lost. The clock waits for up to {seconds} seconds.", { name, seconds }));
    else draft.announce(_("{name}: connection lost.", { name }));
  }
  for (const seat of state.lost)
    if (connected.includes(seat)) draft.announce(_("{name} is connected again.", { name: names[seat] }));
  Object.assign(state, { lost, heard: true });
  for (const name of watching.filter((one) => !state.watching.includes(one)))
    draft.announce(_("{name} is watching.", { name }));
  Object.assign(state, { spectators, watching });
  // By the first beat, everything missed has arrived.
  if (state.returning && state.connected) comeBackOnline(draft);
}

/**
 * @param {Draft} draft
 * @param {boolean} connected
 * @param {boolean} [ended] whether the server may only have ended the stream
 */
export function connect(draft, connected, ended = false) {
  const { state } = draft;
  const { latest, knowsLoss } = state;
  const before = state.connected;
  state.knowsLoss = !connected && latest !== null && (knowsLoss || !ended || state.pending !== null);
  if (state.knowsLoss && !knowsLoss)
    draft.announce(joinSentences([_("Connection lost; reconnecting."), graceText(draft)]));
  if (connected === before) return;
  state.connected = connected;
  state.returning ||= latest !== null;
  if (connected && knowsLoss) draft.announce(_("Reconnected."));
  if (connected || !state.pending) return;
  state.late = true;
  draft.announce(waitsToBeSent());
}

/**
 * Say what was missed without a connection: much in one list, little as it is shown. Another deal is shown at once.
 * @param {Draft} draft
 */
function comeBackOnline(draft) {
  const { state } = draft;
  const { queue, seen, latest: table, displayed } = state;
  if (!queue.length || !seen || !table || table.seat === null || !isMuch(seen, table)) {
    catchUpInWords(draft, false);
    return pump(draft);
  }
  const before = [displayed, ...queue.map((one) => one.table)];
  const news = queue.flatMap((one, at) =>
    LASTING.includes(one.table.change.kind) ? changeLine(one.table, before[at]) : [],
  );
  state.queue = queue.map((one) => ({ ...one, silent: true }));
  if (table.deal === displayed?.deal) pump(draft);
  else catchUp(draft);
  catchUpInWords(draft, false, news);
  if (table.stage === "playing" && table.view && !isStoodIn(table)) draft.announce(turnText(table.view));
}

/**
 * Tell the person once that the next deal is about to begin.
 * @param {Draft} draft
 */
export function warn(draft) {
  const { state } = draft;
  if (
    !state.displayed ||
    !state.connected ||
    !isNear(state.displayed, draft.context.now) ||
    state.warned === state.displayed.clock?.deal_at
  )
    return;
  state.warned = state.displayed.clock?.deal_at ?? null;
  draft.announce(nearText());
}

/**
 * Say how long the clock waits for the person, whose connection is lost.
 * @param {Draft} draft
 */
function graceText(draft) {
  const { displayed: table, lost } = draft.state;
  const seconds = table?.seat == null ? 0 : waitingTime(table, [...lost, table.seat]);
  return seconds ? _("The clock waits for up to {seconds} seconds.", { seconds }) : "";
}

/**
 * Return for how many seconds at most the clock waits if the connections of the seats `lost` are lost.
 * @param {Table} table
 * @param {number[]} lost
 */
export function waitingTime({ clock, stage, view, seats, question }, lost) {
  const seat = view?.to_act ?? null;
  const runs = clock && stage === "playing" && !question;
  return runs && seat !== null && lost.includes(seat) && !seats[seat].stood_in ? Math.round(seats[seat].grace ?? 0) : 0;
}
