"""Commands and preferences of people at a live table."""

from __future__ import annotations

import asyncio
from unittest.mock import patch

import pytest

from dobbm.arena.seating import first_legal_action
from dobbm.game.actions import PLAY
from dobbm.game.deal import Deal
from dobbm.runtime.store import StoreUnavailable
from dobbm.runtime.table_clock import RETRY
from dobbm.table.commands import Act, Answer, ComeBack, Fill, Leave, Propose, Say, TakeBack
from dobbm.table.events import Acted, Claimed, Dealt, Filled, Proposed, Refused, StoodIn, TookBack
from dobbm.table.house_rules import BANK, FREE, MOST_DOUBLINGS, Options
from runtime.driver import BOT_SECONDS, Evening, decoded, evening, refusal, serving, simulated
from table.driver import winning_cards


@simulated
async def test_an_action_sent_several_times_counts_once() -> None:
    async with evening() as table:
        action = Act(table.to_act, "weiter", table.table.turn)
        done = await asyncio.gather(*(table.runner.do(action) for _ in range(3)))
        assert [bool(event) for event in done] == [True, False, False]
        assert len(await table.all(Acted)) == 1


@simulated
async def test_an_action_is_applied_once() -> None:
    async with evening() as table:
        with patch.object(Deal, "apply", autospec=True, side_effect=Deal.apply) as apply:
            await table.act("weiter")
        assert apply.call_count == 1


@simulated
async def test_an_illegal_action_changes_nothing() -> None:
    async with evening() as table:
        before = table.table
        assert await refusal(table.act("schwacher")) == "phase"
        assert table.table == before == await table.replayed()


@simulated
async def test_when_two_people_race_only_the_one_whose_turn_it_is_acts() -> None:
    async with evening() as table:
        first, second = table.to_act, (table.to_act + 1) % 4
        codes = await asyncio.gather(
            refusal(table.runner.do(Act(second, "weiter", 0))),
            refusal(table.runner.do(Act(first, "weiter", 0))),
        )
        assert [*codes] == ["turn", None]


@simulated
async def test_when_two_actions_race_the_first_counts() -> None:
    async with evening() as table:
        seat = table.to_act
        codes = await asyncio.gather(
            refusal(table.runner.do(Act(seat, "weiter", 0))),
            refusal(table.runner.do(Act(seat, "solo", 0))),
        )
        assert [*codes] == [None, "stale"]


@simulated
async def test_a_planned_action_takes_as_long_as_a_bots() -> None:
    async with evening() as table:
        first, second = table.to_act, (table.to_act + 1) % 4
        await table.runner.set_preferences(second, plan="weiter")
        assert first != second
        await table.act("weiter")
        acted = table.clock.now()
        await table.until(lambda: table.table.turn == 2)
        planned = await table.last(Acted)
        assert (planned.seat, planned.action, planned.by_bot) == (second, "weiter", False)
        assert 0.5 * BOT_SECONDS <= planned.at - acted <= 1.5 * BOT_SECONDS + 0.01


@simulated
async def test_a_plan_made_on_the_persons_own_turn_is_carried_out() -> None:
    async with evening() as table:
        await table.runner.set_preferences(table.to_act, plan="weiter")
        await table.wait(1.5 * BOT_SECONDS + 0.01)
        assert table.table.turn == 1


@simulated
async def test_an_impossible_plan_is_dropped() -> None:
    async with evening() as table:
        second = (table.to_act + 1) % 4
        await table.runner.set_preferences(second, plan="HO")
        await table.act("weiter")
        await table.wait(5)
        assert table.to_act == second
        assert decoded(table.received[second][-1])["own"]["plan"] == "HO"
        await table.act("weiter")
        await table.wait(0.1)
        assert decoded(table.received[second][-1])["own"]["plan"] is None


@simulated
async def test_the_clock_runs_for_a_person_whose_plan_is_impossible() -> None:
    async with evening() as table:
        second = (table.to_act + 1) % 4
        await table.runner.set_preferences(second, plan="HO")
        await table.act("weiter")
        await table.wait(FREE + BANK + 0.1)
        assert table.table.occupant(second).stood_in == "clock"


@simulated
async def test_a_plan_can_be_withdrawn_before_its_turn() -> None:
    async with evening() as table:
        second = (table.to_act + 1) % 4
        await table.runner.set_preferences(second, plan="weiter")
        await table.runner.set_preferences(second, plan=None)
        await table.act("weiter")
        await table.wait(5)
        assert table.to_act == second


