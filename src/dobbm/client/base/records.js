/**
 * Keeps the records of finished deals on this device, each once, whether they were played here or come from a file.
 *
 * They are in a database of their own, so that they can be saved even if the tables cannot be read. What the page knows
 * of a deal beside its record is in the record's `meta`: the person's `seat`, the strength of the `bots` by seat, when
 * the deal `ended`, its `table`, `session` and `deal`, whether it has a `star`. Beside each record, there is room for
 * what others have computed from it.
 */

import { byName, whole } from "./checks.js";
import { ownKey } from "./place.js";
import { keepForGood, read, write } from "./storage.js";

/** @import { Record } from "../schema.d.ts" */

/** All pages of a site share them. */
const NAME = "dobbm-records";
const VERSION = 2;
const [RECORDS, COMPUTED] = ["deals", "computed"];
/** The last deals of tables that have been erased. */
const ERASED = ownKey("dobbm-erased");
const MOST_ERASED = 100;
/** The key of what has been computed from all deals; the other keys are those of deals that have changed since. */
const ALL = "all";
/** The index of the deals of tables. */
const OF_TABLES = "of tables";
/** The records of the first version, under longer keys. */
const EARLIER = "records";

/**
 * Return the name of a deal on this device: equal for records that differ only in their remarks.
 * @param {Record} record
 */
export const idOf = ({ dealer, must, deck, actions }) => {
  const text = [dealer, Number(must), deck.join(""), actions.join(" ")].join("/");
  return hashed(text, 0) + hashed(text, 1);
};

/**
 * Return 53 bits that depend on a whole text (cyrb53): browsers compute others only over HTTPS.
 * @param {string} text
 * @param {number} seed
 */
function hashed(text, seed) {
  let [high, low] = [0xdeadbeef ^ seed, 0x41c6ce57 ^ seed];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36).padStart(11, "0");
}

/** @returns {Promise<IDBDatabase>} */
const open = () =>
  new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, VERSION);
    asked.onupgradeneeded = () => upgrade(asked.result, /** @type {IDBTransaction} */ (asked.transaction));
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });

/**
 * @param {IDBDatabase} database
 * @param {IDBTransaction} change
 */
function upgrade(database, change) {
  const records = database.createObjectStore(RECORDS);
  records.createIndex(OF_TABLES, ["meta.table", "meta.deal"]);
  database.createObjectStore(COMPUTED);
  if (!database.objectStoreNames.contains(EARLIER)) return;
  const walk = change.objectStore(EARLIER).openCursor();
  walk.onsuccess = () => {
    const found = walk.result;
    if (!found) return database.deleteObjectStore(EARLIER);
    if (Array.isArray(found.value?.deck) && Array.isArray(found.value.actions)) {
      records.put(found.value, idOf(found.value));
    }
    return found.continue();
  };
}

/**
 * Do something with the records and what is computed from them, all of it or nothing; reject if the browser does not
 * keep them.
 * @template Value
 * @param {IDBTransactionMode} mode
 * @param {(records: IDBObjectStore, computed: IDBObjectStore) => () => Value} work returns what gives the value in the
 *   end
 * @returns {Promise<Value>}
 */
async function transact(mode, work) {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const change = database.transaction([RECORDS, COMPUTED], mode);
      const value = work(change.objectStore(RECORDS), change.objectStore(COMPUTED));
      change.oncomplete = () => resolve(value());
      change.onabort = () => reject(change.error);
    });
  } finally {
    database.close();
  }
}

/**
 * Keep records; return how many of them were new. Of a deal that is there, only new remarks are added; one that the
 * person has erased stays away.
 * @param {Record[]} records
 * @param {boolean} [evenErased] whether the person brings erased deals back
 */
export async function keep(records, evenErased = false) {
  const { before, added } = await transact("readwrite", (kept, computed) => {
    let added = 0;
    const before = kept.count();
    // Each record is put once, even if it is given twice: both would look before either is there.
    for (const [id, record] of new Map(records.map((one) => [idOf(one), one]))) {
      const asked = kept.get(id);
      asked.onsuccess = () => {
        const known = /** @type {Record | undefined} */ (asked.result);
        if (!known && !evenErased && isErased(record)) return;
        const meta = { ...record.meta, ...known?.meta };
        if (known && Object.keys(meta).length === Object.keys(known.meta ?? {}).length) return;
        if (!known) added += 1;
        kept.put({ ...record, meta }, id);
        computed.put(true, id);
      };
    }
    return () => ({ before: before.result, added });
  });
  // Asked for once, with the first deal.
  if (added && !before) keepForGood();
  return added;
}

