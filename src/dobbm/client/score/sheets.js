/** The sheets stored on this device, and sheets as files. */

import { cleanName, nameFault } from "../base/names.js";
import { allOf, fields, flag, listOf, number, oneOf, orNull, text, whole } from "../base/checks.js";
import { read, readKept, unkept, write } from "../base/storage.js";
import { MOST_DEALS, isWhole } from "./session.js";
import { MOST_DOUBLINGS, PRESETS } from "../base/data.js";
import { LARGEST_MATCH } from "../game/settlement.js";

/**
 * @import { Check } from "../base/checks.js"
 * @import { Doubt, Draft, NamedDeal, Sheet } from "./session.js"
 * @import { Preset } from "../base/data.js"
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

/** @typedef {"name_missing" | "name_unfit" | "name_twice" | "no_preset" | "no_match" | "no_dealer"} SetupFault */

/**
 * A half-filled form: for the deal of a `sheet` that this `id` names, or for a new one, which has the index `at`.
 * @typedef {{ sheet: string, at: number, draft: Partial<Draft>, id?: string | null }} UnfinishedDeal
 */

/** @typedef {{ setup: Setup | null, deal: UnfinishedDeal | null }} Unfinished */

/** Where the device keeps the sheets. */
export const SHEETS = "dobbm-score";
export const UNFINISHED = "dobbm-score-unfinished";
const FORMAT = "dobbm-score-1";
export const LONGEST_NAME = 16;

const SEAT = orNull(whole(0, 4));
const ID = text(/^[\w-]{1,40}$/);
const DOUBTS = listOf(oneOf("begun", "closed", "mussrunde", "deals"), 4);
/** @type {Check<Partial<Draft>>} */
const DEAL = fields({
  end: oneOf("played", "revoke", "thrown_in"),
  declarer: SEAT,
  contract: oneOf("dobbm", "solo"),
  doublings: whole(0, MOST_DOUBLINGS),
  points: orNull(number(-1e6, 1e6)),
  noTrick: flag,
  offender: SEAT,
});

/** @type {Check<Setup>} */
const SETUP = allOf({
  names: (names) => (arePeople(names) ? names : undefined),
  preset: oneOf("pagat", "wikipedia", "gamerules", "akagiri"),
  match: orNull(number(-1e9, 1e9)),
  firstDealer: SEAT,
  asked: () => null,
});
/** @type {Check<UnfinishedDeal>} */
const UNFINISHED_DEAL = (value) => {
  const deal = allOf({ sheet: text(/^/), at: whole(0, MOST_DEALS), draft: DEAL })(value);
  return deal && { ...deal, ...fields({ id: orNull(ID) })(value) };
};

/**
 * The sheets that this window has changed, null for one deleted, and the device does not keep.
 * @type {Map<string, Sheet | null>}
 */
const unkeptSheets = new Map();

/** @type {Check<unknown[]>} */
const LIST = listOf((sheet) => sheet ?? undefined, Infinity);

/**
 * The sheets on the device as they are stored; another version of the page, or another hand, may have stored something
 * else as a whole.
 */
function stored() {
  const kept = readKept(SHEETS);
  const { sheets } = /** @type {{ sheets?: unknown }} */ (kept || { sheets: [] });
  return LIST(sheets) ?? [kept];
}

/** Return the stored sheets that this version of the page cannot read: they may be another version's work. */
export const unreadable = () => stored().filter((sheet) => !mended(sheet));

/**
 * Return all sheets of this device, newest first, and the id of the open one; invalid sheets are left out.
 * @returns {{ open: string | null, sheets: Sheet[] }}
 */
export function keptSheets() {
  const kept = stored()
    .map(mended)
    .filter((sheet) => sheet !== null);
  const later = [...unkeptSheets].filter(([id]) => !kept.some((sheet) => sheet.id === id));
  const latest = kept.map((sheet) => (unkeptSheets.has(sheet.id) ? unkeptSheets.get(sheet.id) : sheet));
  const sheets = [...later.map(([, sheet]) => sheet), ...latest];
  const valid = sheets.filter((sheet) => sheet != null);
  const check = fields({ open: text(/^/) });
  // Another window may have another sheet open.
  const opened = [read(SHEETS, check, "sessionStorage")?.open, check(readKept(SHEETS))?.open];
  const open = opened.find((one) => valid.some(({ id }) => id === one)) ?? null;
  return { open, sheets: valid };
}

