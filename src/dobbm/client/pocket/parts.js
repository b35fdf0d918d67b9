/** Fetches the parts of the pocket edition's Python and keeps them on the device, so that they come only once. */

/** The media types of the parts. */
const TYPES = { wasm: "application/wasm", zip: "application/zip", js: "text/javascript" };
/** The parts beside this module, which change with every version; the others change seldom. */
const OWN = ["app.zip", "kernel.wasm"];
/** The part that comes after the first cards. */
export const LATE = "late.zip";
/** Milliseconds before a part that has not arrived is asked for again, at first and at most. */
const WAIT = 1000;
const LONGEST_WAIT = 30_000;
/** The share of a part that travels if it is compressed. */
const COMPRESSED = 0.3;

/**
 * The parts as scripts/pocket.py lists them: the folder of the parts that change seldom, the sizes of all parts in
 * bytes, their SHA-256 in base64, and a description of Pyodide for itself.
 * @typedef {{ runtime: string, sizes: Record<string, number>, digests: Record<string, string>, info: object }} Listed
 */

/** The names of the caches for the parts that change seldom; other folders of the same site have others. */
const CACHES = `runtime-of-dobbm${new URL("../../../", import.meta.url).pathname}`;

/**
 * Try until it succeeds, ever more seldom.
 * @template Value
 * @param {(cache: RequestCache) => Promise<Value>} work asks anew if it was in vain: the browser may keep a broken file
 * @returns {Promise<Value>}
 */
