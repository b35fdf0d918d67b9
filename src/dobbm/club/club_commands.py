"""The commands of a club: each decides whether people may do something, and returns an event.

``decide`` raises ``Refusal`` for what is not allowed: with the code ``role`` if only others may do
it, ``member`` if there is no such member, ``crowded`` if the club has no room, or ``book``.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any, NamedTuple, Protocol

from dobbm.club.appointments import FURTHEST, appointments, begin_of
from dobbm.club.club_events import (
    Answer,
    Answered,
    Appointed,
    ClubEvent,
    DayCancelled,
    DayMoved,
    Departed,
    Described,
    EveningAnnounced,
    MemberJoined,
    Role,
    RoleGiven,
    TableAdded,
    TableRetired,
    WatchingAllowed,
)
from dobbm.club.club_reducer import DESCRIBED, UTC_NAME, zone_named
from dobbm.club.club_state import HOSTS, Club, Member
from dobbm.game.errors import quoted
from dobbm.game.rules import Rules
from dobbm.table.refusals import Refusal

MOST_MEMBERS = 300
"""Maximum number of people who belong to a club at a time, guests included."""
MOST_EVER = 5_000
"""Maximum number of people who have ever belonged to a club: its state stays small."""
MOST_GUESTS = 40
"""Maximum number of guests at a time."""
MOST_ASKING = 20
"""Maximum number of people who wait to be let in."""
MOST_CANCELLED = 50
"""Maximum number of evenings that are cancelled at a time."""
MOST_OPEN = 20
"""Maximum number of tables of a club that are played."""


class ClubCommand(Protocol):
    """Something that a person does in a club."""

    def decide(self, club: Club, now: float) -> ClubEvent | None:
        """Return the event; None if nothing is left to do."""


class Join(NamedTuple):
    """Let somebody in or, as a stranger, ask to be let in."""

    member: str
    role: Role
    by: str | None
    until: float | None = None

    def decide(self, club: Club, now: float) -> MemberJoined | None:
        """Let co-hosts bring members, and members bring guests."""
        if self.member in club.members:
            return None  # the request has been carried out before
        if self.role == "member":
            verify_host(club, self.by, now)
        elif self.role == "guest":
            verify_member(club, self.by, now)
        here = [club.members[one] for one in club.active(now)]
        if len(here) >= MOST_MEMBERS or len(club.members) >= MOST_EVER:
            raise Refusal("crowded", f"a club has room for {MOST_MEMBERS} people")
        most = {"asking": MOST_ASKING, "guest": MOST_GUESTS}.get(self.role)
        if most and sum(one.role == self.role for one in here) >= most:
            what = "wait to be let in" if self.role == "asking" else "are guests"
            raise Refusal("crowded", f"{most} people {what} already")
        return MemberJoined(now, self.member, self.role, self.by, self.until)


class Readmit(NamedTuple):
    """Let a member in again who has left, or was asked to."""

    by: str | None
    member: str

    def decide(self, club: Club, now: float) -> MemberJoined | None:
        """Let co-hosts do it, for everybody who was more than a guest."""
        one = known(club, self.member, now, even_gone=True)
        if one.left is None:
            return None
        if one.role not in ("member", "cohost"):
            raise Refusal("member", "there was no such member in this club")
        others = {id_: other for id_, other in club.members.items() if id_ != self.member}
        return Join(self.member, "member", self.by).decide(club._replace(members=others), now)


class GiveRole(NamedTuple):
    """Give a member another role: admit somebody, keep a guest, make or unmake a co-host."""

    by: str
    member: str
    role: Role

    def decide(self, club: Club, now: float) -> RoleGiven | None:
        """Let co-hosts admit people; only the founder makes co-hosts or passes the club on."""
        verify_host(club, self.by, now)
        one = known(club, self.member, now)
        if self.role not in ("member", "cohost", "founder"):
            raise Refusal("role", f"nobody is made {quoted(self.role)}")
        if one.role == self.role:
            return None
        if self.role != "member" or one.role in HOSTS:
            verify_founder(club, self.by)
        if self.role != "member" and one.role not in ("member", "cohost"):
            raise Refusal("role", "let the person in as a member first")
        if one.role == "founder":
            raise Refusal("role", "the founder passes the club on to somebody else first")
        return RoleGiven(now, self.member, self.role, self.by)


class Depart(NamedTuple):
    """Leave the club or, as a co-host, ask a member to leave it."""

    by: str
    member: str

    def decide(self, club: Club, now: float) -> Departed | None:
        """Let everybody go; the founder passes the club on first."""
        one = known(club, self.member, now, even_gone=True)
        if one.left is not None:
            return None
        if self.by != self.member:
            verify_host(club, self.by, now)
            if one.role == "cohost":
                verify_founder(club, self.by)
        if one.role == "founder":
            raise Refusal("role", "the founder passes the club on before leaving it")
        return Departed(now, self.member, self.by)


class Describe(NamedTuple):
    """Change the name, the time zone, the address for calls, or the customs of new tables."""

    by: str
    name: str
    zone: str
    call: str
    free: float
    texts: bool
    rules: Mapping[str, Any] | None = None

    def decide(self, club: Club, now: float) -> Described | None:
        """Let co-hosts do it; raise ``Refusal`` with the code ``zone`` for an unknown time zone.

        Raises ``RulesError`` for rules that there are not.
        """
        verify_host(club, self.by, now)
        verify_zone(self.zone)
        wanted = self._replace(rules=_normal(self.rules))
        before = club._asdict()
        if wanted[1:] == tuple(before[name] for name in DESCRIBED):
            return None
        return Described(now, *wanted)


class AllowWatching(NamedTuple):
    """Let everybody watch the tables of the club, or only its people."""

    by: str
    allowed: bool

    def decide(self, club: Club, now: float) -> WatchingAllowed | None:
        """Let co-hosts do it."""
        verify_host(club, self.by, now)
        return None if self.allowed == club.watched else WatchingAllowed(now, *self)


class Appoint(NamedTuple):
    """Say when the club meets every week, or that it does not."""

    by: str
    weekday: int | None
    time: str

    def decide(self, club: Club, now: float) -> Appointed | None:
        """Let co-hosts do it."""
        verify_host(club, self.by, now)
        if (self.weekday, self.time) == (club.weekday, club.time):
            return None
        return Appointed(now, *self)


class CancelDay(NamedTuple):
    """Say that the club does not meet on one of its next days, or that it does after all."""

    by: str
    day: str
    cancelled: bool

    def decide(self, club: Club, now: float) -> DayCancelled | None:
        """Let co-hosts do it; raise ``Refusal`` with the code ``day`` for another day."""
        verify_host(club, self.by, now)
        if (self.day in club.cancelled) == self.cancelled:
            return None
        if not self.cancelled:
            _verify_free(club, self.day, self.day, now)
        else:
            _verify_day(club, self.day, now)
            if len(club.cancelled) >= MOST_CANCELLED:
                raise Refusal("crowded", f"{MOST_CANCELLED} evenings are cancelled already")
        return DayCancelled(now, *self)


class MoveDay(NamedTuple):
    """Move one of the next evenings to another day or time, or back, with ``to`` empty."""

    by: str
    day: str
    to: str
    time: str

    def decide(self, club: Club, now: float) -> DayMoved | DayCancelled | None:
        """Let co-hosts do it; a cancelled evening can only be moved to its usual time.

        Raises ``Refusal`` with the code ``day`` if it is none of the next evenings, or ``move`` for
        a time that is past, too far away or on the day of another evening.
        """
        verify_host(club, self.by, now)
        usual = self.day, club.time
        moved = (self.to, self.time) if self.to else usual
        if moved == usual and self.day in club.cancelled:
            return CancelDay(self.by, self.day, False).decide(club, now)
        if moved == club.moved.get(self.day, usual):
            return None
        _verify_day(club, self.day, now)
        first = date.fromisoformat(self.day) - timedelta(days=FURTHEST)
        near = [f"{first + timedelta(days=count)}" for count in range(2 * FURTHEST + 1)]
        if moved[0] not in near:
            raise Refusal("move", f"an evening moves by at most {FURTHEST} days")
        if begin_of(*moved, club.zone).timestamp() <= now:
            raise Refusal("move", "an evening cannot be moved to a time that is past")
        _verify_free(club, self.day, moved[0], now)
        return DayMoved(now, self.by, self.day, *(("", "") if moved == usual else moved))


class Reply(NamedTuple):
    """Say whether to expect oneself on a day."""

    member: str
    day: str
    answer: Answer

    def decide(self, club: Club, now: float) -> Answered | None:
        """Let everybody in the club answer for the next appointments."""
        verify_active(club, self.member, now)
        _verify_day(club, self.day, now)
        if club.answers.get(self.day, {}).get(self.member) == self.answer:
            return None
        return Answered(now, *self)


class Announce(NamedTuple):
    """Tell the members of one of the next evenings; the server does so before it begins."""

    day: str

    def decide(self, club: Club, now: float) -> EveningAnnounced | None:
        """Let it happen once, and after a change of the time again."""
        if self.day == club.announced:
            return None
        _verify_day(club, self.day, now)
        return EveningAnnounced(now, self.day)


class AddTable(NamedTuple):
    """Open a table of the club."""

    by: str
    table: str

    def decide(self, club: Club, now: float) -> TableAdded | None:
        """Let members do it, and guests not."""
        verify_member(club, self.by, now)
        if self.table in club.all_tables:
            return None
        if len(club.tables) >= MOST_OPEN:
            raise Refusal("crowded", f"a club has at most {MOST_OPEN} tables: put one away")
        return TableAdded(now, *self)


class RetireTable(NamedTuple):
    """Put a table away that is played no more."""

    by: str
    table: str

    def decide(self, club: Club, now: float) -> TableRetired | None:
        """Let members do it; the deals stay in the book."""
        verify_member(club, self.by, now)
        if self.table not in club.opened:
            raise Refusal("unknown", "there is no such table in this club")
        return TableRetired(now, *self) if self.table in club.tables else None


def verify_may_renew(club: Club, by: str, member: str, now: float) -> None:
    """Raise ``Refusal`` unless ``by`` may make a new link for ``member``.

    Everybody may for themselves, co-hosts for members and guests, the founder for co-hosts, too.
    """
    if by == member:
        return
    verify_host(club, by, now)
    if known(club, member, now).role in HOSTS:
        verify_founder(club, by)


def known(club: Club, member: str, now: float, *, even_gone: bool = False) -> Member:
    """Return a member; raise ``Refusal`` with the code ``member`` if there is none."""
    one = club.members.get(member)
    if one is None or not (even_gone or one.is_active(now)):
        raise Refusal("member", "there is no such member in this club")
    return one


def verify_active(club: Club, member: str | None, now: float) -> Member:
    """Return a member or guest; raise ``Refusal`` with the code ``role`` for others."""
    one = club.members.get(member or "")
    if one is None or not one.is_active(now) or one.role == "asking":
        raise Refusal("role", "only members of the club may do this")
    return one


def verify_member(club: Club, member: str | None, now: float) -> None:
    """Raise ``Refusal`` with the code ``role`` unless ``member`` is one, not only a guest."""
    if verify_active(club, member, now).role == "guest":
        raise Refusal("role", "a guest may not do this")


def verify_host(club: Club, member: str | None, now: float) -> None:
    """Raise ``Refusal`` with the code ``role`` unless ``member`` is the founder or a co-host."""
    if member is None or not club.has_host(member, now):
        raise Refusal("role", "only the founder and the co-hosts may do this")


def verify_founder(club: Club, member: str) -> None:
    """Raise ``Refusal`` with the code ``role`` unless ``member`` is the founder."""
    if member != club.founder:
        raise Refusal("role", "only the founder may do this")


def verify_zone(zone: str) -> None:
    """Raise ``Refusal`` with the code ``zone`` if there is no time zone of this name."""
    refusal = Refusal("zone", f"unknown time zone {quoted(zone)}: take UTC")
    if "/" not in zone and zone != UTC_NAME:
        raise refusal  # such as ``localtime``, which is another one on each machine
    try:
        zone_named(zone)
    except (ValueError, LookupError, OSError):
        raise refusal from None


def _normal(rules: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """Return rules as a record has them, None for none; raise ``RulesError`` if there are no such.

    >>> _normal({"match": 60}), _normal({})
    ({'preset': 'pagat'}, None)
    """
    if not rules:
        return None
    options = dict(rules)
    read = Rules.of(options.pop("preset", "pagat"), **options)
    return {"preset": read.preset, **read.overrides()}


def _verify_free(club: Club, day: str, to: str, now: float) -> None:
    """Raise ``Refusal`` with the code ``move`` if another evening than ``day``'s is on that day."""
    others = [one.begins for one in appointments(club, now) if one.day != day]
    if to in [f"{one:%Y-%m-%d}" for one in others]:
        raise Refusal("move", "the club has another evening on this day")


def _verify_day(club: Club, day: str, now: float) -> None:
    """Raise ``Refusal`` with the code ``day`` unless it is one of the next appointments."""
    if day not in [one.day for one in appointments(club, now)]:
        raise Refusal("day", f"the club does not meet on {quoted(day)}")


def verify_own(club: Club, member: str, author: str, now: float) -> None:
    """Raise ``Refusal`` with the code ``role`` unless a member may correct what another wrote."""
    if member != author:
        verify_host(club, member, now)
