/** This browser's part of the shuffle, and whether the deck of a deal follows from all parts. */

import { _ } from "../base/i18n.js";
import { verify } from "../shuffle.js";
import { read, write } from "../base/look.js";

/**
 * @import { Table } from "../schema.d.ts"
 * @import { Checked, Finished } from "../types.d.ts"
 */

/**
 * What this browser contributed to the shuffles of its deals, by table and number.
 * @typedef {{ [deal: string]: { value: string, commitment: string } }} Kept
 */

const KEY = "dobbm-shuffle";

/**
 * What the person's browser contributes to the shuffle that is open: random bytes, kept until the
 * deal is over, and where to cut if one is asked to. Null when there is nothing to contribute.
 * @param {Table} table
 * @param {number | null} [cut]
 */
export function contribution(table, cut = null) {
  const { shuffle, seat } = table;
  if (!shuffle?.open || seat === null || table.seats[seat].kind !== "person") return null;
  const told = shuffle.contributions.find((one) => one.seat === seat);
  if (told && cut === null) return null;
  const kept = /** @type {Kept} */ (read(KEY) ?? {});
  const key = `${table.table} ${shuffle.deal}`;
  const value = told?.value ?? kept[key]?.value ?? randomHex(16);
  if (!told) write(KEY, newest({ ...kept, [key]: { value, commitment: shuffle.commitment } }));
  return cut === null ? { value } : { value, cut };
}

/**
 * Whether the deck of a finished deal is the one that the proof gives, and the proof is made of
 * what this browser was told and contributed: `{state, message, detail}`.
 * @param {Pick<Table, "table" | "seat"> & { view: Pick<Finished, "record"> }} table
 * @returns {Promise<Checked>}
 */
export async function checked(table) {
  const { record } = table.view;
  if (!globalThis.crypto?.subtle) return { state: "impossible" };
  try {
    const proof = await verify(record);
    const own = /** @type {Kept} */ (read(KEY) ?? {})[`${table.table} ${proof.deal}`];
    if (own && own.commitment !== proof.commitment) {
      return { state: "fails", message: _("The commitment is another one than before the deal.") };
    }
    const told = proof.contributions.find((one) => one.seat === table.seat);
    if (own && told && told.value !== own.value) {
      return { state: "fails", message: _("This browser contributed another value.") };
    }
    return { state: "holds" };
  } catch (error) {
    return { state: "fails", message: _("What the server has told of the shuffle does not give the deck that was dealt."), detail: /** @type {Error} */ (error).message };
  }
}

/** @param {number} bytes */
function randomHex(bytes) {
  const values = crypto.getRandomValues(new Uint8Array(bytes));
  return [...values].map((value) => value.toString(16).padStart(2, "0")).join("");
}

/**
 * The last entries of an object: older deals are over.
 * @param {Kept} entries
 */
const newest = (entries) => Object.fromEntries(Object.entries(entries).slice(-20));
