"""What comes by itself at a live table, and when."""

from __future__ import annotations

from itertools import pairwise

from dobbm.runtime.runtime import SILENCE
from dobbm.table.commands import Answer, ComeBack, Propose, Say
from dobbm.table.deadlines import ANSWER, CONTRIBUTION, GONE, REVIEW
from dobbm.table.events import Acted, Committed, Dealt, Refused, StoodIn, TookBack
from dobbm.table.house_rules import BANK, FREE
from runtime.driver import BOT_SECONDS, evening, sat_down, serving, simulated

SOON = 0.05
"""Seconds in which what is due at once has come."""


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
async def test_a_deal_waits_a_second_for_those_who_have_not_contributed() -> None:
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
async def test_a_deal_to_which_all_have_contributed_is_dealt_at_once() -> None:
    async with evening(people=3) as table:
        await table.play_out()
        await table.until(lambda: table.table.commitment)
        await table.contribute()
        await table.vote("next")
        await table.wait(SOON)
        assert table.table.deal
        assert (await table.last(Dealt)).left_out == []


@simulated
async def test_a_finished_deal_is_looked_at_for_half_a_minute() -> None:
    async with evening(people=2) as table:
        await table.play_out()
        await table.vote("next", 0)
        await table.wait(REVIEW - SOON)
        assert not table.table.deal
        await table.wait(2 * SOON)
        assert table.table.deal


@simulated
async def test_one_person_alone_may_look_at_a_deal_for_ever() -> None:
    async with evening(people=1) as table:
        await table.play_out()
        await table.wait(3600)
        assert table.table.stage == "between"
        await table.vote("next")
        await table.until_dealt()


@simulated
async def test_whoever_is_to_act_and_is_gone_is_stood_in_for_after_a_quarter_of_a_minute() -> None:
    async with evening() as table:
        gone = table.to_act
        await table.wait(7)
        await table.disconnect(gone)
        await table.wait(GONE - SOON)
        assert gone in table.table.attending
        await table.wait(2 * SOON)
        assert table.table.occupant(gone).stood_in == "gone"
        bank = table.table.occupant(gone).bank
        assert abs(bank - (BANK + FREE - 7 - GONE)) < 2 * SOON
        await table.until(lambda: table.table.turn == 1)
        assert (await table.last(Acted)).by_bot


@simulated
async def test_whoever_opens_a_stream_again_has_the_seat_back() -> None:
    async with evening() as table:
        gone = table.to_act
        await table.disconnect(gone)
        await table.until(lambda: table.table.occupant(gone).stood_in)
        await table.connect(gone)
        assert gone in table.table.attending


@simulated
async def test_nobody_is_gone_who_asks_for_something_now_and_then() -> None:
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
async def test_free_time_costs_nothing_and_the_bank_is_drawn_on_after_it() -> None:
    async with evening(free=10.0, bank=20.0) as table:
        first, quick = table.to_act, (table.to_act + 1) % 4
        await table.wait(14)
        await table.act("weiter")
        await table.wait(9)
        await table.act("weiter")
        assert abs(table.table.occupant(first).bank - 16.0) < SOON
        assert table.table.occupant(quick).bank == 20.0


@simulated
async def test_a_question_that_not_all_answer_lapses_after_twenty_seconds() -> None:
    async with evening() as table:
        asker = table.to_act
        await table.first_legal()
        await table.runner.do(Propose(asker, "take_back"))
        await table.runner.do(Answer((asker + 1) % 4, agrees=True))
        await table.wait(ANSWER - SOON)
        assert table.table.question
        await table.wait(2 * SOON)
        assert table.table.question is None
        assert (await table.last(Refused)).seat is None


@simulated
async def test_a_question_to_which_all_agree_is_settled_at_once_and_costs_no_time() -> None:
    async with evening() as table:
        asker = table.to_act
        await table.wait(3)
        await table.first_legal()
        await table.wait(2)
        await table.runner.do(Propose(asker, "take_back"))
        await table.wait(10)
        for seat in {*range(4)} - {asker}:
            await table.runner.do(Answer(seat, agrees=True))
        await table.wait(SOON)
        assert (await table.last(TookBack)).seat == asker
        assert table.to_act == asker


@simulated
async def test_after_a_refused_question_the_turn_goes_on_where_it_stood() -> None:
    async with evening(free=10.0, bank=20.0) as table:
        asker = table.to_act
        await table.act("weiter")
        asked = table.to_act
        await table.wait(9)
        await table.runner.do(Propose(asker, "take_back"))
        await table.wait(ANSWER + SOON)
        await table.act("weiter")
        assert table.table.occupant(asked).bank == 20.0


@simulated
async def test_the_first_session_begins_as_soon_as_all_seats_are_taken() -> None:
    async with serving() as server:
        table = await sat_down(server, people=4)
        await table.connect(0, 1, 2, 3)
        await table.wait(SOON)
        assert await table.all(Committed)
        assert table.table.sessions == 1


@simulated
async def test_where_nobody_attends_bots_do_not_play_on() -> None:
    async with evening(people=2) as table:
        await table.disconnect(0, 1)
        await table.wait(1000)
        still = table.table.number
        await table.wait(3600)
        assert table.table.number == still
        assert not table.table.attending


@simulated
async def test_another_session_waits_for_all_who_are_there() -> None:
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
async def test_as_long_as_nothing_happens_silence_is_told_every_quarter_of_a_minute() -> None:
    async with evening(people=1) as table:
        await table.play_out()
        last = table.now
        await table.wait(100)
        said = [last, *table.silences[0]]
        assert len(said) == 7
        assert all(
            SILENCE <= later - earlier <= SILENCE + 1.01 for earlier, later in pairwise(said)
        )


@simulated
async def test_silence_is_counted_from_what_was_told_last() -> None:
    async with evening(people=1) as table:
        await table.play_out()
        for _ in range(5):
            await table.wait(SILENCE - 2)
            await table.runner.do(Say(0, "hello"))
        assert table.silences[0] == []


@simulated
async def test_whom_the_clock_has_taken_the_seat_from_gets_it_back_by_asking_only() -> None:
    async with evening(free=1.0, bank=1.0) as table:
        slow = table.to_act
        await table.until(lambda: table.table.occupant(slow).stood_in == "clock")
        await table.disconnect(slow)
        await table.connect(slow)
        assert slow not in table.table.attending
        await table.runner.do(ComeBack(slow))
        assert slow in table.table.attending
