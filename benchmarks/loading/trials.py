"""Trials of a server while people play: cut streams and kills, and checks of the outcome."""

from __future__ import annotations

from asyncio import Semaphore, gather, sleep
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from time import perf_counter

from loading.people import Load, Person, Table
from loading.server import Server

LONGEST_AWAY = 2.0
"""Longest time in seconds until a cut stream is requested again, too short for a stand-in."""
POLL_INTERVAL = 0.05
"""Seconds between two checks of an awaited condition."""
READERS = 8
"""Histories read at a time."""
RECOVERY = 60.0
"""Seconds after a trial within which streams must resume and tables must continue."""


@dataclass
class Account:
    """The people's actions compared with the server's history of their tables."""

    acknowledged: int = 0
    lost: int = 0
    """Acknowledged actions for which the history has another action at that turn, or none."""
    uncalled_for: int = 0
    """Actions in the history requested at another turn or not at all, such as duplicates."""


async def cut_streams(load: Load, tables: Sequence[Table], cuts: int, seconds: float) -> None:
    """Cut ``cuts`` streams at random moments within ``seconds``, and wait until they resume."""
    rng = Random(cuts)
    people = [person for table in tables for person in table.people]
    start = perf_counter()
    for at in sorted(rng.uniform(0, seconds) for _ in range(cuts)):
        await sleep(max(0.0, start + at - perf_counter()))
        while not rng.choice(people).cut(rng.uniform(0, LONGEST_AWAY)):
            await sleep(POLL_INTERVAL)
    while len(load.metrics.resumed) < cuts and perf_counter() < start + seconds + RECOVERY:
        await sleep(POLL_INTERVAL)


async def kill_repeatedly(load: Load, server: Server, kills: int, seconds: float) -> list[float]:
    """Kill and restart the server ``kills`` times, on average every ``seconds / kills`` seconds.

    Returns the seconds that each start took.
    """
    rng = Random(kills)
    starts = []
    for _ in range(kills):
        await sleep(rng.uniform(0, 2 * seconds / kills))
        server.kill()
        starts.append(await server.start())
        load.ready_at = perf_counter()
    return starts


async def count_stalled(tables: Sequence[Table]) -> int:
    """Return the number of tables that see no further turn within ``RECOVERY`` seconds."""
    turns = [table.turn for table in tables]
    start = perf_counter()
    while True:
        stalled = sum(table.turn == turn for table, turn in zip(tables, turns, strict=True))
        if not stalled or perf_counter() > start + RECOVERY:
            return stalled
        await sleep(POLL_INTERVAL)


async def account(tables: Sequence[Table]) -> Account:
    """Compare everybody's actions with the complete histories of their tables on the server."""
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
