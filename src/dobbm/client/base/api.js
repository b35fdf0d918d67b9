/** A client of the server's public API (docs/server.md). */

import { ApiError, refusedBy } from "./api-error.js";
import { byName, text } from "./checks.js";
import { elapsed } from "./clock.js";
import { isPocket } from "./place.js";
import { backoff, pause } from "./retrying.js";
import { holdToken, lendToken, missCookie, missesSeat, seatHeaders, trustCookie } from "./seat-token.js";
import { read, write } from "./storage.js";
import { miss, ready, request as send } from "./transport.js";

/** @import { NewTable, Opened, Seated } from "../schema.d.ts" */

export { ApiError } from "./api-error.js";
export { serverTime } from "./clock.js";

/** Where the requests for seats are kept, by table, until they are answered. */
const SEAT = "dobbm-seat";
/** Where the requests for seats that move to this device are kept, by code, until they are answered. */
const MOVE = "dobbm-move";
/** The identifiers of requests that may be repeated. */
const REQUESTS = byName(text(/^[\w-]{22,64}$/), 20);

/**
 * Send a request and return the decoded response. If it does not find the person's seat, send it once more with the
 * token that this window knows. Throw an `ApiError` if the server refuses it, or with the code `offline` if the server
 * cannot be reached.
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @param {{ token?: string, signal?: AbortSignal, limit?: number }} [how] the `signal` gives the request up, and so
 *   does the `limit`, in milliseconds
 */
export const sendRequest = (method, path, body, { token, signal, limit } = {}) =>
  inTime(path, signal, (control) => ask(method, path, body, token, control), limit);

/**
 * @param {string} method
 * @param {string} path
 * @param {object | undefined} body
 * @param {string | undefined} token
 * @param {AbortSignal} signal
 * @param {boolean} [again] whether it is sent once more
 * @returns {Promise<unknown>}
 */
async function ask(method, path, body, token, signal, again = false) {
  const own = token ? { Authorization: `Bearer ${token}` } : seatHeaders(path, again);
  const headers = { "Content-Type": "application/json", ...own };
  const answer = await reach(path, { method, headers, body: body && JSON.stringify(body), signal });
  const data = await answer.json().catch(() => undefined);
  if (!token) {
    const found = findsSeat(method, answer, data, again);
    const how = { found, withToken: "Authorization" in own, refused: answer.status === 401 };
    const misses = missesSeat(path, how) || (!again && lendToken(path, data?.error?.club));
    if (misses) return ask(method, path, body, token, signal, true);
  }
  // The server answers with objects and lists. Anything else comes from somebody in between, such as the sign-in page
  // of a hotel, or was cut off.
  if (answer.ok && answer.status !== 204 && (typeof data !== "object" || data === null)) throw offline();
  if (answer.ok) return data ?? null;
  throw refusedBy(answer, data);
}

/**
 * Return whether an answer comes from the person's seat; null if it does not say so. What is sent again, with a token,
 * needed a seat.
 * @param {string} method
 * @param {Response} answer
 * @param {{ seat?: number | null, you?: object | null } | undefined} data
 * @param {boolean} again
 */
function findsSeat(method, answer, data, again) {
  if (answer.status === 401) return false;
  const own = data?.seat !== undefined ? data.seat : data?.you;
  if (method === "GET" && answer.ok && own !== undefined) return own !== null;
  return again && (answer.ok || answer.status === 409) ? true : null;
}

function offline() {
  miss();
  return new ApiError("offline", "the server cannot be reached", 0);
}

/**
 * Fetch an address of the interface; throw an `ApiError` with the code `offline` if nobody answers.
 * @param {string} path
 * @param {RequestInit} init
 */
const reach = (path, init) =>
  send(path, { ...init, headers: { ...seatHeaders(path), ...init.headers } }).catch(() => Promise.reject(offline()));

/**
 * Milliseconds in which an answer must have come to its end: on a bad mobile network, connecting takes up to ten
 * seconds, and a few kilobytes as long again. Nothing that the page sends or asks for here is larger.
 */
const LIMIT = 20_000;
/**
 * Milliseconds for an answer that a bot thinks about, on a small machine after those of others.
 */
const THINKING = 120_000;
const THOUGHT = /^\/(practice|judgement)$|\/(hint|analysis|results)$/;

