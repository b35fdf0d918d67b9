"""The deadlines of a live table."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from typing import Any

import pytest

from dobbm.runtime.bots import HURRIED
from dobbm.runtime.memory_database import MemoryDatabase
from dobbm.runtime.runtime import SILENCE
from dobbm.runtime.table_clock import Pending
from dobbm.table.commands import Answer, ComeBack, Leave, Propose, Say
from dobbm.table.deadlines import ANSWER, CONTRIBUTION, GONE, REVIEW, Due
from dobbm.table.events import Acted, Committed, Dealt, Refused, StoodIn, TookBack, Waited
from dobbm.table.house_rules import BANK, FREE, GRACE
from runtime.driver import BOT_SECONDS, Evening, evening, open_table, serving, simulated
from runtime.simulation import SimulatedClock

SOON = 0.05
"""Seconds within which everything due has happened."""


@simulated
async def test_a_bot_acts_after_half_to_one_and_a_half_of_its_mean_time() -> None:
    async with evening(people=1) as table:
        while table.table.deal:
            since = table.table.since
            if table.to_act == 0:
                await table.first_legal()
                continue
            await table.until_acted()
            took = (await table.last(Acted)).at - since
            assert 0.5 * BOT_SECONDS <= took <= 1.5 * BOT_SECONDS + 0.001


@simulated
async def test_a_deadline_of_another_turn_or_question_is_another_deadline() -> None:
    """Even if it is due at the same moment."""
    async with evening() as table:
        due = Due(table.clock.now(), "act", 2)
        before = Pending.of(table.table, due)
        assert Pending.of(table.table, due) == before
        proposer = table.to_act
        await table.act("weiter")
        acted = Pending.of(table.table, due)
        await table.runner.do(Propose(proposer, "take_back"))
        asked = Pending.of(table.table, due)
        assert len({before, acted, asked}) == 3


@simulated
async def test_a_deal_waits_one_second_for_missing_contributions() -> None:
    async with evening(people=3) as table:
        await table.play_out()
        await table.until(lambda: table.table.commitment)
        await table.contribute(0)
        await table.vote("next")
        await table.wait(CONTRIBUTION - SOON)
        assert table.table.deal is None
        await table.wait(2 * SOON)
        assert table.table.deal
        assert (await table.last(Dealt)).left_out == [1, 2]


@simulated
async def test_a_deal_starts_at_once_when_all_have_contributed() -> None:
    async with evening(people=3) as table:
        await table.play_out()
        await table.until(lambda: table.table.commitment)
        await table.contribute()
        await table.vote("next")
        await table.wait(SOON)
        assert table.table.deal
        assert (await table.last(Dealt)).left_out == []


@simulated
async def test_people_may_review_a_finished_deal_for_thirty_seconds() -> None:
    async with evening(people=2) as table:
        await table.play_out()
        await table.vote("next", 0)
        await table.wait(REVIEW - SOON)
        assert not table.table.deal
        await table.wait(2 * SOON)
        assert table.table.deal


@simulated
async def test_who_returns_to_a_review_that_nobody_saw_gets_a_whole_one() -> None:
    async with evening(people=2) as table:
        await table.play_out()
        await table.disconnect(0, 1)
        await table.wait(REVIEW + 60)
        await table.connect(1)
        await table.wait(REVIEW - SOON)
        assert not table.table.deal
        await table.wait(3 * SOON)
        assert table.table.deal


@simulated
async def test_a_person_playing_alone_may_review_a_deal_forever() -> None:
    async with evening(people=1) as table:
        await table.play_out()
        await table.wait(3600)
        assert table.table.stage == "between"
        await table.vote("next")
        await table.until_dealt()


@simulated
async def test_a_bot_stands_in_when_a_connection_is_lost_for_thirty_seconds() -> None:
    async with evening() as table:
        gone = table.to_act
        await table.wait(FREE + 7)
        await table.disconnect(gone)
        await table.wait(GRACE - SOON)
        assert gone in table.table.attending
        await table.wait(2 * SOON)
        assert table.table.occupant(gone).stood_in == "gone"
        assert abs(table.table.occupant(gone).bank - (BANK - 7)) < 2 * SOON
        await table.until(lambda: table.table.turn == 1)
        assert (await table.last(Acted)).by_bot


@simulated
async def test_the_time_without_a_connection_is_not_charged() -> None:
    async with evening() as table:
        lost = table.to_act
        await table.wait(FREE)
        await table.disconnect(lost)
        await table.wait(12)
        for _ in range(2):  # the page sends two requests at once
            await table.runner.seat_of(table.tokens[lost])
        await table.connect(lost)
        assert (await table.last(Waited)).seconds == pytest.approx(12, abs=SOON)
        await table.wait(3)
        await table.first_legal()
        assert len(await table.all(Waited)) == 1
        assert table.table.occupant(lost).bank == pytest.approx(BANK - 3, abs=SOON)


@simulated
async def test_the_clock_does_not_wait_for_a_person_who_is_connected_to_another_process() -> None:
    clock, database = SimulatedClock(), MemoryDatabase()
    async with serving(clock, database) as one, serving(clock, database) as two:
        here = await open_table(one)
        await here.connect(*range(4))
        await here.until_dealt()
        there = await two.runtime.table(here.table.id)
        await clock.sleep(12)
        await there.seat_of(here.tokens[here.to_act])
        assert not await here.all(Waited)
        await here.disconnect(*range(4))


@simulated
async def test_opening_a_stream_again_gives_the_seat_back() -> None:
    async with evening() as table:
        gone = table.to_act
        await table.disconnect(gone)
        await table.until(lambda: table.table.occupant(gone).stood_in)
        await table.connect(gone)
        assert gone in table.table.attending


@simulated
async def test_a_person_without_a_stream_who_sends_requests_is_not_gone() -> None:
    async with evening() as table:
        seat = table.to_act
        await table.disconnect(seat)
        for _ in range(5):
            await table.wait(GONE - 1)
            assert await table.runner.seat_of(table.tokens[seat]) == seat
        assert seat in table.table.attending


@simulated
async def test_a_bot_stands_in_when_the_free_time_and_the_bank_are_spent() -> None:
    async with evening(free=10.0, bank=20.0) as table:
        seat = table.to_act
        await table.wait(30 - SOON)
        assert seat in table.table.attending
        await table.wait(2 * SOON)
        assert (await table.last(StoodIn))[1:] == (seat, "clock")
        assert table.table.occupant(seat).bank == 0.0


@simulated
async def test_the_bank_is_charged_only_after_the_free_time() -> None:
    async with evening(free=10.0, bank=20.0) as table:
        first, quick = table.to_act, (table.to_act + 1) % 4
        await table.wait(14)
        await table.act("weiter")
        await table.wait(9)
        await table.act("weiter")
        assert abs(table.table.occupant(first).bank - 16.0) < SOON
        assert table.table.occupant(quick).bank == 20.0


@simulated
async def test_an_unanswered_question_lapses_after_twenty_seconds() -> None:
    async with evening() as table:
        proposer = table.to_act
        await table.first_legal()
        await table.runner.do(Propose(proposer, "take_back"))
        await table.runner.do(Answer((proposer + 1) % 4, agrees=True))
        await table.wait(ANSWER - SOON)
        assert table.table.question
        await table.wait(2 * SOON)
        assert table.table.question is None
        assert (await table.last(Refused)).seat is None


@simulated
async def test_a_question_that_all_agree_to_is_settled_at_once_and_costs_no_time() -> None:
    async with evening() as table:
        proposer = table.to_act
        await table.wait(3)
        await table.first_legal()
        await table.wait(2)
        await table.runner.do(Propose(proposer, "take_back"))
        await table.wait(10)
        for seat in {*range(4)} - {proposer}:
            await table.runner.do(Answer(seat, agrees=True))
        await table.wait(SOON)
        assert (await table.last(TookBack)).seat == proposer
        assert table.to_act == proposer


@simulated
async def test_after_a_refused_question_the_turn_continues_where_it_stopped() -> None:
    async with evening(free=10.0, bank=20.0) as table:
        proposer = table.to_act
        await table.act("weiter")
        seat = table.to_act
        await table.wait(9)
        await table.runner.do(Propose(proposer, "take_back"))
        await table.wait(ANSWER + SOON)
        await table.act("weiter")
        assert table.table.occupant(seat).bank == 20.0


@simulated
async def test_the_first_session_begins_as_soon_as_all_seats_are_taken() -> None:
    async with serving() as server:
        table = await open_table(server, people=4)
        await table.connect(0, 1, 2, 3)
        await table.wait(SOON)
        assert await table.all(Committed)
        assert table.table.sessions == 1


@simulated
async def test_bots_do_not_play_on_without_people() -> None:
    async with evening(people=2) as table:
        await table.disconnect(0, 1)
        await table.wait(1000)
        number = table.table.number
        await table.wait(3600)
        assert table.table.number == number
        assert not table.table.attending


@simulated
async def test_another_session_waits_for_all_people_present() -> None:
    async with evening(people=2) as table:
        await table.vote("end")
        await table.play_out()
        assert table.table.stage == "over"
        await table.vote("again", 0)
        await table.disconnect(1)
        await table.wait(GONE - SOON)
        assert table.table.stage == "over"
        await table.wait(2 * SOON + CONTRIBUTION)
        assert table.table.sessions == 2


@simulated
async def test_a_stream_is_kept_alive_every_fifteen_seconds() -> None:
    async with evening(people=1) as table:
        await table.play_out()
        await table.wait(100)
        times = [0.0, *table.silences[0]]
        assert len(times) > 6
        assert all(
            SILENCE <= later - earlier <= SILENCE + 1.01 for earlier, later in pairwise(times)
        )


@simulated
async def test_a_stream_with_many_events_is_kept_alive_as_well() -> None:
    """The keep-alives say who is there."""
    async with evening(people=1) as table:
        await table.play_out()
        for _ in range(50):
            await table.wait(2)
            await table.runner.do(Say(0, "hello"))
        assert table.now - table.silences[0][-1] <= SILENCE + 1.01


@simulated
async def test_a_person_who_ran_out_of_time_must_ask_for_the_seat_back() -> None:
    async with evening(free=1.0, bank=1.0) as table:
        slow = table.to_act
        await table.until(lambda: table.table.occupant(slow).stood_in == "clock")
        await table.disconnect(slow)
        await table.connect(slow)
        assert slow not in table.table.attending
        await table.runner.do(ComeBack(slow))
        assert slow in table.table.attending


@simulated
async def test_nothing_waits_for_a_deadline_once_the_server_has_closed() -> None:
    """Not even when streams end later."""

    def waiting() -> list[asyncio.Task[Any]]:
        return [task for task in asyncio.all_tasks() if "DeadlineTimer" in repr(task)]

    async with serving() as server:
        table = await open_table(server)
        await table.connect(*range(4))
        await table.until_dealt()
        assert waiting()
    assert not waiting()
    await table.disconnect(*range(4))
    assert not waiting()


async def until_on_holiday(table: Evening) -> None:
    """Play deals until the person on seat 0 is on holiday."""
    while 0 in table.deal.setup.active:
        await table.play_out()
        await table.vote("next")
        await table.contribute()
        await table.until_dealt()


async def pauses(table: Evening) -> list[float]:
    """Play the deal out, and return the seconds that its actions from now on have taken."""
    first = len(table.table.taken)
    since = table.table.since
    await table.play_out()
    acted = [event.at for event in await table.all(Acted)]
    times = acted[first - len(table.table.last.taken) :] if table.table.last else []
    return [later - earlier for earlier, later in pairwise([since, *times])]


@simulated
async def test_bots_play_on_at_once_for_the_only_person_who_is_on_holiday_and_wants_it() -> None:
    """Each action takes as long as any other, so the time reveals nothing."""
    async with evening(people=1, players=5) as table:
        await until_on_holiday(table)
        await table.until_acted()
        await table.runner.set_preferences(0, hurried=table.table.deal_number)
        start = table.now
        took = await pauses(table)
        assert table.now - start < 2.0
        assert took[1:] == pytest.approx([HURRIED] * (len(took) - 1), abs=0.002)


@simulated
async def test_the_wish_for_speed_holds_for_one_deal() -> None:
    async with evening(people=1, players=5) as table:
        await until_on_holiday(table)
        await table.runner.set_preferences(0, hurried=table.table.deal_number)
        await table.play_out()
        await table.vote("next")
        await table.contribute()
        await table.until_dealt()
        await until_on_holiday(table)
        assert min(await pauses(table)) >= 0.5 * BOT_SECONDS


@simulated
async def test_bots_hurry_nobody_who_plays() -> None:
    """Neither another person, who may be away, nor the person who has asked for it."""
    async with evening(people=2, players=5) as table:
        await until_on_holiday(table)
        await table.runner.set_preferences(0, hurried=table.table.deal_number)
        assert not table.runner.people.are_hurried(table.table)
        await table.runner.do(Leave(1))
        assert table.runner.people.are_hurried(table.table)
    async with evening(people=1) as table:
        await table.runner.set_preferences(0, hurried=table.table.deal_number)
        assert not table.runner.people.are_hurried(table.table)


@simulated
async def test_bots_that_play_on_alone_do_not_hurry() -> None:
    """Somebody may watch them."""
    async with evening(people=1) as table:
        await table.runner.do(Leave(0))
        assert not table.runner.people.are_hurried(table.table)
