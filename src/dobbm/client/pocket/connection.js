/** Speaks to the worker of the pocket edition as to a server. */

import { at } from "../base/place.js";
import { pause } from "../base/retrying.js";

/**
 * A request of the page to the worker; `abort` gives it up.
 * @typedef {{ id: number, abort: true }
 *   | { id: number, method: string, path: string, headers: [string, string][], body: string | null }} Asked
 */

/**
 * A message of the worker: a part of an answer; how much of the application has arrived, and at last whether the device
 * keeps the tables; that it is broken; that all requests must be sent again.
 * @typedef {{ id: number, status: number, headers: [string, string][] }
 *   | { id: number, data: Uint8Array, more: boolean }
 *   | { id: number, failed: string }
 *   | { share: number, keeps?: boolean }
 *   | { broken: string }
 *   | { cut: true }} Answer
 */

/** Milliseconds that the first request waits for the page to be kept. */
const KEEPING = 20_000;
/** The statuses of answers without a body. */
const EMPTY = [204, 304];

/** @type {Worker | undefined} */
let worker;
/**
 * The listeners to the answers of the requests under way, by number.
 * @type {Map<number, (message: any) => void>}
 */
const open = new Map();
let last = 0;
/** @type {Promise<unknown> | undefined} */
let kept;
/**
 * How far the application is: the share that has arrived, whether it answers, and what has broken it.
 * @type {{ share: number, isReady: boolean, keeps: boolean, broken: string }}
 */
export const state = { share: 0, isReady: false, keeps: true, broken: "" };

/** Start the application, if it has not been started; the window hears of its state as an event `pocket`. */
export function start() {
  if (worker) return worker;
  worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => hear(data);
  worker.onerror = ({ message }) => hear({ broken: message || "the worker does not start" });
  return worker;
}

/** @param {any} message */
function hear(message) {
  if (message.id) return open.get(message.id)?.(message);
  if (message.cut || message.broken) for (const tell of [...open.values()]) tell({ failed: "cut" });
  if (message.broken) state.broken = message.broken;
  if (message.share)
    Object.assign(state, { share: message.share, isReady: "keeps" in message, keeps: message.keeps ?? true });
  dispatchEvent(new CustomEvent("pocket", { detail: state }));
}

/**
 * Start the application; resolve when it answers requests, and when the page is kept: only then its tables have
 * addresses on hosts of files. Reject if the application does not start.
 */
export async function ready() {
  start();
  await new Promise((resolve, reject) => {
    const look = () => {
      if (state.isReady || state.broken) removeEventListener("pocket", look);
      if (state.isReady) resolve(undefined);
      else if (state.broken) reject(new Error(state.broken));
    };
    addEventListener("pocket", look);
    look();
  });
  await (kept ??= Promise.race([keepPage(), pause(KEEPING)]));
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
 * Send a request to the application; the answer's body comes as it is written. Reject if the application is broken, has
 * gone to another window, or if the request is given up.
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<Response>}
 */
export function request(path, init = {}) {
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
    if (state.broken) return open.get(id)?.({ failed: state.broken });
    if (init.signal?.aborted) return stop();
    init.signal?.addEventListener("abort", stop);
    const headers = [...new Headers(init.headers ?? {})];
    to.postMessage({ id, method: init.method ?? "GET", path, headers, body: init.body ?? null });
  });
}
