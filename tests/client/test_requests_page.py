"""The page's requests and its event stream when the network or the database lets it down."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from client.scripts import CLOCK, Scripts, needs_node

pytestmark = needs_node

FOLLOWING = """
Math.random = () => 1;
globalThis.fetch = () => new Promise(() => {});
const addresses = [];
const shown = [];
let refusals = 0;
let source;
globalThis.addEventListener = () => {};
globalThis.EventSource = class {
  static CLOSED = 2;
  constructor(address) { addresses.push(address); source = this; }
  addEventListener(kind, work) { this[kind] = work; }
  close() {}
};
const connected = [];
const { follow } = await import("./base/stream.js");
const onTable = (table) => shown.push(table.number);
const onConnected = (on) => connected.push([now, on]);
follow("stubai", onTable, onConnected, () => (refusals += 1));
for (const step of asked) {
  if (step === "opens") source.onopen();
  else if (step === "beats") source.beat({ data: '{"now": 1}' });
  else if (typeof step === "number") await pass(step);
  else if (typeof step === "string") {
    source.readyState = step === "is refused" ? EventSource.CLOSED : 0;
    source.onerror();
    await pass(500);
  } else {
    const [number, at] = step;
    source.onmessage({ data: JSON.stringify({ number, change: { at } }) });
  }
}
respond({ addresses, shown, refusals, connected });
"""

TELLING = """
let now = 0;
performance.now = () => now;
Object.defineProperty(performance, "timeOrigin", { value: 1_000_000 });
let source;
globalThis.addEventListener = () => {};
globalThis.EventSource = class {
  constructor() { source = this; }
  addEventListener(kind, work) { this[kind] = work; }
};
globalThis.setTimeout = () => {};
const { follow } = await import("./base/stream.js");
const { serverTime } = await import("./base/clock.js");
const before = serverTime();
follow("stubai", () => {}, () => {}, () => {});
source.onmessage({ data: JSON.stringify({ number: 8, change: { at: asked.changed } }) });
const changed = serverTime();
const hear = (now) => source.beat({ data: JSON.stringify({ now, connected: [] }) });
hear(asked.beat);
const beat = serverTime();
Date.now = () => 3_600_000;
for (const [elapsed, told] of asked.later ?? []) {
  now = 1000 * elapsed;
  if (told) hear(told);
}
respond([before, changed, beat, serverTime()]);
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
globalThis.fetch = async (path, { body }) => {
  const { request } = JSON.parse(body);
  if (request) sent.push(request);
  if (losses-- > 0) {
    if (asked.foreign) return Response.json({});
    throw new Error("the answer is lost");
  }
  return Response.json({ table: "stubai", token: "token" });
};
const { openTable, sendText, takeHandover, takeSeat } = await import("./base/api.js");
const now = performance.now.bind(performance);
for (const action of asked.actions) {
  if (action === "open") await openTable({ name: "Vroni" });
  if (action === "sit") await takeSeat("stubai", "Vroni");
  if (action === "move") await takeHandover("stubai", "Vroni");
  if (action === "write") await sendText("stubai", "Vroni");
  if (action.endsWith("without patience")) {
    let time = now();
    performance.now = () => (time += 30_000);
    losses = 1000;
    const ask = { sit: takeSeat, move: takeHandover, write: sendText }[action.split(" ")[0]];
    await ask("stubai", "Vroni").catch(() => {});
    performance.now = now;
    losses = 0;
  }
}
respond(sent);
"""


ACTING = """
Math.random = () => 1;
const sent = [];
let [network, ...steps] = asked;
globalThis.fetch = (path, { body, signal }) => new Promise((resolve, reject) => {
  sent.push([now, JSON.parse(body)]);
  if (network === "off") reject(new Error("no route"));
  if (network === "on") resolve(Response.json({ turn: 8 }));
  signal.addEventListener("abort", () => reject(new Error("given up")));
});
const { sendAction } = await import("./base/api.js");
let pending = true;
let end = null;
const answered = sendAction("stubai", { action: "AS", turn: 7 }, () => pending);
answered.then(() => (end = "taken"), ({ code }) => (end = code));
for (const step of steps) {
  if (typeof step === "number") await pass(step);
  else if (step === "is withdrawn") pending = false;
  else network = step;
}
await settled();
respond({ sent, end });
"""


def followed(scripts: Scripts, *steps: Any) -> Any:
    """Return what the page does as its stream opens, breaks, is refused or sends messages.

    A message is the number and the time of a change.
    """
    return scripts.run(CLOCK + FOLLOWING, steps)


def sent(scripts: Scripts, *actions: str, losses: int = 0, foreign: bool = False) -> list[str]:
    """Return the identifiers that the page has sent, one for each request.

    The first answers are lost, or ``foreign``: somebody in between gives them.
    """
    asked = {"actions": actions, "losses": losses, "foreign": foreign}
    identifiers: list[str] = scripts.run(ASKING, asked)
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
    address = "/api/v1/tables/stubai/events?beat=true&delta=true"
    found = followed(scripts, "breaks", "opens", (8, 1), "breaks", "breaks", "is refused")
    assert found["addresses"] == [address] * 2 + [f"{address}&from=8"] * 3
    assert found["refusals"] == 1


def test_lost_answers_are_asked_for_with_the_same_request(scripts: Scripts) -> None:
    for action in ("open", "sit", "move", "write"):
        repeated = sent(scripts, action, losses=3)
        assert len(repeated) == 4
        assert len({*repeated}) == 1
        assert len(repeated[0]) == 32


def test_who_asks_for_a_seat_asks_again_if_somebody_in_between_answers(scripts: Scripts) -> None:
    for action in ("open", "sit", "move"):
        assert len(sent(scripts, action, losses=3, foreign=True)) == 4


def test_every_table_and_every_seat_has_a_request_of_its_own(scripts: Scripts) -> None:
    actions = [action for action in ("open", "sit", "move", "write") for _ in range(2)]
    requests = sent(scripts, *actions)
    assert len({*requests}) == len(requests) == 8


def test_a_request_whose_answer_never_came_is_repeated_when_the_person_asks_again(
    scripts: Scripts,
) -> None:
    for action in ("sit", "move", "write"):
        *first, second, third = sent(scripts, f"{action} without patience", action, action)
        assert {*first} == {second} != {third}


def test_the_time_is_that_of_the_server(scripts: Scripts) -> None:
    """The device's clock shows 1000; the last change may be long ago."""
    told = {"changed": 1020, "beat": 1050}
    assert scripts.run(TELLING, told) == [1000, 1020, 1050, 1050]
    assert scripts.run(TELLING, told | {"beat": 1019})[:3] == [1000, 1020, 1020]


