/** A table: follows what happens, lets it be seen in its own time, and lets the person act. */

import { follow, get, post, put, surely } from "../base/api.js";
import { announce, notify, render, style } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { forgetTable, look, rememberTable } from "../base/look.js";
import { go } from "../base/router.js";
import { ending, told, turnTold } from "../game/commentary.js";
import { course } from "../game/course.js";
import { whyNot } from "../game/reasons.js";
import { seatNames } from "../game/seats.js";
import { after } from "../table/foresight.js";
import { places, sweep, travel } from "../table/motion.js";
import { checked, contribution } from "../table/proof.js";
import { refusal } from "../table/refusal.js";
import { lost, screen } from "../table/screen.js";
import { sound } from "../table/sounds.js";

/** A trick is held back no longer than this many changes behind. */
const BEHIND = 12;
/** Changes after which it may be somebody else's turn. */
const TURNS = ["acted", "dealt", "claimed", "took_back", "came_back"];
/** Changes that everybody is to see in words, wherever they look. */
const NOTICES = ["filled", "left", "stood_in", "came_back", "refused", "claimed", "took_back", "wished"];
/** Milliseconds after one's own card in which a tap plans nothing. */
const AGAIN = 600;
/** Milliseconds that a phrase hangs over its seat. */
const SPOKEN = 5000;

/** Where the focus goes when what had it is gone. */
const NEXT = ["#outcome", ".calls button", ".hand button", ".bar button"];

