/** This browser's contribution to the shuffle, and the check that the deck follows from all contributions. */

import { post, withRetries } from "../base/api.js";
import { _ } from "../base/i18n.js";
import { allOf, byName, text } from "../base/checks.js";
import { part } from "../base/loading.js";
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

const KEY = "dobbm-shuffle";
/** The number of contributions kept: older deals are over. */
const MOST = 20;
const kept = () => read(KEY, byName(allOf({ value: text(/^[\da-f]{2,128}$/), commitment: text(/^[\da-f]{2,128}$/) }), MOST)) ?? {};

/**
 * Return this browser's contribution to the open shuffle: random bytes, kept for the check after the deal, and the
 * place of the cut if the person cuts. Return null if there is nothing to contribute.
 * @param {Table} table
 * @param {number | null} [cut]
 */
export function contribution(table, cut = null) {
  const { shuffle, seat } = table;
  if (!shuffle?.open || seat === null || table.seats[seat].kind !== "person") return null;
  const submitted = shuffle.contributions.find((one) => one.seat === seat);
  if (submitted && cut === null) return null;
  const before = kept();
  const key = `${table.table} ${shuffle.deal}`;
  const value = submitted?.value ?? before[key]?.value ?? randomHex(16);
  if (!submitted) write(KEY, newest({ ...before, [key]: { value, commitment: shuffle.commitment } }));
  return cut === null ? { value } : { value, cut };
}

/**
 * Send this browser's contribution to the open shuffle, if there is one.
 * @param {Table} table
 */
export function contribute(table) {
  const part = contribution(table);
  // Show no error if the contribution is late: the shuffle names the seats left out.
  if (part) withRetries(() => post(`/tables/${table.table}/shuffle`, part)).catch(() => {});
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
    const own = kept()[`${table.table} ${proof.deal}`];
    if (own && own.commitment !== proof.commitment) {
      return { state: "fails", message: _("The commitment differs from the one published before the deal.") };
    }
    const recorded = proof.contributions.find((one) => one.seat === table.seat);
    if (own && recorded && recorded.value !== own.value) {
      return { state: "fails", message: _("This browser contributed a different value.") };
    }
    return { state: "holds", part: ownPart(proof, table.seat, own !== undefined) };
  } catch (error) {
    return { state: "fails", message: _("The server's proof of the shuffle does not give the deck that was dealt."), detail: /** @type {Error} */ (error).message };
  }
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
