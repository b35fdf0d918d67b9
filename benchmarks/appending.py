"""Measure the store's appends: the highest rate, and the time of one append at a human pace.

    python benchmarks/appending.py [URL]

Without a URL, it uses a temporary SQLite file in the current folder, whose disk affects the speed.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator
from itertools import chain, count
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from dobbm.runtime.store import Entry
from dobbm.store import SqlStore

CALLERS = 100
"""Concurrent callers, each at a table of its own; each waits until its entry is stored."""
PACE = 200
"""Appends per second at a human pace, at all ``TABLES`` tables together."""
TABLES = 500
SECONDS = 5.0
EVENT = {"kind": "Acted", "at": 1732000000.123, "seat": 2, "action": "HS", "turn": 57}


def entries() -> Iterator[Entry]:
    """Yield entries of a new table that is always due."""
    table = token_hex(16)
    return (Entry(table, number, EVENT, due=0.0) for number in count(1))


async def crowded(store: SqlStore, seconds: float) -> list[float]:
    """Return the seconds of each append when all callers append as fast as they can."""
    end = perf_counter() + seconds

    async def call() -> list[float]:
        taken = []
        for entry in entries():
            if perf_counter() >= end:
                break
            taken.append(await append(store, entry))
        return taken

    return [*chain(*await asyncio.gather(*(call() for _ in range(CALLERS))))]


async def paced(store: SqlStore, seconds: float) -> list[float]:
    """Return the seconds of each append at ``PACE``; none waits for earlier ones."""
    tables = [entries() for _ in range(TABLES)]
    start = perf_counter()
    running = []
    for turn in range(int(PACE * seconds)):
        await asyncio.sleep(max(0.0, start + turn / PACE - perf_counter()))
        running.append(asyncio.create_task(append(store, next(tables[turn % TABLES]))))
    return await asyncio.gather(*running)


async def append(store: SqlStore, entry: Entry) -> float:
    """Append an entry and return the seconds until it is stored."""
    start = perf_counter()
    assert await store.append(entry)
    return perf_counter() - start


def milliseconds(taken: list[float], share: float) -> float:
    """Return a quantile of the times in milliseconds; ``share`` is from 0 to 1."""
    return round(1000 * sorted(taken)[int(share * len(taken))], 2)


async def measure(url: str) -> dict[str, float]:
    """Return all figures of the store at ``url``; ``paced_cpu`` is the share of one core used."""
    store = await SqlStore.open(url)
    try:
        await crowded(store, 1.0)
        crowd = await crowded(store, SECONDS)
        used = process_time()
        pace = await paced(store, SECONDS)
        used = process_time() - used
    finally:
        await store.close()
    return {
        "appends_per_second": round(len(crowd) / SECONDS),
        "crowded_p95_ms": milliseconds(crowd, 0.95),
        "paced_p50_ms": milliseconds(pace, 0.5),
        "paced_p95_ms": milliseconds(pace, 0.95),
        "paced_p99_ms": milliseconds(pace, 0.99),
        "paced_cpu": round(used / SECONDS, 2),
    }


def main() -> None:
    """Run the measurements and print the figures as JSON."""
    with TemporaryDirectory(dir=Path.cwd()) as folder:
        default = f"sqlite:///{folder}/tables.sqlite"
        url = sys.argv[1] if sys.argv[1:] else default
        print(json.dumps(asyncio.run(measure(url)), indent=1))


if __name__ == "__main__":
    main()
