"""Knows the people of a live table: who takes a seat, returns to it or moves to another device."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

from dobbm.game.actions import Seat
from dobbm.runtime.audience import next_action
from dobbm.runtime.entropy import repeated_token
from dobbm.runtime.live_table import LiveTable
from dobbm.runtime.people import digest
from dobbm.runtime.store import Person
from dobbm.table.commands import Leave, Sit
from dobbm.table.deadlines import waited
from dobbm.table.events import Event, Waited
from dobbm.table.refusals import Refusal
from dobbm.table.state import Table

HANDOVER = 300.0
"""Seconds during which a code moves a seat to another device."""


class Welcome(NamedTuple):
    """The table, seat and secret token of a person who has taken a seat."""

    table: str
    seat: Seat
    token: str


class Membership(LiveTable):
    """A live table with the requests of people who take a seat or prove that it is theirs."""

    async def sit(
        self, name: str, request: str | None = None, wanted: Seat | None = None
    ) -> tuple[Seat, str]:
        """Seat a new person and return the seat and the person's token.

        The token follows from ``request``, if there is one, so repeating the request returns the
        same seat and token. Raises ``Refusal`` as ``Sit`` does, with the code ``seat`` if the
        person has left the seat since the first request, or ``club`` at the table of a club.
        """
        if self.table.options.club:
            raise Refusal("club", "this table belongs to a club: sit down on the club's page")
        entropy = self._services.entropy
        token = repeated_token(self.table.id, request) if request else entropy.token()
        person = Person(entropy.person_id(), name, digest(token), self._clock.now(), {})
        await self._jobs.perform(partial(self._seat, person, wanted))
        seat = self._known_seat(token)
        if seat is None:
            raise Refusal("seat", "the seat that this request took has been left")
        return seat, token

    async def sit_as(
        self, member: str, name: str | None, wanted: Seat | None = None
    ) -> tuple[Seat, str]:
        """Seat a member of the table's club, or give the member's seat to another device.

        ``member`` is the member's identifier at this table. Return the seat and a new token; the
        old one opens the seat no longer. Raises ``Refusal`` as ``Sit`` does, and ``Banned``.
        """
        self._services.verify_name(name)
        token = self._services.entropy.token()
        if self._store.shared:
            await self.refresh()
        known = self.people.all.get(member)
        if known is None:
            person = Person(member, name, digest(token), self._clock.now(), {})
            await self._jobs.perform(partial(self._seat, person, wanted))
        else:
            if not await self._store.set_token(member, digest(token), known.token):
                raise Refusal("used", "another device has just taken this seat: try again")
            self.people.keep(known._replace(token=digest(token)))
            self.feed.nudge()  # the streams to the other device end
            self.people.presence.hear(member)
            if wanted is not None or self.table.seat_of(member) is None:
                await self.do(Sit(member, wanted))
        seat = self.table.seat_of(member)
        if seat is None:
            raise Refusal("seat", "the seat has been left")
        return seat, token

    async def close_seat(self, person: str, *, leave: bool) -> None:
        """Let no token open the seat of a person any more; if they ``leave``, a bot takes it."""
        known = self.people.all[person]
        closed = known._replace(token=digest(self._services.entropy.token()))
        if await self._store.set_token(person, closed.token, known.token):
            self.people.keep(closed)
            self.feed.nudge()  # the streams to the devices end
        seat = self.table.seat_of(person)
        if leave and seat is not None:
            await self.do(Leave(seat))

    async def seat_of(self, token: str) -> Seat:
        """Return the seat of the person with this token, and record the person as active.

        Raises ``Refusal`` with the code ``token`` if nobody with this token has a
        seat at this table, and ``Banned``.
        """
        seat = self._known_seat(token)
        if seat is None and self._store.shared:
            await self.refresh()  # the person may have joined through another process
            seat = self._known_seat(token)
        if seat is None:
            raise Refusal("token", "this token does not open a seat at this table")
        person = self.people.on_seat(self.table, seat)
        self._services.verify_name(person.name)
        if self._waited(seat, self.table, self._time.now()):
            await self._jobs.perform(partial(self._cover, seat, person))
        self.people.presence.hear(person.id)
        return seat

    async def sit_again(self, token: str, wanted: Seat) -> Seat:
        """Seat a person again who has been at this table, or move the person to another seat.

        Raises ``Refusal`` with the code ``token`` if nobody with this token has been here, or as
        ``Sit`` does, and ``Banned``.
        """
        person = self.people.with_token(token)
        if person is None and self._store.shared:
            await self.refresh()
            person = self.people.with_token(token)
        if person is None:
            raise Refusal("token", "nobody with this token has been at this table")
        self._services.verify_name(person.name)
        self.people.presence.hear(person.id)
        await self.do(Sit(person.id, wanted))
        return wanted

    async def offer_handover(self, seat: Seat) -> tuple[str, float]:
        """Return a code that moves ``seat`` to another device, and the time until it does."""
        code, until = self._services.entropy.token(), self._time.now() + HANDOVER
        before = self.people.on_seat(self.table, seat).token
        await self.set_preferences(seat, handover=[digest(code), until, before])
        return code, until

    async def take_handover(self, code: str, request: str | None = None) -> tuple[Seat, str]:
        """Return the seat that a code moves and its new token; the old one opens it no longer.

        A code moves the seat once. Repeated with the same ``request``, return the same token.
        Raises ``Refusal`` with the code ``used``, or ``handover`` if the code is unknown or out
        of date.
        """
        return await self._jobs.perform(partial(self._take_handover, code, request))

    async def set_preferences(self, seat: Seat, **preferences: Any) -> None:
        """Update the private preferences of the person in ``seat``."""
        await self._jobs.perform(partial(self._set_preferences, seat, preferences))

    def _known_seat(self, token: str) -> Seat | None:
        """Return the seat of the person with this token, if this process knows of one."""
        person = self.people.with_token(token)
        return None if person is None else self.table.seat_of(person.id)

    async def _seat(self, person: Person, wanted: Seat | None) -> None:
        def sit(table: Table, at: float) -> Event | None:
            if self.people.with_digest(person.token):
                return None  # the request has been carried out before
            self.people.presence.hear(person.id)
            return Sit(person.id, wanted).decide(table, at)

        await self._change(sit, person)

    def _waited(self, seat: Seat, table: Table, at: float) -> Waited | None:
        """Return an event that covers the time without a connection of a person who returns."""
        lost = self.people.activity(table).gone_since.get(seat)
        return None if lost is None else waited(table, at, seat, lost)

    async def _cover(self, seat: Seat, person: Person) -> None:
        if self._store.shared:
            await self._reload_people()  # another process may have heard from the person
        if self._waited(seat, self.table, self._time.now()):
            await self._change(partial(self._waited, seat))
        self.people.presence.hear(person.id)

    async def _take_handover(self, code: str, request: str | None) -> tuple[Seat, str]:
        if self._store.shared:
            await self._refresh()
        person = self.people.with_handover(digest(code))
        seat = person and self.table.seat_of(person.id)
        if person is None or seat is None:
            raise Refusal("handover", "this code is unknown or out of date: show a new one")
        _, until, before = person.preferences["handover"]
        if until < self._time.now():
            raise Refusal("handover", "this code is out of date: show a new one")
        self._services.verify_name(person.name)
        entropy, id_ = self._services.entropy, self.table.id
        token = repeated_token(id_, f"{code} {request}") if request else entropy.token()
        moved = person._replace(token=digest(token))
        if moved != person:
            # The offer names the token of the old device: the first device replaces it.
            if not await self._store.set_token(person.id, moved.token, before):
                raise Refusal("used", "this code has been used: show a new one")
            self.people.keep(moved)
            self.feed.nudge()  # the streams to the other device end
        return seat, token

    async def _set_preferences(self, seat: Seat, preferences: dict[str, Any]) -> None:
        person = self.people.on_seat(self.table, seat)
        if "plan" in preferences:
            preferences = {**preferences, "for": next_action(self.table, seat)}
        person = person._replace(preferences=person.preferences | preferences)
        await self._store.set_preferences(person.id, person.preferences)
        self.people.keep(person)
        self._schedule()
