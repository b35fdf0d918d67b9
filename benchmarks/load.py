"""Let simulated people play over HTTP at many tables, and measure how long they wait.

  python benchmarks/load.py --tables 500 --people 3 --bot simple --seconds 60 --ramp 20
  python benchmarks/load.py --tables 500 --delta
  python benchmarks/load.py --tables 500 --seconds 120 --cuts 10000
  python benchmarks/load.py --tables 20 --pace 0.2 --seconds 300 --kills 200

It starts ``dobbm serve`` with a temporary database, unless the options name a database or a running
server. Cuts drop event streams at random moments. Kills end the server with SIGKILL; afterwards,
the benchmark checks that the tables' histories contain all acknowledged actions. Server and load
share the machine.
"""

from __future__ import annotations

import json
import resource
import shlex
import sys
import tempfile
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from asyncio import TaskGroup, sleep
from dataclasses import asdict
from pathlib import Path
from time import perf_counter, process_time
from typing import Any
from urllib.parse import urlsplit

import uvloop

from loading.metrics import in_milliseconds
from loading.people import SEATS, Load, Table
from loading.server import HOST, Server
from loading.trials import account, count_stalled, cut_streams, kill_repeatedly
from loading.wire import Refused, Wire
from measuring import machine, say

SAMPLE_INTERVAL = 5.0
"""Seconds between two samples of the server's memory, and between two lines of progress."""
MIB = 2**20