/** Show the table; returns how to leave it. */
export async function show(root, { table: name }) {
  await style("table");
  const path = `/tables/${name}`;
  const state = {
    /** The table as it is, and as it is shown: the eye follows a little later. */
    latest: null,
    shown: null,
    queue: [],
    /** The trick that rests before it is swept to its winner. */
    rests: null,
    /** The person's own action that the server has not confirmed yet: `{turn}`. */
    pending: null,
    chosen: [],
    said: new Map(),
    proof: null,
    connected: true,
    /** By how many seconds the server's clock is ahead of this one. */
    skew: -Infinity,
  };
  let timer;
  let actedAt = -AGAIN;
  /** The button that has the focus for want of a better place. */
  let parked = null;
  let sweeping = false;
  let planning = Promise.resolve();
  let stop;
  const ticking = setInterval(() => state.shown?.clock && draw(), 1000);

  function receive(table) {
    state.skew = Math.max(state.skew, table.change.at - Date.now() / 1000);
    if (!state.latest && table.seat !== null) rememberTable(name);
    state.latest = table;
    const own = state.pending && table.change.kind === "acted" && table.turn === state.pending.turn + 1;
    if (own) {
      // What the person has seen already is put in the place of what was assumed.
      state.pending = null;
      if (!state.queue.length) {
        state.shown = table;
        contribute(table);
        settle(table);
        if (!state.rests) draw();
        setTimeout(followUp, 0, table);
        return;
      }
    }
    state.queue.push(table);
    contribute(table);
    pump();
  }

  /** Show what has come, up to a trick that rests. */
  function pump() {
    while (state.queue.length && !state.rests) present(state.queue.shift());
  }

  /** Show the next change: draw it, tell it, and let a trick that is full rest for a while. */
  function present(table) {
    const first = !state.shown;
    const before = state.shown && courseOf(state.shown.view);
    // Who leaves has the name of before: afterwards the seat is a bot's.
    const { seats } = table.change.kind === "left" && state.shown ? state.shown : table;
    const begins = table.change.kind === "dealt";
    if (begins) state.chosen = [];
    state.shown = table;
    const now = courseOf(table.view);
    const full = now && before && table.change.kind === "acted" && now.tricks.length > before.tricks.length;
    if (full && !document.hidden && state.queue.length < BEHIND) {
      state.rests = now.tricks.at(-1);
      if (look.stay !== null) timer = setTimeout(collect, 1000 * look.stay);
    }
    if (table.change.kind === "said") speak(table.change);
    draw();
    // What is to be seen comes first; words and sounds follow at once.
    setTimeout(comment, 0, table, seatNames(seats, table.seat), { full, first });
    settle(table);
  }

  /** Sweep the trick that rests to its winner, and go on. */
  async function collect() {
    if (!state.rests || sweeping) return;
    clearTimeout(timer);
    const { winner } = state.rests;
    sound("sweep");
    sweeping = true;
    await sweep(root, winner);
    sweeping = false;
    state.rests = null;
    draw();
    pump();
  }

  /** Show everything at once: the person acts, and wants to see what they act upon. */
  function catchUp() {
    clearTimeout(timer);
    state.rests = null;
    while (state.queue.length) present(state.queue.shift());
    clearTimeout(timer);
    state.rests = null;
  }

  function comment(table, names, { full, first }) {
    // What happened before one came is no news.
    const line = first ? "" : told(table, names);
    const { view, change } = table;
    const turn = table.stage === "playing" && view ? turnTold(view) : "";
    const news = first || TURNS.includes(change.kind) ? turn : "";
    if (turn && table.own?.plan && !view.legal?.includes(table.own.plan)) {
      notify(_("What you had planned may not be played now."));
    }
    if (line) (NOTICES.includes(change.kind) ? notify : announce)(line);
    if (news) announce(news);
    if (change.kind === "acted") {
      if (view?.result && table.seat !== null) soundEnd(view, table.seat);
      else sound(view?.phase === "play" ? "card" : "word");
      if (turn && !full) sound("turn");
    }
  }

  /** Tell what one's own action, told already, has led to. */
  function followUp({ view, seats, seat }) {
    if (view.result) {
      announce(ending(view, seatNames(seats, seat)));
      soundEnd(view, seat);
      return;
    }
    const turn = turnTold(view);
    if (!turn) return;
    announce(turn);
    if (!state.rests) sound("turn");
  }

  const soundEnd = ({ result }, seat) => sound(result.payments[seat] >= 0 ? "won" : "lost");

  function speak({ seat, phrase }) {
    if (!phrase) return;
    state.said.set(seat, phrase);
    setTimeout(() => {
      if (state.said.get(seat) === phrase) state.said.delete(seat);
      draw();
    }, SPOKEN);
  }

  /** What a change asks of the page: the proof after a deal, the outcome in the focus. */
  function settle(table) {
    if (table.view?.result && state.proof?.deal !== table.deal) {
      state.proof = { deal: table.deal, state: "checking" };
      checked(table).then((proof) => {
        state.proof = { deal: table.deal, ...proof };
        draw();
      });
    }
  }

  function contribute(table) {
    const part = contribution(table);
    // Too late is no fault of the person's: everybody is shown whose part was left out.
    if (part) surely(() => post(`${path}/shuffle`, part)).catch(() => {});
  }

  /** Act: shown at once, and taken back with a word if the server refuses it. `at` is the turn meant. */
  async function act(action, at = state.latest.turn) {
    catchUp();
    const table = state.latest;
    const { view, turn, seat } = table;
    if (turn !== at) {
      notify(_("The game has gone on meanwhile."));
      return;
    }
    if (view?.to_act !== seat || state.pending) return;
    state.pending = { turn };
    state.chosen = [];
    actedAt = performance.now();
    // What was planned and could not be done is no plan any more.
    const own = { ...table.own, plan: null };
    present({ ...table, own, view: after(view, action), change: { kind: "acted", seat, action } });
    try {
      await surely(() => post(`${path}/actions`, { action, turn }));
    } catch (error) {
      state.pending = null;
      clearTimeout(timer);
      state.rests = null;
      state.shown = state.latest;
      draw();
      notify(refusal(error));
    }
  }

  /** Ask the server; `refused` is told if the others do not agree. Whether it was done. */
  async function request(send, refused = null) {
    try {
      await send();
      return true;
    } catch (error) {
      notify((error.code === "refused" && refused) || refusal(error));
      return false;
    }
  }

  function claim() {
    const bots = state.latest.seats.some(({ kind }) => kind === "bot");
    const why = _("Bots do not take your word: what you can see does not make it certain that the rest is yours.");
    return request(() => post(`${path}/claim`), bots && why);
  }

  /** A card is tapped, dragged or chosen by key; null: the hand was only arranged. */
  function choose(card, { dragged = false } = {}) {
    if (card === null) {
      draw();
      return;
    }
    if (state.queue.length) {
      // Others have played on behind a trick that rests: nobody answers to what they have not seen.
      collect();
      return;
    }
    // The hand closes up behind a card: the second of two taps would meet its neighbour.
    const again = performance.now() - actedAt <= AGAIN;
    if (state.pending) {
      if (!again) notify(_("Your card is on its way."));
      return;
    }
    const { view, seat, own, seats } = state.latest;
    if (!view || state.latest.stage !== "playing" || seat === null) return;
    if (view.phase === "exchange" && view.to_act === seat) {
      const { chosen } = state;
      if (chosen.includes(card)) state.chosen = chosen.filter((one) => one !== card);
      else if (chosen.length < 4) state.chosen = [...chosen, card];
      else notify(_("Four cards are laid away: put one back first."));
      draw();
      return;
    }
    if (view.phase !== "play") {
      notify(_("No card is played before all has been said."));
      return;
    }
    if (view.to_act !== seat || seats[seat].stood_in) {
      if (seats[seat].stood_in) request(() => post(`${path}/back`));
      else if (!again) plan(own.plan === card ? null : card);
      return;
    }
    const [led] = course(view).trick.cards;
    const reason = whyNot(card, view, led);
    if (reason) {
      notify(reason);
      return;
    }
    if (look.confirm && !dragged && state.chosen[0] !== card) {
      state.chosen = [card];
      draw();
      return;
    }
    act(card);
  }

  function plan(action) {
    // One after another: the last wish is the one that counts.
    planning = planning.then(() => request(() => put(`${path}/plan`, { action })));
    const planned = (table) => ({ ...table, own: { ...table.own, plan: action } });
    state.latest = planned(state.latest);
    state.shown = planned(state.shown);
    announce(action ? _("Planned: it is played as soon as it is your turn.") : _("Nothing is planned any more."));
    draw();
  }

  const todo = {
    act,
    choose,
    collect,
    redraw: () => draw(),
    fill: () => request(() => post(`${path}/bots`)),
    wish: (what) => request(() => post(`${path}/${what}`)),
    cut: (at) => request(() => post(`${path}/shuffle`, contribution(state.latest, at))),
    answer: (agrees) => request(() => post(`${path}/answer`, { agrees, turn: state.latest.turn })),
    claim,
    takeBack: () => request(() => post(`${path}/take-back`, { turn: state.latest.turn })),
    say: (phrase) => request(() => post(`${path}/talk`, { phrase })),
    back: () => request(() => post(`${path}/back`)),
    mute: (seats) => request(() => put(`${path}/muted`, { seats })),
    force: (on) => request(() => put(`${path}/forced`, { on })),
    hint: () => get(`${path}/hint`),
    leave: async () => {
      if (!(await request(() => post(`${path}/leave`)))) return;
      forgetTable(name);
      go("/");
    },
    /** Follow the table anew, after one has sat down. */
    refollow: () => {
      stop();
      Object.assign(state, { latest: null, shown: null, queue: [] });
      begin();
    },
  };

  function scene() {
    const { shown: table, rests, said, proof, chosen } = state;
    const { view } = table;
    return {
      ...todo,
      name,
      table,
      view,
      course: courseOf(view) ?? { steps: [], tricks: [], trick: null },
      names: seatNames(table.seats, table.seat),
      rests,
      /** Whether a deal lies on the table; its last trick rests there, too. */
      playing: table.stage === "playing" || rests !== null,
      said,
      muted: table.own?.muted ?? [],
      proof,
      chosen,
      now: Date.now() / 1000 + state.skew,
      connected: state.connected,
    };
  }

  function draw() {
    if (!state.shown) return;
    const before = places(root);
    const begins = !root.querySelector(".table");
    // Where there are keys; whoever taps would take the ring for a sign.
    const focused = begins ? !matchMedia("(pointer: coarse)").matches : root.contains(document.activeElement);
    const drawing = scene();
    render(screen(drawing), root);
    // What had the focus may be gone, the card that was played for instance: it goes where one acts next.
    if (focused && [document.body, parked].includes(document.activeElement)) {
      const next = NEXT.map((place) => root.querySelector(place)).find(Boolean);
      next?.focus();
      parked = next?.closest(".bar") ? next : null;
    }
    root.dataset.number = state.shown.number;
    if (!begins) travel(root, before);
    document.title = isToAct(drawing) ? _("▸ Your turn – Dobbm") : _("Dobbm");
  }

  function begin() {
    stop = follow(name, receive, (connected) => {
      if (connected === state.connected) return;
      if (!connected && !state.latest) get(path).catch(missing);
      state.connected = connected;
      if (state.latest) announce(connected ? _("Connected again.") : _("The connection is lost; it is tried again."));
      draw();
    });
  }

  /** There is no such table: nothing is to be followed. */
  function missing(error) {
    if (error.code !== "unknown") return;
    stop();
    forgetTable(name);
    render(lost(), root);
  }

  function keys(event) {
    if (event.target.closest("input, select, textarea, dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
    const cards = [...root.querySelectorAll(".hand button")];
    const at = "1234567890".indexOf(event.key);
    if (at >= 0 && cards[at]) {
      cards[at].focus();
      cards[at].click();
    } else if (event.key === " " && event.target === document.body) {
      event.preventDefault();
      collect();
    }
  }

  document.documentElement.classList.add("at-table");
  document.addEventListener("keydown", keys);
  addEventListener("resize", draw);
  begin();
  return () => {
    document.documentElement.classList.remove("at-table");
    delete root.dataset.number;
    document.removeEventListener("keydown", keys);
    removeEventListener("resize", draw);
    clearInterval(ticking);
    clearTimeout(timer);
    stop();
  };
}

/** Whether the person is to act now. */
const isToAct = ({ table, view, playing }) =>
  playing && table.seat !== null && view?.to_act === table.seat;

const courseOf = (view) => view && course(view);
