/** The way to the tables: to the server or, in a pocket, to the worker that takes its place. */

import { part } from "./loading.js";
import { at, isPocket } from "./place.js";

const API = "/api/v1";

/**
 * Send a request to a path of the API, such as `/tables`; the body of the answer is a stream.
 * @param {string} path
 * @param {RequestInit} init
 * @returns {Promise<Response>}
 */
export const request = (path, init) =>
  isPocket ? part("pocket/connection.js").then((worker) => worker.request(path, init)) : fetch(at(API + path), init);

/**
 * Return the address of a path of the API, for a link to a file.
 * @param {string} path
 */
export const apiAddress = (path) => at(API + path);

/**
 * Open an event stream of the browser's own, for a server that needs no headers; for all others, there is
 * base/header-stream.js.
 * @param {string} path
 */
export const eventSource = (path) => new EventSource(at(API + path));

/** Tell the window that the server has been missed, perhaps only for a moment: an event `unreached`. */
export const miss = () => globalThis.dispatchEvent?.(new Event("unreached"));

/** Wait until requests are answered: the worker of a pocket takes its time to start. */
export const ready = async () => {
  if (isPocket) await (await part("pocket/connection.js")).ready();
};
