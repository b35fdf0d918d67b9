/**
 * Keeps the records of finished deals on this device, each once, whether they were played here or come from a file.
 *
 * They are in a database of their own, so that they can be saved even if the tables cannot be read. What the page knows
 * of a deal beside its record is in the record's `meta`: the person's `seat`, the strength of the `bots` by seat, when
 * the deal `ended`, its `table`, `session` and `deal`, whether it has a `star`. Beside each record, there is room for
 * what others have computed from it.
 */

/** @import { Record } from "../schema.d.ts" */

/** All pages of a site share them. */
const NAME = "dobbm-records";
const VERSION = 2;
const [RECORDS, SUMMARIES] = ["deals", "summaries"];
/** The index of the deals of tables. */
const OF_TABLES = "of tables";
/** The records of the first version, under longer keys. */
const EARLIER = "records";

/**
 * Return the name of a deal on this device: equal for records that differ only in their remarks.
 * @param {Record} record
 */
const idOf = ({ dealer, must, deck, actions }) => {
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
  database.createObjectStore(SUMMARIES);
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
 * Do something with the records and the summaries, all of it or nothing; reject if the browser does not keep them.
 * @template Value
 * @param {IDBTransactionMode} mode
 * @param {(records: IDBObjectStore, summaries: IDBObjectStore) => () => Value} work returns what gives the value in the
 *   end
 * @returns {Promise<Value>}
 */
async function transact(mode, work) {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const change = database.transaction([RECORDS, SUMMARIES], mode);
      const value = work(change.objectStore(RECORDS), change.objectStore(SUMMARIES));
      change.oncomplete = () => resolve(value());
      change.onabort = () => reject(change.error);
    });
  } finally {
    database.close();
  }
}

/**
 * Keep records; return how many of them were new. Of a deal that is there, only new remarks are added.
 * @param {Record[]} records
 */
export const keep = (records) =>
  transact("readwrite", (kept, summaries) => {
    let added = 0;
    for (const record of records) {
      const id = idOf(record);
      const asked = kept.get(id);
      asked.onsuccess = () => {
        const known = /** @type {Record | undefined} */ (asked.result);
        const meta = { ...record.meta, ...known?.meta };
        if (known && Object.keys(meta).length === Object.keys(known.meta ?? {}).length) return;
        if (!known) added += 1;
        kept.put({ ...record, meta }, id);
        summaries.delete(id);
      };
    }
    return () => added;
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

/** @returns {Promise<number>} */
export const countRecords = () =>
  transact("readonly", (kept) => {
    const found = kept.count();
    return () => found.result;
  });
