"""The commands that take, leave and arrange seats, and set the house rules."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from dobbm.game.actions import Seat
from dobbm.game.errors import quoted
from dobbm.table.events import (
    CameBack,
    DecksShared,
    Excused,
    Filled,
    Left,
    PortraitChosen,
    ReleaseWished,
    RulesSet,
    Sat,
    Swapped,
    Vacated,
)
from dobbm.table.house_rules import MOST_EXCUSED, MOST_IN_CLUB, MOST_SEATINGS, Options
from dobbm.table.portraits import PORTRAITS
from dobbm.table.refusals import Refusal, verify_host, verify_place, verify_seated
from dobbm.table.state import Table


class Sit(NamedTuple):
    """Take a seat, by default the first free one."""

    person: str
    seat: Seat | None = None

    def decide(self, table: Table, now: float) -> Sat | None:
        """Allow a free seat or, before the first deal and between two deals, a bot's.

        If all people have left while the cards were shuffled, somebody may still sit down.

        Raises ``Refusal`` with the code ``removed`` if the host has removed the person and the
        first session has not begun; ``full`` if a person sits there, if no seat is free, or if
        people have sat down too often; or ``phase`` if a deal comes or is in
        progress.
        """
        if self.person in table.removed:
            raise Refusal(
                "removed", "the host has freed your seat: sit down again after the first deal"
            )
        if self.seat is None and None not in table.seats:
            raise Refusal("full", "all seats at this table are taken")
        seat = table.seats.index(None) if self.seat is None else self.seat
        verify_place(table, seat)
        occupant = table.seats[seat]
        if occupant and occupant.person:
            if occupant.person == self.person:
                return None
            raise Refusal("full", f"somebody sits in seat {seat}")
        waits = table.stage in ("gathering", "between", "over") or not (table.deal or table.people)
        if not waits:
            raise Refusal("phase", "a bot's seat can be taken only between two deals")
        most = MOST_IN_CLUB if table.options.club else MOST_SEATINGS
        if table.seatings >= most:
            raise Refusal("full", f"people have sat down here {most} times: open a table")
        return Sat(now, seat, self.person)


class Fill(NamedTuple):
    """Let bots take the remaining free seats."""

    seat: Seat

    def decide(self, table: Table, now: float) -> Filled | None:
        """Allow it to everybody at the table."""
        verify_seated(table, self.seat)
        return Filled(now, self.seat) if None in table.seats else None


class Leave(NamedTuple):
    """Leave the seat to a bot."""

    seat: Seat

    def decide(self, table: Table, now: float) -> Left:
        """Allow it at any time."""
        verify_seated(table, self.seat)
        return Left(now, self.seat)


class Vacate(NamedTuple):
    """Free a seat before the first deal: one's own or, as the host, a person's or a bot's.

    Between two deals, give the seat of a person who is away to a bot: the winnings stay with the
    person, who can sit down again, and somebody else can sit down meanwhile. While the host is
    away, all who are there must want it.
    """

    seat: Seat
    vacated: Seat
    absent: frozenset[Seat] = frozenset()
    """Seats of people who are away although no bot has had to stand in for them yet."""

    def decide(self, table: Table, now: float) -> Vacated | Left | ReleaseWished | None:
        """Raise ``Refusal`` with the code ``host`` or ``phase`` if it is not allowed."""
        by_host = self.vacated != self.seat
        if by_host and table.stage in ("between", "over"):
            return self._release(table, now)
        _verify_can_arrange(table, self.seat, host_only=by_host)
        verify_place(table, self.vacated)
        return Vacated(now, self.vacated, by_host) if table.seats[self.vacated] else None

    def _release(self, table: Table, now: float) -> Left | ReleaseWished | None:
        """Leave it to the host or, while the host is away, to all who are there together."""
        verify_place(table, self.vacated)
        verify_seated(table, self.seat)
        host, here = table.host_seat, {*table.attending} - self.absent
        if host is None or host in here:
            verify_host(table, self.seat)
        if self.vacated not in table.people:
            return None
        if self.vacated in here:
            raise Refusal("phase", "only the seat of a person who is away can be given to a bot")
        agreed = {self.seat, *table.releasing(self.vacated)}
        if self.seat == host or agreed >= here:
            return Left(now, self.vacated)
        known = (self.vacated, self.seat) in table.releases
        return None if known else ReleaseWished(now, self.seat, self.vacated)


class Swap(NamedTuple):
    """As the host, let the occupants of two seats change places before the first deal."""

    seat: Seat
    seats: tuple[Seat, Seat]

    def decide(self, table: Table, now: float) -> Swapped | None:
        """Raise ``Refusal`` with the code ``host`` or ``phase`` if it is not allowed."""
        _verify_can_arrange(table, self.seat)
        for one in self.seats:
            verify_place(table, one)
        one, other = self.seats
        return Swapped(now, self.seat, [one, other]) if one != other else None


class SetRules(NamedTuple):
    """As the host, change the house rules before the first deal."""

    seat: Seat
    options: Options

    def decide(self, table: Table, now: float) -> RulesSet | None:
        """Leave it to ``AllowTexts`` whether texts are allowed.

        Raises ``Refusal`` with the code ``host`` or ``phase``, or ``seats`` if there are no longer
        enough seats for everybody at the table.
        """
        _verify_can_arrange(table, self.seat)
        if table.options.deals:
            raise Refusal("phase", "all tables of a tournament have the same rules")
        options = replace(self.options, texts=table.options.texts)
        if options == table.options:
            return None
        if options.players < table.options.players and None not in table.seats:
            raise Refusal("seats", "five sit at the table: free a seat first")
        return RulesSet(now, self.seat, options.to_json())


class ShareDecks(NamedTuple):
    """Give the table the seed of the decks that other tables have, too; no person does this."""

    seed: str

    def decide(self, table: Table, now: float) -> DecksShared | None:
        """Return None if the table has its seed; it gets one before the first deal."""
        return None if table.deck_seed or table.sessions else DecksShared(now, self.seed)


class ComeBack(NamedTuple):
    """Take the seat back from the bot that stands in."""

    seat: Seat

    def decide(self, table: Table, now: float) -> CameBack | None:
        """Allow it at any time."""
        verify_seated(table, self.seat)
        return CameBack(now, self.seat) if table.occupant(self.seat).stood_in else None


class Excuse(NamedTuple):
    """Say until when one is away, at a table by post, or that one is back."""

    seat: Seat
    until: float | None
    """In Unix seconds; None ends it."""
    since: float | None = None
    """From when on; None, or a time that is past, means from now on."""

    def decide(self, table: Table, now: float) -> Excused | None:
        """Raise ``Refusal``: ``phase`` at a table not by post, ``until`` for an impossible time."""
        verify_seated(table, self.seat)
        if not table.options.by_post:
            raise Refusal("phase", "only at a table by post can a person be away until a day")
        since = self.since if self.since and self.since > now else None
        begin = since or now
        if self.until is not None and not begin < self.until <= begin + MOST_EXCUSED:
            days = f"{MOST_EXCUSED / 86400:g} days"
            raise Refusal("until", f"one is away until a time to come, at most {days} from now")
        one = table.occupant(self.seat)
        known = one.excused_until
        is_same = known == self.until and max(now, one.excused_from) == begin
        is_known = (known or now) <= now if self.until is None else is_same
        return None if is_known else Excused(now, self.seat, self.until, since)


class ChoosePortrait(NamedTuple):
    """Choose a portrait."""

    seat: Seat
    portrait: str

    def decide(self, table: Table, now: float) -> PortraitChosen | None:
        """Raise ``Refusal`` with the code ``portrait`` if the portrait is unknown."""
        verify_seated(table, self.seat)
        if self.portrait not in PORTRAITS:
            known = ", ".join(PORTRAITS)
            raise Refusal(
                "portrait", f"unknown portrait {quoted(self.portrait)}: the portraits are {known}"
            )
        chosen = table.occupant(self.seat).portrait
        return PortraitChosen(now, *self) if chosen != self.portrait else None


def _verify_can_arrange(table: Table, seat: Seat, *, host_only: bool = True) -> None:
    (verify_host if host_only else verify_seated)(table, seat)
    if table.stage != "gathering":
        raise Refusal(
            "phase",
            "the table is arranged before the first deal; later, between two deals, only the seat "
            "of a person who is away can be given to a bot",
        )
