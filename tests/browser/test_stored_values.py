"""Whatever is stored on a device, the page starts, plays and complains about nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import expect

import dobbm
from browser.conftest import Come
from browser.deals import WON
from browser.live import LiveTable
from browser.people import Person
from browser.screens import SHEET
from browser.windows import USUAL
from dobbm.game.rules import Rules
from dobbm.server.models import NewTable

STATIC = Path(dobbm.__file__).parent / "client"

Stored: TypeAlias = dict[str, dict[str, Any]]
"""The values by place and key."""

DEAL = {
    "end": "played",
    "declarer": 1,
    "contract": "dobbm",
    "doublings": 1,
    "points": 72,
    "noTrick": False,
    "offender": None,
}
STORED: Stored = {
    "localStorage": {
        "dobbm": {
            **USUAL,
            "name": "Vroni",
            "portrait": "cap",
            "language": "en",
            "theme": "dark",
            "skin": "french",
            "back": "blue",
            "table": "pine",
            "letters": True,
            "confirm": False,
            "calls": ["badge", "sound"],
            "tempo": 1,
            "volume": 0.5,
            "lefty": True,
            "keys": True,
            "reversed": True,
            "forced": False,
            "order": ["HS", "L6"],
            "play": {"players": 4, "bot": "pimc", "rules": {"preset": "akagiri", "match": 12}},
            "tables": [{"table": "stubai", "at": 1}],
        },
        "dobbm-seen": {
            "table": "stubai",
            "seen": {"deal": 1, "steps": 2, "finished": 0, "won": 0, "plan": None},
        },
        "dobbm-score": {"open": "stubai", "sheets": [SHEET]},
        "dobbm-score-unfinished": {
            "setup": {
                "names": ["Vroni", "", "", ""],
                "preset": "pagat",
                "match": 60,
                "firstDealer": 0,
                "asked": None,
            },
            "deal": {"sheet": "stubai", "at": 2, "draft": DEAL},
        },
        "dobbm-daily": {"2026-11-26/1": {"said": "kkkl", "paid": None}},
        "dobbm-messages": {"/clubs/stubai/push": "0" * 64},
        "dobbm-results": {"2026-11-26": "r" * 32},
        "dobbm-shuffle": {"stubai 1": {"value": "5eed", "commitment": "c0de"}},
        "dobbm-last": {"table": "stubai", "session": 1, "deals": 3, "gain": -12},
        "dobbm-worst": "exchange",
        "dobbm-erased": {"stubai": 3},
        "dobbm-seat": {"stubai": "r" * 32},
        "dobbm-move": {"c0de": "r" * 32},
        "dobbm-exercises": {
            "rating": {"rating": 1600.5, "deviation": 200.5, "volatility": 0.06},
            "answered": 2,
            "right": 1,
            "seen": ["bie1-2", "leh1-0"],
            "back": {"leh1-0": {"wait": 6, "due": 8}},
        },
        "dobbm.lesson": 2,
        "dobbm.tactics": 1,
    },
    "sessionStorage": {
        "dobbm-action": {"table": "stubai", "action": {"action": "HS", "turn": 7}},
        "dobbm-hurried": {"table": "stubai", "deal": 1},
        "dobbm-tokens": {"elsewhere": "token"},
        "dobbm-texts": {"stubai": "Wer gi"},
    },
}
"""A good value of every key."""

BAD = [
    None,
    True,
    -1,
    0.5,
    1e300,
    "",
    "constructor",
    "x" * 5000,
    "__proto__",
    [],
    [None] * 5000,
    {},
    {"toString": 1, "length": -1},
]

STORE = """
for (const [place, values] of Object.entries(STORED))
  for (const [key, value] of Object.entries(values)) globalThis[place].setItem(key, value);
