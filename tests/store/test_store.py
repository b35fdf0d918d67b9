"""The same store on both databases."""

from __future__ import annotations

import asyncio
import time
from collections import Counter

import pytest

from dobbm.runtime.store import Entry, StoreError
from entries import entry, opened, person, waiting


def test_events_come_back_in_order_and_as_they_were(store_url: str) -> None:
    said = ["Griaß enk", {"karte": "H9", "leer": None}, "\0\ud800", 1.5]

    async def run() -> None:
        async with opened(store_url) as store:
            for number, word in enumerate(said, 1):
                assert await store.append(entry("stubai", number, word))
            assert [event["said"] for event in await store.events("stubai")] == said
            assert [event["said"] for event in await store.events("stubai", after=2)] == said[2:]
            assert await store.last("stubai") == 4
            assert await store.events("wipptal") == []
            assert await store.last("wipptal") == 0

    asyncio.run(run())


def test_what_was_appended_is_there_when_the_store_is_opened_again(store_url: str) -> None:
    async def run() -> None:
        async with opened(store_url) as store:
            await store.append(entry("stubai", 1, "guat", person=person("Vroni")))
        async with opened(store_url) as store:
            assert await store.events("stubai") == [{"said": "guat"}]
            assert await store.people("stubai") == [person("Vroni")]
        async with opened(store_url, create=False, exclusive=False) as store:
            assert await store.last("stubai") == 1

    asyncio.run(run())


def test_of_two_that_race_for_a_number_one_wins_and_nothing_of_the_other_is_kept(
    store_url: str,
) -> None:
    names = ["Vroni", "Lois", "Moidl", "Sepp"]

    async def run() -> None:
        async with opened(store_url) as store:
            for number in range(1, 21):
                racing = [
                    entry(
                        "stubai", number, name, due=float(place), person=person(f"{name}{number}")
                    )
                    for place, name in enumerate(names)
                ]
                won = await asyncio.gather(*map(store.append, racing))
                assert sorted(won) == [False, False, False, True]
                winner = won.index(True)
                assert (await store.events("stubai"))[-1] == {"said": names[winner]}
                assert await waiting(store) == [("stubai", float(winner))]
                came = await store.people("stubai")
                assert f"{names[winner]}{number}" in {somebody.name for somebody in came}
                assert len(came) == number

    asyncio.run(run())


def test_a_number_that_is_taken_stays_as_it_is(store_url: str) -> None:
    async def run() -> None:
        async with opened(store_url) as store:
            assert await store.append(entry("stubai", 1, "first", due=7.0, lobby={"free": 3}))
            assert not await store.append(entry("stubai", 1, "second", person=person("Lois")))
            assert await store.events("stubai") == [{"said": "first"}]
            assert await store.people("stubai") == []
            assert await waiting(store) == [("stubai", 7.0)]
            assert [listing.lobby for listing in await store.lobby()] == [{"free": 3}]

    asyncio.run(run())


def test_many_tables_append_at_once(store_url: str) -> None:
    """More than go into one transaction; two entries of a table may share one, too."""

    async def run() -> None:
        async with opened(store_url) as store:
            tables = [f"table{number}" for number in range(250)]
            entries = [
                entry(table, number, person=person(f"{table}-{number}"))
                for table in tables
                for number in (1, 2)
            ]
            assert all(await asyncio.gather(*map(store.append, entries)))
            assert [table async for table in store.tables()] == sorted(tables)
            assert {await store.last(table) for table in tables} == {2}
            assert len(await store.people("table7")) == 2

    asyncio.run(run())


def test_all_tables_are_told_however_many_there_are(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dobbm.store.store.PAGE", 3)

    async def run() -> None:
        async with opened(store_url) as store:
            names = [f"table{number}" for number in range(9)]
            await asyncio.gather(*(store.append(entry(name, 1)) for name in names))
            assert [table async for table in store.tables()] == names

    asyncio.run(run())


def test_an_append_that_nobody_waits_for_any_more_does_not_hold_up_the_others(
    store_url: str,
) -> None:
    async def run() -> None:
        async with opened(store_url) as store:
            left = asyncio.create_task(store.append(entry("stubai", 1)))
            await asyncio.sleep(0)
            left.cancel()
            assert await store.append(entry("wipptal", 1))

    asyncio.run(run())


def test_what_is_being_appended_when_the_store_is_closed_is_stored(store_url: str) -> None:
    async def run() -> None:
        async with opened(store_url) as store:
            appending = asyncio.create_task(store.append(entry("stubai", 1)))
            await asyncio.sleep(0)
        assert await appending
        async with opened(store_url) as store:
            assert await store.last("stubai") == 1

    asyncio.run(run())


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (entry("x" * 41, 1), "the id of a table has 1 to 40 characters, not 41"),
        (entry("", 1), "the id of a table has 1 to 40 characters, not 0"),
        (entry("stubai", 0), "events have numbers from 1 to 2147483647, not 0"),
        (entry("stubai", 1, person=person("Vro\0ni")), "the id of a person has a character"),
        (entry("stubai", 1, person=person("Lois")._replace(name="\ud800")), "a name has a char"),
    ],
)
def test_what_cannot_be_kept_is_refused_and_spoils_nothing(
    store_url: str, wrong: Entry, why: str
) -> None:
    async def run() -> None:
        async with opened(store_url) as store:
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


