"""The time of a table passes as the monotonic clock does, whatever the wall clock shows."""

from __future__ import annotations

import pytest

from dobbm.runtime.clock import STEP, TableClock
from dobbm.runtime.memory_store import MemoryDatabase
from dobbm.runtime.simulation import START, SimulatedClock
from dobbm.table.commands import Fill, Say
from dobbm.table.deadlines import REVIEW
from dobbm.table.events import ClockSet, Dealt, StoodIn
from dobbm.table.house_rules import BANK, FREE, Options
from runtime.driver import Evening, evening, refusal, sat_down, serving, simulated

HOUR = 3600.0


@simulated
async def test_a_table_begins_with_wall_time() -> None:
    clock = SimulatedClock()
    assert TableClock(clock, last=0.0).now() == START


@simulated
async def test_a_table_never_goes_back_behind_its_last_event() -> None:
    assert TableClock(SimulatedClock(), last=START + 2).now() == START + 2


@simulated
async def test_time_passes_and_the_wall_clock_does_not_matter() -> None:
    clock = SimulatedClock()
    time = TableClock(clock, START)
    clock.set(HOUR)
    await clock.sleep(7)
    assert time.now() == START + 7
    assert time.step() == HOUR
    time.move(HOUR)
    assert time.now() == START + 7 + HOUR
    assert time.step() == 0.0


@simulated
async def test_a_wall_clock_that_is_a_little_off_was_not_set() -> None:
    clock = SimulatedClock()
    time = TableClock(clock, START)
    clock.set(STEP - 1)
    assert time.step() == 0.0


@simulated
async def test_an_event_of_a_process_whose_clock_is_ahead_is_taken_in() -> None:
    clock = SimulatedClock()
    time = TableClock(clock, START)
    time.not_before(START - 1)
    assert time.now() == START
    time.not_before(START + 3)
    await clock.sleep(1)
    assert time.now() == START + 4


@pytest.mark.parametrize("by", [HOUR, -HOUR])
@simulated
async def test_another_process_has_found_its_clock_set(by: float) -> None:
    clock = SimulatedClock()
    time = TableClock(clock, START)
    await clock.sleep(7)
    time.follow(START + 5 + by, by)
    assert time.now() == START + 7 + by


@simulated
async def test_another_process_has_found_that_nobody_had_run_the_table() -> None:
    clock = SimulatedClock()
    time = TableClock(clock, START)
    await clock.sleep(HOUR)
    time.follow(START + HOUR - 1, HOUR - 60)
    assert time.now() == START + HOUR


@pytest.mark.parametrize("by", [HOUR, -HOUR])
@simulated
async def test_a_wall_clock_that_is_set_takes_nobodys_time(by: float) -> None:
    async with evening() as table:
        thinks = table.to_act
        await table.wait(FREE + 10)
        table.clock.set(by)
        await table.wait(20)
        assert thinks in table.table.attending
        await table.act("weiter")
        assert table.table.occupant(thinks).bank == pytest.approx(BANK - 30, abs=0.01)
        assert (await table.last(ClockSet)).by == by


@pytest.mark.parametrize("by", [HOUR, -HOUR])
@simulated
async def test_a_wall_clock_that_is_set_neither_stops_a_table_nor_hurries_it(by: float) -> None:
    async with evening() as table:
        await table.wait(FREE + 1)
        start, by_the_clock = table.now, FREE + BANK - (FREE + 1)
        table.clock.set(by)
        await table.until(lambda: table.table.occupant(table.to_act).stood_in)
        assert table.now - start == pytest.approx(by_the_clock, abs=0.1)
        assert (await table.last(StoodIn)).at == pytest.approx(table.clock.now(), abs=0.1)


@pytest.mark.parametrize("by", [HOUR, -HOUR])
@simulated
async def test_a_finished_deal_is_looked_at_as_long_when_the_clock_is_set(by: float) -> None:
    async with evening(people=2) as table:
        await table.play_out()
        ended = table.now
        table.clock.set(by)
        await table.until_dealt()
        assert table.now - ended == pytest.approx(REVIEW, abs=0.1)


@pytest.mark.parametrize("by", [HOUR, -HOUR])
@simulated
async def test_where_nothing_is_due_the_next_event_finds_out_that_the_clock_was_set(
    by: float,
) -> None:
    async with evening(people=1) as table:
        await table.play_out()
        await table.wait(1)
        table.clock.set(by)
        await table.wait(60)
        assert not await table.all(ClockSet)
        await table.vote("next")
        await table.wait(2)
        assert (await table.last(Dealt)).at == pytest.approx(table.clock.now(), abs=2)
        [set_by] = await table.all(ClockSet)
        assert set_by.by == by


@simulated
async def test_a_clock_that_is_set_to_and_fro_ends_where_it_was() -> None:
    async with evening() as table:
        thinks = table.to_act
        for by in (HOUR, -2 * HOUR, HOUR):
            await table.wait(4)
            table.clock.set(by)
        await table.act("weiter")
        assert table.table.occupant(thinks).bank == BANK


@pytest.mark.parametrize("by", [HOUR, -HOUR])
@simulated
async def test_a_table_that_waits_for_people_begins_at_once_after_the_clock_was_set(
    by: float,
) -> None:
    async with serving() as server:
        table = await sat_down(server, people=1)
        other = await server.runtime.open_table(Options(), "Lois", 0)
        server.clock.set(by)
        runner = await server.runtime.table(other.table)
        await runner.do(Fill(other.seat))
        await server.clock.sleep(2)
        assert runner.table.deal
        assert table.table.deal


@pytest.mark.parametrize("by", [HOUR, -HOUR])
@simulated
async def test_a_clock_that_was_set_while_the_store_is_away_is_told_later(by: float) -> None:
    async with evening() as table:
        thinks = table.to_act
        await table.wait(FREE)
        table.clock.set(by)
        table.server.store.is_down = True
        await table.wait(10)
        assert await refusal(table.act("weiter")) == "unavailable"
        table.server.store.is_down = False
        await table.wait(5)
        assert [event.by for event in await table.all(ClockSet)] == [by]
        await table.act("weiter")
        assert table.table.occupant(thinks).bank == pytest.approx(BANK - 15, abs=0.01)


@pytest.mark.parametrize("by", [HOUR, -HOUR])
@simulated
async def test_two_servers_whose_clocks_are_set_move_a_table_once(by: float) -> None:
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database) as one, serving(clock, database) as two:
        here = await sat_down(one)
        there = Evening(two, await two.runtime.table(here.table.id), {})
        await here.connect(*range(4))
        await there.connect(*range(4))
        await here.until_dealt()
        thinks = here.to_act
        clock.set(by)
        await clock.sleep(FREE)
        await here.runner.do(Say(0, "moment"))
        await clock.sleep(1)
        await there.runner.do(Say(1, "moment"))
        await clock.sleep(1)
        assert [event.by for event in await here.all(ClockSet)] == [by]
        await there.act("weiter")
        assert there.table.occupant(thinks).bank == pytest.approx(BANK - 2, abs=0.01)
        await here.disconnect(*range(4))
        await there.disconnect(*range(4))
