"""Receives changes made by other processes, through PostgreSQL's LISTEN and NOTIFY."""

from __future__ import annotations

import json
import logging
from asyncio import Event, timeout
from contextlib import suppress
from typing import Any

from dobbm.runtime.store import LARGEST, UNWRITABLE, Changed, Report, Reported
from dobbm.store.database import Connect
from dobbm.store.failures import failures
from dobbm.text.names import LONGEST_NAME

CHANNEL = "dobbm"
SERVING = 0x444F4243
"""Key of the PostgreSQL advisory lock that every server shares while it runs."""
LONGEST = 7_999
"""Maximum bytes of a notice on PostgreSQL."""
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


def parse_notice(payload: str) -> tuple[str, int | Report] | None:
    """Return the table and the number or report of a notice; None for one that no server sent.

    Every role of the database may send notices.
    """
    try:
        parsed = json.loads(payload)
    except (ValueError, RecursionError):
        return None
    match parsed:
        case [str(table), int(number)] if type(number) is int and 0 <= number <= LARGEST:
            return table, number
        case [str(table), dict(found)] if report := _report(found):
            return table, report
    return None


def _report(found: dict[str, object]) -> Report | None:
    match found:
        case {
            "process": str(process),
            "heard": dict(heard),
            "streams": list(streams),
            "spectators": list(spectators),
        } if (
            all(type(ago) in (int, float) and 0 <= ago <= LARGEST for ago in heard.values())
            and all(isinstance(one, str) for one in (*streams, *spectators))
            and not any(len(name) > LONGEST_NAME or UNWRITABLE.search(name) for name in spectators)
        ):
            return Report(process, heard, streams, spectators)
    return None


class Listener:
    """Calls ``changed`` for every change and ``reported`` for every report."""

    def __init__(
        self, connect: Connect, changed: Changed, reported: Reported, listening: Event
    ) -> None:
        """``listening`` is set as soon as the first connection listens."""
        self._connect = connect
        self._changed = changed
        self._reported = reported
        self._listening = listening
        self._has_warned = False

    async def run(self) -> None:
        """Listen until the connection is lost, which may raise ``StoreUnavailable``.

        Every new connection first reports ``ANYTHING``, because earlier changes may have been
        missed.
        """
        with failures():
            connection = await self._connect()
            try:
                await self._listen(connection)
            finally:
                connection.terminate()

    async def _listen(self, connection: Any) -> None:
        lost = Event()
        connection.add_termination_listener(lambda _: lost.set())
        await connection.execute("SELECT pg_advisory_lock_shared($1)", SERVING)
        await connection.add_listener(CHANNEL, self._hear)
        self._changed(*ANYTHING)
        self._listening.set()
        while not lost.is_set():
            with suppress(TimeoutError):
                async with timeout(HEARTBEAT):
                    await lost.wait()
                    return
            await connection.execute("SELECT 1")

    def _hear(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        match parse_notice(str(payload)):
            case table, int(number):
                self._changed(table, number)
            case table, Report() as report:
                self._reported(table, report)
            case _ if not self._has_warned:
                self._has_warned = True
                log.warning("ignored a notice that no server sent; others like it are not logged")
