"""The reducer, which applies events to a club; ``club_commands`` decides what may happen."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo

from dobbm.club.club_events import (
    AbsenceSet,
    Answered,
    Appointed,
    ClubEvent,
    CommentStruck,
    CommentWritten,
    DayCancelled,
    DayMoved,
    DealScored,
    Departed,
    Described,
    EveningAnnounced,
    EveningEntered,
    EveningStruck,
    FavouriteChosen,
    Founded,
    MemberJoined,
    NoticeRemoved,
    NoticeWritten,
    Paid,
    PaymentStruck,
    PlayerEntered,
    PlayerWithdrew,
    RoleGiven,
    RoundDrawn,
    TableAdded,
    TableRetired,
    TournamentEnded,
    TournamentOpened,
    WatchingAllowed,
)
from dobbm.club.club_state import Absence, Club, DealComment, Evening, Mark, Member, Payment
from dobbm.club.tournament import Tournament, TournamentRound

NIGHT = timedelta(hours=6)
"""Until this time of the day, a deal belongs to the evening before."""
DESCRIBED = Described._fields[2:]
"""The fields of a club that co-hosts describe."""
UTC_NAME = "UTC"
"""The name of the time zone that needs no data of the system."""


def founded(club_id: str, event: Founded) -> Club:
    """Return a club after its first event."""
    founder = Member("founder", event.at)
    return Club(club_id, event.name, event.zone, {event.member: founder})


def apply_club_event(club: Club, event: ClubEvent) -> Club:
    """Return the club after an event."""
    return _applied(club, event)._replace(number=club.number + 1)


def _applied(club: Club, event: ClubEvent) -> Club:
    match event:
        case MemberJoined(at, member, role, _, until):
            return _with(club, member, Member(role, at, until))
        case RoleGiven(at, member, role, by):
            before = club.members[member]
            changed = _with(club, member, Member(role, before.since))
            if role == "founder":  # who passes the club on stays a co-host
                changed = _with(changed, by, club.members[by]._replace(role="cohost"))
            return changed
        case Departed(at, member, by):
            one = club.members[member]
            if one.role == "guest" and by != member:
                club = club._replace(shut=at)
            return _with(_without_absence(club, member), member, one._replace(left=at))
        case AbsenceSet(at, member, first, final):
            if is_over(club, member, at) and not first:
                return _without_absence(club, member)
            return club._replace(absences={**club.absences, member: Absence(at, first, final)})
        case Described():
            fields = event._asdict()
            return club._replace(**{name: fields[name] for name in DESCRIBED})
        case Appointed() | DayCancelled() | DayMoved() | Answered() | EveningAnnounced():
            return _planned(club, event)
        case TableAdded(_, _, table):
            return club._replace(tables=(*club.tables, table), opened=(*club.opened, table))
        case TableRetired(_, _, table):
            return club._replace(tables=tuple(one for one in club.tables if one != table))
        case DealScored():
            return _scored(club, event)
        case EveningEntered(_, by, day, deals, amounts):
            marks = {member: Mark(amount, deals) for member, amount in amounts.items()}
            entered = Evening(club.number + 1, day, deals, marks, {}, by)
            return club._replace(evenings=(*club.evenings, entered))
        case EveningStruck(_, _, number):
            kept = tuple(one for one in club.evenings if one.number != number)
            return club._replace(evenings=kept)
        case Paid(at, by, payer, payee, amount):
            payment = Payment(club.number + 1, at, by, payer, payee, amount)
            return club._replace(payments=(*club.payments, payment))
        case PaymentStruck(_, _, number):
            left = tuple(one for one in club.payments if one.number != number)
            return club._replace(payments=left)
        case TournamentOpened(_, by, deals, draw, duplicate, options, secret):
            begun = Tournament(club.number + 1, by, deals, draw, duplicate, options, secret)
            return club._replace(tournaments=(*club.tournaments, begun))
        case PlayerEntered() | PlayerWithdrew() | RoundDrawn() | TournamentEnded():
            *others, last = club.tournaments
            return club._replace(tournaments=(*others, _led_on(last, event)))
        case WatchingAllowed(_, _, allowed):
            return club._replace(watched=allowed)
        case FavouriteChosen() | CommentWritten() | CommentStruck():
            return _marked(club, event)
        case NoticeWritten() | NoticeRemoved():
            return _noticed(club, event)
    return club


def _planned(
    club: Club, event: Appointed | DayCancelled | DayMoved | Answered | EveningAnnounced
) -> Club:
    """Return a club after a change of its evenings to come; those that are past are forgotten."""
    today = day_of(event.at, club.zone)
    match event:
        case Appointed(_, _, weekday, time):
            if weekday != club.weekday:  # its days are others
                club = club._replace(cancelled=frozenset(), moved={})
            return club._replace(weekday=weekday, time=time, announced="")
        case DayCancelled(_, _, day, cancelled):
            coming = {one for one in club.cancelled if one >= today} - {day}
            days = frozenset(coming | ({day} if cancelled else set()))
            kept = {one: its for one, its in club.moved.items() if one != day}
            return club._replace(cancelled=days, moved=kept)
        case DayMoved(_, _, day, to, time):
            moved = {one: its for one, its in club.moved.items() if club.last_of(one) >= today}
            before, _ = moved.pop(day, (day, ""))
            moved |= {day: (to, time)} if to else {}
            if (to or day) != before:  # who comes on another day is another question
                others = {one: its for one, its in club.answers.items() if one != day}
                club = club._replace(answers=others)
            told = "" if day == club.announced else club.announced
            return club._replace(moved=moved, announced=told)
        case Answered(_, member, day, answer):
            given = {one: its for one, its in club.answers.items() if club.last_of(one) >= today}
            given[day] = {**given.get(day, {}), member: answer}
            return club._replace(answers=given)
        case EveningAnnounced(_, day):
            return club._replace(announced=day)


def is_over(club: Club, member: str, now: float) -> bool:
    """Return whether the last day of an absence has passed, which has not been noted yet.

    An absence ends a second before midnight, so that its end is written as the last day.
    """
    said = club.absences.get(member)
    tomorrow = datetime.fromtimestamp(now + 1, zone_of(club.zone)).date().isoformat()
    return said is not None and bool(said.first) and said.last < tomorrow


def _without_absence(club: Club, member: str) -> Club:
    others = {id_: one for id_, one in club.absences.items() if id_ != member}
    return club._replace(absences=others)


def _marked(club: Club, event: FavouriteChosen | CommentWritten | CommentStruck) -> Club:
    """Return a club after somebody has marked a deal of its book."""
    match event:
        case FavouriteChosen(_, by, table, deal, chosen):
            rest = tuple(one for one in club.favourites.get((table, deal), ()) if one != by)
            having = (*rest, by) if chosen else rest
            return club._replace(favourites={**club.favourites, (table, deal): having})
        case CommentWritten(at, by, table, deal):
            comment = DealComment(club.number + 1, at, by, table, deal)
            return club._replace(comments=(*club.comments, comment))
        case CommentStruck(_, _, _, _, number):
            left = tuple(one for one in club.comments if one.number != number)
            return club._replace(comments=left)


def _noticed(club: Club, event: NoticeWritten | NoticeRemoved) -> Club:
    written = isinstance(event, NoticeWritten)
    return club._replace(notice=club.number + 1 if written else None)


def _led_on(
    tournament: Tournament, event: PlayerEntered | PlayerWithdrew | RoundDrawn | TournamentEnded
) -> Tournament:
    """Return a tournament after an event of its own."""
    match event:
        case PlayerEntered(_, _, member, value):
            values = {**tournament.values, member: tournament.values.get(member, value)}
            entered = (*tournament.entered, member)
            return tournament._replace(entered=entered, values=values)
        case PlayerWithdrew(_, _, member):
            left = tuple(one for one in tournament.entered if one != member)
            return tournament._replace(entered=left)
        case RoundDrawn(_, _, tables, seats):
            places = tuple(tuple(one) for one in seats)
            drawn = TournamentRound(
                tuple(tables), places, tournament.contributions, ((),) * len(tables)
            )
            return tournament._replace(rounds=(*tournament.rounds, drawn))
        case TournamentEnded(at):
            return tournament._replace(ended=at)


def _with(club: Club, member: str, standing: Member) -> Club:
    return club._replace(members={**club.members, member: standing})


def _scored(club: Club, event: DealScored) -> Club:
    """Add a deal to the evening of its day, or begin a new evening."""
    if event.seats is not None:
        results = tuple((member, amount) for member, amount in event.seats)
        played = tuple(
            one.scored(event.table, results) if event.table in one.tables else one
            for one in club.tournaments
        )
        club = club._replace(tournaments=played)
    day = day_of(event.at, club.zone)
    scored = {**club.scored, event.table: event.deal}
    marks = {member: _mark(event, member) for member in event.amounts}
    spans = {event.table: (event.deal, event.deal)}
    for place in reversed(range(len(club.evenings))):  # the evening is one of the last
        evening = club.evenings[place]
        if evening.day == day and evening.by is None:
            first, _ = evening.tables.get(event.table, spans[event.table])
            at_table = together(evening.at_tables.get(event.table, {}), marks)
            more = evening._replace(
                deals=evening.deals + 1,
                marks=together(evening.marks, marks),
                tables={**evening.tables, event.table: (first, event.deal)},
                dearest=_dearer(evening.dearest, event),
                at_tables={**evening.at_tables, event.table: at_table},
            )
            evenings = (*club.evenings[:place], more, *club.evenings[place + 1 :])
            return club._replace(evenings=evenings, scored=scored)
    begun = Evening(
        club.number + 1,
        day,
        1,
        marks,
        spans,
        dearest=_dearer(None, event),
        at_tables={event.table: marks},
    )
    return club._replace(evenings=(*club.evenings, begun), scored=scored)


def _dearer(before: tuple[str, int, int] | None, event: DealScored) -> tuple[str, int, int] | None:
    """Return the dearest deal of an evening so far; one that nobody has declared does not count."""
    if event.contract is None:
        return before
    most = max(event.amounts.values(), default=0)
    return before if before and before[2] >= most else (event.table, event.deal, most)


def _mark(event: DealScored, member: str) -> Mark:
    amount = event.amounts[member]
    declared = event.declarer == member
    defended = member in event.defenders
    solo = event.contract == "solo" and declared and event.won
    return Mark(
        amount,
        deals=1,
        declared=int(declared),
        won=int(declared and event.won is True),
        defended=int(defended),
        held=int(defended and event.won is False),
        best_solo=max(amount, 0) if solo else 0,
    )


def together(one: Mapping[str, Mark], other: Mapping[str, Mark]) -> dict[str, Mark]:
    """Return the marks of both, added up for each member."""
    return {
        member: one.get(member, Mark()).plus(other.get(member, Mark()))
        for member in {**one, **other}
    }


def day_of(at: float, zone: str) -> str:
    """Return the date of the evening to which a time belongs.

    >>> day_of(1_764_800_000.0, "UTC"), day_of(1_764_810_000.0 + 9 * 3600, "UTC")
    ('2025-12-03', '2025-12-04')
    """
    return (datetime.fromtimestamp(at, zone_of(zone)) - NIGHT).date().isoformat()


@lru_cache(64)
def zone_named(zone: str) -> tzinfo:
    """Return a time zone; raise ``ValueError`` or ``LookupError`` if there is none of this name."""
    return UTC if zone == UTC_NAME else ZoneInfo(zone)


def zone_of(zone: str) -> tzinfo:
    """Return the time zone of a club; UTC on a system that has lost it since."""
    try:
        return zone_named(zone)
    except (ValueError, LookupError, OSError):
        return UTC
