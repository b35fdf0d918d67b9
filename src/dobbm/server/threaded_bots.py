"""The server's bots, which play, give hints, analyse deals and prove claims."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from asyncio.subprocess import DEVNULL
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from typing import TypeVar, TypeVarTuple

from dobbm.ai.claims import play_out, proved
from dobbm.ai.code_cache import is_complete
from dobbm.arena.seating import first_legal_action
from dobbm.game.actions import PLAY, Seat
from dobbm.game.deal import Deal
from dobbm.game.record import to_record
from dobbm.game.view import View
from dobbm.players import Explainer, Explanation, Player, make_player
from dobbm.runtime.bots import STAND_IN
from dobbm.server.analysis import analysed
from dobbm.server.responses import Acted, Analysis

LADDER = ("random", "simple", "trained", "pimc:quick", "pimc", "pimc:strong")
"""The bots allowed at a table: no outside players, no options of their own."""
QUICK = ("random", "simple")
"""Bots fast enough for the event loop; the others run on the bots' thread."""
EXPLAINER = "pimc:quick"
"""The bot that gives hints."""

COMPILER = (sys.executable, "-m", "dobbm", "warm-up")

log = logging.getLogger(__name__)

Arguments = TypeVarTuple("Arguments")
Result = TypeVar("Result")


class ThreadedBots:
    """One bot of each name, shared by all tables; implements the runtime's ``Bots``."""

    names = LADDER

    def __init__(self) -> None:
        self._players: dict[str, Player] = {}
        # One thread: a bot serves one caller at a time, and the event loop needs a core of its own.
        self._thread = ThreadPoolExecutor(1, "bots")
        self._compiling: asyncio.Task[None] | None = None
        self._low_priority = asyncio.Lock()
        """Held by work that no table waits for; at most one such job can delay a table."""

    async def act(self, name: str, deal: Deal, seat: Seat, seed: int) -> str:
        """See ``Bots``."""
        view = View.of(deal, seat)
        if name in QUICK:
            return self._legal_action(name, deal, view, seed)
        return await self._run(self._legal_action, name, deal, view, seed)

    async def proves(self, view: View) -> bool:
        """See ``Bots``."""
        await self._until_compiled()
        return await asyncio.to_thread(proved, view)

    async def play_out(self, deal: Deal, seat: Seat) -> tuple[str, ...]:
        """See ``Bots``."""
        return await asyncio.to_thread(play_out, deal, seat)

    async def explain(self, view: View, seed: int) -> list[Explanation]:
        """Return a bot's assessments of the actions of the seat to act, best first."""
        async with self._low_priority:
            return await self._run(self._explained, view, seed)

    async def analyse(self, deal: Deal) -> Analysis:
        """Analyse the cards of a finished deal."""
        async with self._low_priority:
            return await self._run(analysed, deal)

    async def continue_deal(
        self, deal: Deal, seat: Seat | None, name: str
    ) -> tuple[Deal, list[Acted]]:
        """Let a bot play a deal until ``seat`` is to act, or to its end.

        Returns the deal and the bot's actions. The seeds are derived from the deal, so the same
        request always gets the same answer.
        """
        acted = []
        while deal.to_act not in (None, seat):
            assert deal.to_act is not None
            view = View.of(deal, deal.to_act)
            record = json.dumps(to_record(deal)).encode()
            seed = int.from_bytes(sha256(record).digest()[:7]) >> 3
            async with self._low_priority:
                action = await self._run(self._legal_action, name, deal, view, seed)
            acted.append(Acted(seat=deal.to_act, action=action))
            deal = deal.apply(action)
        return deal, acted

    async def warm_up(self) -> None:
        """Load the stand-in bot, which takes a second, or half a minute if it must be compiled.

        The quick bots need no compiled code and can play meanwhile.
        """
        if not is_complete():
            self._compiling = asyncio.create_task(_compile())
        await self._run(self._player, STAND_IN)

    def close(self) -> None:
        """Stop the compiler, wait for pending computations, then close all bots."""
        if self._compiling:
            self._compiling.cancel()
        self._thread.shutdown()
        for player in self._players.values():
            player.close()

    async def _run(self, do: Callable[[*Arguments], Result], *arguments: *Arguments) -> Result:
        """Run a function on the bots' thread."""
        await self._until_compiled()
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, do, *arguments)

    async def _until_compiled(self) -> None:
        """Wait for the compiler: running the code earlier would compile it a second time."""
        if self._compiling:
            await asyncio.shield(self._compiling)

    def _player(self, name: str) -> Player:
        if name not in self._players:
            self._players[name] = make_player(name)
        return self._players[name]

    def _explained(self, view: View, seed: int) -> list[Explanation]:
        player = self._player(EXPLAINER)
        assert isinstance(player, Explainer)
        return player.explain(view, seed)

    def _legal_action(self, name: str, deal: Deal, view: View, seed: int) -> str:
        if deal.phase == PLAY and view.legal and len(view.legal) == 1:
            return view.legal[0]
        wanted = self._player(name).act(view, seed)
        return wanted if wanted and deal.is_legal(wanted) else first_legal_action(deal)


async def _compile() -> None:
    """Compile the bots' code in another process, so that this one can keep serving people."""
    log.info("compiling the strong bots; the simple one can play meanwhile")
    process = await asyncio.create_subprocess_exec(
        *COMPILER, stderr=DEVNULL, start_new_session=True
    )
    try:
        await process.wait()
    finally:
        if process.returncode is None:
            process.kill()
    if process.returncode:
        log.warning("compiling the strong bots failed; try `dobbm warm-up`")
    else:
        log.info("the strong bots are compiled")
