/** The deals of this device in short, the oldest first, each with what its hands were worth. */

import { post, withRetries } from "../base/api.js";
import { computedBefore, keepComputed, recordsOf, remark } from "../base/records.js";
import { canThink } from "../base/thinking.js";
import { parts } from "./lines.js";
import { summarise, VERSION } from "./summary.js";

/**
 * @import { ReadRecord } from "../schema.d.ts"
 * @import { Summary } from "./summary.js"
 */

/** The records that are read at once. */
const CHUNK = 400;

/**
 * Return the deals of this device; those that have no summary get one.
 * @returns {Promise<Summary[]>}
 */
export async function loadDeals() {
  const { ids, computed, changed } = await computedBefore();
  /** @type {Map<string, Summary>} */
  const known = new Map(readSummaries(computed).map((one) => [one.id, one]));
  for (const id of changed) known.delete(id);
  const missing = ids.filter((id) => !known.has(id));
  for (const chunk of chunks(missing)) {
    const records = await recordsOf(chunk);
    for (const one of chunk.flatMap((id, at) => summarised(id, records[at]))) known.set(one.id, one);
  }
  const deals = ids.flatMap((id) => known.get(id) ?? []);
  if (missing.length || deals.length < known.size) await keepComputed(JSON.stringify(deals), changed);
  return deals.sort((one, other) => one.at - other.at || (one.deal ?? 0) - (other.deal ?? 0));
}

/**
 * @param {string} computed
 * @returns {Summary[]}
 */
function readSummaries(computed) {
  if (!computed) return [];
  const found = /** @type {Summary[]} */ (JSON.parse(computed));
  return found[0]?.version === VERSION ? found : [];
}

/**
 * @param {string} id
 * @param {Awaited<ReturnType<typeof recordsOf>>[number]} record
 */
function summarised(id, record) {
  try {
    return record ? [summarise(id, record)] : [];
  } catch {
    // The record of another hand, which no replay could open.
    return [];
  }
}

/** @param {string[]} ids */
const chunks = (ids) =>
  Array.from({ length: Math.ceil(ids.length / CHUNK) }, (_chunk, at) => ids.slice(at * CHUNK, (at + 1) * CHUNK));

/**
 * Learn what the hands of deals were worth that nobody has valued; return whether there were any.
 * @param {Summary[]} deals
 * @param {() => boolean} isOpen
 */
export async function value(deals, isOpen) {
  const wanted = deals.filter(({ isValued, role }) => !isValued && role !== "unknown").map(({ id }) => id);
  if (!wanted.length || !canThink()) return false;
  for (const chunk of chunks(wanted)) {
    const records = await recordsOf(chunk);
    const lines = records.map((record) => (record ? JSON.stringify({ ...record, meta: {} }) : ""));
    for (const part of parts(lines)) {
      if (!isOpen()) return false;
      const sent = { lines: part.map(([, line]) => line) };
      const read = /** @type {ReadRecord[]} */ (await withRetries(() => post("/records", sent)));
      await remark(new Map(read.map(({ worth }, at) => [chunk[part[at][0] - 1], { worth }])));
    }
  }
  return true;
}
