"""A bot at a table seems to think for a time that has nothing to do with its thoughts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Executor
from random import Random
from typing import Any, TypeVar, TypeVarTuple

import pytest

from dobbm.game.actions import PLAY
from dobbm.game.deal import Deal
from dobbm.game.errors import DobbmError
from dobbm.game.view import View
from dobbm.players import Player, make_player
from dobbm.runtime.bots import STAND_IN
from dobbm.server import threaded_bots
from dobbm.server.threaded_bots import AT_TABLES, CROWDED, LONGEST, ThreadedBots, thinking
from dobbm.table.refusals import Refusal
from drawing import laid, open_deal, said
from runtime.simulation import SimulatedLoop
from server.test_timing import positions

Result = TypeVar("Result")
Arguments = TypeVarTuple("Arguments")

STRONG = "pimc:strong"
DEAL = said(laid(said(open_deal(), "dobbm weiter weiter weiter"), "AU7 B76"), "gut gut gut")
"""A deal before the first card."""


class Loop(SimulatedLoop):
    """A loop whose threads take the simulated time that players have thought."""

    def __init__(self) -> None:
        super().__init__()
        self.thought = 0.0

    def run_in_executor(
        self,
        executor: Executor | None,  # noqa: ARG002 - there are no threads
        func: Callable[[*Arguments], Result],
        *args: *Arguments,
    ) -> asyncio.Future[Result]:
        future: asyncio.Future[Result] = self.create_future()
        self.thought = 0.0
        result = func(*args)

        def deliver() -> None:
            if not future.done():
                future.set_result(result)

        self.call_later(self.thought, deliver)
        return future


class Thinker:
    """A player that thinks for a given time, passes, and plays the last legal card."""

    def __init__(self, loop: Loop, seconds: Callable[[], float]) -> None:
        self._loop = loop
        self._seconds = seconds

    def act(self, view: View, seed: int) -> str | None:  # noqa: ARG002 - like all players
        self._loop.thought += self._seconds()
        if not view.legal:
            return None
        return view.legal[-1] if view.phase == PLAY else view.legal[0]

    def end(self, view: View) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


class Simulation:
    """Bots on simulated time; all but ``simple`` are thinkers."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.runner = asyncio.Runner(loop_factory=Loop)
        self.seconds = 0.0
        self.made: list[str] = []

        def make(name: str) -> Player:
            self.made.append(name)
            loop = self.runner.get_loop()
            assert isinstance(loop, Loop)
            return make_player(name) if name == "simple" else Thinker(loop, lambda: self.seconds)

        monkeypatch.setattr(threaded_bots, "make_player", make)

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        return self.runner.run(work)


@pytest.fixture
def simulation(monkeypatch: pytest.MonkeyPatch) -> Iterator[Simulation]:
    simulation = Simulation(monkeypatch)
    yield simulation
    simulation.runner.close()


async def timed(bots: ThreadedBots, name: str, deal: Deal) -> tuple[float, str]:
    """Return how long an action takes, and the action."""
    loop = asyncio.get_running_loop()
    start = loop.time()
    assert deal.to_act is not None
    action = await bots.act(name, deal, deal.to_act, seed=1)
    return loop.time() - start, action


@pytest.mark.parametrize("name", ["trained", "network", "pimc:quick", "pimc", STRONG])
def test_forced_and_free_cards_take_the_same_time_whatever_a_bot_thinks(
    simulation: Simulation, name: str
) -> None:
    rng = Random(name)
    counted = {True: 0, False: 0}

    async def measure() -> None:
        bots = ThreadedBots()
        await timed(bots, name, DEAL)
        for table, forced in positions(5):
            assert table.deal
            simulation.seconds = rng.expovariate(2)
            took, action = await timed(bots, name, table.deal)
            assert took == pytest.approx(thinking(name, table.deal), abs=1e-3)
            assert table.deal.is_legal(action)
            counted[forced] += 1
            await asyncio.sleep(60)  # until a thought that came too late has ended

    simulation.run(measure())
    assert min(counted.values()) > 20


def test_the_time_depends_only_on_the_bot_and_the_tricks_played() -> None:
    deal = DEAL
    times = []
    while deal.phase == PLAY:
        times.append(thinking(STRONG, deal))
        deal = deal.apply(deal.legal_actions()[0])
    assert times == [max(0.2, 1 - trick / 8) for trick in range(8) for _ in range(4)]
    assert thinking(STRONG, open_deal()) == 0.2


