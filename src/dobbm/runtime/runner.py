"""Runs a live table: the requests of people who sit at it, and of the runtime."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from functools import partial
from math import inf
from typing import Annotated, Any, NamedTuple

from dobbm.game.actions import Seat
from dobbm.game.view import View
from dobbm.runtime.complaints import NO_TEXT, Complaint, complain
from dobbm.runtime.history import Message
from dobbm.runtime.membership import Membership
from dobbm.runtime.store import Report
from dobbm.table.commands import Claim, ComeBack, DeclineTexts, Propose, Write, verify_claim
from dobbm.table.deadlines import GONE, restart_review
from dobbm.table.events import Event
from dobbm.table.presentation import view_at_table
from dobbm.table.refusals import Refusal
from dobbm.table.talk import clean_text

MOST_REPORTED = 500
"""Maximum number of spectators of a table that a process reports to the others."""


class WrittenText(NamedTuple):
    """A text and the person who has written it."""

    number: Annotated[int, "the number of its event"]
    seat: Annotated[Seat, "where the person sat"]
    name: Annotated[str | None, "the person's name; null: erased"]
    text: str


class TableRunner(Membership):
    """The runner of one live table; ``run`` does its jobs one at a time."""

    # -- requests from people -------------------------------------------------------------------

    async def come_back(self, seat: Seat) -> None:
        """Give ``seat`` back to its person if a bot is standing in."""
        if self.table.occupant(seat).stood_in:
            await self.do(ComeBack(seat))

    async def welcome_back(self, seat: Seat) -> None:
        """Give a person who may have been gone the seat back, and time to review the last deal."""
        if self._is_full(self.table):
            return
        if self.table.occupant(seat).stood_in == "gone":
            await self.come_back(seat)
        if restart_review(self.table, self._time.now(), seat):
            await self._jobs.perform(
                lambda: self._change(lambda table, at: restart_review(table, at, seat))
            )

    async def claim(self, seat: Seat) -> Event | None:
        """Claim the rest of the deal: at once if the claim can be proved, else as a proposal.

        Raises the errors of ``Propose`` and ``Claim``.
        """
        deal, turn = verify_claim(self.table, seat), self.table.turn
        if not await self._services.bots.proves(View.of(deal, seat)):
            return await self.do(Propose(seat, "claim"))
        cards = await self._services.bots.play_out(deal, seat)
        return await self.do(Claim(seat, cards, turn))

    def own_turn(self, seat: Seat) -> View:
        """Return the view of ``seat`` for a hint.

        Hints are for one person who plays against bots, on that person's turn. Raises
        ``Refusal`` with the code ``phase`` if the table runs a clock, or ``turn`` if it is not
        the seat's turn.
        """
        if self.table.options.deals:
            raise Refusal("phase", "there are no hints in a tournament")
        if self.table.timed:
            raise Refusal("phase", "hints are available only where one person plays against bots")
        deal = self.table.deal
        if deal is None or deal.to_act != seat:
            raise Refusal("turn", "hints are available only on your turn")
        return view_at_table(deal, seat)

    def seed(self, purpose: str) -> int:
        """Return the random seed for a bot that gives advice at the current turn."""
        return self._services.pace.seed(self.table, purpose)

    async def mute(self, seat: Seat, muted: list[Seat]) -> None:
        """Mute the people in the seats ``muted`` for the person in ``seat``, and nobody else.

        People at a table of the lobby are strangers: who mutes one of them also declines texts.
        """
        await self._jobs.perform(partial(self._mute, seat, muted))
        if muted and self.table.options.listed:
            await self.do(DeclineTexts(seat, declined=True))

    async def write(self, seat: Seat, text: str, request: str | None = None) -> None:
        """Write a text to the others at the table; repeated with the same ``request``, only once.

        Raises ``TextError``, or ``Refusal`` as ``Write`` does.
        """
        if self.people.texts is None:
            raise Refusal("texts", "this server allows no texts")
        await self._jobs.perform(partial(self._write, Write(seat, request), clean_text(text)))

    async def complain_of_text(self, seat: Seat, number: int) -> None:
        """Report a text to the host of the server, for the person in ``seat``; only once.

        Raises ``Refusal`` with the code ``gone`` if the person cannot read such a text,
        ``reported`` if there are too many reports about the table, or ``own``.
        """
        kept = self.people.texts or {}
        found = [one for one in self.table.readable(seat) if one.number == number]
        if not found or number not in kept:
            raise Refusal("gone", "there is no such text, or it is no longer kept")
        [written] = found
        then = await self._services.history.snapshot(self.table.id, number)
        deal, text = then.table.deal_number, kept[number].text
        await self._complain(seat, written.person, number, deal, text)

    async def complain_of_person(self, seat: Seat, about: Seat) -> None:
        """Report the person in a seat, for the name or the conduct; raises as for a text.

        Raises ``Refusal`` with the code ``seat`` if no person sits there.
        """
        person = self.people.on_seat(self.table, about)
        await self._complain(seat, person.id, NO_TEXT, self.table.deal_number, None)

    def texts(self, seat: Seat) -> list[WrittenText]:
        """Return the texts that the person in ``seat`` may read: those since sitting down."""
        person, kept = self.people.on_seat(self.table, seat), self.people.texts or {}
        muted = person.preferences.get("muted", ())
        return [
            WrittenText(
                one.number, one.seat, self.people.names.get(one.person), kept[one.number].text
            )
            for one in self.table.readable(seat)
            if one.number in kept and one.person not in muted
        ]

    def streams(self, seat: Seat) -> int:
        """Return how many event streams the person in ``seat`` has open in this process."""
        return self.people.presence.streams(self.people.on_seat(self.table, seat).id)

    async def follow(
        self,
        seat: Seat | None,
        number: int,
        silence: float,
        patience: float = inf,
        name: str = "",
        *,
        deltas: bool = False,
    ) -> AsyncGenerator[list[Message]]:
        """Yield lists of messages to ``seat`` about events after ``number``; see ``Feed.follow``.

        The others see the ``name`` of a spectator.

        The person in the seat counts as connected while the generator runs. It ends if nothing has
        been heard from the person for ``patience`` seconds: a proxy may keep the connection of a
        person open who has vanished.
        """
        presence, answers, is_lost = self.people.presence, patience < inf, False
        person = None if seat is None else self.people.on_seat(self.table, seat).id
        if person:
            presence.connect(person, answers=answers)
        try:
            if seat is not None:
                await self.welcome_back(seat)
            self._schedule()
            async with aclosing(
                self.feed.follow(seat, number, silence, name, deltas=deltas)
            ) as stream:
                async for messages in stream:
                    is_lost = await self._has_lost(person, patience)
                    if is_lost:
                        return
                    yield messages
        finally:
            self.touched = self._clock.monotonic()
            if person:
                presence.disconnect(person, answers=answers, lost=is_lost)
                if is_lost:
                    self.feed.nudge()  # let the others know
                self._schedule()

    async def _has_lost(self, person: str | None, patience: float) -> bool:
        """Return whether nothing has been heard from a person for longer than ``patience``."""
        presence = self.people.presence
        if not person or presence.unheard_for(person) <= patience:
            return False
        if self._store.shared:
            await self.reload_people()  # another process may have heard from the person
        return presence.unheard_for(person) > patience

    def pulse(self) -> dict[str, Any]:
        """Return the time, who is connected, and who watches; none of this is an event."""
        spectators = self.feed.spectators + self.people.presence.spectators_elsewhere
        return {
            "now": round(self._time.now(), 3),
            "connected": self.people.connected(self.table),
            "spectators": len(spectators),
            "watching": sorted(filter(None, spectators)),
        }

    # -- requests from the runtime --------------------------------------------------------------

    def report(self, process: str) -> Report:
        """Return who follows the table through this ``process``."""
        return self.people.presence.report(process, self.feed.spectators[:MOST_REPORTED], GONE)

    def hear_report(self, report: Report | None = None) -> None:
        """Take in the report of another process, if any, and forget old ones.

        If somebody has come or gone, the pages and the deadline must know.
        """
        presence = self.people.presence
        before = presence.followers, presence.spectators_elsewhere
        if report:
            presence.keep_report(report)
        presence.forget_old_reports()
        if (presence.followers, presence.spectators_elsewhere) != before:
            self.feed.nudge()
            if self._deadline.waiting:
                self._schedule()

    async def run(self) -> None:
        """Do the table's jobs one at a time, until cancelled."""
        await self._jobs.run()

    @property
    def is_attended(self) -> bool:
        """Whether a person at the table is present."""
        return bool(self.people.audience(self.table).present)

    @property
    def idle_for(self) -> float:
        """Seconds since the table was last requested; 0 while it has subscribers."""
        return 0.0 if len(self.feed) else self._clock.monotonic() - self.touched

    async def resume(self) -> None:
        """Resume a table that was just loaded."""
        await self._jobs.perform(self._resume)

    def take_over(self) -> None:
        """Schedule the table's next deadline, unless this process is already waiting for one."""
        if not self._deadline.waiting:
            self._schedule()

    def check_due(self, overdue: float) -> None:
        """Take over the table if its deadline passed more than ``overdue`` seconds ago.

        The process that last changed the table might not be waiting for this deadline, because it
        might not know who is connected to this process.
        """
        if not self._deadline.waiting:
            coming = self._due(self.table)
            if coming and self._time.now() - coming.at > overdue:
                self._schedule()

    def hear(self, number: int) -> None:
        """Handle a notice that some process has changed the table.

        ``number`` is that of the new event; 0 means that something else has changed, or that
        notices may have been missed.
        """
        if number == 0 or number > self.table.number:
            self._jobs.post(partial(self._take_in, number))

    def hear_of_members(self, club: str) -> None:
        """Handle a notice that the members of a club, or their names, may have changed."""
        if club in (self.table.options.club, ""):
            self._jobs.post(self._reload_namesakes)

    def check_clock(self) -> None:
        """If the wall clock was set, move the table's times accordingly.

        Do nothing if no deadline is pending.
        """
        if self._deadline.waiting and self._time.step():
            self._jobs.post(self._set_clock)

    def discount(self, paused: float) -> None:
        """Discount ``paused`` seconds in which this process was stopped: nobody could play."""
        self._time.move(-paused)
        self.people.presence.discount(paused)
        self.check_clock()

    async def _mute(self, seat: Seat, muted: list[Seat]) -> None:
        table, own = self.table, self.people.on_seat(self.table, seat)
        people = [table.occupant(one).person for one in table.people if one in muted]
        earlier = own.preferences.get("muted", ())
        away = [one for one in earlier if table.seat_of(one) is None]
        await self._set_preferences(seat, {"muted": [*away, *people]})

    async def _complain(
        self, seat: Seat, about: str, number: int, deal: int, text: str | None
    ) -> None:
        own, at = self.people.on_seat(self.table, seat).id, round(self._clock.now(), 3)
        complaint = Complaint(self.table.id, number, about, own, deal, text, at)
        await complain(self._store, complaint)

    async def _write(self, command: Write, text: str) -> None:
        await self._change(lambda table, at: command.decide(table, at), text=text)
