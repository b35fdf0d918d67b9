/** The sheets stored on this device, and sheets as files. */

import { read, write } from "../base/settings.js";
import { MOST_DEALS, isWhole } from "./session.js";
import { PRESETS } from "../game/data.js";
import { LARGEST_MATCH } from "../game/settlement.js";

/**
 * @import { Draft, Sheet } from "./session.js"
 * @import { Preset } from "../game/data.js"
 * @import { SheetDeal } from "../game/settlement.js"
 */

/**
 * A sheet being set up; `asked` is the fault found when the form was submitted.
 * @typedef {{
 *   names: string[],
 *   preset: Preset,
 *   match: number | null,
 *   firstDealer: number | null,
 *   asked: SetupFault | null,
 * }} Setup
 */

/**
 * A complete setup.
 * @typedef {{ names: string[], preset: Preset, match: number, firstDealer: number }} Complete
 */

/** @typedef {"name_missing" | "name_twice" | "no_preset" | "no_match" | "no_dealer"} SetupFault */

/** @typedef {{ sheet: string, at: number, draft: Draft }} UnfinishedDeal */

/** @typedef {{ setup: Setup | null, deal: UnfinishedDeal | null }} Unfinished */

const KEY = "dobbm-score";
const UNFINISHED = "dobbm-score-unfinished";
const FORMAT = "dobbm-score-1";
export const LONGEST_NAME = 16;

/**
 * Return all sheets of this device, newest first, and the id of the open one; invalid sheets are left out.
 * @returns {{ open: string | null, sheets: Sheet[] }}
 */
export function keptSheets() {
  const { open = null, sheets } = /** @type {{ open?: string | null, sheets?: unknown }} */ (read(KEY) ?? {});
  const valid = (Array.isArray(sheets) ? sheets : []).map(checked).filter((sheet) => sheet !== null);
  return { open: valid.some(({ id }) => id === open) ? open : null, sheets: valid };
}

/**
 * Store the sheets, and which one is open.
 * @param {{ open: string | null, sheets: Sheet[] }} kept
 */
export const keepSheets = ({ open, sheets }) => write(KEY, { open, sheets });

/**
 * Return the forms that were half filled in when the page was left: the `setup` of a sheet, and a `deal` (its `sheet`,
 * its index `at`, and the `draft`); each is null if there was none.
 * @returns {Unfinished}
 */
export function keptUnfinished() {
  const { setup, deal } = /** @type {Partial<Unfinished>} */ (read(UNFINISHED) ?? {});
  return { setup: setup && isSetup(setup) ? { ...setup, asked: null } : null, deal: deal && isDeal(deal.draft) ? deal : null };
}

/**
 * Store unfinished input; null forgets it.
 * @param {Partial<Unfinished>} changes
 */
export const keepUnfinished = (changes) => write(UNFINISHED, { ...keptUnfinished(), ...changes });

/**
 * Whether a change of the browser's storage, made by another tab, concerns the sheets.
 * @param {StorageEvent} event
 */
export const isAboutSheets = (event) => event.key === KEY || event.key === null;

/**
 * Return an id for a new sheet.
 * @param {number} [now]
 */
export const newId = (now = Date.now()) =>
  `${now.toString(36)}-${Math.floor(Math.random() * 36 ** 4).toString(36)}`;

/**
 * Return an empty sheet for these people, begun now.
 * @param {Complete} setup
 * @param {number} [now]
 * @returns {Sheet}
 */
export const newSheet = ({ names, preset, match, firstDealer }, now = Date.now()) => ({
  id: newId(now),
  begun: Math.floor(now / 1000),
  names,
  preset,
  match,
  unit: PRESETS[preset].unit,
  firstDealer,
  deals: [],
  mussrundeFrom: null,
  closed: false,
});

/**
 * Return a sheet as the text of a file.
 * @param {Sheet} sheet
 */
export const toFile = (sheet) => `${JSON.stringify({ format: FORMAT, ...sheet }, null, 1)}\n`;

/**
 * Return the sheet in the text of a file; null if it is not a valid one.
 * @param {string} text
 */
export function fromFile(text) {
  try {
    const data = JSON.parse(text);
    return data.format === FORMAT ? checked(data) : null;
  } catch {
    return null;
  }
}

/**
 * Return the code of the first fault of a setup, or null.
 * @param {{ names: string[], preset?: string, match?: number | null, firstDealer?: number | null }} setup
 * @returns {SetupFault | null}
 */
export function setupFault({ names, preset, match, firstDealer }) {
  if (!names.every((name) => name.trim())) return "name_missing";
  const normalized = names.map((name) => name.trim().toLocaleLowerCase());
  if (new Set(normalized).size < normalized.length) return "name_twice";
  if (!Object.hasOwn(PRESETS, preset ?? "")) return "no_preset";
  if (!isWhole(match, 1, LARGEST_MATCH)) return "no_match";
  return isWhole(firstDealer, 0, names.length - 1) ? null : "no_dealer";
}

/**
 * Whether the names, some of which may be empty, and the preset of a stored form are valid.
 * @param {Setup} setup
 */
const isSetup = (setup) => arePeople(setup.names) && Object.hasOwn(PRESETS, setup.preset);

/**
 * @param {unknown} names
 * @returns {names is string[]}
 */
const arePeople = (names) =>
  Array.isArray(names) && [4, 5].includes(names.length) &&
  names.every((name) => typeof name === "string" && name.length <= LONGEST_NAME);

/**
 * Rebuild a sheet from stored or imported data; return null if it is not valid.
 * @param {unknown} data
 * @returns {Sheet | null}
 */
function checked(data) {
  const { id, begun, names, preset, match, firstDealer, deals, mussrundeFrom, closed } =
    /** @type {Partial<Sheet>} */ (data ?? {});
  const valid =
    typeof id === "string" && isWhole(begun, 0, 1e11) && typeof closed === "boolean" &&
    arePeople(names) && !setupFault({ names, preset, match, firstDealer }) &&
    Array.isArray(deals) && deals.length <= MOST_DEALS && deals.every(isDeal) &&
    (mussrundeFrom === null ||
      isWhole(mussrundeFrom, Math.max(0, deals.length - names.length), deals.length));
  if (!valid) return null;
  const sheet = /** @type {Sheet} */ ({ id, begun, names, preset, match, firstDealer, deals, mussrundeFrom, closed });
  return { ...sheet, unit: PRESETS[sheet.preset].unit, deals: sheet.deals.map(cleanDeal) };
}

/** @param {Partial<Draft> | undefined} deal */
const isDeal = (deal) => ["played", "revoke", "thrown_in"].includes(deal?.end ?? "");

/**
 * Return a deal with only the fields that belong to it; `fault` checks their values.
 * @param {Pick<Draft, "end"> & Partial<Draft>} deal
 * @returns {SheetDeal}
 */
export function cleanDeal({ end, declarer, contract, doublings, points, noTrick, offender }) {
  if (end === "thrown_in") return { end };
  const game = { end, declarer, contract, doublings };
  const deal = end === "revoke" ? { ...game, offender } : { ...game, points, noTrick: noTrick === true };
  return /** @type {SheetDeal} */ (deal);
}
