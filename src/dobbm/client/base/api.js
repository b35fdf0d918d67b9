/** A client of the server's public API (docs/server.md). */

/** @import { NewTable, Opened, Seated, Table } from "../schema.d.ts" */

const API = "/api/v1";

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

/**
 * Send a request and return the decoded response. Throw an `ApiError` if the server refuses it, or with the code
 * `offline` if the server cannot be reached.
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @param {string} [token]
 * @returns {Promise<unknown>}
 */
export async function sendRequest(method, path, body, token) {
  /** @type {Record<string, string>} */
  const headers = { "Content-Type": "application/json" };
  if (token) headers.Authorization = `Bearer ${token}`;
  let answer;
  try {
    answer = await fetch(API + path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
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

/**
 * Retry a request while the server is unreachable, unavailable (503) or limiting the rate (429), for up to `patience`
 * milliseconds. Use it only for requests that may safely arrive twice.
 * @template Answer
 * @param {() => Promise<Answer>} request
 * @param {number} [patience]
 * @returns {Promise<Answer>}
 */
export async function withRetries(request, patience = 20_000) {
  const until = Date.now() + patience;
  for (let pause = 250; ; pause = Math.min(2 * pause, 2000)) {
    try {
      return await request();
    } catch (error) {
      const { code, status } = /** @type {ApiError} */ (error);
      const passing = code === "offline" || status === 503 || status === 429;
      if (!passing || Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/**
 * Open a table with these options; a cookie gives access to the seat from then on.
 * @param {NewTable} options
 */
export async function openTable(options) {
  const { table, token } = /** @type {Opened} */ (await post("/tables", options));
  await post(`/tables/${table}/remember`, {}, token);
  return table;
}

/**
 * Take a seat; a cookie gives access to it from then on.
 * @param {string} table
 * @param {string} name
 */
export async function takeSeat(table, name) {
  const { token } = /** @type {Seated} */ (await post(`/tables/${table}/seats`, { name }));
  await post(`/tables/${table}/remember`, {}, token);
}

/**
 * Follow a table. `onTable(table)` receives every change in order, `onConnected(boolean)` the state of the connection.
 * The browser resumes an interrupted stream; if it gives up, a new stream opens after the last change received. Return
 * a function that stops following.
 * @param {string} name
 * @param {(table: Table) => void} onTable
 * @param {(connected: boolean) => void} onConnected
 * @returns {() => void}
 */
export function follow(name, onTable, onConnected) {
  /** @type {EventSource} */
  let source;
  /** @type {number | null} */
  let number = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const open = () => {
    const after = number === null ? "" : `?after=${number}`;
    source = new EventSource(`${API}/tables/${name}/events${after}`);
    source.onopen = () => onConnected(true);
    source.onmessage = (event) => {
      /** @type {Table} */
      const table = JSON.parse(event.data);
      if (number !== null && table.number <= number) return;
      number = table.number;
      onTable(table);
    };
    source.onerror = () => {
      onConnected(false);
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, 500);
    };
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