def main() -> None:
    """Run the measurement and print the figures."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    add_options(parser)
    options = parser.parse_args()
    if options.kills and options.url:
        parser.error("--kills ends the server: it must be one that is started here")
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    try:
        figures = uvloop.run(measure(options))
    except* (OSError, Refused, RuntimeError) as errors:
        sys.exit(f"error: {first(errors)}")
    if options.json:
        print(json.dumps({"machine": machine(), "options": vars(options), "figures": figures}))
        return
    for name, figure in flat(figures).items():
        print(f"{name:36} {figure:>12,}" if figure is not None else f"{name:36} {'-':>12}")


def first(errors: BaseExceptionGroup) -> BaseException:
    """Return the first error in nested exception groups that is not itself a group."""
    error: BaseException = errors
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def add_options(parser: ArgumentParser) -> None:
    """Add the command-line options."""
    people = range(1, SEATS + 1)
    parser.add_argument("--tables", type=int, default=500, metavar="N")
    parser.add_argument("--people", type=int, default=3, choices=people, help="at each table")
    parser.add_argument("--bot", default="simple", help="who sits on the other seats")
    parser.add_argument("--seconds", type=float, default=60.0, metavar="S", help="of measuring")
    parser.add_argument(
        "--ramp", type=float, default=20.0, metavar="S", help="seconds in which tables are opened"
    )
    parser.add_argument(
        "--pace", type=float, default=2.0, metavar="S", help="seconds of thinking, on average"
    )
    parser.add_argument(
        "--delta", action="store_true", help="streams only say what has changed, as to the page"
    )
    parser.add_argument("--cuts", type=int, default=0, metavar="N", help="streams to cut")
    parser.add_argument(
        "--kills", type=int, default=0, metavar="N", help="times to kill the server"
    )
    parser.add_argument("--url", help="of a server that runs already: http://HOST:PORT")
    parser.add_argument("--database", metavar="URL", help="for the server that is started")
    parser.add_argument(
        "--serve", default="", metavar="OPTIONS", help="further options for dobbm serve"
    )
    parser.add_argument("--seed", type=int, default=1, help="of what people do")
    parser.add_argument("--json", action="store_true", help="one JSON object")


async def measure(options: Namespace) -> dict[str, Any]:
    """Return the figures of a running server, or of one started for the measurement."""
    if options.url:
        address = urlsplit(options.url)
        return await measure_at(options, Wire(address.hostname or HOST, address.port or 80), None)
    with tempfile.TemporaryDirectory() as folder:
        database = options.database or f"sqlite:///{folder}/load.db"
        log = Path(folder, "server.log")
        server = Server(database, log, *shlex.split(options.serve))
        try:
            start = await server.start()
            figures = await measure_at(options, Wire(HOST, server.port), server)
        finally:
            server.stop()
    return {"start_to_ready_seconds": round(start, 2), **figures}


async def measure_at(options: Namespace, wire: Wire, server: Server | None) -> dict[str, Any]:
    """Open the tables, let people play and return the figures; after kills, check the histories."""
    async with TaskGroup() as tasks:
        load = Load(wire, tasks, options.bot, options.pace, options.delta)
        try:
            tables = await open_tables(load, options)
            figures = await measure_play(load, tables, server, options)
        finally:
            load.cancel_all()
    if server and options.kills:
        say("Killing the server a last time, to compare what it has kept …")
        server.kill()
        await server.start()
        figures["kills"] |= asdict(await account(tables))
    wire.close()
    return figures


async def open_tables(load: Load, options: Namespace) -> list[Table]:
    """Open the tables evenly over the ramp, and wait until everybody is seated."""
    say(f"Opening {options.tables} tables …")
    tables = [Table(load, f"table-{index}") for index in range(options.tables)]
    start = perf_counter()
    async with TaskGroup() as opening:
        for index, table in enumerate(tables):
            await sleep(max(0.0, start + options.ramp * index / len(tables) - perf_counter()))
            opening.create_task(table.open(options.people, options.seed))
    return tables


async def measure_play(
    load: Load, tables: list[Table], server: Server | None, options: Namespace
) -> dict[str, Any]:
    """Let people play, with cuts and kills if requested, and return the counts and times."""
    figures = load.metrics
    figures.reset_times()
    start, driver, used = perf_counter(), process_time(), server.use().cpu if server else 0.0
    memory: list[int] = []
    load.run(watch(load, server, memory))
    trials: dict[str, Any] = {}
    if options.cuts:
        await cut_streams(load, tables, options.cuts, options.seconds)
        trials["cuts"] = {"cuts": options.cuts}
    if server and options.kills:
        starts = await kill_repeatedly(load, server, options.kills, options.seconds)
        stalled = await count_stalled(tables)
        slowest = round(max(starts), 2)
        trials["kills"] = {
            "kills": options.kills,
            "slowest_start_seconds": slowest,
            "standing_still": stalled,
        }
    await sleep(max(0.0, start + options.seconds - perf_counter()))
    seconds = perf_counter() - start
    use = server.use() if server else None
    return {
        "streams": sum(len(table.people) for table in tables),
        "seconds": round(seconds, 1),
        "acknowledged_ms": in_milliseconds(figures.acknowledged),
        "seen_by_others_ms": in_milliseconds(figures.seen),
        "resumed_ms": in_milliseconds(figures.resumed),
        "actions_a_second": round(figures.actions / seconds, 1),
        "deals": figures.deals,
        "events": {"lost": figures.lost, "doubled": figures.doubled},
        "errors": dict(figures.errors),
        "server_memory_mib": round(max([*memory, use.memory]) / MIB, 1) if use else None,
        "server_cores": round((use.cpu - used) / seconds, 2) if use else None,
        "load_cores": round((process_time() - driver) / seconds, 2),
        **trials,
    }


async def watch(load: Load, server: Server | None, memory: list[int]) -> None:
    """Sample the server's memory and report progress at regular intervals."""
    figures = load.metrics
    before = 0
    while True:
        await sleep(SAMPLE_INTERVAL)
        if server:
            memory.append(server.use().memory)
        p95 = in_milliseconds(figures.acknowledged)["p95"]
        rate = (figures.actions - before) / SAMPLE_INTERVAL
        before = figures.actions
        say(f"{rate:.0f} actions a second, acknowledged p95 {p95} ms, {figures.deals} deals")


def flat(figures: dict[str, Any]) -> dict[str, float | None]:
    """Flatten nested figures into one mapping, with the group's name before each figure's."""
    lines: dict[str, float | None] = {}
    for name, figure in figures.items():
        if isinstance(figure, dict):
            lines |= {f"{name}, {inner}": value for inner, value in flat(figure).items()}
        else:
            lines[name] = figure
    return lines


if __name__ == "__main__":
    main()
