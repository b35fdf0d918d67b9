"""Decides which devices of a club get a message, and hands it to their push services.

The process that stores an event sends what follows from it, so that every message is sent once. It
waits a few seconds first, in which a page that was loaded again is back, and whose turn it was may
have taken it. Play never waits for a message: if too many are on their way, others are lost.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from functools import partial
from math import inf
from typing import NamedTuple, Self

from dobbm.club.appointments import NOTICE, appointments
from dobbm.club.away_commands import EndAbsence, absence_of
from dobbm.club.club_commands import Announce
from dobbm.club.club_events import (
    AbsenceSet,
    Answered,
    ClubEvent,
    DayCancelled,
    DayMoved,
    EveningAnnounced,
    RoundDrawn,
    TableAdded,
)
from dobbm.club.club_ids import club_of, person_at, stream_of
from dobbm.club.club_reducer import is_over
from dobbm.club.club_state import Club
from dobbm.runtime.clubs import Clubs
from dobbm.runtime.device_messages import DeviceMessage, Kind, PushService, Undelivered
from dobbm.runtime.runtime import Runtime
from dobbm.runtime.store import UnreadableEvent
from dobbm.runtime.subscriptions import Subscription
from dobbm.runtime.supervisor import Supervisor
from dobbm.table.refusals import Refusal
from dobbm.table.state import Table

WAIT = 6.0
"""Seconds between an event and its message."""
SENDERS = 4
"""Number of messages that are sent at a time."""
MOST_WAITING = 1_000
"""Maximum number of messages that wait."""
MOST_DEVICES = 10
"""Maximum number of devices of a member; a new one takes the place of the oldest."""
SOON = 600
"""Seconds for which a push service keeps a message for a device that it does not reach."""
BY_POST = 24 * 3600
"""The same for a turn at a table by post, and for a day to come."""
REMINDED = 3600.0
"""Seconds between two reminders of a person's turn."""
EACH_MINUTE = 60.0
"""Seconds between two looks for evenings that begin soon."""
TRIED = 600.0
"""Seconds until a club is looked at again that could not be read."""
MOST_REASONS = 100
"""Maximum number of reasons of failures that are remembered, each of which is logged once."""

log = logging.getLogger(__name__)


class _Turn(NamedTuple):
    """The turn of a person who is not excused, and for whom no bot stands in."""

    number: int
    person: str

    @classmethod
    def at(cls, table: Table, now: float) -> Self | None:
        """Return whose turn it is, if others wait for the person."""
        seat = table.deal.to_act if table.deal and table.timed else None
        if seat is None:
            return None
        one = table.occupant(seat)
        if not one.person or one.stood_in or one.is_excused(now):
            return None
        return cls(table.turn, one.person)


