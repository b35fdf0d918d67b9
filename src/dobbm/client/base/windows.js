/**
 * Shares the browser's few connections among the windows that follow tables: it has six for one host over HTTP/1.1, and
 * the server a limit for each seat.
 */

import { ownKey } from "./place.js";
import { isHidden } from "./retrying.js";

/**
 * A window that follows a table.
 * @typedef {{ id: number, table: string, hidden: boolean }} Follower
 */

/** As many windows may hold a stream. */
const MOST = 4;
/** Milliseconds in which the other windows answer. */
const ANSWERS = 200;

const id = Math.random();
const channel =
  globalThis.document && "BroadcastChannel" in globalThis ? new BroadcastChannel(ownKey("dobbm-windows")) : null;
/** The table that this window follows; empty if none. */
let followed = "";
/** @type {Follower[]} */
let others = [];

if (channel)
  channel.onmessage = ({ data: { kind, from, to, follower } }) => {
    if (kind === "who" && followed) {
      channel.postMessage({ kind: "here", to: from, follower: { id, table: followed, hidden: isHidden() } });
    }
    if (kind === "here" && to === id) others.push(follower);
  };

/** Milliseconds between two looks at the other windows, and before the first. */
const [REVIEW, SOON] = [5000, 1000];

/**
 * Call `decide(may)` again and again with whether this window may hold a stream for a table. Return a function that
 * ends this.
 * @param {string} table
 * @param {(may: boolean) => void} decide
 */
export function shareStreams(table, decide) {
  if (!channel) return () => undefined;
  followed = table;
  let ended = false;
  const review = async () => {
    const may = await mayStream(table);
    if (!ended) decide(may);
  };
  const timers = [setInterval(review, REVIEW), setTimeout(review, SOON)];
  return () => {
    ended = true;
    followed = "";
    timers.forEach(clearInterval);
  };
}

/**
 * Whether not many other windows are more important. Visible windows come first, and hidden ones of the same table need
 * only one stream.
 * @param {string} table
 */
async function mayStream(table) {
  others = [];
  channel?.postMessage({ kind: "who", from: id });
  await new Promise((resolve) => setTimeout(resolve, ANSWERS));
  const hidden = isHidden();
  const before = others.filter((one) => (one.hidden === hidden ? one.id < id : hidden));
  return before.length < MOST && !(hidden && before.some((one) => one.table === table));
}
