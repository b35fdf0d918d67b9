"""Whether an event of a club can have happened: then a command decides the same again."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from dobbm.club import club_commands as commands
from dobbm.club import club_events as kinds
from dobbm.club.away_commands import EndAbsence, SetAbsence
from dobbm.club.book_commands import EnterEvening, Pay, StrikeEvening, StrikePayment
from dobbm.club.club_commands import ClubCommand, verify_zone
from dobbm.club.club_events import ClubEvent, Founded
from dobbm.club.club_reducer import is_over
from dobbm.club.club_state import (
    CALL,
    LONGEST_CALL,
    LONGEST_TURN,
    MOST_AT_ONCE,
    MOST_DEALS,
    TIME,
    Club,
)
from dobbm.club.deal_commands import ChooseFavourite, StrikeComment, WriteComment
from dobbm.club.notice_commands import RemoveNotice, WriteNotice
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
from dobbm.runtime.tournaments import table_names
from dobbm.table.state import LedgerLine
from dobbm.text.names import LONGEST_NAME, clean_name, verify_name

Lines = Iterator[tuple[LedgerLine | None, LedgerLine]]
"""The lines of a table's ledger, each after the one before it, if any."""

REFUSED = "the club would not have done this"
COMMANDS: dict[type[ClubEvent], Any] = {
    kinds.MemberJoined: commands.Join,
    kinds.RoleGiven: commands.GiveRole,
    kinds.Departed: commands.Depart,
    kinds.Described: commands.Describe,
    kinds.Appointed: commands.Appoint,
    kinds.DayCancelled: commands.CancelDay,
    kinds.DayMoved: commands.MoveDay,
    kinds.Answered: commands.Reply,
    kinds.AbsenceSet: SetAbsence,
    kinds.EveningAnnounced: commands.Announce,
    kinds.TableAdded: commands.AddTable,
    kinds.TableRetired: commands.RetireTable,
    kinds.EveningEntered: EnterEvening,
    kinds.EveningStruck: StrikeEvening,
    kinds.Paid: Pay,
    kinds.PaymentStruck: StrikePayment,
    kinds.WatchingAllowed: commands.AllowWatching,
    kinds.NoticeWritten: WriteNotice,
    kinds.NoticeRemoved: RemoveNotice,
    kinds.FavouriteChosen: ChooseFavourite,
    kinds.CommentWritten: WriteComment,
    kinds.CommentStruck: StrikeComment,
    kinds.TournamentOpened: OpenTournament,
    kinds.PlayerEntered: Enter,
    kinds.PlayerWithdrew: Withdraw,
}
"""The commands that have the same fields as their events."""


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
    if isinstance(event, kinds.TournamentOpened):
        verify_options(event.options, club.id, bots)
    if isinstance(event, kinds.Answered):  # each new appointment used to take all answers back
        club = club._replace(answers={})
    command = _command(club, event, scores)
    decided = command.decide(club, event.at) if command and _is_fit(event) else None
    if type(decided) is not type(event) or decided != event:
        raise ArchiveError(REFUSED)


def _command(club: Club, event: ClubEvent, scores: Mapping[str, Lines]) -> ClubCommand | None:
    """Return the command that leads to an event; None if none can."""
    match event:
        case kinds.MemberJoined(_, member, "member", by, None) if member in club.members:
            return commands.Readmit(by, member)
        case kinds.AbsenceSet(at, member, "") if is_over(club, member, at):
            return EndAbsence(member)
        case kinds.DealScored(_, table):
            before, line = next(scores.get(table, iter(())), (None, None))
            is_known = line and table in club.all_tables
            return Score(table, before, line) if line and is_known else None
        case kinds.RoundDrawn(_, by):
            if club.tournament is None:
                return None
            number = len(club.tournament.rounds) + 1
            names = table_names(club.tournament, number)
            return DrawRound(by, number, names, even_unfinished=True)
        case kinds.TournamentEnded(_, by):
            return EndTournament(by, even_unfinished=True)
    command = COMMANDS.get(type(event))
    fields = event._asdict()
    given = {name: value for name, value in fields.items() if command and name in command._fields}
    return command(**given) if command else None


def _is_fit(event: ClubEvent) -> bool:
    """Return whether the fields are what a request can have; no command looks at these."""
    match event:
        case kinds.MemberJoined(_, _, role):
            return role in ("member", "guest", "asking")
        case kinds.Described(_, _, name, _, call, free):
            is_call = not call or (len(call) <= LONGEST_CALL and bool(CALL.fullmatch(call)))
            return fits_a_name(name) and is_call and 1 <= free <= LONGEST_TURN
        case kinds.Appointed(_, _, weekday, time):
            return weekday in (None, *range(7)) and bool(TIME.fullmatch(time))
        case kinds.DayMoved(_, _, _, to, time):
            return bool(TIME.fullmatch(time)) if to else not time
        case kinds.TournamentOpened(_, _, deals, _, _, options, secret):
            return options["deals"] == deals and bool(HASH.fullmatch(secret))
        case kinds.EveningEntered(_, _, _, deals, amounts):
            return 0 <= deals <= MOST_DEALS and len(amounts) <= MOST_AT_ONCE
    return True


def fits_a_name(name: str) -> bool:
    """Return whether somebody, or a club, can have a name."""
    try:
        verify_name(name)
    except (DobbmError, ValueError):
        return False
    return 0 < len(name) <= LONGEST_NAME and clean_name(name) == name
