"""The state of a club: an immutable value that ``club_reducer`` computes from events."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from math import inf
from typing import Any, NamedTuple

from dobbm.club.club_events import Answer, Role
from dobbm.club.club_ids import person_at
from dobbm.club.tournament import Tournament
from dobbm.table.house_rules import FREE

HOSTS: tuple[Role, ...] = ("founder", "cohost")
"""The roles that may let people in and look after the club."""


CALL = re.compile(r"https://[A-Za-z0-9.-]+(:[0-9]+)?(/[!-~]*)?")
"""The address of a page for calls."""
LONGEST_CALL = 200
"""Maximum number of characters of the address of a call."""
TIME = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")
"""A time of the day."""
LONGEST_TURN = 7 * 24 * 3600
"""The longest time for an action, in seconds, at a table that is played by post."""
MOST_DEALS = 1000
"""Maximum number of deals of an evening that is entered by hand."""
MOST_AT_ONCE = 40
"""Maximum number of people of such an evening."""


class Member(NamedTuple):
    """A person's standing in a club; times are in Unix seconds."""

    role: Role
    since: float
    until: float | None = None
    """When a guest's link ends; None if it does not."""
    left: float | None = None
    """When the person left; None for everybody who is there."""

    def is_active(self, now: float) -> bool:
        """Return whether the person belongs to the club now."""
        return self.left is None and now < (inf if self.until is None else self.until)


class Absence(NamedTuple):
    """A member is away from a day to another, in the zone of the club."""

    at: float
    """When the member has said so."""
    first: str
    last: str
    """Both are empty if the member has come back sooner."""


class Place(NamedTuple):
    """The name of a table in its club; all count from 1."""

    number: int
    """In the club or, in a tournament, in its round."""
    round: int | None = None
    """The round of its tournament; None if it belongs to none."""
    tournament: int | None = None


class Mark(NamedTuple):
    """The result of a member on an evening, or on many."""

    amount: int = 0
    """In Schilling."""
    deals: int = 0
    declared: int = 0
    won: int = 0
    """The deals declared and won."""
    defended: int = 0
    held: int = 0
    """The deals defended in which the declarer lost."""
    best_solo: int = 0
    """The most that a Solo has paid, in Schilling; 0 without one."""

    @property
    def per_deal(self) -> float:
        """Schilling for a deal, so that attendance does not decide."""
        return self.amount / self.deals if self.deals else 0.0

    def plus(self, other: Mark) -> Mark:
        """Return both together."""
        sums = [one + more for one, more in zip(self, other, strict=True)]
        return Mark(*sums)._replace(best_solo=max(self.best_solo, other.best_solo))


class Evening(NamedTuple):
    """An evening in the book: all that was played on a day, or what a member has entered."""

    number: int
    """The number of its first event."""
    day: str
    """The date on which it began; what is played before six in the morning belongs to the evening
    before."""
    deals: int
    marks: Mapping[str, Mark]
    """By member."""
    tables: Mapping[str, tuple[int, int]]
    """For each table the numbers of the first and the last deal; empty for an entered evening."""
    by: str | None = None
    """The member who has entered it; None if it was played here."""
    dearest: tuple[str, int, int] | None = None
    """The table and the number of the deal in which a member has won most, and how much, in
    Schilling."""
    at_tables: Mapping[str, Mapping[str, Mark]] = {}
    """The marks of each table; together they are ``marks``, unless the evening was entered."""

    def has(self, table: str, deal: int) -> bool:
        """Return whether a deal was played on this evening."""
        first, last = self.tables.get(table, (1, 0))
        return first <= deal <= last


class Payment(NamedTuple):
    """A member has paid another."""

    number: int
    """The number of its event."""
    at: float
    by: str
    payer: str
    payee: str
    amount: int


class DealComment(NamedTuple):
    """A member has commented on a deal."""

    number: int
    """The number of its event."""
    at: float
    by: str
    table: str
    deal: int


