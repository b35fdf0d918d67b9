"""Answers that cost work and are the same for everybody are made at most once a second."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from dobbm.runtime.runtime import Runtime
from dobbm.server.health import Metrics
from dobbm.server.shared_answers import LASTS, SharedAnswer
from dobbm.store import SqlStore
from runtime.driver import simulated
from runtime.simulation import SimulatedClock
from server.simulated import Simulated


class Counted:
    """Makes answers that count how often it has been asked for one."""

    def __init__(self, error: Exception | None = None) -> None:
        self.made = 0
        self.error = error
        self.may_end = asyncio.Event()

    async def make(self) -> int:
        self.made += 1
        await self.may_end.wait()
        if self.error:
            raise self.error
        return self.made


@simulated
async def test_all_who_ask_within_a_second_get_the_same_answer() -> None:
    clock, counted = SimulatedClock(), Counted()
    answer = SharedAnswer(counted.make, clock)
    asking = [asyncio.create_task(answer.get()) for _ in range(100)]
    await clock.sleep(5 * LASTS)
    counted.may_end.set()
    assert {await one for one in asking} == {1}
    await clock.sleep(0.9 * LASTS)
    assert await answer.get() == 1
    await clock.sleep(0.1 * LASTS)
    assert await answer.get() == 2


@simulated
async def test_a_failure_is_an_answer_too() -> None:
    clock, counted = SimulatedClock(), Counted(OSError("no database"))
    counted.may_end.set()
    answer = SharedAnswer(counted.make, clock)
    for _ in range(3):
        with pytest.raises(OSError, match="no database"):
            await answer.get()
    assert counted.made == 1
    await clock.sleep(LASTS)
    counted.error = None
    assert await answer.get() == 2


@simulated
async def test_who_goes_away_ends_the_work_for_nobody_else() -> None:
    counted = Counted()
    answer = SharedAnswer(counted.make, SimulatedClock())
    first, second = (asyncio.create_task(answer.get()) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.wait([first])
    counted.may_end.set()
    assert await second == 1


@pytest.mark.parametrize(
    ("path", "owner", "work"),
    [
        ("/api/v1/tables", Runtime, "lobby"),
        ("/readyz", SqlStore, "ready"),
        ("/metrics", Metrics, "to_text"),
    ],
)
def test_a_flood_of_costly_requests_costs_no_more_than_one_a_second(
    serve: Callable[..., Simulated],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Any,
    path: str,
    owner: type,
    work: str,
) -> None:
    server = serve(sqlite=tmp_path / "tables.sqlite")
    server.open(bots=0, listed=True)
    done: list[str] = []
    original: Callable[..., Awaitable[Any]] = getattr(owner, work)

    def counted(*arguments: Any) -> Any:
        done.append(work)
        return original(*arguments)

    monkeypatch.setattr(owner, work, counted)
    answers = [server.ask("GET", path) for _ in range(50)]
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == len(done) == 1
    server.pass_time(LASTS)
    server.ask("GET", path)
    assert len(done) == 2
