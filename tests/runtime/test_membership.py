"""People take the seats of a live table."""

from __future__ import annotations

import asyncio

from dobbm.table.house_rules import Options
from runtime.driver import open_table, refusal, serving, simulated


@simulated
async def test_nobody_can_join_while_all_seats_are_taken() -> None:
    async with serving() as server:
        table = await open_table(server, people=3)
        joining = [server.runtime.join(table.table.id, "Nanni") for _ in range(3)]
        assert [await refusal(one) for one in joining] == ["full"] * 3


@simulated
async def test_of_several_people_racing_for_the_last_seat_one_gets_it() -> None:
    async with serving() as server:
        welcome = await server.runtime.open_table(Options(), "Vroni", 2)
        joining = [server.runtime.join(welcome.table, name) for name in ("Lois", "Moidl", "Sepp")]
        codes = await asyncio.gather(*(refusal(one) for one in joining))
        assert sorted(codes, key=str) == [None, "full", "full"]


@simulated
async def test_a_person_whose_seat_could_not_be_stored_is_unknown() -> None:
    async with serving() as server:
        welcome = await server.runtime.open_table(Options(), "Vroni", 2)
        server.store.is_down = True
        assert await refusal(server.runtime.join(welcome.table, "Lois")) == "unavailable"
        server.store.is_down = False
        runner = await server.runtime.table(welcome.table)
        assert [person.name for person in runner.people.all.values()] == ["Vroni"]
        assert (await server.runtime.join(welcome.table, "Lois")).seat == 1
