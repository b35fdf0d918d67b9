/**
 * Follows a table: by an event stream or, where none gets through, by ordinary requests.
 *
 * A stream is lost as soon as it falls silent, even if the browser does not notice. Proxies and virus scanners may hold
 * a stream back until it ends, or let it through in lumps: after two such streams the page asks again and again, and
 * still tries a stream at times. The first stream that works takes over.
 */

import { get, getText, refusalOf } from "./api.js";
import { elapsed } from "./clock.js";
import { renewed } from "./delta.js";
import { Hearing } from "./hearing.js";
import { part } from "./loading.js";
import { isPocket } from "./place.js";
import { backoff, isHidden, pause, whenBack } from "./retrying.js";
import { seatHeaders } from "./seat-token.js";
import { settings } from "./settings.js";
import { eventSource, miss, ready } from "./transport.js";
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
/** Seconds that the server waits for news before it answers a request for them. */
const NEWS = 2;
/** Milliseconds for an answer that the server does not delay by more than this. */
const TO_ANSWER = 6000;
/** Milliseconds between two requests if the server answers at once. */
const PLAIN = 1500;
/** Milliseconds between two requests of a hidden window that has let go of its stream. */
const HIDDEN = 8000;

/**
 * The module of streams with headers, loaded only where a token takes the place of a cookie, and in a pocket.
 * @type {typeof import("./header-stream.js") | null}
 */
let headed = null;

/**
 * Whether the browser has no stream of its own for these headers.
 * @param {{ [header: string]: string }} headers
 */
const isSpecial = (headers) => isPocket || Boolean(headers.Authorization);

/**
 * Open an event stream.
 * @param {string} path
 * @param {{ [header: string]: string }} headers
 * @returns {EventSource}
 */
const openStream = (path, headers) =>
  headed && isSpecial(headers) ? /** @type {any} */ (new headed.HeaderStream(path, headers)) : eventSource(path);

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
  const follower = new Follower(name, onTable, onConnected, onRefused, onBeat, onSlow);
  // A window lets go of its stream while others need the connections more, and asks now and then.
  const share = shareStreams(name, (may) => {
    if (may && follower.resting) follower.open();
    if (!may) follower.close();
    follower.resting = !may;
    if (follower.resting) follower.keepAsking();
  });
  follower.open();
  // The browser may know that the network is gone long before the stream does, and that it is back.
  const offline = () => {
    follower.reached = false;
    follower.lose({ unreachable: true });
  };
  const back = () => {
    follower.resting = false;
    if (!follower.source || (!follower.isOpen && elapsed() - follower.tried > PROVEN)) follower.open();
  };
  if (!isPocket) addEventListener("offline", offline);
  // A page that the browser keeps for the Back button holds no connection.
  const close = () => follower.close();
  addEventListener("pagehide", close);
  const forget = whenBack(back);
  return () => {
    follower.over = true;
    removeEventListener("offline", offline);
    globalThis.removeEventListener?.("pagehide", close);
    forget();
    share();
    follower.stopAsking();
    follower.close();
  };
}

/**
 * Take in the tables that a stream brings, whole or as what has changed.
 * @param {EventSource} stream
 * @param {(table: Table) => void} receive
 */
function takeIn(stream, receive) {
  /** @type {Table} */
  let table;
  stream.onmessage = ({ data }) => receive((table = JSON.parse(data)));
  stream.addEventListener("delta", ({ data }) => receive((table = renewed(table, JSON.parse(data)))));
}

/** A table that is followed. */
class Follower {
  /** @param {Parameters<typeof follow>} given */
  constructor(...[name, onTable, onConnected, onRefused, onBeat, onSlow]) {
    this.path = `/tables/${name}`;
    this.hearing = new Hearing(this.path, onTable, onBeat, () => this.findSeat());
    this.onConnected = onConnected;
    this.onRefused = onRefused;
    this.onSlow = onSlow;
    /** @type {EventSource | null} */
    this.source = null;
    this.isOpen = false;
    this.tried = -Infinity;
    /** The streams in a row that do not work, and the tries to open one since one did. */
    this.mute = 0;
    this.tries = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.patience = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.doubt = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.retry = undefined;
    /**
     * Ends the requests that stand in for a stream.
     * @type {AbortController | null}
     */
    this.asking = null;
    /** Whether the last ordinary request was answered, and whether only the plainest is. */
    this.reached = false;
    this.plain = false;
    /** Why the page lives without a stream, as far as it has been said. */
    this.slow = "";
    /** The code of the refusal of the last stream; empty if it was not refused. */
    this.denied = "";
    /** Whether other windows need the connections more. */
    this.resting = false;
    this.over = false;
  }

  /** Ask for the table with the token that this window knows, and go on as the answer says. */
  findSeat() {
    this.close();
    get(this.path).then(
      () => this.over || this.open(),
      () => this.over || this.lose({ unreachable: true }),
    );
  }

  close() {
    [this.patience, this.doubt, this.retry].forEach(clearTimeout);
    this.source?.close();
    this.source = null;
    this.isOpen = false;
  }

  /**
   * Give a stream up, and open another one later. If the server has ended all streams, they do not come back at once.
   * @param {{ ended?: boolean, refused?: boolean, unreachable?: boolean }} [how] how it has ended; {} if it is silent
   */
  lose({ ended = false, refused = false, unreachable = false } = {}) {
    this.close();
    const silent = !ended && !refused && !unreachable;
    if (!unreachable) this.mute += 1;
    if (!refused) this.denied = "";
    if (!this.reached) {
      this.onConnected(false, ended, refused || undefined);
      miss();
    }
    this.retry = setTimeout(
      () => {
        // While ordinary requests fail, too, they alone find out when the server is back.
        if (!this.asking || this.reached) this.open();
        if (this.mute >= MUTE || this.tries > QUICK) this.keepAsking();
      },
      backoff(this.tries - QUICK, { spread: !silent || this.tries > 0, ...(this.reached && { most: SELDOM }) }),
    );
    this.tries += 1;
  }

