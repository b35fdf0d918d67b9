/**
 * Changes of the sheets on this device: all of them go through here. Another window may have changed a sheet meanwhile,
 * so a change is made to the sheet as it is stored now, and only if it still means what the person saw.
 */

import {
  fault,
  replay,
  withCorrection,
  withDeal,
  withEnd,
  withMussrunde,
  withoutDeal,
  withoutMussrunde,
} from "./session.js";
import { areSame, cleanDeal, keepSheets, keptSheets, newId, withIds } from "./sheets.js";

/**
 * @import { NamedDeal, Place, Sheet } from "./session.js"
 * @import { SheetDeal } from "../game/settlement.js"
 */

/**
 * A change of a sheet. A deal to correct or to delete is named by its `id`; `restore` undoes what the person saw.
 * @typedef {{ what: "write", deal: SheetDeal }
 *   | { what: "correct", id: string, deal: SheetDeal }
 *   | { what: "delete", id: string }
 *   | { what: "agree" | "cancel" | "end" | "go on" | "believe" | "remove" }
 *   | { what: "restore", sheet: Sheet }} Change
 */

/** The sheets of this device, newest first; their deals have ids. */
export const sheetsNow = () => keptSheets().sheets.map(withIds);

/**
 * Make a change to a sheet as it is stored now, if it still fits it. Return the sheet before the change, and all sheets
 * after it; return null if the change does not fit any more.
 * @param {Sheet} seen the sheet as the person saw it
 * @param {Change} change
 * @param {string | null} open the id of the sheet that is open afterwards
 */
export function make(seen, change, open) {
  const sheets = sheetsNow();
  const now = sheets.find(({ id }) => id === seen.id) ?? null;
  const made = changed(now, seen, change);
  if (!now || !made) return null;
  const changedSheets = sheets.map((sheet) => (sheet === now ? made.sheet : sheet)).filter((sheet) => sheet !== null);
  keepSheets({ open, sheets: changedSheets }, seen.id);
  return { before: now, sheets: sheetsNow() };
}

/**
 * Add a sheet, and open it. One that this device has already becomes another one: the added one may be older.
 * @param {Sheet} sheet
 */
export function add(sheet) {
  const others = sheetsNow();
  const added = withIds(others.some(({ id }) => id === sheet.id) ? { ...sheet, id: newId() } : sheet);
  keepSheets({ open: added.id, sheets: [added, ...others] }, added.id);
  return { open: added.id, sheets: sheetsNow() };
}

/**
 * Add the sheet of a file, and open it; one that this device has already is only opened. Return also whether the device
 * has `all` of it already, has it `otherwise`, which stays, or has it `not`.
 * @param {Sheet} sheet
 * @returns {{ open: string, sheets: Sheet[], had: "all" | "otherwise" | "not" }}
 */
export function addFromFile(sheet) {
  const sheets = sheetsNow();
  const same = sheets.find((one) => areSame(one, sheet));
  if (!same) return { ...add(sheet), had: sheets.some(({ id }) => id === sheet.id) ? "otherwise" : "not" };
  keepSheets({ open: same.id, sheets });
  return { open: same.id, sheets, had: "all" };
}

/**
 * Return a sheet changed, null in place of one that is removed; return null in place of all if the change does not fit
 * the sheet any more that the person `seen` has.
 * @param {Sheet | null} now
 * @param {Sheet} seen
 * @param {Change} change
 * @returns {{ sheet: Sheet | null } | null}
 */
export const changed = (now, seen, change) => (now && fits(now, seen, change) ? { sheet: after(now, change) } : null);

/**
 * Whether a change means on the sheet what it meant when the person saw it.
 * @param {Sheet} now
 * @param {Sheet} seen
 * @param {Change} change
 */
