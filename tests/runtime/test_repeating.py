"""A request that is repeated because its answer was lost is carried out once."""

from __future__ import annotations

import asyncio

from dobbm.runtime.memory_database import MemoryDatabase
from dobbm.table.commands import Leave
from dobbm.table.events import Opened, Sat, Wrote
from dobbm.table.house_rules import Options
from runtime.driver import Evening, open_table, refusal, serving, simulated
from runtime.simulation import SimulatedClock

REQUEST = "a-request-with-much-chance"
OTHER = "another-request-with-chance"


@simulated
async def test_a_repeated_request_takes_one_seat() -> None:
    async with serving() as server:
        opened = await server.runtime.open_table(Options(), "Vroni", 2)
        first = await server.runtime.join(opened.table, "Lois", REQUEST)
        assert await server.runtime.join(opened.table, "Lois", REQUEST) == first
        assert await refusal(server.runtime.join(opened.table, "Moidl", OTHER)) == "full"
        assert (await server.runtime.table(opened.table)).table.people == (0, 1)


@simulated
async def test_a_repeated_request_opens_one_table() -> None:
    async with serving() as server:
        first = await server.runtime.open_table(Options(), "Vroni", 3, REQUEST)
        assert await server.runtime.open_table(Options(), "Vroni", 3, REQUEST) == first
        assert (await server.runtime.open_table(Options(), "Vroni", 3, OTHER)).table != first.table
        assert (server.runtime.counted["opened"], server.runtime.counted["sat"]) == (2, 2)


@simulated
async def test_a_seat_is_found_again_when_the_answer_of_the_store_was_lost() -> None:
    async with serving() as server:
        server.store.loses_answers = True
        opening = server.runtime.open_table
        assert await refusal(opening(Options(), "Vroni", 0, REQUEST)) == "unavailable"
        assert await refusal(opening(Options(), "Vroni", 0, REQUEST)) == "unavailable"
        server.store.loses_answers = False
        opened = await opening(Options(), "Vroni", 0, REQUEST)
        server.store.loses_answers = True
        joining = server.runtime.join
        assert await refusal(joining(opened.table, "Lois", OTHER)) == "unavailable"
        server.store.loses_answers = False
        seated = await joining(opened.table, "Lois", OTHER)
        table = Evening(server, await server.runtime.table(opened.table), {})
        assert (len(await table.all(Opened)), len(await table.all(Sat))) == (1, 2)
        assert await table.runner.seat_of(seated.token) == seated.seat == 1


@simulated
async def test_a_request_sent_to_two_processes_at_once_takes_one_seat() -> None:
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database) as one, serving(clock, database) as two:
        both = [server.runtime for server in (one, two)]
        first, second = await asyncio.gather(
            *(runtime.open_table(Options(), "Vroni", 0, REQUEST) for runtime in both)
        )
        assert first == second
        seats = await asyncio.gather(
            *(runtime.join(first.table, "Lois", OTHER) for runtime in both * 2)
        )
        assert len({*seats}) == 1
        assert (await two.runtime.table(first.table, fresh=True)).table.people == (0, 1)


@simulated
async def test_a_seat_that_was_left_is_not_taken_again_by_the_same_request() -> None:
    async with serving() as server:
        opened = await server.runtime.open_table(Options(), "Vroni", 2)
        seated = await server.runtime.join(opened.table, "Lois", REQUEST)
        await (await server.runtime.table(opened.table)).do(Leave(seated.seat))
        assert await refusal(server.runtime.join(opened.table, "Lois", REQUEST)) == "seat"


@simulated
async def test_a_repeated_request_writes_one_text() -> None:
    """Through any process, and also if the answer of the store was lost."""
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database) as one, serving(clock, database) as two:
        table = await open_table(one, people=2, texts=True)
        there = await two.runtime.table(table.table.id)
        one.store.loses_answers = True
        assert await refusal(table.runner.write(0, "Griaß di!", REQUEST)) == "unavailable"
        one.store.loses_answers = False
        await table.runner.write(0, "Griaß di!", REQUEST)
        await there.write(0, "Griaß di!", REQUEST)
        await there.write(0, "Griaß di!", OTHER)
        assert [event.seat for event in await table.all(Wrote)] == [0, 0]
        assert [text.text for text in there.texts(1)] == ["Griaß di!"] * 2
