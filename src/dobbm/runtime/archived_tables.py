"""Reads the tables in the archive of a club: what was played must be what the rules allow."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple, Protocol, get_type_hints

from dobbm.club.tournament import MOST_DEALS_IN_ROUND
from dobbm.game.shuffle import HASH, TABLE, shared_secret, verify_contribution, verify_cut
from dobbm.runtime.history import checkpoint_of
from dobbm.runtime.store import Checkpoint, Json
from dobbm.runtime.stored_fields import ArchiveError, fits, made
from dobbm.table import events as kinds
from dobbm.table.commands import Excuse, Sit
from dobbm.table.events import KINDS, Event
from dobbm.table.house_rules import HouseRules, Options, exceeds_doublings
from dobbm.table.portraits import PORTRAITS
from dobbm.table.reducer import apply_event, opened
from dobbm.table.state import LedgerLine, Table
from dobbm.table.talk import PHRASES

MOST_CARDS = 36
MOST_PLAYERS = 5
LONGEST_WAIT = 7 * 24 * 3600.0
"""The longest time for an action, and in a bank, in seconds."""
ARRANGING = (kinds.Vacated, kinds.Swapped, kinds.RulesSet)
"""The events that happen only before the first session."""


class Placed(Protocol):
    """A line of a file."""

    @property
    def number(self) -> int:
        """Its number, from 1."""

    @property
    def value(self) -> Json:
        """Its contents."""


class ReadTable(NamedTuple):
    """A table as an archive has it."""

    events: list[Json]
    checkpoints: dict[int, Checkpoint]
    """By the number of the event."""
    lines: list[tuple[LedgerLine | None, LedgerLine]]
    """The lines of its ledger, each after the one before it, if any."""
    seated: set[str]
    """All people who have ever sat there."""
    options: Options = Options()
    deck_seed: str | None = None


def read_table(
    table_id: str,
    club: str,
    stored: Sequence[Placed],
    members: Collection[str],
    latest: float,
    bots: Collection[str],
) -> ReadTable:
    """Return a table of a club, where only its ``members`` may sit.

    Raises ``ArchiveError`` for the first event that cannot have happened, or unless the last one
    ends a deal.
    """
    table: Table | None = None
    read = ReadTable([], {}, [], set())
    for line in stored:
        try:
            event: Event = made(KINDS, line.value, latest)
            table = _after(table_id, club, table, event, members, bots)
            _note(read, table, event)
        except Exception as error:  # whatever happens: the file comes from anybody
            raise ArchiveError(f"line {line.number}: {error or type(error).__name__}") from error
        read.events.append(line.value)
    _verify_end(table_id, table, read)
    return read._replace(options=table.options, deck_seed=table.deck_seed) if table else read


def _note(read: ReadTable, table: Table, event: Event) -> None:
    """Keep what follows from an event: people, lines of the ledger, checkpoints."""
    if isinstance(event, kinds.Sat):
        read.seated.add(event.person)
    if table.finished > len(read.lines):
        before = read.lines[-1][1] if read.lines else None
        read.lines.append((before, table.ledger_line()))
    if checkpoint := checkpoint_of(table):
        read.checkpoints[table.number] = checkpoint


def _verify_end(table_id: str, table: Table | None, read: ReadTable) -> None:
    """Raise ``ArchiveError`` unless a table ends with a deal, or has only begun."""
    if table is None:
        raise ArchiveError(f"the table {table_id} has no events")
    is_end = bool(read.lines) and table.deal is None and table.secret is None
    if not is_end and table.number > 1:
        raise ArchiveError(f"the table {table_id} must end with its last finished deal")


def _after(
    table_id: str,
    club: str,
    table: Table | None,
    event: Event,
    members: Collection[str],
    bots: Collection[str],
) -> Table:
    """Return the table after an event; raise any error if it cannot have happened."""
    if isinstance(event, kinds.Opened | kinds.RulesSet):
        verify_options(event.options, club, bots)
    if table is None:
        if not isinstance(event, kinds.Opened) or not 0 <= event.bots < MOST_PLAYERS:
            raise ArchiveError("the first event must open the table")
        begun = opened(table_id, event)
        if len(begun.seats) != begun.options.players or None not in begun.seats:
            raise ArchiveError("a table opens with a free seat")
        return begun
    _verify_seats(table, event)
    if not _is_possible(table, event, members):
        raise ArchiveError("this cannot have happened then")
    return apply_event(table, event)


def verify_options(options: Any, club: str, bots: Collection[str]) -> None:
    """Raise ``ArchiveError`` unless options are those of a table of a club."""
    hints = get_type_hints(HouseRules)
    if not all(one in hints and fits(options[one], hints[one]) for one in options):
        raise ArchiveError("these are no options of a table")
    read = Options.from_json(options)
    if {**read.to_json(), **options} != read.to_json():
        raise ArchiveError("these are no options of a table")
    if read.club != club or read.listed or read.delay:
        raise ArchiveError("these are no options of a table of this club")
    if not 1 <= read.free <= LONGEST_WAIT or not 0 <= read.bank <= LONGEST_WAIT:
        raise ArchiveError("nobody has so much time")
    if read.deals is not None and not 1 <= read.deals <= MOST_DEALS_IN_ROUND:
        raise ArchiveError("nobody plays so many deals")
    if read.decks is not None and not TABLE.fullmatch(read.decks):
        raise ArchiveError("decks have no such name")
    if read.bot not in bots:
        raise ArchiveError(f"this server has no bot {read.bot}")


def _verify_seats(table: Table, event: Event) -> None:
    """Raise ``ArchiveError`` for a seat that the table does not have, or that has no person."""
    fields = event._asdict()
    seat = fields.get("seat")
    several = [*fields.get("seats", ()), *fields.get("left_out", ())]
    named = {seat, fields.get("first_dealer"), fields.get("released"), *several} - {None}
    if not all(0 <= one < len(table.seats) for one in named):
        raise ArchiveError("the table has no such seat")
    by_person = not isinstance(event, kinds.Sat | kinds.Vacated) and not (
        isinstance(event, kinds.Acted) and event.by_bot
    )
    if seat is not None and by_person and seat not in table.people:
        raise ArchiveError("there is no person in this seat")


def _is_possible(table: Table, event: Event, members: Collection[str]) -> bool:
    """Return whether an event can follow; the rules of the game are looked at afterwards."""
    deal, session = table.deal, table.session
    if isinstance(event, ARRANGING):
        return session is None
    match event:
        case kinds.Sat(at, seat, person):
            return person in members and Sit(person, seat).decide(table, at) == event
        case kinds.ReleaseWished(_, _, released):
            return deal is None and released in table.people
        case kinds.Began():
            return None not in table.seats and (session is None or session.over)
        case kinds.DecksShared(_, seed):
            is_shared = session is None and table.options.decks is not None
            return is_shared and bool(HASH.fullmatch(seed))
        case kinds.Committed(_, secret):
            is_secret = bool(HASH.fullmatch(secret))
            if table.deck_seed:
                is_secret = secret == shared_secret(table.deck_seed, table.finished + 1)
            return session is not None and deal is None and is_secret
        case kinds.Contributed(_, _, value, cut):
            _verify_part(value, cut)
            return table.secret is not None and deal is None
        case kinds.Dealt():
            return table.secret is not None and deal is None
        case kinds.Acted(_, seat, action):
            return deal is not None and deal.to_act == seat and not exceeds_doublings(deal, action)
        case kinds.Claimed(_, _, _, cards):
            return deal is not None and len(cards) <= MOST_CARDS
        case kinds.TookBack(_, _, actions):
            return deal is not None and 0 < actions <= len(deal.actions)
        case kinds.Said(_, _, phrase):
            return phrase in PHRASES
        case kinds.Excused(at, seat, until, since):
            return Excuse(seat, until, since).decide(table, at) == event
        case kinds.PortraitChosen(_, _, portrait):
            return portrait in PORTRAITS
        case kinds.Waited(_, _, seconds):
            return 0 <= seconds <= LONGEST_WAIT
        case kinds.Opened():
            return False
    return True


def _verify_part(value: str, cut: int | None) -> None:
    verify_contribution(value)
    if cut is not None:
        verify_cut(cut)