function fits(now, seen, change) {
  if (change.what === "write") {
    const { over, broken, place } = replay(now);
    return !over && broken === null && isSame(place, replay(seen).place) && !fault(change.deal, place);
  }
  if (change.what === "correct") {
    const place = placeOf(now, change.id);
    const known = placeOf(seen, change.id);
    const isThere = isSame(dealOf(now, change.id), dealOf(seen, change.id));
    // Its number may have changed, but not who deals and who must play.
    return isThere && place && known && isSame(place, { ...known, at: place.at }) && !fault(change.deal, place);
  }
  if (change.what === "delete") {
    const deal = dealOf(now, change.id);
    return deal !== null && isSame(deal, dealOf(seen, change.id));
  }
  if (change.what === "restore" || change.what === "remove") return isUnchanged(seen, now);
  return isSame(stand(now), stand(seen));
}

/**
 * @param {Sheet} sheet
 * @param {Change} change
 * @returns {Sheet | null}
 */
function after(sheet, change) {
  switch (change.what) {
    case "write":
      return withDeal(sheet, { ...change.deal, id: newId() });
    case "correct":
      return withCorrection(sheet, indexOf(sheet, change.id), change.deal);
    case "delete":
      return withoutDeal(sheet, indexOf(sheet, change.id));
    case "agree":
      return withMussrunde(sheet);
    case "cancel":
      return withoutMussrunde(sheet);
    case "end":
    case "go on":
      return withEnd(sheet, change.what === "end");
    case "believe":
      return { ...sheet, doubts: undefined };
    case "restore":
      return change.sheet;
    case "remove":
      return null;
  }
}

/**
 * Return the index of the deal with an id; −1 if there is none.
 * @param {Sheet} sheet
 * @param {string} id
 */
export const indexOf = ({ deals }, id) => deals.findIndex((deal) => deal.id === id);

/**
 * @param {Sheet} sheet
 * @param {string} id
 */
function dealOf({ deals }, id) {
  const deal = deals.find((one) => one.id === id);
  return deal ? cleanDeal(deal) : null;
}

/**
 * Return the place of the deal with an id; null if there is none, or if an earlier deal is impossible.
 * @param {Sheet} sheet
 * @param {string} id
 * @returns {Place | null}
 */
export function placeOf(sheet, id) {
  const at = indexOf(sheet, id);
  const { lines, place } = replay(sheet);
  return lines[at]?.place ?? (at === place.at ? place : null);
}

/**
 * The course of a session.
 * @param {Sheet} sheet
 */
const stand = ({ deals, mussrundeFrom, closed }) => [deals.map(({ id }) => id), mussrundeFrom, closed];

/**
 * All that people have entered on a sheet.
 * @param {Sheet} sheet
 */
const content = (sheet) => [
  sheet.deals.map((deal) => [deal.id, cleanDeal(deal)]),
  sheet.mussrundeFrom,
  sheet.closed,
  sheet.names,
  sheet.match,
  sheet.preset,
  sheet.firstDealer,
];

/**
 * Whether a sheet is still as the person has seen it.
 * @param {Sheet | undefined} seen
 * @param {Sheet | undefined} now
 */
export const isUnchanged = (seen, now) => isSame(seen && content(seen), now && content(now));

/**
 * @param {unknown} one
 * @param {unknown} other
 */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * One change of a sheet since the person saw it.
 * @typedef {{ what: "removed" | "ended" | "goes on" | "agreed" | "cancelled" }
 *   | { what: "written" | "deleted" | "corrected", number: number }} Event
 */

/**
 * Return what has been done to a sheet since the person saw it.
 * @param {Sheet} seen
 * @param {Sheet | null} now
 * @returns {Event[]}
 */
export function since(seen, now) {
  if (!now) return [{ what: "removed" }];
  /** @type {Event[]} */
  const events = [];
  seen.deals.forEach(({ id = "" }, at) => {
    const deal = dealOf(now, id);
    if (!deal) events.push({ what: "deleted", number: at + 1 });
    else if (!isSame(deal, dealOf(seen, id))) events.push({ what: "corrected", number: at + 1 });
  });
  now.deals.forEach(({ id = "" }, at) => {
    if (!dealOf(seen, id)) events.push({ what: "written", number: at + 1 });
  });
  const [before, from] = [seen.mussrundeFrom, now.mussrundeFrom];
  if ((before === null) !== (from === null)) events.push({ what: from === null ? "cancelled" : "agreed" });
  if (seen.closed !== now.closed) events.push({ what: now.closed ? "ended" : "goes on" });
  return events;
}
