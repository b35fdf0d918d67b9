"""What other processes have appended, told by PostgreSQL's LISTEN and NOTIFY."""

from __future__ import annotations

import json
import logging
from asyncio import Event, sleep, timeout
from contextlib import suppress

from dobbm.runtime.store import Changed, StoreUnavailable
from dobbm.store.database import Connect, failures

CHANNEL = "dobbm"
RETRY = 0.5
"""Seconds between two tries to connect."""
HEARTBEAT = 15.0
"""Seconds of silence after which the connection is tried: a lost one may not say so."""

LONGEST = 7000
"""Bytes of an event that is told; PostgreSQL carries 8000 in all. A longer one must be read."""

ANYTHING = ("", 0, None)
"""Told when something may have been missed."""

log = logging.getLogger(__name__)


def notice(table: str, number: int, event: str | None) -> str:
    """What is sent on the channel; ``event`` is JSON in ASCII."""
    told = event if event and len(event) <= LONGEST else "null"
    return f"[{json.dumps(table)},{number},{told}]"


async def listen(connect: Connect, changed: Changed, listening: Event) -> None:
    """Tell ``changed`` of everything that is appended, for ever; connect again when need be.

    ``listening`` is set as soon as nothing is missed any more. Each time that it connects, it tells
    ``ANYTHING``.
    """
    while True:
        try:
            with failures():
                await _listen_once(connect, changed, listening)
        except StoreUnavailable as error:
            log.warning("listening to the database has ended: %s", error)
        await sleep(RETRY)


async def _listen_once(connect: Connect, changed: Changed, listening: Event) -> None:
    """Until the connection is lost."""
    lost = Event()
    connection = await connect()
    try:
        connection.add_termination_listener(lambda _: lost.set())

        def hear(_: object, _pid: int, _channel: str, payload: object) -> None:
            table, number, event = json.loads(str(payload))
            changed(table, number, event)

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
