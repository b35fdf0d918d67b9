/**
 * Calls a person who looks at something else to the table, in the ways that the settings allow, and keeps the screen on
 * while a hand is held. Every way ends when the person looks at the page again.
 */

import { _ } from "../base/i18n.js";
import { at } from "../base/place.js";
import { settings } from "../base/settings.js";
import { changeText } from "../game/change-text.js";
import { proposalText, yourTurn } from "../game/commentary.js";
import { isOnTurn, seatNames } from "../game/seats.js";
import { sound } from "./sounds.js";

/**
 * @import { Table } from "../schema.d.ts"
 * @import { Screen } from "../types.d.ts"
 */

/** The notifications of the game; a new one replaces the one before. */
const TAG = "dobbm";

/**
 * Return what the table asks of the person now, in a sentence; empty if nothing.
 * @param {Table} table
 */
export function reason(table) {
  const { seat, seats, question, change } = table;
  if (seat === null) return "";
  const names = seatNames(seats, seat);
  if (question && question.seat !== seat && !question.agreed.includes(seat))
    return proposalText(question.what, names[question.seat]);
  if (isOnTurn(table)) return yourTurn();
  if (change.kind === "dealt") return _("The next deal has begun.");
  const asked =
    change.kind === "wished" && change.seat !== seat && change.wish && !seats[seat].wishes.includes(change.wish);
  return asked ? changeText(table, names) : "";
}

/** Whether the person has been called, and has not looked since. */
let called = false;

/**
 * Call the person to a table that asks for something new, unless the page is visible; end the call when nothing is
 * asked any more. Return why the person is called, or would be.
 * @param {Table | null} before
 * @param {Table} table
 */
export function attend(before, table) {
  const now = reason(table);
  const why = before && now !== reason(before) ? now : "";
  if (why) call(why, table.table);
  else if (called && !now) endCall();
  return why;
}

/**
 * @param {string} why
 * @param {string} table
 */
function call(why, table) {
  if (!document.hidden) return;
  called = true;
  const ways = settings.calls;
  if (ways.includes("badge")) mark(true);
  if (ways.includes("sound")) sound("turn", true);
  if (ways.includes("vibration")) navigator.vibrate?.([200, 100, 200]);
  if (ways.includes("notification") && mayNotify()) show(why, table);
}

const mayNotify = () => "Notification" in globalThis && Notification.permission === "granted";

/**
 * Show a notification through the service worker, the only way that works on every device.
 * @param {string} why
 * @param {string} table
 */
async function show(why, table) {
  const worker = await navigator.serviceWorker.ready;
  if (!document.hidden) return;
  const icon = iconLink().href;
  await worker.showNotification(_("Dobbm"), { body: why, tag: TAG, icon, data: at(`/t/${table}`) }).catch(() => {});
  // The person may have come back, or lost the turn, before it was shown.
  if (!document.hidden || !called) endCall();
}

/**
 * Mark the icon of the tab and of the installed application, or remove the mark.
 * @param {boolean} on
 */
function mark(on) {
  const link = iconLink();
  link.href = link.href.replace(/icon(-called)?\.svg$/, on ? "icon-called.svg" : "icon.svg");
  (on ? navigator.setAppBadge?.() : navigator.clearAppBadge?.())?.catch(() => {});
}

const iconLink = () => /** @type {HTMLLinkElement} */ (document.querySelector('link[rel="icon"]'));

async function endCall() {
  called = false;
  mark(false);
  if (!mayNotify()) return;
  const worker = await navigator.serviceWorker.ready;
  for (const notification of await worker.getNotifications({ tag: TAG })) notification.close();
}

/** @type {WakeLockSentinel | null} */
let lock = null;
let awake = false;
/** Whether the browser is asked for the lock, or to release it. */
let asking = false;

/**
 * Keep the screen on, or let it go off again.
 * @param {boolean} on
 */
export function keepAwake(on) {
  const wanted = on && settings.calls.includes("awake");
  if (wanted === awake) return;
  awake = wanted;
  holdScreen();
}

/** Acquire or release one lock after the other, until there is one if and only if it is wanted. */
async function holdScreen() {
  if (asking) return;
  asking = true;
  for (;;) {
    const held = lock !== null && !lock.released;
    const wanted = awake && !document.hidden;
    if (held === wanted) break;
    // A device with an empty battery may refuse.
    if (wanted) lock = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null;
    else await lock?.release().catch(() => {});
    if (wanted ? !lock : !lock?.released) break;
  }
  asking = false;
}

/** End calls, and hold the screen again, whenever the page becomes visible; release it when it is hidden. */
function returned() {
  holdScreen();
  if (!document.hidden) endCall();
}

document.addEventListener("visibilitychange", returned);

/**
 * Return what the title of the window calls the person for, if anything.
 * @param {Screen} drawn
 */
export function callOf(drawn) {
  const { latest, restingTrick } = drawn;
  // A trick may rest on a hidden page, too.
  const asked = document.hidden && latest ? reason(latest) : "";
  const called = isToAct(drawn) || (!document.hidden && restingTrick && latest && isOnTurn(latest));
  if (called) return _("▸ Your turn – Dobbm");
  return asked && `▸ ${asked}`;
}

/**
 * Whether it is the person's turn.
 * @param {Screen} drawn
 */
export const isToAct = ({ table, view, playing }) => playing && table.seat !== null && view?.to_act === table.seat;
