"""The bots of the pocket edition: a server's, as far as the device can run them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager

from dobbm.ai.calling import KernelError
from dobbm.ai.claims import sure_tricks
from dobbm.game.actions import Seat
from dobbm.game.deal import Deal
from dobbm.game.view import View
from dobbm.players import Explanation
from dobbm.runtime.bots import STAND_IN
from dobbm.server.responses import Analysis, Judgement
from dobbm.server.threaded_bots import QUICK, ThreadedBots
from dobbm.table.refusals import Refusal

SIMPLE = "simple"
"""The bot that needs no kernel and takes the place of those that do."""


class PocketBots(ThreadedBots):
    """A server's bots; the one that needs the largest file waits until it has arrived.

    An old device runs no kernel. Then the bots are simple, and there are no hints and analyses.
    """

    def __init__(self, *, at_once: bool, thread: Callable[[str], Executor], thinks: bool) -> None:
        """``thinks`` says whether the device runs a kernel."""
        super().__init__(at_once=at_once, thread=thread)
        self._thinks = thinks
        self.complete = asyncio.Event()
        self._asked = 0
        self._is_free = asyncio.Event()
        self._is_free.set()
        if not thinks:
            self.names = QUICK

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Answer a person: until that is done, no bot begins to think."""
        self._asked += 1
        self._is_free.clear()
        try:
            yield
        finally:
            self._asked -= 1
            if not self._asked:
                self._is_free.set()

    async def act(self, name: str, deal: Deal, seat: Seat, seed: int) -> str:
        """See ``Bots``; the table may have been opened when the device could do more."""
        if name not in self.names:
            name = SIMPLE
        if name not in QUICK:
            await self._is_free.wait()
        if name == STAND_IN:
            await self.complete.wait()
        try:
            return await super().act(name, deal, seat, seed)
        except KernelError:
            return await super().act(SIMPLE, deal, seat, seed)

    async def proves(self, view: View) -> bool:
        """See ``Bots``."""
        return await super().proves(view) if self._thinks else sure_tricks(view)

    async def explain(self, view: View, seed: int) -> list[Explanation]:
        """See ``ThreadedBots``."""
        self._verify_thinking()
        return await super().explain(view, seed)

    async def analyse(self, deal: Deal) -> Analysis:
        """See ``ThreadedBots``."""
        self._verify_thinking()
        return await super().analyse(deal)

    async def judge(self, deal: Deal, seat: Seat, charge: Callable[[float], None]) -> Judgement:
        """See ``ThreadedBots``."""
        self._verify_thinking()
        await self.complete.wait()
        return await super().judge(deal, seat, charge)

    def _verify_thinking(self) -> None:
        if not self._thinks:
            raise Refusal("bot", "this device cannot run the bot that gives hints and analyses")
