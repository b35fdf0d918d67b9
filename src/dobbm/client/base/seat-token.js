/**
 * The tokens of the person's seats. Usually a cookie takes the place of a token, so that no script needs it. Where the
 * browser refuses cookies, this window keeps the token and sends it with every request, until the window is closed.
 */

import { byName, text } from "./checks.js";
import { read, write } from "./storage.js";

/** @import { Table } from "../schema.d.ts" */

const KEY = "dobbm-tokens";
/** The number of tables whose tokens are kept. */
const MOST = 20;

/** The tokens that are sent, by table. */
const sent = new Map(Object.entries(read(KEY, byName(text(/^[\w-]{1,200}$/), MOST), "sessionStorage") ?? {}));
/**
 * The tokens for which a cookie has been asked: it is not known yet whether the browser took it.
 * @type {Map<string, string>}
 */
const doubtful = new Map();
/** The tables where the token opens no seat now: the person has left, or plays on another device. */
const idle = new Set();

/** Whether this window plays without cookies. */
export const playsWithoutCookies = () => [...sent.keys()].some((table) => !idle.has(table));

/**
 * Hold a new token until it is known whether a cookie takes its place.
 * @param {string} table
 * @param {string} token
 */
export function holdToken(table, token) {
  if (sent.has(table)) send(table, token);
  else doubtful.set(table, token);
}

/**
 * Whether a table takes a person who has just sat down for a spectator, because the browser refuses the cookie. From now on
 * the token is sent, and the page must ask for the table again.
 * @param {Table} table
 */
export function missesSeat({ table, seat }) {
  const token = doubtful.get(table);
  doubtful.delete(table);
  if (seat === null && token) return send(table, token);
  if (sent.has(table) && (seat === null) !== idle.has(table)) {
    if (!idle.delete(table)) idle.add(table);
    keep();
  }
  return false;
}

/**
 * @param {string} table
 * @param {string} token
 */
function send(table, token) {
  sent.set(table, token);
  keep();
  return true;
}

const keep = () => write(KEY, Object.fromEntries(sent), "sessionStorage");

/**
 * Return the headers that name the person's seat in a request. Who has left it meanwhile may still watch.
 * @param {string} path
 * @returns {Record<string, string>}
 */
export function seatHeaders(path) {
  const token = sent.get(/^\/tables\/([\w-]+)/.exec(path)?.[1] ?? "");
  return token ? { Authorization: `Bearer ${token}`, Prefer: "handling=lenient" } : {};
}
