"""Lets tables go on by themselves: bots, clocks, the dealing, and what all have agreed to.

The process that was the last to write an event of a table waits for what comes next there. If it
dies, another finds the table overdue in the store and goes on with it.
"""

from __future__ import annotations

import asyncio
import logging
import secrets

from dobbm.claims import play_out
from dobbm.errors import DobbmError
from dobbm.house.bots import Bots
from dobbm.house.live import Live
from dobbm.house.tables import Decide, Tables, now
from dobbm.shuffle import new_secret
from dobbm.store import Store, StoreUnavailable
from dobbm.table.clock import Due, due, missing
from dobbm.table.commands import TableError
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
from dobbm.table.state import Table

OVERDUE = 1.0
"""Seconds after which a table that should have gone on is taken over."""
RETRY = 1.0
"""Seconds until a table that could not be stored is tried again."""
TOGETHER = 100
"""Tables that are taken over at a time."""

log = logging.getLogger(__name__)


class Clockwork:
    """What comes by itself, at all tables."""

    def __init__(self, store: Store, bots: Bots) -> None:
        self.tables = Tables(store, self.coming, self.schedule)
        self._store = store
        self._bots = bots
        self._doing: set[asyncio.Task[None]] = set()
        """What is being done now; a task that nobody holds could vanish."""

    def coming(self, live: Live, table: Table) -> Due | None:
        """What comes next by itself, when the table stands like this."""
        return due(table, live.signs(), self._bots.delay(table))

    def schedule(self, live: Live) -> None:
        """Wait for what comes next at a table, and for nothing else there."""
        live.stop()
        coming = self.coming(live, live.table)
        live.timer = asyncio.create_task(self._wait(live, coming)) if coming else None

    async def take_over(self) -> None:
        """Take over tables that are overdue: after a start, or from a process that has died."""
        while True:
            try:
                for table_id in await self._store.claim_due(now() - OVERDUE, TOGETHER):
                    live = await self.tables.get(table_id, fresh=True)
                    if not live.waiting:  # else a bot is still thinking here
                        self.schedule(live)
            except (StoreUnavailable, TableError) as error:
                log.warning("tables cannot be taken over: %s", error.code)
            await asyncio.sleep(OVERDUE)

    async def stop(self) -> None:
        """Let nothing come any more."""
        for live in self.tables:
            live.stop()
        for task in [*self._doing]:
            task.cancel()
        await asyncio.gather(*self._doing, return_exceptions=True)

    async def _wait(self, live: Live, coming: Due) -> None:
        try:
            action = await self._thought(live, coming)
            await asyncio.sleep(max(0.0, coming.at - now()))
            if coming.what == "gone" and self._store.shared:
                await self.tables.meet(live)
            decide = await self._decision(live, coming, action)
        except StoreUnavailable:
            self._try_again(live)
        except Exception:
            log.exception("a table could not go on")
        else:
            # Not a part of the timer: nothing is to cancel it half done.
            self._doing.add(task := asyncio.create_task(self._do(live, coming, decide)))
            task.add_done_callback(self._doing.discard)

    async def _do(self, live: Live, coming: Due, decide: Decide) -> None:
        """Do what is due, if it still is."""
        try:
            async with live.lock:
                if self.coming(live, live.table) != coming:
                    self.schedule(live)
                    return
                number = live.table.number

                def decide_now(table: Table, at: float) -> Event | None:
                    return decide(table, at) if table.number == number else None

                await self.tables.change(live, decide_now)
        except StoreUnavailable:
            self._try_again(live)
        except Exception:
            log.exception("a table could not go on")

    def _try_again(self, live: Live) -> None:
        asyncio.get_running_loop().call_later(RETRY, self.schedule, live)

    async def _thought(self, live: Live, coming: Due) -> str:
        """What a bot plays, thought of before it is due; nothing where no bot does."""
        if coming.what != "act" or coming.seat is None:
            return ""
        occupant = live.table.occupant(coming.seat)
        if occupant.person and not occupant.stood_in:
            return ""
        return await self._bots.answer(live.table, coming.seat)

    async def _decision(self, live: Live, coming: Due, action: str) -> Decide:
        """What makes the event that is due."""
        seat = coming.seat
        match coming.what:
            case "begin":
                players = live.table.options.players
                return lambda _, at: Began(at, secrets.randbelow(players))
            case "commit":
                return lambda _, at: Committed(at, new_secret())
            case "deal":
                return lambda table, at: Dealt(at, [*missing(table)])
            case "lapse":
                return lambda _, at: Refused(at, None)
            case "settle":
                return await self._settlement(live)
        assert seat is not None
        match coming.what:
            case "act":
                played = action or live.plan_of(seat) or ""
                return lambda _, at: Acted(at, seat, played, by_bot=bool(action))
            case "gone" | "clock":
                why = coming.what
                return lambda _, at: StoodIn(at, seat, why)

    async def _settlement(self, live: Live) -> Decide:
        """What all have agreed to."""
        question, deal = live.table.question, live.table.deal
        assert question
        assert deal
        seat = question.seat
        if question.what == "take_back":
            return lambda _, at: TookBack(at, seat, 1)
        try:
            cards = await asyncio.to_thread(play_out, deal, seat)
        except DobbmError:  # it cannot be true
            return lambda _, at: Refused(at, None)
        return lambda _, at: Claimed(at, seat, proved=False, cards=[*cards])
