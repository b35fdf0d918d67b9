"""A table after one event, and the message that each seat receives about it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from dobbm.game.actions import DONE, Seat, Step
from dobbm.game.deal import Deal
from dobbm.game.view import View
from dobbm.runtime.json_bytes import dumps
from dobbm.runtime.store import Person, Text
from dobbm.table import shapes
from dobbm.table.events import Event, Said, Wrote
from dobbm.table.presentation import (
    Names,
    present_event,
    present_table,
    record_of,
    view_at_table,
)
from dobbm.table.state import Table


class Audience(NamedTuple):
    """The people at a table by identifier, and the seats of those who are present."""

    people: Mapping[str, Person]
    """Replaced when a person changes, never modified in place."""
    present: frozenset[Seat]
    texts: Mapping[int, Text] | None
    """The texts that people have written, by the number of the event; None if the server allows
    none. Replaced when a text is added or erased, never modified in place."""

    @property
    def names(self) -> Names:
        """The people's names by identifier."""
        return {person.id: person.name for person in self.people.values()}

    def is_same(self, other: Audience) -> bool:
        """Return whether both audiences receive the same messages."""
        same = self.people is other.people and self.texts is other.texts
        return same and self.present == other.present


class Snapshot:
    """A table after an event; the parts of a message that seats have in common are encoded once."""

    def __init__(self, table: Table, event: Event) -> None:
        self.table = table
        self.event = event
        self._messages: _Messages | None = None

    def message(self, audience: Audience, seat: Seat | None) -> bytes:
        """Return the table and the event as ``seat`` sees them, as one JSON object."""
        messages = self._messages
        if messages is None or not messages.audience.is_same(audience):
            messages = self._messages = _Messages(self.table, self.event, audience)
        return messages.to(seat)

    def forget_messages(self) -> None:
        """Free the memory of the messages; they are made again for people who resume.

        They take about 25 KB, and a runner keeps several snapshots.
        """
        self._messages = None


class _Messages:
    """The messages about one snapshot to one audience."""

    def __init__(self, table: Table, event: Event, audience: Audience) -> None:
        self.audience = audience
        self._table = table
        self._event = event
        present = audience.present & {*table.people}
        shared = present_table(table, audience.names, present)
        if audience.texts is None:
            shared["texts"] = "forbidden"
        self._shared = _fields(shared)
        self._deal = table.displayed_deal
        self._public = b""
        self._steps: dict[bool, bytes] = {}
        """The encoded steps for the declarer (True) and for everybody else (False)."""
        self._to: dict[Seat | None, bytes] = {}
        if self._deal:
            public = View.of(self._deal, None).public_part()
            if self._deal.phase == DONE and table.last:
                public["record"] = record_of(table.id, table.last, audience.names)
            self._public = _fields(public)

    def to(self, seat: Seat | None) -> bytes:
        """Return the message to a seat, or to a spectator if it is None."""
        if seat not in self._to:
            view = b"null" if self._deal is None else self._view(self._deal, seat)
            own = _fields(own_part(self._table, self._event, self.audience, seat))
            self._to[seat] = b'{%b,"view":%b,%b}' % (self._shared, view, own)
        return self._to[seat]

    def _view(self, deal: Deal, seat: Seat | None) -> bytes:
        view = view_at_table(deal, seat)
        declares = seat is not None and seat == deal.declarer
        if declares not in self._steps:
            self._steps[declares] = _steps(view)
        return b"{%b,%b,%b}" % (_fields(view.own_part()), self._steps[declares], self._public)


def own_part(table: Table, event: Event, audience: Audience, seat: Seat | None) -> shapes.OwnPart:
    """Return the fields that only ``seat`` receives, apart from its view of the deal."""
    part: shapes.OwnPart = {"seat": seat, "change": present_event(event, seat)}
    if seat is not None and seat in table.people:
        person = table.occupant(seat).person
        assert person
        preferences = audience.people[person].preferences
        muted = [table.seat_of(one) for one in preferences.get("muted", ())]
        own: shapes.Own = {
            "muted": sorted(one for one in muted if one is not None),
            "declined": person in table.without_texts,
        }
        part["own"] = own
        if "forced" in preferences:
            own["forced"] = preferences["forced"]
        if table.last and not table.deal and table.last.people[seat] != person:
            own["newcomer"] = True
        if "plan" in preferences:
            own["plan"] = pending_plan(table, seat, preferences)
        if isinstance(event, Said) and event.seat in muted:
            part["change"]["phrase"] = None
        if isinstance(event, Wrote):
            texts = {} if event.seat in muted else audience.texts or {}
            written = texts.get(table.number)
            part["change"]["text"] = written and written.text
    return part


def pending_plan(table: Table, seat: Seat, preferences: Mapping[str, Any]) -> str | None:
    """Return the person's planned action; None if there is none or the seat has acted since."""
    planned: str | None = preferences.get("plan")
    return planned if preferences.get("for") == next_action(table, seat) else None


def next_action(table: Table, seat: Seat) -> list[int]:
    """Identify the seat's next action by the numbers of finished deals and of its turns since."""
    return [table.finished, sum(one.seat == seat for one in table.taken)]


def _steps(view: View) -> bytes:
    """Return the fields of ``view.steps_part`` as JSON; each step is encoded once."""
    steps = b",".join(map(_step, view.steps))
    return b'"actions":%b,"steps":[%b]' % (dumps(view.actions), steps)


@lru_cache(10_000)
def _step(step: Step) -> bytes:
    return dumps(step._asdict())


def _fields(value: Mapping[str, Any]) -> bytes:
    """Return the JSON of a non-empty object, without its braces."""
    return dumps(value)[1:-1]
