"""A table with an unreadable event is set aside and reported, and the others go on."""

from __future__ import annotations

import json

import pytest

from dobbm.runtime.memory_database import MemoryDatabase
from dobbm.runtime.runtime import HEARTBEAT, OVERDUE
from dobbm.runtime.unreadable import RECHECK
from dobbm.table.commands import Say
from dobbm.table.events import Acted
from dobbm.table.house_rules import Options
from dobbm.table.state import log_name
from runtime.driver import BOT_SECONDS, Evening, Server, open_table, refusal, serving, simulated
from runtime.simulation import SimulatedClock

SOON = 0.1
NEWER = json.dumps({"kind": "from_a_newer_version", "at": 1.0})


async def waiting_for_a_bot(server: Server) -> Evening:
    """Open a table and wait until it is a bot's turn."""
    table = await open_table(server, people=1)
    await table.until_dealt()
    while table.to_act == 0:
        await table.first_legal()
    return table


async def with_a_checkpoint(server: Server) -> Evening:
    """Open a table and let 70 events happen; the checkpoint is stored with the 64th."""
    table = await open_table(server, people=2)
    await table.until_dealt()
    while table.table.number < 70:
        await table.runner.do(Say(0, "hello"))
    return table


@simulated
async def test_the_other_tables_are_taken_over(caplog: pytest.LogCaptureFixture) -> None:
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database) as server:
        tables = [await waiting_for_a_bot(server) for _ in range(8)]
    first, *others = sorted(
        [table for table in tables if database.tables[table.table.id].due],
        key=lambda table: database.tables[table.table.id].due or 0.0,
    )
    turns = [table.table.turn for table in others]
    assert turns
    damaged = first.table
    database.events[damaged.id][damaged.number - 1] = '{"kind": "ac'
    await clock.sleep(60)
    async with serving(clock, database) as server:
        await clock.sleep(2 * OVERDUE + 1.5 * BOT_SECONDS + SOON)
        for table, turn in zip(others, turns, strict=True):
            assert len(await table.all(Acted)) > turn
        assert server.runtime.alive
        assert server.runtime.unreadable == 1
        await clock.sleep(2 * RECHECK)
    ours = [record for record in caplog.records if record.name.startswith("dobbm")]
    [logged] = [record for record in ours if record.levelname == "ERROR"]
    name, number = log_name(damaged.id), damaged.number
    says = f"table {name} is set aside: event {number} cannot be read; "
    assert logged.getMessage() == f"{says}'dobbm tables show {name}' says why"


@simulated
async def test_it_goes_on_when_it_has_been_repaired() -> None:
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database) as server:
        table = await waiting_for_a_bot(server)
        turn = table.table.turn
    stored = database.events[table.table.id]
    whole, stored[-1] = stored[-1], NEWER
    async with serving(clock, database) as server:
        await clock.sleep(10)
        assert await refusal(server.runtime.table(table.table.id)) == "unreadable"
        assert database.tables[table.table.id].unreadable == len(stored)
        stored[-1] = whole
        await clock.sleep(RECHECK + 2 * HEARTBEAT + BOT_SECONDS)
        assert len(await table.all(Acted)) > turn
        assert server.runtime.unreadable == 0
        assert database.tables[table.table.id].unreadable is None


@simulated
async def test_a_live_table_is_set_aside_when_another_process_stores_what_it_cannot_read() -> None:
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database) as server:
        table = await open_table(server, people=2)
        await table.connect(0)
        await table.until_dealt()
        database.events[table.table.id].append(NEWER)
        assert await refusal(table.runner.do(Say(0, "hello"))) == "unreadable"
        await clock.sleep(HEARTBEAT + SOON)
        assert table.streams[0].done()
        assert server.runtime.tables == 0
        assert await refusal(server.runtime.table(table.table.id)) == "unreadable"
        other = await server.runtime.open_table(Options(), "Moidl", 3)
        assert await refusal(server.runtime.table(other.table)) is None


@simulated
async def test_the_lobby_leaves_it_out() -> None:
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database) as server:
        await open_table(server, people=1, players=4, listed=True)
        names = [
            (await server.runtime.open_table(Options(listed=True), name, 0)).table
            for name in ("Vroni", "Lois")
        ]
    database.events[names[0]][-1] = NEWER
    async with serving(clock, database) as server:
        (await server.runtime.table(names[1])).people.presence.hear("")
        assert [listing["table"] for listing in await server.runtime.lobby()] == names[1:]


@simulated
async def test_an_old_event_that_is_no_longer_needed_does_not_stop_the_table() -> None:
    """The checkpoint after it suffices."""
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database) as server:
        table = await with_a_checkpoint(server)
    database.events[table.table.id][9] = NEWER
    async with serving(clock, database) as server:
        runner = await server.runtime.table(table.table.id)
        await runner.do(Say(0, "hello"))
        assert server.runtime.unreadable == 0


@simulated
async def test_the_event_of_the_last_checkpoint_is_read_again() -> None:
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database) as server:
        table = await with_a_checkpoint(server)
    database.events[table.table.id][63] = NEWER
    async with serving(clock, database) as server:
        assert await refusal(server.runtime.table(table.table.id)) == "unreadable"
        await clock.sleep(2 * HEARTBEAT)
        assert database.tables[table.table.id].unreadable == 64


@pytest.mark.parametrize("state", [{}, {"version": 1}, {"version": 1, "options": 7}])
@simulated
async def test_an_unreadable_checkpoint_is_ignored(state: dict[str, object]) -> None:
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database) as server:
        table = await with_a_checkpoint(server)
    made = database.checkpoints[table.table.id]
    made[64] = made[64]._replace(state=state)
    async with serving(clock, database) as server:
        assert (await server.runtime.table(table.table.id)).table.number >= 70
    assert made[64].state["number"] == 64
