/**
 * The state of a table's screen, as a reducer: snapshots and the person's input come in, the next state and the effects
 * come out. No DOM, no requests, no timers, no clock: `pages/table.js` draws the state and carries out the effects.
 *
 * The screen follows the table with a short delay: a full trick rests before it is swept, actions are shown one after the
 * other (`pace.js`), and later snapshots wait in a queue. The person's own action is shown at once and reverted if the
 * server refuses it.
 */

import { _, joinSentences } from "../base/i18n.js";
import { isSame } from "../base/stream.js";
import { ending, changeLine, isNear, lostSeatText, nearText, NOTICES, standInText, standingsText, turnText, yourTurn } from "../game/commentary.js";
import { MOST_TEXTS } from "../game/data.js";
import { isMuch, mark, meanwhile, standingText } from "../game/meanwhile.js";
import { toggled, whyNot } from "../game/reasons.js";
import {
  botPlays,
  isOnHoliday,
  isOnTurn,
  isStoodIn,
  onlyWatches,
  seatNames,
  seatWithoutCookiesText,
} from "../game/seats.js";
import { takenTricks } from "../game/tricks.js";
import { isBold } from "../game/words.js";
import { countActions, isBehind, pauseBefore } from "./pace.js";
import { predictedView } from "./prediction.js";

/**
 * @import { Change, Table, View, WrittenText } from "../schema.d.ts"
 * @import { Beat, Context, Effect, FinishedView, Mark, Screen, ScreenEvent, State } from "../types.d.ts"
 */

/**
 * Changes that may pass the turn to another seat.
 * @type {Change["kind"][]}
 */
const TURNS = ["acted", "dealt", "claimed", "took_back", "came_back"];
/**
 * Changes that still matter to a person who comes back to the table later.
 * @type {Change["kind"][]}
 */
const LASTING = ["sat", "filled", "left", "vacated", "swapped", "rules_set", "wrote", "texts_allowed", "texts_declined"];
/** Milliseconds after the person's own action in which a further tap plans nothing: it may belong to a double tap. */
const AGAIN = 600;
/**
 * Milliseconds after the hand has lost a card, or a tap has taken a trick away, in which a tap plays nothing: it may be the
 * second of a double tap, and a card cannot be taken back.
 */
const DOUBLE_TAP = 300;

/**
 * The state before the first snapshot, for a person who has seen this much of the table before, and whose last action the
 * server had not confirmed when the page was left. `hurried` is the deal that was in fast-forward then.
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
  const update = new Update(before, context);
  update.handle(event);
  update.conclude(before.displayed);
  update.remember();
  return { state: update.state, effects: update.effects };
}

/**
 * Return what is drawn in a state that has a table; `now` is the server's time in Unix seconds.
 * @param {State & { displayed: Table }} state
 * @param {number} now
 * @returns {Screen}
 */
