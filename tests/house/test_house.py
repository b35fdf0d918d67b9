"""What those who follow a table are told, and when."""

from __future__ import annotations

import asyncio
from contextlib import aclosing

from dobbm.house.house import House

from dobbm.actions import Seat
from dobbm.table.options import Options
from entries import opened


def told(url: str, options: Options, seat: Seat | None, count: int) -> list[int | None]:
    """The first numbers of events that a follower of a new table is told; None: only silence."""

    async def run() -> list[int | None]:
        async with opened(url) as store:
            house = House(store, b"key", bot_seconds=0.0)
            welcome = await house.open_table(options, "Vroni", bots=0)
            live = await house.live(welcome.table)
            numbers: list[int | None] = []
            async with aclosing(house.follow(live, seat, 0, silence=0.1)) as moments:
                async for moment in moments:
                    numbers.append(moment.table.number if moment else None)
                    if len(numbers) == count:
                        break
            return numbers

    return asyncio.run(run())


def test_as_long_as_nothing_happens_silence_is_told(sqlite_url: str) -> None:
    assert told(sqlite_url, Options(), 0, count=4) == [1, 2, None, None]


def test_silence_is_told_to_a_spectator_who_is_behind(sqlite_url: str) -> None:
    numbers = told(sqlite_url, Options(delay=1.0), None, count=15)
    assert numbers[0] is None
    assert [number for number in numbers if number] == [1, 2]