@simulated
async def test_a_bot_acts_for_a_person_who_leaves_despite_a_plan(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with evening() as table:
        second = (table.to_act + 1) % 4
        await table.runner.set_preferences(second, plan="weiter")
        await table.act("weiter")
        await table.runner.do(Leave(second))
        await table.until(lambda: table.table.turn == 2)
        assert (await table.last(Acted)).by_bot
        assert not caplog.records


@simulated
async def test_the_only_legal_card_is_played_for_a_person_who_prefers_that() -> None:
    async with evening(people=2) as table:
        await table.runner.set_preferences(0, forced=True)
        number = table.table.deal_number
        while table.table.deal and table.table.deal_number == number:
            deal = table.deal
            forced = deal.phase == PLAY and len(deal.legal_actions()) == 1
            if table.to_act == 1 or (table.to_act == 0 and not forced):
                await table.first_legal()
            else:
                await table.until_acted()
        mine = [event for event in await table.all(Acted) if event.seat == 0]
        assert not any(event.by_bot for event in mine)
        assert not await table.all(StoodIn)


@simulated
async def test_an_unproved_claim_is_put_to_the_others() -> None:
    async with evening() as table:
        table.server.bots.proves_nothing = True
        claimer = await until_a_claim_may_be_true(table)
        assert isinstance(await table.runner.claim(claimer), Proposed)
        for seat in {*range(4)} - {claimer}:
            await table.runner.do(Answer(seat, agrees=True))
        await table.wait(0.1)
        assert table.table.deal is None
        assert not (await table.last(Claimed)).proved


@simulated
async def test_a_refused_claim_is_played_out() -> None:
    async with evening() as table:
        table.server.bots.proves_nothing = True
        claimer = await until_a_claim_may_be_true(table)
        await table.runner.claim(claimer)
        await table.runner.do(Answer((claimer + 1) % 4, agrees=False))
        assert table.to_act == claimer
        assert await refusal(table.runner.claim(claimer)) == "refused"


@simulated
async def test_an_impossible_claim_fails_even_if_all_agree() -> None:
    async with evening() as table:
        await until_play(table)
        table.server.bots.proves_nothing = True
        while winning_cards(table.deal, table.to_act):
            await table.first_legal()
        claimer = table.to_act
        await table.runner.claim(claimer)
        for seat in {*range(4)} - {claimer}:
            await table.runner.do(Answer(seat, agrees=True))
        await table.wait(0.1)
        assert (await table.last(Refused)).seat is None
        assert table.to_act == claimer


@simulated
async def test_a_proved_claim_ends_the_deal() -> None:
    async with evening(people=1) as table:
        while True:
            await table.until(lambda: not table.table.deal or table.to_act == 0)
            if not table.table.deal:
                await table.vote("next")
                await table.until_dealt()
            elif table.deal.phase == PLAY and await refusal(table.runner.claim(0)) is None:
                break
            else:
                await table.first_legal()
        assert table.table.deal is None
        assert (await table.last(Claimed)).proved


@simulated
async def test_a_person_playing_against_bots_takes_back_an_action_at_once() -> None:
    async with evening(people=1) as table:
        await table.until(lambda: table.to_act == 0)
        turn, deal = table.table.turn, table.deal
        await table.first_legal()
        await table.runner.do(TakeBack(0, table.table.turn))
        assert table.deal == deal
        assert table.table.turn == turn + 2
        assert await table.all(TookBack)


@simulated
async def test_bots_take_the_free_seats_and_the_session_begins() -> None:
    async with serving() as server:
        welcome = await server.runtime.open_table(Options(), "Vroni", 0)
        table = Evening(server, await server.runtime.table(welcome.table), {0: welcome.token})
        await table.connect(0)
        await table.runner.do(Fill(0))
        await table.until_dealt()
        assert len(await table.all(Filled)) == 1


@simulated
async def test_a_bot_continues_for_a_person_who_leaves() -> None:
    async with evening(people=2) as table:
        await table.until(lambda: table.to_act in (0, 1))
        seat, turn = table.to_act, table.table.turn
        await table.runner.do(Leave(seat))
        await table.until(lambda: table.table.turn > turn)
        assert (await table.all(Acted))[turn][1:] == (
            seat,
            (await table.all(Acted))[turn].action,
            True,
        )
        assert await refusal(table.runner.do(Say(seat, "bye"))) == "seat"


@simulated
async def test_an_action_that_cannot_be_stored_is_not_taken() -> None:
    async with evening() as table:
        table.server.store.is_down = True
        with pytest.raises(StoreUnavailable):
            await table.act("weiter")
        assert table.table.turn == 0
        table.server.store.is_down = False
        await table.act("weiter")
        assert len(await table.all(Acted)) == 1


@simulated
async def test_an_action_is_acknowledged_on_retry_when_its_answer_was_lost() -> None:
    async with evening() as table:
        action = Act(table.to_act, "weiter", 0)
        table.server.store.loses_answers = True
        assert await refusal(table.runner.do(action)) == "unavailable"
        table.server.store.loses_answers = False
        assert await refusal(table.runner.do(action)) is None
        await table.act("weiter")
        assert len(await table.all(Acted)) == 2
        assert table.table == await table.replayed()


@pytest.mark.parametrize("by_command", [True, False])
@simulated
async def test_a_command_or_a_retry_finds_an_action_whose_answer_was_lost(by_command: bool) -> None:
    async with evening() as table:
        table.server.store.loses_answers = True
        action = Act(table.to_act, "weiter", 0)
        assert await refusal(table.runner.do(action)) == "unavailable"
        table.server.store.loses_answers = False
        if by_command:
            await table.runner.do(Act((table.to_act + 1) % 4, "weiter", 1))
        await table.wait(RETRY + 0.1)
        assert table.table.turn == 1 + by_command
        assert decoded(table.received[0][-1])["turn"] == 1 + by_command


@simulated
async def test_the_last_person_whose_leaving_was_not_confirmed_is_missed_all_the_same() -> None:
    """The person's stream ends while the table waits to catch up, and then nothing is due."""
    async with evening(people=1) as table:
        await table.connect(0)
        await table.play_out()
        table.server.store.loses_answers = True
        assert await refusal(table.runner.do(Leave(0))) == "unavailable"
        table.server.store.loses_answers = False
        await table.disconnect(0)
        await table.wait(RETRY + 0.1)
        assert not table.table.people


@simulated
async def test_deadlines_during_a_store_outage_are_met_afterwards() -> None:
    async with evening(people=1) as table:
        await table.until(lambda: table.to_act != 0)
        turn = table.table.turn
        table.server.store.is_down = True
        await table.wait(60)
        assert table.table.turn == turn
        table.server.store.is_down = False
        await table.wait(RETRY + 2 * BOT_SECONDS)
        assert table.table.turn > turn
        assert table.server.runtime.alive


@simulated
async def test_a_stored_deadline_whose_answer_was_lost_happens_once() -> None:
    async with evening(people=1) as table:
        await table.until(lambda: table.to_act != 0)
        table.server.store.loses_answers = True
        await table.wait(10)
        table.server.store.loses_answers = False
        await table.wait(3)
        acted = await table.all(Acted)
        assert len(acted) == table.table.turn
        assert table.table == await table.replayed()
        assert table.to_act == 0 or len(acted) > 1


@simulated
async def test_coming_back_gives_the_seat_back() -> None:
    async with evening() as table:
        gone = table.to_act
        await table.disconnect(gone)
        await table.until(lambda: table.table.occupant(gone).stood_in)
        await table.runner.do(ComeBack(gone))
        assert gone in table.table.attending
        assert await table.runner.do(ComeBack(gone)) is None


@simulated
async def test_a_question_ends_when_somebody_leaves() -> None:
    async with evening() as table:
        proposer = table.to_act
        await table.first_legal()
        await table.runner.do(Propose(proposer, "take_back"))
        await table.runner.do(Leave(table.to_act))
        assert table.table.question is None


@simulated
async def test_muted_people_are_not_heard() -> None:
    async with evening(people=3) as table:
        await table.runner.mute(1, [0])
        await table.runner.do(Say(0, "oops"))
        await table.wait(0.1)
        heard = [decoded(table.received[seat][-1])["change"]["phrase"] for seat in (0, 1, 2)]
        assert heard == ["oops", None, "oops"]


@simulated
async def test_a_person_playing_against_bots_gets_the_next_deal_at_once() -> None:
    async with evening(people=1) as table:
        await table.play_out()
        await table.until(lambda: table.table.commitment)
        await table.contribute()
        await table.vote("next")
        await table.wait(0.1)
        assert len(await table.all(Dealt)) == 2


async def until_play(table: Evening) -> None:
    """Take first legal actions until cards are played."""
    while table.deal.phase != PLAY:
        await table.act("dobbm" if table.table.turn == 0 else first_legal_action(table.deal))


async def until_a_claim_may_be_true(table: Evening) -> int:
    """Play cards until the seat to act could take all remaining tricks; return that seat."""
    await until_play(table)
    while not winning_cards(table.deal, table.to_act):
        await table.first_legal()
    return table.to_act


@simulated
async def test_nobody_is_offered_a_doubling_that_the_table_refuses() -> None:
    async with evening() as table:
        await table.act("solo", "schwacher", *["retour"] * (MOST_DOUBLINGS - 2))
        seat = table.to_act
        await table.wait(0.1)
        assert decoded(table.received[seat][-1])["view"]["legal"] == ["gut", "retour"]
        await table.act("retour")
        seat = table.to_act
        await table.wait(0.1)
        view = decoded(table.received[seat][-1])["view"]
        assert (view["legal"], len(view["steps"])) == (["gut"], 1 + MOST_DOUBLINGS)
        assert await refusal(table.act("retour")) == "illegal"
        await table.act("gut")
