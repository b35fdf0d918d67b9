from __future__ import annotations

import json
from typing import Any, get_args

import pytest

from dobbm.table.events import KINDS, NAMES, Event, Excused, Opened, Wrote, from_json, to_json
from dobbm.table.house_rules import Options

EXAMPLES: dict[str, dict[str, Any]] = {
    "opened": {"at": 1.5, "options": Options().to_json(), "bots": 2},
    "sat": {"at": 1.5, "seat": 0, "person": "somebody"},
    "filled": {"at": 1.5, "seat": 0},
    "left": {"at": 1.5, "seat": 0},
    "vacated": {"at": 1.5, "seat": 1, "by_host": True},
    "swapped": {"at": 1.5, "seat": 0, "seats": [1, 2]},
    "rules_set": {"at": 1.5, "seat": 0, "options": Options(bank=60.0).to_json()},
    "began": {"at": 1.5, "first_dealer": 3},
    "release_wished": {"at": 1.5, "seat": 0, "released": 2},
    "committed": {"at": 1.5, "secret": "00" * 32},
    "decks_shared": {"at": 1.5, "seed": "00" * 32},
    "contributed": {"at": 1.5, "seat": 0, "value": "5eed", "cut": None},
    "dealt": {"at": 1.5, "left_out": [1, 2]},
    "acted": {"at": 1.5, "seat": 0, "action": "dobbm", "by_bot": False},
    "stood_in": {"at": 1.5, "seat": 0, "why": "gone"},
    "waited": {"at": 1.5, "seat": 0, "seconds": 12.5},
    "came_back": {"at": 1.5, "seat": 0},
    "excused": {"at": 1.5, "seat": 0, "until": 86400.0, "since": None},
    "wished": {"at": 1.5, "seat": 0, "wish": "mussrunde"},
    "delayed": {"at": 1.5, "seat": 0},
    "proposed": {"at": 1.5, "seat": 0, "what": "claim"},
    "agreed": {"at": 1.5, "seat": 1},
    "refused": {"at": 1.5, "seat": None},
    "claimed": {"at": 1.5, "seat": 0, "proved": True, "cards": ["HS", "H6"]},
    "took_back": {"at": 1.5, "seat": 0, "actions": 4},
    "said": {"at": 1.5, "seat": 0, "phrase": "hello"},
    "wrote": {"at": 1.5, "seat": 0, "request": None},
    "texts_allowed": {"at": 1.5, "seat": 0, "allowed": True},
    "texts_declined": {"at": 1.5, "seat": 0, "declined": True},
    "portrait_chosen": {"at": 1.5, "seat": 0, "portrait": "cap"},
    "clock_set": {"at": 1.5, "by": -3600.0},
}
"""One event of each kind as stored. A line never changes once tables have been stored with it."""


@pytest.mark.parametrize("kind", EXAMPLES)
def test_stored_events_stay_readable_forever(kind: str) -> None:
    stored = {"kind": kind, **EXAMPLES[kind]}
    event = from_json(json.loads(json.dumps(stored)))
    assert type(event) is KINDS[kind]
    assert to_json(event) == stored


def test_a_text_stored_without_its_request_stays_readable() -> None:
    assert from_json({"kind": "wrote", "at": 1.5, "seat": 0}) == Wrote(1.5, 0, None)


def test_an_absence_stored_without_its_begin_stays_readable() -> None:
    stored = {"kind": "excused", "at": 1.5, "seat": 0, "until": 9.5}
    assert from_json(stored) == Excused(1.5, 0, 9.5, None)


def test_every_kind_has_an_example_and_a_name() -> None:
    assert EXAMPLES.keys() == KINDS.keys()
    assert {*KINDS.values()} == {*get_args(Event)} == {*NAMES}


def test_reading_an_event_does_not_change_the_json() -> None:
    stored = {"kind": "left", "at": 1.5, "seat": 0}
    from_json(stored)
    assert stored == {"kind": "left", "at": 1.5, "seat": 0}


def test_every_event_begins_with_its_time() -> None:
    assert {kind._fields[0] for kind in KINDS.values()} == {"at"}
    assert Opened(1.5, {}, 0)[0] == 1.5