  /** @param {number} milliseconds */
  expect(milliseconds) {
    clearTimeout(this.patience);
    this.patience = setTimeout(() => this.lose(), milliseconds);
  }

  open() {
    this.close();
    const headers = seatHeaders(this.path);
    if (isSpecial(headers) && !headed) {
      part("base/header-stream.js").then(
        (loaded) => ((headed = loaded), this.over || this.open()),
        () => this.over || this.lose({ unreachable: true }),
      );
      return;
    }
    // The others see the name of a spectator; a person's seat has its own.
    const { latest } = this.hearing;
    const watcher = latest?.seat == null && settings.name ? `&name=${encodeURIComponent(settings.name)}` : "";
    const events = `${this.path}/events?beat=true&delta=true${watcher}`;
    const stream = openStream(`${events}${latest ? `&from=${latest.number}` : ""}`, headers);
    this.source = stream;
    this.tried = elapsed();
    if (isPocket) {
      ready().then(
        () => this.source === stream && !this.isOpen && this.expect(TO_OPEN),
        () => undefined,
      );
    } else this.expect(TO_OPEN);
    this.doubt = setTimeout(() => this.askOnce(), DOUBTFUL);
    const receive = this.hearing.begin();
    /** @type {number | null} */
    let begun = null;
    const hear = () => {
      clearTimeout(this.doubt);
      this.expect(TO_BEAT);
      begun ??= elapsed();
      if (elapsed() - begun >= PROVEN) this.prove();
    };
    stream.onopen = () => {
      this.isOpen = true;
      this.expect(TO_BEAT);
      this.onConnected(true);
    };
    stream.addEventListener("beat", (event) => {
      hear();
      this.hearing.beat(JSON.parse(event.data));
    });
    takeIn(stream, (table) => {
      hear();
      receive(table);
    });
    stream.onerror = () => {
      const refused = stream.readyState === EventSource.CLOSED;
      const opened = this.isOpen;
      this.lose({ ended: opened && !refused, refused, unreachable: !opened && !refused });
      if (refused) this.onRefused();
      if (refused && this.mute === MUTE)
        refusalOf(events).then(
          (error) => (this.denied = error?.code ?? ""),
          () => undefined,
        );
    };
  }

  /** Note that a stream works. */
  prove() {
    this.mute = this.tries = 0;
    this.stopAsking();
    if (this.slow) this.onSlow?.((this.slow = ""));
  }

  /** @param {string} why */
  say(why) {
    if (this.slow) return;
    this.slow = why;
    this.onSlow?.(why);
  }

  /** While a stream is silent from the beginning, ask for the table once: then only the stream is to blame. */
  async askOnce() {
    const stream = this.source;
    if (this.asking) return;
    const news = this.hearing.latest ? this.ask() : this.askPlainly();
    const got = await news.then(
      () => true,
      () => false,
    );
    if (!got || this.source !== stream || !stream) return;
    this.reached = true;
    this.onConnected(true);
    if (!this.isOpen) this.expect(TO_BEAT - DOUBTFUL);
  }

  /** Ask for the news until `stopAsking` is called. */
  async keepAsking() {
    if (this.asking) return;
    const control = (this.asking = new AbortController());
    const { signal } = control;
    const since = elapsed();
    for (let failed = 0; !signal.aborted; ) {
      let wait = 0;
      try {
        await this.ask(signal);
        if (signal.aborted) return;
        this.onConnected(true);
        if (!this.reached && !this.source && !this.resting) this.open();
        [failed, this.reached] = [0, true];
        // A stream that is refused is not held back, and only with a table there is something to say.
        if (this.denied) this.say(this.denied);
        else if (elapsed() - since > TO_BEAT && !this.resting) this.say("held");
        wait = this.resting && isHidden() ? HIDDEN : this.plain || this.resting ? PLAIN : PROVEN / 4;
      } catch (error) {
        if (signal.aborted) return;
        const refused = /** @type {ApiError} */ (error);
        this.reached = false;
        this.onConnected(false, false, refused.status ? refused : undefined);
        if (refused.status) this.onRefused();
        wait = Math.max(1000 * (refused.wait ?? 0), backoff(failed, { first: PLAIN }));
        failed += 1;
      }
      await pause(wait);
    }
  }

  stopAsking() {
    this.asking?.abort();
    this.asking = null;
    this.reached = false;
  }

  /**
   * Ask for what has happened since the last change; if the answer does not get through, for the table as it is.
   * @param {AbortSignal} [signal]
   */
  async ask(signal) {
    const { latest } = this.hearing;
    const receive = this.hearing.begin();
    const since = latest ? `&after=${latest.number}` : "";
    const address = `${this.path}/events?beat=true&wait=${this.resting ? 0 : NEWS}${since}`;
    const answer = this.plain ? null : getText(address, "text/event-stream", signal, TO_ANSWER);
    const events = await answer?.catch(() => null);
    if (signal?.aborted) return;
    if (events != null) return this.hearing.read(events, receive);
    // The first request may have used up the time.
    await this.askPlainly(signal);
    this.plain = true;
  }

  /**
   * Ask for the table as it is.
   * @param {AbortSignal} [signal]
   */
  async askPlainly(signal) {
    const table = /** @type {Table} */ (await get(this.path, signal));
    if (!signal?.aborted) this.hearing.show(table);
  }
}
