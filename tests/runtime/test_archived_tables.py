"""All that happens at tables can be read from an archive, and hostile files are only refused."""

from __future__ import annotations

import json
from dataclasses import dataclass
from math import inf
from typing import Any

import pytest

from dobbm.runtime.archived_tables import read_table
from dobbm.runtime.stored_fields import ArchiveError
from dobbm.table.events import Opened, RulesSet, Sat, to_json
from dobbm.table.reducer import apply_event, opened
from runtime.world import run_world
from tiers import only_long

CLUB = "stubaier-runde"
BOTS = ("random", "simple", "trained", "network", "pimc:quick", "pimc", "pimc:strong")


@dataclass
class Line:
    number: int
    value: dict[str, Any]


def ended(id_: str, events: list[Any]) -> list[Any]:
    """Return the events up to the last that ends a deal, or else the first."""
    table, end = opened(id_, events[0]), 1
    for number, event in enumerate(events[1:], 2):
        finished = table.finished
        table = apply_event(table, event)
        end = number if table.finished > finished else end
    return events[:end]


def in_club(event: Any) -> Any:
    if isinstance(event, Opened | RulesSet):
        own = {"club": CLUB, "listed": False, "delay": 0.0}
        return event._replace(options={**event.options, **own})
    return event


def lines_of(events: list[Any]) -> list[Line]:
    stored = [json.loads(json.dumps(to_json(event))) for event in events]
    return [Line(number, value) for number, value in enumerate(stored, 1)]


@pytest.mark.parametrize("seed", [*range(12), *only_long(*range(12, 60))])
def test_whatever_happens_at_a_table_can_be_read(seed: int) -> None:
    for log in run_world(seed).referee.logs.values():
        events = ended(log.table.id, [in_club(event) for event in log.events])
        people = {event.person for event in events if isinstance(event, Sat)}
        read = read_table(log.table.id, CLUB, lines_of(events), people, inf, BOTS)
        assert len(read.lines) == len({line.number for _, line in read.lines})
        assert read.seated == people
        assert [*read.checkpoints] == [*range(64, len(events) + 1, 64)]


def test_events_of_another_deal_follow_no_more() -> None:
    log = next(one for one in run_world(1).referee.logs.values() if one.table.finished)
    events = [in_club(event) for event in log.events]
    people = {event.person for event in events if isinstance(event, Sat)}
    cut = ended(log.table.id, events)
    for wrong in (cut[:-1], cut[:2], [], cut[1:]):
        with pytest.raises(ArchiveError):
            read_table(log.table.id, CLUB, lines_of(wrong), people, inf, BOTS)
    for members, bots, club in (((), BOTS, CLUB), (people, (), CLUB), (people, BOTS, "another")):
        with pytest.raises(ArchiveError):
            read_table(log.table.id, club, lines_of(cut), members, inf, bots)
