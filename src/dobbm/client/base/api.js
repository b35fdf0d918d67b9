/** A client of the server's public API (docs/server.md). */

import { allOf, text } from "./checks.js";
import { settings, TABLE } from "./settings.js";
import { read, write } from "./storage.js";

/**
 * @import { NewTable, Opened, Seated, Table } from "../schema.d.ts"
 * @import { Beat } from "../types.d.ts"
 */

const API = "/api/v1";
/** Where the request for a seat is kept until it is answered. */
const SEAT = "dobbm-seat";
/** Where the request for a seat that moves to this device is kept until it is answered. */
const MOVE = "dobbm-move";
/** The identifiers of requests that may be repeated. */
const REQUEST = text(/^[\w-]{22,64}$/);

/** A refused request: `code` is one of the documented codes, the message a sentence. */
export class ApiError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {number} status
   */
  constructor(code, message, status) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** The seconds by which the server's clock is at least ahead of this device's, as far as its messages show. */
let ahead = -Infinity;

/**
 * Learn that the server's clock has shown this time, in Unix seconds.
 * @param {number} time
 */
function hearTime(time) {
  ahead = Math.max(ahead, time - Date.now() / 1000);
}

/** Return the time on the server's clock, in Unix seconds. */
export const serverTime = () => Date.now() / 1000 + (ahead === -Infinity ? 0 : ahead);

/**
 * Send a request and return the decoded response. Throw an `ApiError` if the server refuses it, or with the code
 * `offline` if the server cannot be reached.
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @param {string} [token]
 * @param {AbortSignal} [signal] gives the request up
 * @returns {Promise<unknown>}
 */
