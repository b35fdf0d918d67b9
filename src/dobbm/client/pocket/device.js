/** Keeps the rows of the pocket edition on this device: text by key, in the browser's database. */

/** The name of the database; another folder of the same site has tables of its own. */
export const DATABASE = `dobbm-pocket${new URL("../../../", import.meta.url).pathname}`;
const VERSION = 1;
const ROWS = "rows";
/** The row with the number of the window that runs the game: each takes the next one. */
const OWNER = "owner";

/**
 * Return what keeps the rows for this window, and from now on for no other: the database, or this window's memory if
 * the browser has none for this page.
 * @param {() => void} lost hears that another window runs the game now
 */
export async function openDevice(lost) {
  const database = await openDatabase(VERSION);
  if (!database) return new Passing();
  // A later version that changes the database waits until this one has closed it.
  database.onversionchange = () => {
    database.close();
    lost();
  };
  const device = new Lasting(database, lost);
  // A device that is full can still be read.
  await device.own().catch(() => undefined);
  return device;
}

/**
 * Return the database; null if the browser has none for this page. Throw if it is of a later version.
 * @param {number} [version]
 * @returns {Promise<IDBDatabase | null>}
 */
function openDatabase(version) {
  return new Promise((resolve, reject) => {
    try {
      const asked = indexedDB.open(DATABASE, version);
      asked.onupgradeneeded = () => asked.result.createObjectStore(ROWS);
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => (asked.error?.name === "VersionError" ? reject(asked.error) : resolve(null));
    } catch {
      resolve(null);
    }
  });
}

/** Return all rows, also those of a newer version, as lines of JSON: the key and the row. */
export async function allRows() {
  const database = await openDatabase();
  if (!database?.objectStoreNames.contains(ROWS)) return [];
  const [keys, rows] = await new Lasting(database, () => undefined).read("");
  database.close();
  return keys.map((key, at) => JSON.stringify([key, rows[at]]));
}

/** A device that keeps rows until the window closes. */
class Passing {
  keeps = false;
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
class Lasting {
  keeps = true;
  /** This window's number as the owner; 0 until it is one. */
  #number = 0;

  /**
   * @param {IDBDatabase} database
   * @param {() => void} lost hears that another window runs the game now
   */
  constructor(database, lost) {
    this.database = database;
    this.lost = lost;
  }

  /**
   * Become the only window that may write.
   * @returns {Promise<void>}
   */
  own() {
    return new Promise((resolve, reject) => {
      const change = this.database.transaction(ROWS, "readwrite");
      const store = change.objectStore(ROWS);
      const last = store.get(OWNER);
      let number = 0;
      change.onabort = () => reject(change.error);
      change.oncomplete = () => {
        this.#number = number;
        resolve();
      };
      last.onsuccess = () => {
        number = Number(last.result ?? 0) + 1;
        store.put(String(number), OWNER);
      };
    });
  }

  /**
   * Keep rows, all of them or none; null removes one. Return why the device refuses; nothing if it does not.
   * @param {string[]} keys
   * @param {(string | null | undefined)[]} rows
   * @returns {Promise<string>}
   */
  async write(keys, rows) {
    try {
      if (!this.#number) await this.own();
    } catch (error) {
      return String(error);
    }
    return new Promise((resolve) => {
      try {
        // Events survive a loss of power, as on a server.
        const change = this.database.transaction(ROWS, "readwrite", { durability: "strict" });
        change.oncomplete = () => resolve("");
        change.onabort = () => resolve(String(change.error ?? "another window runs the game"));
        const store = change.objectStore(ROWS);
        const owner = store.get(OWNER);
        owner.onsuccess = () => {
          if (owner.result === String(this.#number)) return put(store, keys, rows);
          change.abort();
          return this.lost();
        };
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

/**
 * @param {IDBObjectStore} store
 * @param {string[]} keys
 * @param {(string | null | undefined)[]} rows
 */
function put(store, keys, rows) {
  for (const [at, key] of keys.entries()) {
    const row = rows[at];
    if (row == null) store.delete(key);
    // No event is ever replaced.
    else if (key.startsWith("event/")) store.add(row, key);
    else store.put(row, key);
  }
}
