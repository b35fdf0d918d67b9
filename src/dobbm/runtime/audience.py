"""The audience of a table's messages, and what a single seat of it receives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from dobbm.game.actions import Seat
from dobbm.runtime.store import Person, Text
from dobbm.table import shapes
from dobbm.table.events import Event, Said, Wrote
from dobbm.table.presentation import Names, present_event
from dobbm.table.state import Table


class Audience(NamedTuple):
    """The people at a table by identifier, and the seats of those who are present."""

    people: Mapping[str, Person]
    """Replaced when a person changes, never modified in place."""
    present: frozenset[Seat]
    texts: Mapping[int, Text] | None
    """The texts that people have written, by the number of the event; None if the server allows
    none. Replaced when a text is added or erased, never modified in place."""
    namesakes: tuple[str, ...] = ()
    """The names of bots that members of the table's club bear."""

    @property
    def names(self) -> Names:
        """The people's names by identifier."""
        return {person.id: person.name for person in self.people.values()}

    def is_same(self, other: Audience) -> bool:
        """Return whether both audiences receive the same messages."""
        same = self.people is other.people and self.texts is other.texts
        return same and self.present == other.present and self.namesakes == other.namesakes


def own_part(table: Table, event: Event, audience: Audience, seat: Seat | None) -> shapes.OwnPart:
    """Return the fields that only ``seat`` receives, apart from its view of the deal."""
    part: shapes.OwnPart = {"seat": seat, "change": present_event(event, seat)}
    occupant = None if seat is None else table.seats[seat]
    if seat is not None and occupant and occupant.person:
        person = occupant.person
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
