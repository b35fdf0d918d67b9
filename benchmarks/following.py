"""Let spectators follow a long table from its first event, and time requests for another table.

  python benchmarks/following.py
  python benchmarks/following.py --events 3500 --rate 10 --seconds 15 --json

It writes a table of ``--events`` events to a temporary database and starts ``dobbm serve`` on it.
It opens ``--rate`` streams per second (``GET …/events?after=0``) and requests another table fifty
times per second. The figures before the first stream and during the streams are from the same run.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from pathlib import Path
from time import perf_counter
from typing import Any

import uvloop

from core import SOMEBODY, Evening
from dobbm.runtime.history import checkpoint_of
from dobbm.runtime.store import Entry
from dobbm.store import SqlStore
from dobbm.table.events import Event, Sat, to_json
from dobbm.table.state import Table
from loading.metrics import in_milliseconds
from loading.server import HOST, Server
from loading.wire import Wire
from measuring import machine, say

LONG = "core"
"""The identifier of the long table; its decks depend on it."""
REQUEST_RATE = 50
"""Requests per second for the other table."""
QUIET = 5.0
"""Seconds of measurement before the first stream."""
CHUNK = 2**18
"""Bytes per read."""


def main() -> None:
    """Run the measurement and print the figures."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=3500, metavar="N", help="of the long table")
    parser.add_argument("--rate", type=float, default=10.0, metavar="N", help="streams a second")
    parser.add_argument("--seconds", type=float, default=15.0, metavar="S")
    parser.add_argument("--seed", type=int, default=1, help="of the deals")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    options = parser.parse_args()
    figures = uvloop.run(measure(options))
    if options.json:
        print(json.dumps({"machine": machine(), "options": vars(options), "figures": figures}))
        return
    for name, figure in figures.items():
        print(f"{name:36} {figure}")


async def measure(options: Namespace) -> dict[str, Any]:
    """Return the figures of a server with one long table."""
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/following.db"
        say(f"Writing a table of {options.events} events …")
        await write(database, options.events, options.seed)
        server = Server(database, Path(folder, "server.log"))
        await server.start()
        try:
            return await measure_at(options, server)
        finally:
            server.stop()


class RecordedEvening(Evening):
    """A table that records its events, each with the state of the table after it."""

    def __init__(self, seed: int) -> None:
        self.history: list[tuple[Event, Table]] = []
        super().__init__(seed)

    def happen(self, event: Event) -> None:
        """Apply an event and record it."""
        super().happen(event)
        self.history.append((event, self.table))


async def write(database: str, events: int, seed: int) -> None:
    """Write a table of at least ``events`` events that ends with a finished deal."""
    evening = RecordedEvening(seed)
    while evening.table.number < events:
        evening.play(1)
    store = await SqlStore.open(database)
    entries = [Entry(LONG, 1, to_json(evening.opened), None)]
    entries += [
        Entry(
            LONG,
            table.number,
            to_json(event),
            None,
            person=SOMEBODY if isinstance(event, Sat) else None,
            checkpoint=checkpoint_of(table),
        )
        for event, table in evening.history
    ]
    await asyncio.gather(*map(store.append, entries))
    await store.close()


async def measure_at(options: Namespace, server: Server) -> dict[str, Any]:
    """Measure how long requests for another table take, before and during the streams."""
    wire = Wire(HOST, server.port)
    welcome = await wire.post("/api/v1/tables", {"name": "Vroni", "bots": 3})
    path, token = f"/api/v1/tables/{welcome.body['table']}", welcome.body["token"]
    say("Measuring before anybody follows …")
    before = await time_requests(wire, path, token, QUIET)
    say("Following …")
    use = server.use()
    start = perf_counter()
    async with asyncio.TaskGroup() as tasks:
        following = tasks.create_task(follow_repeatedly(server.port, options))
        during = await time_requests(wire, path, token, options.seconds)
    done = following.result()
    seconds = perf_counter() - start
    wire.close()
    return {
        "others before, ms": in_milliseconds(before),
        "others meanwhile, ms": in_milliseconds(during),
        "streams opened": len(done),
        "streams told to their end": sum(done),
        "server cores": round((server.use().cpu - use.cpu) / seconds, 2),
        "server memory, MiB": round(server.use().memory / 2**20, 1),
    }


async def time_requests(wire: Wire, path: str, token: str, seconds: float) -> list[float]:
    """Return the seconds that requests for a table take, one after another at a steady rate."""
    times = []
    start = perf_counter()
    for index in range(int(seconds * REQUEST_RATE)):
        await asyncio.sleep(max(0.0, start + index / REQUEST_RATE - perf_counter()))
        requested = perf_counter()
        await wire.get(path, token)
        times.append(perf_counter() - requested)
    return times


async def follow_repeatedly(port: int, options: Namespace) -> list[bool]:
    """Open streams at ``--rate``; return for each whether it reached the last event in time."""
    start = perf_counter()
    end = start + options.seconds
    async with asyncio.TaskGroup() as tasks:
        streams = []
        for index in range(int(options.rate * options.seconds)):
            await asyncio.sleep(max(0.0, start + index / options.rate - perf_counter()))
            streams.append(tasks.create_task(follow(port, options.events, end)))
    return [stream.result() for stream in streams]


async def follow(port: int, events: int, end: float) -> bool:
    """Follow the long table from its first event; return whether the last comes before ``end``."""
    reader, writer = await asyncio.open_connection(HOST, port, limit=CHUNK)
    path = f"/api/v1/tables/{LONG}/events?after=0"
    writer.write(f"GET {path} HTTP/1.1\r\nHost: {HOST}:{port}\r\n\r\n".encode())
    last, tail = f"\nid: {events}\n".encode(), b""
    try:
        async with asyncio.timeout(max(0.0, end - perf_counter())):
            while piece := await reader.read(CHUNK):
                if last in tail + piece:
                    return True
                tail = piece[-len(last) :]
    except (TimeoutError, ConnectionError):
        pass
    finally:
        writer.transport.abort()
    return False


if __name__ == "__main__":
    main()