/**
 * Do what asks for a path, and give it up when time is up or the `signal` says so: every request but a stream goes
 * through here, so that none waits for ever.
 * @template Value
 * @param {string} path
 * @param {AbortSignal | undefined} signal
 * @param {(signal: AbortSignal) => Promise<Value>} work
 * @param {number} [limit] the milliseconds
 */
async function inTime(path, signal, work, limit = THOUGHT.test(path) ? THINKING : LIMIT) {
  // If the worker cannot start, the request fails, too.
  if (isPocket) await ready().catch(() => undefined);
  const control = new AbortController();
  const end = () => control.abort();
  const timer = setTimeout(end, limit);
  signal?.addEventListener("abort", end);
  if (signal?.aborted) end();
  try {
    return await work(control.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
  }
}

/**
 * Read a text of the interface, of this type; throw an `ApiError` for any other answer.
 * @param {string} path
 * @param {string} type
 * @param {AbortSignal} [signal]
 * @param {number} [limit] the milliseconds that the answer may take
 */
export const getText = (path, type, signal, limit) =>
  inTime(path, signal, (control) => readText(path, type, control), limit);

/**
 * @param {string} path
 * @param {string} type
 * @param {AbortSignal} signal
 */
async function readText(path, type, signal) {
  const answer = await reach(path, { signal });
  if (!answer.ok) throw refusedBy(answer, await answer.json().catch(() => null));
  if (!answer.headers.get("Content-Type")?.startsWith(type)) throw offline();
  return answer.text().catch(() => Promise.reject(offline()));
}

/**
 * Return why an address of the interface is refused; null if it is not.
 * @param {string} path
 * @returns {Promise<ApiError | null>}
 */
export const refusalOf = (path) =>
  inTime(path, undefined, async (signal) => {
    const answer = await reach(path, { signal });
    if (!answer.ok) return refusedBy(answer, await answer.json().catch(() => null));
    // A stream would go on.
    answer.body?.cancel();
    return null;
  });

/**
 * @param {string} path
 * @param {AbortSignal} [signal]
 */
export const get = (path, signal) => sendRequest("GET", path, undefined, { signal });
/**
 * @param {string} path
 * @param {object} [body]
 */
export const post = (path, body = {}) => sendRequest("POST", path, body);
/**
 * @param {string} path
 * @param {object} body
 */
export const put = (path, body) => sendRequest("PUT", path, body);

/** Milliseconds after which the page gives up a short request that is not answered, and sends it again. */
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
  return withRetries(() => attempt(`/tables/${table}/actions`, action), PATIENCE, [503, 429], isPending);
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
 * @param {string} [token]
 */
const attempt = (path, body, token) => sendRequest("POST", path, body, { token, limit: UNANSWERED });

/** Milliseconds for a large file. */
const UPLOAD = 180_000;

/**
 * Send a file, and return the decoded response.
 * @param {string} path
 * @param {File} file
 */
export const sendFile = (path, file) =>
  inTime(
    path,
    undefined,
    async (signal) => {
      const answer = await reach(path, { method: "POST", body: file, signal });
      const data = await answer.json().catch(() => null);
      if (!answer.ok) throw refusedBy(answer, data);
      return data;
    },
    UPLOAD,
  );

/** @param {string} path */
export const remove = (path) => sendRequest("DELETE", path);

/** Milliseconds for which a request is repeated. */
const PATIENCE = 20_000;

/** Milliseconds before a request is repeated for the first time, and at most. */
const PAUSES = { first: 250, most: 2000 };

/**
 * Retry a request while the server is unreachable, unavailable (503) or limiting the rate (429), for up to `patience`
 * milliseconds; while it is unreachable, for as long as this `isPending()`. Use it only for requests that may safely
 * arrive twice. Other answers than those of the status `passing` are final.
 * @template Answer
 * @param {() => Promise<Answer>} request
 * @param {number} [patience]
 * @param {number[]} [passing]
 * @param {() => boolean} [isPending]
 * @returns {Promise<Answer>}
 */
export async function withRetries(request, patience = PATIENCE, passing = [503, 429], isPending = () => false) {
  const until = elapsed() + patience;
  for (let tries = 0; ; tries += 1) {
    try {
      return await request();
    } catch (error) {
      const { code, status, wait } = /** @type {ApiError} */ (error);
      const lost = code === "offline";
      const late = elapsed() + 1000 * wait > until && !(lost && isPending());
      // A device that is full stays so until the person makes space.
      const passes = passing.includes(status) && !(isPocket && status === 503);
      if (late || (!lost && !passes)) throw error;
      // The server knows best when to come again.
      if (wait) await new Promise((resolve) => setTimeout(resolve, 1000 * wait));
      else await pause(backoff(tries, PAUSES));
    }
  }
}

/** Return a new identifier, with which a request may be repeated. */
export function newRequest() {
  const values = crypto.getRandomValues(new Uint8Array(16));
  return [...values].map((value) => value.toString(16).padStart(2, "0")).join("");
}

/**
 * Open a table with these options; a cookie gives access to the seat from then on. The request is repeated for up to
 * `patience` milliseconds, and opens one table even if answers are lost, also if it is made again.
 * @param {Omit<NewTable, "request">} options
 * @param {number} [patience]
 * @param {string} [request]
 */
export async function openTable(options, patience, request = newRequest()) {
  const ask = () => /** @type {Promise<Opened>} */ (given(post("/tables", { ...options, request })));
  const { table, token } = await withRetries(ask, patience);
  await remember(table, token);
  return table;
}

/**
 * Return the answer that gives a seat; one without a token comes from somebody in between.
 * @param {Promise<unknown>} asked
 */
async function given(asked) {
  const answer = /** @type {Opened | Seated} */ (await asked);
  if (!answer.token) throw offline();
  return answer;
}

/** Milliseconds for which a person who has a seat waits for its cookie. */
const COOKIE = 3000;
/** Milliseconds before the page asks again for a cookie that the server did not give, and at most. */
const LATER = { first: 15_000, most: 300_000 };

/**
 * Ask for a cookie in place of a token. Without one, the window goes on with the token and says so, and asks again
 * later.
 * @param {string} table
 * @param {string} token
 */
export async function remember(table, token) {
  holdToken(table, token, true);
  const ask = () => attempt(`/tables/${table}/remember`, {}, token);
  const given = () => trustCookie(table, token);
  await withRetries(ask, COOKIE).then(given, () => {
    missCookie(table);
    askLater(0);
  });

  /** @param {number} tries */
  async function askLater(tries) {
    await pause(backoff(tries, LATER));
    await ask().then(given, ({ status }) => (status === 401 || status === 404 ? undefined : askLater(tries + 1)));
  }
}

/**
 * Return the identifier of a request that this device has sent before without an answer, or a new one, and keep it.
 * @param {string} key
 * @param {string} name
 */
function begin(key, name) {
  const begun = read(key, REQUESTS) ?? {};
  const request = Object.hasOwn(begun, name) ? begun[name] : newRequest();
  write(key, { ...begun, [name]: request });
  return request;
}

/**
 * Forget a request that has been answered.
 * @param {string} key
 * @param {string} name
 */
function end(key, name) {
  const { [name]: _answered, ...begun } = read(key, REQUESTS) ?? {};
  write(key, Object.keys(begun).length ? begun : null);
}

/**
 * Take a seat; a cookie gives access to it from then on. The request is repeated, also after the page was loaded anew,
 * and takes one seat even if answers are lost.
 * @param {string} table
 * @param {string} name
 * @param {number} seat
 */
export async function takeSeat(table, name, seat) {
  const request = begin(SEAT, table);
  const ask = () => given(post(`/tables/${table}/seats`, { name, seat, request }));
  const { token } = await withRetries(ask).catch((error) => {
    // A seat that was taken and left cannot be taken with the same request again.
    if (error.status === 409) end(SEAT, table);
    throw error;
  });
  await remember(table, token);
  end(SEAT, table);
}

/**
 * Move a seat to this device with the code that another device shows; a cookie gives access to it from then on. A code
 * serves one device, which may use it again if the answers are lost.
 * @param {string} table
 * @param {string} code
 */
export async function takeHandover(table, code) {
  const request = begin(MOVE, code);
  const { token } = await withRetries(() => given(put(`/tables/${table}/handover`, { code, request })));
  await remember(table, token);
  end(MOVE, code);
}