@pytest.mark.parametrize(
    ("later", "time"),
    [
        ([(10, None)], 1060),  # the device's clock, set meanwhile, does not matter
        ([(10, 1058)], 1060),  # a late message
        ([(10, 4650)], 4650),  # the device has slept for an hour
        ([(2 * n, 500 + 2 * n) for n in range(1, 12)], 522),  # the server's clock was set back
    ],
)
def test_the_time_stays_true_whatever_happens_to_clocks(
    scripts: Scripts, later: list[tuple[int, int | None]], time: int
) -> None:
    told = {"changed": 1020, "beat": 1050, "later": later}
    assert scripts.run(TELLING, told)[-1] == time


def test_a_stream_that_falls_silent_is_lost_after_five_seconds_and_opened_again(
    scripts: Scripts,
) -> None:
    found = followed(scripts, "opens", (8, 1), 4000, "beats", 4400, "beats", 4500, 500, "opens")
    assert found["connected"] == [[0, True], [12_900, False], [13_400, True]]
    assert len(found["addresses"]) == 2


def test_a_stream_that_does_not_open_is_tried_again_after_ten_seconds(scripts: Scripts) -> None:
    found = followed(scripts, 10_500, 10_500)
    assert found["connected"] == [[10_000, False], [20_500, False]]
    assert len(found["addresses"]) == 3


