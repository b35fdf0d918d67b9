"""The reducer, which applies events to a table.

It decides nothing: ``commands`` decides what may happen, and the reducer receives only events that
have happened. Any machine can therefore rebuild a table from its events at any time.
"""

from __future__ import annotations

from dataclasses import replace

from dobbm.game.actions import Seat
from dobbm.table.absences import back, change_presence, shifted
from dobbm.table.dealing import advance
from dobbm.table.events import (
    Acted,
    Agreed,
    Began,
    CameBack,
    Claimed,
    ClockSet,
    Committed,
    Contributed,
    Dealt,
    DecksShared,
    Delayed,
    Event,
    Excused,
    Filled,
    Left,
    Opened,
    PortraitChosen,
    Proposed,
    Refused,
    ReleaseWished,
    RulesSet,
    Said,
    Sat,
    StoodIn,
    Swapped,
    TextsAllowed,
    TextsDeclined,
    TookBack,
    Vacated,
    Waited,
    Wished,
    Wrote,
)
from dobbm.table.house_rules import Options
from dobbm.table.occupancy import change_seats
from dobbm.table.state import Occupant, Table, Written
from dobbm.table.talk import MOST_TEXTS
from dobbm.table.voting import vote


def opened(id: str, event: Opened) -> Table:  # noqa: A002 - as in Table
    """Return a new table, before any person has sat down."""
    options = Options.from_json(event.options)
    bot = Occupant(None, options.bank)
    free = options.players - event.bots
    seats = (None,) * free + (bot,) * event.bots
    ledger = (0,) * options.players
    return Table(id=id, options=options, seats=seats, ledger=ledger, since=event.at)


def apply_event(table: Table, event: Event) -> Table:
    """Return the table after one more event."""
    table = table._replace(number=table.number + 1)
    if isinstance(event, Wished | ReleaseWished | Delayed | Proposed | Claimed | TookBack):
        table = back(table, event.seat, event.at)  # each of these ends an absence
    match event:
        case Sat() | Filled() | Left() | Vacated() | Swapped() | RulesSet() | PortraitChosen():
            return change_seats(table, event)
        case StoodIn() | Waited() | CameBack() | Excused():
            return change_presence(table, event)
        case ReleaseWished(_, seat, released):
            return table._replace(releases=table.releases | {(released, seat)})
        case Wished() | Delayed() | Proposed() | Agreed() | Refused():
            return vote(table, event)
        case Began() | Committed() | DecksShared() | Contributed() | Dealt():
            return advance(table, event)
        case Acted() | Claimed() | TookBack():
            return advance(table, event)
        case Said():
            return table
        case Wrote():
            return _wrote(table, event)
        case TextsAllowed(_, _, allowed):
            return table._replace(options=replace(table.options, texts=allowed))
        case TextsDeclined(_, seat, declined):
            return _declined(table, seat, declined=declined)
        case ClockSet(at, by):
            return shifted(table, at, by)
        case Opened():
            raise AssertionError("a table is opened only once")


def _wrote(table: Table, event: Wrote) -> Table:
    at, seat, request = event
    person = table.occupant(seat).person
    assert person
    written = (*table.written, Written(table.number, at, seat, person, request))
    return table._replace(written=written[-MOST_TEXTS:])


def _declined(table: Table, seat: Seat, *, declined: bool) -> Table:
    person = table.occupant(seat).person
    assert person
    others = table.without_texts - {person}
    return table._replace(without_texts=others | {person} if declined else others)
