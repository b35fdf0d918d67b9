"""What every store promises, in memory and on both databases (``Store`` in ``runtime.store``)."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from typing import Any, TypeAlias

import pytest

from dobbm.runtime.clock import SystemClock
from dobbm.runtime.memory_store import MemoryDatabase, MemoryStore
from dobbm.runtime.store import Checkpoint, Entry, Json, Store, StoreError
from entries import entry, opened, person

PATIENCE = 30.0
"""Seconds in which a process has heard of a change."""

Open: TypeAlias = Callable[[], AbstractAsyncContextManager[Store]]
"""Opens a store on the data of a test; again and again on the same."""


@asynccontextmanager
async def in_memory(database: MemoryDatabase) -> AsyncIterator[MemoryStore]:
    yield MemoryStore(SystemClock(), database)


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def open_store(request: pytest.FixtureRequest) -> Open:
    """How a store of each kind is opened."""
    if request.param == "memory":
        return partial(in_memory, MemoryDatabase())
    urls = {"sqlite": "sqlite_url", "postgresql": "postgres_url"}
    return partial(opened, request.getfixturevalue(urls[request.param]))


# Events


def test_events_come_back_in_order_and_as_they_were(open_store: Open) -> None:
    said = ["Griaß enk", {"karte": "H9", "leer": None}, "\0\ud800", 1.5]

    async def run() -> None:
        async with open_store() as store:
            for number, word in enumerate(said, 1):
                assert await store.append(entry("stubai", number, word))
            assert [event["said"] for event in await store.events("stubai")] == said
            assert await store.events("wipptal") == []

    asyncio.run(run())


def test_events_are_read_from_a_number_on_and_so_many(open_store: Open) -> None:
    async def run() -> None:
        async with open_store() as store:
            for number in range(1, 7):
                await store.append(entry("stubai", number, number))

            async def read(after: int, limit: int | None = None) -> list[int]:
                return [event["said"] for event in await store.events("stubai", after, limit)]

            assert await read(4) == [5, 6]
            assert await read(6) == []
            assert await read(0, 2) == [1, 2]
            assert await read(3, 2) == [4, 5]
            assert await read(5, 2) == [6]
            assert await read(3, 0) == []

    asyncio.run(run())


def test_what_was_appended_is_there_when_the_store_is_opened_again(open_store: Open) -> None:
    async def run() -> None:
        async with open_store() as store:
            await store.append(entry("stubai", 1, "guat", person=person("Vroni")))
        async with open_store() as store:
            assert await store.events("stubai") == [{"said": "guat"}]
            assert await store.people("stubai") == [person("Vroni")]

    asyncio.run(run())


def test_what_is_stored_does_not_change_with_what_was_given(open_store: Open) -> None:
    async def run() -> None:
        async with open_store() as store:
            said = ["guat"]
            made = Checkpoint(1, 0, 0, {"said": said})
            await store.append(entry("stubai", 1, said, checkpoint=made))
            said.append("weiter")
            assert await store.events("stubai") == [{"said": ["guat"]}]
            found = await store.checkpoint("stubai")
            assert found
            assert found.state == {"said": ["guat"]}

    asyncio.run(run())


def test_of_two_that_race_for_a_number_one_wins_and_nothing_of_the_other_is_kept(
    open_store: Open,
) -> None:
    names = ["Vroni", "Lois", "Moidl", "Sepp"]

    async def run() -> None:
        async with open_store() as store:
            for number in range(1, 21):
                racing = [
                    entry(
                        "stubai",
                        number,
                        name,
                        due=float(place),
                        person=person(f"{name}{number}"),
                        checkpoint=Checkpoint(number, place, 0, {}),
                    )
                    for place, name in enumerate(names)
                ]
                won = await asyncio.gather(*map(store.append, racing))
                assert sorted(won) == [False, False, False, True]
                winner = won.index(True)
                assert (await store.events("stubai"))[-1] == {"said": names[winner]}
                assert await store.claim_due(winner - 0.5, limit=1) == []
                assert await store.claim_due(float(winner), limit=1) == ["stubai"]
                assert await store.checkpoint("stubai") == Checkpoint(number, winner, 0, {})
                came = await store.people("stubai")
                assert f"{names[winner]}{number}" in {somebody.name for somebody in came}
                assert len(came) == number

    asyncio.run(run())


def test_a_number_that_is_taken_stays_as_it_is(open_store: Open) -> None:
    async def run() -> None:
        async with open_store() as store:
            assert await store.append(entry("stubai", 1, "first", due=7.0, lobby={"free": 3}))
            late = entry("stubai", 1, "second", person=person("Lois"))
            assert not await store.append(late._replace(checkpoint=Checkpoint(1, 0, 0, {})))
            assert await store.events("stubai") == [{"said": "first"}]
            assert await store.people("stubai") == []
            assert await store.checkpoint("stubai") is None
            assert await store.claim_due(7.0, limit=1) == ["stubai"]
            assert [listing.lobby for listing in await store.lobby()] == [{"free": 3}]

    asyncio.run(run())


def test_many_tables_append_at_once(open_store: Open) -> None:
    """More than go into one transaction; two entries of a table may share one, too."""

    async def run() -> None:
        async with open_store() as store:
            tables = [f"table{number}" for number in range(250)]
            entries = [
                entry(table, number, person=person(f"{table}-{number}"))
                for table in tables
                for number in (1, 2)
            ]
            assert all(await asyncio.gather(*map(store.append, entries)))
            assert [table async for table in store.tables()] == sorted(tables)
            assert {len(await store.events(table)) for table in tables} == {2}
            assert len(await store.people("table7")) == 2

    asyncio.run(run())


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (entry("x" * 41, 1), "a table's identifier must have 1 to 40 characters, not 41"),
        (entry("", 1), "a table's identifier must have 1 to 40 characters, not 0"),
        (entry("stubai", 0), "an event number must be from 1 to 2147483647, not 0"),
        (
            entry("stubai", 1, person=person("Vro\0ni")),
            "a person's identifier contains a character",
        ),
        (
            entry("stubai", 1, person=person("Lois")._replace(name="\ud800")),
            "a name contains a char",
        ),
    ],
)
def test_what_cannot_be_kept_is_refused_and_spoils_nothing(
    open_store: Open, wrong: Entry, why: str
) -> None:
    async def run() -> None:
        async with open_store() as store:
            done = await asyncio.gather(
                store.append(entry("a", 1)),
                store.append(wrong),
                store.append(entry("b", 1)),
                return_exceptions=True,
            )
            assert done[0] is done[2] is True
            assert isinstance(done[1], StoreError)
            assert str(done[1]).startswith(why)

    asyncio.run(run())


# Checkpoints


def test_the_newest_checkpoint_that_exceeds_no_bound_is_found(open_store: Open) -> None:
    made = [
        Checkpoint(64, turn=50, finished=1, state={"event": 64}),
        Checkpoint(128, turn=99, finished=3, state={"event": 128}),
        Checkpoint(192, turn=150, finished=3, state={"event": 192}),
    ]

    async def run() -> None:
        async with open_store() as store:
            await store.save_checkpoints("stubai", made)
            await store.save_checkpoints("wipptal", made[:1])
            first, second, third = made
            assert await store.checkpoint("stubai") == third
            assert await store.checkpoint("stubai", number=192) == third
            assert await store.checkpoint("stubai", number=191) == second
            assert await store.checkpoint("stubai", turn=98) == first
            assert await store.checkpoint("stubai", turn=99) == second
            assert await store.checkpoint("stubai", finished=3) == third
            assert await store.checkpoint("stubai", finished=2) == first
            assert await store.checkpoint("stubai", number=150, turn=60) == first
            assert await store.checkpoint("stubai", finished=0) is None
            assert await store.checkpoint("wipptal") == first
            assert await store.checkpoint("oetztal") is None

    asyncio.run(run())


def test_a_checkpoint_comes_with_its_event(open_store: Open) -> None:
    made = Checkpoint(1, turn=0, finished=0, state={"seats": [None, "\ud800"]})

    async def run() -> None:
        async with open_store() as store:
            await store.append(entry("stubai", 1, checkpoint=made))
            await store.append(entry("stubai", 2))
            assert await store.checkpoint("stubai") == made

    asyncio.run(run())


def test_a_checkpoint_takes_the_place_of_an_older_one_of_its_event(open_store: Open) -> None:
    async def run() -> None:
        async with open_store() as store:
            old = Checkpoint(64, turn=50, finished=1, state={"version": 1})
            new = Checkpoint(64, turn=51, finished=2, state={"version": 2})
            await store.save_checkpoints("stubai", [old])
            await store.save_checkpoints("stubai", [new])
            assert await store.checkpoint("stubai") == new

    asyncio.run(run())


# People


def test_people_are_kept_with_what_they_wish_and_when_they_were_there(open_store: Open) -> None:
    async def run() -> None:
        async with open_store() as store:
            for number, name in enumerate(["Lois", "Moidl", "Vroni"], 1):
                await store.append(entry("stubai", number, person=person(name, seen=10.0)))
            await store.set_preferences("vroni", {"language": "de"})
            await store.set_preferences("nobody", {"language": "ja"})
            await store.seen({"vroni": 20.0, "lois": 20.0, "nobody": 20.0}, 21.0)
            await store.seen({"vroni": 15.0}, 22.0)
            await store.seen({}, 23.0)
            lois, moidl, vroni = await store.people("stubai")
            assert (lois.seen, moidl.seen, vroni.seen) == (20.0, 10.0, 20.0)
            seen = {"lois": 20.0, "moidl": 10.0, "vroni": 20.0}
            assert await store.last_seen(["stubai", "nowhere"]) == seen
            assert await store.last_seen(["nowhere"]) == {}
            assert (lois.wishes, vroni.wishes) == ({}, {"language": "de"})
            assert await store.people("nowhere") == []
            await store.seen({"vroni": 15.0, "lois": 14.0}, 16.0)  # the clock was set back
            lois, _, vroni = await store.people("stubai")
            assert (lois.seen, vroni.seen) == (14.0, 15.0)

    asyncio.run(run())


def test_a_name_is_erased_at_one_table_or_at_all(open_store: Open) -> None:
    async def run() -> None:
        async with open_store() as store:
            for table in ("stubai", "wipptal"):
                for number, name in enumerate(["Lois", "Vroni"], 1):
                    somebody = person(name)._replace(id=f"{name}@{table}")
                    await store.append(entry(table, number, person=somebody))
            assert await store.erasures() == 0
            assert await store.erase("Vroni", "stubai") == 1
            assert [somebody.name for somebody in await store.people("stubai")] == ["Lois", None]
            assert [somebody.name for somebody in await store.people("wipptal")] == [
                "Lois",
                "Vroni",
            ]
            first = await store.erasures()
            assert await store.erase("Lois") == 2
            second = await store.erasures()
            assert second > first > 0
            assert await store.erase("Nobody") == 0
            assert await store.erasures() == second

    asyncio.run(run())


# The lobby, and tables that are due


def test_the_lobby_shows_the_newest_tables_that_are_listed(open_store: Open) -> None:
    async def run() -> None:
        async with open_store() as store:
            before = SystemClock().now()
            for number in range(1, 5):
                await store.append(entry(f"table{number}", 1, lobby={"free": number}))
            await store.append(entry("table2", 2))
            await store.append(entry("table3", 2, lobby={"free": 0}))
            shown = await store.lobby()
            assert [(at.table, at.number, at.lobby["free"]) for at in shown] == [
                ("table4", 1, 4),
                ("table3", 2, 0),
                ("table1", 1, 1),
            ]
            assert [listing.table for listing in await store.lobby(limit=1)] == ["table4"]
            after = SystemClock().now()
            assert all(before <= listing.opened <= after for listing in shown)

    asyncio.run(run())


def test_a_table_that_is_due_is_claimed_once_until_its_lease_is_over(open_store: Open) -> None:
    async def run() -> None:
        async with open_store() as store:
            await store.append(entry("early", 1, due=100.0))
            await store.append(entry("late", 1, due=200.0))
            await store.append(entry("people", 1))
            assert await store.claim_due(99.0, limit=10) == []
            assert await store.claim_due(150.0, limit=10, lease=5.0) == ["early"]
            assert await store.claim_due(154.0, limit=10) == []
            assert await store.claim_due(155.0, limit=10, lease=5.0) == ["early"]

    asyncio.run(run())


def test_an_append_ends_the_lease(open_store: Open) -> None:
    async def run() -> None:
        async with open_store() as store:
            await store.append(entry("stubai", 1, due=100.0))
            assert await store.claim_due(100.0, limit=1) == ["stubai"]
            await store.append(entry("stubai", 2, due=101.0))
            assert await store.claim_due(101.0, limit=1) == ["stubai"]
            await store.append(entry("stubai", 3))
            assert await store.claim_due(1000.0, limit=1) == []

    asyncio.run(run())


def test_those_that_wait_longest_are_claimed_first(open_store: Open) -> None:
    async def run() -> None:
        async with open_store() as store:
            await asyncio.gather(
                *(store.append(entry(f"table{9 - at}", 1, due=float(at))) for at in range(10))
            )
            claimed = await store.claim_due(100.0, limit=3)
            assert sorted(claimed) == ["table7", "table8", "table9"]

    asyncio.run(run())


def test_due_tables_are_claimed_by_one_however_many_ask(open_store: Open) -> None:
    async def run() -> None:
        async with open_store() as store:
            names = {f"table{number}" for number in range(40)}
            await asyncio.gather(*(store.append(entry(name, 1, due=1.0)) for name in names))
            claims = await asyncio.gather(*(store.claim_due(2.0, limit=3) for _ in range(20)))
            assert Counter(table for claim in claims for table in claim) == Counter(names)

    asyncio.run(run())


# Others


def test_all_processes_hear_of_every_change_where_the_store_is_shared(open_store: Open) -> None:
    async def run() -> None:
        async with open_store() as store:
            heard: asyncio.Queue[tuple[str, int, Json | None]] = asyncio.Queue()
            store.on_change(lambda *change: heard.put_nowait(change))
            await store.append(entry("stubai", 1, "guat", person=person("Vroni")))
            await store.append(entry("stubai", 1, "weiter"))
            await store.set_preferences("vroni", {"muted": [2]})
            await store.erase("Vroni")
            changes: list[Any] = [
                ("stubai", 1, {"said": "guat"}),
                ("stubai", 0, None),
                ("", 0, None),
            ]
            if store.shared:
                async with asyncio.timeout(PATIENCE):
                    assert [await heard.get() for _ in changes] == changes
            assert heard.empty()

    asyncio.run(run())


def test_a_store_that_is_there_is_ready(open_store: Open) -> None:
    async def run() -> None:
        async with open_store() as store:
            assert await store.ready()

    asyncio.run(run())
