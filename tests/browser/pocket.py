"""The page of a pocket, with a connection to the test in place of one to the worker."""

from __future__ import annotations

from browser.network import Undrawn
from dobbm.server.site import File

CONNECTION = b"""
export const state = { share: 1, isStuck: false, isReady: true, keeps: true, broken: "" };
let isWanted = false;
globalThis.arrive = (changed) => {
  Object.assign(state, { isStuck: false }, changed);
  dispatchEvent(new CustomEvent("pocket", { detail: state }));
};
if (globalThis.begins) Object.assign(state, { share: 0, isReady: false }, globalThis.begins);
export const savesData = () => Boolean(globalThis.begins?.saves);
export const isStarted = () => isWanted;
export function start() {
  isWanted = true;
  arrive({});
}
export const ready = () =>
  new Promise((resolve, reject) => {
    if (savesData() && !isWanted) dispatchEvent(new CustomEvent("pocket", { detail: state }));
    const look = () =>
      state.isReady ? resolve() : state.broken && reject(new Error(state.broken));
    addEventListener("pocket", look);
    look();
  });
const there = { now: 0, connected: [0], spectators: 2, watching: [] };
const beat = `event: beat\\ndata: ${JSON.stringify(there)}\\n\\n`;
export async function request(path, init = {}) {
  await ready();
  const ask = () => fetch(`/api/v1${path}`, init);
  return path.includes("/events") ? follow(path, init.signal, ask) : ask();
}
/** The events of a table, as the test sends them. */
const follow = (path, signal, ask) =>
  new Promise((resolve) => {
    const source = new EventSource(`/api/v1${path}`);
    const bytes = new TextEncoder();
    const stream = new ReadableStream({
      start(body) {
        const send = (text) => body.enqueue(bytes.encode(text));
        source.onopen = () => {
          source.onopen = () => undefined;
          resolve(new Response(stream));
        };
        source.onmessage = ({ data }) => send(`data: ${data}\n\n`);
        source.addEventListener("beat", () => send(beat));
        source.onerror = () => resolve(ask());
        signal?.addEventListener("abort", () => source.close());
      },
    });
  });
"""
"""Sends to the test what the page sends to the worker.

The game is there from the start unless the page finds ``begins``, the state of its arrival; then
``arrive`` changes this state.
"""

LISTED = (
    b'{"runtime": "of-the-tests", "sizes": {"app.zip": 1, "python.zip": 5}, '
    b'"digests": {"app.zip": "", "python.zip": ""}}'
)
"""The parts of the game, of which the device keeps none."""


class Carried(Undrawn):
    """The page of a pocket."""

    def __init__(self) -> None:
        super().__init__(edition="pocket")

    def file(self, version: str, path: str) -> File:
        if path == "pocket/parts.json":
            return File(LISTED, "application/json")
        found = super().file(version, path)
        return File(CONNECTION, found.media_type) if path == "pocket/connection.js" else found
