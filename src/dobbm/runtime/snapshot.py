"""A table after one event, and the message that each seat gets about it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from dobbm.actions import Seat
from dobbm.runtime.store import Person
from dobbm.table.events import Event, Said
from dobbm.table.shown import Names, shown_to, shown_to_all, told
from dobbm.table.state import Table

JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


class Audience(NamedTuple):
    """Who looks at a table: the people by their identifiers, and the seats that are present."""

    people: Mapping[str, Person]
    present: frozenset[Seat]

    @property
    def names(self) -> Names:
        """What the people are called."""
        return {person.id: person.name for person in self.people.values()}


class Snapshot:
    """A table after an event. What all seats see is encoded once."""

    def __init__(self, table: Table, event: Event) -> None:
        self.table = table
        self.event = event
        self._audience: Audience | None = None
        self._shared = b""
        self._messages: dict[Seat | None, bytes] = {}

    def message(self, audience: Audience, seat: Seat | None) -> bytes:
        """The table as ``seat`` sees it and the event as it hears of it, as one JSON object."""
        if self._audience is None or not _same(self._audience, audience):
            self._audience = audience
            present = audience.present & {*self.table.people}
            self._shared = _encoded(shown_to_all(self.table, audience.names, present))
            self._messages = {}
        if seat not in self._messages:
            private = _encoded(private_part(self.table, self.event, audience, seat))
            self._messages[seat] = self._shared[:-1] + b"," + private[1:]
        return self._messages[seat]


def private_part(
    table: Table, event: Event, audience: Audience, seat: Seat | None
) -> dict[str, Any]:
    """What only ``seat`` is told."""
    part = shown_to(table, seat, audience.names)
    part["change"] = told(event, seat)
    if seat is not None and seat in table.people:
        person = table.occupant(seat).person
        assert person
        wishes = audience.people[person].wishes
        part["own"] = {key: wishes[key] for key in ("forced", "muted") if key in wishes}
        if "plan" in wishes:
            part["own"]["plan"] = pending_plan(table, seat, wishes)
        if isinstance(event, Said) and event.seat in wishes.get("muted", ()):
            part["change"]["phrase"] = None
    return part


def pending_plan(table: Table, seat: Seat, wishes: Mapping[str, Any]) -> str | None:
    """What a person has planned for the next action; once the seat has acted it is dropped."""
    planned: str | None = wishes.get("plan")
    return planned if wishes.get("for") == next_action(table, seat) else None


def next_action(table: Table, seat: Seat) -> list[int]:
    """Which action of the seat comes next: deals that are done, and actions taken since."""
    return [table.finished, sum(one.seat == seat for one in table.taken)]


def _same(one: Audience, other: Audience) -> bool:
    """Whether two audiences are the same; ``people`` is replaced whenever somebody changes."""
    return one.people is other.people and one.present == other.present


def _encoded(value: dict[str, Any]) -> bytes:
    return JSON.encode(value).encode()
