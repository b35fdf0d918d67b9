"""The bots of the house: which there are, how they think, and how long that seems to take."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from typing import NamedTuple, TypeVar, TypeVarTuple

from dobbm.actions import PLAY, Seat
from dobbm.arena.table import first_legal_action
from dobbm.deal import Deal
from dobbm.house.analysis import Analysis, analysed
from dobbm.players import Explainer, Explanation, Player, make_player
from dobbm.record import to_record
from dobbm.table.state import Table
from dobbm.view import View

LADDER = ("random", "simple", "trained", "pimc:quick", "pimc", "pimc:strong")
"""Who may be asked to a table: not programs, and nobody with options of one's own."""
QUICK = ("random", "simple")
"""Who answers at once; the others think on a thread."""
STAND_IN = "trained"
"""Who acts for people who are away: good, and quick."""
EXPLAINS = "pimc:quick"
"""Who gives hints."""

Arguments = TypeVarTuple("Arguments")
Thought = TypeVar("Thought")


class Step(NamedTuple):
    """What a bot has done in a deal that is played on."""

    seat: Seat
    action: str


class Bots:
    """The bots, one of each name: they remember nothing, so one serves all tables."""

    def __init__(self, key: bytes, seconds: float) -> None:
        """``key`` is what their chance is drawn from; ``seconds``: how long an action takes."""
        self._key = key
        self._seconds = seconds
        self._players: dict[str, Player] = {}
        # One thread: a bot is for one caller at a time, and the event loop has the other core.
        self._thread = ThreadPoolExecutor(1, "bots")
        self._aside = asyncio.Lock()
        """Held for what no table waits for; a bot at a table waits for one step of that at most."""

    async def answer(self, table: Table, seat: Seat) -> str:
        """A lawful action of the bot on a seat, or of the one that stands in there."""
        deal = table.deal
        assert deal
        name = STAND_IN if table.occupant(seat).person else table.options.bot
        seed = int(self._draw("seed", table) * 2**53)
        view = View.of(deal, seat)
        if name in QUICK:
            return self._lawful(name, deal, view, seed)
        return await self._think(self._lawful, name, deal, view, seed)

    async def explain(self, table: Table, seat: Seat) -> list[Explanation]:
        """What the seat whose turn it is may do, as a bot in its place sees it."""
        deal = table.deal
        assert deal
        seed = int(self._draw("hint", table) * 2**53)
        async with self._aside:
            return await self._think(self._explained, View.of(deal, seat), seed)

    async def analyse(self, deal: Deal) -> Analysis:
        """What the cards of a deal that is done were worth."""
        async with self._aside:
            return await self._think(analysed, deal)

    async def play_on(self, deal: Deal, seat: Seat | None, name: str) -> tuple[Deal, list[Step]]:
        """Play a deal on until ``seat`` is to act, or to its end; and what was done.

        All chance comes from the deal as it stands, so that the same is done every time.
        """
        steps = []
        while deal.to_act not in (None, seat):
            assert deal.to_act is not None
            view = View.of(deal, deal.to_act)
            told = json.dumps(to_record(deal)).encode()
            seed = int.from_bytes(sha256(told).digest()[:7]) >> 3
            async with self._aside:
                action = await self._think(self._lawful, name, deal, view, seed)
            steps.append(Step(deal.to_act, action))
            deal = deal.apply(action)
        return deal, steps

    async def warm_up(self) -> None:
        """Have the bot that stands in ready: what it needs takes a second to load."""
        await self._think(self._player, STAND_IN)

    def delay(self, table: Table) -> float:
        """How many seconds the next action of a bot takes.

        It is drawn from the turn and nothing else, so that it tells nothing about the cards.
        """
        return self._seconds * (0.5 + self._draw("delay", table))

    def close(self) -> None:
        """Wait for what is being thought, and dismiss the bots."""
        self._thread.shutdown()
        for player in self._players.values():
            player.close()

    async def _think(self, do: Callable[[*Arguments], Thought], *arguments: *Arguments) -> Thought:
        """Do it on the thread of the bots."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, do, *arguments)

    def _draw(self, purpose: str, table: Table) -> float:
        """A number from 0 to 1, for this turn the same in every process."""
        said = f"{purpose} {table.id} {table.turn}".encode()
        return int.from_bytes(sha256(self._key + said).digest()[:7]) / 2**56

    def _player(self, name: str) -> Player:
        if name not in self._players:
            self._players[name] = make_player(name)
        return self._players[name]

    def _explained(self, view: View, seed: int) -> list[Explanation]:
        player = self._player(EXPLAINS)
        assert isinstance(player, Explainer)
        return player.explain(view, seed)

    def _lawful(self, name: str, deal: Deal, view: View, seed: int) -> str:
        if deal.phase == PLAY and view.legal and len(view.legal) == 1:
            return view.legal[0]
        wanted = self._player(name).act(view, seed)
        return wanted if wanted and deal.is_legal(wanted) else first_legal_action(deal)
