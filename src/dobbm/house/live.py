"""A table in the memory of a process: its last states, who is connected, who follows it."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import Counter, deque
from dataclasses import dataclass
from typing import Any, NamedTuple

from dobbm.actions import Seat
from dobbm.store import Person
from dobbm.table.clock import Signs
from dobbm.table.commands import TableError
from dobbm.table.events import Event, Said
from dobbm.table.folding import after
from dobbm.table.shown import shown_to, shown_to_all, told
from dobbm.table.state import Table

KEPT = 8
"""States that are kept for those who come back after a short cut."""
JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


class Message(NamedTuple):
    """How a moment is told, as long as people and presence stay as they are."""

    people: dict[str, Person]
    present: set[Seat]
    to_all: bytes
    """What is the same for every seat."""
    to: dict[Seat | None, bytes]
    """The whole, by seat."""


@dataclass(eq=False)
class Moment:
    """A state of a table, the event that led to it, and how it is told."""

    table: Table
    event: Event
    message: Message | None = None


class Live:
    """A table in memory. Its lock is held by whoever changes it."""

    def __init__(self, moments: list[Moment], people: list[Person], now: float) -> None:
        """``moments``: from the first to the last; ``now`` is when people begin to be missed."""
        self.moments = deque(moments, KEPT)
        self.people = {person.id: person for person in people}
        self.streams: Counter[str] = Counter()
        """How many event streams each person has open here."""
        self.heard = {person.id: max(now, person.seen) for person in people}
        """When people made their last request, or were seen by another process."""
        self.lock = asyncio.Lock()
        self.timer: asyncio.Task[None] | None = None
        self.watchers: set[asyncio.Event] = set()
        self.touched = now

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.moments[-1].table

    @property
    def names(self) -> dict[str, str | None]:
        """What the people are called."""
        return {person.id: person.name for person in self.people.values()}

    @property
    def waiting(self) -> bool:
        """Whether something is waited for that comes by itself."""
        return self.timer is not None and not self.timer.done()

    def advance(self, event: Event, table: Table | None = None) -> None:
        """Go on to the state after ``event``, and wake those who follow the table."""
        self.moments.append(Moment(table or after(self.table, event), event))
        self.wake()

    def wake(self) -> None:
        """Let those who follow the table look again."""
        for watcher in self.watchers:
            watcher.set()

    def stop(self) -> None:
        """Let nothing come by itself."""
        if self.timer:
            self.timer.cancel()
            self.timer = None

    def seat_of(self, digest: str) -> Seat | None:
        """The seat that a token opens, by the token's SHA-256."""
        for person in self.people.values():
            if secrets.compare_digest(person.token, digest):
                return self.table.seat_of(person.id)
        return None

    def person_of(self, seat: Seat) -> Person:
        """The person on a seat.

        Raises ``TableError`` with the code ``seat`` for a bot's.
        """
        occupant = self.table.seats[seat]
        if occupant is None or occupant.person is None:
            raise TableError("seat", f"nobody sits on seat {seat}")
        return self.people[occupant.person]

    def signs(self) -> Signs:
        """Who is gone, and who has planned what comes."""
        planned = [seat for seat in self.table.people if self.plan_of(seat)]
        return Signs(self._gone_since(), frozenset(planned))

    def plan_of(self, seat: Seat) -> str | None:
        """The action that the person on a seat has planned, or must take and wants to be spared."""
        deal = self.table.deal
        if deal is None or deal.to_act != seat:
            return None
        wishes = self.person_of(seat).wishes
        planned = self.pending_plan(seat)
        if planned and deal.is_legal(planned):
            return planned
        if wishes.get("forced") and deal.play:
            legal = deal.legal_actions()
            return legal[0] if len(legal) == 1 else None
        return None

    def pending_plan(self, seat: Seat) -> str | None:
        """What a person has planned for the next action; once the seat has acted it is dropped."""
        wishes = self.person_of(seat).wishes
        planned: str | None = wishes.get("plan")
        return planned if wishes.get("for") == self.next_action(seat) else None

    def next_action(self, seat: Seat) -> list[int]:
        """Which action of the seat comes next: deals that are done, and actions taken since."""
        taken = sum(one.seat == seat for one in self.table.taken)
        return [len(self.table.archive), taken]

    def present(self, now: float) -> set[Seat]:
        """The seats of people who have a stream open, or were heard of lately."""
        signs = Signs(self._gone_since(), frozenset())
        return {seat for seat in self.table.people if signs.gone_at(seat) > now}

    def message(self, moment: Moment, seat: Seat | None, now: float) -> bytes:
        """What ``seat`` is told of a moment, as JSON: the table as it sees it, and the change."""
        present = self.present(now)
        known = moment.message
        if known is None or (known.people, known.present) != (self.people, present):
            there = present & {*moment.table.people}
            to_all = _encoded(shown_to_all(moment.table, self.names, there))
            known = moment.message = Message({**self.people}, present, to_all, {})
        if seat not in known.to:
            known.to[seat] = _together(known.to_all, _encoded(self._shown_to(moment, seat)))
        return known.to[seat]

    def _gone_since(self) -> dict[Seat, float]:
        """When people without a stream were heard of last."""
        people = {seat: self.person_of(seat) for seat in self.table.people}
        return {
            seat: self.heard.get(person.id, person.seen)
            for seat, person in people.items()
            if not self.streams[person.id]
        }

    def _shown_to(self, moment: Moment, seat: Seat | None) -> dict[str, Any]:
        """What only ``seat`` is told of a moment."""
        story = shown_to(moment.table, seat, self.names)
        story["change"] = told(moment.event, seat)
        if seat is not None and seat in self.table.people:
            wishes = self.person_of(seat).wishes
            story["own"] = {key: wishes[key] for key in ("forced", "muted") if key in wishes}
            if "plan" in wishes:
                story["own"]["plan"] = self.pending_plan(seat)
            if isinstance(moment.event, Said) and moment.event.seat in wishes.get("muted", ()):
                story["change"]["phrase"] = None
        return story


def _encoded(value: dict[str, Any]) -> bytes:
    """The JSON of a value."""
    return JSON.encode(value).encode()


def _together(one: bytes, other: bytes) -> bytes:
    """One JSON object of two that are not empty."""
    return one[:-1] + b"," + other[1:]