def test_the_lobby_shows_the_newest_tables_that_are_listed(store_url: str) -> None:
    async def run() -> None:
        async with opened(store_url) as store:
            before = time.time()
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
            assert all(before <= listing.opened <= time.time() for listing in shown)

    asyncio.run(run())


def test_people_are_kept_with_what_they_wish_and_when_they_were_there(store_url: str) -> None:
    async def run() -> None:
        async with opened(store_url) as store:
            for number, name in enumerate(["Lois", "Moidl", "Vroni"], 1):
                await store.append(entry("stubai", number, person=person(name, seen=10.0)))
            await store.set_wishes("vroni", {"language": "de"})
            await store.seen({"vroni": 20.0, "lois": 20.0, "nobody": 20.0})
            await store.seen({"vroni": 15.0})
            await store.seen({})
            lois, moidl, vroni = await store.people("stubai")
            assert (lois.seen, moidl.seen, vroni.seen) == (20.0, 10.0, 20.0)
            seen = {"lois": 20.0, "moidl": 10.0, "vroni": 20.0}
            assert await store.last_seen(["stubai", "nowhere"]) == seen
            assert await store.last_seen(["nowhere"]) == {}
            assert (lois.wishes, vroni.wishes) == ({}, {"language": "de"})

    asyncio.run(run())


def test_a_table_that_is_due_is_claimed_once_until_its_lease_is_over(store_url: str) -> None:
    async def run() -> None:
        async with opened(store_url) as store:
            await store.append(entry("early", 1, due=100.0))
            await store.append(entry("late", 1, due=200.0))
            await store.append(entry("people", 1))
            assert await waiting(store) == [("early", 100.0), ("late", 200.0)]
            assert await store.claim_due(99.0, limit=10) == []
            assert await store.claim_due(150.0, limit=10, lease=5.0) == ["early"]
            assert await store.claim_due(154.0, limit=10) == []
            assert await store.claim_due(155.0, limit=10, lease=5.0) == ["early"]

    asyncio.run(run())


def test_an_append_ends_the_lease(store_url: str) -> None:
    async def run() -> None:
        async with opened(store_url) as store:
            await store.append(entry("stubai", 1, due=100.0))
            assert await store.claim_due(100.0, limit=1) == ["stubai"]
            await store.append(entry("stubai", 2, due=101.0))
            assert await store.claim_due(101.0, limit=1) == ["stubai"]
            await store.append(entry("stubai", 3))
            assert await store.claim_due(1000.0, limit=1) == []

    asyncio.run(run())


def test_those_that_wait_longest_are_claimed_first(store_url: str) -> None:
    async def run() -> None:
        async with opened(store_url) as store:
            await asyncio.gather(
                *(store.append(entry(f"table{9 - at}", 1, due=float(at))) for at in range(10))
            )
            claimed = await store.claim_due(100.0, limit=3)
            assert sorted(claimed) == ["table7", "table8", "table9"]

    asyncio.run(run())


def test_due_tables_are_claimed_by_one_however_many_ask(store_url: str) -> None:
    async def run() -> None:
        async with opened(store_url) as store:
            names = {f"table{number}" for number in range(40)}
            await asyncio.gather(*(store.append(entry(name, 1, due=1.0)) for name in names))
            claims = await asyncio.gather(*(store.claim_due(2.0, limit=3) for _ in range(20)))
            assert Counter(table for claim in claims for table in claim) == Counter(names)

    asyncio.run(run())


def test_a_name_is_erased_at_one_table_or_at_all(store_url: str) -> None:
    async def run() -> None:
        async with opened(store_url) as store:
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
            assert await store.erasures() > first > 0
            assert await store.erase("Nobody") == 0

    asyncio.run(run())


def test_a_store_that_is_there_is_ready(store_url: str) -> None:
    async def run() -> None:
        async with opened(store_url) as store:
            assert await store.ready()
            assert store.shared == store_url.startswith("postgresql")

    asyncio.run(run())
