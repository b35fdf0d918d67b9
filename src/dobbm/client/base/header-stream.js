/** An event stream with headers, which an `EventSource` cannot send, or from the worker of a pocket. */

import { request } from "./transport.js";

/** Acts as an `EventSource` does, as far as the page uses one. */
export class HeaderStream {
  readyState = 0;
  /** @type {(() => void) | null} */
  onopen = null;
  /** @type {((event: { data: string }) => void) | null} */
  onmessage = null;
  /** @type {(() => void) | null} */
  onerror = null;
  /** @type {Map<string, (event: { data: string }) => void>} */
  #named = new Map();
  #control = new AbortController();

  /**
   * @param {string} path
   * @param {{ [header: string]: string }} headers
   */
  constructor(path, headers) {
    this.#follow(path, headers);
  }

  /**
   * @param {string} kind
   * @param {(event: { data: string }) => void} work
   */
  addEventListener(kind, work) {
    this.#named.set(kind, work);
  }

  close() {
    this.readyState = EventSource.CLOSED;
    this.#control.abort();
  }

  /**
   * @param {string} path
   * @param {{ [header: string]: string }} headers
   */
  async #follow(path, headers) {
    try {
      const { ok, body } = await request(path, { headers, cache: "no-store", signal: this.#control.signal });
      if (!ok || !body) this.readyState = EventSource.CLOSED;
      else await this.#hear(body.pipeThrough(new TextDecoderStream()).getReader());
    } catch {
      // A stream that breaks off ends as one that is closed by the server.
    }
    if (!this.#control.signal.aborted) this.onerror?.();
  }

  /** @param {ReadableStreamDefaultReader<string>} reader */
  async #hear(reader) {
    this.onopen?.();
    let text = "";
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const events = (text + read.value).split("\n\n");
      text = /** @type {string} */ (events.pop());
      for (const event of events) {
        const [, kind] = /^event: (.*)$/m.exec(event) ?? [];
        const [, data] = /^data: (.*)$/m.exec(event) ?? [];
        if (data && !this.#control.signal.aborted) (kind ? this.#named.get(kind) : this.onmessage)?.({ data });
      }
    }
  }
}
