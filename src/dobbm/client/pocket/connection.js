/** Speaks to the worker of the pocket edition as to a server. */

import { at } from "../base/place.js";
import { pause } from "../base/retrying.js";
import { thinkNoMore } from "../base/thinking.js";

/**
 * A request of the page to the worker; `abort` gives it up.
 * @typedef {{ id: number, abort: true }
 *   | { id: number, method: string, path: string, headers: [string, string][], body: string | null }} Asked
 */

/**
 * A message of the worker: a part of an answer; how much of the application has arrived, and at last whether the device
 * keeps the tables; that it is broken; that all requests must be sent again; that another window has taken the game.
 * @typedef {{ id: number, status: number, headers: [string, string][] }
 *   | { id: number, data: Uint8Array, more: boolean }
 *   | { id: number, failed: string }
 *   | { share: number, keeps?: boolean, thinks?: boolean }
 *   | { broken: string }
 *   | { cut: true }
 *   | { lost: true }} Answer
 */

/** Milliseconds that the first request waits for the page to be kept. */
const KEEPING = 20_000;
/** The statuses of answers without a body. */
const EMPTY = [204, 304];

/** Milliseconds after which the connection counts as bad if nothing has arrived. */
const PATIENCE = 10_000;
/** Milliseconds before the worker is asked for again if it has not arrived. */
const AGAIN = 3000;
/** The modules of the worker. */
const MODULES = ["worker", "device", "image", "kernel", "ownership", "parts", "python", "zip"];
/** The share after which the application does not wait for the connection. */
const ALL = 0.98;

/** @type {Worker | undefined} */
let worker;
/**
 * The listeners to the answers of the requests under way, by number.
 * @type {Map<number, (message: any) => void>}
 */
const open = new Map();
let last = 0;
/** How often another window has taken the game from this one. */
let losses = 0;
/** Whether a worker that did not even start has been asked for anew. */
let isRenewed = false;
/** @type {Promise<unknown> | undefined} */
let kept;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let watching;
/** How far the application is. */
export const state = {
  /** The share that has arrived. */
  share: 0,
  /** Whether nothing has arrived for long. */
  isStuck: false,
  isReady: false,
  /** Whether the device keeps the tables. */
  keeps: true,
  /** The error that has broken it; empty if there is none. */
  broken: "",
};

/** Whether the device has been asked to load no more than it needs. */
export const savesData = () => Boolean(/** @type {any} */ (navigator).connection?.saveData);

/** Whether the application has been started. */
export const isStarted = () => Boolean(worker);

/**
 * Start the application, if it has not been started, and keep the page's files; the window hears of its state as an
 * event `pocket`.
 */
export function start() {
  if (worker) return worker;
  worker = new Worker(new URL("worker.js", import.meta.url), { type: "module", name: `${losses}` });
  worker.onmessage = ({ data }) => hear(data);
  worker.onerror = (event) => {
    event.preventDefault();
    if (event.message && isRenewed) return hear({ broken: event.message });
    startAgain(AGAIN);
    return renew();
  };
  kept ??= Promise.race([keepPage(), pause(KEEPING)]);
  become({});
  return worker;
}

/**
 * Start another worker, because the files of the last one did not arrive, or another window has taken the game from it.
 * @param {number} wait
 */
function startAgain(wait) {
  worker?.terminate();
  hear({ cut: true });
  setTimeout(() => {
    worker = undefined;
    start();
  }, wait);
}

/** Ask for the worker's modules anew: those that are kept may be broken, or pages of somebody in between. */
function renew() {
  isRenewed = true;
  for (const name of MODULES) {
    fetch(new URL(`${name}.js`, import.meta.url), { cache: "reload" }).catch(() => undefined);
  }
}

/** @param {any} message */
function hear(message) {
  if (message.id) return open.get(message.id)?.(message);
  if (message.lost) {
    losses += 1;
    return startAgain(0);
  }
  if (message.cut || message.broken) for (const tell of [...open.values()]) tell({ failed: "cut" });
  if (message.cut) return become({ share: 0, isReady: false, broken: "" });
  if (message.broken) return become({ isReady: false, broken: message.broken });
  const { share, keeps, thinks } = message;
  if (thinks === false) thinkNoMore();
  return become({ share, isReady: keeps !== undefined, keeps: keeps ?? state.keeps, broken: "" });
}

/**
 * Change the state, and say so; say later if it has not changed.
 * @param {Partial<typeof state>} changed
 */
function become(changed) {
  Object.assign(state, { isStuck: false }, changed);
  clearTimeout(watching);
  const waits = !state.isReady && !state.broken && !state.isStuck && state.share < ALL;
  if (waits) watching = setTimeout(become, PATIENCE, { isStuck: true });
  tell();
}

const tell = () => dispatchEvent(new CustomEvent("pocket", { detail: state }));

/**
 * Wait until the application has been started and answers requests, and until the page is kept: only then its tables
 * have addresses on hosts of files. Reject if the application does not start.
 */
export async function ready() {
  // At a table, a person who has not been asked yet is asked whether to load it.
  if (!worker) tell();
  await new Promise((resolve, reject) => {
    const look = () => {
      if (state.isReady || state.broken) removeEventListener("pocket", look);
      if (state.isReady) resolve(undefined);
      else if (state.broken) reject(new Error(state.broken));
    };
    addEventListener("pocket", look);
    look();
  });
  await kept;
}

/** Wait until the page is kept, if the browser does not refuse. */
async function keepPage() {
  try {
    await navigator.serviceWorker.register(at("/sw.js"));
    await navigator.serviceWorker.ready;
  } catch {
    // A page that came without a secure connection, or in a private window.
  }
}

/**
 * Send a request to the application as soon as it has started; the answer's body comes as it is written. Reject if the
 * application is broken, has gone to another window, or if the request is given up.
 * @param {string} path
 * @param {RequestInit} [init]
 */
export const request = (path, init) => ready().then(() => send(path, init));

/**
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<Response>}
 */
function send(path, init = {}) {
  const to = start();
  const id = ++last;
  return new Promise((resolve, reject) => {
    /** @type {ReadableStreamDefaultController<Uint8Array>} */
    let body;
    const end = () => open.delete(id);
    const giveUp = () => {
      end();
      to.postMessage({ id, abort: true });
    };
    const stream = new ReadableStream({ start: (control) => void (body = control), cancel: giveUp });
    const stop = () => {
      if (!open.has(id)) return;
      giveUp();
      const reason = new DOMException("given up", "AbortError");
      reject(reason);
      body.error(reason);
    };
    open.set(id, (message) => {
      if (message.status) {
        const { status, headers } = message;
        resolve(new Response(EMPTY.includes(status) ? null : stream, { status, headers }));
      }
      if (message.data?.length) body.enqueue(message.data);
      if (message.more === false) {
        end();
        body.close();
      }
      if (message.failed) {
        end();
        reject(new TypeError(message.failed));
        body.error(new TypeError(message.failed));
      }
    });
    if (init.signal?.aborted) return stop();
    init.signal?.addEventListener("abort", stop);
    const headers = [...new Headers(init.headers ?? {})];
    to.postMessage({ id, method: init.method ?? "GET", path, headers, body: init.body ?? null });
  });
}
