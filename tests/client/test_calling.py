"""The reasons to call a person to the table, and where a tap on a notification leads."""

from __future__ import annotations

from typing import Any

import pytest

from client.scripts import Scripts, needs_node
from dobbm.server.site import STATIC

pytestmark = needs_node

REASONS = """
globalThis.document = { addEventListener: () => {} };
const { attend } = await import("./table/calling.js");
respond(attend(...asked));
"""

WORKER = """
const heard = {};
const done = [];
globalThis.location = new URL("https://club.example/sw.js");
globalThis.addEventListener = (kind, work) => (heard[kind] = work);
globalThis.clients = {
  matchAll: async () => asked.open.map((url) => ({ url, focus: () => done.push(`shows ${url}`) })),
  openWindow: async (path) => done.push(`opens ${path}`),
};
new Function(asked.script.replace("{files}", "[]"))();
let finished;
heard.notificationclick({
  notification: { data: "/t/stubai", close: () => done.push("closes") },
  waitUntil: (work) => (finished = work),
});
await finished;
respond(done);
"""


def table(to_act: int = 1, stage: str = "playing", **fields: Any) -> dict[str, Any]:
    """Return what Vroni, on seat 0, knows of a table with Lois and two bots."""
    seats: list[dict[str, Any]] = [
        {"kind": "person", "name": name, "wishes": [], "stood_in": None}
        for name in ("Vroni", "Lois")
    ]
    seats += [{"kind": "bot", "name": "simple", "wishes": [], "stood_in": None}] * 2
    return {
        "stage": stage,
        "seat": 0,
        "seats": seats,
        "view": {"to_act": to_act},
        "question": None,
        "change": {"kind": "acted", "seat": 3},
        **fields,
    }


TURN = table(to_act=0)
OTHERS = table()
STOOD_IN = table(to_act=0)
STOOD_IN["seats"][0]["stood_in"] = "clock"
CLAIM = table(question={"what": "claim", "seat": 1, "agreed": [1]})
OWN_CLAIM = table(question={"what": "claim", "seat": 0, "agreed": [0]})
VOTE = table(stage="between", change={"kind": "wished", "seat": 1, "wish": "end"})


@pytest.mark.parametrize(
    ("before", "now", "why"),
    [
        (OTHERS, TURN, "It is your turn at the table."),
        (OTHERS, table(change={"kind": "dealt"}), "The next deal has begun."),
        (OTHERS, CLAIM, "Lois claims the rest of the tricks."),
        (OTHERS, VOTE, "Lois would like to end the session."),
        (TURN, TURN, ""),
        (TURN, OTHERS, ""),
        (OTHERS, STOOD_IN, ""),
        (OTHERS, OWN_CLAIM, ""),
        (OTHERS, TURN | {"seat": None}, ""),
        (None, TURN, ""),
    ],
)
def test_a_person_is_called_when_the_table_asks_something(
    scripts: Scripts, before: dict[str, Any] | None, now: dict[str, Any], why: str
) -> None:
    assert scripts.run(REASONS, [before, now]) == why


@pytest.mark.parametrize(
    ("open_pages", "done"),
    [
        (["https://club.example/rules", "https://club.example/t/stubai"], "shows"),
        (["https://club.example/t/stubai/deals/1"], "shows"),
        (["https://club.example/"], "opens /t/stubai"),
    ],
)
def test_a_tap_on_a_notification_shows_the_table(
    scripts: Scripts, open_pages: list[str], done: str
) -> None:
    script = (STATIC / "sw.js").read_text()
    shown = done if done != "shows" else f"shows {open_pages[-1]}"
    asked = {"script": script, "open": open_pages}
    assert scripts.run(WORKER, asked) == ["closes", shown]
