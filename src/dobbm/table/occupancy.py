"""Seats people and bots, and keeps their winnings when they change seats."""

from __future__ import annotations

from typing import TypeAlias

from dobbm.game.actions import Seat
from dobbm.table.events import Filled, Left, PortraitChosen, RulesSet, Sat, Swapped, Vacated
from dobbm.table.house_rules import Options
from dobbm.table.state import Account, Occupant, Table
from dobbm.table.voting import LASTING, unready, without_votes

SeatChange: TypeAlias = Sat | Filled | Left | Vacated | Swapped | RulesSet | PortraitChosen
"""The events that change who sits where, or what the seats are."""


def change_seats(table: Table, event: SeatChange) -> Table:
    """Return the table after a change of its seats."""
    match event:
        case Sat(at, seat, person):
            return _sat(table, seat, person, at)
        case Filled(_, seat):
            bot = Occupant(None, table.options.bank)
            filled = table._replace(seats=tuple([one or bot for one in table.seats]))
            return filled._replace(votes=table.votes | {("ready", seat)})
        case Left(at, seat):
            return _left(table, seat, at)
        case Vacated(at, seat, by_host):
            return _vacated(table, seat, at, by_host=by_host)
        case Swapped(_, _, seats):
            return _swapped(unready(table), *seats)
        case RulesSet(_, _, options):
            return _with_options(unready(table), Options.from_json(options))
        case PortraitChosen(_, seat, portrait):
            return with_occupant(table, seat, table.occupant(seat)._replace(portrait=portrait))


def with_occupant(table: Table, seat: Seat, occupant: Occupant | None) -> Table:
    """Put an occupant in ``seat``; None frees it."""
    seats = (*table.seats[:seat], occupant, *table.seats[seat + 1 :])
    return table._replace(seats=seats)


def _sat(table: Table, seat: Seat, person: str, at: float) -> Table:
    """Seat a person, who takes along the winnings of an earlier seat."""
    earlier = table.seat_of(person)
    table = table._replace(seatings=table.seatings + 1, host=table.host or person)
    occupant = Occupant(person, table.options.bank, sat=table.number)
    if earlier is not None:
        before = table.occupant(earlier)
        occupant = occupant._replace(
            sat=before.sat,
            portrait=before.portrait,
            excused_until=before.excused_until,
            excused_from=before.excused_from,
        )
    table = with_occupant(settled(table, seat), seat, occupant)
    if earlier is not None:
        bot = Occupant(None, table.options.bank)
        table = with_occupant(table, earlier, bot if table.session else None)
        table = _without_contribution(settled(table, earlier, person), earlier)
        lasting = {(topic, seat) for topic in LASTING if earlier in table.voters(topic)}
        table = without_votes(table._replace(votes=table.votes | lasting), earlier, at)
    table = _without_contribution(_resumed(table, seat, person), seat)
    if table.unready == (seat,) == table.people and None not in table.seats:
        # Who takes the only seat that bots have left wants to play now.
        table = table._replace(votes=table.votes | {("ready", seat)})
    return table._replace(since=at) if table.stage == "between" else table


def _left(table: Table, seat: Seat, at: float) -> Table:
    """Give a seat to a bot; a person who leaves during a deal still pays for it."""
    person = table.occupant(seat).person
    assert person
    bot = Occupant(None, 0.0, bot_since=at)
    if table.deal:
        table = table._replace(leavers=(*table.leavers, (seat, person)))
    else:
        table = settled(table, seat, person)
    return _hosted(without_votes(with_occupant(table, seat, bot), seat, at), seat)


def _vacated(table: Table, seat: Seat, at: float, *, by_host: bool) -> Table:
    person = table.occupant(seat).person
    if by_host and person:
        table = table._replace(removed=table.removed | {person})
    return _hosted(without_votes(with_occupant(table, seat, None), seat, at), seat)


def _hosted(table: Table, left: Seat) -> Table:
    """Return the table with a host: if the host has gone from seat ``left``, the next person."""
    if table.host is None or table.seat_of(table.host) is not None:
        return table
    players = table.options.players
    clockwise = [(left + step) % players for step in range(1, players)]
    people = [table.occupant(seat).person for seat in clockwise if seat in table.people]
    return table._replace(host=people[0] if people else None)


def _swapped(table: Table, one: Seat, other: Seat) -> Table:
    changed = with_occupant(table, one, table.seats[other])
    return with_occupant(changed, other, table.seats[one])


def settled(table: Table, seat: Seat, person: str | None = None) -> Table:
    """Put the winnings of ``seat`` aside for ``person``, or for the bots; begin at zero."""
    amounts = {one.person: one.amount for one in table.settled}
    amounts[person] = amounts.get(person, 0) + table.ledger[seat]
    accounts = tuple([Account(*one) for one in amounts.items() if one[1]])
    ledger = (*table.ledger[:seat], 0, *table.ledger[seat + 1 :])
    return table._replace(ledger=ledger, settled=accounts)


def _resumed(table: Table, seat: Seat, person: str) -> Table:
    """Enter what ``person`` has won so far in the ledger of ``seat``, which begins at zero."""
    own = sum(one.amount for one in table.settled if one.person == person)
    others = tuple([one for one in table.settled if one.person != person])
    ledger = (*table.ledger[:seat], own, *table.ledger[seat + 1 :])
    return table._replace(ledger=ledger, settled=others)


def _without_contribution(table: Table, seat: Seat) -> Table:
    """Drop the part of ``seat`` in the next shuffle, because somebody else sits there now."""
    others = tuple([one for one in table.contributions if one.seat != seat])
    cut = None if table.cut and table.cut.seat == seat else table.cut
    return table._replace(contributions=others, cut=cut)


def _with_options(table: Table, options: Options) -> Table:
    """Change the house rules before the first deal; the last free seat comes or goes."""
    seats = [one and one._replace(bank=options.bank) for one in table.seats]
    if not options.by_post:
        seats = [one and one._replace(excused_until=None) for one in seats]
    if options.players > len(seats):
        seats.append(None)
    elif options.players < len(seats):
        del seats[len(seats) - 1 - seats[::-1].index(None)]
    ledger = (0,) * options.players
    return table._replace(options=options, seats=tuple(seats), ledger=ledger)
