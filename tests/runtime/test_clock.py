"""A table's time passes as the monotonic clock does, whatever the wall clock shows."""

from __future__ import annotations

import pytest

from dobbm.runtime.clock import STEP, TableClock
from dobbm.runtime.memory_database import MemoryDatabase
from dobbm.table.commands import Fill, Say
from dobbm.table.deadlines import REVIEW
from dobbm.table.events import ClockSet, Dealt, StoodIn
from dobbm.table.house_rules import BANK, FREE, Options
from runtime.driver import Evening, evening, open_table, refusal, serving, simulated
from runtime.simulation import START, SimulatedClock

HOUR = 3600.0


@simulated
async def test_a_table_starts_at_wall_time() -> None:
    clock = SimulatedClock()
    assert TableClock(clock, last=0.0).now() == START


@simulated
async def test_a_tables_time_never_precedes_its_last_event() -> None:
    assert TableClock(SimulatedClock(), last=START + 2).now() == START + 2


@simulated
async def test_setting_the_wall_clock_does_not_change_a_tables_time() -> None:
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
async def test_a_small_difference_does_not_count_as_setting_the_clock() -> None:
    clock = SimulatedClock()
    time = TableClock(clock, START)
    clock.set(STEP - 1)
    assert time.step() == 0.0


@simulated
async def test_a_table_adopts_the_time_of_an_event_from_a_process_ahead() -> None:
    clock = SimulatedClock()
    time = TableClock(clock, START)
    time.not_before(START - 1)
    assert time.now() == START
    time.not_before(START + 3)
    await clock.sleep(1)
    assert time.now() == START + 4


@pytest.mark.parametrize("by", [HOUR, -HOUR])
@simulated
async def test_following_a_process_whose_clock_was_set(by: float) -> None:
    clock = SimulatedClock()
    time = TableClock(clock, START)
    await clock.sleep(7)
    time.follow(START + 5 + by, by)
    assert time.now() == START + 7 + by


@simulated
async def test_following_a_process_whose_clock_was_set_and_is_ahead() -> None:
    clock = SimulatedClock()
    time = TableClock(clock, START)
    await clock.sleep(5)
    time.follow(START + 7 + HOUR, HOUR)
    assert time.now() == START + 7 + HOUR


@simulated
async def test_following_a_process_that_cannot_know_by_how_much_its_clock_was_set() -> None:
    """It took the table over after its clock was set, and thinks that no time has passed."""
    clock = SimulatedClock()
    time = TableClock(clock, START)
    clock.set(-HOUR)
    await clock.sleep(15)
    time.follow(START + 10 - HOUR, 9 - HOUR)
    assert time.now() == START + 15 - HOUR
    time = TableClock(clock, START + 15)
    time.follow(START + 16 - HOUR, 9 - HOUR)  # the other clock is a second ahead
    assert time.now() == START + 16 - HOUR


@simulated
async def test_following_a_process_that_found_the_table_unattended() -> None:
    clock = SimulatedClock()
    time = TableClock(clock, START)
    await clock.sleep(HOUR)
    time.follow(START + HOUR - 1, HOUR - 60)
    assert time.now() == START + HOUR


@pytest.mark.parametrize("by", [HOUR, -HOUR])
@simulated
async def test_setting_the_wall_clock_charges_nobody(by: float) -> None:
    async with evening() as table:
        seat = table.to_act
        await table.wait(FREE + 10)
        table.clock.set(by)
        await table.wait(20)
        assert seat in table.table.attending
        await table.act("weiter")
        assert table.table.occupant(seat).bank == pytest.approx(BANK - 30, abs=0.01)
        assert (await table.last(ClockSet)).by == by


@pytest.mark.parametrize("by", [HOUR, -HOUR])
@simulated
async def test_setting_the_wall_clock_neither_delays_nor_hurries_a_deadline(by: float) -> None:
    async with evening() as table:
        await table.wait(FREE + 1)
        start, remaining = table.now, FREE + BANK - (FREE + 1)
        table.clock.set(by)
        await table.until(lambda: table.table.occupant(table.to_act).stood_in)
        assert table.now - start == pytest.approx(remaining, abs=0.1)
        assert (await table.last(StoodIn)).at == pytest.approx(table.clock.now(), abs=0.1)


@pytest.mark.parametrize("by", [HOUR, -HOUR])
@simulated
async def test_setting_the_clock_does_not_change_the_time_to_review_a_deal(by: float) -> None:
    async with evening(people=2) as table:
        await table.play_out()
        ended = table.now
        table.clock.set(by)
        await table.until_dealt()
        assert table.now - ended == pytest.approx(REVIEW, abs=0.1)


@pytest.mark.parametrize("by", [HOUR, -HOUR])
@simulated
async def test_without_a_deadline_the_next_event_notices_that_the_clock_was_set(
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
async def test_a_clock_set_back_and_forth_ends_where_it_was() -> None:
    async with evening() as table:
        seat = table.to_act
        for by in (HOUR, -2 * HOUR, HOUR):
            await table.wait(4)
            table.clock.set(by)
        await table.act("weiter")
        assert table.table.occupant(seat).bank == BANK


@pytest.mark.parametrize("by", [HOUR, -HOUR])
@simulated
async def test_a_table_waiting_for_people_starts_at_once_after_the_clock_was_set(
    by: float,
) -> None:
    async with serving() as server:
        table = await open_table(server, people=1)
        other = await server.runtime.open_table(Options(), "Lois", 0)
        server.clock.set(by)
        runner = await server.runtime.table(other.table)
        await runner.do(Fill(other.seat))
        await server.clock.sleep(2)
        assert runner.table.deal
        assert table.table.deal


@pytest.mark.parametrize("by", [HOUR, -HOUR])
@simulated
async def test_setting_the_clock_during_a_store_outage_is_recorded_afterwards(by: float) -> None:
    async with evening() as table:
        seat = table.to_act
        await table.wait(FREE)
        table.clock.set(by)
        table.server.store.is_down = True
        await table.wait(10)
        assert await refusal(table.act("weiter")) == "unavailable"
        table.server.store.is_down = False
        await table.wait(5)
        assert [event.by for event in await table.all(ClockSet)] == [by]
        await table.act("weiter")
        assert table.table.occupant(seat).bank == pytest.approx(BANK - 15, abs=0.01)


@pytest.mark.parametrize("by", [HOUR, -HOUR])
@simulated
async def test_two_servers_whose_clocks_are_set_move_a_table_once(by: float) -> None:
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database) as one, serving(clock, database) as two:
        here = await open_table(one)
        there = Evening(two, await two.runtime.table(here.table.id), {})
        await here.connect(*range(4))
        await there.connect(*range(4))
        await here.until_dealt()
        seat = here.to_act
        clock.set(by)
        await clock.sleep(FREE)
        await here.runner.do(Say(0, "moment"))
        await clock.sleep(1)
        await there.runner.do(Say(1, "moment"))
        await clock.sleep(1)
        assert [event.by for event in await here.all(ClockSet)] == [by]
        await there.act("weiter")
        assert there.table.occupant(seat).bank == pytest.approx(BANK - 2, abs=0.01)
        await here.disconnect(*range(4))
        await there.disconnect(*range(4))