def test_an_action_is_sent_until_the_network_is_back(scripts: Scripts) -> None:
    found = scripts.run(CLOCK + ACTING, ["off", 600_000, "on", 10_000])
    times = [at for at, _ in found["sent"]]
    assert found["end"] == "taken"
    assert {tuple(body.items()) for _, body in found["sent"]} == {(("action", "AS"), ("turn", 7))}
    assert max(later - at for at, later in pairwise(times)) <= 2_000


def test_an_action_that_nobody_answers_is_given_up_and_sent_again(scripts: Scripts) -> None:
    found = scripts.run(CLOCK + ACTING, ["black hole", 7_900, "on", 400])
    assert [at for at, _ in found["sent"]] == [0, 8_250]
    assert found["end"] == "taken"


def test_an_action_that_no_longer_counts_is_not_sent_for_ever(scripts: Scripts) -> None:
    found = scripts.run(CLOCK + ACTING, ["off", 1_000, "is withdrawn", 60_000])
    assert found["end"] == "offline"
    assert found["sent"][-1][0] < 25_000


ANSWERING = """
let now = 0;
performance.now = () => now;
globalThis.setTimeout = () => {};
const sent = [];
globalThis.fetch = async (path, { method }) => {
  sent.push([now, `${method} ${path}`]);
  return new Response(null, { status: 204 });
};
let source;
globalThis.addEventListener = () => {};
globalThis.EventSource = class {
  constructor() { source = this; }
  addEventListener(kind, work) { this[kind] = work; }
};
const { follow } = await import("./base/stream.js");
follow("stubai", () => {}, () => {}, () => {}, () => {});
const message = { number: 8, change: { at: 1 }, seat: asked.seat };
source.onmessage({ data: JSON.stringify(message) });
for (; now <= 10_000; now += 2500) source.beat({ data: '{"now": 1, "connected": []}' });
respond(sent);
"""


def test_a_person_with_a_seat_answers_the_beats(scripts: Scripts) -> None:
    sent = scripts.run(ANSWERING, {"seat": 0})
    assert sent == [[at, "POST /api/v1/tables/stubai/here"] for at in (0, 5_000, 10_000)]
    assert scripts.run(ANSWERING, {"seat": None}) == []


FOREIGN = """
const { get } = await import("./base/api.js");
const { refusal } = await import("./table/refusal.js");
globalThis.fetch = async () => new Response(asked.body, { status: asked.status });
respond(await get("/tables").then((data) => data, (error) => refusal(error)));
"""


@pytest.mark.parametrize(
    ("status", "body", "text"),
    [
        (200, "null", "The server cannot be reached."),
        (200, "17", "The server cannot be reached."),
        (200, "<p>Sign in", "The server cannot be reached."),
        (429, '{"error": {"code": "busy", "message": "too many"}}', "Too fast: wait a moment."),
        (502, "null", "The server is not ready: try again in a moment."),
        (403, "null", "Something on the way to the server refuses this page."),
        (404, "<p>Not found", "Something on the way to the server refuses this page."),
        (407, '{"error": "sign in"}', "Something on the way to the server refuses this page."),
    ],
)
def test_the_answer_of_somebody_in_between_is_told_in_the_pages_words(
    scripts: Scripts, status: int, body: str, text: str
) -> None:
    assert scripts.run(FOREIGN, {"status": status, "body": body}) == text


HOLDING = """
const seats = await import("./base/seat-token.js");
const path = "/tables/stubai";
seats.holdToken("stubai", "token", true);
const meanwhile = { found: false, withToken: false };
const said = [seats.missesSeat(path, meanwhile)];
seats.missesSeat(path, { found: true, withToken: true });
said.push(seats.playsWithoutCookies());
if (asked) seats.trustCookie("stubai", "token");
else seats.missCookie("stubai");
said.push(seats.playsWithoutCookies());
seats.missesSeat(path, { found: true, withToken: true });
said.push(seats.playsWithoutCookies());
respond(said);
"""


def test_a_cookie_on_its_way_is_not_missed(scripts: Scripts) -> None:
    """A browser that refuses it is known as soon as the seat is found with the token only."""
    assert scripts.run(HOLDING, True) == [True, False, False, True]
    assert scripts.run(HOLDING, False) == [True, False, True, True]
