/** The sum of the person's last session, for the start page, which is drawn before any deal could be read. */

import { allOf, number, text, whole } from "./checks.js";
import { ownKey } from "./place.js";
import { TABLE } from "./settings.js";
import { read, write } from "./storage.js";

const KEY = ownKey("dobbm-last");
const CHECK = allOf({
  table: text(TABLE),
  session: whole(0, 1e9),
  deals: whole(1, 1e9),
  gain: number(-1e15, 1e15),
});

/** Return the last session; null before the first deal has ended. */
export const lastSession = () => read(KEY, CHECK);

/**
 * Count a deal that has ended; one that is only found later does not begin a session.
 * @param {string} table
 * @param {number} session
 * @param {number} gain
 * @param {boolean} [begins]
 */
export function countDeal(table, session, gain, begins = false) {
  const last = lastSession();
  const same = last?.table === table && last.session === session;
  if (!same && !begins) return;
  const { deals, gain: before } = same ? last : { deals: 0, gain: 0 };
  write(KEY, { table, session, deals: deals + 1, gain: before + gain });
}

/**
 * Take a session for the last one if there is none, as when deals come from a file.
 * @param {{ place: string, session: number, deals: unknown[], gain: number }} [newest]
 */
export function takeSession(newest) {
  if (!newest || lastSession()) return;
  const { place, session, deals, gain } = newest;
  // A file may hold what no table of ours has written.
  const found = CHECK({ table: place, session, deals: deals.length, gain });
  if (found) write(KEY, found);
}

/** Forget the last session, whose deals have been erased. */
export const forgetSession = () => write(KEY, null);
