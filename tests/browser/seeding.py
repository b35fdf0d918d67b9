"""Writes prepared tables into the database of a real server, or of a device."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from typing import Any

from browser.people import Person
from dobbm.game.actions import Seat
from dobbm.pocket.boot import opened
from dobbm.pocket.device_store import DeviceStore
from dobbm.runtime.clock import SystemClock
from dobbm.runtime.store import Entry, Store
from dobbm.runtime.store import Person as StoredPerson
from dobbm.server.authentication import API
from dobbm.store import SqlStore
from dobbm.table.events import Event, Sat, to_json
from pocket.devices import PassingDevice
from table.driver import PEOPLE, Evening


def seed_evening(database: str, evening: Evening) -> None:
    """Write an evening into a server's database, as if it had been played there until now.

    The server reads it when somebody requests the table.
    """

    async def write() -> None:
        store = await SqlStore.open(database, create=False, exclusive=False)
        try:
            await _append(store, evening)
        finally:
            await store.close()

    aside(write())


def device_with(evening: Evening, seat: Seat) -> dict[str, str]:
    """Return the rows of a device on which an evening has been played until now in ``seat``."""
    device, name = PassingDevice(), evening.table.id

    async def fill() -> None:
        store = await DeviceStore.open(SystemClock(), device)
        await _append(store, evening)
        async with opened(device) as pocket:
            headers = [("authorization", f"Bearer {token_of(name, seat)}")]
            path, nothing = f"{API}/tables/{name}/remember", lambda *_: None
            await pocket.request("POST", path, headers, b"", nothing, nothing, asyncio.Event())

    aside(fill())
    return device.rows


async def _append(store: Store, evening: Evening) -> None:
    """Write an evening into a store, as if it had been played there until now."""
    offset = time.time() - evening.now
    for number in range(1, len(evening.events) + 1):
        assert await store.append(_entry(evening, number, offset))


def aside(work: Coroutine[Any, Any, object]) -> None:
    """Run a coroutine in another thread, because the browser's own loop runs in this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(work)).result()


def take_seat(person: Person, evening: Evening, seat: Seat = 0) -> None:
    """Give a person a seat at the evening's table, and open the table."""
    name = evening.table.id
    token = {"Authorization": f"Bearer {token_of(name, seat)}"}
    api = f"{person.address}/api/v1/tables/{name}/remember"
    assert person.context.request.post(api, headers=token, data={}).ok
    person.open(f"/t/{name}")
    person.page.locator("#page[data-number]").wait_for()


def token_of(name: str, seat: Seat) -> str:
    """Return the secret that opens a seat."""
    return f"{seat} at {name}"


def _entry(evening: Evening, number: int, offset: float) -> Entry:
    event: Event = evening.events[number - 1]
    event = event._replace(at=event.at + offset)
    name, person = evening.table.id, None
    if isinstance(event, Sat):
        digest = sha256(token_of(name, event.seat).encode()).hexdigest()
        called = PEOPLE[event.person]
        event = event._replace(person=f"{name}-{event.seat}")
        person = StoredPerson(event.person, called, digest, event.at, {})
    return Entry(name, number, to_json(event), due=None, person=person)
