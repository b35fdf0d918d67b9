"""Receives changes made by other processes, through PostgreSQL's LISTEN and NOTIFY."""

from __future__ import annotations

import json
import logging
from asyncio import Event, sleep, timeout
from contextlib import suppress

from dobbm.runtime.store import Changed, Report, Reported, StoreUnavailable
from dobbm.store.database import Connect, failures

CHANNEL = "dobbm"
SERVING = 0x444F4243
"""Key of the PostgreSQL advisory lock that every server shares while it runs."""
RETRY = 0.5
"""Seconds between attempts to connect."""
HEARTBEAT = 15.0
"""Seconds between tests of the connection, as its loss may go unreported."""

ANYTHING = ("", 0)
"""The arguments of the callback when notices may have been missed: any table may have changed."""

log = logging.getLogger(__name__)


def notice(table: str, number: int) -> str:
    """Return the payload of a notice, without the event: every role of the database may listen."""
    return json.dumps([table, number])


def report_notice(table: str, report: Report) -> str:
    """Return the payload of a notice with the report of a process; it opens no seat."""
    return json.dumps([table, report._asdict()])


async def listen(connect: Connect, changed: Changed, reported: Reported, listening: Event) -> None:
    """Call ``changed`` for every change and ``reported`` for every report, for ever.

    Reconnect when the connection is lost.

    ``listening`` is set as soon as the first connection listens. Every new connection first reports
    ``ANYTHING``, because earlier changes may have been missed.
    """
    while True:
        try:
            with failures():
                await _listen_once(connect, changed, reported, listening)
        except StoreUnavailable as error:
            log.warning("the connection for database notifications was lost: %s", error)
        await sleep(RETRY)


async def _listen_once(
    connect: Connect, changed: Changed, reported: Reported, listening: Event
) -> None:
    """Listen until the connection is lost."""
    lost = Event()
    connection = await connect()
    try:
        connection.add_termination_listener(lambda _: lost.set())

        def hear(_: object, _pid: int, _channel: str, payload: object) -> None:
            match _parsed(payload):
                case [str(table), int(number)]:
                    changed(table, number)
                case [
                    str(table),
                    {
                        "process": str(process),
                        "heard": dict(heard),
                        "streams": list(streams),
                        "spectators": list(spectators),
                    },
                ]:
                    reported(table, Report(process, heard, streams, spectators))
                case _:
                    log.debug("ignored a notice that no server sent")

        await connection.execute("SELECT pg_advisory_lock_shared($1)", SERVING)
        await connection.add_listener(CHANNEL, hear)
        changed(*ANYTHING)
        listening.set()
        while not lost.is_set():
            with suppress(TimeoutError):
                async with timeout(HEARTBEAT):
                    await lost.wait()
                    return
            await connection.execute("SELECT 1")
    finally:
        connection.terminate()


def _parsed(payload: object) -> object:
    """Return the JSON value of a notice; None for other text, which every role may send."""
    try:
        value: object = json.loads(str(payload))
    except (ValueError, RecursionError):
        return None
    return value