@pytest.mark.parametrize("forced", [True, False])
def test_a_bot_that_waits_for_the_thread_takes_as_much_longer_with_either_card(
    simulation: Simulation, forced: bool
) -> None:
    table = next(table for table, is_forced in positions(5) if is_forced == forced)
    assert table.deal
    deal = table.deal

    async def measure() -> float:
        bots = ThreadedBots()
        await timed(bots, STRONG, DEAL)
        simulation.seconds = 7.0
        other = asyncio.create_task(timed(bots, STRONG, DEAL))
        await asyncio.sleep(0.5)
        simulation.seconds = 0.2
        took, _ = await timed(bots, STRONG, deal)
        await other
        return took

    assert simulation.run(measure()) == pytest.approx(6.5 + thinking(STRONG, deal), abs=1e-3)


def test_the_simple_bot_acts_for_one_that_has_not_finished(simulation: Simulation) -> None:
    async def act(seconds: float) -> str:
        bots = ThreadedBots()
        simulation.seconds = seconds
        return (await timed(bots, STRONG, DEAL))[1]

    assert DEAL.to_act is not None
    simple = make_player("simple").act(View.of(DEAL, DEAL.to_act), 1)
    assert simulation.run(act(0.9)) == DEAL.legal_actions()[-1] != simple
    assert simulation.run(act(1.1)) == simple


def test_bots_act_at_once_where_the_host_wants_it(simulation: Simulation) -> None:
    simulation.seconds = 3.0
    took, action = simulation.run(timed(ThreadedBots(at_once=True), STRONG, DEAL))
    assert took == pytest.approx(3.0, abs=1e-3)
    assert action == DEAL.legal_actions()[-1]


def test_the_stand_in_acts_where_too_many_bots_wait(simulation: Simulation) -> None:
    async def crowd() -> None:
        bots = ThreadedBots()
        await timed(bots, STRONG, DEAL)
        assert STAND_IN not in simulation.made
        await asyncio.gather(*[timed(bots, STRONG, DEAL) for _ in range(CROWDED + 2)])
        assert STAND_IN not in simulation.made
        await asyncio.gather(*[timed(bots, STRONG, DEAL) for _ in range(CROWDED + 3)])
        assert STAND_IN in simulation.made

    simulation.run(crowd())


def test_bots_at_tables_think_for_a_limited_time_and_others_do_not(
    simulation: Simulation,
) -> None:
    async def play() -> None:
        bots = ThreadedBots()
        await timed(bots, STRONG, DEAL)
        assert simulation.made[-1] == AT_TABLES[STRONG] == "pimc:strong,seconds=0.4"
        await bots.continue_deal(DEAL, None, [STRONG] * 4, lambda _: None)
        assert simulation.made[-1] == STRONG

    simulation.run(play())


def test_bots_come_before_hints_and_no_table_waits_for_practice(simulation: Simulation) -> None:
    ended: list[str] = []

    async def end(name: str, work: Coroutine[Any, Any, Any]) -> None:
        await work
        ended.append(name)

    async def ask_all() -> None:
        bots = ThreadedBots(at_once=True)
        simulation.seconds = 0.3
        loop = asyncio.get_running_loop()
        start = loop.time()
        assert DEAL.to_act is not None
        view = View.of(DEAL, DEAL.to_act)
        async with asyncio.TaskGroup() as tasks:
            practice = bots.continue_deal(DEAL, None, [STRONG] * 4, lambda _: None)
            tasks.create_task(end("practice", practice))
            tasks.create_task(end("first", timed(bots, STRONG, DEAL)))
            await asyncio.sleep(0.01)
            tasks.create_task(end("proof", bots.proves(view)))
            tasks.create_task(end("second", timed(bots, STRONG, DEAL)))
            tasks.create_task(end("stand-in", timed(bots, STAND_IN, DEAL)))
        assert loop.time() - start > 5

    simulation.run(ask_all())
    assert ended == ["first", "stand-in", "second", "proof", "practice"]


def test_a_full_queue_refuses_proofs_but_not_claims_agreed_to(simulation: Simulation) -> None:
    async def claim_all() -> list[Any]:
        bots = ThreadedBots(at_once=True)
        simulation.seconds = 1.0
        view = View.of(DEAL, DEAL.to_act)
        running = [asyncio.create_task(timed(bots, STRONG, DEAL)) for _ in range(LONGEST + 1)]
        await asyncio.sleep(0.1)
        with pytest.raises(Refusal):
            await bots.proves(view)
        with pytest.raises(DobbmError, match="any line of play"):
            await bots.play_out(DEAL, 1)
        return await asyncio.gather(*running)

    simulation.run(claim_all())
