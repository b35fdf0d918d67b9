"""The time of a table passes as the monotonic clock does, whatever the wall clock shows."""

from __future__ import annotations

import pytest

from dobbm.runtime.clock import STEP, TableClock
from dobbm.runtime.simulation import START, SimulatedClock
from dobbm.table.clock import LOOK
from dobbm.table.events import ClockSet, Dealt, StoodIn
from dobbm.table.options import BANK, FREE
from runtime.driver import evening, simulated

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
    time.follow_wall()
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
        assert table.now - ended == pytest.approx(LOOK, abs=0.1)


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
