/** Says on the screen of a table, and aloud, what has happened there. */

import { _, isolated, joinSentences } from "../base/i18n.js";
import { changeLine, lostSeatText, NOTICES } from "../game/change-text.js";
import { ending, standingsText, standInText, turnText } from "../game/commentary.js";
import { MOST_TEXTS } from "../base/data.js";
import { isMuch, meanwhile, standingText } from "../game/meanwhile.js";
import { botPlays, seatNames, seatWithoutCookiesText } from "../game/seats.js";
import { isBold, phraseText } from "../game/words.js";

/**
 * @import { Change, Table, View, WrittenText } from "../schema.d.ts"
 * @import { Effect, FinishedView } from "../types.d.ts"
 * @import { Draft } from "./screen-draft.js"
 */

/**
 * Changes that may pass the turn to another seat.
 * @type {Change["kind"][]}
 */
const TURNS = ["acted", "dealt", "claimed", "took_back", "came_back"];

/**
 * Announce the final standing when the session ends.
 * @param {Draft} draft
 * @param {Table | null} before
 */
export function conclude(draft, before) {
  const { displayed: table } = draft.state;
  if (!before || !table || before.stage === "over" || table.stage !== "over") return;
  draft.announce(standingsText(table, seatNames(table.seats, table.seat)));
}

/**
 * Say what has happened since the person last saw the table.
 * @param {Draft} draft
 * @param {boolean} all even if it is so little that the person could follow it
 * @param {string[]} [news] what has changed at the table itself
 */
export function catchUpInWords(draft, all, news = []) {
  const { state } = draft;
  const { seen, latest: table } = state;
  state.returning = false;
  if (!seen || !table || table.seat === null || !(all || isMuch(seen, table))) return;
  const names = seatNames(table.seats, table.seat);
  const lines = [...news.filter(Boolean), ...meanwhile(seen, table, names)];
  if (!lines.length) return;
  state.meanwhile = lines;
  draft.announce(joinSentences([_("Meanwhile:"), ...lines, standingText(table, names)]));
}

/**
 * @param {Draft} draft
 * @param {Pick<Change, "kind" | "seat" | "phrase">} change
 */
export function speak(draft, { kind, seat, phrase }) {
  if (kind !== "said" || !phrase || seat == null) return;
  draft.state.talk = new Map([...draft.state.talk, [seat, phrase]]);
  draft.effects.push({ kind: "speak", seat, phrase });
}

/**
 * Let a bot of this page say a phrase: over its seat, or in a notice where no seat is drawn, or not for long.
 * @param {Draft} draft
 * @param {{ seat: number, phrase: string }} spoken
 */
export function utter(draft, { seat, phrase }) {
  const { displayed: table, restingTrick } = draft.state;
  if (!table) return;
  const line = `${isolated(seatNames(table.seats, table.seat)[seat])}: ${phraseText(phrase)}`;
  if (restingTrick || table.stage !== "playing") return draft.notify(line);
  speak(draft, { kind: "said", seat, phrase });
  draft.announce(line);
}

/**
 * Take a phrase away from a seat that says a word of the game, which it would hide.
 * @param {Draft} draft
 * @param {Table} table
 */
export function hush({ state }, { change: { kind, seat }, view }) {
  if (kind !== "acted" || seat == null || view?.steps.at(-1)?.phase === "play") return;
  state.talk = new Map([...state.talk].filter(([other]) => other !== seat));
}

/**
 * Keep a text, and count it unless the person looks at the texts already.
 * @param {Draft} draft
 * @param {Table} table
 * @param {boolean} isNews whether it has come since the person arrived
 */
export function read(draft, { number, seats, seat: own, change: { kind, seat, text } }, isNews) {
  if (kind !== "wrote" || !text || seat == null) return;
  addTexts(draft, [{ number, seat, name: seats[seat].name, text }]);
  if (isNews && seat !== own && !draft.state.reading) draft.state.unread += 1;
}

/**
 * Add texts in the order in which they were written; those of old snapshots come again.
 * @param {Draft} draft
 * @param {WrittenText[]} texts
 */
export function addTexts(draft, texts) {
  const known = new Map([...draft.state.texts, ...texts].map((one) => [one.number, one]));
  draft.state.texts = [...known.values()].sort((one, other) => one.number - other.number).slice(-MOST_TEXTS);
}

