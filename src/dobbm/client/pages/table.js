/** The page of a table: draws the state of `table/screen-state.js` and carries out its effects. */

import { moveCode } from "../base/addresses.js";
import { get, post, put, remove, sendAction, sendText, serverTime, takeHandover, takeSeat } from "../base/api.js";
import { announce, clearNotices, notify, render, style } from "../base/dom.js";
import { _ } from "../base/i18n.js";
import { isFree, keyOf } from "../base/keys.js";
import { part, waitFor } from "../base/loading.js";
import { hasLostSeat } from "../base/seat-token.js";
import { animationsEnabled, forgetTable, settings, rememberTable } from "../base/settings.js";
import { follow } from "../base/stream.js";
import { isOnTurn, mayMove } from "../game/seats.js";
import { attend, keepAwake, reason } from "../table/calling.js";
import { cardPositions, sweep, travel } from "../table/motion.js";
import { finishedDeals } from "../table/lookups.js";
import { checked, contribute } from "../table/proof.js";
import { refusal, saySlow } from "../table/refusal.js";
import { screen, shutTable, unreachable } from "../table/layout.js";
import { sound } from "../table/sounds.js";
import { answerTo, hurriedDeal, keepAction, keepHurried, keepSeen, keptAction, seenBefore } from "../table/standing.js";
import { showTalk } from "../table/talk.js";
import { initialState, screenOf, update } from "../table/screen-state.js";

/**
 * @import { ApiError } from "../base/api.js"
 * @import { Handover, Hint, LedgerLine, Table, WrittenText } from "../schema.d.ts"
 * @import { TableActions, Effect, Scene, Screen, ScreenEvent, State } from "../types.d.ts"
 */

/** Milliseconds that a phrase stays over its seat. */
const SPOKEN = 5000;

/** Milliseconds between two actions on the screen: with animations, and without. */
const [STEP, SHORT_STEP] = [350, 150];

/** Milliseconds after which the page asks again for a part of the table that did not arrive. */
const LATER = 4000;

/** Milliseconds in which a key does not act on an element that has just been given the focus: it was meant for another. */
const SETTLING = 600;

/** Selectors of what uses the space bar itself. */
const FIELDS = "input, select, textarea, dialog";

/** The codes of refusals after which the page no longer follows the table. */
const FINAL = ["unknown", "closed", "banned", "unreadable"];

/** Selectors of the places to act, the best first, and of those to wait at when there is nothing to do. */
const ACTING = ["#outcome", ".calls.words button", ".hand .toggles", ".calls button", ".hand .legal"];
const WAITING = [".hand button", ".bar button"];

/**
 * Show the table; return a function that leaves it.
 *
 * While a table is drawn the element has `data-number`, the number of the complete snapshot on screen, and
 * `data-state`: "resting" while a trick rests, "pending" until the server confirms the person's action, otherwise
 * "current".
 * @param {HTMLElement} root
 * @param {{ [name: string]: string }} places
 */