"""

OPENING = """
const send = fetch;
globalThis.opened = [];
globalThis.fetch = (address, request) => {
  const opens = request?.method === "POST" && address.endsWith("/api/v1/tables");
  if (!opens) return send(address, request);
  opened.push(request.body);
  const seated = { table: "stubai", seat: 0, token: "t".repeat(22) };
  return Promise.resolve(Response.json(seated, { status: 201 }));
};
"""

DATABASE = "dobbm-records"
"""The name of a database, whose values are records."""


def test_every_key_that_the_page_uses_has_a_value_here() -> None:
    sources = [path.read_text(encoding="utf-8") for path in STATIC.rglob("*.js")]
    key = re.compile(r'= (?:ownKey\()?"(dobbm(?:-[a-z-]+)?)"\)?;')
    used = {found for source in sources for found in key.findall(source)} - {DATABASE}
    listed = {key for values in STORED.values() for key in values}
    assert used | {"dobbm.lesson", "dobbm.tactics"} == listed


def replaced(value: Any, depth: int, turn: Iterator[Any]) -> Any:
    """Return the value with everything at this depth replaced by something bad."""
    if depth == 0:
        return next(turn)
    if isinstance(value, dict):
        return {name: replaced(field, depth - 1, turn) for name, field in value.items()}
    if isinstance(value, list):
        return [replaced(item, depth - 1, turn) for item in value]
    return value


def turning(at: int) -> Iterator[Any]:
    """Yield all bad values in turn, beginning with one."""
    while True:
        yield BAD[at % len(BAD)]
        at += 1


def every(change: Callable[[Any], Any]) -> Stored:
    """Return the stored values changed, as JSON."""
    return {
        place: {key: json.dumps(change(value)) for key, value in values.items()}
        for place, values in STORED.items()
    }


def bad(depth: int, at: int) -> Stored:
    """Return the stored values with something bad everywhere at this depth."""
    turn = turning(at)
    return every(lambda value: replaced(value, depth, turn))


def strange(value: Any) -> Any:
    """Return a value of another version: each object has unknown fields and lacks the first."""
    if isinstance(value, dict):
        kept = {name: strange(field) for name, field in [*value.items()][1:]}
        return {"__proto__": {"volume": 9}, "unknown": value, **kept}
    return [strange(item) for item in value] if isinstance(value, list) else value


ROUNDS = {
    f"depth {depth} from {at}": bad(depth, at) for depth in range(5) for at in range(len(BAD))
} | {
    "another version": every(strange),
    "other fields": every(lambda _: {"tables": None, "play": {"preset": "pagat"}}),
    "no JSON": {place: dict.fromkeys(values, "{") for place, values in STORED.items()},
}
QUICK = ("depth 1 from 3", "depth 2 from 9", "another version")


@pytest.mark.parametrize("at", QUICK)
def test_a_page_with_bad_values_starts_and_plays(come: Come, at: str) -> None:
    walk(come, ROUNDS[at])


@pytest.mark.long
@pytest.mark.parametrize("at", [name for name in ROUNDS if name not in QUICK])
def test_a_page_with_any_bad_value_starts_and_plays(come: Come, at: str) -> None:
    walk(come, ROUNDS[at])


def walk(come: Come, stored: Stored) -> None:
    """Open every page, play, and ask for a table."""
    script = STORE.replace("STORED", json.dumps(stored))
    person = come(
        table=WON.at("play"), path="/", script=f"if (location.host) {{ {script} }} {OPENING}"
    )
    main = person.page.get_by_role("main")
    for page in (
        "/settings",
        "/me",
        "/score",
        "/learn",
        "/learn#tactics",
        "/exercises",
        "/rules",
        "/history",
        "/tables",
    ):
        person.open(page)
        expect(main.get_by_role("heading", level=1)).to_be_visible()
    person.open("/t/stubai")
    person.is_up_to_date()
    play(person)
    person.open()
    person.press(main.locator(".play .primary"))
    expect(person.page).to_have_url(re.compile("/t/stubai$"))
    (body,) = person.page.evaluate("opened")
    rules = NewTable.model_validate_json(body).rules
    assert Rules.of(rules.pop("preset", "pagat"), **rules)
    person.is_up_to_date()
    done: LiveTable = WON.done()
    assert person.network
    person.network.table = done
    person.open("/t/stubai/deals/1")
    expect(main.get_by_role("heading", level=1)).to_be_attached()


def play(person: Person) -> None:
    """Play a card, as a person would who must tap it once or twice."""
    with person.sends("/actions"):
        person.press(person.legal.first)
        if person.page.locator(".held.chosen").count():
            person.press(person.page.locator(".held.chosen"))