/**
 * Announce a change in words and sounds.
 * @param {Draft} draft
 * @param {Table} table
 * @param {Table | null} before
 * @param {boolean} full whether the change has filled a trick
 */
export function comment(draft, table, before, full) {
  const { view, change } = table;
  const isLost = draft.context.lostSeat && table.seat === null && (!before || before.seat !== null);
  if (isLost && !["left", "vacated"].includes(change.kind)) {
    draft.state.lostSeat = seatWithoutCookiesText();
    return draft.announce(draft.state.lostSeat);
  }
  if (table.seat !== null || change.kind === "sat") draft.state.lostSeat = "";
  else if (before && before.seat !== null) {
    draft.state.lostSeat = lostSeatText(change, before.seat);
    draft.state.removed = change.kind === "vacated" && change.seat === before.seat && change.by_host === true;
    if (!["left", "vacated"].includes(change.kind)) draft.effects.push({ kind: "forget" });
    return draft.announce(draft.state.lostSeat);
  }
  // Too fast to listen to.
  if (draft.state.fast && change.kind === "acted" && !view?.result) return;
  // A change from before the person arrived is not news.
  const opens = before && table.seat === null && isFull(before) && !isFull(table);
  const line = before
    ? joinSentences([changeLine(table, before), opens ? _("A seat is free: you can take it.") : ""])
    : "";
  const standIn = table.seat === null ? null : table.seats[table.seat].stood_in;
  const turn = table.stage === "playing" && view && !standIn ? turnText(view) : "";
  if (!before && standIn && botPlays(table, table.seat)) draft.announce(standInText(standIn));
  const plan = table.own?.plan;
  if (turn && plan && !view?.legal?.includes(plan)) draft.notify(_("You may not play your planned card now."));
  const isAgreed = before && table.mussrunde_left !== null && before.mussrunde_left === null;
  if (isAgreed && change.kind !== "wished")
    draft.notify(joinSentences([line, _("All have agreed: the Mußrunde begins with the next deal.")]));
  // The dialog announces the texts that come while it is open.
  else if (change.kind === "wrote" && draft.state.reading) return;
  else if (NOTICES.includes(change.kind) || isUnseen(table)) draft.notify(line);
  else draft.announce(line);
  const isOthersReturn = change.kind === "came_back" && change.seat !== table.seat;
  if (!before || (TURNS.includes(change.kind) && !isOthersReturn)) draft.announce(turn);
  if (change.kind !== "acted") return;
  if (view?.result && table.seat !== null) soundEnd(draft, view, table.seat);
  else draft.sound(soundOf(view));
  if (turn && !full) draft.sound("turn");
}

/**
 * Whether somebody has said a phrase while no seats are drawn.
 * @param {Table} table
 */
const isUnseen = ({ change, stage }) => change.kind === "said" && (stage === "between" || stage === "over");

/**
 * Announce the consequences of the person's own action, which itself has been announced already.
 * @param {Draft} draft
 * @param {Table} table
 */
export function followUp(draft, { view, seats, seat }) {
  if (!view || seat === null) return;
  if (view.result) {
    draft.announce(ending(/** @type {FinishedView} */ (view), seatNames(seats, seat)));
    soundEnd(draft, view, seat);
    return;
  }
  const turn = turnText(view);
  draft.announce(turn);
  if (turn && !draft.state.restingTrick) draft.sound("turn");
}

/**
 * @param {Draft} draft
 * @param {View} view
 * @param {number} seat
 */
function soundEnd(draft, { result }, seat) {
  if (!result) return;
  const won = result.payments[seat] >= 0;
  if (result.contract === "solo" && won) draft.sound("triumph");
  else draft.sound(won ? "won" : "lost");
}

/**
 * Return the sound of the last action.
 * @param {View | null} view
 * @returns {Extract<Effect, { kind: "sound" }>["sound"]}
 */
function soundOf(view) {
  const step = view?.steps.at(-1);
  if (step && isBold(step)) return "stamp";
  return step?.phase === "play" ? "card" : "word";
}

/**
 * Whether people hold all seats of a table.
 * @param {Table} table
 */
const isFull = ({ seats }) => seats.every(({ kind }) => kind === "person");
