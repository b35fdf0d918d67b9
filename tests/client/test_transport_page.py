"""The way from the page to the tables: to a server, or to the worker of a pocket."""

from __future__ import annotations

from typing import Any

import pytest

from client.scripts import CLOCK, Scripts, needs_node

pytestmark = needs_node

SERVER = """
const sent = [];
globalThis.fetch = async (address, { method }) => {
  sent.push([method, address]);
  return new Response("[]");
};
globalThis.EventSource = class { constructor(address) { this.address = address; } };
const { eventSource, ready, request } = await import("./base/transport.js");
await ready();
const answer = await request("/tables", { method: "GET" });
respond([sent, await answer.json(), eventSource("/tables/stubai/events").address]);
"""


def test_a_server_is_asked_over_the_network(scripts: Scripts) -> None:
    sent, answer, stream = scripts.run(SERVER, None)
    assert (sent, answer) == ([["GET", "/api/v1/tables"]], [])
    assert stream == "/api/v1/tables/stubai/events"


POCKET = """
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
mkdirSync("carried/pocket", { recursive: true });
for (const folder of ["base", "vendor"]) cpSync(folder, `carried/${folder}`, { recursive: true });
writeFileSync("carried/pocket/connection.js", `
export const request = (path, init) => globalThis.worker.request(path, init);
export const ready = () => globalThis.worker.ready;
`);
globalThis.document = { documentElement: { dataset: { edition: "pocket" } } };
const heard = {};
globalThis.addEventListener = (kind, work) => (heard[kind] = work);
globalThis.removeEventListener = () => {};
globalThis.dispatchEvent = () => true;
const sent = [];
let [start, fail] = [];
globalThis.EventSource = { CLOSED: 2 };
globalThis.fetch = async (address) => sent.push(address);
globalThis.worker = {
  ready: new Promise((...ways) => ([start, fail] = ways)),
  async request(path, { method = "GET", signal }) {
    await this.ready;
    sent.push([method, path]);
    if (asked.hangs)
      await new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error())));
    return asked.stream ? new Response(stream(signal)) : Response.json({ table: "stubai" });
  },
};
await import("./carried/pocket/connection.js");
await import("./carried/base/header-stream.js");
"""

ASKING = f"""{CLOCK}{POCKET}
const {{ get }} = await import("./carried/base/api.js");
let end = null;
get("/tables/stubai")
  .catch(({{ code }}) => ({{ table: code }}))
  .then(({{ table }}) => (end = [table, now]));
await pass(60_000);
const early = end;
if (asked.fails) fail(new Error("no WebAssembly"));
else start();
await pass(60_000);
respond({{ early, end, sent }});
"""


@pytest.mark.parametrize(
    ("how", "end"),
    [
        ({}, ["stubai", 60_000]),
        ({"hangs": True}, ["offline", 80_000]),
        ({"fails": True}, ["offline", 60_000]),
    ],
)
def test_the_time_of_a_request_begins_when_the_worker_has_started(
    scripts: Scripts, how: dict[str, Any], end: list[Any]
) -> None:
    found = scripts.run(ASKING, how)
    assert (found["early"], found["end"]) == (None, end)
    assert found["sent"] == ([] if "fails" in how else [["GET", "/tables/stubai"]])


FOLLOWING = f"""{CLOCK}{POCKET}
const stream = (signal) => new ReadableStream({{
  start(body) {{
    signal.addEventListener("abort", () => body.error(new Error("closed")));
    const send = (text) => body.enqueue(new TextEncoder().encode(text));
    send('id: 8\\ndata: {{"number": 8, "seat": 0, "change": {{"at": 1}}}}\\n');
    send('\\nevent: beat\\ndata: {{"now": 1, "connected": [0]}}\\n\\n');
  }},
}});
const {{ follow }} = await import("./carried/base/stream.js");
const [shown, connected, beats] = [[], [], []];
const stop = follow(
  "stubai",
  ({{ number }}) => shown.push(number),
  (on) => connected.push([now, on]),
  () => undefined,
  (beat) => beats.push(beat.connected),
);
await pass(50_000);
const early = [...connected];
heard.offline?.();
start();
await pass(1000);
stop();
const paths = sent.filter(([, path]) => /events/.test(path));
respond({{ early, connected, shown, beats, paths }});
"""


def test_a_table_of_a_pocket_is_followed_as_soon_as_its_worker_has_started(
    scripts: Scripts,
) -> None:
    """Nobody says before that the connection is lost, nor when the device goes offline."""
    found = scripts.run(FOLLOWING, {"stream": True})
    assert found["early"] == []
    assert {on for _, on in found["connected"]} == {True}
    assert (found["shown"], found["beats"][0]) == ([8], [0])
    assert found["paths"] == [["GET", "/tables/stubai/events?beat=true&delta=true"]]


COOKIES = f"""{CLOCK}{POCKET}
let cookies = "";
const jar = {{ get: () => cookies, set: (cookie) => (cookies += cookie) }};
Object.defineProperty(document, "cookie", jar);
const {{ hasLostSeat, missesSeat }} = await import("./carried/base/seat-token.js");
missesSeat("/tables/stubai", {{ found: true, withToken: false }});
respond([hasLostSeat("stubai"), cookies]);
"""


def test_a_pocket_has_no_cookies_that_could_be_lost(scripts: Scripts) -> None:
    assert scripts.run(COOKIES, {}) == [False, ""]