/**
 * Change the remarks on deals; a deal that is not there any more stays away.
 * @param {Map<string, object>} changes by deal
 */
export const remark = (changes) =>
  transact("readwrite", (kept, computed) => {
    for (const [id, meta] of changes) {
      const asked = kept.get(id);
      asked.onsuccess = () => {
        if (!asked.result) return;
        kept.put({ ...asked.result, meta: { ...asked.result.meta, ...meta } }, id);
        computed.put(true, id);
      };
    }
    return () => undefined;
  });

/**
 * Return the record of a deal; undefined if it is not here.
 * @param {string} id
 * @returns {Promise<Record | undefined>}
 */
export const keptRecord = (id) =>
  transact("readonly", (kept) => {
    const found = kept.get(id);
    return () => found.result;
  });

/**
 * Return the numbers of the deals of a table that are here.
 * @param {string} table
 * @returns {Promise<Set<number>>}
 */
export const keptDeals = (table) =>
  transact("readonly", (kept) => {
    /** @type {Set<number>} */
    const found = new Set();
    const asked = kept.index(OF_TABLES).openKeyCursor(IDBKeyRange.bound([table, 0], [table, Infinity]));
    asked.onsuccess = () => {
      const { result } = asked;
      if (!result) return;
      found.add(/** @type {[string, number]} */ (result.key)[1]);
      result.continue();
    };
    return () => found;
  });

/** @returns {Promise<Record[]>} */
export const keptRecords = () =>
  transact("readonly", (kept) => {
    const found = kept.getAll();
    return () => found.result;
  });

/**
 * Return the records of these deals, as far as they are here.
 * @param {string[]} ids
 * @returns {Promise<(Record | undefined)[]>}
 */
export const recordsOf = (ids) =>
  transact("readonly", (kept) => {
    const found = ids.map((id) => kept.get(id));
    return () => found.map(({ result }) => result);
  });

/**
 * Return the names of all deals, what has been computed from them, and the deals that have changed since.
 * @returns {Promise<{ ids: string[], computed: string, changed: string[] }>}
 */
export const computedBefore = () =>
  transact("readonly", (kept, beside) => {
    const [ids, computed, changed] = [kept.getAllKeys(), beside.get(ALL), beside.getAllKeys()];
    return () => ({
      ids: /** @type {string[]} */ (ids.result),
      computed: computed.result ?? "",
      changed: /** @type {string[]} */ (changed.result).filter((id) => id !== ALL),
    });
  });

/**
 * Keep what has been computed from all deals, as one text: a browser reads that far faster than thousands of values.
 * @param {string} computed
 * @param {string[]} changed the deals that need not be looked at again
 */
export const keepComputed = (computed, changed) =>
  transact("readwrite", (_kept, beside) => {
    beside.put(computed, ALL);
    for (const id of changed) beside.delete(id);
    return () => undefined;
  });

/** Erase all deals; the last one of each table is remembered, so that no page collects them again. */
export async function eraseRecords() {
  /** @type {{ [table: string]: number }} */
  const last = { ...erased() };
  await transact("readwrite", (kept, computed) => {
    const asked = kept.index(OF_TABLES).openKeyCursor();
    asked.onsuccess = () => {
      const { result } = asked;
      if (result) {
        const [table, deal] = /** @type {[string, number]} */ (result.key);
        last[table] = Math.max(last[table] ?? 0, deal);
        return result.continue();
      }
      kept.clear();
      computed.clear();
      return undefined;
    };
    return () => undefined;
  });
  write(ERASED, last);
}

/** @param {Record} record */
const isErased = ({ meta: { table, deal } = {} }) => Number(deal) <= (erased()[String(table)] ?? 0);

/** Return the number of the last deal of each table that the person has erased. */
export const erased = () => read(ERASED, byName(whole(0, 1e9), MOST_ERASED)) ?? {};
