/** Calls the person to the last table from every page that is not a table's own: with a strip, too, if others wait. */

import { get } from "../base/api.js";
import { hideBanner, showBanner } from "../base/banner.js";
import { serverTime } from "../base/clock.js";
import { _, minutes } from "../base/i18n.js";
import { at, isAtTable } from "../base/place.js";
import { settings } from "../base/settings.js";
import { amongBots, isOnTurn } from "../game/seats.js";
import { reason } from "./calling.js";
import { Summons } from "./summons.js";

/** @import { Table } from "../schema.d.ts" */

const STRIP = "summons";

/**
 * The table that is watched.
 * @type {Summons | null}
 */
let live = null;
let name = "";
/** The words of the strip, and the element with its time. */
let [words, timer] = ["", /** @type {HTMLElement | null} */ (null)];

/** Watch the last table from the page on screen, unless that page does. */
export async function watch() {
  if (isAtTable() || name !== settings.tables[0]?.table) leave();
  if (isAtTable() || live || !settings.tables.length) return;
  name = settings.tables[0].table;
  const wanted = name;
  const table = /** @type {Table | null} */ (await get(`/tables/${wanted}`).catch(() => null));
  if (!table || table.seat === null || table.stage === "over" || live || isAtTable() || name !== wanted) return;
  // The strip says it.
  live = new Summons(wanted, draw, () => undefined);
}

function leave() {
  live?.stop();
  live = null;
  hide();
}

function hide() {
  [words, timer] = ["", null];
  hideBanner(STRIP);
}

/**
 * Say what the table asks, and how long it waits; a strip that the person has taken away comes with other words only.
 */
function draw() {
  const table = live?.table;
  const asks = table && !amongBots(table) && table.seat !== null ? reason(table) || waiting(table) : "";
  if (!table || !asks) return hide();
  if (asks !== words) timer = show(asks);
  words = asks;
  const left = timeLeft(table, serverTime());
  if (timer) timer.textContent = left === null ? "" : minutes(Math.ceil(left));
}

/**
 * Show a strip with a link to the table; return the place of the time.
 * @param {string} text
 */
function show(text) {
  const [time, link] = [document.createElement("span"), document.createElement("a")];
  time.className = "timer";
  time.setAttribute("role", "timer");
  Object.assign(link, { className: "button", textContent: _("To the table"), href: at(`/t/${name}`) });
  showBanner(STRIP, text).firstElementChild?.after(time, link);
  return time;
}

/** @param {Table} table */
const waiting = ({ stage, clock }) =>
  stage === "between" && clock?.deal_at != null ? _("The next deal of your table begins soon.") : "";

/**
 * Return the seconds that the person has left to act, or until the next deal; null if nothing runs.
 * @param {Table} table
 * @param {number} now
 */
function timeLeft(table, now) {
  const { clock, seats, seat } = table;
  if (!clock || seat === null) return null;
  if (clock.deal_at != null) return Math.max(0, clock.deal_at - now);
  if (!isOnTurn(table)) return null;
  return Math.max(0, clock.since + clock.free + (seats[seat].bank ?? 0) - now);
}