export function screenOf(state, now) {
  const { displayed: table, latest, restingTrick, talk, texts, earlierTexts, unread, proof, chosen, connected, lost, heard, fast, spectators, watching, lostSeat, removed, meanwhile } = state;
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

/** One update: `state` is a copy whose fields are replaced, never mutated. */
class Update {
  /**
   * @param {State} before
   * @param {Context} context
   */
  constructor(before, context) {
    this.state = { ...before };
    this.context = context;
    /** @type {Effect[]} */
    this.effects = [];
  }

  /** @param {ScreenEvent} event */
  handle(event) {
    const { state } = this;
    switch (event.kind) {
      case "snapshot":
        return this.receive(event.table);
      case "action":
        return this.act(event.action, event.turn);
      case "refusal":
        return this.withdraw(event.text);
      case "unplanned":
        return state.latest ? this.showPlan(null) : undefined;
      case "card":
        return this.choose(event);
      case "collect":
        if (event.tapped && state.restingTrick) state.sweptAt = this.context.elapsed;
        if (!event.trick || event.trick === state.restingTrick) this.collect();
        return undefined;
      case "swept":
        state.sweeping = null;
        if (event.trick === state.restingTrick) {
          state.restingTrick = null;
          this.goOn();
        }
        return undefined;
      case "step":
        state.waiting = false;
        return this.goOn();
      case "hurry":
        return this.hurry(event.on);
      case "beat":
        return this.beat(event.beat);
      case "tick":
        return this.warn();
      case "returned":
        return this.catchUpInWords(false);
      case "dismissed":
        state.meanwhile = [];
        return undefined;
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
        return this.addTexts(event.texts ?? []);
      case "checked":
        state.proof = { deal: event.deal, ...event.proof };
        return undefined;
      default:
        return this.connect(event.connected, event.ended);
    }
  }

  /** @param {Table} table */
  receive(table) {
    const { state } = this;
    const arrives = !state.latest;
    const reseated = state.latest && isSame(table, state.latest) && table.seat !== state.latest.seat;
    // The host has restored an older database: forget what happened since.
    if (state.latest && table.number <= state.latest.number && !reseated) {
      Object.assign(state, initialState(), { connected: state.connected, knowsLoss: state.knowsLoss });
      this.notify(_("The host has restored an earlier state of this table: go on from here."));
    }
    if (!state.latest && table.seat !== null) this.effects.push({ kind: "remember" });
    const confirms = this.isConfirmedBy(table);
    const missed = !confirms && this.hasHappened(table);
    if (state.pending && table.turn > state.pending.turn && !confirms && !missed) this.withdraw(tooLate(table));
    state.latest = table;
    this.effects.push({ kind: "contribute", table });
    if (confirms || missed) state.pending = null;
    state.queue = [...state.queue, { table: this.withPending(table), confirms }];
    // The person's own action is on screen already, so a trick that rests keeps resting.
    if (confirms) this.hasSeen(table.view?.steps.length ?? 0);
    if (confirms && state.queue.length === 1) this.presentNext(false);
    // Until everything missed has arrived, nobody knows what of it is news.
    if (state.returning && !arrives) return;
    this.pump();
    if (state.restingTrick && this.context.untilTapped) this.goOnWithout(table);
    if (!arrives) return;
    this.resume();
    this.catchUpInWords(true);
  }

  /** Send the action that the page kept when it was left before the server had confirmed it, or say what became of it. */
  resume() {
    const { state } = this;
    const { kept, seen, latest: table } = state;
    state.kept = null;
    if (!kept || !table) return undefined;
    const { view, seat, turn, stand_ins: standIns } = table;
    const at = view ? view.steps.length - (turn - kept.turn) : -1;
    const step = view?.steps[at];
    const arrived = step?.seat === seat && isSameAction(step.action, kept.action) && !standIns.includes(at);
    // The person has seen everything before this action.
    if (seen && seen.deal === table.deal && at >= 0) state.seen = { ...seen, steps: Math.max(seen.steps, arrived ? at + 1 : at) };
    const mayAct = turn === kept.turn && view?.to_act === seat && seat !== null && !isStoodIn(table);
    if (mayAct && isPossible(kept.action, view)) {
      this.act(kept.action);
      state.late = true;
      return this.notify(_("Your move from before is sent now."));
    }
    if (arrived) return this.notify(_("Your move has arrived."));
    if (standIns.includes(at)) return this.notify(botActed());
    return this.notify(step ? movedOn() : _("The game has moved on."));
  }

  /**
   * Announce the final standing when the session ends.
   * @param {Table | null} before
   */
  conclude(before) {
    const { displayed: table } = this.state;
    if (!before || !table || before.stage === "over" || table.stage !== "over") return;
    this.announce(standingsText(table, seatNames(table.seats, table.seat)));
  }

  /** Note what the person has seen, unless the page is hidden or has yet to say what was missed. */
  remember() {
    const { state } = this;
    const { displayed } = state;
    if (!displayed || displayed.seat === null || this.context.hidden || state.returning) return;
    const seen = mark(displayed);
    if (JSON.stringify(seen) !== JSON.stringify(state.seen)) state.seen = seen;
  }

  /**
   * Say what has happened since the person last saw the table.
   * @param {boolean} all even if it is so little that the person could follow it
   * @param {string[]} [news] what has changed at the table itself
   */
  catchUpInWords(all, news = []) {
    const { state } = this;
    const { seen, latest: table } = state;
    state.returning = false;
    if (!seen || !table || table.seat === null || !(all || isMuch(seen, table))) return;
    const names = seatNames(table.seats, table.seat);
    const lines = [...news.filter(Boolean), ...meanwhile(seen, table, names)];
    if (!lines.length) return;
    state.meanwhile = lines;
    this.announce(joinSentences([_("Meanwhile:"), ...lines, standingText(table, names)]));
  }

  /** Say what was missed without a connection: much in one list, little as it is shown. Another deal is shown at once. */
  comeBackOnline() {
    const { state } = this;
    const { queue, seen, latest: table, displayed } = state;
    if (!queue.length || !seen || !table || table.seat === null || !isMuch(seen, table)) {
      this.catchUpInWords(false);
      return this.pump();
    }
    const before = [displayed, ...queue.map((one) => one.table)];
    const news = queue.flatMap((one, at) => (LASTING.includes(one.table.change.kind) ? changeLine(one.table, before[at]) : []));
    state.queue = queue.map((one) => ({ ...one, silent: true }));
    if (table.deal === displayed?.deal) this.pump();
    else this.catchUp();
    this.catchUpInWords(false, news);
    if (table.stage === "playing" && table.view && !isStoodIn(table)) this.announce(turnText(table.view));
  }

  /**
   * Whether a snapshot is about the person's pending action.
   * @param {Table} table
   */
  isConfirmedBy({ change, turn, seat }) {
    const { pending } = this.state;
    if (!pending || change.kind !== "acted" || change.seat !== seat || turn !== pending.turn + 1) return false;
    return isSameAction(change.action ?? "", pending.action);
  }

  /**
   * Whether the person's pending action is among the steps of a snapshot: without a stream, the one of the action
   * itself may be missing.
   * @param {Table} table
   */
  hasHappened({ view, turn, seat, stand_ins: standIns }) {
    const { pending } = this.state;
    if (!pending || !view || turn <= pending.turn) return false;
    const at = view.steps.length - (turn - pending.turn);
    const step = view.steps[at];
    return step?.seat === seat && isSameAction(step.action, pending.action) && !standIns.includes(at);
  }

  /**
   * Take the person's pending action back, and say why.
   * @param {string} why
   */
  withdraw(why) {
    const { state } = this;
    const { latest, pending, seen } = state;
    if (latest?.view && pending && seen) this.hasSeen(Math.min(seen.steps, Math.max(0, latest.view.steps.length - (latest.turn - pending.turn))));
    state.pending = null;
    state.actedAt = -Infinity;
    state.restingTrick = null;
    state.queue = [];
    state.displayed = state.latest;
    this.notify(why);
  }

  /**
   * Return a snapshot, with the person's pending action applied if the snapshot is from before it.
   * @param {Table} table
   */
  withPending(table) {
    const { pending } = this.state;
    if (!pending || !table.view || table.turn !== pending.turn) return table;
    // A plan that was not carried out is void.
    return { ...table, own: { ...table.own, plan: null }, view: predictedView(table.view, pending.action) };
  }

  /** Present the queued snapshots after a delay; all at once if they are too many. */
  goOn() {
    const { queue, restingTrick, fast } = this.state;
    if (restingTrick || fast || !isBehind(queue)) return this.pump();
    this.catchUp();
    // The announcements of the actions say what happened; the sounds of all the cards would be noise.
    this.effects = this.effects.filter((effect) => effect.kind !== "sound" || effect.sound === "turn");
    return this.notify(_("The last {count} actions are shown at once, because the page was behind.", { count: countActions(queue) }));
  }

  /**
   * The table has gone on while a trick rests until it is tapped: call the person, or show at once what cannot wait.
   * @param {Table} table
   */
  goOnWithout(table) {
    const { state } = this;
    const { displayed, queue } = state;
    if (!displayed || !queue.length || table.seat === null) return;
    const over = table.stage !== "playing" && queue.some(({ table: { change } }) => change.kind === "acted" || change.kind === "claimed");
    if (table.deal !== displayed.deal || over || (isStoodIn(table) && !isStoodIn(displayed))) {
      state.queue = queue.map((one) => ({ ...one, silent: true }));
      this.catchUp();
      return this.catchUpInWords(true);
    }
    if (!isOnTurn(table) || table.change.kind !== "acted") return;
    this.announce(yourTurn());
    this.sound("turn");
  }

  /**
   * Present the queued snapshots until a trick rests, or until the next has to wait.
   * @param {boolean} [hurries] whether none waits
   */
  pump(hurries = false) {
    const { state } = this;
    while (state.queue.length && !state.restingTrick) {
      const pause = hurries || state.fast ? 0 : pauseBefore(state.queue[0], state.actionAt, this.context);
      if (pause > 0) return this.wait(pause);
      this.presentNext(true);
    }
  }

  /** @param {number} milliseconds */
  wait(milliseconds) {
    if (this.state.waiting) return;
    this.state.waiting = true;
    this.effects.push({ kind: "wait", milliseconds });
  }

  /** @param {boolean} mayRest whether a trick may rest */
  presentNext(mayRest) {
    const [{ table, confirms, silent = false }, ...others] = this.state.queue;
    this.state.queue = others;
    if (confirms) this.confirm(table);
    else this.present(table, mayRest && !isBehind(others), silent);
  }

  /**
   * Replace the predicted view with the confirmed snapshot; the person has already seen and heard the action.
   * @param {Table} table
   */
  confirm(table) {
    this.state.displayed = table;
    this.arrived(table);
    this.check(table);
    this.followUp(table);
  }

  /**
   * Say that the person's action has arrived after a delay, or that a bot has acted in the same way before.
   * @param {Table} table
   */
  arrived({ change }) {
    if (this.state.late) this.notify(change.by_bot ? _("A bot has made the same move for you.") : _("Your move has arrived."));
  }

  /**
   * Note how many steps of the deal the person has seen.
   * @param {number} steps
   */
  hasSeen(steps) {
    const { state } = this;
    if (state.seen && state.seen.deal === state.latest?.deal) state.seen = { ...state.seen, steps };
  }

  /**
   * Present a snapshot and announce its change; a full trick may rest for a while.
   * @param {Table} table
   * @param {boolean} mayRest
   * @param {boolean} [silent] whether its change has been announced
   */
  present(table, mayRest, silent = false) {
    const { state } = this;
    const before = state.displayed;
    if (!before) state.fast = state.hurried === table.deal;
    if (table.change.kind === "dealt") Object.assign(state, { chosen: [], meanwhile: [] });
    if (table.change.kind === "acted") {
      state.actionAt = this.context.elapsed;
      const played = table.view?.steps.at(-1)?.phase === "play";
      if (before && played && table.change.seat === table.seat) state.actedAt = this.context.elapsed;
    }
    state.displayed = table;
    const full = before !== null && fills(table, before);
    const trick = full ? takenIn(table).at(-1) : undefined;
    if (trick && mayRest && !this.context.hidden && !state.fast) {
      state.restingTrick = trick;
      this.effects.push({ kind: "rest", trick });
    }
    if (!silent) this.speak(table.change);
    this.read(table, before !== null);
    if (!silent) this.comment(table, before, full);
    this.check(table);
    state.fast &&= onlyWatches(table);
  }

  /**
   * Show what happens without pauses until the person may act again, or with pauses.
   * @param {boolean} on
   */
  hurry(on) {
    const { state } = this;
    const table = state.displayed;
    if (!table || !onlyWatches(table)) return;
    state.fast = on;
    this.announce(on ? _("Fast-forward is on.") : _("Fast-forward is off."));
    if (isOnHoliday(table)) this.effects.push({ kind: "hurry", on });
    if (!on) return;
    state.restingTrick = null;
    this.pump();
  }

  /** Sweep the resting trick to its winner; the queued snapshots follow when it has arrived. */
  collect() {
    const { state } = this;
    if (!state.restingTrick || state.sweeping === state.restingTrick) return;
    state.sweeping = state.restingTrick;
    this.sound("sweep");
    this.effects.push({ kind: "sweep", trick: state.restingTrick });
  }

  /** Present all queued snapshots at once, so that the person acts on the current state of the table. */
  catchUp() {
    const { state } = this;
    while (state.queue.length) this.presentNext(false);
    state.restingTrick = null;
  }

  /**
   * Act, if it is still turn `at`, and show the action before the server confirms it.
   * @param {string} action
   * @param {number} [at]
   */
  act(action, at) {
    const { state } = this;
    this.catchUp();
    const table = /** @type {Table} */ (state.latest);
    const { view, turn, seat } = table;
    if (at !== undefined && turn !== at) return this.notify(_("The game has moved on."));
    if (isStoodIn(table)) return this.comeBack();
    if (!view || seat === null || view.to_act !== seat || state.pending) return undefined;
    state.pending = { action, turn };
    state.late = !state.connected;
    state.knowsLoss ||= state.late;
    state.chosen = [];
    state.meanwhile = [];
    const change = /** @type {Change} */ ({ kind: "acted", at: table.change.at, seat, action });
    this.present({ ...this.withPending(table), change }, true);
    this.effects.push({ kind: "send", action, turn });
    return state.late ? this.notify(waitsToBeSent()) : undefined;
  }

  /** @param {Extract<ScreenEvent, { kind: "card" }>} event */
  choose({ card, tapped = false, dragged = false }) {
    const { state } = this;
    if (state.latest?.stage === "playing" && isStoodIn(state.latest)) return this.comeBack();
    if (state.pending) return this.notify(_("Your card is on its way."));
    const table = state.latest;
    if (!table?.view || table.stage !== "playing" || table.seat === null) return this.collect();
    const { view, seat, own } = table;
    // The person has not seen yet what others have played, or what they have played in another window.
    if (state.queue.length && (view.to_act === seat || !view.hand.includes(card))) {
      if (!state.restingTrick) {
        this.announce(_("Look at what the others have played, then choose."));
        return this.pump(true);
      }
      this.announce(_("The trick is taken away first: look at what the others have played, then choose."));
      state.sweptAt = this.context.elapsed;
      return this.collect();
    }
    if (view.phase === "exchange" && view.to_act === seat) return this.toggle(card);
    if (view.phase !== "play") return this.notify(_("You cannot play before the bidding and doubling are over."));
    if (view.to_act !== seat) {
      // The hand closes the gap that a played card leaves, so the second tap of a double tap would hit its neighbour.
      if (this.context.elapsed - state.actedAt <= AGAIN) {
        return this.notify(_("Too soon after your last card: choose this one again to plan it."));
      }
      return this.plan(own?.plan === card ? null : card);
    }
    if (tapped && this.context.elapsed - Math.max(state.actedAt, state.sweptAt) <= DOUBLE_TAP) {
      return this.notify(_("Too soon: choose the card again to play it."));
    }
    const reason = whyNot(card, view);
    if (reason) return this.notify(reason);
    if (this.context.confirm && !dragged && state.chosen[0] !== card) {
      state.chosen = [card];
      return undefined;
    }
    return this.act(card);
  }

  /** Take the seat back from the bot that stands in. */
  comeBack() {
    this.effects.push({ kind: "back" });
  }

  /**
   * Choose a card for the discard, or put it back.
   * @param {string} card
   */
  toggle(card) {
    this.state.chosen = toggled(this.state.chosen, card, (reason) => this.notify(reason));
  }

  /** @param {string | null} action */
  plan(action) {
    const { state } = this;
    if (!state.connected) return this.notify(_("Without a connection, no card can be planned."));
    this.showPlan(action);
    this.effects.push({ kind: "plan", action });
    this.announce(action ? _("Planned: the card is played as soon as it is your turn.") : _("Plan cancelled."));
    return undefined;
  }

  /** @param {string | null} action */
  showPlan(action) {
    const { state } = this;
    /** @param {Table | null} table */
    const planned = (table) => table && { ...table, own: { ...table.own, plan: action } };
    state.latest = planned(state.latest);
    state.displayed = planned(state.displayed);
    state.queue = state.queue.map((one) => ({ ...one, table: { ...one.table, own: { ...one.table.own, plan: action } } }));
  }

  /** @param {Change} change */
  speak({ kind, seat, phrase }) {
    if (kind !== "said" || !phrase || seat == null) return;
    this.state.talk = new Map([...this.state.talk, [seat, phrase]]);
    this.effects.push({ kind: "speak", seat, phrase });
  }

  /**
   * Keep a text, and count it unless the person looks at the texts already.
   * @param {Table} table
   * @param {boolean} isNews whether it has come since the person arrived
   */
  read({ number, seats, seat: own, change: { kind, seat, text } }, isNews) {
    if (kind !== "wrote" || !text || seat == null) return;
    this.addTexts([{ number, seat, name: seats[seat].name, text }]);
    if (isNews && seat !== own && !this.state.reading) this.state.unread += 1;
  }

  /**
   * Add texts in the order in which they were written; those of old snapshots come again.
   * @param {WrittenText[]} texts
   */
  addTexts(texts) {
    const known = new Map([...this.state.texts, ...texts].map((one) => [one.number, one]));
    this.state.texts = [...known.values()].sort((one, other) => one.number - other.number).slice(-MOST_TEXTS);
  }

  /**
   * Announce a change in words and sounds.
   * @param {Table} table
   * @param {Table | null} before
   * @param {boolean} full whether the change has filled a trick
   */
  comment(table, before, full) {
    const { view, change } = table;
    const isLost = this.context.lostSeat && table.seat === null && (!before || before.seat !== null);
    if (isLost && !["left", "vacated"].includes(change.kind)) {
      this.state.lostSeat = seatWithoutCookiesText();
      return this.announce(this.state.lostSeat);
    }
    if (table.seat !== null || change.kind === "sat") this.state.lostSeat = "";
    else if (before && before.seat !== null) {
      this.state.lostSeat = lostSeatText(change, before.seat);
      this.state.removed = change.kind === "vacated" && change.seat === before.seat && change.by_host === true;
      if (!["left", "vacated"].includes(change.kind)) this.effects.push({ kind: "forget" });
      return this.announce(this.state.lostSeat);
    }
    // Too fast to listen to.
    if (this.state.fast && change.kind === "acted" && !view?.result) return;
    // A change from before the person arrived is not news.
    const opens = before && table.seat === null && isFull(before) && !isFull(table);
    const line = before ? joinSentences([changeLine(table, before), opens ? _("A seat is free: you can take it.") : ""]) : "";
    const standIn = table.seat === null ? null : table.seats[table.seat].stood_in;
    const turn = table.stage === "playing" && view && !standIn ? turnText(view) : "";
    if (!before && standIn && botPlays(table, table.seat)) this.announce(standInText(standIn));
    const plan = table.own?.plan;
    if (turn && plan && !view?.legal?.includes(plan)) this.notify(_("You may not play your planned card now."));
    const isAgreed = before && table.mussrunde_left !== null && before.mussrunde_left === null;
    if (isAgreed && change.kind !== "wished") this.notify(joinSentences([line, _("All have agreed: the Mußrunde begins with the next deal.")]));
    // The dialog announces the texts that come while it is open.
    else if (change.kind === "wrote" && this.state.reading) return;
    else if (NOTICES.includes(change.kind)) this.notify(line);
    else this.announce(line);
    const isOthersReturn = change.kind === "came_back" && change.seat !== table.seat;
    if (!before || (TURNS.includes(change.kind) && !isOthersReturn)) this.announce(turn);
    if (change.kind !== "acted") return;
    if (view?.result && table.seat !== null) this.soundEnd(view, table.seat);
    else this.sound(soundOf(view));
    if (turn && !full) this.sound("turn");
  }

  /**
   * Announce the consequences of the person's own action, which itself has been announced already.
   * @param {Table} table
   */
  followUp({ view, seats, seat }) {
    if (!view || seat === null) return;
    if (view.result) {
      this.announce(ending(/** @type {FinishedView} */ (view), seatNames(seats, seat)));
      this.soundEnd(view, seat);
      return;
    }
    const turn = turnText(view);
    this.announce(turn);
    if (turn && !this.state.restingTrick) this.sound("turn");
  }

  /**
   * @param {View} view
   * @param {number} seat
   */
  soundEnd({ result }, seat) {
    if (!result) return;
    const won = result.payments[seat] >= 0;
    if (result.contract === "solo" && won) this.sound("triumph");
    else this.sound(won ? "won" : "lost");
  }

  /**
   * Request the check of the shuffle once a deal is over.
   * @param {Table} table
   */
  check(table) {
    const { state } = this;
    if (!table.view?.result || state.proof?.deal === table.deal) return;
    state.proof = { deal: table.deal, state: "checking" };
    this.effects.push({ kind: "check", table: /** @type {Table & { view: FinishedView }} */ (table) });
  }

  /**
   * Note who is there, and say whose connection is lost or back.
   * @param {Beat} beat
   */
  beat({ connected, spectators, watching }) {
    const { state } = this;
    const table = state.displayed;
    if (!table) return;
    // Somebody who has stood up is still shown for a moment; the connection is not lost.
    const stays = (/** @type {number} */ seat) => [table, state.latest].every((one) => one?.seats[seat].kind === "person");
    // The beat itself proves the person's own connection.
    const lost = table.seats.flatMap((_seat, seat) => (stays(seat) && seat !== table.seat && !connected.includes(seat) ? [seat] : []));
    const names = seatNames(table.seats, table.seat);
    for (const seat of lost.filter((one) => !state.lost.includes(one))) {
      const [name, seconds] = [names[seat], waitingTime(table, [seat])];
      if (seconds) this.notify(_("{name}: connection lost. The clock waits for up to {seconds} seconds.", { name, seconds }));
      else this.announce(_("{name}: connection lost.", { name }));
    }
    for (const seat of state.lost) if (connected.includes(seat)) this.announce(_("{name} is connected again.", { name: names[seat] }));
    Object.assign(state, { lost, heard: true });
    for (const name of watching.filter((one) => !state.watching.includes(one))) this.announce(_("{name} is watching.", { name }));
    Object.assign(state, { spectators, watching });
    // By the first beat, everything missed has arrived.
    if (state.returning && state.connected) this.comeBackOnline();
  }

  /** Tell the person once that the next deal is about to begin. */
  warn() {
    const { state } = this;
    if (!state.displayed || !state.connected || !isNear(state.displayed, this.context.now) || state.warned === state.displayed.clock?.deal_at) return;
    state.warned = state.displayed.clock?.deal_at ?? null;
    this.announce(nearText());
  }

  /**
   * @param {boolean} connected
   * @param {boolean} [ended] whether the server may only have ended the stream
   */
  connect(connected, ended = false) {
    const { state } = this;
    const { latest, knowsLoss } = state;
    const before = state.connected;
    state.knowsLoss = !connected && latest !== null && (knowsLoss || !ended || state.pending !== null);
    if (state.knowsLoss && !knowsLoss) this.announce(joinSentences([_("Connection lost; reconnecting."), this.graceText()]));
    if (connected === before) return;
    state.connected = connected;
    state.returning ||= latest !== null;
    if (connected && knowsLoss) this.announce(_("Reconnected."));
    if (connected || !state.pending) return;
    state.late = true;
    this.announce(waitsToBeSent());
  }

  /** Say how long the clock waits for the person, whose connection is lost. */
  graceText() {
    const { displayed: table, lost } = this.state;
    const seconds = table?.seat == null ? 0 : waitingTime(table, [...lost, table.seat]);
    return seconds ? _("The clock waits for up to {seconds} seconds.", { seconds }) : "";
  }

  /** @param {string} text */
  announce(text) {
    if (text) this.effects.push({ kind: "announce", text });
  }

  /** @param {string} text */
  notify(text) {
    if (text) this.effects.push({ kind: "notify", text });
  }

  /** @param {Extract<Effect, { kind: "sound" }>["sound"]} sound */
  sound(sound) {
    this.effects.push({ kind: "sound", sound });
  }
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

const waitsToBeSent = () => _("Your move is sent as soon as the connection is back.");

/**
 * Explain why the person's action no longer counts, after a change that came before it.
 * @param {Table} table
 */
const tooLate = ({ change, seat }) =>
  change.seat === seat && change.by_bot ? botActed() : movedOn();

const botActed = () => _("Your move came too late: a bot has acted for you.");
const movedOn = () => _("Your move no longer counts: the game has moved on.");

/**
 * Whether an action that this device has kept may be taken now; another hand may have changed it.
 * @param {string} action
 * @param {View} view
 */
const isPossible = (action, { phase, hand, legal }) =>
  phase === "exchange" ? action.split(" ").every((card) => hand.includes(card)) : legal?.includes(action) ?? false;

/**
 * Whether two actions are the same; the cards of a discard may be in any order.
 * @param {string} one
 * @param {string} other
 */
const isSameAction = (one, other) => one.split(" ").sort().join() === other.split(" ").sort().join();

/**
 * Return for how many seconds at most the clock waits if the connections of the seats `lost` are lost.
 * @param {Table} table
 * @param {number[]} lost
 */
function waitingTime({ clock, stage, view, seats, question }, lost) {
  const seat = view?.to_act ?? null;
  const runs = clock && stage === "playing" && !question;
  return runs && seat !== null && lost.includes(seat) && !seats[seat].stood_in ? Math.round(seats[seat].grace ?? 0) : 0;
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
