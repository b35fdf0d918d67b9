"""Texts between people at a live table: who reads them, and how long they are kept."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from dobbm.runtime.history import INTERVAL
from dobbm.runtime.memory_database import MemoryDatabase
from dobbm.runtime.runtime import HEARTBEAT
from dobbm.table.commands import AllowTexts, DeclineTexts, Leave
from dobbm.table.events import Wrote
from dobbm.table.talk import BURST, BURST_SECONDS, MOST_TEXTS
from runtime.driver import Evening, decoded, evening, open_table, refusal, serving, simulated
from runtime.simulation import SimulatedClock

SOON = 0.1


def read(table: Evening, seat: int | None) -> Any:
    """Return the text in the last message to a seat, or to a spectator."""
    return decoded(table.received[seat][-1])["change"].get("text")


def texts(table: Evening, seat: int) -> list[tuple[str | None, str]]:
    """Return who has written what, as far as the person in ``seat`` may read it."""
    return [(one.name, one.text) for one in table.runner.texts(seat)]


async def write(table: Evening, seat: int, text: str) -> None:
    await table.runner.write(seat, text)
    await table.wait(SOON)


@simulated
async def test_a_text_reaches_those_who_sit_at_the_table_and_no_spectator() -> None:
    async with evening(people=3, texts=True) as table:
        await table.connect(None)
        await write(table, 0, "  Griaß\nenk! ")
        assert [read(table, seat) for seat in (0, 1, 2, None)] == ["Griaß enk!"] * 3 + [None]
        assert texts(table, 2) == [("Vroni", "Griaß enk!")]


@simulated
async def test_what_cannot_be_written_is_refused_with_a_reason() -> None:
    async with evening(people=3, texts=True) as table:
        assert await refusal(table.runner.write(0, " \u202e ")) == "text"
        assert await refusal(table.runner.write(0, "x" * 201)) == "text"
        assert await refusal(table.runner.write(3, "i bin a Bot")) == "seat"
        await table.runner.do(DeclineTexts(2, declined=True))
        assert await refusal(table.runner.write(0, "Griaß enk!")) == "texts"
        assert not await table.all(Wrote)


@simulated
async def test_a_text_is_in_no_event_checkpoint_or_record() -> None:
    secret = "Trumpfsau"
    async with evening(people=2, texts=True) as table:
        await write(table, 0, secret)
        await table.play_out()
        while table.table.number < 2 * INTERVAL:
            await table.runner.do(AllowTexts(0, allowed=not table.table.options.texts))
        database = table.server.store._database
        for stored in (database.events, database.checkpoints, database.people, database.tables):
            assert secret not in str(dict(stored))
        assert secret in str(dict(database.texts))
        assert secret not in str(await table.runner.feed.deal(1, 0))


@simulated
async def test_a_muted_person_is_not_read_by_the_one_who_mutes_and_by_nobody_else_less() -> None:
    async with evening(people=3, texts=True) as table:
        await table.runner.mute(1, [0])
        await write(table, 0, "Hast du die Sau?")
        await write(table, 2, "Na!")
        assert [read(table, seat) for seat in (0, 1, 2)] == ["Na!"] * 3
        assert texts(table, 1) == [("Moidl", "Na!")]
        assert len(texts(table, 2)) == 2
        assert "Hast" not in str(table.received[1])


@simulated
async def test_who_is_muted_stays_muted_in_another_seat() -> None:
    async with evening(people=3, texts=True) as table:
        await table.runner.mute(1, [0])
        await table.play_out()
        await table.runner.sit_again(table.tokens[0], 3)
        await write(table, 3, "Iatz sitz i da")
        message = decoded(table.received[1][-1])
        assert (message["change"]["text"], message["own"]["muted"]) == (None, [3])
        await table.runner.do(Leave(3))
        await table.runner.mute(1, [2])
        await table.runner.sit_again(table.tokens[0], 0)
        await table.wait(SOON)
        assert decoded(table.received[1][-1])["own"]["muted"] == [0, 2]


@simulated
async def test_at_a_table_of_the_lobby_a_stranger_who_mutes_also_declines_texts() -> None:
    async with evening(people=3, texts=True, listed=True) as table:
        await write(table, 0, "Griaß enk!")
        await table.runner.mute(1, [])
        assert table.table.texts == "on"
        await table.runner.mute(1, [0])
        assert await refusal(table.runner.write(2, "Wos is?")) == "texts"
    async with evening(people=3, texts=True) as among_friends:
        await among_friends.runner.mute(1, [0])
        assert among_friends.table.texts == "on"


@simulated
async def test_a_newcomer_reads_nothing_from_before_not_even_in_old_events() -> None:
    async with serving() as server:
        table = await open_table(server, people=2, texts=True)
        await table.connect(0, 1)
        await table.until_dealt()
        await write(table, 0, "Vor dir")
        await table.play_out()
        welcome = await server.runtime.join(table.table.id, "Moidl", wanted=2)
        await write(table, 1, "Mit dir")
        assert texts(table, welcome.seat) == [("Lois", "Mit dir")]
        await table.connect(2, number=1)
        await table.wait(SOON)
        assert "Mit dir" in str(table.received[2])
        assert "Vor dir" not in str(table.received[2])
        await table.disconnect(0, 1, 2)


@simulated
async def test_a_reload_shows_the_texts_since_sitting_down_and_no_more_than_are_kept() -> None:
    async with evening(people=2, texts=True) as table:
        for number in range(MOST_TEXTS + 4):
            await table.runner.write(number % 2, f"Zeile {number}")
            await table.wait(BURST_SECONDS / BURST)
        kept = [text for _, text in texts(table, 1)]
        assert kept == [f"Zeile {number}" for number in range(4, MOST_TEXTS + 4)]
        stored = await table.server.store.texts(table.table.id)
        assert [one.text for one in stored] == kept
        await table.connect(0, number=2)
        await table.until(lambda: table.received[0] and read(table, 0) == kept[-1])
        assert "Zeile 5" in str(table.received[0])


@simulated
async def test_texts_survive_a_restart() -> None:
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database) as server:
        table = await open_table(server, people=2, texts=True)
        await table.runner.write(1, "Bis glei!")
        tokens, name = table.tokens, table.table.id
    async with serving(clock, database) as server:
        table = Evening(server, await server.runtime.table(name), tokens)
        assert texts(table, 1) == [("Lois", "Bis glei!")]


@simulated
async def test_a_text_reaches_the_people_at_another_process() -> None:
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database) as one, serving(clock, database) as other:
        table = await open_table(one, people=2, texts=True)
        there = Evening(other, await other.runtime.table(table.table.id), table.tokens)
        await there.connect(1)
        await table.runner.write(0, "Griaß di!")
        await there.until(lambda: read(there, 1) == "Griaß di!")
        assert texts(there, 1) == [("Vroni", "Griaß di!")]
        await there.disconnect(1)


@pytest.mark.parametrize("shared", [False, True])
@simulated
async def test_a_running_server_forgets_the_texts_of_an_erased_person(shared: bool) -> None:
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database, shared=shared) as server:
        table = await open_table(server, people=2, texts=True)
        await write(table, 0, "I hoaß Vroni Hofer")
        await write(table, 1, "Und i bin der Lois")
        before = table.table.number - 2
        await server.store.erase("Vroni")
        await clock.sleep(HEARTBEAT + SOON)
        assert texts(table, 1) == [("Lois", "Und i bin der Lois")]
        await table.connect(1, number=before)
        await table.wait(SOON)
        assert "Hofer" not in str(table.received[1])
        await table.disconnect(1)


@simulated
async def test_nobody_writes_at_a_server_that_forbids_it() -> None:
    async with serving(texts=False) as server:
        table = await open_table(server, people=2, texts=True)
        await table.connect(0)
        assert await refusal(table.runner.write(0, "Griaß di!")) == "texts"
        assert decoded(table.received[0][-1])["texts"] == "forbidden"
        assert texts(table, 0) == []
        await table.disconnect(0)


def test_logs_never_contain_a_text(caplog: pytest.LogCaptureFixture) -> None:
    @simulated
    async def a_failing_evening() -> None:
        async with evening(people=2, texts=True) as table:
            await write(table, 0, "Trumpfsau")
            table.server.store.is_down = True
            assert await refusal(table.runner.write(0, "Trumpfsau")) == "unavailable"
            table.server.store.is_down = False

    with caplog.at_level(logging.DEBUG):
        a_failing_evening()
    assert "Trumpfsau" not in caplog.text
