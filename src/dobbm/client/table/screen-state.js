/**
 * The state of a table's screen, as a reducer: snapshots and the person's input come in, the next state and the effects
 * come out. No DOM, no requests, no timers, no clock: `pages/table.js` draws the state and carries out the effects.
 *
 * The screen follows the table with a short delay: a full trick rests before it is swept, actions are shown one after the
 * other (`pace.js`), and later snapshots wait in a queue. The person's own action is shown at once and reverted if the
 * server refuses it.
 */

import { isSame } from "../base/api.js";
import { _, joinSentences } from "../base/i18n.js";
import { ending, changeText, lostSeatText, standingsText, turnText } from "../game/commentary.js";
import { MOST_TEXTS } from "../game/data.js";
import { isMuch, mark, meanwhile } from "../game/meanwhile.js";
import { whyNot } from "../game/reasons.js";
import { isStoodIn, seatNames } from "../game/seats.js";
import { takenTricks } from "../game/tricks.js";
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
 * Changes shown in a notice, so that nobody overlooks them.
 * @type {Change["kind"][]}
 */
const NOTICES = ["sat", "filled", "left", "vacated", "swapped", "rules_set", "stood_in", "came_back", "refused", "claimed", "took_back", "wished", "delayed", "wrote", "texts_allowed", "texts_declined"];
/** Milliseconds after the person's own action in which a further tap plans nothing: it may belong to a double tap. */
const AGAIN = 600;
/** Seconds before the next deal at which it is announced, with time left to ask for more. */
const WARNING = 20;

/**
 * The state before the first snapshot, for a person who has seen this much of the table before.
 * @param {Mark | null} [seen]
 * @returns {State}
 */
export const initialState = (seen = null) => ({
  latest: null,
  displayed: null,
  queue: [],
  restingTrick: null,
  sweeping: null,
  waiting: false,
  actionAt: -Infinity,
  pending: null,
  late: false,
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
  const { displayed: table, restingTrick, talk, texts, hasTexts, unread, proof, chosen, connected, lost, spectators, lostSeat, meanwhile } = state;
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
    waits: waitingTime(table, connected || table.seat === null ? lost : [...lost, table.seat]),
    late: state.late && state.pending !== null,
    spectators,
    lostSeat,
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
        return this.choose(event.card, event.dragged ?? false);
      case "collect":
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
    const arrives = !state.latest;
    const reseated = state.latest && isSame(table, state.latest) && table.seat !== state.latest.seat;
    // The host has restored an older database: forget what happened since.
    if (state.latest && table.number <= state.latest.number && !reseated) {
      Object.assign(state, initialState(), { connected: state.connected });
      this.notify(_("The host has restored an earlier state of this table: go on from here."));
    }
    if (!state.latest && table.seat !== null) this.effects.push({ kind: "remember" });
    const confirms = this.isConfirmedBy(table);
    if (state.pending && table.turn > state.pending.turn && !confirms) this.withdraw(tooLate(table));
    state.latest = table;
    this.effects.push({ kind: "contribute", table });
    if (confirms) state.pending = null;
    state.queue = [...state.queue, { table: this.withPending(table), confirms }];
    // The person's own action is on screen already, so a trick that rests keeps resting.
    if (confirms && state.queue.length === 1) this.presentNext(false);
    this.pump();
    if (arrives) this.catchUpInWords(true);
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
   */
  catchUpInWords(all) {
    const { state } = this;
    const { seen, latest: table } = state;
    state.returning = false;
    if (!seen || !table || table.seat === null || !(all || isMuch(seen, table))) return;
    const lines = meanwhile(seen, table, seatNames(table.seats, table.seat));
    if (!lines.length) return;
    state.meanwhile = lines;
    this.announce(joinSentences([_("Meanwhile:"), ...lines]));
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
   * Take the person's pending action back, and say why.
   * @param {string} why
   */
  withdraw(why) {
    const { state } = this;
    state.pending = null;
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
    const { queue, restingTrick } = this.state;
    if (restingTrick || !isBehind(queue)) return this.pump();
    this.catchUp();
    // The announcements of the actions say what happened; the sounds of all the cards would be noise.
    this.effects = this.effects.filter((effect) => effect.kind !== "sound" || effect.sound === "turn");
    return this.notify(_("The last {count} actions are shown at once, because the page was behind.", { count: countActions(queue) }));
  }

  /**
   * Present the queued snapshots until a trick rests, or until the next has to wait.
   * @param {boolean} [hurries] whether none waits
   */
  pump(hurries = false) {
    const { state } = this;
    while (state.queue.length && !state.restingTrick) {
      const pause = hurries ? 0 : pauseBefore(state.queue[0], state.actionAt, this.context);
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
    const [{ table, confirms }, ...others] = this.state.queue;
    this.state.queue = others;
    if (confirms) this.confirm(table);
    else this.present(table, mayRest && !isBehind(others));
  }

  /**
   * Replace the predicted view with the confirmed snapshot; the person has already seen and heard the action.
   * @param {Table} table
   */
  confirm(table) {
    this.state.displayed = table;
    if (this.state.late) this.notify(_("Your move has arrived."));
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
    if (table.change.kind === "dealt") Object.assign(state, { chosen: [], meanwhile: [] });
    if (table.change.kind === "acted") state.actionAt = this.context.elapsed;
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
    state.late = !state.connected;
    state.chosen = [];
    state.meanwhile = [];
    state.actedAt = this.context.elapsed;
    const change = /** @type {Change} */ ({ kind: "acted", at: table.change.at, seat, action });
    this.present({ ...this.withPending(table), change }, true);
    this.effects.push({ kind: "send", action, turn });
    return state.late ? this.notify(waitsToBeSent()) : undefined;
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
      if (!state.restingTrick) {
        this.announce(_("Look at what the others have played, then choose."));
        return this.pump(true);
      }
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
    for (const seat of lost.filter((one) => !state.lost.includes(one))) {
      const [name, seconds] = [names[seat], waitingTime(table, [seat])];
      if (seconds) this.notify(_("{name}: connection lost. The clock waits for up to {seconds} seconds.", { name, seconds }));
      else this.announce(_("{name}: connection lost.", { name }));
    }
    for (const seat of state.lost) if (connected.includes(seat)) this.announce(_("{name} is connected again.", { name: names[seat] }));
    state.missing = missing;
    state.lost = lost;
    state.spectators = spectators;
    // By the first beat, everything missed has arrived.
    if (state.returning) this.catchUpInWords(false);
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
    state.returning ||= state.latest !== null;
    if (state.latest) this.announce(connected ? _("Reconnected.") : _("Connection lost; reconnecting."));
    if (connected || !state.pending) return;
    state.late = true;
    this.announce(waitsToBeSent());
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

const waitsToBeSent = () => _("Your move is sent as soon as the connection is back.");

/**
 * Explain why the person's action no longer counts, after a change that came before it.
 * @param {Table} table
 */
const tooLate = ({ change, seat }) =>
  change.seat === seat && change.by_bot
    ? _("Your move came too late: a bot has acted for you.")
    : _("Your move no longer counts: the game has moved on.");

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
