/** Takes in what the streams and requests of a table bring: each change once and in order, and who is there. */

import { post } from "./api.js";
import { elapsed, hearTime, serverTime } from "./clock.js";
import { missesSeat, seatHeaders } from "./seat-token.js";

/**
 * @import { Table } from "../schema.d.ts"
 * @import { Beat } from "../types.d.ts"
 */

/** Milliseconds between two requests that show the server that a person is there. */
const HERE = 4000;

export class Hearing {
  /**
   * @param {string} path
   * @param {(table: Table) => void} onTable
   * @param {((beat: Beat) => void) | undefined} onBeat
   * @param {() => void} onMiss called if an answer lacks the seat that this window has a token for
   */
  constructor(path, onTable, onBeat, onMiss) {
    this.path = path;
    this.onTable = onTable;
    this.onBeat = onBeat;
    this.onMiss = onMiss;
    /** @type {Table | null} */
    this.latest = null;
    /**
     * The last change again, but for another seat: the next beat shows it unless a later change explains it.
     * @type {Table | null}
     */
    this.reseated = null;
    /** @type {Beat} */
    this.pulse = { now: 0, connected: [], spectators: 0, watching: [] };
    this.answered = -Infinity;
    /** How many tables in a row came from before the latest change. */
    this.older = 0;
  }

  /** Show the server that the person is there: it cannot see that a stream is dead. */
  answer() {
    if (this.latest?.seat == null || elapsed() - this.answered < HERE) return;
    this.answered = elapsed();
    post(`${this.path}/here`).catch(() => undefined);
  }

  /** @param {Beat} beat */
  beat(beat) {
    hearTime(beat.now);
    this.pulse = beat;
    this.answer();
    if (this.reseated) this.onTable((this.latest = this.reseated));
    this.reseated = null;
    this.onBeat?.(beat);
  }

  /**
   * Return a function that takes in the changes which are asked for now.
   * @returns {(table: Table) => void}
   */
  begin() {
    const asked = this.latest;
    let isFirst = true;
    return (table) => {
      // If another answer has brought news meanwhile, what is older comes late, and not from an older database.
      this.change(table, isFirst && this.latest === asked);
      isFirst = false;
    };
  }

  /**
   * @param {Table} table
   * @param {boolean} first whether it is the first answer since the last change, and may repeat it
   */
  change(table, first) {
    const how = { found: table.seat !== null, withToken: "Authorization" in seatHeaders(this.path) };
    if (missesSeat(this.path, how)) return this.onMiss();
    const known = this.latest && (first ? isSame(table, this.latest) : table.number <= this.latest.number);
    this.reseated = first && known && table.seat !== this.latest?.seat ? table : null;
    if (known) return;
    hearTime(table.change.at, true);
    this.latest = table;
    this.onTable(table);
    this.answer();
  }

  /**
   * Take in the text of a stream that has ended.
   * @param {string} text
   * @param {(table: Table) => void} receive
   */
  read(text, receive) {
    for (const event of text.split("\n\n")) {
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (!data) continue;
      if (/^event: beat$/m.test(event)) this.beat(JSON.parse(data));
      else receive(JSON.parse(data));
    }
  }

  /**
   * Take in the table as it is. An earlier state may be an old answer; twice, it is that of an older database.
   * @param {Table} table
   */
  show(table) {
    this.older = this.latest && table.number < this.latest.number ? this.older + 1 : 0;
    if (this.older !== 1) this.change(table, true);
    this.answer();
    const connected = table.seats.flatMap(({ present }, seat) => (present ? [seat] : []));
    this.onBeat?.((this.pulse = { ...this.pulse, now: serverTime(), connected }));
  }
}

/**
 * Whether two messages are about the same change.
 * @param {Table} one
 * @param {Table} other
 */
export const isSame = (one, other) => one.number === other.number && one.change.at === other.change.at;
