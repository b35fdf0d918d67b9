"""The page follows its table through networks that spoil event streams, and comes back calmly."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest

from client.scripts import CLOCK, Scripts, needs_node

pytestmark = needs_node

FOLLOWING = """
const heard = {};
globalThis.addEventListener = (kind, work) => (heard[kind] ??= []).push(work);
globalThis.removeEventListener = (kind, work) =>
  (heard[kind] = heard[kind].filter((one) => one !== work));
const streams = [];
const requests = [];
let network = asked.network;
const table = { number: 8, change: { at: 1 }, seat: 0, seats: [{ present: true }] };
const beat = () => `{"now": ${now / 1000 + 100}, "connected": [0]}`;
globalThis.EventSource = class {
  static CLOSED = 2;
  readyState = 0;
  constructor() {
    streams.push(now);
    this.opened = now;
    this.number = table.number;
    const { stream } = network;
    if (stream === "cut off") setTimeout(() => this.onerror(), 0);
    else if (stream === "refused" || stream === "HTML") setTimeout(() => this.refuse(), 0);
    else if (stream === "held") setTimeout(() => this.burst(), 8000);
    else if (stream === "lumps") setTimeout(() => this.onopen(), 0);
    else if (stream === "late") setTimeout(() => this.begin(), 4000);
    else setTimeout(() => this.begin(), 0);
  }
  addEventListener(kind, work) { this[kind] = work; }
  close() { this.closed = true; }
  refuse() {
    this.readyState = 2;
    this.onerror();
  }
  burst() {
    if (this.closed) return;
    this.onopen();
    this.show();
    this.beat({ data: beat() });
    this.onerror();
  }
  begin() {
    if (this.closed) return;
    if (!this.begun) {
      this.begun = true;
      this.onopen();
      this.show();
    }
    this.beat({ data: beat() });
    if (network.stream === "cut after 5 s" && now - this.opened >= 4000) return this.onerror();
    setTimeout(() => network.stream.match(/cut off|held/) ? this.onerror() : this.begin(), 2000);
  }
  show() {
    const number = network.stream === "late" ? this.number : table.number;
    this.onmessage({ data: JSON.stringify({ ...table, number }) });
  }
};
globalThis.fetch = async (path, { method, signal }) => {
  requests.push([now, path.replace("/api/v1/tables/stubai", "")]);
  const { rest, stream } = network;
  if (rest === "cut off") throw new Error("no route");
  if (rest) return Response.json({ error: { code: "x", message: "" } }, rest);
  if (path.includes("/events") && !path.includes("wait=") && stream === "refused")
    return Response.json({ error: { code: network.code, message: "" } }, { status: 429 });
  if (path.includes("wait=") && network.news !== false) {
    const after = Number(/after=(\\d+)/.exec(path)?.[1] ?? table.number - 1);
    const changes = [];
    for (let number = after + 1; number <= table.number; number += 1)
      changes.push(`id: ${number}\\ndata: ${JSON.stringify({ ...table, number })}\\n\\n`);
    if (!changes.length) await new Promise((resolve) => setTimeout(resolve, 2000));
    const text = `retry: 500\\n${changes.join("")}event: beat\\ndata: ${beat()}\\n\\n`;
    return new Response(text, { headers: { "Content-Type": "text/event-stream" } });
  }
  if (path.includes("/events")) return new Response("<p>Sign in</p>");
  return method === "POST" ? new Response(null, { status: 204 }) : Response.json(table);
};
const { follow } = await import("./base/stream.js");
const [shown, connected, slow, beats] = [[], [], [], []];
let refusals = 0;
const stop = follow(
  "stubai",
  ({ number }) => shown.push(number),
  (on) => connected.at(-1)?.[1] === on || connected.push([now, on]),
  () => (refusals += 1),
  () => beats.push(now),
  (why) => slow.push([now, why]),
);
for (const step of asked.steps) {
  if (typeof step === "number") await pass(step);
  else if (step === "plays") table.number += 1;
  else if (step === "stops") stop();
  else if (typeof step === "string")
    for (const work of heard[step] ?? []) work({ persisted: true });
  else network = { ...network, ...step };
}
respond({ streams, requests, shown, connected, slow, beats, refusals });
"""
"""A network that spoils some answers: streams, the requests for news, or the rest."""


def followed(scripts: Scripts, *steps: Any, **network: Any) -> Any:
    """Return what a page has done in these steps: seconds pass, or something happens."""
    network = {"stream": "open", "rest": None, "code": "limit"} | network
    done = [1000 * step if isinstance(step, int) else step for step in steps]
    return scripts.run(
        CLOCK + FOLLOWING, json.loads(json.dumps({"network": network, "steps": done}))
    )


def asked_for_news(found: Any, since: float = 0) -> list[float]:
    return [at for at, path in found["requests"] if "wait=" in path and at >= since]


@pytest.mark.parametrize("stream", ["held", "lumps", "HTML"])
def test_behind_a_proxy_that_holds_streams_back_the_page_asks_and_plays_on(
    scripts: Scripts, stream: str
) -> None:
    found = followed(scripts, 20, "plays", 3, "plays", "plays", 40, stream=stream)
    assert found["shown"] == [8, 9, 10, 11]
    assert found["connected"][-1][1]
    assert found["connected"][-1][0] <= 12_000
    assert [why for _, why in found["slow"]] == ["held"]
    assert len(asked_for_news(found)) >= 20
    here = [at for at, path in found["requests"] if path == "/here"]
    assert max(later - at for at, later in pairwise([*here, 63_000])) <= 10_000
    assert max(later - at for at, later in pairwise([*found["beats"], 63_000])) <= 10_000


def test_the_table_of_a_stream_that_is_held_back_appears_within_three_seconds(
    scripts: Scripts,
) -> None:
    found = followed(scripts, 4, stream="held")
    assert found["shown"] == [8]
    assert found["connected"] == [[3000, True]]


def test_news_that_a_stream_brings_later_than_a_request_are_no_earlier_state(
    scripts: Scripts,
) -> None:
    found = followed(scripts, 1, "plays", 5, stream="late")
    assert found["shown"] == [9]


def test_a_proxy_that_answers_no_request_for_events_leaves_the_table_itself(
    scripts: Scripts,
) -> None:
    steps = (20, "plays", 3, "plays", 10)
    found = followed(scripts, *steps, stream="HTML", news=False)
    assert found["shown"] == [8, 9, 10]
    assert len(asked_for_news(found)) <= 2


def test_a_stream_that_works_again_takes_over(scripts: Scripts) -> None:
    steps = (30, {"stream": "open"}, 65, "plays", 3)
    found = followed(scripts, *steps, stream="held")
    assert [why for _, why in found["slow"]] == ["held", ""]
    assert asked_for_news(found, since=found["slow"][-1][0] + 1) == []
    assert found["connected"][-1][1]


def test_a_stream_that_is_cut_every_five_seconds_is_no_reason_to_ask(scripts: Scripts) -> None:
    found = followed(scripts, 60, stream="cut after 5 s")
    assert len(found["streams"]) >= 12
    assert asked_for_news(found) == []
    assert found["slow"] == []


def test_a_window_too_many_is_told_so_and_asks_instead(scripts: Scripts) -> None:
    found = followed(scripts, 20, "plays", 3, stream="refused")
    assert [why for _, why in found["slow"]] == ["limit"]
    assert found["slow"][0][0] <= 1500
    assert found["shown"] == [8, 9]


def test_without_a_server_the_page_tries_ever_more_rarely(scripts: Scripts) -> None:
    found = followed(scripts, 30, stream="cut off", rest="cut off")
    assert len(found["streams"]) <= 8
    assert len(asked_for_news(found)) <= 8
    later = asked_for_news(found, since=10_000)
    assert max(after - at for at, after in pairwise(later)) >= 4000
    again = followed(scripts, 30, stream="cut off", rest="cut off")
    assert again["requests"] != found["requests"]  # no two devices keep step


def test_the_page_asks_no_earlier_than_the_server_wishes(scripts: Scripts) -> None:
    later = {"status": 503, "headers": {"Retry-After": "20"}}
    found = followed(scripts, 60, stream="cut off", rest=later)
    news = asked_for_news(found)
    assert min(after - at for at, after in pairwise(news)) >= 19_999


@pytest.mark.parametrize("back", ["online", "visibilitychange", "pageshow", "resume"])
def test_the_page_tries_at_once_when_the_device_is_back(scripts: Scripts, back: str) -> None:
    steps = (60, {"stream": "open", "rest": None}, back, 0)
    found = followed(scripts, *steps, stream="cut off", rest="cut off")
    assert found["shown"] == [8]
    assert found["connected"][-1] == [60_000, True]


def test_a_page_kept_for_the_back_button_holds_no_stream(scripts: Scripts) -> None:
    found = followed(scripts, 5, "pagehide", 300, "pageshow", 5)
    assert len(found["streams"]) == 2
    assert found["streams"][1] == 305_000


def test_a_page_that_is_left_asks_no_more(scripts: Scripts) -> None:
    found = followed(scripts, 30, "stops", 60, stream="held")
    assert max(at for at, _ in found["requests"]) <= 30_000
    assert max(found["streams"]) <= 30_000


@pytest.mark.parametrize("rest", [{"status": 500}, {"status": 429}, None], ids=str)
def test_a_stream_that_is_refused_is_told_as_refused_while_the_rest_is_answered(
    scripts: Scripts, rest: Any
) -> None:
    found = followed(scripts, 30, stream="refused", code="error", rest=rest)
    assert found["refusals"]
    assert [why for _, why in found["slow"]] == ([] if rest else ["error"])


def test_without_a_table_nothing_is_said_about_going_on(scripts: Scripts) -> None:
    found = followed(scripts, 30, stream="refused", rest={"status": 429})
    assert found["shown"] == found["slow"] == []
