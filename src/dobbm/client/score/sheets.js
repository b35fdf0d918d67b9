/** The sheets that this device keeps, and sheets as files. */

import { read, write } from "../base/look.js";
import { MOST_DEALS } from "./session.js";
import { PRESETS } from "../game/rules.js";
import { LARGEST_MATCH } from "../game/settlement.js";

/**
 * @import { Draft, Sheet } from "./session.js"
 * @import { Preset } from "../game/rules.js"
 * @import { SheetDeal } from "../game/settlement.js"
 */

/**
 * A sheet in the making; `asked` is what is still missing.
 * @typedef {{
 *   names: string[],
 *   preset: Preset,
 *   match: number | null,
 *   firstDealer: number | null,
 *   asked: SetupFault | null,
 * }} Setup
 */

/**
 * A set-up to which nothing is missing.
 * @typedef {{ names: string[], preset: Preset, match: number, firstDealer: number }} Complete
 */

/** @typedef {"name_missing" | "name_twice" | "no_preset" | "no_match" | "no_dealer"} SetupFault */

/** @typedef {{ sheet: string, at: number, draft: Draft }} BegunDeal */

/** @typedef {{ setup: Setup | null, deal: BegunDeal | null }} Unfinished */

const KEY = "dobbm-score";
const UNFINISHED = "dobbm-score-unfinished";
const FORMAT = "dobbm-score-1";
export const LONGEST_NAME = 16;

/**
 * All sheets of this device, the newest first, and which of them is open; broken ones are left out.
 * @returns {{ open: string | null, sheets: Sheet[] }}
 */
export function keptSheets() {
  const { open = null, sheets } = /** @type {{ open?: string | null, sheets?: unknown }} */ (read(KEY) ?? {});
  const sound = (Array.isArray(sheets) ? sheets : []).map(checked).filter((sheet) => sheet !== null);
  return { open: sound.some(({ id }) => id === open) ? open : null, sheets: sound };
}

/**
 * Keep them.
 * @param {{ open: string | null, sheets: Sheet[] }} kept
 */
export const keepSheets = ({ open, sheets }) => write(KEY, { open, sheets });

/**
 * What somebody was about to fill in when the page went away: the `setup` of a sheet, and a `deal`
 * (its `sheet`, its place `at`, and the `draft`); each is null if it was none.
 * @returns {Unfinished}
 */
export function keptUnfinished() {
  const { setup, deal } = /** @type {Partial<Unfinished>} */ (read(UNFINISHED) ?? {});
  return { setup: setup && isSetup(setup) ? { ...setup, asked: null } : null, deal: deal && isDeal(deal.draft) ? deal : null };
}

/**
 * Keep it, or forget it with null.
 * @param {Partial<Unfinished>} changes
 */
export const keepUnfinished = (changes) => write(UNFINISHED, { ...keptUnfinished(), ...changes });

/**
 * Whether a change of the browser's memory is about the sheets; another tab made it.
 * @param {StorageEvent} event
 */
export const isAboutSheets = (event) => event.key === KEY || event.key === null;

/**
 * What tells a sheet from all others.
 * @param {number} [now]
 */
export const newId = (now = Date.now()) =>
  `${now.toString(36)}-${Math.floor(Math.random() * 36 ** 4).toString(36)}`;

/**
 * An empty sheet for these people, who begin now.
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
 * A sheet as the text of a file.
 * @param {Sheet} sheet
 */
export const toFile = (sheet) => `${JSON.stringify({ format: FORMAT, ...sheet }, null, 1)}\n`;

/**
 * The sheet in the text of a file; null if it is none, or says what cannot be.
 * @param {string} text
 */
export function fromFile(text) {
  try {
    const told = JSON.parse(text);
    return told.format === FORMAT ? checked(told) : null;
  } catch {
    return null;
  }
}

/**
 * Why a set-up is none: a code, or null.
 * @param {{ names: string[], preset?: string, match?: number | null, firstDealer?: number | null }} setup
 * @returns {SetupFault | null}
 */
export function setupFault({ names, preset, match, firstDealer }) {
  if (!names.every((name) => name.trim())) return "name_missing";
  const told = names.map((name) => name.trim().toLocaleLowerCase());
  if (new Set(told).size < told.length) return "name_twice";
  if (!Object.hasOwn(PRESETS, preset ?? "")) return "no_preset";
  if (!isWhole(match, 1, LARGEST_MATCH)) return "no_match";
  return isWhole(firstDealer, 0, names.length - 1) ? null : "no_dealer";
}

/**
 * Whether these can be the names, preset and stake in a form, as far as it is filled in.
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
 * What was kept or sent, put together anew as a sheet; null if it is none.
 * @param {unknown} told
 * @returns {Sheet | null}
 */
function checked(told) {
  const { id, begun, names, preset, match, firstDealer, deals, mussrundeFrom, closed } =
    /** @type {Partial<Sheet>} */ (told ?? {});
  const sound =
    typeof id === "string" && isWhole(begun, 0, 1e11) && typeof closed === "boolean" &&
    arePeople(names) && !setupFault({ names, preset, match, firstDealer }) &&
    Array.isArray(deals) && deals.length <= MOST_DEALS && deals.every(isDeal) &&
    (mussrundeFrom === null ||
      isWhole(mussrundeFrom, Math.max(0, deals.length - names.length), deals.length));
  if (!sound) return null;
  const sheet = /** @type {Sheet} */ ({ id, begun, names, preset, match, firstDealer, deals, mussrundeFrom, closed });
  return { ...sheet, unit: PRESETS[sheet.preset].unit, deals: sheet.deals.map(cleanDeal) };
}

/** @param {Partial<Draft> | undefined} deal */
const isDeal = (deal) => ["played", "revoke", "thrown_in"].includes(deal?.end ?? "");

/**
 * The fields of a deal that belong to it; whether they fit is for `fault` to say.
 * @param {Pick<Draft, "end"> & Partial<Draft>} deal
 * @returns {SheetDeal}
 */
export function cleanDeal({ end, declarer, contract, doublings, points, noTrick, offender }) {
  if (end === "thrown_in") return { end };
  const game = { end, declarer, contract, doublings };
  const deal = end === "revoke" ? { ...game, offender } : { ...game, points, noTrick: noTrick === true };
  return /** @type {SheetDeal} */ (deal);
}

/**
 * @param {unknown} value
 * @param {number} least
 * @param {number} most
 */
const isWhole = (value, least, most) =>
  typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;
