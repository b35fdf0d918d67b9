"""Waits for a table's next deadline while a bot computes its action, and creates the event."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import NamedTuple

from dobbm.game.actions import GUT, Seat
from dobbm.game.errors import DobbmError
from dobbm.game.shuffle import shared_secret
from dobbm.runtime.bots import STAND_IN, Bots, Pace
from dobbm.runtime.clock import Clock, TableClock
from dobbm.runtime.entropy import Entropy
from dobbm.runtime.supervisor import uninterrupted
from dobbm.table.deadlines import Due, missing
from dobbm.table.events import (
    Acted,
    Began,
    Claimed,
    Committed,
    Dealt,
    Event,
    Refused,
    StoodIn,
    TookBack,
)
from dobbm.table.house_rules import exceeds_doublings
from dobbm.table.state import Question, Table, log_name

RETRY = 1.0
"""Seconds before a failed deadline is retried."""

log = logging.getLogger(__name__)


class Pending(NamedTuple):
    """A deadline and the parts of the table's state that it depends on."""

    due: Due
    turn: int
    question: Question | None
    by_bot: bool

    @classmethod
    def of(cls, table: Table, due: Due) -> Pending:
        """Return ``due`` with the parts of the table's current state that it depends on."""
        by_bot = due.what == "act" and due.seat not in table.attending
        return cls(due, table.turn, table.question, by_bot)


class Elapsed(NamedTuple):
    """A deadline that has passed."""

    pending: Pending
    cards: tuple[str, ...]
    """A bot's action, or the cards that finish the deal once everybody has agreed to a claim.

    Empty for other deadlines, and if a claim cannot be fulfilled.
    """


class DeadlineTimer:
    """The timer for a table's deadlines; it waits for one deadline at a time."""

    def __init__(
        self,
        clock: Clock,
        time: TableClock,
        bots: Bots,
        pace: Pace,
        *,
        elapsed: Callable[[Elapsed], None],
        reschedule: Callable[[], None],
    ) -> None:
        """``elapsed`` gets each passed deadline; ``reschedule`` is called after a failure."""
        self._clock = clock
        self._time = time
        self._bots = bots
        self._pace = pace
        self._elapsed = elapsed
        self._reschedule = reschedule
        self._pending: Pending | None = None
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    @property
    def waiting(self) -> bool:
        """Whether a deadline or a retry is pending."""
        return self._task is not None

    def wait_for(self, table: Table, due: Due | None) -> None:
        """Wait for ``due``, the table's next deadline, instead of the one pending."""
        pending = None if due is None else Pending.of(table, due)
        if pending is not None and pending == self._pending:
            return  # do not interrupt a bot that is computing its action
        self.stop()
        if pending and not self._closed:
            self._pending = pending
            self._task = asyncio.create_task(self._wait(table, pending))

    def retry(self) -> None:
        """Schedule the next deadline again after ``RETRY`` seconds."""
        self.stop()
        if not self._closed:
            self._task = asyncio.create_task(self._wait_to_retry())

    def stop(self) -> None:
        """Stop waiting for a deadline or a retry."""
        self._pending = None
        if self._task:
            self._task.cancel()
            self._task = None

    async def close(self) -> None:
        """Stop for good, and wait until nothing runs any more.

        A stream that ends later, or a job that fails, can no longer start the timer.
        """
        self._closed = True
        task = self._task
        self.stop()
        if task:
            await asyncio.gather(task, return_exceptions=True)

    async def _wait(self, table: Table, pending: Pending) -> None:
        try:
            cards = await uninterrupted(self._think(table, pending))
            await self._clock.sleep(max(0.0, pending.due.at - self._time.now()))
        except Exception:
            log.exception("table %s: the work for a deadline failed", log_name(table.id))
            self.retry()
        else:
            self._pending = self._task = None
            self._elapsed(Elapsed(pending, cards))

    async def _wait_to_retry(self) -> None:
        await self._clock.sleep(RETRY)
        self._task = None
        self._reschedule()

    async def _think(self, table: Table, pending: Pending) -> tuple[str, ...]:
        """Compute the ``cards`` for ``Elapsed``, which are empty for most deadlines."""
        deal, question, due = table.deal, table.question, pending.due
        if pending.by_bot and due.seat is not None and deal:
            name = STAND_IN if table.occupant(due.seat).person else table.options.bot
            action = await self._bots.act(name, deal, due.seat, self._pace.seed(table))
            return (GUT if exceeds_doublings(deal, action) else action,)
        if due.what == "settle" and question and question.what == "claim" and deal:
            try:
                return await self._bots.play_out(deal, question.seat)
            except DobbmError:
                return ()  # the claimer's side cannot win all remaining tricks
        return ()


def event_of(elapsed: Elapsed, table: Table, at: float, plan: str | None, chance: Entropy) -> Event:
    """Return the event for a passed deadline; ``plan`` is the planned action of the seat to act."""
    due, cards = elapsed.pending.due, elapsed.cards
    match due.what:
        case "begin":
            return Began(at, _first_dealer(table, chance))
        case "commit":
            return Committed(at, _secret(table, chance))
        case "deal":
            return Dealt(at, [*missing(table)])
        case "lapse":
            return Refused(at, None)
        case "settle":
            return _settled(table, at, cards)
    assert due.seat is not None
    match due.what:
        case "act":
            action = cards[0] if cards else plan
            assert action
            return Acted(at, due.seat, action, by_bot=bool(cards))
        case "gone" | "clock":
            return StoodIn(at, due.seat, due.what)


def _first_dealer(table: Table, chance: Entropy) -> Seat:
    """Draw the first dealer; where several tables have the same decks, it is the last seat."""
    players = table.options.players
    return players - 1 if table.options.decks else chance.lot(players)


def _secret(table: Table, chance: Entropy) -> str:
    seed = table.deck_seed
    return shared_secret(seed, table.finished + 1) if seed else chance.secret()


def _settled(table: Table, at: float, cards: tuple[str, ...]) -> Event:
    """Return the event for a proposal to which all agreed; an impossible claim is refused."""
    question = table.question
    assert question
    if question.what == "take_back":
        return TookBack(at, question.seat, 1)
    return Claimed(at, question.seat, False, [*cards]) if cards else Refused(at, None)
