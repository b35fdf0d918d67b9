/**
 * Keeps the memory of a Python that has imported the application, so that a later start takes it up from there.
 *
 * It holds nothing of a person: it is taken before the application knows what the device keeps.
 */

/** @import { Parts } from "./parts.js" */

const CACHE = `memory-of-dobbm${new URL("../../../", import.meta.url).pathname}`;

export class Image {
  /**
   * The memory to be kept.
   * @type {Uint8Array<ArrayBuffer> | null}
   */
  #taken = null;

  /** @param {Parts} parts */
  constructor(parts) {
    // The memory of another version or of another browser would not fit.
    const key = new URLSearchParams({ runtime: parts.listed.runtime, browser: navigator.userAgent });
    this.address = new URL(`memory?${key}`, import.meta.url).href;
  }

  /** Return what an earlier start has kept; nothing if there is none. */
  async kept() {
    try {
      const found = await (await caches.open(CACHE)).match(this.address);
      return found && new Uint8Array(await found.arrayBuffer());
    } catch {
      return undefined;
    }
  }

  /** @param {any} python */
  take(python) {
    try {
      this.#taken = globalThis.caches ? python.makeMemorySnapshot() : null;
    } catch {
      // A device without memory for it starts slowly.
    }
  }

  /** Keep what has been taken, and nothing of other versions. */
  async keep() {
    const taken = this.#taken;
    if (!taken) return;
    this.#taken = null;
    try {
      await this.forget();
      await (await caches.open(CACHE)).put(this.address, new Response(taken));
    } catch {
      // A full device starts slowly.
    }
  }

  /** Keep nothing any more. */
  forget() {
    return caches.delete(CACHE);
  }
}
