"""The server's bots, which play, give hints, analyse deals and prove claims."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from hashlib import sha256
from typing import TypeVar, TypeVarTuple

from dobbm.ai.claims import play_out, proved
from dobbm.arena.seating import first_legal_action
from dobbm.game.actions import PLAY, Seat
from dobbm.game.cards import DECK
from dobbm.game.deal import Deal
from dobbm.game.play import TRICKS
from dobbm.game.record import to_record
from dobbm.game.view import View
from dobbm.players import Explainer, Explanation, Player, make_player
from dobbm.players.decisions import JUDGE, decisions
from dobbm.runtime.bots import STAND_IN
from dobbm.server.analysis import analysed, judged
from dobbm.server.hand_worth import each_worth
from dobbm.server.responses import Analysis, Judgement
from dobbm.server.work_queue import WorkQueue
from dobbm.table import shapes

LADDER = ("random", "simple", "trained", "network", "pimc:quick", "pimc", "pimc:strong")
"""The bots allowed at a table: no outside players, no options of their own."""
QUICK = ("random", "simple")
"""Bots fast enough for the event loop; the others run on a thread."""
EXPLAINER = "pimc:quick"
"""The bot that gives hints."""
AT_TABLES = {"pimc": "pimc:seconds=0.3", "pimc:strong": "pimc:strong,seconds=0.4"}
"""Bots that think only for a limited time at a table."""
THINKING = {"trained": 0.2, "network": 0.2, "pimc:quick": 0.4, "pimc": 0.8, "pimc:strong": 1.0}
"""Seconds that a bot at a table takes for the first card, whatever it thinks; see ``thinking``."""
USUAL_THINKING = 0.4
"""The same for a bot that has no entry in ``THINKING``."""
REHEARSED = ("dobbm", "weiter", "weiter", "weiter")
"""The bids of the deal with which a bot is loaded."""
BRIEFLY = 0.2
"""Seconds that a bot at a table takes for an action before the play, and at least for a card."""
PRICES = {"pimc:quick": 0.25, "pimc": 0.5, "pimc:strong": 2.0}
"""Price of an action in a practice deal, where a hint costs 1; other bots cost nothing."""
JUDGING = 0.25
"""Price of the judgement of a decision."""

CHEAP_PLAY, PLAY_RANK, ADVICE_RANK = range(3)
"""The order in which the thread of the tables does its work: play before advice."""
ANALYSIS_RANK, JUDGING_RANK, PRACTICE_RANK = range(3)
"""The order in which the thread of practice does its work."""
LONGEST = 32
"""Maximum number of hints and claims that wait, and of analyses and steps of practice deals."""
CROWDED = 16
"""If more computations than this wait, ``STAND_IN`` acts instead of slower bots."""

log = logging.getLogger(__name__)

Arguments = TypeVarTuple("Arguments")
Result = TypeVar("Result")


def thinking(name: str, deal: Deal) -> float:
    """Return the seconds that a bot seems to think about an action at a table.

    They depend only on what everybody at the table knows: the bot and the number of tricks played.
    """
    if deal.play is None:
        return BRIEFLY
    left = 1 - deal.play.played.bit_count() // 4 / TRICKS
    return max(BRIEFLY, THINKING.get(name, USUAL_THINKING) * left)


class _Thread:
    """A thread with a queue and bots of its own; bots cannot serve two threads at a time."""

    def __init__(self, thread: Executor) -> None:
        self.queue = WorkQueue(thread, LONGEST)
        self._players: dict[str, Player] = {}

    def player(self, name: str) -> Player:
        if name not in self._players:
            self._players[name] = make_player(name)
        return self._players[name]

    def legal_action(self, name: str, deal: Deal, view: View, seed: int) -> str:
        if deal.phase == PLAY and view.legal and len(view.legal) == 1:
            return view.legal[0]
        wanted = self.player(name).act(view, seed)
        return wanted if wanted and deal.is_legal(wanted) else first_legal_action(deal)

    def explained(self, view: View, seed: int) -> list[Explanation]:
        player = self.player(EXPLAINER)
        assert isinstance(player, Explainer)
        return player.explain(view, seed)

    def rehearse(self, name: str) -> None:
        """Let a bot play a deal alone; the first time, this loads what it needs."""
        deal = Deal.start(DECK, dealer=3)
        self.legal_action(name, deal, View.of(deal, 0), 0)
        for word in REHEARSED:
            deal = deal.apply(word)
        while deal.to_act is not None:
            view = View.of(deal, deal.to_act)
            deal = deal.apply(self.legal_action(name, deal, view, 0))

    def close(self) -> None:
        """Wait for the running computation, then close the bots."""
        self.queue.close()
        for player in self._players.values():
            player.close()


def new_thread(name: str) -> Executor:
    """Return a thread of the given name."""
    return ThreadPoolExecutor(1, name)


class ThreadedBots:
    """One bot of each name, shared by all tables; implements the runtime's ``Bots``.

    Tables, hints and claims have one thread, analyses and practice deals another, so that no table
    waits for them. Each thread does one thing at a time, the most urgent first.
    """

    names: Sequence[str] = LADDER

    def __init__(
        self,
        *,
        at_once: bool = False,
        thread: Callable[[str], Executor] = new_thread,
    ) -> None:
        """With ``at_once``, bots at tables act as soon as they can, not after ``thinking``.

        ``thread`` starts a thread of the given name, or what stands in for one.
        """
        self._at_once = at_once
        self._tables = _Thread(thread("bots"))
        self._practice = _Thread(thread("practice"))

    async def act(self, name: str, deal: Deal, seat: Seat, seed: int) -> str:
        """See ``Bots``.

        When its turn in the queue has come, a bot acts after ``thinking``: no sooner if the action
        is forced, and no later if the bot has not finished; then ``simple`` acts. So the time
        reveals nothing about the choice.
        """
        view = View.of(deal, seat)
        if name in QUICK:
            return self._tables.legal_action(name, deal, view, seed)
        queue = self._tables.queue
        actor = STAND_IN if len(queue) > CROWDED else name
        job = await queue.start(
            CHEAP_PLAY if actor == STAND_IN else PLAY_RANK,
            self._tables.legal_action,
            AT_TABLES.get(actor, actor),
            deal,
            view,
            seed,
            is_bounded=False,
        )
        if self._at_once:
            return await job
        await asyncio.sleep(thinking(name, deal))
        if job.done():
            return job.result()
        job.cancel()
        log.info("%s did not finish in time", name)
        return self._tables.legal_action("simple", deal, view, seed)

    async def proves(self, view: View) -> bool:
        """See ``Bots``."""
        return await self._run(self._tables, ADVICE_RANK, proved, view)

    async def play_out(self, deal: Deal, seat: Seat) -> tuple[str, ...]:
        """See ``Bots``."""
        # A full queue must not refuse a claim to which everybody has agreed.
        queue = self._tables.queue
        return await (await queue.start(ADVICE_RANK, play_out, deal, seat, is_bounded=False))

    async def explain(self, view: View, seed: int) -> list[Explanation]:
        """Return a bot's assessments of the actions of the seat to act, best first."""
        return await self._run(self._tables, ADVICE_RANK, self._tables.explained, view, seed)

    async def analyse(self, deal: Deal) -> Analysis:
        """Analyse the cards of a finished deal."""
        return await self._run(self._practice, ANALYSIS_RANK, analysed, deal)

    async def hand_worths(self, deals: list[Deal]) -> list[list[float] | None]:
        """Return what the hands of each deal were worth, as ``hand_worth.hand_worths`` does."""
        return await self._run(self._practice, ANALYSIS_RANK, each_worth, deals)

    async def judge(self, deal: Deal, seat: Seat, charge: Callable[[float], None]) -> Judgement:
        """Judge a seat's decisions in a deal by what it could know.

        ``charge`` is called with the price of every decision.
        """
        found = []
        for decision in decisions(deal, seat):
            charge(JUDGING)
            found.append(await self._run(self._practice, JUDGING_RANK, judged, decision))
        return Judgement(judge=JUDGE, seat=seat, decisions=found)

    async def continue_deal(
        self,
        deal: Deal,
        seat: Seat | None,
        names: Sequence[str],
        charge: Callable[[float], None],
    ) -> tuple[Deal, list[shapes.Acted]]:
        """Let the bots with these names, by seat, play until ``seat`` is to act, or to the end.

        Returns the deal and the bots' actions. Each bot's seed is derived from the deal so far, so
        it always does the same there. ``charge`` is called with the price of every action.
        """
        acted: list[shapes.Acted] = []
        while deal.to_act not in (None, seat):
            assert deal.to_act is not None
            name, view = names[deal.to_act], View.of(deal, deal.to_act)
            record = json.dumps(to_record(deal)).encode()
            seed = int.from_bytes(sha256(record).digest()[:7]) >> 3
            charge(PRICES.get(name, 0.0))
            action = await self._run(
                self._practice, PRACTICE_RANK, self._practice.legal_action, name, deal, view, seed
            )
            acted.append({"seat": deal.to_act, "action": action})
            deal = deal.apply(action)
        return deal, acted

    async def load(self) -> None:
        """Load what the strong bots need; until then, a second at most, their tables wait."""
        await self._run(self._tables, CHEAP_PLAY, self._tables.rehearse, EXPLAINER)

    def close(self) -> None:
        """Wait for the running computations, then close all bots."""
        self._tables.close()
        self._practice.close()

    async def _run(
        self,
        thread: _Thread,
        rank: int,
        do: Callable[[*Arguments], Result],
        *arguments: *Arguments,
    ) -> Result:
        """Return the result of a function that runs on a thread."""
        return await (await thread.queue.start(rank, do, *arguments))
