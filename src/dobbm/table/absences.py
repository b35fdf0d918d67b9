"""Charges time banks, and lets bots stand in for people who are away."""

from __future__ import annotations

from dobbm.game.actions import Seat
from dobbm.table.events import Absence, CameBack, Excused, StoodIn, Waited
from dobbm.table.occupancy import with_occupant
from dobbm.table.state import Table
from dobbm.table.voting import LASTING, granted, unready, without_releases, without_votes


def change_presence(table: Table, event: StoodIn | Waited | CameBack | Excused) -> Table:
    """Return the table after a person's absence has begun, been excused or ended."""
    match event:
        case StoodIn(at, seat, why):
            if _was_counted_on(table):
                table = unready(table)
            return without_votes(_stood_in(table, seat, why, at), seat, at, kept=LASTING)
        case Waited(at, seat, seconds):
            return _waited(table, seat, seconds, at)
        case CameBack(at, seat):
            return back(table, seat, at)
        case Excused(at, seat, until, since):
            if table.deal and table.deal.to_act == seat:
                table = charged(table, seat, at) if table.timed else _counted(table, at)
            excused = table.occupant(seat)._replace(excused_until=until, excused_from=since or at)
            return with_occupant(table, seat, excused)


def _was_counted_on(table: Table) -> bool:
    """Return whether the others are ready to play only with a person who goes away now.

    So it is before the first deal and, among friends, before another session.
    """
    session = table.session
    return session is None or (session.over and table.options.asks_who_is_there)


def _stood_in(table: Table, seat: Seat, why: Absence, at: float) -> Table:
    if table.deal and table.deal.to_act == seat:
        if why == "gone":
            grace = table.occupant(seat).grace
            table = _waited(table, seat, min(grace, max(0.0, at - table.since)), at)
        table = charged(table, seat, at)
    occupant = table.occupant(seat)
    # A person who keeps coming back and leaving does not restart the bot's thinking time.
    away = occupant._replace(stood_in=why, bot_since=occupant.bot_since or at)
    return with_occupant(table, seat, away)


def _waited(table: Table, seat: Seat, seconds: float, at: float) -> Table:
    """Let the clock stand still for ``seconds`` of the grace of ``seat``, whose turn it is."""
    table = _counted(table, at)
    occupant = table.occupant(seat)
    table = with_occupant(table, seat, occupant._replace(grace=occupant.grace - seconds))
    return table._replace(since=table.since + seconds)


def _counted(table: Table, at: float) -> Table:
    """Let the turn begin as much later as its person has been excused before ``at``.

    What it has used stays used, however often the person goes away and comes back.
    """
    seat = table.deal.to_act if table.deal else None
    if seat is None or table.occupant(seat).excused_until is None:
        return table
    begun = table._replace(since=table.counted_from(at))
    one = table.occupant(seat)
    return with_occupant(begun, seat, one._replace(excused_from=max(at, one.excused_from)))


def charged(table: Table, seat: Seat, at: float) -> Table:
    """Charge the bank of ``seat``, whose turn it is, for the time used beyond the free seconds.

    The result is the same whether the time is charged all at once or in parts.
    """
    table = _counted(table, at)
    spent = max(0.0, at - table.since - table.options.free)
    occupant = table.occupant(seat)
    table = with_occupant(table, seat, occupant._replace(bank=max(0.0, occupant.bank - spent)))
    return table._replace(since=table.since + spent)


def back(table: Table, seat: Seat, at: float) -> Table:
    """End the absence of ``seat``, if a bot stands in; the clock of an empty table goes on."""
    stood_still = not table.attending
    if table.occupant(seat).stood_in:
        table = without_releases(table, seat)
    table = with_occupant(table, seat, table.occupant(seat)._replace(stood_in=None))
    # Who comes back to an empty table may already have voted for something.
    return granted(table._replace(since=at), at) if stood_still else table


def shifted(table: Table, at: float, by: float) -> Table:
    """Move all times at the table ``by`` seconds later, or earlier if ``by`` is negative.

    Until when people are away is a day in their calendar, and stays, as does a day to come from
    which they are; of the turn since then, what had passed before the time moved to ``at`` counts.
    """
    before = at - by
    table = _counted(table, before)
    seats = tuple(
        [
            one
            and one._replace(
                bot_since=one.bot_since and one.bot_since + by,
                excused_from=one.excused_from + by
                if 0 < one.excused_from <= before
                else one.excused_from,
            )
            for one in table.seats
        ]
    )
    question = table.question
    return table._replace(
        seats=seats,
        question=question and question._replace(since=question.since + by),
        since=table.since + by,
        ready_at=None if table.ready_at is None else table.ready_at + by,
        written=tuple([one._replace(at=one.at + by) for one in table.written]),
    )
