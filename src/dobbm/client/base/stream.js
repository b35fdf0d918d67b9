/**
 * Follows a table: by an event stream or, where none gets through, by ordinary requests.
 *
 * A stream is lost as soon as it falls silent, even if the browser does not notice. Proxies and virus scanners may hold
 * a stream back until it ends, or let it through in lumps: after two such streams the page asks again and again, and
 * still tries a stream at times. The first stream that works takes over.
 */

import { API, get, getText, post, refusalOf } from "./api.js";
import { elapsed, hearTime, serverTime } from "./clock.js";
import { part } from "./loading.js";
import { backoff, isHidden, pause, whenBack } from "./retrying.js";
import { missesSeat, seatHeaders } from "./seat-token.js";
import { settings } from "./settings.js";
import { shareStreams } from "./windows.js";

/**
 * @import { ApiError } from "./api.js"
 * @import { Table } from "../schema.d.ts"
 * @import { Beat } from "../types.d.ts"
 */

/** Milliseconds that a stream may take to open, and then to send anything: the server sends a beat every 2 to 3 s. */
const [TO_OPEN, TO_BEAT] = [10_000, 4500];
/** Milliseconds after which a stream that has sent nothing is not the only way that the page tries. */
const DOUBTFUL = 3000;
/** A stream works if it sends messages that are so many milliseconds apart: what was held back comes all at once. */
const PROVEN = 1000;
/** As many streams in a row that do not work are enough. */
const MUTE = 2;
/** As many tries to open a stream follow each other quickly: most interruptions are short. */
const QUICK = 3;
/** The most milliseconds between two tries to open a stream while ordinary requests get through. */
const SELDOM = 60_000;
/** Milliseconds between two requests that show the server that a person is there. */
const HERE = 4000;
/** Seconds that the server waits for news before it answers a request for them. */
const NEWS = 2;
/** Milliseconds for an answer that the server does not delay by more than this. */
const TO_ANSWER = 6000;
/** Milliseconds between two requests if the server answers at once. */
const PLAIN = 1500;
/** Milliseconds between two requests of a hidden window that has let go of its stream. */
const HIDDEN = 8000;

/**
 * The module of streams with headers, loaded only where a token takes the place of a cookie.
 * @type {typeof import("./header-stream.js") | null}
 */
let headed = null;

/**
 * Open an event stream.
 * @param {string} path
 * @param {{ [header: string]: string }} headers
 * @returns {EventSource}
 */
const openStream = (path, headers) =>
  headed && headers.Authorization
    ? /** @type {any} */ (new headed.HeaderStream(API + path, headers))
    : new EventSource(API + path);

/**
 * Follow a table. `onTable(table)` receives every change in order, `onConnected(boolean, ended, why)` the state of the
 * connection, whether the server may only have ended the stream, as it does when a seat changes hands, and the refusal
 * if somebody answers but refuses (true if it is not known). `onBeat(beat)` says who is there; `onRefused()` is called
 * each time the server refuses the stream. `onSlow(why)` is called once when the page begins to live without a stream,
 * with the code of the refusal or "held", and with "" when a stream works again. The server cannot see that a stream is
 * dead, so the page answers the beats.
 *
 * A lost stream is opened again with the last change received. If that is another one now, or an earlier one comes, the
 * host has restored an older database. Return a function that stops following.
 * @param {string} name
 * @param {(table: Table) => void} onTable
 * @param {(connected: boolean, ended?: boolean, why?: ApiError | true) => void} onConnected
 * @param {() => void} onRefused
 * @param {(beat: Beat) => void} [onBeat]
 * @param {(why: string) => void} [onSlow]
 * @returns {() => void}
 */
