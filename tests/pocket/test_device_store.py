"""The store on a device: it acts like the store in memory, and finds everything again."""

from __future__ import annotations

import asyncio

import pytest

from dobbm.pocket.device_store import DeviceStore
from dobbm.runtime.clock import SystemClock
from dobbm.runtime.store import Checkpoint, Entry, Person, StoreUnavailable, Text
from pocket.devices import Full, PassingDevice

ANNA = Person("anna", "Anna", "d1", 1.0, {"hand": "low"})
LOIS = Person("lois", "Lois", "d2", 2.0, {})


def entry(number: int, **also: object) -> Entry:
    return Entry("stubai", number, {"kind": "test", "number": number}, due=None, **also)  # type: ignore[arg-type]


async def filled(device: PassingDevice) -> DeviceStore:
    """Return a store with a table of four events, two people, two texts and a checkpoint."""
    store = await DeviceStore.open(SystemClock(), device)
    assert await store.append(entry(1, person=ANNA))
    assert await store.append(entry(2, person=LOIS, checkpoint=Checkpoint(2, 1, 0, {"at": 2})))
    assert await store.append(entry(3, text=Text(3, "anna", "Griaß enk"), oldest_text=3))
    assert await store.append(entry(4, text=Text(4, "lois", "Servus"), oldest_text=4))
    return store


async def contents(store: DeviceStore) -> list[object]:
    return [
        [table async for table in store.tables()],
        await store.events("stubai"),
        await store.people("stubai"),
        await store.texts("stubai"),
        await store.checkpoint("stubai"),
        await store.closed(["stubai", "gone"]),
    ]


def test_everything_is_found_again() -> None:
    async def check() -> None:
        device = PassingDevice()
        store = await filled(device)
        await store.set_preferences("anna", {"hand": "high"})
        assert await store.set_token("lois", "d3", "d2")
        await store.save_checkpoints("stubai", [Checkpoint(4, 2, 1, {"at": 4})])
        again = await DeviceStore.open(SystemClock(), device)
        assert await contents(again) == await contents(store)
        assert [person.token for person in await again.people("stubai")] == ["d1", "d3"]
        assert [text.number for text in await again.texts("stubai")] == [4]

    asyncio.run(check())


def test_a_number_is_taken_once_before_and_after_a_start() -> None:
    async def check() -> None:
        device = PassingDevice()
        assert not await (await filled(device)).append(entry(4))
        again = await DeviceStore.open(SystemClock(), device)
        assert not await again.append(entry(4))
        assert not await again.append(entry(6))
        assert await again.append(entry(5))

    asyncio.run(check())


def test_a_table_that_was_not_read_is_not_mixed_up_with_another() -> None:
    async def check() -> None:
        device = PassingDevice()
        store = await filled(device)
        await store.append(entry(1)._replace(table="stubai-2"))
        again = await DeviceStore.open(SystemClock(), device)
        assert len(await again.events("stubai")) == len(await store.events("stubai"))
        assert len(await again.events("stubai-2")) == 1

    asyncio.run(check())


def test_a_full_device_keeps_all_of_an_entry_or_nothing() -> None:
    async def check() -> None:
        device = Full()
        store = await filled(device)
        device.is_full = True
        before = await contents(store)
        with pytest.raises(StoreUnavailable, match="full"):
            await store.append(entry(5, person=ANNA._replace(name="Moidl")))
        assert await contents(store) == before
        device.is_full = False
        assert await store.append(entry(5))

    asyncio.run(check())