export async function sendRequest(method, path, body, token, signal) {
  /** @type {Record<string, string>} */
  const headers = { "Content-Type": "application/json" };
  if (token) headers.Authorization = `Bearer ${token}`;
  let answer;
  try {
    answer = await fetch(API + path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
  } catch {
    throw new ApiError("offline", "the server cannot be reached", 0);
  }
  const data = await answer.json().catch(() => null);
  if (answer.ok) return data;
  const { code = "error", message = answer.statusText } = data?.error ?? {};
  throw new ApiError(code, message, answer.status);
}

/** @param {string} path */
export const get = (path) => sendRequest("GET", path);
/**
 * @param {string} path
 * @param {object} [body]
 * @param {string} [token]
 */
export const post = (path, body = {}, token) => sendRequest("POST", path, body, token);
/**
 * @param {string} path
 * @param {object} body
 */
export const put = (path, body) => sendRequest("PUT", path, body);

/** Milliseconds after which the page gives up a request that is not answered, and sends it again. */
const UNANSWERED = 8000;

/**
 * Send a person's action until the server answers, for as long as it `isPending()`. It may arrive several times: the
 * server takes an action only once at a turn. Throw an `ApiError` if the server refuses it.
 * @param {string} table
 * @param {{ action: string, turn: number }} action
 * @param {() => boolean} isPending
 * @returns {Promise<unknown>}
 */
export function sendAction(table, action, isPending) {
  return withRetries(() => attempt(`/tables/${table}/actions`, action)).catch((error) => {
    if (error.code === "offline" && isPending()) return sendAction(table, action, isPending);
    throw error;
  });
}

/**
 * The identifiers of the texts whose answers never came: the server may have them.
 * @type {Map<string, string>}
 */
const unanswered = new Map();

/**
 * Write a text to the people at a table. The request is repeated, also when the person sends the text again, and writes
 * it once even if answers are lost.
 * @param {string} table
 * @param {string} text
 */
export async function sendText(table, text) {
  const request = unanswered.get(text) ?? newRequest();
  unanswered.delete(text);
  try {
    await withRetries(() => attempt(`/tables/${table}/texts`, { text, request }), undefined, [503]);
  } catch (error) {
    unanswered.set(text, request);
    throw error;
  }
}

/**
 * Send a request that may arrive twice, and give it up when it has not been answered for long.
 * @param {string} path
 * @param {object} body
 */
function attempt(path, body) {
  const control = new AbortController();
  const timer = setTimeout(() => control.abort(), UNANSWERED);
  return sendRequest("POST", path, body, undefined, control.signal).finally(() => clearTimeout(timer));
}

/** @param {string} path */
export const remove = (path) => sendRequest("DELETE", path);

/**
 * Retry a request while the server is unreachable, unavailable (503) or limiting the rate (429), for up to `patience`
 * milliseconds. Use it only for requests that may safely arrive twice. Other answers than those of the status `passing`
 * are final.
 * @template Answer
 * @param {() => Promise<Answer>} request
 * @param {number} [patience]
 * @param {number[]} [passing]
 * @returns {Promise<Answer>}
 */
export async function withRetries(request, patience = 20_000, passing = [503, 429]) {
  const until = Date.now() + patience;
  for (let pause = 250; ; pause = Math.min(2 * pause, 2000)) {
    try {
      return await request();
    } catch (error) {
      const { code, status } = /** @type {ApiError} */ (error);
      if ((code !== "offline" && !passing.includes(status)) || Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** Return a new identifier, with which a request may be repeated. */
function newRequest() {
  const values = crypto.getRandomValues(new Uint8Array(16));
  return [...values].map((value) => value.toString(16).padStart(2, "0")).join("");
}

/**
 * Open a table with these options; a cookie gives access to the seat from then on. The request is repeated for up to
 * `patience` milliseconds, and opens one table even if answers are lost.
 * @param {Omit<NewTable, "request">} options
 * @param {number} [patience]
 */
export async function openTable(options, patience) {
  const request = newRequest();
  const opened = await withRetries(() => post("/tables", { ...options, request }), patience);
  const { table, token } = /** @type {Opened} */ (opened);
  await withRetries(() => post(`/tables/${table}/remember`, {}, token), patience);
  return table;
}

/**
 * Take a seat; a cookie gives access to it from then on. The request is repeated, also after the page was loaded anew,
 * and takes one seat even if answers are lost.
 * @param {string} table
 * @param {string} name
 * @param {number} seat
 */
export async function takeSeat(table, name, seat) {
  const before = read(SEAT, allOf({ table: text(TABLE), request: REQUEST }));
  const request = before?.table === table ? before.request : newRequest();
  write(SEAT, { table, request });
  const seated = await withRetries(() => post(`/tables/${table}/seats`, { name, seat, request })).catch((error) => {
    // A seat that was taken and left cannot be taken with the same request again.
    if (error.status === 409) write(SEAT, null);
    throw error;
  });
  const { token } = /** @type {Seated} */ (seated);
  await withRetries(() => post(`/tables/${table}/remember`, {}, token));
  write(SEAT, null);
}

/**
 * Move a seat to this device with the code that another device shows; a cookie gives access to it from then on. A code
 * serves one device, which may use it again if the answers are lost.
 * @param {string} table
 * @param {string} code
 */
export async function takeHandover(table, code) {
  const before = read(MOVE, allOf({ code: text(/^.{1,64}$/), request: REQUEST }));
  const request = before?.code === code ? before.request : newRequest();
  write(MOVE, { code, request });
  const { token } = /** @type {Seated} */ (await withRetries(() => put(`/tables/${table}/handover`, { code, request })));
  await withRetries(() => post(`/tables/${table}/remember`, {}, token));
  write(MOVE, null);
}

/** Milliseconds after which a lost stream is opened again. */
const AGAIN = 500;
/** Milliseconds that a stream may take to open, and then to send anything: the server sends a beat every 2 to 3 s. */
const [TO_OPEN, TO_BEAT] = [10_000, 4500];
/** Milliseconds between two requests that show the server that a person is there. */
const HERE = 4000;

/**
 * Follow a table. `onTable(table)` receives every change in order, `onConnected(boolean, ended)` the state of the connection,
 * and whether the server may only have ended the stream, as it does when a seat changes hands,
 * `onBeat(beat)` who is there; `onRefused()` is called each time the server refuses the stream. A stream that falls
 * silent is lost, even if the browser does not notice. The server cannot see this, so the page answers the beats.
 *
 * A lost stream is opened again with the last change received. If that is another one now, or an earlier one comes, the
 * host has restored an older database. Return a function that stops following.
 * @param {string} name
 * @param {(table: Table) => void} onTable
 * @param {(connected: boolean, ended?: boolean) => void} onConnected
 * @param {() => void} onRefused
 * @param {(beat: Beat) => void} [onBeat]
 * @returns {() => void}
 */
export function follow(name, onTable, onConnected, onRefused, onBeat) {
  /** @type {EventSource} */
  let source;
  /** @type {Table | null} */
  let latest = null;
  /**
   * The last change again, but for another seat: the next beat shows it unless a later change explains it.
   * @type {Table | null}
   */
  let reseated = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let answered = -Infinity;
  const answer = () => {
    if (latest?.seat == null || Date.now() - answered < HERE) return;
    answered = Date.now();
    post(`/tables/${name}/here`).catch(() => undefined);
  };
  const lose = (ended = false) => {
    clearTimeout(timer);
    source.close();
    onConnected(false, ended);
    timer = setTimeout(open, AGAIN);
  };
  /** @param {number} patience */
  const expect = (patience) => {
    clearTimeout(timer);
    timer = setTimeout(() => lose(), patience);
  };
  const open = () => {
    // The others see the name of a spectator; a person's seat has its own.
    const watcher = latest?.seat == null && settings.name ? `&name=${encodeURIComponent(settings.name)}` : "";
    source = new EventSource(`${API}/tables/${name}/events?beat=true${watcher}${latest ? `&from=${latest.number}` : ""}`);
    expect(TO_OPEN);
    let first = true;
    let opened = false;
    source.onopen = () => {
      opened = true;
      expect(TO_BEAT);
      onConnected(true);
    };
    source.addEventListener("beat", (event) => {
      expect(TO_BEAT);
      /** @type {Beat} */
      const beat = JSON.parse(event.data);
      hearTime(beat.now);
      answer();
      if (reseated) onTable((latest = reseated));
      reseated = null;
      onBeat?.(beat);
    });
    source.onmessage = (event) => {
      expect(TO_BEAT);
      /** @type {Table} */
      const table = JSON.parse(event.data);
      const known = latest && (first ? isSame(table, latest) : table.number <= latest.number);
      reseated = first && known && table.seat !== latest?.seat ? table : null;
      first = false;
      if (known) return;
      hearTime(table.change.at);
      latest = table;
      onTable(table);
      answer();
    };
    source.onerror = () => {
      const refused = source.readyState === EventSource.CLOSED;
      lose(opened && !refused);
      if (refused) onRefused();
    };
  };
  open();
  // The browser may know that the network is gone long before the stream does.
  const offline = () => lose();
  addEventListener("offline", offline);
  return () => {
    removeEventListener("offline", offline);
    clearTimeout(timer);
    source.close();
  };
}

/**
 * Whether two messages are about the same change.
 * @param {Table} one
 * @param {Table} other
 */
export const isSame = (one, other) => one.number === other.number && one.change.at === other.change.at;
