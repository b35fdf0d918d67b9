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
    // Is there while a start takes it up: a damaged memory may end the process of the page.
    this.begun = `${this.address}&begun`;
  }

  /** Return what an earlier start has kept; nothing if there is none, or if a start with it has not ended. */
  async kept() {
    try {
      const cache = await caches.open(CACHE);
      if (await cache.match(this.begun)) return void (await this.forget());
      const found = await cache.match(this.address);
      if (!found) return undefined;
      await cache.put(this.begun, new Response());
      return new Uint8Array(await found.arrayBuffer());
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

  /** The start has ended well: keep what has been taken, and nothing of other versions. */
  async keep() {
    const taken = this.#taken;
    this.#taken = null;
    try {
      if (taken) await this.forget();
      const cache = await caches.open(CACHE);
      await (taken ? cache.put(this.address, new Response(taken)) : cache.delete(this.begun));
    } catch {
      // A full device starts slowly.
    }
  }

  /** Keep nothing any more. */
  forget() {
    return caches.delete(CACHE);
  }
}