class Pushing:
    """The messages of all clubs; an asynchronous context manager."""

    def __init__(self, runtime: Runtime, clubs: Clubs, service: PushService) -> None:
        self._runtime = runtime
        self._clubs = clubs
        self._service = service
        self._store = runtime.store
        self._clock = runtime.clock
        self._supervisor = Supervisor(runtime.clock)
        self._waiting: asyncio.Queue[tuple[float, Callable[[], Awaitable[None]]]]
        self._waiting = asyncio.Queue(MOST_WAITING)
        self._outgoing: asyncio.Queue[tuple[Subscription, DeviceMessage]] = asyncio.Queue(
            MOST_WAITING
        )
        self._logged: set[str] = set()
        self._idle: dict[str, float] = {}
        """Until when each club has no evening to announce, unless something happens there."""

    async def __aenter__(self) -> Self:
        self._runtime.on_changed.append(self._changed)
        self._clubs.on_event = self._happened
        self._store.on_change(self._hear)
        self._supervisor.repeat("the look for evenings", self._announce, EACH_MINUTE)
        self._supervisor.start("the messages to devices", self._decide)
        for number in range(SENDERS):
            self._supervisor.start(f"the delivery of messages {number}", self._deliver)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._supervisor.stop()

    @property
    def public_key(self) -> str:
        """The key by which browsers know this server, in base64url."""
        return self._service.public_key

    async def subscribe(self, subscription: Subscription) -> None:
        """Store a device; raise ``Refusal`` with the code ``push`` if it cannot be reached."""
        self._service.verify(subscription)
        await self._store.subscribe(subscription, MOST_DEVICES)

    def came(self, table: Table, person: str) -> None:
        """Note that a person follows a table; the next turn is news again."""
        if table.options.club:
            at = self._clubs.now()
            self._later(partial(self._note, table.options.club, table.id, person, at))

    async def remind(self, table: Table, by: str) -> bool:
        """Tell a person again whose turn it is, except for a person who follows the table.

        Return False if the person receives no messages, or has had one just now.
        """
        club, now = await self._clubs.club(table.options.club or ""), self._clubs.now()
        turn = _Turn.at(table, now)
        member = club.at_table(table.id).get(turn.person) if turn else None
        if turn is None or member is None or member == by:
            return False
        # Of several who ask at this moment, one gets the devices.
        told = await self._store.tell(stream_of(club.id), member, now, now - REMINDED)
        if told:
            self._later(partial(self._tell_turn, club.id, table.id, turn, told))
        return bool(told)

    # -- what happens ---------------------------------------------------------------------------

    def _changed(self, before: Table, after: Table) -> None:
        """Handle an event at a table that this process has stored."""
        club = after.options.club
        if club is None:
            return
        now = self._clubs.now()
        turn = _Turn.at(after, now)
        if turn and turn != _Turn.at(before, now):
            self._later(partial(self._tell_turn, club, after.id, turn))
        for one in before.seats:
            if one and one.person and after.seat_of(one.person) is None:
                self._later(partial(self._tell_seat, club, after.id, one.person))

    def _happened(self, club: Club, event: ClubEvent) -> None:
        """Handle an event of a club that this process has stored."""
        self._hear(stream_of(club.id), event.at)
        if isinstance(event, TableAdded):
            self._later(partial(self._tell_table, club.id, event.table, event.by))
        if isinstance(event, RoundDrawn):
            players = {member for seats in event.seats for member in seats}
            told = players - {event.by, None}
            self._later(partial(self._tell_members, "round", club.id, told, SOON))
        if isinstance(event, Answered) and event.answer == "substitute":
            coming = {one for one, it in club.answers.get(event.day, {}).items() if it == "yes"}
            others = {*club.active(event.at)} - coming - {event.member}
            self._later(partial(self._tell_members, "substitute", club.id, others, BY_POST))
        if isinstance(event, AbsenceSet) and is_over(club, event.member, event.at):
            self._later(partial(self._tell_back, club.id, event.member))
        if isinstance(event, DayCancelled | DayMoved):
            others = {*club.active(event.at)} - {event.by}
            self._later(partial(self._tell_members, "change", club.id, others, BY_POST))
        if isinstance(event, EveningAnnounced):
            self._later(partial(self._tell_evening, club.id, event.day))

    def _hear(self, stream: str, _: float) -> None:
        """Handle a change by any process; an empty identifier means any club."""
        if stream:
            self._idle.pop(stream, None)
        else:
            self._idle.clear()

    def _later(self, work: Callable[[], Awaitable[None]]) -> None:
        if self._waiting.full():
            self._warn("too many wait")
        else:
            self._waiting.put_nowait((self._clock.monotonic() + WAIT, work))

    # -- evenings -------------------------------------------------------------------------------

    async def _announce(self) -> None:
        """Announce the evenings that begin soon: of several processes, one stores the event."""
        for stream in await self._store.subscribed():
            now = self._clubs.now()
            if self._idle.get(stream, 0.0) > now:
                continue
            self._idle[stream] = now + TRIED
            with suppress(Refusal, UnreadableEvent):
                until = await self._announced(club_of(stream), now)
                if stream in self._idle:  # nothing has happened there in the meantime
                    self._idle[stream] = until

    async def _announced(self, club_id: str, now: float) -> float:
        """Announce the next evening of a club if it is near; return when to look again.

        Absences that are over end.
        """
        club = await self._clubs.club(club_id)
        spans = {member: absence_of(club, member, now) for member in club.absences}
        for member in [one for one in club.absences if is_over(club, one, now)]:
            await self._clubs.do(club.id, EndAbsence(member))
        again = min([span[1] for span in spans.values() if span], default=inf)
        for day, at in appointments(club, now):
            begins = at.timestamp()
            if begins - NOTICE > now:
                return min(again, begins - NOTICE)
            if begins > now:
                await self._clubs.do(club.id, Announce(day))
                return min(again, begins)
        return again

    async def _tell_evening(self, club_id: str, day: str) -> None:
        """Tell the members who have not said that they do not come."""
        club, now = await self._clubs.club(club_id), self._clubs.now()
        met = {one.day: one.begins.timestamp() for one in appointments(club, now)}
        begins = met.get(day, now)
        answers = club.answers.get(day, {})
        for one in await self._store.subscriptions(stream_of(club_id)):
            is_guest = club.members[one.member].role == "guest"
            if begins > now and not is_guest and answers.get(one.member) != "no":
                evening = {"begins": begins, "answered": one.member in answers}
                ttl = int(begins - now)
                message = DeviceMessage("evening", club.name, "", f"c/{club.id}", ttl, evening)
                await self._post(club, one, message)

    # -- who gets a message ---------------------------------------------------------------------

    async def _decide(self) -> None:
        while True:
            due, work = await self._waiting.get()
            await self._clock.sleep(max(0.0, due - self._clock.monotonic()))
            with suppress(Refusal, UnreadableEvent):  # the club or the table is there no more
                await work()

    async def _note(self, club_id: str, table: str, person: str, at: float) -> None:
        club = await self._clubs.club(club_id)
        member = club.at_table(table).get(person)
        if member:
            await self._store.seen({member: at}, self._clubs.now())

    async def _tell_table(self, club_id: str, table: str, by: str) -> None:
        club = await self._clubs.club(club_id)
        await self._tell_others("table", club, await self._played(club, table), {by})

    async def _tell_members(
        self, kind: Kind, club_id: str, members: Collection[str | None], ttl: int
    ) -> None:
        club = await self._clubs.club(club_id)
        message = DeviceMessage(kind, club.name, "", f"c/{club.id}", ttl)
        for one in await self._store.subscriptions(stream_of(club_id)):
            if one.member in members:
                await self._post(club, one, message)

    async def _tell_seat(self, club_id: str, table_id: str, person: str) -> None:
        """Tell the others, if somebody is still there to play with."""
        club = await self._clubs.club(club_id)
        table = await self._played(club, table_id)
        if table.seat_of(person) is not None or all(one and one.person for one in table.seats):
            return
        runner = await self._runtime.table(table_id)
        if runner.is_attended or (table.options.by_post and table.people):
            leaver = club.at_table(table_id).get(person, "")
            await self._tell_others("seat", club, table, {leaver})

    async def _tell_turn(
        self, club_id: str, table_id: str, turn: _Turn, told: Collection[Subscription] = ()
    ) -> None:
        """Tell a person who does not follow the table, once in each absence.

        A reminder goes to the devices that count as ``told`` of it already.
        """
        club = await self._clubs.club(club_id)
        member = club.at_table(table_id).get(turn.person)
        if not member:
            return
        table, now = await self._played(club, table_id), self._clubs.now()
        if turn.person in (await self._runtime.table(table_id)).people.presence.followers:
            if told:  # of nothing: the next turn is news again
                await self._store.seen({member: now}, now)
            return
        if turn != _Turn.at(table, now):
            return
        if not told:
            seen = min((await self._clubs.people(club))[member].seen, now)
            told = await self._store.tell(stream_of(club.id), member, now, seen)
        ttl = BY_POST if table.options.by_post else SOON
        message = DeviceMessage("turn", club.name, table_id, f"t/{table_id}", ttl)
        for one in told:
            await self._post(club, one, message)

    async def _tell_back(self, club_id: str, member: str) -> None:
        """Tell a member whose absence is over of a turn that has come meanwhile."""
        club, now = await self._clubs.club(club_id), self._clubs.now()
        for table in club.tables:
            turn = _Turn.at(await self._played(club, table), now)
            if turn and turn.person == person_at(table, member):
                await self._tell_turn(club_id, table, turn)

    async def _tell_others(
        self, kind: Kind, club: Club, table: Table, but: Collection[str]
    ) -> None:
        """Tell everybody who has no seat at the table."""
        members = club.at_table(table.id)
        seated = {members.get(table.occupant(seat).person or "") for seat in table.people}
        message = DeviceMessage(kind, club.name, table.id, f"c/{club.id}", SOON)
        for one in await self._store.subscriptions(stream_of(club.id)):
            if one.member not in but and one.member not in seated:
                await self._post(club, one, message)

    async def _played(self, club: Club, table: str) -> Table:
        """Return a table of the club; raise ``Refusal`` if it is played no more."""
        drawn = club.tournament.rounds[-1:] if club.tournament else ()
        if table not in club.tables and not any(table in one.tables for one in drawn):
            raise Refusal("unknown", "there is no such table in this club")
        return (await self._runtime.table(table, fresh=True)).table

    # -- sending --------------------------------------------------------------------------------

    async def _post(self, club: Club, subscription: Subscription, message: DeviceMessage) -> None:
        """Send a message to a device, or forget the device of somebody who is a member no more."""
        if not club.members[subscription.member].is_active(self._clubs.now()):
            await self._store.unsubscribe(subscription.club, subscription.member)
        elif self._outgoing.full():
            self._warn("too many wait")
        else:
            self._outgoing.put_nowait((subscription, message))

    async def _deliver(self) -> None:
        while True:
            subscription, message = await self._outgoing.get()
            try:
                if not await self._service.send(subscription, message):
                    await self._store.unsubscribe(subscription.club, device=subscription.device)
            except Undelivered as error:
                self._warn(str(error))

    def _warn(self, reason: str) -> None:
        """Log a reason for which messages are lost, once."""
        if reason not in self._logged and len(self._logged) < MOST_REASONS:
            self._logged.add(reason)
            log.warning("messages to devices are lost: %s", reason)
