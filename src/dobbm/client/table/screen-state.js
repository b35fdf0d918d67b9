/**
 * The state of a table's screen, as a reducer: snapshots and the person's input come in, the next state and the effects
 * come out. No DOM, no requests, no timers, no clock: `pages/table.js` draws the state and carries out the effects.
 *
 * The screen follows the table with a short delay: a full trick rests before it is swept, and later snapshots wait in a
 * queue. The person's own action is shown at once and reverted if the server refuses it.
 */

import { isSame } from "../base/api.js";
import { _ } from "../base/i18n.js";
import { ending, changeText, lostSeatText, turnText } from "../game/commentary.js";
import { whyNot } from "../game/reasons.js";
import { isStoodIn, seatNames } from "../game/seats.js";
import { takenTricks } from "../game/tricks.js";
import { predictedView } from "./prediction.js";

/**
 * @import { Change, Table, View, WrittenText } from "../schema.d.ts"
 * @import { Beat, Context, Effect, FinishedView, Screen, ScreenEvent, State } from "../types.d.ts"
 */

/** A trick rests only if fewer snapshots than this wait behind it. */
const BEHIND = 12;
/**
 * Changes that may pass the turn to another seat.
 * @type {Change["kind"][]}
 */
const TURNS = ["acted", "dealt", "claimed", "took_back", "came_back"];
/**
 * Changes shown in a notice, so that nobody overlooks them.
 * @type {Change["kind"][]}
 */
const NOTICES = ["sat", "filled", "left", "vacated", "swapped", "rules_set", "stood_in", "came_back", "refused", "claimed", "took_back", "wished", "delayed", "wrote", "texts_allowed", "texts_declined"];
/** Maximum number of texts kept, as on the server. */
const MOST_TEXTS = 100;
/** Milliseconds after the person's own action in which a further tap plans nothing: it may belong to a double tap. */
const AGAIN = 600;
/** Seconds before the next deal at which it is announced, with time left to ask for more. */
const WARNING = 20;

/**
 * The state before the first snapshot.
 * @returns {State}
 */
