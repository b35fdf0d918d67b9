/**
 * The tokens of the seats that this window has taken. Usually a cookie takes the place of a token, so that no script
 * sends it. Where the browser refuses cookies, or they have been deleted, the window sends the token with every
 * request, until it is closed.
 */

import { byName, text } from "./checks.js";
import { HOME, isPocket, ownKey } from "./place.js";
import { read, write } from "./storage.js";

const KEY = ownKey("dobbm-tokens");
/** The number of tables whose tokens are kept. */
const MOST = 20;
/** The page's own cookie, which shows that those of the seats have not been deleted. */
const MARK = "dobbm=1";
/** The seconds for which it stays, as the others do. */
const MONTH = 30 * 24 * 3600;

/** The tokens by table. */
const tokens = new Map(Object.entries(read(KEY, byName(text(/^[\w-]{1,200}$/), MOST), "sessionStorage") ?? {}));
/** The tables to which the token is sent, because no cookie opens the seat. */
const sent = new Set();
/** The tables where the token opens no seat now: the person has left, or plays on another device. */
const idle = new Set();
/** The tables whose cookie the server did not give. */
const missed = new Set();
/** The tables whose cookie is on its way: that it opens nothing yet says nothing of the browser. */
const awaited = new Set();
let isMarked = false;

/** Whether this window plays without cookies because the server gave it none. */
export const missesCookies = () => [...missed].some((table) => sent.has(table) && !idle.has(table));

/** Whether this window plays without cookies. */
export const playsWithoutCookies = () => [...sent].some((table) => !idle.has(table));

/**
 * Whether this browser has not kept the cookies of the page, and nothing here opens a seat that it once had at a table.
 * @param {string} table
 */
export const hasLostSeat = (table) =>
  !isPocket && !tokens.has(table) && !(globalThis.document?.cookie ?? MARK).split("; ").includes(MARK);

/**
 * Keep a new token, for which a cookie `isComing` or not.
 * @param {string} table
 * @param {string} token
 * @param {boolean} [isComing]
 */
export function holdToken(table, token, isComing = false) {
  dropToken(table);
  tokens.set(table, token);
  if (isComing) awaited.add(table);
  isMarked = false;
  keep();
}

/**
 * Forget a token that opens nothing any more.
 * @param {string} table
 */
export function dropToken(table) {
  for (const known of [tokens, sent, idle, missed, awaited]) known.delete(table);
  keep();
}

/**
 * Send the token, because the server gave no cookie for the seat.
 * @param {string} table
 */
export function missCookie(table) {
  awaited.delete(table);
  missed.add(table);
  sent.add(table);
  keep();
}

/**
 * Send the token no more: the server has given a cookie, unless the window has another token now.
 * @param {string} table
 * @param {string} token
 */
export function trustCookie(table, token) {
  if (tokens.get(table) !== token) return;
  awaited.delete(table);
  missed.delete(table);
  sent.delete(table);
  keep();
}

/**
 * Return the headers that name the person's seat in a request, if no cookie does, or `anyway`. Who has left it
 * meanwhile may still watch.
 * @param {string} path
 * @param {boolean} [anyway]
 * @returns {Record<string, string>}
 */
export function seatHeaders(path, anyway = false) {
  const table = tableOf(path);
  const token = (anyway || sent.has(table)) && tokens.get(table);
  return token ? { Authorization: `Bearer ${token}`, Prefer: "handling=lenient" } : {};
}

/**
 * Learn from an answer whether the person's seat was `found`, null if it does not say so. Return whether the token may
 * open a seat that was not found without it. One that the person has left is not asked for again, unless the server has
 * `refused`.
 * @param {string} path
 * @param {{ found: boolean | null, withToken: boolean, refused?: boolean }} how
 */
export function missesSeat(path, { found, withToken, refused = false }) {
  if (found === null) return false;
  const table = tableOf(path);
  const before = playsWithoutCookies();
  if (found && !withToken) mark();
  if (found) idle.delete(table);
  if (withToken && found && !awaited.has(table)) sent.add(table);
  if (withToken && !found) idle.add(table);
  if (playsWithoutCookies() !== before) keep();
  return !found && !withToken && tokens.has(table) && (refused || !idle.has(table));
}

/**
 * A table is shown only to the people of a club: send the token of the chair there, if this window knows one. Return
 * whether it does.
 * @param {string} path
 * @param {string | undefined} club
 */
export function lendToken(path, club) {
  const [table, token] = [tableOf(path), club && tokens.get(club)];
  if (!token) return false;
  holdToken(table, token);
  sent.add(table);
  return true;
}

/** Remember that the browser has cookies of seats. */
function mark() {
  if (!isMarked && !isPocket && globalThis.document)
    document.cookie = `${MARK}; path=${HOME}; max-age=${MONTH}; samesite=strict`;
  isMarked = true;
}

const keep = () => write(KEY, Object.fromEntries([...tokens].slice(-MOST)), "sessionStorage");

/**
 * The table that a path is about, or the club, whose chairs are kept in the same way.
 * @param {string} path
 */
const tableOf = (path) => /^\/(?:tables|clubs)\/([\w-]+)/.exec(path)?.[1] ?? "";
