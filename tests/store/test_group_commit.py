"""Calls that arrive while a group is being committed go into the next group."""

from __future__ import annotations

import asyncio

import pytest

from dobbm.store.group_commit import Batcher


class Doubling:
    """Doubles the numbers of each group and keeps the groups; 13 makes a group fail."""

    def __init__(self) -> None:
        self.groups: list[list[int]] = []

    async def __call__(self, numbers: list[int]) -> list[int]:
        self.groups.append(numbers)
        await asyncio.sleep(0)
        if 13 in numbers:
            raise ValueError("bad luck")
        return [2 * number for number in numbers]


def test_the_first_call_goes_alone_and_the_next_ones_together() -> None:
    async def run() -> None:
        double = Doubling()
        batcher = Batcher(double, largest=4)
        first = asyncio.create_task(batcher.do(0))
        while not double.groups:
            await asyncio.sleep(0)
        rest = await asyncio.gather(*(batcher.do(number) for number in range(1, 8)))
        assert await first == 0
        assert rest == [2, 4, 6, 8, 10, 12, 14]
        assert double.groups == [[0], [1, 2, 3, 4], [5, 6, 7]]
        await batcher.close()

    asyncio.run(run())


def test_an_error_reaches_everybody_in_the_group_and_nobody_else() -> None:
    async def run() -> None:
        batcher = Batcher(Doubling(), largest=3)
        answers = await asyncio.gather(
            *(batcher.do(number) for number in (1, 2, 3, 12, 13, 14, 5)), return_exceptions=True
        )
        assert answers[:3] == [2, 4, 6]
        assert [str(answer) for answer in answers[3:6]] == ["bad luck"] * 3
        assert answers[6] == 10
        await batcher.close()

    asyncio.run(run())


def test_closing_waits_for_pending_calls_and_accepts_no_more() -> None:
    async def run() -> None:
        batcher = Batcher(Doubling(), largest=1)
        pending = [asyncio.create_task(batcher.do(number)) for number in range(5)]
        await asyncio.sleep(0)
        await batcher.close()
        assert await asyncio.gather(*pending) == [0, 2, 4, 6, 8]
        with pytest.raises(RuntimeError):
            await batcher.do(1)

    asyncio.run(run())
