"""What is done to a server while people play, and what must hold all the same."""

from __future__ import annotations

from asyncio import Semaphore, gather, sleep
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from time import perf_counter

from loading.people import Load, Person, Table
from loading.server import Server

LONGEST_AWAY = 2.0
"""Seconds until a cut stream is asked for again, at most: not so long that a bot stands in."""
A_MOMENT = 0.05
"""Seconds between two looks at what is waited for."""
READERS = 8
"""Histories that are read at a time."""
GOES_ON = 60.0
"""Seconds in which every table must have gone on after a kill."""


@dataclass
class Account:
    """Actions that people asked for, against the server's history of their tables."""

    acknowledged: int = 0
    lost: int = 0
    """Acknowledged, but the history has another action at that turn, or none."""
    uncalled_for: int = 0
    """In the history, but asked for at another turn or not at all: done twice, for one."""


async def cut_streams(load: Load, tables: Sequence[Table], cuts: int, seconds: float) -> None:
    """Cut as many event streams at random moments of so many seconds."""
    rng = Random(cuts)
    people = [person for table in tables for person in table.people]
    start = perf_counter()
    for at in sorted(rng.uniform(0, seconds) for _ in range(cuts)):
        await sleep(max(0.0, start + at - perf_counter()))
        while not rng.choice(people).cut(rng.uniform(0, LONGEST_AWAY)):
            await sleep(A_MOMENT)
    while len(load.figures.resumed) < cuts and perf_counter() < start + seconds + GOES_ON:
        await sleep(A_MOMENT)


async def kill_again_and_again(
    load: Load, server: Server, kills: int, seconds: float
) -> list[float]:
    """Kill the server as often, after ``seconds / kills`` on average each time, and start it again.

    Returns the seconds of every start.
    """
    rng = Random(kills)
    starts = []
    for _ in range(kills):
        await sleep(rng.uniform(0, 2 * seconds / kills))
        server.kill()
        starts.append(await server.start())
        load.ready_at = perf_counter()
    return starts


async def standing_still(tables: Sequence[Table]) -> int:
    """How many tables do not go on from here."""
    turns = [table.turn for table in tables]
    start = perf_counter()
    while True:
        still = sum(table.turn == turn for table, turn in zip(tables, turns, strict=True))
        if not still or perf_counter() > start + GOES_ON:
            return still
        await sleep(A_MOMENT)


async def account(tables: Sequence[Table]) -> Account:
    """Compare everybody's actions with what the server tells from the first event on."""
    total = Account()
    readers = Semaphore(READERS)

    async def check(person: Person) -> None:
        async with readers:
            history = await person.history()
        total.acknowledged += len(person.acknowledged)
        total.lost += sum(history.get(turn) != person.asked[turn] for turn in person.acknowledged)
        total.uncalled_for += sum(
            person.asked.get(turn) != action for turn, action in history.items()
        )

    await gather(*(check(person) for table in tables for person in table.people))
    return total