export const initialState = () => ({
  latest: null,
  displayed: null,
  queue: [],
  restingTrick: null,
  sweeping: null,
  pending: null,
  actedAt: -AGAIN,
  chosen: [],
  talk: new Map(),
  texts: [],
  hasTexts: false,
  unread: 0,
  reading: false,
  proof: null,
  connected: true,
  missing: [],
  lost: [],
  spectators: 0,
  lostSeat: "",
  warned: null,
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
  return { state: update.state, effects: update.effects };
}

/**
 * Return what is drawn in a state that has a table; `now` is the server's time in Unix seconds.
 * @param {State & { displayed: Table }} state
 * @param {number} now
 * @returns {Screen}
 */
export function screenOf({ displayed: table, restingTrick, talk, texts, hasTexts, unread, proof, chosen, connected, lost, spectators, lostSeat }, now) {
  const { view } = table;
  return {
    table,
    view,
    names: seatNames(table.seats, table.seat),
    restingTrick,
    playing: table.stage === "playing" || restingTrick !== null,
    talk,
    muted: table.own?.muted ?? [],
    texts: hasTexts ? texts : null,
    unread,
    proof,
    chosen,
    now,
    connected,
    lost,
    spectators,
    lostSeat,
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
        state.pending = null;
        state.restingTrick = null;
        state.queue = [];
        state.displayed = state.latest;
        return this.notify(event.text);
      case "card":
        return this.choose(event.card, event.dragged ?? false);
      case "collect":
        if (!event.trick || event.trick === state.restingTrick) this.collect();
        return undefined;
      case "swept":
        state.sweeping = null;
        if (event.trick === state.restingTrick) {
          state.restingTrick = null;
          this.pump();
        }
        return undefined;
      case "beat":
        return this.beat(event.beat);
      case "tick":
        return this.warn();
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
        state.hasTexts = true;
        return this.addTexts(event.texts);
      case "checked":
        state.proof = { deal: event.deal, ...event.proof };
        return undefined;
      default:
        return this.connect(event.connected);
    }
  }

  /** @param {Table} table */
  receive(table) {
    const { state } = this;
    const reseated = state.latest && isSame(table, state.latest) && table.seat !== state.latest.seat;
    // The host has restored an older database: forget what happened since.
    if (state.latest && table.number <= state.latest.number && !reseated) {
      Object.assign(state, initialState(), { connected: state.connected });
      this.notify(_("The host has restored an earlier state of this table: go on from here."));
    }
    if (!state.latest && table.seat !== null) this.effects.push({ kind: "remember" });
    state.latest = table;
    this.effects.push({ kind: "contribute", table });
    const confirms = table.change.kind === "acted" && state.pending !== null && table.turn === state.pending.turn + 1;
    if (confirms) state.pending = null;
    state.queue = [...state.queue, { table: this.withPending(table), confirms }];
    // The person's own action is on screen already, so a trick that rests keeps resting.
    if (confirms && state.queue.length === 1) this.presentNext(false);
    this.pump();
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

  /** Present the queued snapshots until a trick rests. */
  pump() {
    while (this.state.queue.length && !this.state.restingTrick) this.presentNext(true);
  }

  /** @param {boolean} mayRest whether a trick may rest */
  presentNext(mayRest) {
    const [{ table, confirms }, ...others] = this.state.queue;
    this.state.queue = others;
    if (confirms) this.confirm(table);
    else this.present(table, mayRest && others.length < BEHIND);
  }

  /**
   * Replace the predicted view with the confirmed snapshot; the person has already seen and heard the action.
   * @param {Table} table
   */
  confirm(table) {
    this.state.displayed = table;
    this.check(table);
    this.followUp(table);
  }

  /**
   * Present a snapshot and announce its change; a full trick may rest for a while.
   * @param {Table} table
   * @param {boolean} mayRest
   */
  present(table, mayRest) {
    const { state } = this;
    const before = state.displayed;
    if (table.change.kind === "dealt") state.chosen = [];
    state.displayed = table;
    const full = before !== null && fills(table, before);
    const trick = full ? takenIn(table).at(-1) : undefined;
    if (trick && mayRest && !this.context.hidden) {
      state.restingTrick = trick;
      this.effects.push({ kind: "rest", trick });
    }
    this.speak(table.change);
    this.read(table, before !== null);
    this.comment(table, before, full);
    this.check(table);
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
    state.chosen = [];
    state.actedAt = this.context.elapsed;
    const change = /** @type {Change} */ ({ kind: "acted", at: table.change.at, seat, action });
    this.present({ ...this.withPending(table), change }, true);
    this.effects.push({ kind: "send", action, turn });
    return undefined;
  }

  /**
   * @param {string} card
   * @param {boolean} dragged
   */
  choose(card, dragged) {
    const { state } = this;
    if (state.latest?.stage === "playing" && isStoodIn(state.latest)) return this.comeBack();
    if (state.pending) return this.notify(_("Your card is on its way."));
    const table = state.latest;
    if (!table?.view || table.stage !== "playing" || table.seat === null) return this.collect();
    const { view, seat, own } = table;
    // The person has not seen yet what others have played, or what they have played in another window.
    if (state.queue.length && (view.to_act === seat || !view.hand.includes(card))) {
      this.announce(_("The trick is taken away first: look at what the others have played, then choose."));
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
    const { chosen } = this.state;
    if (chosen.includes(card)) this.state.chosen = chosen.filter((one) => one !== card);
    else if (chosen.length < 4) this.state.chosen = [...chosen, card];
    else this.notify(_("You discard only four cards: put one back first."));
  }

  /** @param {string | null} action */
  plan(action) {
    const { state } = this;
    /** @param {Table | null} table */
    const planned = (table) => table && { ...table, own: { ...table.own, plan: action } };
    state.latest = planned(state.latest);
    state.displayed = planned(state.displayed);
    state.queue = state.queue.map((one) => ({ ...one, table: { ...one.table, own: { ...one.table.own, plan: action } } }));
    this.effects.push({ kind: "plan", action });
    this.announce(action ? _("Planned: the card is played as soon as it is your turn.") : _("Plan cancelled."));
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
    if (table.seat !== null) this.state.lostSeat = "";
    else if (before && before.seat !== null) {
      this.state.lostSeat = lostSeatText(change, before.seat);
      if (!["left", "vacated"].includes(change.kind)) this.effects.push({ kind: "forget" });
      return this.announce(this.state.lostSeat);
    }
    // Nobody has left the seat any more: use the names from before.
    const { seats } = ["left", "vacated"].includes(change.kind) && before ? before : table;
    // A change from before the person arrived is not news.
    const line = before ? changeText(table, seatNames(seats, table.seat)) : "";
    const turn = table.stage === "playing" && view ? turnText(view) : "";
    const plan = table.own?.plan;
    if (turn && plan && !view?.legal?.includes(plan)) this.notify(_("You may not play your planned card now."));
    if (before && table.mussrunde_left !== null && before.mussrunde_left === null && change.kind !== "wished")
      this.notify(_("All have agreed: the Mußrunde begins with the next deal."));
    // The dialog announces the texts that come while it is open.
    else if (change.kind === "wrote" && this.state.reading) return;
    else if (NOTICES.includes(change.kind)) this.notify(line);
    else this.announce(line);
    if (!before || TURNS.includes(change.kind)) this.announce(turn);
    if (change.kind !== "acted") return;
    if (view?.result && table.seat !== null) this.soundEnd(view, table.seat);
    else this.sound(view?.phase === "play" ? "card" : "word");
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
    if (result) this.sound(result.payments[seat] >= 0 ? "won" : "lost");
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
   * Note who is there, and say whose connection is lost or back. Who is missing in one beat only may be loading the page.
   * @param {Beat} beat
   */
  beat({ connected, spectators }) {
    const { state } = this;
    const table = state.displayed;
    if (!table) return;
    const missing = table.seats.flatMap(({ kind }, seat) => (kind === "person" && !connected.includes(seat) ? [seat] : []));
    const lost = missing.filter((seat) => state.missing.includes(seat));
    const names = seatNames(table.seats, table.seat);
    for (const seat of lost) if (!state.lost.includes(seat)) this.announce(_("{name}: connection lost.", { name: names[seat] }));
    for (const seat of state.lost) if (connected.includes(seat)) this.announce(_("{name} is connected again.", { name: names[seat] }));
    state.missing = missing;
    state.lost = lost;
    state.spectators = spectators;
  }

  /** Tell the person once that the next deal is about to begin. */
  warn() {
    const { state } = this;
    const at = state.displayed?.clock?.deal_at;
    if (at == null || state.displayed?.seat == null || state.warned === at || at - WARNING > this.context.now) return;
    state.warned = at;
    this.announce(_("The next deal begins in 20 seconds. You can ask for more time."));
  }

  /** @param {boolean} connected */
  connect(connected) {
    const { state } = this;
    if (connected === state.connected) return;
    state.connected = connected;
    if (state.latest) this.announce(connected ? _("Reconnected.") : _("Connection lost; reconnecting."));
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
 * Whether a table's last action has filled a trick.
 * @param {Table} table
 * @param {Table} before
 */
const fills = (table, before) =>
  table.change.kind === "acted" && before.view !== null && takenIn(table).length > takenIn(before).length;

/** @param {Table} table */
const takenIn = ({ view }) => (view ? takenTricks(view) : []);