export async function show(root, { table: name }) {
  await style("table");
  const path = `/tables/${name}`;
  /** @type {State} */
  let state = initialState(seenBefore(name), keptAction(name), hurriedDeal(name));
  /**
   * The element that the page has given the focus because there was nothing to do.
   * @type {Element | null}
   */
  let parked = null;
  /**
   * The element that the page itself has given the focus last, and when.
   * @type {{ element: Element | null, at: number }}
   */
  let moved = { element: null, at: 0 };
  /** The part of the deal on screen, and whether it is the person's turn: what a notice is about. */
  let about = "";
  /** Whether the space bar has done its work before it is released. */
  let spent = false;
  /** @type {Promise<unknown>} */
  let planning = Promise.resolve();
  /**
   * Draws the open dialog for table talk again.
   * @type {() => void}
   */
  let drawTalk = () => undefined;
  /**
   * Closes the dialog with the code for another device.
   * @type {() => void}
   */
  let closeCode = () => undefined;
  /** @type {() => void} */
  let stop = () => undefined;
  let open = true;
  /**
   * The bot's seat that the person wants when the deal is over.
   * @type {number | null}
   */
  let wanted = null;
  /**
   * The lines of the ledger read so far, and the request for more.
   * @type {LedgerLine[]}
   */
  let written = [];
  let reading = Promise.resolve(written);
  /** The deals of the session whose end has asked for the lines. */
  let counted = 0;
  /**
   * The module that draws the end of a deal, loaded while its cards are played: the board comes first.
   * @type {Scene["result"]}
   */
  let result = null;
  /**
   * The module that draws the end of a session, loaded only then.
   * @type {Scene["ending"]}
   */
  let ending = null;
  /**
   * The module that draws a table before its first deal, loaded only then.
   * @type {Scene["gathering"]}
   */
  let gathering = null;
  /**
   * The module that draws the ledger beside the board of a wide window, loaded with the first finished deal.
   * @type {Scene["ledger"]}
   */
  let ledger = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let drawing;
  /** The deal that has asked for the lines of those before. */
  let listed = 0;
  let wasConnected = true;
  let wasBetween = false;
  /**
   * The portrait that the server has been asked for.
   * @type {string | null}
   */
  let offered = null;
  const invitation = new URLSearchParams(location.search).get("seat");
  const invitedTo = invitation === null ? null : Number(invitation);
  const ticking = setInterval(() => state.displayed?.clock && dispatch({ kind: "tick" }), 1000);

  /** @param {ScreenEvent} event */
  function dispatch(event) {
    if (!open) return;
    const [now, elapsed] = [serverTime(), performance.now()];
    const latest = event.kind === "snapshot" ? event.table : state.latest;
    const lostSeat = latest?.seat === null && isKnown() && hasLostSeat(name);
    const updated = update(state, event, {
      now,
      elapsed,
      step: step(),
      hidden: document.hidden,
      confirm: settings.confirm,
      untilTapped: settings.stay === null,
      lostSeat,
    });
    if (updated.state.seen !== state.seen) keepSeen(name, updated.state.seen);
    if (unconfirmed(updated.state) !== unconfirmed(state)) keepAction(name, unconfirmed(updated.state));
    if (hurriedNow(updated.state) !== hurriedNow(state)) keepHurried(name, hurriedNow(updated.state));
    state = updated.state;
    draw();
    if (wanted !== null && state.latest && mayMove(state.latest)) sit(wanted);
    updated.effects.forEach(perform);
  }

  /** @param {Effect} effect */
  function perform(effect) {
    switch (effect.kind) {
      case "remember":
        rememberTable(name);
        break;
      case "forget":
        forgetTable(name);
        break;
      case "contribute":
        contribute(effect.table);
        break;
      case "check":
        checked(effect.table).then(
          (proof) => dispatch({ kind: "checked", deal: effect.table.deal, proof }),
          () => undefined,
        );
        break;
      case "rest":
        if (settings.stay !== null) setTimeout(() => dispatch({ kind: "collect", trick: effect.trick }), 1000 * settings.stay);
        break;
      case "sweep":
        sweep(root, effect.trick.winner).then(() => dispatch({ kind: "swept", trick: effect.trick }));
        break;
      case "wait":
        setTimeout(() => dispatch({ kind: "step" }), effect.milliseconds);
        break;
      case "speak":
        setTimeout(() => dispatch({ ...effect, kind: "silence" }), SPOKEN);
        break;
      case "send":
        send(effect.action, effect.turn);
        break;
      case "plan":
        // One after another, so that the latest plan counts.
        planning = planning
          .then(() => request(() => put(`${path}/plan`, { action: effect.action })))
          .then((planned) => planned || dispatch({ kind: "unplanned" }));
        break;
      case "hurry":
        request(() => put(`${path}/hurried`, { on: effect.on }));
        break;
      case "back":
        actions.back();
        break;
      default:
        // Draw first, then announce and play sounds.
        setTimeout(giveFeedback, 0, effect);
    }
  }

  /** @param {Extract<Effect, { kind: "announce" | "notify" | "sound" }>} effect */
  function giveFeedback(effect) {
    if (effect.kind === "sound") sound(effect.sound);
    else if (effect.kind === "notify") notify(effect.text);
    else announce(effect.text);
  }

  /**
   * Send the person's action, which is on screen already.
   * @param {string} action
   * @param {number} turn
   */
  async function send(action, turn) {
    const isPending = () => open && state.pending?.turn === turn;
    try {
      await sendAction(name, { action, turn }, isPending);
    } catch (error) {
      const { code } = /** @type {ApiError} */ (error);
      const text = code === "stale" ? _("Your move no longer counts: the game has moved on.") : refusal(error);
      if (isPending()) dispatch({ kind: "refusal", text });
      watchIfRefused(error);
    }
  }

  /**
   * Send a request; `refused` is the notice if the server answers `refused`. Return whether the request succeeded.
   * @param {() => Promise<unknown>} send
   * @param {string | false} refused
   */
  async function request(send, refused = false) {
    try {
      await send();
      return true;
    } catch (error) {
      const { code } = /** @type {ApiError} */ (error);
      notify((code === "refused" && refused) || refusal(error));
      watchIfRefused(error);
      return false;
    }
  }

  /**
   * If nothing opens the person's seat any more, follow the table as a spectator: what cannot be pressed is not
   * offered.
   * @param {unknown} error
   */
  function watchIfRefused(error) {
    if (/** @type {ApiError} */ (error).code === "token" && state.latest?.seat != null) again();
  }

  /** Whether the person has been at the table on this device. */
  const isKnown = () => settings.tables.some(({ table }) => table === name);

  /**
   * Sit down with the name in the settings, or as the person who has been here before, then follow the table anew.
   * @param {number} seat
   */
  async function sit(seat) {
    wanted = state.latest && !mayMove(state.latest) ? seat : null;
    if (wanted !== null) return draw();
    const seated = await request(async () => {
      await (isKnown() ? put(`${path}/seat`, { seat }) : Promise.reject({ code: "token" })).catch((error) => {
        if (error.code !== "token") throw error;
        return takeSeat(name, settings.name, seat);
      });
    });
    if (!seated) return undefined;
    rememberTable(name);
    stop();
    state = initialState();
    return begin();
  }

  /**
   * Show the others the portrait in the settings, once for each seat.
   * @param {Table} table
   */
  function choosePortrait({ seat, seats }) {
    const { portrait } = settings;
    if (seat === null || !portrait || portrait === seats[seat].portrait || portrait === offered) return;
    offered = portrait;
    put(`${path}/portrait`, { portrait }).catch(() => (offered = null));
  }

  /** Move a seat to this device, if the address has the code for it. */
  async function takeOver() {
    const code = moveCode(location.hash);
    if (!code) return;
    history.replaceState(history.state, "", location.pathname);
    if (await request(() => takeHandover(name, code))) notify(_("Your seat is on this device now."));
  }

  /** Ask for the texts from before the page was loaded; if they are refused, the later ones are shown. */
  async function askForEarlierTexts() {
    const isRead = await request(async () => {
      const texts = /** @type {WrittenText[]} */ (await get(`${path}/texts`));
      dispatch({ kind: "texts", texts });
    });
    if (!isRead) dispatch({ kind: "texts", texts: null });
  }

  /** Read the lines of the ledger that are missing, one request after another. */
  function lines() {
    reading = reading.then(async () => {
      const finished = state.latest ? finishedDeals(state.latest) : 0;
      // The host may have restored an older database.
      if (written.length > finished) written = [];
      while (written.length < finished) {
        const page = /** @type {LedgerLine[]} */ (await get(`${path}/deals?after=${written.length}`));
        if (!page.length) break;
        written = [...written, ...page];
      }
      return written;
    }).catch((error) => (notify(refusal(error)), written));
    return reading;
  }

  function claim() {
    const bots = state.latest?.seats.some(({ kind }) => kind === "bot") ?? false;
    const why = _("Bots do not take your word for it: the cards that you can see do not prove that the rest is yours.");
    return request(() => post(`${path}/claim`), bots && why);
  }

  /** @type {TableActions} */
  const actions = {
    act: (action, turn) => dispatch({ kind: "action", action, turn }),
    choose: (card, how) => (card === null ? draw() : dispatch({ kind: "card", card, ...how })),
    collect: () => dispatch({ kind: "collect", tapped: true }),
    dismiss: () => dispatch({ kind: "dismissed" }),
    redraw: () => open && draw(),
    fill: () => request(() => post(`${path}/bots`)),
    vote: (what) => request(() => post(`${path}/${what}`)),
    delay: () => request(() => post(`${path}/delay`)),
    cut: (at) => {
      const { latest } = state;
      if (latest) request(() => contribute(latest, at));
    },
    answer: (agrees) => request(() => post(`${path}/answer`, { agrees, turn: state.latest?.turn })),
    claim,
    takeBack: () => request(() => post(`${path}/take-back`, { turn: state.latest?.turn })),
    say: (phrase) => request(() => post(`${path}/talk`, { phrase })),
    openTalk: async () => {
      dispatch({ kind: "reading", on: true });
      if (state.earlierTexts !== "known") askForEarlierTexts();
      await showTalk(scene, (redraw) => (drawTalk = redraw));
      drawTalk = () => undefined;
      dispatch({ kind: "reading", on: false });
    },
    write: (text) => request(() => sendText(name, text)),
    allowTexts: (allowed) => request(() => put(`${path}/texts/allowed`, { allowed })),
    declineTexts: (declined) => request(() => put(`${path}/texts/declined`, { declined })),
    back: () => request(() => post(`${path}/back`)),
    mute: (seats) => request(() => put(`${path}/muted`, { seats })),
    force: (on) => request(() => put(`${path}/forced`, { on })),
    lines,
    hurry: (on) => dispatch({ kind: "hurry", on }),
    hint: async () => /** @type {Hint} */ (await get(`${path}/hint`)),
    leave: () => request(() => post(`${path}/leave`)),
    sit,
    vacate: (seat) => request(() => remove(`${path}/seats/${seat}`)),
    swap: (seats) => request(() => post(`${path}/swap`, { seats })),
    setRules: (rules) => request(() => put(`${path}/rules`, rules)),
    handOver: () => request(async () => {
      const { code } = /** @type {Handover} */ (await post(`${path}/handover`));
      const { showHandover } = await waitFor(part("table/seats.js"));
      showHandover(scene(), code, (close) => (closeCode = close)).then(() => (closeCode = () => undefined));
    }),
  };

  function draw() {
    const { displayed } = state;
    if (!displayed) return;
    const before = cardPositions(root);
    const begins = !root.querySelector(".table");
    // At first, focus only where a keyboard is likely; on a touchscreen, the focus ring would look like a mark.
    const focused = begins ? !matchMedia("(pointer: coarse)").matches : root.contains(document.activeElement);
    const drawn = scene();
    // When the board gives way to the result, or comes back, the focused element goes. If it still had the focus then, the
    // browser would lay out the old page once more.
    const between = !drawn.playing && (displayed.stage === "between" || displayed.stage === "over");
    if (focused && between !== wasBetween) /** @type {HTMLElement | null} */ (document.activeElement?.closest(".own *, .result *"))?.blur();
    wasBetween = between;
    render(screen(drawn), root);
    const now = `${displayed.deal} ${displayed.stage} ${drawn.view?.phase} ${isToAct(drawn)}`;
    if (about && about !== now) clearNotices();
    about = now;
    const ended = !drawn.playing && drawn.view?.phase === "done";
    if (result || !ended) root.dataset.number = String(displayed.number);
    root.dataset.state = stateNow();
    // The focused element may be gone, for instance a card just played: focus the next place to act.
    if (focused && (document.activeElement === document.body || document.activeElement === parked)) moveFocus();
    // Without a focus, what the person can do may lie below the fold.
    if (begins && !focused) firstOf(ACTING)?.scrollIntoView({ block: "nearest" });
    // In large print the page scrolls, and the notice may be out of sight.
    if (wasConnected && !drawn.connected) root.querySelector(".offline")?.scrollIntoView({ block: "nearest" });
    wasConnected = drawn.connected;
    if (!begins && !state.fast) travel(root, before, drawn.playing ? drawn.view : null);
    drawTalk();
    if (!result && (ended || drawn.view?.phase === "play")) {
      part("table/result.js").then((loaded) => ((result = loaded), draw()), drawAgain);
    }
    if (displayed.stage === "over" && counted !== displayed.deal) {
      counted = displayed.deal;
      Promise.all([lines(), part("table/session-end.js")])
        .then(async ([, loaded]) => {
          if (!open) return;
          await loaded.ready();
          ending = loaded;
          draw();
        }, (error) => {
          counted = 0;
          drawAgain(error);
        });
    }
    if (displayed.stage === "playing" && displayed.deal > 1 && listed !== displayed.deal && hasPanels()) {
      listed = displayed.deal;
      Promise.all([lines(), part("table/ledger.js")])
        .then(([, loaded]) => {
          ledger = loaded;
          draw();
        }, () => (listed = 0));
    }
    if (displayed.stage === "gathering" && !gathering) {
      part("table/invitation.js").then(async (loaded) => {
        if (!open) return;
        await loaded.ready();
        gathering = loaded;
        draw();
      }, drawAgain);
    }
    keepAwake(drawn.playing && Boolean(drawn.view?.hand.length));
    // A trick may rest on a hidden page, too.
    const asked = document.hidden && state.latest ? reason(state.latest) : "";
    const called = isToAct(drawn) || (!document.hidden && drawn.restingTrick && state.latest && isOnTurn(state.latest));
    document.title = called ? _("▸ Your turn – Dobbm") : asked ? `▸ ${asked}` : _("Dobbm");
  }

  /**
   * Try again soon to draw a part of the table that did not arrive, and say so meanwhile.
   * @param {unknown} error
   */
  function drawAgain(error) {
    clearTimeout(drawing);
    drawing = setTimeout(() => open && draw(), LATER);
    throw error;
  }

  /** Focus the first place to act; if there is none, a place to wait until there is one or the person moves the focus. */
  function moveFocus() {
    const element = /** @type {HTMLElement | null} */ (firstOf(ACTING) ?? firstOf(WAITING));
    parked = element?.matches(ACTING.join()) ? null : element;
    if (!element || element === document.activeElement) return;
    moved = { element, at: performance.now() };
    // To scroll, the browser lays out the page: in the next frame, which does so anyway.
    element.focus({ preventScroll: true });
    requestAnimationFrame(() => element.scrollIntoView({ block: "nearest" }));
  }

  /** @param {string[]} places */
  const firstOf = (places) => places.map((place) => root.querySelector(place)).find(Boolean) ?? null;

  /**
   * The scene of a table that has been displayed.
   * @returns {Scene}
   */
  function scene() {
    const displayed = /** @type {Table} */ (state.displayed);
    return {
      ...screenOf({ ...state, displayed }, serverTime()),
      ...actions,
      name,
      wanted,
      invitedTo,
      written,
      result,
      ending: displayed.stage === "over" ? ending : null,
      gathering,
      ledger: hasPanels() ? ledger : null,
    };
  }

  function stateNow() {
    if (state.restingTrick) return "resting";
    return state.pending ? "pending" : "current";
  }

  function begin() {
    stop = follow(
      name,
      (table) => {
        const before = state.latest;
        if (table.seat === null) closeCode();
        dispatch({ kind: "snapshot", table });
        choosePortrait(table);
        attend(before, table);
      },
      (connected, ended, why) => {
        // Somebody has answered: soon it is known what.
        if (open && !connected && !state.latest && why !== true) {
          render(unreachable(again, state.kept !== null, why ? refusal(why) : ""), root);
        }
        dispatch({ kind: "connection", connected, ended });
      },
      () => get(path).catch(missing),
      (beat) => dispatch({ kind: "beat", beat }),
      saySlow,
    );
  }

  function again() {
    notify(_("No connection – reconnecting …"));
    stop();
    begin();
  }

  /**
   * Stop following a table that does not exist, or that the server no longer shows.
   * @param {ApiError} error
   */
  function missing(error) {
    if (!open || !FINAL.includes(error.code)) return;
    stop();
    const [known, isNew] = [isKnown(), !state.latest];
    if (error.code === "unknown" || error.code === "closed") forgetTable(name);
    const shut = () => render(shutTable(refusal(error)), root);
    /** @param {import("../types.d.ts").Parts["table/missing.js"]} loaded */
    const explain = ({ noSuchTable }) => open && render(noSuchTable(known), root);
    if (error.code === "unknown" && isNew) part("table/missing.js").then(explain, shut);
    else shut();
    state = initialState();
    document.title = _("Dobbm");
    delete root.dataset.number;
    delete root.dataset.state;
  }

  /** @param {KeyboardEvent} event */
  function keys(event) {
    const target = /** @type {Element} */ (event.target);
    const key = keyOf(event);
    const presses = ["Enter", " "].includes(key) && target.closest("a, button") !== null;
    // While a trick rests, the space bar takes it away, whatever has the focus.
    const sweeps = key === " " && (isPlayable(target) || (state.restingTrick !== null && !target.closest(FIELDS)));
    const early = presses && !event.repeat && !sweeps && target === moved.element && performance.now() - moved.at <= SETTLING;
    spent = early || sweeps;
    // Any other key shows that the person knows where the focus is.
    if (!presses || sweeps) moved.element = null;
    // One press does one thing: a key held down, or pressed twice, would act again on the button that has the focus next.
    if (early || (presses && event.repeat)) event.preventDefault();
    if (early) return notify(_("Too soon: press the key again."));
    if (!isFree(event)) return;
    // Dictated words and accidental touches press keys that type a character: people can turn those off.
    if (key.length === 1 && key !== " " && !settings.keys) return;
    const answer = state.displayed && !event.repeat && answerTo(key, scene());
    if (answer) notify(answer);
    if (key === "f" && !event.repeat) actions.hurry(!state.fast);
    const cards = /** @type {NodeListOf<HTMLButtonElement>} */ (root.querySelectorAll(".hand button"));
    const at = "1234567890".indexOf(key);
    if (at >= 0 && cards[at] && !event.repeat) {
      cards[at].focus();
      actions.choose(cards[at].dataset.card ?? "", { tapped: true });
    } else if (key === " " && (target === document.body || sweeps)) {
      event.preventDefault();
      if (event.repeat) return;
      if (state.restingTrick) dispatch({ kind: "collect" });
      else if (target !== document.body) announce(_("Press Enter to play a card; the space bar only takes away a trick."));
    }
  }

  /** @param {KeyboardEvent} event */
  function release(event) {
    // Firefox clicks a button when the space bar is released.
    if (keyOf(event) === " " && spent) event.preventDefault();
  }

  const returned = () => document.hidden || dispatch({ kind: "returned" });

  document.documentElement.classList.add("at-table");
  document.addEventListener("visibilitychange", returned);
  document.addEventListener("keydown", keys);
  document.addEventListener("keyup", release);
  addEventListener("resize", draw);
  takeOver().then(() => open && begin());
  return () => {
    document.documentElement.classList.remove("at-table");
    document.removeEventListener("visibilitychange", returned);
    document.removeEventListener("keydown", keys);
    document.removeEventListener("keyup", release);
    removeEventListener("resize", draw);
    clearInterval(ticking);
    keepAwake(false);
    stop();
    saySlow("");
    open = false;
    delete root.dataset.number;
    delete root.dataset.state;
  };
}

/** Return the milliseconds between two actions on the screen; no action waits for longer than a trick rests. */
const step = () => Math.min(animationsEnabled() ? STEP * settings.tempo : SHORT_STEP, 1000 * (settings.stay ?? Infinity));

/** Whether the window has room for panels beside the board, as in styles/table.css. */
const hasPanels = () => matchMedia("(min-width: 68.75em) and (min-height: 35em)").matches;

/**
 * The person's action that the server has not confirmed.
 * @param {State} state
 */
const unconfirmed = ({ pending, kept }) => pending ?? kept;

/**
 * The deal that is in fast-forward.
 * @param {State} state
 */
const hurriedNow = ({ fast, displayed }) => (fast && displayed ? displayed.deal : null);

/**
 * Whether it is the person's turn.
 * @param {Screen} drawn
 */
const isToAct = ({ table, view, playing }) =>
  playing && table.seat !== null && view?.to_act === table.seat;

/**
 * Whether an element is a card in the hand that is played, not put aside for the discard.
 * @param {Element} element
 */
const isPlayable = (element) => element.matches(".hand .held:not(.toggles)");
