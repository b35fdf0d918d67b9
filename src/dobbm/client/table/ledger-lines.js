/** The lines of a table's ledger, read as deals are finished. */

import { get } from "../base/api.js";
import { notify } from "../base/dom.js";
import { finishedDeals } from "./lookups.js";
import { refusal } from "./refusal.js";

/** @import { LedgerLine, Table } from "../schema.d.ts" */

export class LedgerLines {
  /** @param {string} path of the table in the API */
  constructor(path) {
    this.path = path;
    /**
     * The lines read so far.
     * @type {LedgerLine[]}
     */
    this.written = [];
    this.reading = Promise.resolve(this.written);
  }

  /**
   * Read the lines that are missing, one request after another, and return all.
   * @param {() => Table | null} latest the table as it is then
   */
  read(latest) {
    this.reading = this.reading
      .then(() => this.readOn(latest()))
      .catch((error) => (notify(refusal(error)), this.written));
    return this.reading;
  }

  /** @param {Table | null} table */
  async readOn(table) {
    const finished = table ? finishedDeals(table) : 0;
    // The host may have restored an older database.
    if (this.written.length > finished) this.written = [];
    while (this.written.length < finished) {
      const page = /** @type {LedgerLine[]} */ (await get(`${this.path}/deals?after=${this.written.length}`));
      if (!page.length) break;
      this.written = [...this.written, ...page];
    }
    return this.written;
  }
}
