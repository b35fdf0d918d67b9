/**
 * Follows a table with the package eventsource; prints every event's number and kind:
 *
 *   node follow.cjs ADDRESS TABLE TOKEN AFTER LAST
 */
const { EventSource } = require("eventsource");

const [address, table, token, after, last] = process.argv.slice(2);
const source = new EventSource(`${address}/api/v1/tables/${table}/events?after=${after}`, {
  fetch: (url, options) =>
    fetch(url, { ...options, headers: { ...options.headers, Authorization: `Bearer ${token}` } }),
});
source.onmessage = (event) => {
  console.log(event.lastEventId, JSON.parse(event.data).change.kind);
  if (event.lastEventId === last) {
    source.close();
  }
};
