"""The server's bots while the compiler is at work."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import Process
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any

import pytest

from dobbm.game.cards import DECK
from dobbm.game.deal import Deal
from dobbm.server import threaded_bots
from dobbm.server.threaded_bots import ThreadedBots

DEAL = Deal.start(DECK, dealer=3)


def in_an_event_loop(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    @wraps(test)
    def run(*arguments: Any, **options: Any) -> None:
        asyncio.run(test(*arguments, **options))

    return run


@pytest.fixture(autouse=True)
def nothing_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threaded_bots, "is_complete", lambda: False)


@in_an_event_loop
async def test_simple_bots_play_while_the_others_wait_for_the_compiler(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    finished = asyncio.Event()
    monkeypatch.setattr(threaded_bots, "_compile", finished.wait)
    bots = ThreadedBots()
    warming = asyncio.create_task(bots.warm_up())
    await asyncio.sleep(0)
    assert DEAL.is_legal(await bots.act("simple", DEAL, 0, seed=1))
    trained = asyncio.create_task(bots.act("trained", DEAL, 0, seed=1))
    await asyncio.sleep(0)
    assert not trained.done()
    finished.set()
    assert DEAL.is_legal(await trained)
    await warming
    bots.close()


@in_an_event_loop
async def test_a_server_that_stops_stops_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: asyncio.Future[Process] = asyncio.get_running_loop().create_future()
    create = asyncio.create_subprocess_exec

    async def create_subprocess(*command: str, **options: Any) -> Process:
        process = await create(*command, **options)
        begun.set_result(process)
        return process

    monkeypatch.setattr(asyncio, "create_subprocess_exec", create_subprocess)
    endless = "import signal; signal.pause()"
    monkeypatch.setattr(threaded_bots, "COMPILER", (sys.executable, "-c", endless))
    bots = ThreadedBots()
    warming = asyncio.create_task(bots.warm_up())
    process = await begun
    bots.close()
    await asyncio.wait([warming])
    assert await process.wait() < 0