export async function insist(work) {
  for (let wait = WAIT, tries = 0; ; wait = Math.min(2 * wait, LONGEST_WAIT), tries += 1) {
    try {
      return await work(tries ? "reload" : "default");
    } catch {
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

/**
 * Yield the pieces of a body as they arrive.
 * @param {ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>} reader
 */
async function* read(reader) {
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value;
}

export class Parts {
  /** @type {Map<string, number>} */
  #arrived = new Map();
  /** The share told last. */
  #told = 0;

  /**
   * @param {Listed} listed
   * @param {(share: number) => void} tell hears which share of everything has arrived
   */
  constructor(listed, tell) {
    this.listed = listed;
    // Pyodide's requests come to `answer`: see python.js.
    this.fetch = globalThis.fetch.bind(globalThis);
    this.tell = tell;
    const { [LATE]: _, ...first } = listed.sizes;
    this.total = Object.values(first).reduce((sum, size) => sum + size, 0);
  }

  /**
   * Return the address of a part.
   * @param {string} name
   */
  address(name) {
    const folder = OWN.includes(name) ? "" : `../../../pocket/${this.listed.runtime}/`;
    return new URL(folder + name, import.meta.url).href;
  }

  /** Return which share of the first parts this device does not keep. */
  async missing() {
    const { [LATE]: _, ...first } = this.listed.sizes;
    const kept = await Promise.all(Object.keys(first).map((name) => this.#kept(name)));
    const sizes = Object.values(first).filter((_size, at) => !kept[at]);
    return sizes.reduce((sum, size) => sum + size, 0) / this.total;
  }

  /**
   * Return the part that this device keeps; nothing if it keeps none. The service worker may have kept its own parts
   * from a host that had them in halves.
   * @param {string} name
   */
  async #kept(name) {
    const found = await globalThis.caches?.match(this.address(name)).catch(() => undefined);
    const isWhole = async () => (await found?.clone().blob())?.size === this.listed.sizes[name];
    return !OWN.includes(name) || (await isWhole()) ? found : undefined;
  }

  /**
   * Return the name of the part at an address; nothing if there is none.
   * @param {string} address
   */
  named(address) {
    return Object.keys(this.listed.sizes).find((name) => this.address(name) === address);
  }

  /**
   * Return a part as an answer to a request: the one that the device keeps, or one that comes now and is kept.
   * @param {string} name
   */
  async answer(name) {
    const address = this.address(name);
    const kept = await this.#kept(name);
    if (kept) {
      this.#count(name, this.listed.sizes[name]);
      return kept;
    }
    const data = await this.#fetched(name, address);
    const type = TYPES[/** @type {keyof typeof TYPES} */ (name.split(".").at(-1))];
    const arrived = new Response(data, { headers: { "Content-Type": type } });
    const keeping = OWN.includes(name) || this.#keep(address, arrived.clone());
    // The browser itself asks for a module again.
    if (name.endsWith(".js")) await keeping;
    return arrived;
  }

  /**
   * Keep a part that changes seldom; the service worker keeps the others with their version.
   * @param {string} address
   * @param {Response} arrived
   */
  async #keep(address, arrived) {
    const cache = await globalThis.caches?.open(CACHES + this.listed.runtime).catch(() => null);
    await cache?.put(address, arrived).catch(() => undefined);
    const names = (await globalThis.caches?.keys().catch(() => [])) ?? [];
    const isOld = (/** @type {string} */ name) => name.startsWith(CACHES) && name !== CACHES + this.listed.runtime;
    for (const name of names.filter(isOld)) await caches.delete(name);
  }

  /**
   * Answer the requests of Pyodide with what has arrived.
   * @param {string} elsewhere the name of a part that it gets in another way, and asks for in vain
   */
  answerAllBut(elsewhere) {
    globalThis.fetch = async (asked, how) => {
      const name = this.named(String(asked instanceof Request ? asked.url : asked));
      if (name === elsewhere) return new Response();
      return name ? this.answer(name) : this.fetch(asked, how);
    };
  }

  /** @param {string} name */
  async data(name) {
    return new Uint8Array(await (await this.answer(name)).arrayBuffer());
  }

  /**
   * Fetch a part; ask again until it has arrived whole.
   * @param {string} name
   * @param {string} address
   */
  async #fetched(name, address) {
    const part = { name, data: new Uint8Array(this.listed.sizes[name]), size: 0, cuts: -1 };
    await insist(async (cache) => {
      await this.#fetch(address, part, cache);
      if (await this.#isListed(name, part.data)) return;
      part.size = 0;
      throw new Error("not what is listed");
    });
    return part.data;
  }

  /**
   * Return whether a part has the listed digest. Without a secure connection, browsers compute none.
   * @param {string} name
   * @param {BufferSource} data
   */
  async #isListed(name, data) {
    const found = await globalThis.crypto?.subtle?.digest("SHA-256", data);
    return !found || btoa(String.fromCharCode(...new Uint8Array(found))) === this.listed.digests[name];
  }

  /** Keep no damaged part any more; the next start asks for it. */
  async forgetDamaged() {
    for (const key of await caches.keys()) {
      const cache = await caches.open(key);
      for (const name of Object.keys(this.listed.sizes)) {
        const kept = await cache.match(this.address(name));
        if (kept && !(await this.#isListed(name, await kept.arrayBuffer()))) await cache.delete(this.address(name));
      }
    }
  }

  /**
   * Fetch what is missing of a part. The rest of a part comes uncompressed: it is asked for if the whole would be more,
   * or never comes.
   * @param {string} address
   * @param {{ name: string, data: Uint8Array, size: number, cuts: number }} part
   * @param {RequestCache} cache
   */
  async #fetch(address, part, cache) {
    const { name, data } = part;
    part.cuts += 1;
    const goesOn = part.size > 0 && (part.cuts > 1 || data.length - part.size < data.length * COMPRESSED);
    const answer = await this.fetch(address, goesOn ? { cache, headers: { Range: `bytes=${part.size}-` } } : { cache });
    const isRest = answer.status === 206 && answer.headers.get("Content-Range")?.startsWith(`bytes ${part.size}-`);
    // A page comes from a host that lacks the part, or from somebody in between.
    const isPage = answer.headers.get("Content-Type")?.startsWith("text/html");
    if (!isRest) part.size = 0;
    this.#count(name, part.size);
    if (!answer.body || isPage || !(isRest || answer.status === 200)) throw new Error(`answered with ${answer.status}`);
    for await (const value of read(answer.body.getReader())) {
      data.set(value, part.size);
      part.size += value.length;
      this.#count(name, part.size);
    }
    if (part.size !== data.length) throw new Error("cut off");
  }

  /**
   * @param {string} name
   * @param {number} size
   */
  #count(name, size) {
    if (name === LATE) return;
    this.#arrived.set(name, size);
    const share = [...this.#arrived.values()].reduce((sum, one) => sum + one, 0) / this.total;
    if (share < this.#told || share > this.#told + 0.01 || share === 1) this.tell((this.#told = share));
  }
}
