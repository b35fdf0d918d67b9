"""Let people look at many clubs with many tables, and measure how long they wait.

  python benchmarks/clubs.py
  python benchmarks/clubs.py --clubs 200 --tables 10 --rate 40 --database postgresql://… --workers 2

Each club has a member, and tables at which this member plays against bots. The rate is that of
looks at clubs, as their pages look every ten seconds; one look in ten is at the book. Server and
load share the machine.
"""

from __future__ import annotations

import json
import tempfile
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from asyncio import Semaphore, TaskGroup, sleep
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import uvloop

from loading.metrics import in_milliseconds
from loading.server import HOST, Server
from loading.wire import Answer, Wire
from measuring import machine, say

PATH = "/api/v1/clubs"
AT_ONCE = 8
"""The number of clubs that are founded at a time."""
BOOKS = 0.1
"""The share of looks that are at the book."""
UNLIMITED = [
    *("--limit-requests", "1000000", "--limit-address-requests", "1000000"),
    *("--limit-address-tables", "1000000", "--limit-tables", "1000000"),
    *("--limit-address-connections", "10000"),
]


def main() -> None:
    """Run the measurement and print the figures."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--clubs", type=int, default=200, metavar="N")
    parser.add_argument("--tables", type=int, default=10, metavar="N", help="of each club")
    parser.add_argument("--rate", type=float, default=40.0, metavar="N", help="looks a second")
    parser.add_argument("--seconds", type=float, default=30.0, metavar="S", help="of measuring")
    parser.add_argument("--database", metavar="URL", help="by default a temporary SQLite file")
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="server processes")
    parser.add_argument("--seed", type=int, default=1, help="of the looks")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    options = parser.parse_args()
    figures = uvloop.run(measure(options))
    if options.json:
        print(json.dumps({"machine": machine(), "options": vars(options), "figures": figures}))
        return
    for name, figure in figures.items():
        print(f"{name:24} {figure}")


async def measure(options: Namespace) -> dict[str, Any]:
    """Return the figures of a server with many clubs."""
    with tempfile.TemporaryDirectory() as folder:
        database = options.database or f"sqlite:///{folder}/clubs.db"
        workers = ["--workers", str(options.workers)]
        server = Server(database, Path(folder, "server.log"), *workers, *UNLIMITED)
        await server.start()
        try:
            wire = Wire(HOST, server.port)
            say(f"Founding {options.clubs} clubs with {options.tables} tables each …")
            clubs = await found(wire, options)
            say("Looking …")
            used, start = server.use().cpu, perf_counter()
            pages, books = await look(wire, clubs, options)
            wire.close()
            return {
                "page, ms": in_milliseconds(pages),
                "book, ms": in_milliseconds(books),
                "server cores": round((server.use().cpu - used) / (perf_counter() - start), 2),
                "server memory, MiB": round(server.use().memory / 2**20, 1),
            }
        finally:
            server.stop()


async def found(wire: Wire, options: Namespace) -> list[tuple[str, str]]:
    """Found the clubs, and return the path and the founder's token of each."""
    clubs: list[tuple[str, str]] = []
    room = Semaphore(AT_ONCE)

    async def one(number: int) -> None:
        async with room:
            made = await wire.post(PATH, {"name": f"Club {number}", "founder": "Vroni"})
            path, token = f"{PATH}/{verified(made)['club']}", made.body["token"]
            for _ in range(options.tables):
                verified(await wire.post(f"{path}/tables", {"bots": 3}, token))
            clubs.append((path, token))

    async with TaskGroup() as tasks:
        for number in range(options.clubs):
            tasks.create_task(one(number))
    return clubs


async def look(
    wire: Wire, clubs: list[tuple[str, str]], options: Namespace
) -> tuple[list[float], list[float]]:
    """Look at clubs at a steady rate; return the seconds that pages and books took."""
    rng, pages, books = Random(options.seed), list[float](), list[float]()

    async def one(path: str, token: str, times: list[float]) -> None:
        asked = perf_counter()
        verified(await wire.get(path, token))
        times.append(perf_counter() - asked)

    start = perf_counter()
    async with TaskGroup() as tasks:
        for index in range(int(options.seconds * options.rate)):
            await sleep(max(0.0, start + index / options.rate - perf_counter()))
            path, token = rng.choice(clubs)
            is_book = rng.random() < BOOKS
            address = f"{path}/book" if is_book else path
            tasks.create_task(one(address, token, books if is_book else pages))
    return pages, books


def verified(answer: Answer) -> Any:
    """Return the body of an answer; raise ``RuntimeError`` if it is a refusal."""
    if answer.status not in (200, 201):
        raise RuntimeError(answer.failure)
    return answer.body


if __name__ == "__main__":
    main()