/**
 * Store the sheets, and which one is open; `changed` is the id of the one that this window has changed, added or
 * deleted.
 * @param {{ open: string | null, sheets: Sheet[] }} kept
 * @param {string} [changed]
 */
export function keepSheets({ open, sheets }, changed) {
  if (changed) unkeptSheets.set(changed, sheets.find((sheet) => sheet.id === changed) ?? null);
  write(SHEETS, { open }, "sessionStorage");
  if (write(SHEETS, { open, sheets: [...sheets, ...unreadable()] })) unkeptSheets.clear();
}

/** Whether the device keeps the sheets. */
export const areKept = () => !unkept().includes(SHEETS);

/** Return the sheets of this window that the device does not keep. */
export const unkeptNow = () => (areKept() ? [] : [...unkeptSheets.values()].filter((sheet) => sheet !== null));

/**
 * Return the forms that were half filled in when the page was left: the `setup` of a sheet, and a `deal`; each is null
 * if there was none. Every window has its own; a new one begins with those that were left last.
 * @returns {Unfinished}
 */
export function keptUnfinished() {
  const check = allOf({ setup: orNull(SETUP), deal: orNull(UNFINISHED_DEAL) });
  const last = read(UNFINISHED, check);
  return read(UNFINISHED, check, "sessionStorage") ?? last ?? { setup: null, deal: null };
}

/**
 * Store unfinished input; null forgets it.
 * @param {Partial<Unfinished>} changes
 */
export function keepUnfinished(changes) {
  const unfinished = { ...keptUnfinished(), ...changes };
  write(UNFINISHED, unfinished, "sessionStorage");
  write(UNFINISHED, unfinished);
}

/**
 * Whether a change of the browser's storage, made by another tab, concerns the sheets.
 * @param {StorageEvent} event
 */
export const isAboutSheets = (event) => event.key === SHEETS || event.key === null;

/**
 * Return an id for a new sheet.
 * @param {number} [now]
 */
export const newId = (now = Date.now()) => `${now.toString(36)}-${Math.floor(Math.random() * 36 ** 4).toString(36)}`;

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
 * Return a sheet as the text of a file, without what only this device needs to know.
 * @param {Sheet} sheet
 */
export function toFile({ doubts: _doubts, ...sheet }) {
  return `${JSON.stringify({ format: FORMAT, ...sheet, deals: sheet.deals.map(cleanDeal) }, null, 1)}\n`;
}

/**
 * Return a sheet whose deals all have an id, each another. Every window gives the same ids to a sheet without.
 * @param {Sheet} sheet
 * @returns {Sheet}
 */
export function withIds(sheet) {
  const known = new Set();
  const deals = sheet.deals.map((deal, at) => {
    let id = deal.id ?? `deal-${at}`;
    while (known.has(id)) id += "-";
    known.add(id);
    return { ...deal, id };
  });
  return { ...sheet, deals };
}

/**
 * Whether two sheets are the same, whatever the device calls them and their deals.
 * @param {Sheet} one
 * @param {Sheet} other
 */
export function areSame(one, other) {
  const [first, second] = [one, other].map((sheet) => JSON.stringify(fromFile(toFile({ ...sheet, id: "" }))));
  return first === second;
}

/**
 * Return the sheet in the text of a file; null if it is not a valid one.
 * @param {string} text
 */
function fromFile(text) {
  try {
    const data = JSON.parse(text);
    return data.format === FORMAT ? checked(data) : null;
  } catch {
    return null;
  }
}

/**
 * Return the sheets in the text of a file, which has one sheet or those that a version of the page could not read, and
 * how many of them this version cannot read either.
 * @param {string} text
 */
export function sheetsOf(text) {
  try {
    const all = LIST(JSON.parse(text).sheets) ?? [fromFile(text)];
    const sheets = all.map(mended).filter((sheet) => sheet !== null);
    return { sheets, unread: all.filter(Boolean).length - sheets.length };
  } catch {
    return { sheets: [], unread: 0 };
  }
}

/**
 * Return what two names have in common that nobody could tell apart.
 * @param {string} name
 */
