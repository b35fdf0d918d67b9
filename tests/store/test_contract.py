"""The contract of every store, in memory and on both databases (``Store`` in ``runtime.store``)."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from typing import Any, TypeAlias

import pytest

from dobbm.runtime.clock import SystemClock
from dobbm.runtime.complaints import NO_TEXT, Complaint
from dobbm.runtime.day_results import DayResult
from dobbm.runtime.memory_database import MemoryDatabase
from dobbm.runtime.store import (
    LISTED,
    Ban,
    Checkpoint,
    Entry,
    Listing,
    Report,
    StoreError,
    Text,
)
from dobbm.runtime.subscriptions import Subscription
from dobbm.store import SqlStore
from entries import entry, opened, person
from hosted import Hosted, HostedDevice
from pocket.devices import PassingDevice

PATIENCE = 30.0
"""Seconds within which every process must hear of a change."""

Opener: TypeAlias = Callable[[], AbstractAsyncContextManager[Hosted | SqlStore]]
"""Opens a store on the data of one test, as often as needed."""


@asynccontextmanager
async def in_memory(database: MemoryDatabase) -> AsyncIterator[Hosted]:
    yield Hosted(SystemClock(), database)


@asynccontextmanager
async def on_a_device(device: PassingDevice) -> AsyncIterator[HostedDevice]:
    yield await HostedDevice.open(SystemClock(), device)


@pytest.fixture(params=["memory", "device", "sqlite", "postgresql"])
def open_store(request: pytest.FixtureRequest) -> Opener:
    """Return a function that opens a store of each kind."""
    if request.param == "memory":
        return partial(in_memory, MemoryDatabase())
    if request.param == "device":
        return partial(on_a_device, PassingDevice())
    urls = {"sqlite": "sqlite_url", "postgresql": "postgres_url"}
    return partial(opened, request.getfixturevalue(urls[request.param]))


# Events


def test_events_come_back_unchanged_and_in_order(open_store: Opener) -> None:
    said = ["Griaß enk", {"karte": "H9", "leer": None}, "\0\ud800", 1.5]

    async def run() -> None:
        async with open_store() as store:
            for number, word in enumerate(said, 1):
                assert await store.append(entry("stubai", number, word))
            assert [event["said"] for event in await store.events("stubai")] == said
            assert await store.events("wipptal") == []

    asyncio.run(run())


def test_whole_tables_are_stored_together_or_not_at_all(open_store: Opener) -> None:
    lois = person("Lois")
    club = [entry("club:runde", number, club="club:runde") for number in (1, 2, 3)]
    club[1] = club[1]._replace(person=lois)
    made = Checkpoint(2, 0, 0, {"made": True})
    table = [entry("stubai", number, club="runde", checkpoint=None) for number in (1, 2)]
    table[1] = table[1]._replace(checkpoint=made)

    async def run() -> None:
        async with open_store() as store:
            assert await store.append(entry("wipptal", 1, person=person("Vroni")))
            taken = [
                [*club, entry("wipptal", 1), entry("wipptal", 2)],
                [*club, entry("stubai", 1, person=person("Vroni"))],
            ]
            for entries in taken:
                assert not await store.append_all(entries)
                assert await store.events("club:runde") == []
                assert {one async for one in store.tables()} == {"wipptal"}
            assert await store.append_all([*club, *table])
            assert not await store.append_all([*club, *table])
            assert len(await store.events("club:runde")) == 3
            assert await store.people("club:runde") == [lois]
            assert await store.checkpoint("stubai") == made
            assert await store.append(entry("stubai", 3))
            with pytest.raises(StoreError):
                await store.append_all([entry("neu", 1), entry("x" * 41, 1)])
            assert await store.events("neu") == []

    asyncio.run(run())


def test_events_are_read_from_a_number_up_to_a_limit(open_store: Opener) -> None:
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


def test_appended_entries_are_there_when_the_store_is_opened_again(open_store: Opener) -> None:
    async def run() -> None:
        async with open_store() as store:
            await store.append(entry("stubai", 1, "guat", person=person("Vroni")))
        async with open_store() as store:
            assert await store.events("stubai") == [{"said": "guat"}]
            assert await store.people("stubai") == [person("Vroni")]

    asyncio.run(run())


def test_changing_an_object_after_storing_it_has_no_effect(open_store: Opener) -> None:
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


def test_when_several_race_for_a_number_only_one_is_stored(
    open_store: Opener,
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
                people = await store.people("stubai")
                assert f"{names[winner]}{number}" in {somebody.name for somebody in people}
                assert len(people) == number

    asyncio.run(run())


def test_an_existing_number_is_never_overwritten(open_store: Opener) -> None:
    async def run() -> None:
        async with open_store() as store:
            assert await store.append(entry("stubai", 1, "first", due=7.0, in_lobby=True))
            late = entry("stubai", 1, "second", person=person("Lois"))
            assert not await store.append(late._replace(checkpoint=Checkpoint(1, 0, 0, {})))
            assert await store.events("stubai") == [{"said": "first"}]
            assert await store.people("stubai") == []
            assert await store.checkpoint("stubai") is None
            assert await store.claim_due(7.0, limit=1) == ["stubai"]
            assert await store.lobby(["stubai"], 0.0) == [Listing("stubai", 1)]

    asyncio.run(run())


def test_many_tables_append_at_once(open_store: Opener) -> None:
    """There are more entries than fit into one transaction, and two of a table may share one."""

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
    ("wrong", "message"),
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
        (entry("stubai", 1, float("nan")), "an entry that is not JSON"),
    ],
)
def test_an_unstorable_entry_is_refused_without_affecting_the_others(
    open_store: Opener, wrong: Entry, message: str
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
            assert str(done[1]).startswith(message)

    asyncio.run(run())


# Checkpoints


def test_the_newest_checkpoint_within_all_bounds_is_found(open_store: Opener) -> None:
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


def test_a_checkpoint_is_stored_with_its_event(open_store: Opener) -> None:
    made = Checkpoint(1, turn=0, finished=0, state={"seats": [None, "\ud800"]})

    async def run() -> None:
        async with open_store() as store:
            await store.append(entry("stubai", 1, checkpoint=made))
            await store.append(entry("stubai", 2))
            assert await store.checkpoint("stubai") == made

    asyncio.run(run())


def test_a_checkpoint_replaces_an_older_one_of_the_same_event(open_store: Opener) -> None:
    async def run() -> None:
        async with open_store() as store:
            old = Checkpoint(64, turn=50, finished=1, state={"version": 1})
            new = Checkpoint(64, turn=51, finished=2, state={"version": 2})
            await store.save_checkpoints("stubai", [old])
            await store.save_checkpoints("stubai", [new])
            assert await store.checkpoint("stubai") == new

    asyncio.run(run())


# People


def test_people_are_stored_with_their_preferences_and_last_activity(open_store: Opener) -> None:
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
            assert (lois.preferences, vroni.preferences) == ({}, {"language": "de"})
            assert await store.people("nowhere") == []
            await store.seen({"vroni": 15.0, "lois": 14.0}, 16.0)  # the clock was set back
            lois, _, vroni = await store.people("stubai")
            assert (lois.seen, vroni.seen) == (14.0, 15.0)
            await store.set_name("lois", "Luis")
            await store.set_name("nobody", "Niemand")
            assert [one.name for one in await store.people("stubai")] == ["Luis", "Moidl", "Vroni"]

    asyncio.run(run())


def test_a_token_is_replaced_once(open_store: Opener) -> None:
    async def run() -> None:
        async with open_store() as store:
            await store.append(entry("stubai", 1, person=person("Vroni")))
            await store.append(entry("stubai", 2, person=person("Lois")))
            _, before = await store.people("stubai")
            assert await store.set_token("vroni", "5eed" * 16, before.token)
            assert not await store.set_token("vroni", "beef" * 16, before.token)
            lois, vroni = await store.people("stubai")
            assert vroni.token == "5eed" * 16
            assert lois.token == person("Lois").token

    asyncio.run(run())


def test_a_name_is_erased_at_one_table_or_at_all(open_store: Opener) -> None:
    async def run() -> None:
        async with open_store() as store:
            for table in ("stubai", "wipptal"):
                for number, name in enumerate(["Lois", "Vroni"], 1):
                    somebody = person(name)._replace(id=f"{name}@{table}")
                    await store.append(entry(table, number, person=somebody))
            assert await store.interventions() == 0
            assert await store.erase("Vroni", "stubai") == 1
            assert [somebody.name for somebody in await store.people("stubai")] == ["Lois", None]
            assert [somebody.name for somebody in await store.people("wipptal")] == [
                "Lois",
                "Vroni",
            ]
            first = await store.interventions()
            assert await store.erase("Lois") == 2
            second = await store.interventions()
            assert second > first > 0
            assert await store.erase("Nobody") == 0
            assert await store.interventions() == second

    asyncio.run(run())


# Texts


def test_texts_are_stored_with_their_events_and_old_ones_deleted(open_store: Opener) -> None:
    async def run() -> None:
        async with open_store() as store:
            written = [Text(number, "vroni", f"Griaß enk {number} 👋") for number in (1, 2, 3)]
            for text in written[:2]:
                await store.append(entry("stubai", text.number, text=text))
            await store.append(entry("wipptal", 1, text=written[0]))
            assert await store.texts("stubai") == written[:2]
            await store.append(entry("stubai", 3, text=written[2], oldest_text=2))
            assert await store.texts("stubai") == written[1:]
            assert await store.texts("wipptal") == written[:1]
            assert not await store.append(entry("wipptal", 1, text=written[1]))
            assert await store.texts("wipptal") == written[:1]
            assert await store.texts("nowhere") == []

    asyncio.run(run())


def test_the_texts_of_an_erased_person_are_erased_too(open_store: Opener) -> None:
    async def run() -> None:
        async with open_store() as store:
            for table in ("stubai", "wipptal"):
                for number, name in enumerate(["Lois", "Vroni"], 1):
                    somebody = person(name)._replace(id=f"{name}@{table}")
                    text = Text(number, somebody.id, "Guate Karten!")
                    await store.append(entry(table, number, person=somebody, text=text))
            await store.erase("Vroni", "stubai")
            assert [text.person for text in await store.texts("stubai")] == ["Lois@stubai"]
            assert len(await store.texts("wipptal")) == 2
            await store.erase("Lois")
            assert await store.texts("stubai") == []
            assert [text.person for text in await store.texts("wipptal")] == ["Vroni@wipptal"]

    asyncio.run(run())


# The lobby, and tables that are due


def test_the_lobby_leaves_abandoned_tables_out_before_it_counts(open_store: Opener) -> None:
    async def run() -> None:
        async with open_store() as store:
            for name, seen in [("Vroni", 100.0), ("Lois", 99.0), ("Moidl", 1.0)]:
                someone = person(name, seen)
                await store.append(entry(name, 1, in_lobby=True, person=someone))
            for number in range(200):
                someone = person(f"Sepp{number}")
                await store.append(entry(f"left{number}", 1, in_lobby=True, person=someone))
            shown = await store.lobby(["Moidl", "nowhere"], 99.0, 2)
            assert [listing.table for listing in shown] == ["Moidl", "Vroni"]
            assert await store.lobby([], 100.0) == []
            opened = SystemClock().now()
            assert await store.lobby(["Moidl"], opened + LISTED - 60)
            assert await store.lobby(["Moidl"], opened + LISTED + 60) == []

    asyncio.run(run())


def test_the_lobby_shows_the_newest_listed_tables(open_store: Opener) -> None:
    async def run() -> None:
        async with open_store() as store:
            for number in range(1, 5):
                await store.append(entry(f"table{number}", 1, in_lobby=True))
            await store.append(entry("table2", 2))
            await store.append(entry("table3", 2, in_lobby=True))
            everywhere = [f"table{number}" for number in range(1, 5)]
            shown = await store.lobby(everywhere, 0.0)
            assert shown == [Listing("table4", 1), Listing("table3", 2), Listing("table1", 1)]
            assert await store.lobby(everywhere, 0.0, 1) == [Listing("table4", 1)]

    asyncio.run(run())


def test_who_lists_many_tables_hides_only_their_own(open_store: Opener) -> None:
    async def run() -> None:
        async with open_store() as store:
            origins = {"honest": 1, "full": 2, **{f"flood{number}": 3 for number in range(5)}}
            for table, origin in origins.items():
                await store.append(entry(table, 1, origin=origin))
                await store.append(entry(table, 2, in_lobby=True))
            await store.append(entry("local", 1, in_lobby=True))
            await store.append(entry("full", 3))
            await store.append(entry("full", 4, in_lobby=True))
            shown = [one.table for one in await store.lobby([*origins, "local"], 0.0, 5)]
            assert {*shown[:4]} >= {"local", "flood4", "honest"}
            assert {*shown} == {"flood4", "flood3", "full", "local", "honest"}

    asyncio.run(run())


def test_a_due_table_is_claimed_once_until_its_lease_expires(open_store: Opener) -> None:
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


def test_an_append_ends_the_lease(open_store: Opener) -> None:
    async def run() -> None:
        async with open_store() as store:
            await store.append(entry("stubai", 1, due=100.0))
            assert await store.claim_due(100.0, limit=1) == ["stubai"]
            await store.append(entry("stubai", 2, due=101.0))
            assert await store.claim_due(101.0, limit=1) == ["stubai"]
            await store.append(entry("stubai", 3))
            assert await store.claim_due(1000.0, limit=1) == []

    asyncio.run(run())


def test_the_most_overdue_tables_are_claimed_first(open_store: Opener) -> None:
    async def run() -> None:
        async with open_store() as store:
            await asyncio.gather(
                *(store.append(entry(f"table{9 - at}", 1, due=float(at))) for at in range(10))
            )
            claimed = await store.claim_due(100.0, limit=3)
            assert sorted(claimed) == ["table7", "table8", "table9"]

    asyncio.run(run())


def test_concurrent_callers_claim_each_due_table_once(open_store: Opener) -> None:
    async def run() -> None:
        async with open_store() as store:
            names = {f"table{number}" for number in range(40)}
            await asyncio.gather(*(store.append(entry(name, 1, due=1.0)) for name in names))
            claims = await asyncio.gather(*(store.claim_due(2.0, limit=3) for _ in range(20)))
            assert Counter(table for claim in claims for table in claim) == Counter(names)

    asyncio.run(run())


def test_an_unreadable_table_is_left_out_until_its_next_event(open_store: Opener) -> None:
    async def run() -> None:
        async with open_store() as store:
            everywhere = ["stubai", "wipptal"]
            for table in everywhere:
                await store.append(entry(table, 1, due=100.0, in_lobby=True))
            await store.mark_unreadable("stubai", 1, until=160.0)
            await store.mark_unreadable("nowhere", 1, until=160.0)
            assert [one.table for one in await store.lobby(everywhere, 0.0)] == ["wipptal"]
            assert await store.claim_due(159.0, limit=9) == ["wipptal"]
            assert await store.claim_due(160.0, limit=9, lease=5.0) == ["stubai"]
            await store.mark_unreadable("stubai", 1, until=200.0)
            await store.mark_unreadable("stubai", None, until=0.0)
            assert len(await store.lobby(everywhere, 0.0)) == 2
            assert await store.claim_due(161.0, limit=9) == ["stubai"]
            await store.mark_unreadable("stubai", 1, until=999.0)
            await store.append(entry("stubai", 2, due=170.0, in_lobby=True))
            assert len(await store.lobby(everywhere, 0.0)) == 2
            assert await store.claim_due(170.0, limit=1) == ["wipptal"]
            assert await store.claim_due(170.0, limit=1) == ["stubai"]

    asyncio.run(run())


# What hosts do


def test_a_closed_table_is_neither_listed_nor_due(open_store: Opener) -> None:
    async def run() -> None:
        async with open_store() as store:
            for table in ("stubai", "wipptal"):
                await store.append(entry(table, 1, due=100.0, in_lobby=True))
            before = await store.interventions()
            assert await store.close_table("stubai")
            assert await store.interventions() > before
            assert not await store.close_table("stubai")
            assert not await store.close_table("nowhere")
            closed = await store.closed(["stubai", "wipptal", "nowhere"])
            assert closed == {"stubai": True, "wipptal": False}
            assert [one.table for one in await store.lobby(["stubai", "wipptal"], 0.0)] == [
                "wipptal"
            ]
            assert await store.claim_due(200.0, limit=9) == ["wipptal"]
            assert await store.append(entry("stubai", 2, due=100.0, in_lobby=True))
            assert (await store.closed(["stubai"]))["stubai"]

    asyncio.run(run())


def test_bans_are_added_once_and_removed(open_store: Opener) -> None:
    vroni, lois, address = Ban("name", "vroni"), Ban("name", "lois"), Ban("address", "192.0.2.0/24")

    async def run() -> None:
        async with open_store() as store:
            assert await store.bans() == []
            numbers = [await store.interventions()]
            assert [await store.ban(ban) for ban in (vroni, address, lois)] == [True] * 3
            numbers.append(await store.interventions())
            assert not await store.ban(vroni)
            assert await store.bans() == [address, lois, vroni]
            assert numbers == sorted({*numbers})
            assert await store.unban(vroni)
            assert not await store.unban(vroni)
            assert await store.bans() == [address, lois]
            assert await store.interventions() > numbers[-1]

    asyncio.run(run())


def test_a_ban_that_has_ended_can_be_made_again(open_store: Opener) -> None:
    week = Ban("name", "lois", at=100.0, until=200.0, reason="threw cards")

    async def run() -> None:
        async with open_store() as store:
            assert await store.ban(week)
            assert not await store.ban(week._replace(at=199.0, until=None))
            again = week._replace(at=200.0, until=300.0)
            assert await store.ban(again)
            assert await store.bans() == [again]

    asyncio.run(run())


def test_an_intervention_is_counted(open_store: Opener) -> None:
    async def run() -> None:
        async with open_store() as store:
            await store.intervene()
            first = await store.interventions()
            await store.intervene()
            assert await store.interventions() > first > 0

    asyncio.run(run())


def test_tables_that_nobody_has_touched_are_deleted_with_everything(open_store: Opener) -> None:
    async def run() -> None:
        async with open_store() as store:
            made = Checkpoint(1, 0, 0, {})
            for name in ("old", "kept", "present"):
                somebody = person("Vroni")._replace(id=name)
                text = Text(1, name, "Griaß enk!")
                await store.append(entry(name, 1, person=somebody, checkpoint=made, text=text))
            now = SystemClock().now()
            await store.seen({"present": now + 900.0}, now + 900.0)
            before = await store.interventions()
            assert await store.prune(now - 60.0) == 0
            assert await store.interventions() == before
            assert await store.prune(now + 60.0, keep=["kept"]) == 1
            assert await store.interventions() > before
            assert [table async for table in store.tables()] == ["kept", "present"]
            assert await store.events("old") == []
            assert await store.people("old") == []
            assert await store.texts("old") == []
            assert await store.checkpoint("old") is None
            assert len(await store.people("present")) == len(await store.texts("present")) == 1
            assert await store.prune(now + 999.0) == 2
            added = [store.append(entry("old", 2)), store.append(entry("new", 1))]
            assert await asyncio.gather(*added) == [False, True]
            assert [table async for table in store.tables()] == ["new"]
            assert await store.events("old") == []

    asyncio.run(run())


# The results of days


def made(name: str, *paid: int, day: str = "2026-11-26", at: float = 100.0) -> DayResult:
    """Return a result of a day; the token is the name in lower case."""
    return DayResult(day, name.lower(), name, paid, at)


def test_the_first_result_of_a_device_counts_under_its_last_name(open_store: Opener) -> None:
    async def run() -> None:
        async with open_store() as store:
            vroni = made("Vroni", 14, -6, 20)
            assert await store.keep_result(vroni, 9)
            again = vroni._replace(name="Vroni vom Hof", paid=(60, 60, 60), at=200.0)
            assert await store.keep_result(again, 9)
            assert await store.keep_result(made("Vroni", 1, day="2026-11-27"), 9)
            assert await store.results("2026-11-26") == [vroni._replace(name="Vroni vom Hof")]
            assert await store.results("2026-11-28") == []

    asyncio.run(run())


def test_a_day_has_room_for_so_many_results(open_store: Opener) -> None:
    async def run() -> None:
        async with open_store() as store:
            for name in ("Vroni", "Lois"):
                assert await store.keep_result(made(name, 1), 2)
            assert not await store.keep_result(made("Moidl", 1), 2)
            assert await store.keep_result(made("Lois", 2), 2)
            assert await store.withdraw_result("2026-11-26", "lois")
            assert not await store.withdraw_result("2026-11-26", "lois")
            assert await store.keep_result(made("Moidl", 1), 2)
            assert {one.name for one in await store.results("2026-11-26")} == {"Vroni", "Moidl"}

    asyncio.run(run())


def test_a_club_is_kept_with_its_tables_while_something_of_it_is_touched(
    open_store: Opener,
) -> None:
    async def run() -> None:
        async with open_store() as store:
            for name, club in (("old", "club:x"), ("club:x", "club:x"), ("club:y", "club:y")):
                assert await store.append(entry(name, 1)._replace(club=club))
            earlier = SystemClock().now()
            while (later := SystemClock().now()) <= earlier:
                pass
            assert await store.append(entry("new", 1)._replace(club="club:x"))
            assert await store.prune(later) == 1
            assert [table async for table in store.tables()] == ["club:x", "new", "old"]
            assert await store.prune(SystemClock().now() + 60.0) == 3

    asyncio.run(run())


def test_results_are_erased_with_their_names_and_pruned(open_store: Opener) -> None:
    async def run() -> None:
        async with open_store() as store:
            for one in (made("Vroni", 1), made("Lois", 1, at=50.0), made("Moidl", 1)):
                await store.keep_result(one, 9)
            assert await store.erase("Vroni", "stubai") == 0
            assert await store.erase("Vroni") == 1
            assert await store.prune(60.0) == 0
            assert [one.name for one in await store.results("2026-11-26")] == ["Moidl"]

    asyncio.run(run())


# What people report to the host


def complaint(number: int, by: str, **more: Any) -> Complaint:
    """Return a complaint about what Lois has written at a table, at the second of its number."""
    made = Complaint("stubai", number, "lois", by, 3, f"Depp {number}", float(number))
    return made._replace(**more)


def test_a_person_complains_once_of_a_text_and_once_of_a_person(open_store: Opener) -> None:
    first, second = complaint(7, "vroni"), complaint(7, "moidl", at=9.0)
    person = complaint(NO_TEXT, "vroni", text=None, at=10.0)

    async def run() -> None:
        async with open_store() as store:
            assert (await store.stored()).complaints == 0
            for one in (person, second, first, first._replace(text="another", at=99.0)):
                assert await store.keep_complaint(one, 9)
            assert await store.complaints() == [first, second, person]
            assert await store.complaints("stubai") == [first, second, person]
            assert await store.complaints("wipptal") == []
            assert (await store.stored()).complaints == 3

    asyncio.run(run())


def test_a_table_has_room_for_so_many_complaints(open_store: Opener) -> None:
    async def run() -> None:
        async with open_store() as store:
            assert await store.keep_complaint(complaint(1, "vroni"), 1)
            assert not await store.keep_complaint(complaint(2, "vroni"), 1)
            assert await store.keep_complaint(complaint(1, "vroni"), 1)
            assert await store.keep_complaint(complaint(2, "vroni", table="wipptal"), 1)

    asyncio.run(run())


def test_complaints_of_a_table_or_of_one_text_are_settled(open_store: Opener) -> None:
    async def run() -> None:
        async with open_store() as store:
            for number in (1, 2, 3):
                await store.keep_complaint(complaint(number, "vroni"), 9)
            assert await store.settle_complaints("stubai", 2, 50.0) == 1
            assert await store.settle_complaints("stubai", 2, 60.0) == 0
            assert await store.settle_complaints("wipptal", None, 60.0) == 0
            assert await store.settle_complaints("stubai", None, 70.0) == 2
            assert [one.settled for one in await store.complaints()] == [70.0, 50.0, 70.0]
            assert (await store.stored()).complaints == 0
            assert await store.keep_complaint(complaint(2, "vroni"), 9)
            assert (await store.stored()).complaints == 0

    asyncio.run(run())


def test_a_text_that_is_struck_out_is_kept_in_the_complaints_about_it(open_store: Opener) -> None:
    async def run() -> None:
        async with open_store() as store:
            text = Text(1, "lois", "Depp 1")
            await store.append(entry("stubai", 1, person=person("Lois"), text=text))
            await store.keep_complaint(complaint(1, "vroni"), 9)
            assert await store.erase_text("stubai", 1, reported=False)
            assert not await store.erase_text("stubai", 1, reported=False)
            assert await store.texts("stubai") == []
            assert await store.complaints() == [complaint(1, "vroni")]
            assert await store.erase_text("stubai", 1)
            assert await store.complaints() == []
            await store.keep_complaint(complaint(1, "vroni"), 9)
            assert await store.erase_person("lois")
            assert await store.complaints() == []

    asyncio.run(run())


def test_complaints_are_erased_with_the_person_and_pruned_with_the_table(
    open_store: Opener,
) -> None:
    async def run() -> None:
        async with open_store() as store:
            for name in ("Lois", "Vroni"):
                await store.append(entry(name, 1, person=person(name)))
            kept = complaint(2, "lois", table="Vroni", person="vroni")
            for one in (complaint(1, "vroni", table="Lois"), kept):
                await store.keep_complaint(one, 9)
            assert await store.erase("Lois", "Lois") == 1
            assert await store.complaints() == [kept]
            await store.prune(SystemClock().now() + 60.0)
            assert await store.complaints() == []

    asyncio.run(run())


# Devices


def device(name: str, member: str = "lois", since: float = 1.0, club: str = "club:x") -> Any:
    """Return a device that receives messages of a club."""
    keys: Any = {"endpoint": f"https://{name}", "p256dh": "P", "auth": "A", "language": "de"}
    return Subscription(club=club, device=name, member=member, since=since, **keys)


def test_a_device_is_kept_once_in_each_club(open_store: Opener) -> None:
    phone, tablet, other = device("phone"), device("tablet"), device("phone", club="club:y")

    async def run() -> None:
        async with open_store() as store:
            for one in (tablet, other, phone, phone):
                await store.subscribe(one, 9)
            assert await store.subscriptions("club:x") == [phone, tablet]
            assert await store.subscribed() == ["club:x", "club:y"]
            assert await store.subscriptions("club:x", "vroni") == []
            taken = phone._replace(member="vroni", since=2.0)
            await store.subscribe(taken, 9)
            assert await store.subscriptions("club:x") == [tablet, taken]
            await store.unsubscribe("club:x", "lois", "phone")
            await store.unsubscribe("club:x", "lois")
            assert await store.subscriptions("club:x") == [taken]
            await store.unsubscribe("club:x", device="phone")
            assert await store.subscriptions("club:x") == []
            assert await store.subscriptions("club:y") == [other]
            assert await store.subscribed() == ["club:y"]

    asyncio.run(run())


def test_of_too_many_devices_of_a_member_the_newest_are_kept(open_store: Opener) -> None:
    devices = [device(str(number), since=float(number)) for number in range(5)]
    other = device("vroni", "vroni", since=0.0)

    async def run() -> None:
        async with open_store() as store:
            for one in (other, *devices):
                await store.subscribe(one, 3)
            assert await store.subscriptions("club:x") == [other, *devices[2:]]
            await store.subscribe(devices[3], 3)
            assert await store.subscriptions("club:x", "lois") == devices[2:]

    asyncio.run(run())


def test_each_device_hears_once_of_a_turn_however_many_ask(open_store: Opener) -> None:
    phone, tablet = device("phone"), device("tablet")

    async def run() -> None:
        async with open_store() as store:
            for one in (phone, tablet, device("vroni", "vroni")):
                await store.subscribe(one, 9)
            asked = [store.tell("club:x", "lois", now=100.0, since=50.0) for _ in range(5)]
            told = [one for found in await asyncio.gather(*asked) for one in found]
            assert told == [phone._replace(told=100.0), tablet._replace(told=100.0)]
            assert await store.tell("club:x", "lois", now=150.0, since=99.0) == []
            again = await store.tell("club:x", "lois", now=150.0, since=101.0)
            assert [one.device for one in again] == ["phone", "tablet"]

    asyncio.run(run())


def test_devices_are_erased_with_the_person_and_pruned_with_the_club(open_store: Opener) -> None:
    async def run() -> None:
        async with open_store() as store:
            for name in ("Lois", "Vroni"):
                somebody = person(name)
                await store.append(entry(f"club:{name}", 1, person=somebody))
                await store.subscribe(device(name, somebody.id, club=f"club:{name}"), 9)
            assert await store.erase_person("lois")
            assert await store.subscriptions("club:Lois") == []
            assert await store.subscriptions("club:Vroni")
            await store.prune(SystemClock().now() + 60.0)
            assert await store.subscriptions("club:Vroni") == []

    asyncio.run(run())


def test_one_person_is_erased_among_several_of_the_same_name(open_store: Opener) -> None:
    async def run() -> None:
        async with open_store() as store:
            for number, one in enumerate(("first", "second"), 1):
                text = Text(number, one, "Guate Karten!")
                somebody = person("Vroni")._replace(id=one)
                await store.append(entry("stubai", number, person=somebody, text=text))
            for by in ("first", "second"):
                other = "second" if by == "first" else "first"
                await store.keep_complaint(complaint(1, by, person=other), 9)
            before = await store.interventions()
            assert await store.erase_person("second")
            assert not await store.erase_person("nobody")
            assert await store.interventions() == before + 1
            assert [one.name for one in await store.people("stubai")] == ["Vroni", None]
            assert [one.person for one in await store.texts("stubai")] == ["first"]
            assert [one.person for one in await store.complaints()] == ["first"]

    asyncio.run(run())


# Other processes


def test_all_processes_hear_of_every_change_in_a_shared_store(open_store: Opener) -> None:
    async def run() -> None:
        async with open_store() as store:
            heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
            store.on_change(lambda *change: heard.put_nowait(change))
            await store.append(entry("stubai", 1, "guat", person=person("Vroni")))
            await store.append(entry("stubai", 1, "weiter"))
            await store.set_preferences("vroni", {"muted": [2]})
            await store.erase("Vroni")
            changes = [("stubai", 1), ("stubai", 0), ("", 0)]
            if store.shared:
                async with asyncio.timeout(PATIENCE):
                    assert [await heard.get() for _ in changes] == changes
            assert heard.empty()

    asyncio.run(run())


def test_all_processes_hear_of_every_report_in_a_shared_store(open_store: Opener) -> None:
    async def run() -> None:
        async with open_store() as store:
            heard: asyncio.Queue[tuple[str, Report]] = asyncio.Queue()
            store.on_report(lambda *one: heard.put_nowait(one))
            reports = {
                "stubai": Report("a", {"vroni": 1.5}, ["vroni"], ["Anna", ""]),
                "neustift": Report("a", {}, [], [""]),
            }
            if store.shared:
                await store.report({})
                await store.report(reports)
                async with asyncio.timeout(PATIENCE):
                    assert [await heard.get() for _ in reports] == [*reports.items()]
            assert heard.empty()

    asyncio.run(run())


def test_an_open_store_is_ready(open_store: Opener) -> None:
    async def run() -> None:
        async with open_store() as store:
            assert await store.ready()

    asyncio.run(run())
