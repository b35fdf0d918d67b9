"""The deadlines of a table: when it goes on without a command, and how."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import Literal, NamedTuple, TypeAlias

from dobbm.game.actions import Seat
from dobbm.table.commands import agreed_by_all
from dobbm.table.events import Delayed, Waited
from dobbm.table.state import Table

CONTRIBUTION = 1.0
"""Seconds that people have to contribute to a shuffle once everybody is ready for the deal."""
REVIEW = 30.0
"""Seconds to review a finished deal if several people play, unless all vote to go on sooner."""
GONE = 15.0
"""Seconds without a connection or any activity after which a person counts as gone."""
BLIP = 5.0
"""Seconds that a connection must be lost for the clock to have waited; a reload takes less."""
ANSWER = 20.0
"""Seconds that people have to answer a proposal."""

What: TypeAlias = Literal["begin", "commit", "deal", "act", "gone", "clock", "settle", "lapse"]
"""Kinds of deadline, in order: begin a session; commit to a shuffle; deal; take the action of a bot
or one that a person has planned; let a bot stand in for a person who is gone; let a bot stand in
when the time bank is empty; carry out a proposal to which all have agreed; drop a proposal that not
all have answered."""


class Due(NamedTuple):
    """The next deadline of a table."""

    at: float
    """The time in Unix seconds."""
    what: What
    seat: Seat | None = None


class Activity(NamedTuple):
    """Facts about the people at a table that its events do not contain."""

    gone_since: dict[Seat, float]
    """When each person without a connection was last active, in Unix seconds.

    Connected people have no entry.
    """
    planned: frozenset[Seat]
    """Seats whose people have planned their next action; the table need not wait for them."""

    def gone_at(self, seat: Seat) -> float:
        """Return the time at which the person in ``seat`` counts as gone; infinity if connected."""
        return self.gone_since.get(seat, inf) + GONE


def due(table: Table, activity: Activity, delay: float) -> Due | None:
    """Return the table's next deadline; None while only people can make the table go on.

    ``delay`` is the time in seconds before a bot's action or a planned action is taken.
    """
    stage = table.stage
    if table.options.by_post:
        activity = activity._replace(gone_since={})
    if not table.attending and (table.people or stage != "playing"):
        # Bots play on among themselves only to finish a deal that all people have left: nobody can
        # sit down before.
        return None
    if agreed_by_all(table):
        return Due(table.since, "settle")
    if stage == "gathering":
        return _due_before_first_deal(table, activity)
    if table.session is None:
        return _due_first_deal(table, activity)
    if stage == "over":
        return _due_after_session(table, activity)
    if stage == "playing":
        return _due_in_play(table, activity, delay)
    if table.secret is None:
        return Due(table.since, "commit")
    return _due_before_deal(table, activity)


def restart_review(table: Table, now: float, seat: Seat) -> Delayed | None:
    """Return an event that gives the person in ``seat``, who returns, a whole review.

    None unless the time for it has passed while nobody was there.
    """
    waits = table.timed and table.stage == "between" and seat in table.people
    return Delayed(now, seat) if waits and now > table.since + REVIEW else None


def waited(table: Table, now: float, seat: Seat, lost: float) -> Waited | None:
    """Return an event that covers the time since ``lost``, when the person's connection was lost.

    None if the clock was not running for the person in ``seat``, who is connected again.
    """
    deal = table.deal
    if not table.timed or not deal or deal.to_act != seat or table.question:
        return None
    occupant = table.occupant(seat)
    seconds = min(occupant.grace, round(now - max(lost, table.counted_from(now)), 3))
    return None if occupant.stood_in or seconds < BLIP else Waited(now, seat, seconds)


def missing(table: Table) -> tuple[Seat, ...]:
    """Return the seats of all people, present or not, who have not contributed to the shuffle.

    Nobody can contribute to decks that other tables have, too.
    """
    if table.options.decks:
        return ()
    contributed = {one.seat for one in table.contributions}
    return tuple([seat for seat in table.people if seat not in contributed])


def _due_before_first_deal(table: Table, activity: Activity) -> Due | None:
    """Return when the first person counts as gone, if all are seated and some wait for others."""
    is_full = None not in table.seats
    return _first_gone(table, activity, table.attending) if is_full and table.votes else None


def _due_first_deal(table: Table, activity: Activity) -> Due:
    """Return when the first deal begins: if all must be ready, not while a connection is lost.

    A program that never opens a stream is waited for as long as a lost connection.
    """
    away = _first_gone(table, activity, table.attending) if table.options.ready_check else None
    return min(away, Due(table.since + GONE, "begin")) if away else Due(table.since, "begin")


def _due_before_deal(table: Table, activity: Activity) -> Due | None:
    if table.ready_at is None:
        return _due_after_review(table, activity) if table.timed else None
    wait = CONTRIBUTION if missing(table) else 0.0
    return Due(table.ready_at + wait, "deal")


def _due_after_review(table: Table, activity: Activity) -> Due | None:
    """Return the end of the review; None if nobody is there then, or if those who are must ask.

    Among friends who meet every week, those who are gone by then count as away first.
    """
    at = table.since + REVIEW
    gone = [seat for seat in table.attending if activity.gone_at(seat) <= at]
    if len(gone) == len(table.attending):
        return None
    if gone and table.options.asks_who_is_there:
        return Due(at, "gone", gone[0])
    return Due(at, "deal") if table.review_ends else None


def _due_in_play(table: Table, activity: Activity, delay: float) -> Due | None:
    if table.question:
        return Due(table.question.since + ANSWER, "lapse")
    deal = table.deal
    assert deal
    seat = deal.to_act
    assert seat is not None
    occupant = table.occupant(seat)
    if not occupant.person or occupant.stood_in or seat in activity.planned:
        return Due(max(table.since, occupant.bot_since) + delay, "act", seat)
    if not table.timed:
        return None
    lost = activity.gone_since.get(seat, inf)
    gone_at = max(table.since, lost + max(GONE, occupant.grace))
    empty_at = table.counted_from() + table.options.free + occupant.bank
    if lost < empty_at:
        empty_at += occupant.grace  # the clock stands still
    return min(Due(gone_at, "gone", seat), Due(empty_at, "clock", seat))


def turn_end(table: Table) -> float | None:
    """Return when the time of the person whose turn it is ends; None if there is no such person."""
    if table.deal is None or table.deal.to_act is None or not table.timed:
        return None
    occupant = table.occupant(table.deal.to_act)
    if not occupant.person or occupant.stood_in:
        return None
    return table.counted_from() + table.options.free + occupant.bank


def _due_after_session(table: Table, activity: Activity) -> Due | None:
    """Return when the next session begins, or when the first person yet to vote counts as gone.

    There is no deadline before the first vote for another session. Only among friends, those who
    are there must know before it who is not.
    """
    voters = {*table.voters("again")}
    waited_for = {*table.attending} - voters
    if not waited_for:
        return Due(table.since, "begin")
    if table.options.asks_who_is_there:
        is_attended = any(activity.gone_at(seat) == inf for seat in table.attending)
        return _first_gone(table, activity, table.attending) if is_attended or voters else None
    return _first_gone(table, activity, waited_for) if voters else None


def _first_gone(table: Table, activity: Activity, seats: Iterable[Seat]) -> Due | None:
    first = min(_gone(table, activity, seat) for seat in seats)
    return None if first.at == inf else first


def _gone(table: Table, activity: Activity, seat: Seat) -> Due:
    """Return when the person in ``seat``, for whom the table waits, counts as gone."""
    return Due(max(table.since, activity.gone_at(seat)), "gone", seat)
