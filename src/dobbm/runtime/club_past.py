"""Whether an event of a club can have happened: then a command decides the same again."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from dobbm.club.club_commands import (
    AddTable,
    AllowWatching,
    Appoint,
    ClubCommand,
    Depart,
    Describe,
    EnterEvening,
    GiveRole,
    Join,
    Pay,
    Reply,
    RetireTable,
    StrikeEvening,
    StrikePayment,
    verify_zone,
)
from dobbm.club.club_events import (
    Answered,
    Appointed,
    ClubEvent,
    DealScored,
    Departed,
    Described,
    EveningEntered,
    EveningStruck,
    Founded,
    MemberJoined,
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
from dobbm.club.club_state import CALL, LONGEST_CALL, MOST_AT_ONCE, MOST_DEALS, TIME, Club
from dobbm.club.tournament_commands import (
    DrawRound,
    EndTournament,
    Enter,
    OpenTournament,
    Withdraw,
)
from dobbm.game.errors import DobbmError
from dobbm.game.shuffle import HASH
from dobbm.runtime.archived_tables import verify_options
from dobbm.runtime.club_tables import Score
from dobbm.runtime.stored_fields import ArchiveError
from dobbm.table.state import LedgerLine
from dobbm.text.names import LONGEST_NAME, clean_name, verify_name

Lines = Iterator[tuple[LedgerLine | None, LedgerLine]]
"""The lines of a table's ledger, each after the one before it, if any."""

REFUSED = "the club would not have done this"


def verify_founded(event: Any) -> Founded:
    """Return the first event of a club; raise ``DobbmError`` if it cannot be one."""
    if not isinstance(event, Founded):
        raise ArchiveError("the first event must found the club")
    verify_zone(event.zone)
    if not fits_a_name(event.name):
        raise ArchiveError(REFUSED)
    return event


def verify_club_event(
    club: Club, event: ClubEvent, scores: Mapping[str, Lines], bots: Collection[str]
) -> None:
    """Raise ``DobbmError`` unless a club would decide on this event, with these ``bots``."""
    if isinstance(event, TournamentOpened):
        verify_options(event.options, club.id, bots)
    command = _command(club, event, scores)
    decided = command.decide(club, event.at) if command and _is_fit(event) else None
    if type(decided) is not type(event) or decided != event:
        raise ArchiveError(REFUSED)


def _command(club: Club, event: ClubEvent, scores: Mapping[str, Lines]) -> ClubCommand | None:
    """Return the command that leads to an event; None if none can."""
    match event:
        case MemberJoined(_, member, role, by, until):
            return Join(member, role, by, until)
        case RoleGiven(_, member, role, by):
            return GiveRole(by, member, role)
        case Departed(_, member, by):
            return Depart(by, member)
        case Described(_, by, name, zone, call):
            return Describe(by, name, zone, call)
        case Appointed(_, by, weekday, time):
            return Appoint(by, weekday, time)
        case Answered(_, member, day, answer):
            return Reply(member, day, answer)
        case TableAdded(_, by, table):
            return AddTable(by, table)
        case TableRetired(_, by, table):
            return RetireTable(by, table)
        case EveningEntered(_, by, day, deals, amounts):
            return EnterEvening(by, day, deals, amounts)
        case EveningStruck(_, by, number):
            return StrikeEvening(by, number)
        case Paid(_, by, payer, payee, amount):
            return Pay(by, payer, payee, amount)
        case PaymentStruck(_, by, number):
            return StrikePayment(by, number)
        case WatchingAllowed(_, by, allowed):
            return AllowWatching(by, allowed)
        case DealScored(_, table):
            before, line = next(scores.get(table, iter(())), (None, None))
            is_known = line and table in club.all_tables
            return Score(table, before, line) if line and is_known else None
    return _leading(club, event)


def _leading(club: Club, event: ClubEvent) -> ClubCommand | None:
    """Return the command that leads to an event of a tournament; None if none can."""
    match event:
        case TournamentOpened(_, by, deals, draw, duplicate, options, secret):
            return OpenTournament(by, deals, draw, duplicate, options, secret)
        case PlayerEntered(_, by, member, value):
            return Enter(by, member, value)
        case PlayerWithdrew(_, by, member):
            return Withdraw(by, member)
        case RoundDrawn(_, by, tables):
            number = len(club.tournament.rounds) + 1 if club.tournament else 1
            return DrawRound(by, number, tuple(tables), even_unfinished=True)
        case TournamentEnded(_, by):
            return EndTournament(by, even_unfinished=True)
    return None


def _is_fit(event: ClubEvent) -> bool:
    """Return whether the fields are what a request can have; no command looks at these."""
    match event:
        case MemberJoined(_, _, role):
            return role in ("member", "guest", "asking")
        case Described(_, _, name, _, call):
            is_call = not call or (len(call) <= LONGEST_CALL and bool(CALL.fullmatch(call)))
            return fits_a_name(name) and is_call
        case Appointed(_, _, weekday, time):
            return weekday in (None, *range(7)) and bool(TIME.fullmatch(time))
        case TournamentOpened(_, _, deals, _, _, options, secret):
            return options["deals"] == deals and bool(HASH.fullmatch(secret))
        case EveningEntered(_, _, _, deals, amounts):
            return 0 <= deals <= MOST_DEALS and len(amounts) <= MOST_AT_ONCE
    return True


def fits_a_name(name: str) -> bool:
    """Return whether somebody, or a club, can have a name."""
    try:
        verify_name(name)
    except (DobbmError, ValueError):
        return False
    return 0 < len(name) <= LONGEST_NAME and clean_name(name) == name
