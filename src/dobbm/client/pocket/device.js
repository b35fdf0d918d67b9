/** Keeps the rows of the pocket edition on this device: text by key, in the browser's database. */

const ROWS = "rows";

/**
 * Return the database; null if the browser has none for this page.
 * @param {string} name
 * @returns {Promise<IDBDatabase | null>}
 */
export function openDatabase(name) {
  return new Promise((resolve) => {
    try {
      const asked = indexedDB.open(name, 1);
      asked.onupgradeneeded = () => asked.result.createObjectStore(ROWS);
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => resolve(null);
    } catch {
      resolve(null);
    }
  });
}

/** A device that keeps rows until the window closes. */
export class Passing {
  /** @type {Map<string, string>} */
  #rows = new Map();

  /**
   * @param {string[]} keys
   * @param {(string | null | undefined)[]} rows
   */
  async write(keys, rows) {
    for (const [at, key] of keys.entries()) {
      const row = rows[at];
      if (row == null) this.#rows.delete(key);
      else this.#rows.set(key, row);
    }
    return "";
  }

  /** @param {string} prefix */
  async read(prefix) {
    const keys = [...this.#rows.keys()].filter((key) => key.startsWith(prefix)).sort();
    return [keys, keys.map((key) => this.#rows.get(key))];
  }
}

/** A device that keeps rows for good. */
export class Lasting {
  /** @param {IDBDatabase} database */
  constructor(database) {
    this.database = database;
  }

  /**
   * Keep rows, all of them or none; null removes one. Return why the device refuses; nothing if it does not.
   * @param {string[]} keys
   * @param {(string | null | undefined)[]} rows
   * @returns {Promise<string>}
   */
  write(keys, rows) {
    return new Promise((resolve) => {
      try {
        const change = this.database.transaction(ROWS, "readwrite");
        change.oncomplete = () => resolve("");
        change.onabort = () => resolve(String(change.error ?? "refused"));
        const store = change.objectStore(ROWS);
        for (const [at, key] of keys.entries()) {
          const row = rows[at];
          if (row == null) store.delete(key);
          // No event is ever replaced, not even where two windows believe that they own the tables.
          else if (key.startsWith("event/")) store.add(row, key);
          else store.put(row, key);
        }
      } catch (error) {
        resolve(String(error));
      }
    });
  }

  /**
   * Return the keys that begin with a prefix, in order, and their rows.
   * @param {string} prefix
   * @returns {Promise<[string[], string[]]>}
   */
  read(prefix) {
    return new Promise((resolve, reject) => {
      const look = this.database.transaction(ROWS).objectStore(ROWS);
      const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
      const keys = look.getAllKeys(range);
      const rows = look.getAll(range);
      look.transaction.oncomplete = () => resolve([/** @type {string[]} */ (keys.result), rows.result]);
      look.transaction.onabort = () => reject(look.transaction.error);
    });
  }
}
