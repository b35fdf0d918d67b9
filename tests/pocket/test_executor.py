"""Tests of the executor without threads."""

from __future__ import annotations

import asyncio

import pytest

from dobbm.pocket.executor import LoopExecutor


def test_what_is_ready_goes_out_first() -> None:
    async def play() -> list[str]:
        happened: list[str] = []

        async def answer() -> None:
            for step in ("taken", "kept", "sent"):
                await asyncio.sleep(0)
                happened.append(step)

        answering = asyncio.create_task(answer())
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(LoopExecutor(), happened.append, "thought")
        await answering
        return happened

    assert asyncio.run(play()) == ["taken", "kept", "sent", "thought"]


def test_an_error_reaches_the_caller() -> None:
    async def fail() -> None:
        await asyncio.get_running_loop().run_in_executor(LoopExecutor(), int, "x")

    with pytest.raises(ValueError, match="invalid literal"):
        asyncio.run(fail())


def test_a_cancelled_computation_never_starts() -> None:
    async def cancel() -> list[str]:
        happened: list[str] = []
        LoopExecutor().submit(happened.append, "thought").cancel()
        for _ in range(20):
            await asyncio.sleep(0)
        return happened

    assert asyncio.run(cancel()) == []