export function follow(name, onTable, onConnected, onRefused, onBeat, onSlow) {
  const path = `/tables/${name}`;
  /** @type {EventSource | null} */
  let source = null;
  let isOpen = false;
  let tried = -Infinity;
  /** @type {Table | null} */
  let latest = null;
  /**
   * The last change again, but for another seat: the next beat shows it unless a later change explains it.
   * @type {Table | null}
   */
  let reseated = null;
  /** @type {Beat} */
  let pulse = { now: 0, connected: [], spectators: 0, watching: [] };
  let answered = -Infinity;
  /** The streams in a row that do not work, and the tries to open one since one did. */
  let [mute, tries] = [0, 0];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let patience;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let doubt;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let retry;
  /**
   * Ends the requests that stand in for a stream.
   * @type {AbortController | null}
   */
  let asking = null;
  /** Whether the last ordinary request was answered, and whether only the plainest is. */
  let [reached, plain] = [false, false];
  /** Why the page lives without a stream, as far as it has been said. */
  let slow = "";
  let older = 0;
  /** Whether other windows need the connections more. */
  let resting = false;
  let over = false;

  function answer() {
    if (latest?.seat == null || elapsed() - answered < HERE) return;
    answered = elapsed();
    post(`${path}/here`).catch(() => undefined);
  }

  /** @param {Beat} beat */
  function hearBeat(beat) {
    hearTime(beat.now);
    pulse = beat;
    answer();
    if (reseated) onTable((latest = reseated));
    reseated = null;
    onBeat?.(beat);
  }

  /**
   * @param {Table} table
   * @param {boolean} first whether it is the first answer since the last change, and may repeat it
   */
  function hearTable(table, first) {
    const how = { found: table.seat !== null, withToken: "Authorization" in seatHeaders(path) };
    if (missesSeat(path, how)) return findSeat();
    const known = latest && (first ? isSame(table, latest) : table.number <= latest.number);
    reseated = first && known && table.seat !== latest?.seat ? table : null;
    if (known) return;
    hearTime(table.change.at, true);
    latest = table;
    onTable(table);
    answer();
  }

  /** Ask for the table with the token that this window knows, and go on as the answer says. */
  function findSeat() {
    close();
    get(path).then(() => over || open(), () => over || lose({ unreachable: true }));
  }

  function close() {
    [patience, doubt, retry].forEach(clearTimeout);
    source?.close();
    source = null;
    isOpen = false;
  }

  /**
   * Give a stream up, and open another one later. If the server has ended all streams, they do not come back at once.
   * @param {{ ended?: boolean, refused?: boolean, unreachable?: boolean }} [how] how it has ended; {} if it is silent
   */
  function lose({ ended = false, refused = false, unreachable = false } = {}) {
    close();
    const silent = !ended && !refused && !unreachable;
    if (!unreachable) mute += 1;
    if (!reached) onConnected(false, ended, refused || undefined);
    retry = setTimeout(() => {
      // While ordinary requests fail, too, they alone find out when the server is back.
      if (!asking || reached) open();
      if (mute >= MUTE || tries > QUICK) keepAsking();
    }, backoff(tries - QUICK, { spread: !silent || tries > 0, ...(reached && { most: SELDOM }) }));
    tries += 1;
  }

  /** @param {number} milliseconds */
  function expect(milliseconds) {
    clearTimeout(patience);
    patience = setTimeout(lose, milliseconds);
  }

  function open() {
    close();
    const headers = seatHeaders(path);
    if (headers.Authorization && !headed) {
      part("base/header-stream.js").then(
        (loaded) => ((headed = loaded), over || open()),
        () => over || lose({ unreachable: true }),
      );
      return;
    }
    // The others see the name of a spectator; a person's seat has its own.
    const watcher = latest?.seat == null && settings.name ? `&name=${encodeURIComponent(settings.name)}` : "";
    const events = `${path}/events?beat=true${watcher}`;
    const stream = openStream(`${events}${latest ? `&from=${latest.number}` : ""}`, headers);
    source = stream;
    tried = elapsed();
    expect(TO_OPEN);
    doubt = setTimeout(askOnce, DOUBTFUL);
    const asked = latest;
    let first = true;
    /** @type {number | null} */
    let begun = null;
    const hear = () => {
      clearTimeout(doubt);
      expect(TO_BEAT);
      begun ??= elapsed();
      if (elapsed() - begun >= PROVEN) prove();
    };
    stream.onopen = () => {
      isOpen = true;
      expect(TO_BEAT);
      onConnected(true);
    };
    stream.addEventListener("beat", (event) => {
      hear();
      hearBeat(JSON.parse(event.data));
    });
    stream.onmessage = (event) => {
      hear();
      // If a request has brought news meanwhile, what is older comes late, and not from an older database.
      hearTable(JSON.parse(event.data), first && latest === asked);
      first = false;
    };
    stream.onerror = () => {
      const refused = stream.readyState === EventSource.CLOSED;
      const opened = isOpen;
      lose({ ended: opened && !refused, refused, unreachable: !opened && !refused });
      if (refused) onRefused();
      if (refused && mute === MUTE) refusalOf(events).then((error) => error && say(error.code), () => undefined);
    };
  }

  /** Note that a stream works. */
  function prove() {
    mute = tries = 0;
    stopAsking();
    if (slow) onSlow?.((slow = ""));
  }

  /** @param {string} why */
  function say(why) {
    if (slow) return;
    slow = why;
    onSlow?.(why);
  }

  /** While a stream is silent from the beginning, ask for the table once: then only the stream is to blame. */
  async function askOnce() {
    const stream = source;
    if (asking) return;
    const news = latest ? ask() : get(path).then((table) => show(/** @type {Table} */ (table)));
    const got = await news.then(() => true, () => false);
    if (!got || source !== stream || !stream) return;
    reached = true;
    onConnected(true);
    if (!isOpen) expect(TO_BEAT - DOUBTFUL);
  }

  /** Ask for the news until `stopAsking` is called. */
  async function keepAsking() {
    if (asking) return;
    const control = (asking = new AbortController());
    const { signal } = control;
    const since = elapsed();
    for (let failed = 0; !signal.aborted; ) {
      let wait = 0;
      try {
        await ask(signal);
        if (signal.aborted) return;
        onConnected(true);
        if (!reached && !source && !resting) open();
        [failed, reached] = [0, true];
        if (elapsed() - since > TO_BEAT && !resting) say("held");
        wait = resting && isHidden() ? HIDDEN : plain || resting ? PLAIN : PROVEN / 4;
      } catch (error) {
        if (signal.aborted) return;
        const refused = /** @type {ApiError} */ (error);
        reached = false;
        onConnected(false, false, refused.status ? refused : undefined);
        if (refused.status) onRefused();
        wait = Math.max(1000 * (refused.wait ?? 0), backoff(failed, { first: PLAIN }));
        failed += 1;
      }
      await pause(wait);
    }
  }

  function stopAsking() {
    asking?.abort();
    asking = null;
    reached = false;
  }

  /**
   * Ask for what has happened since the last change; if the answer does not get through, for the table as it is.
   * @param {AbortSignal} [signal]
   */
  async function ask(signal) {
    const control = new AbortController();
    const give = () => control.abort();
    signal?.addEventListener("abort", give);
    const timer = setTimeout(give, TO_ANSWER);
    try {
      const asked = latest;
      const since = asked ? `&after=${asked.number}` : "";
      const address = `${path}/events?beat=true&wait=${resting ? 0 : NEWS}${since}`;
      const events = plain ? null : await getText(address, "text/event-stream", control.signal).catch(() => null);
      if (signal?.aborted) return;
      if (events !== null) return read(events, asked);
      // The first request may have used up the time.
      const table = /** @type {Table} */ (await get(path, signal));
      plain = true;
      if (!signal?.aborted) show(table);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", give);
    }
  }

  /**
   * Take in the events of a stream that has ended, and was asked for after this change.
   * @param {string} text
   * @param {Table | null} asked
   */
  function read(text, asked) {
    let first = latest === asked;
    for (const event of text.split("\n\n")) {
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (!data) continue;
      if (/^event: beat$/m.test(event)) hearBeat(JSON.parse(data));
      else {
        hearTable(JSON.parse(data), first);
        first = false;
      }
    }
  }

  /**
   * Take in the table as it is. An earlier state may be an old answer; twice, it is that of an older database.
   * @param {Table} table
   */
  function show(table) {
    older = latest && table.number < latest.number ? older + 1 : 0;
    if (older !== 1) hearTable(table, true);
    answer();
    const connected = table.seats.flatMap(({ present }, seat) => (present ? [seat] : []));
    onBeat?.((pulse = { ...pulse, now: serverTime(), connected }));
  }

  // A window lets go of its stream while others need the connections more, and asks now and then.
  const share = shareStreams(name, (may) => {
    if (may && resting) open();
    if (!may) close();
    resting = !may;
    if (resting) keepAsking();
  });
  open();
  // The browser may know that the network is gone long before the stream does, and that it is back.
  const offline = () => {
    reached = false;
    lose({ unreachable: true });
  };
  const back = () => {
    resting = false;
    if (!source || (!isOpen && elapsed() - tried > PROVEN)) open();
  };
  addEventListener("offline", offline);
  // A page that the browser keeps for the Back button holds no connection.
  addEventListener("pagehide", close);
  const forget = whenBack(back);
  return () => {
    over = true;
    removeEventListener("offline", offline);
    globalThis.removeEventListener?.("pagehide", close);
    forget();
    share();
    stopAsking();
    close();
  };
}

/**
 * Whether two messages are about the same change.
 * @param {Table} one
 * @param {Table} other
 */
export const isSame = (one, other) => one.number === other.number && one.change.at === other.change.at;
