/** The way to the worker that takes the place of a server in a pocket. */

const missing = () => Promise.reject(new Error("this edition has no worker that answers in place of a server"));

/**
 * Send a request to a path of the API, such as `/tables`; resolve with the answer as soon as it begins. Its body is a
 * stream. The `signal` of the request gives it up.
 * @param {string} _path
 * @param {RequestInit} _init
 * @returns {Promise<Response>}
 */
export const request = (_path, _init) => missing();

/**
 * Resolve as soon as the worker answers requests; reject if it cannot start.
 * @returns {Promise<void>}
 */
export const ready = () => missing();
