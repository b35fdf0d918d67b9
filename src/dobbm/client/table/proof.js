/** This browser's contribution to the shuffle, and the check that the deck follows from all contributions. */

import { post, withRetries } from "../base/api.js";
import { _ } from "../base/i18n.js";
import { allOf, byName, text } from "../base/checks.js";
import { part } from "../base/loading.js";
import { ownKey } from "../base/place.js";
import { read, write } from "../base/storage.js";

/**
 * @import { Table } from "../schema.d.ts"
 * @import { Proof } from "../shuffle.js"
 * @import { ShuffleCheck, FinishedView } from "../types.d.ts"
 */

/**
 * This browser's contributions to shuffles, by table and number of the deal.
 * @typedef {{ [deal: string]: { value: string, commitment: string } }} Kept
 */

const KEY = ownKey("dobbm-shuffle");
/** The number of contributions kept: older deals are over. */
const MOST = 20;
const CHECK = byName(allOf({ value: text(/^[\da-f]{2,128}$/), commitment: text(/^[\da-f]{2,128}$/) }), MOST);
/** The contributions that the server has taken, for the checks after the deals. */
const kept = () => read(KEY, CHECK) ?? {};
/** Those that this window has drawn. Several windows draw one each, and the server takes one. */
const drawn = () => read(KEY, CHECK, "sessionStorage") ?? {};
/** The shuffles to which this window has sent its contribution. */
const sent = new Set();

/**
 * Return this window's contribution to the open shuffle: random bytes, and the place of the cut if the person cuts.
 * Return null if there is nothing to contribute.
 * @param {Table} table
 * @param {number | null} [cut]
 */
function contribution(table, cut) {
  const { shuffle, seat } = table;
  if (!shuffle?.open || seat === null || table.seats[seat].kind !== "person") return null;
  const submitted = shuffle.contributions.find((one) => one.seat === seat);
  const before = drawn();
  const key = keyOf(table.table, shuffle.deal);
  if (submitted && submitted.value === before[key]?.value) keep(key, before[key]);
  if (cut === null && (submitted || sent.has(key))) return null;
  const value = submitted?.value ?? before[key]?.value ?? randomHex(16);
  const own = { value, commitment: shuffle.commitment };
  if (!submitted) write(KEY, newest({ ...before, [key]: own }), "sessionStorage");
  return { key, own, body: cut === null ? { value } : { value, cut } };
}

/**
 * Send this window's contribution to the open shuffle, if there is one, with the place of the cut if the person cuts.
 * @param {Table} table
 * @param {number | null} [cut]
 */
export async function contribute(table, cut = null) {
  const part = contribution(table, cut);
  if (!part) return;
  const { key, own, body } = part;
  sent.add(key);
  try {
    await withRetries(() => post(`/tables/${table.table}/shuffle`, body));
    if (drawn()[key]?.value === own.value) keep(key, own);
  } catch (error) {
    if (cut !== null) throw error;
    // Show no error if the contribution is late: the shuffle names the seats left out.
  }
}

/**
 * @param {string} table
 * @param {number} deal
 */
const keyOf = (table, deal) => `${table} ${deal}`;

/**
 * @param {string} key
 * @param {Kept[string]} own
 */
function keep(key, own) {
  if (kept()[key]?.value !== own.value) write(KEY, newest({ ...kept(), [key]: own }));
}

/**
 * Check that the proof of a finished deal gives its deck, and that it agrees with the commitment and the contribution
 * that this browser has kept: `{state, message, detail}`. Rejects if the module that checks it cannot be loaded.
 * @param {Pick<Table, "table" | "seat"> & { view: Pick<FinishedView, "record"> }} table
 * @returns {Promise<ShuffleCheck>}
 */
export async function checked(table) {
  const { record } = table.view;
  if (!globalThis.crypto?.subtle) return { state: "impossible" };
  // Outside the try: if the module cannot be loaded, that says nothing about the proof.
  const { verify } = await part("shuffle.js");
  try {
    const proof = await verify(record);
    if (proof.table !== table.table) return { state: "holds", part: "shared" };
    const recorded = proof.contributions.find((one) => one.seat === table.seat);
    const own = ownOf(keyOf(table.table, proof.deal), recorded?.value);
    if (own && own.commitment !== proof.commitment) {
      return { state: "fails", message: _("The commitment differs from the one published before the deal.") };
    }
    if (own && recorded && recorded.value !== own.value) {
      return { state: "fails", message: _("This browser contributed a different value.") };
    }
    return { state: "holds", part: ownPart(proof, table.seat, own !== undefined) };
  } catch (error) {
    return {
      state: "fails",
      message: _("The server's proof of the shuffle does not give the deck that was dealt."),
      detail: /** @type {Error} */ (error).message,
    };
  }
}

/**
 * Return what this browser has contributed: what the server is known to have taken, or what it has recorded of this
 * window.
 * @param {string} key
 * @param {string | undefined} recorded
 */
function ownOf(key, recorded) {
  const own = drawn()[key];
  return kept()[key] ?? (own?.value === recorded ? own : undefined);
}

/**
 * Say whether the proof counts the contribution of this browser's seat.
 * @param {Proof} proof
 * @param {number | null} seat
 * @param {boolean} kept whether this browser kept a contribution
 * @returns {ShuffleCheck["part"]}
 */
function ownPart({ contributions, left_out: leftOut }, seat, kept) {
  if (seat === null) return "unknown";
  if (leftOut.includes(seat)) return "left_out";
  if (!kept) return "unknown";
  return contributions.some((one) => one.seat === seat) ? "counted" : "left_out";
}

/** @param {number} bytes */
function randomHex(bytes) {
  const values = crypto.getRandomValues(new Uint8Array(bytes));
  return [...values].map((value) => value.toString(16).padStart(2, "0")).join("");
}

/**
 * Return only the newest entries.
 * @param {Kept} entries
 */
const newest = (entries) => Object.fromEntries(Object.entries(entries).slice(-MOST));
