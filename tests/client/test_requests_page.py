"""The page's requests and its event stream when the network or the database lets it down."""

from __future__ import annotations

from typing import Any

from client.scripts import Scripts, needs_node

pytestmark = needs_node

FOLLOWING = """
const addresses = [];
const shown = [];
let refusals = 0;
let source;
globalThis.EventSource = class {
  static CLOSED = 2;
  constructor(address) { addresses.push(address); source = this; }
  close() {}
};
globalThis.setTimeout = (work) => work();
const { follow } = await import("./base/api.js");
follow("stubai", (table) => shown.push(table.number), () => {}, () => (refusals += 1));
for (const step of asked) {
  if (step === "opens") source.onopen();
  else if (typeof step === "string") {
    source.readyState = step === "is refused" ? EventSource.CLOSED : 0;
    source.onerror();
  } else {
    const [number, at] = step;
    source.onmessage({ data: JSON.stringify({ number, change: { at } }) });
  }
}
respond({ addresses, shown, refusals });
"""

TELLING = """
const { clocked, changed, answered } = asked;
Date.now = () => 1_000_000;
let source;
globalThis.EventSource = class {
  constructor() { source = this; }
};
const requests = [];
globalThis.fetch = async (path) => {
  requests.push(path);
  const headers = answered ? { Date: new Date(1000 * answered).toUTCString() } : {};
  return Response.json({}, { headers });
};
const { follow, serverTime } = await import("./base/api.js");
const before = serverTime();
follow("stubai", () => {}, () => {}, () => {});
const clock = clocked ? {} : null;
source.onmessage({ data: JSON.stringify({ number: 8, change: { at: changed }, clock }) });
await new Promise((resolve) => setTimeout(resolve));
respond({ before, after: serverTime(), requests });
"""

ASKING = """
const sent = [];
const stored = new Map();
globalThis.localStorage = {
  getItem: (key) => stored.get(key) ?? null,
  setItem: (key, value) => stored.set(key, value),
};
globalThis.setTimeout = (work) => queueMicrotask(work);
let losses = asked.losses;
let answers = {};
globalThis.fetch = async (path, { body }) => {
  const { request } = JSON.parse(body);
  if (request) sent.push(request);
  if (losses-- > 0) throw new Error("the answer is lost");
  return Response.json({ table: "stubai", token: "token" });
};
const { openTable, takeSeat } = await import("./base/api.js");
const now = Date.now;
for (const action of asked.actions) {
  if (action === "open") await openTable({ name: "Vroni" });
  if (action === "sit") await takeSeat("stubai", "Vroni");
  if (action === "sit without patience") {
    let time = now();
    Date.now = () => (time += 30_000);
    losses = 1000;
    await takeSeat("stubai", "Vroni").catch(() => {});
    Date.now = now;
    losses = 0;
  }
}
respond(sent);
"""


def followed(scripts: Scripts, *steps: Any) -> Any:
    """Return what the page does as its stream opens, breaks, is refused or sends messages.

    A message is the number and the time of a change.
    """
    return scripts.run(FOLLOWING, steps)


def sent(scripts: Scripts, *actions: str, losses: int = 0) -> list[str]:
    """Return the identifiers that the page has sent, one for each request."""
    identifiers: list[str] = scripts.run(ASKING, {"actions": actions, "losses": losses})
    return identifiers


def test_a_table_of_a_restored_older_database_is_shown(scripts: Scripts) -> None:
    steps = ["opens", (8, 1), (9, 2), "breaks", "opens", (4, 0), (5, 3)]
    assert followed(scripts, *steps)["shown"] == [8, 9, 4, 5]


def test_another_event_of_the_same_number_is_shown(scripts: Scripts) -> None:
    steps = ["opens", (8, 1), (9, 2), "breaks", "opens", (9, 3), (10, 4)]
    assert followed(scripts, *steps)["shown"] == [8, 9, 9, 10]


def test_a_repeated_message_is_not_shown_again(scripts: Scripts) -> None:
    steps = ["opens", (8, 1), (9, 2), (9, 2), (8, 1), "breaks", "opens", (9, 2), (10, 3)]
    assert followed(scripts, *steps)["shown"] == [8, 9, 10]


def test_a_lost_stream_is_opened_again_with_the_last_message(scripts: Scripts) -> None:
    address = "/api/v1/tables/stubai/events"
    found = followed(scripts, "breaks", "opens", (8, 1), "breaks", "breaks", "is refused")
    assert found["addresses"] == [address] * 2 + [f"{address}?from=8"] * 3
    assert found["refusals"] == 1


def test_lost_answers_are_asked_for_with_the_same_request(scripts: Scripts) -> None:
    for action in ("open", "sit"):
        repeated = sent(scripts, action, losses=3)
        assert len(repeated) == 4
        assert len({*repeated}) == 1
        assert len(repeated[0]) == 32


def test_every_table_and_every_seat_has_a_request_of_its_own(scripts: Scripts) -> None:
    requests = sent(scripts, "open", "open", "sit", "sit")
    assert len({*requests}) == len(requests) == 4


def test_a_seat_whose_answer_never_came_is_asked_for_again_later(scripts: Scripts) -> None:
    requests = sent(scripts, "sit without patience", "sit", "sit")
    *first, second, third = requests
    assert {*first} == {second} != {third}


def test_the_time_is_that_of_the_server(scripts: Scripts) -> None:
    """The device's clock shows 1000; the last change may be long ago."""
    told = {"clocked": True, "changed": 1020, "answered": 1050}
    found = scripts.run(TELLING, told)
    assert found == {"before": 1000, "after": 1050, "requests": ["/api/v1/tables/stubai"]}
    assert scripts.run(TELLING, told | {"answered": None})["after"] == 1020


def test_without_a_clock_nobody_asks_for_the_time(scripts: Scripts) -> None:
    found = scripts.run(TELLING, {"clocked": False, "changed": 1020, "answered": 1050})
    assert found == {"before": 1000, "after": 1020, "requests": []}