class Club(NamedTuple):
    """The state of a club after some events."""

    id: str
    name: str
    zone: str
    members: Mapping[str, Member]
    """All who have ever been members, by identifier, in the order in which they came."""
    call: str = ""
    """The address of the club's video calls; empty without one."""
    free: float = FREE
    """Seconds for each action at new tables; from an hour on, they are played by post."""
    texts: bool = True
    """Whether new tables begin with texts."""
    rules: Mapping[str, Any] | None = None
    """The rules of new tables and tournaments, as in a record; None for the usual ones."""
    weekday: int | None = None
    """The day of the week on which the club meets, from 0 for Monday; None if it does not."""
    time: str = ""
    """The time at which it meets, such as ``20:00``, in the zone of the club."""
    cancelled: frozenset[str] = frozenset()
    """The days on which it does not meet. Those that are past are forgotten with the next one."""
    moved: Mapping[str, tuple[str, str]] = {}
    """By day: the day and the time to which its evening is moved."""
    answers: Mapping[str, Mapping[str, Answer]] = {}
    """By day and member: who comes. Days that are past are forgotten with the next answer."""
    absences: Mapping[str, Absence] = {}
    """By member; those that are over are forgotten with their end."""
    announced: str = ""
    """The day of the last evening of which members have been told; empty after a change of its
    time."""
    number: int = 1
    """The number of events so far."""
    tables: tuple[str, ...] = ()
    """The tables that are still played, the newest last."""
    opened: tuple[str, ...] = ()
    """All that members have opened, in order, also those put away: so they are numbered."""
    scored: Mapping[str, int] = {}
    """The number of the last deal in the book, by table."""
    evenings: tuple[Evening, ...] = ()
    """In the order in which they came into the book."""
    payments: tuple[Payment, ...] = ()
    tournaments: tuple[Tournament, ...] = ()
    """The newest last; at most the last one is not over."""
    shut: float = 0.0
    """When a guest was last asked to leave: earlier codes for guests are good for nothing."""
    watched: bool = False
    """Whether everybody may watch the tables, not only the people of the club."""
    notice: int | None = None
    """The number of the event with which the notice was written; None if there is none."""
    favourites: Mapping[tuple[str, int], tuple[str, ...]] = {}
    """The members who have a deal among their favourites, by its table and number."""
    comments: tuple[DealComment, ...] = ()

    @property
    def founder(self) -> str:
        """The founder, or the one to whom the founder has passed the club."""
        return next(id_ for id_, one in self.members.items() if one.role == "founder")

    @property
    def all_tables(self) -> tuple[str, ...]:
        """All tables that the club has ever had."""
        drawn = [table for tournament in self.tournaments for table in tournament.tables]
        return (*self.opened, *drawn)

    def last_of(self, day: str) -> str:
        """Return a day or, if its evening is moved to a later one, that day."""
        return max(day, self.moved.get(day, (day, ""))[0])

    def in_order(self, tables: Iterable[str]) -> list[str]:
        """Return tables as they were opened: those of members first, then those of tournaments."""
        places = {table: self.place_of(table) for table in tables}
        return sorted(places, key=lambda one: [count or 0 for count in reversed(places[one])])

    def place_of(self, table: str) -> Place:
        """Return how people call a table."""
        if table in self.opened:
            return Place(self.opened.index(table) + 1)
        return next(
            Place(round_.tables.index(table) + 1, number, count)
            for count, tournament in enumerate(self.tournaments, 1)
            for number, round_ in enumerate(tournament.rounds, 1)
            if table in round_.tables
        )

    @property
    def tournament(self) -> Tournament | None:
        """The tournament that is not over; None if there is none."""
        last = self.tournaments[-1] if self.tournaments else None
        return last if last and last.ended is None else None

    def favoured(self, table: str, deal: int) -> list[str]:
        """Return the members who have a deal among their favourites and have not left."""
        chosen = self.favourites.get((table, deal), ())
        return [one for one in chosen if self.members[one].left is None]

    def active(self, now: float) -> Iterator[str]:
        """Yield the members who belong to the club now."""
        return (id_ for id_, one in self.members.items() if one.is_active(now))

    def has_host(self, member: str, now: float) -> bool:
        """Return whether ``member`` is the founder or a co-host."""
        one = self.members.get(member)
        return one is not None and one.is_active(now) and one.role in HOSTS

    def at_table(self, table: str) -> dict[str, str]:
        """Return the members by the identifiers that they have as people at a table."""
        return {person_at(table, member): member for member in self.members}