export const folded = (name) => cleanName(name).normalize("NFC").toLocaleLowerCase();

/**
 * Return the code of the first fault of a setup, or null.
 * @param {{ names: string[], preset?: string, match?: number | null, firstDealer?: number | null }} setup
 * @returns {SetupFault | null}
 */
export function setupFault({ names, preset, match, firstDealer }) {
  if (!names.every((name) => cleanName(name))) return "name_missing";
  if (new Set(names.map(folded)).size < names.length) return "name_twice";
  if (!Object.hasOwn(PRESETS, preset ?? "")) return "no_preset";
  if (!isWhole(match, 1, LARGEST_MATCH)) return "no_match";
  if (!isWhole(firstDealer, 0, names.length - 1)) return "no_dealer";
  return names.some(nameFault) ? "name_unfit" : null;
}

/**
 * Whether these are names of people, some of which may be empty.
 * @param {unknown} names
 * @returns {names is string[]}
 */
const arePeople = (names) =>
  Array.isArray(names) &&
  [4, 5].includes(names.length) &&
  names.every((name) => typeof name === "string" && [...name].length <= LONGEST_NAME);

/**
 * Rebuild a stored sheet, with what is usual in place of what is not valid, and with `doubts` about that; return null
 * if nobody can know what it was. A Mußrunde that has too many deals stays one.
 * @param {unknown} data
 */
function mended(data) {
  const sound = checked(data);
  if (sound) return sound;
  const { begun, closed, deals, mussrundeFrom: from } = /** @type {{ [name: string]: unknown }} */ (data ?? {});
  if (!Array.isArray(deals)) return null;
  const good = {
    begun: isWhole(begun, 0, 1e11),
    closed: typeof closed === "boolean",
    mussrunde: from === null || isWhole(from, 0, deals.length),
    deals: deals.every(isDeal),
  };
  const sheet = checked({
    .../** @type {object} */ (data),
    begun: good.begun ? begun : 0,
    closed: closed === true,
    mussrundeFrom: null,
    deals: deals.map((deal) => (isDeal(deal) ? deal : { end: "played" })),
  });
  const kinds = /** @type {const} */ (["begun", "closed", "mussrunde", "deals"]);
  const doubts = kinds.filter((kind) => !good[kind] || sheet?.doubts?.includes(kind));
  const mussrundeFrom = good.mussrunde ? /** @type {number | null} */ (from) : null;
  return sheet && { ...sheet, mussrundeFrom, ...(doubts.length && { doubts }) };
}

/**
 * Rebuild a sheet from stored or imported data; return null if it is not valid.
 * @param {unknown} data
 * @returns {Sheet | null}
 */
function checked(data) {
  const { id, begun, names, preset, match, firstDealer, deals, mussrundeFrom, closed, doubts } =
    /** @type {Partial<Sheet>} */ (data ?? {});
  const valid =
    typeof id === "string" &&
    isWhole(begun, 0, 1e11) &&
    typeof closed === "boolean" &&
    arePeople(names) &&
    canBe({ names, preset, match, firstDealer }) &&
    Array.isArray(deals) &&
    deals.length <= MOST_DEALS &&
    deals.every(isDeal) &&
    (mussrundeFrom === null || isWhole(mussrundeFrom, Math.max(0, deals.length - names.length), deals.length));
  if (!valid) return null;
  const sheet = /** @type {Sheet} */ ({ id, begun, names, preset, match, firstDealer, deals, mussrundeFrom, closed });
  const known = DOUBTS(doubts);
  return {
    ...sheet,
    unit: PRESETS[sheet.preset].unit,
    deals: sheet.deals.map(kind),
    ...(known?.length && { doubts: known }),
  };
}

/**
 * Return a deal without fields of a wrong kind, so that it has to be corrected.
 * @param {NamedDeal} deal
 */
const kind = (deal) => /** @type {NamedDeal} */ ({ ...DEAL(cleanDeal(deal)), ...fields({ id: ID })(deal) });

/**
 * Whether a setup is valid on a stored sheet, whose names may come from an earlier version.
 * @param {Parameters<typeof setupFault>[0]} setup
 */
const canBe = (setup) => [null, "name_unfit"].includes(setupFault(setup));

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
