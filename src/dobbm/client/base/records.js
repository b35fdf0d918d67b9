/**
 * Keeps the records of finished deals on this device, each once, whether they were played here or come from a file.
 *
 * They are in a database of their own, so that they can be saved even if the tables cannot be read.
 */

/** @import { Record } from "../schema.d.ts" */

/** All pages of a site share them. */
const NAME = "dobbm-records";
const RECORDS = "records";

/**
 * Return what two records of the same deal have in common: all but their remarks.
 * @param {Record} record
 */
const keyOf = ({ dealer, must, deck, actions }) => [dealer, Number(must), deck.join(""), actions.join(" ")].join("/");

/** @returns {Promise<IDBDatabase>} */
const open = () =>
  new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(RECORDS);
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });

/**
 * Do something with the records, all of it or nothing; reject if the browser does not keep them.
 * @template Value
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => () => Value} work returns what gives the value in the end
 * @returns {Promise<Value>}
 */
async function transact(mode, work) {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const change = database.transaction(RECORDS, mode);
      const value = work(change.objectStore(RECORDS));
      change.oncomplete = () => resolve(value());
      change.onabort = () => reject(change.error);
    });
  } finally {
    database.close();
  }
}

/**
 * Keep records; return how many of them were new.
 * @param {Record[]} records
 */
export const keep = (records) =>
  transact("readwrite", (store) => {
    let added = 0;
    for (const [key, record] of new Map(records.map((one) => [keyOf(one), one]))) {
      const known = store.getKey(key);
      known.onsuccess = () => {
        if (known.result !== undefined) return;
        added += 1;
        store.put(record, key);
      };
    }
    return () => added;
  });

/** @returns {Promise<Record[]>} */
export const keptRecords = () =>
  transact("readonly", (store) => {
    const found = store.getAll();
    return () => found.result;
  });

/** @returns {Promise<number>} */
export const countRecords = () =>
  transact("readonly", (store) => {
    const found = store.count();
    return () => found.result;
  });
