"""All tables of a process: running, taking over, unloading and reloading them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from dobbm.runtime.memory_database import MemoryDatabase
from dobbm.runtime.runner import TableRunner
from dobbm.runtime.runtime import HEARTBEAT, IDLE, OVERDUE, SILENCE
from dobbm.runtime.store import Listing, Person
from dobbm.runtime.supervisor import DEAD
from dobbm.runtime.table_clock import RETRY
from dobbm.table.commands import Act, ComeBack, Say
from dobbm.table.deadlines import GONE, REVIEW
from dobbm.table.events import Acted, ClockSet, Dealt, StoodIn
from dobbm.table.house_rules import BANK, FREE, GRACE, Options
from dobbm.table.state import log_name
from runtime.driver import (
    BOT_SECONDS,
    SLOW,
    Evening,
    decoded,
    evening,
    open_table,
    refusal,
    serving,
    simulated,
)
from runtime.simulation import SimulatedClock

LEASE = 5.0
SOON = 0.1
HOUR = 3600.0


async def at(server: Any, table: Evening) -> Evening:
    """Return the same table at another server."""
    return Evening(server, await server.runtime.table(table.table.id), table.tokens)


# Several processes on one database


@simulated
async def test_another_process_takes_over_within_two_seconds() -> None:
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database) as two:
        async with serving(clock, database) as one:
            table = await open_table(one, people=1)
            await table.until_dealt()
            while table.to_act == 0:
                await table.first_legal()
            turn, since = table.table.turn, table.table.since
        await clock.sleep(1.5 * BOT_SECONDS + 2 * OVERDUE + SOON)
        taken = await at(two, table)
        assert taken.table.turn > turn
        done = (await taken.all(Acted))[turn].at - since
        assert done <= 1.5 * BOT_SECONDS + 2 * OVERDUE


@simulated
async def test_an_unused_lease_expires_after_five_seconds() -> None:
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database) as one:
        table = await open_table(one, people=1)
        await table.until_dealt()
        while table.to_act == 0:
            await table.first_legal()
        turn = table.table.turn
    await clock.sleep(2)
    assert await one.store.claim_due(clock.now(), 10, LEASE) == [table.table.id]
    async with serving(clock, database) as two:
        await clock.sleep(LEASE - 1)
        assert len(await table.all(Acted)) == turn
        await clock.sleep(1 + 3 * OVERDUE + 1.5 * BOT_SECONDS)
        assert len(await table.all(Acted)) > turn
        assert two.runtime.tables == 1


@simulated
async def test_people_on_two_servers_play_at_one_table() -> None:
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database) as one, serving(clock, database) as two:
        here = await open_table(one)
        there = await at(two, here)
        await here.connect(0, 1)
        await there.connect(2, 3)
        await here.until_dealt()
        for turn in range(4):
            table = here if turn % 2 else there
            await table.runner.do(Act(here.to_act, "weiter", turn))
            await clock.sleep(SOON)
        assert here.table == there.table == await here.replayed()
        last = here.table.number
        for table, seats in ((here, (0, 1)), (there, (2, 3))):
            for seat in seats:
                assert [one.number for one in table.received[seat]] == [*range(1, last + 1)]


@simulated
async def test_an_action_sent_to_two_servers_counts_once() -> None:
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database) as one, serving(clock, database) as two:
        here = await open_table(one)
        there = await at(two, here)
        await here.until_dealt()
        action = Act(here.to_act, "weiter", 0)
        await asyncio.gather(*(table.runner.do(action) for table in (here, there) * 2))
        assert len(await here.all(Acted)) == 1


@simulated
async def test_a_person_who_follows_at_another_server_is_not_gone() -> None:
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database) as one, serving(clock, database) as two:
        here = await open_table(one)
        await here.connect(*range(4))
        await here.until_dealt()
        seat = here.to_act
        there = await at(two, here)
        await there.connect(seat)
        await here.disconnect(seat)
        await clock.sleep(GRACE + HEARTBEAT + FREE)
        assert not await here.all(StoodIn)
        await there.disconnect(seat)
        await clock.sleep(GRACE + 2 * HEARTBEAT)
        assert (await here.last(StoodIn)).seat == seat


@simulated
async def test_the_review_lasts_as_long_for_people_at_another_server() -> None:
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database) as one, serving(clock, database) as two:
        here = await open_table(one, people=2)
        there = await at(two, here)
        await there.connect(0, 1)
        await here.until_dealt()
        await here.play_out()
        await clock.sleep(REVIEW + OVERDUE + HEARTBEAT)
        assert here.table.stage == there.table.stage == "playing"
        await there.disconnect(0, 1)


@simulated
async def test_a_person_who_sat_down_at_another_server_is_known() -> None:
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database) as one, serving(clock, database) as two:
        welcome = await one.runtime.open_table(Options(), "Vroni", 0)
        seated = await two.runtime.join(welcome.table, "Lois")
        runner = await one.runtime.table(welcome.table)
        assert await runner.seat_of(seated.token) == seated.seat == 1


@simulated
async def test_a_person_read_before_the_event_is_known() -> None:
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database) as one, serving(clock, database) as two:
        welcome = await one.runtime.open_table(Options(), "Vroni", 0)
        runner = await two.runtime.table(welcome.table)
        database.callbacks.clear()  # all notices are lost
        seated = await one.runtime.join(welcome.table, "Lois")
        await runner.reload_people()
        assert await runner.seat_of(seated.token) == seated.seat == 1


@simulated
async def test_a_server_without_news_gives_a_seat_back() -> None:
    """To its knowledge, the person is still there."""
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database) as one, serving(clock, database) as two:
        here = await open_table(one)
        await here.connect(*range(4))
        await here.until_dealt()
        there = await at(two, here)
        await there.connect(*range(4))
        await here.act("weiter")
        await clock.sleep(SOON)
        database.callbacks.remove(two.runtime._hear)
        seat = here.to_act
        await clock.sleep(FREE + BANK + SOON)
        assert here.table.occupant(seat).stood_in == "clock"
        assert there.table.occupant(seat).stood_in is None
        await there.runner.do(ComeBack(seat))
        assert seat in (await here.replayed()).attending
        for table in (here, there):
            await table.disconnect(*range(4))


@simulated
async def test_changes_made_while_a_table_is_being_loaded_are_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database) as one, serving(clock, database) as two:
        here = await open_table(one)
        await here.until_dealt()
        read = two.store.people

        async def act_and_read(table: str) -> list[Person]:
            monkeypatch.undo()
            await here.act("weiter")
            return await read(table)

        monkeypatch.setattr(two.store, "people", act_and_read)
        there = await at(two, here)
        assert there.table.turn == 1


@simulated
async def test_a_bot_is_asked_only_by_the_process_that_received_the_last_action() -> None:
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database) as one, serving(clock, database) as two:
        here = await open_table(one, people=2)
        await here.connect(0, 1)
        await here.until_dealt()
        await here.until(lambda: here.to_act in (0, 1))
        there = await at(two, here)
        await there.connect(0, 1)
        turn = here.table.turn
        await here.first_legal()
        two.bots.asked.clear()
        await clock.sleep(FREE + BANK + 60)
        assert here.table.turn > turn + 1
        assert not two.bots.asked
        for table in (here, there):
            await table.disconnect(0, 1)


@simulated
async def test_a_server_whose_clock_is_behind_adopts_the_time_of_the_other() -> None:
    clock, behind, database = SimulatedClock(), SimulatedClock(), MemoryDatabase()
    behind.set(-3)
    async with serving(clock, database) as one, serving(behind, database) as two:
        here = await open_table(one)
        await here.until_dealt()
        await here.act("weiter")
        there = await at(two, here)
        await there.runner.do(Act(there.to_act, "weiter", 1))
        first, second = await here.all(Acted)
        assert first.at <= second.at
        assert {one and one.bank for one in there.table.seats} == {BANK}


@pytest.mark.parametrize("by", [HOUR, -HOUR])
@simulated
async def test_people_stay_present_when_the_clocks_of_two_servers_are_set(by: float) -> None:
    for phase in range(8):
        clock, database = SimulatedClock(), MemoryDatabase()
        async with serving(clock, database) as one, serving(clock, database) as two:
            here = await open_table(one)
            await here.connect(*range(4))
            await at(two, here)
            await here.until_dealt()
            await clock.sleep(60 + 1.3 * phase)
            clock.set(by)
            await clock.sleep(30)
            assert not await here.all(StoodIn)
            seat = here.to_act
            await here.disconnect(seat)
            await clock.sleep(GRACE + 3 * HEARTBEAT)
            assert (await here.last(StoodIn)).seat == seat
            await here.disconnect(*here.streams)


@simulated
async def test_a_notice_that_cannot_be_followed_up_is_retried() -> None:
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database) as one, serving(clock, database) as two:
        welcome = await one.runtime.open_table(Options(), "Vroni", 0)
        there = Evening(two, await two.runtime.table(welcome.table), {})
        two.store.is_down = True
        await one.runtime.join(welcome.table, "Lois")
        await clock.sleep(SOON)
        two.store.is_down = False
        await clock.sleep(RETRY + SOON)
        assert there.table == one.runtime._runners[welcome.table].table
        assert {*there.runner.people.names.values()} == {"Vroni", "Lois"}


@simulated
async def test_a_plan_survives_the_process_that_received_it() -> None:
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database) as one:
        here = await open_table(one)
        await here.connect(*range(4))
        await here.until_dealt()
        async with serving(clock, database) as two:
            there = await at(two, here)
            await there.runner.set_preferences(here.to_act, plan="weiter")
        await clock.sleep(1.5 * BOT_SECONDS + SOON)
        assert here.table.turn == 1
        await here.disconnect(*range(4))


# Failures


@pytest.mark.parametrize("bot", ["broken", "interrupted"])
@simulated
async def test_a_failure_at_one_table_does_not_affect_the_others(
    bot: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving() as server:
        broken = await open_table(server, people=1, bot=bot)
        well = await open_table(server, people=1)
        await broken.until_dealt()
        await well.until_dealt()
        await well.play_out()
        assert well.table.finished == 1
        assert broken.table.turn == 0 or broken.to_act != 0
        logged = [record for record in caplog.records if record.exc_info]
        assert all(log_name(broken.table.id) in record.getMessage() for record in logged)
        assert len(logged) > 3
        assert server.runtime.alive


@simulated
async def test_a_runtime_without_supervision_is_not_alive() -> None:
    async with evening() as table:
        await table.wait(30)
        assert table.server.runtime.alive
        task(f"table {log_name(table.table.id)}").cancel()
        await table.wait(SOON)
        assert not table.server.runtime.alive


async def hang(*_: object) -> None:
    await asyncio.Event().wait()


async def crash(*_: object) -> None:
    raise ZeroDivisionError("the store is broken")


@pytest.mark.parametrize("work", ["interventions", "claim_due"])
@pytest.mark.parametrize("fails", [hang, crash])
@simulated
async def test_a_runtime_whose_background_work_hangs_or_always_crashes_is_not_alive(
    fails: Callable[..., Awaitable[None]], work: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving() as server:
        await server.clock.sleep(30)
        monkeypatch.setattr(server.store, work, fails)
        await server.clock.sleep(DEAD - HEARTBEAT - SOON)
        assert server.runtime.alive
        await server.clock.sleep(HEARTBEAT + 2 * SOON)
        assert not server.runtime.alive


@simulated
async def test_a_failure_of_background_work_at_one_table_does_not_affect_the_others(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database) as two:
        async with serving(clock, database) as one:
            broken, well = await open_table(one, people=1), await open_table(one, people=1)
            await broken.until_dealt()
            await well.until_dealt()
            await well.until(lambda: well.to_act != 0)
            turn = well.table.turn
            runner = (await at(two, broken)).runner
            monkeypatch.setattr(runner, "check_due", Mock(side_effect=ZeroDivisionError))
        await clock.sleep(1.5 * BOT_SECONDS + 2 * OVERDUE + SOON)
        assert (await at(two, well)).table.turn > turn
        assert log_name(broken.table.id) in caplog.text


@simulated
async def test_a_store_outage_does_not_end_the_background_work() -> None:
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database) as server:
        table = await open_table(server)
        server.store.is_down = True
        await clock.sleep(600)
        assert server.runtime.alive
        server.store.is_down = False
        await clock.sleep(2 * HEARTBEAT)
        assert table.table == await table.replayed()


# Outages charge nobody


@simulated
async def test_an_outage_of_an_hour_charges_nobody() -> None:
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database) as server:
        table = await open_table(server)
        await table.connect(*range(4))
        await table.until_dealt()
        seat = table.to_act
        await clock.sleep(FREE + 3)
        await table.runner.do(Say(seat, "moment"))
        thought = clock.now() - table.table.since
        await table.disconnect(*range(4))
    await clock.sleep(3600)
    async with serving(clock, database) as server:
        again = await at(server, table)
        await again.connect(*range(4))
        await clock.sleep(7)
        assert seat in again.table.attending
        await again.first_legal()
        used = BANK - again.table.occupant(seat).bank
        assert used == pytest.approx(thought + 7 - FREE, abs=SOON)
        assert 3600 <= (await again.last(ClockSet)).by < 3600 + 2 * OVERDUE


@pytest.mark.parametrize("shared", [False, True])
@simulated
async def test_an_outage_of_a_minute_charges_nobody(shared: bool) -> None:
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database, shared=shared) as server:
        table = await open_table(server)
        await table.connect(*range(4))
        await table.until_dealt()
        seat = table.to_act
        await clock.sleep(FREE)
        await table.disconnect(*range(4))
    await clock.sleep(60)
    async with serving(clock, database, shared=shared) as server:
        again = await at(server, table)
        await again.connect(*range(4))
        await clock.sleep(FREE)
        await again.first_legal()
        assert BANK - again.table.occupant(seat).bank <= FREE + HEARTBEAT
        await again.disconnect(*range(4))


@simulated
async def test_a_pause_of_the_process_charges_nobody() -> None:
    async with evening() as table:
        seat = table.to_act
        await table.wait(FREE + 3)
        table.clock.pause(HOUR)
        await table.wait(7)
        await table.first_legal()
        assert BANK - table.table.occupant(seat).bank == pytest.approx(10, abs=OVERDUE + SOON)
        assert not await table.all(StoodIn)
        assert (await table.last(ClockSet)).by == pytest.approx(HOUR, abs=2 * OVERDUE)


@simulated
async def test_nobody_counts_as_gone_because_of_a_pause() -> None:
    async with evening() as table:
        seat = table.to_act
        await table.disconnect(seat)
        await table.wait(GRACE - 5)
        table.clock.pause(HOUR)
        await table.wait(5 - 2 * OVERDUE)
        assert seat in table.table.attending
        await table.wait(4 * OVERDUE)
        assert seat not in table.table.attending


@simulated
async def test_nobody_is_charged_after_a_failed_attempt_to_load_the_table() -> None:
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database, shared=False) as server:
        table = await open_table(server)
        await table.connect(*range(4))
        await table.until_dealt()
        seat = table.to_act
        await table.disconnect(*range(4))
    await clock.sleep(60)
    async with serving(clock, database, shared=False) as server:
        server.store.is_full = True
        assert await refusal(at(server, table)) == "unavailable"
        server.store.is_full = False
        again = await at(server, table)
        await again.first_legal()
        assert again.table.occupant(seat).bank == BANK


@simulated
async def test_loading_a_table_that_another_server_runs_gives_no_extra_time() -> None:
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database) as one:
        table = await open_table(one)
        await table.connect(*range(4))
        await table.until_dealt()
        seat = table.to_act
        await clock.sleep(FREE + 20)
        async with serving(clock, database) as two:
            there = await at(two, table)
            await there.act("weiter")
            assert BANK - there.table.occupant(seat).bank == pytest.approx(20, abs=SOON)
        await table.disconnect(*range(4))


@simulated
async def test_a_finished_deal_can_still_be_reviewed_after_an_outage_of_an_hour() -> None:
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database) as server:
        table = await open_table(server, people=2)
        await table.connect(0, 1)
        await table.until_dealt()
        await table.play_out()
        await table.disconnect(0, 1)
        await clock.sleep(5)
    await clock.sleep(3600)
    async with serving(clock, database) as server:
        again = await at(server, table)
        await again.connect(0, 1)
        began = clock.monotonic()
        await again.until_dealt()
        assert REVIEW - 6 <= clock.monotonic() - began <= REVIEW + SOON
        await again.disconnect(0, 1)


@simulated
async def test_nobody_counts_as_gone_because_of_an_outage() -> None:
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database) as server:
        table = await open_table(server)
        await table.until_dealt()
    await clock.sleep(600)
    async with serving(clock, database) as server:
        again = await at(server, table)
        await clock.sleep(GONE - 1)
        assert len(again.table.attending) == 4


# Tables in memory


@simulated
async def test_an_unwatched_table_is_unloaded_and_read_again() -> None:
    async with evening(people=1) as table:
        runtime = table.server.runtime
        await table.play_out()
        await table.wait(1)
        await table.disconnect(0)
        left = table.table
        await table.wait(IDLE - 1)
        assert runtime.tables == 1
        await table.wait(1 + 2 * HEARTBEAT)
        assert runtime.tables == 0
        again = await at(table.server, table)
        assert again.runner is not table.runner
        assert again.table == left
        await again.vote("next", 0)
        await again.until_dealt()


@simulated
async def test_a_table_with_followers_stays_in_memory() -> None:
    async with evening(people=1) as table:
        await table.play_out()
        await table.wait(2 * IDLE)
        assert table.server.runtime.tables == 1


@simulated
async def test_a_slow_bot_at_an_unwatched_table_is_asked_once() -> None:
    async with evening(people=1, bot="slow") as table:
        while table.to_act == 0:
            await table.first_legal()
        turn = table.table.turn
        await table.disconnect(0)
        await table.wait(SLOW - SOON)
        assert (table.table.turn, table.server.bots.asked["slow"]) == (turn, 1)
        await table.wait(2 * SOON)
        assert table.table.turn == turn + 1


@simulated
async def test_concurrent_callers_get_the_same_runner() -> None:
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database) as one, serving(clock, database) as two:
        table = await open_table(one)
        requests = [two.runtime.table(table.table.id) for _ in range(5)]
        assert len({id(runner) for runner in await asyncio.gather(*requests)}) == 1


@simulated
async def test_a_caller_who_gives_up_does_not_stop_the_loading_of_a_table() -> None:
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database) as one, serving(clock, database) as two:
        table = await open_table(one)
        two.store.reading_seconds = 1.0
        first, second = (asyncio.create_task(two.runtime.table(table.table.id)) for _ in range(2))
        await clock.sleep(0.5)
        first.cancel()
        assert (await second).table == table.table


@simulated
async def test_people_are_read_again_once_after_an_erasure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with evening(people=2) as table:
        store = table.server.store
        people = AsyncMock(wraps=store.people)
        monkeypatch.setattr(store, "people", people)
        await store.erase("Vroni")
        await table.wait(10 * HEARTBEAT)
        assert people.await_count == 1


@simulated
async def test_an_erased_name_is_no_longer_shown() -> None:
    async with evening(people=2) as table:
        assert await table.server.store.erase("Vroni") == 1
        await table.wait(HEARTBEAT + SOON)
        await table.runner.do(Say(1, "hello"))
        await table.wait(SOON)
        seats = decoded(table.received[1][-1])["seats"]
        assert [seat["name"] for seat in seats[:2]] == [None, "Lois"]


@simulated
async def test_the_lobby_lists_tables_with_a_free_seat_and_a_person_present() -> None:
    async with serving() as server:
        listed = Options(listed=True)
        alone = await server.runtime.open_table(listed, "Vroni", 2)
        await server.runtime.open_table(Options(), "Lois", 0)
        [listing] = await server.runtime.lobby()
        assert (listing["table"], listing["names"], listing["free"]) == (alone.table, ["Vroni"], 1)
        assert [seat["kind"] for seat in listing["seats"]] == ["person", "free", "bot", "bot"]
        await server.clock.sleep(GONE + 1)
        assert await server.runtime.lobby() == []


@simulated
async def test_a_listed_table_that_is_gone_does_not_close_the_lobby(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with serving() as server:
        table, _, _ = await server.runtime.open_table(Options(listed=True), "Vroni", 2)
        [there] = await server.store.lobby([table], 0.0)
        both = AsyncMock(return_value=[Listing("gone", 3), there])
        monkeypatch.setattr(server.store, "lobby", both)
        assert [one["table"] for one in await server.runtime.lobby()] == [table]


@simulated
async def test_the_lobby_looks_only_at_tables_that_it_lists(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked = Mock(return_value=True)
    monkeypatch.setattr(TableRunner, "is_attended", property(looked))

    async def looks() -> int:
        looked.reset_mock()
        await server.runtime.lobby()
        return looked.call_count

    async with serving() as server:
        for _ in range(3):
            await server.runtime.open_table(Options(), "Lois", 0)
        table, _, _ = await server.runtime.open_table(Options(listed=True), "Vroni", 2)
        assert await looks() == 1
        await server.runtime.join(table, "Sepp")
        assert await looks() == 0


@simulated
async def test_abandoned_tables_leave_the_lobby_and_the_memory_though_people_look_at_it() -> None:
    async with serving() as server:
        listed = Options(listed=True)
        honest = await server.runtime.open_table(listed, "Vroni", 2)
        runner = await server.runtime.table(honest.table)
        following = runner.follow(honest.seat, 0, SILENCE)
        await anext(following)
        for number in range(110):
            await server.runtime.open_table(listed, f"Sepp{number}", 2)
        await server.clock.sleep(GONE + 1)
        while server.runtime.tables > 1:
            assert [one["table"] for one in await server.runtime.lobby()] == [honest.table]
            assert server.clock.monotonic() < 2 * IDLE
            await server.clock.sleep(60)
        assert [one["table"] for one in await server.runtime.lobby()] == [honest.table]
        await following.aclose()


@simulated
async def test_an_unknown_bot_and_too_many_bots_are_refused() -> None:
    async with serving() as server:
        opening = server.runtime.open_table
        assert await refusal(opening(Options(bot="stockfish"), "Vroni", 3)) == "bot"
        assert await refusal(opening(Options(), "Vroni", 4)) == "seats"
        assert await refusal(opening(Options(), "Vroni", -1)) == "seats"


@simulated
async def test_events_are_counted_by_kind() -> None:
    async with evening() as table:
        await table.act("weiter", "weiter")
        counted = table.server.runtime.counted
        assert (counted["opened"], counted["sat"], counted["acted"]) == (1, 4, 2)
        assert sum(counted.values()) == len(await table.events())


@simulated
async def test_a_store_outage_is_retried_every_second() -> None:
    async with evening(people=2) as table:
        await table.play_out()
        table.server.store.is_down = True
        await table.wait(REVIEW + 10)
        assert table.table.stage == "between"
        table.server.store.is_down = False
        await table.wait(RETRY + SOON)
        assert len(await table.all(Dealt)) == 2


def task(name: str) -> asyncio.Task[Any]:
    """Return the task called ``name``."""
    [found] = [task for task in asyncio.all_tasks() if task.get_name() == name]
    return found
