"""The deadlines of a table, exact to the second on a fake clock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dobbm.arena.seating import first_legal_action
from dobbm.table import commands
from dobbm.table.absences import charged
from dobbm.table.deadlines import (
    ANSWER,
    BLIP,
    CONTRIBUTION,
    GONE,
    REVIEW,
    Due,
    missing,
    restart_review,
    turn_end,
    waited,
)
from dobbm.table.events import Claimed, ClockSet, Delayed, StoodIn, Waited
from dobbm.table.house_rules import BANK, BY_POST, FREE, GRACE
from dobbm.table.refusals import Refusal
from table.driver import DELAY, SOLO, START, Evening, between, dealt, legal_rest, person_on

# Before the first deal


def test_nothing_is_due_while_seats_are_free() -> None:
    evening = Evening()
    assert evening.coming is None
    evening.sit(3)
    assert evening.coming is None
    evening.sit(1)
    assert evening.coming == Due(START, "begin")


def test_bots_do_not_begin_without_people() -> None:
    evening = Evening(bots=3)
    evening.sit(1)
    evening.do(commands.Leave, 0)
    assert evening.table.seats.count(None) == 0
    assert evening.coming is None


def test_the_session_begins_then_the_server_commits_then_cards_are_dealt() -> None:
    evening = Evening(bots=2)
    evening.sit(2)
    assert [evening.step(), evening.step()] == [Due(START, "begin"), Due(START, "commit")]
    assert evening.coming == Due(START + CONTRIBUTION, "deal")


def test_the_deal_waits_one_second_for_contributions() -> None:
    evening = Evening(bots=2)
    evening.sit(2)
    evening.wait(0.0)
    evening.contribute(0)
    assert missing(evening.table) == (1,)
    assert evening.coming == Due(START + CONTRIBUTION, "deal")
    evening.contribute(1)
    assert evening.coming == Due(START, "deal")


def test_a_seat_whose_contribution_is_missing_is_left_out() -> None:
    evening = Evening(bots=2)
    evening.sit(2)
    evening.wait(0.0)
    evening.contribute(1)
    evening.wait(CONTRIBUTION)
    assert evening.table.stage == "playing"
    assert evening.table.left_out == (0,)
    evening.play_out()
    evening.step()
    assert len(evening.table.left_out) == 0


def test_a_person_with_a_stand_in_is_asked_for_a_contribution_too() -> None:
    evening = dealt(people=2, dealer=0)
    evening.gone[1] = evening.now
    evening.wait(GRACE)
    assert evening.table.occupant(1).stood_in
    evening.play_out()
    evening.wait(REVIEW + CONTRIBUTION)
    assert evening.table.left_out == (0, 1)


def all_here() -> Evening:
    """Four people who have all said that they are ready, a moment after seat 1 lost its stream."""
    evening = Evening(ready_check=True)
    evening.sit(4)
    evening.vote("ready", 0, 1, 2)
    evening.now += 1.0
    evening.gone[1] = evening.now
    evening.now += 1.0
    evening.vote("ready", 3)
    return evening


def test_the_first_deal_waits_for_somebody_whose_connection_is_lost() -> None:
    evening = all_here()
    assert evening.coming == Due(evening.gone[1] + GONE, "gone", 1)
    del evening.gone[1]
    assert evening.coming == Due(evening.table.since, "begin")


def test_the_others_are_asked_again_if_somebody_is_gone_before_the_first_deal() -> None:
    evening = all_here()
    evening.step()
    assert evening.table.occupant(1).stood_in == "gone"
    assert evening.table.unready == (0, 2, 3)
    assert evening.coming is None
    evening.vote("ready", 0, 2, 3)
    assert evening.coming == Due(evening.table.since, "begin")


def test_who_comes_back_before_the_first_deal_is_waited_for_again() -> None:
    evening = all_here()
    evening.step()
    evening.do(commands.ComeBack, 1)
    evening.vote("ready", 0, 2, 3)
    assert evening.table.unready == (1,)


def test_the_last_of_two_does_not_begin_without_saying_so() -> None:
    evening = Evening(ready_check=True, bots=2)
    evening.sit(2)
    evening.vote("ready", 0)
    evening.gone[1] = evening.now
    assert evening.step() == Due(evening.gone[1] + GONE, "gone", 1)
    assert evening.table.unready == (0,)


def test_a_program_without_a_stream_delays_the_first_deal_but_does_not_stop_it() -> None:
    evening = Evening(ready_check=True)
    evening.sit(4)
    evening.vote("ready", 0, 1, 2, 3)
    evening.gone[2] = evening.now + 10.0  # it has just asked for the table again
    assert evening.coming == Due(evening.table.since + GONE, "begin")


# Between two deals


def test_people_may_review_a_finished_deal_for_thirty_seconds() -> None:
    evening = between()
    evening.step()  # the commitment is due at once
    assert evening.coming == Due(evening.table.since + REVIEW, "deal")


def test_the_next_deal_starts_when_all_are_ready() -> None:
    evening = between()
    evening.step()
    evening.now += 5.0
    evening.vote("next", 0, 1, 2)
    assert evening.coming == Due(evening.table.since + REVIEW, "deal")
    evening.vote("next", 3)
    assert evening.coming == Due(evening.now + CONTRIBUTION, "deal")
    assert evening.table.since == evening.now


def test_the_deal_waits_for_the_commitment_when_all_are_ready_early() -> None:
    evening = between()
    evening.vote("next")
    evening.now += 5.0
    assert evening.coming
    assert evening.coming.what == "commit"
    evening.now += 1.0
    evening.step()
    assert evening.coming == Due(evening.now + CONTRIBUTION, "deal")
    assert evening.table.since == evening.now


def test_no_deal_begins_when_nobody_is_present() -> None:
    evening = between()
    evening.step()
    end = evening.table.since
    evening.gone = dict.fromkeys(range(4), end)
    assert evening.coming is None
    evening.gone[2] = end + REVIEW - GONE + 1.0
    assert evening.coming == Due(end + REVIEW, "deal")
    del evening.gone[1], evening.gone[2]
    assert evening.coming == Due(end + REVIEW, "deal")


def test_at_a_table_of_a_club_no_deal_begins_without_friends_who_are_missing() -> None:
    evening = between(club="stubai")
    evening.step()
    end = evening.table.since
    evening.gone = dict.fromkeys((0, 1, 3), end)
    for seat in (0, 1, 3):
        assert evening.coming == Due(end + REVIEW, "gone", seat)
        evening.step()
    assert evening.coming is None
    assert not evening.table.review_ends
    evening.vote("next", 2)
    assert evening.coming == Due(evening.now + CONTRIBUTION, "deal")


def test_who_comes_back_in_time_is_waited_for_at_a_table_of_a_club() -> None:
    evening = between(club="stubai")
    evening.step()
    evening.gone = {1: evening.table.since}
    evening.step()
    evening.gone = {}
    evening.do(commands.ComeBack, 1)
    assert evening.coming == Due(evening.table.since + REVIEW, "deal")


def test_a_round_of_a_tournament_waits_for_nobody() -> None:
    evening = between(club="stubai", deals=3)
    evening.step()
    evening.gone = {1: evening.table.since}
    assert evening.coming == Due(evening.table.since + REVIEW, "deal")


def test_a_person_playing_against_bots_reviews_without_limit() -> None:
    evening = between(people=1)
    evening.step()
    assert evening.coming is None
    evening.vote("next")
    assert evening.coming == Due(evening.now + CONTRIBUTION, "deal")


def test_anybody_may_delay_the_next_deal() -> None:
    evening = between()
    evening.step()
    evening.vote("next", 0, 1)
    evening.now += REVIEW - 1.0
    evening.do(commands.Delay, 1)
    assert evening.coming == Due(evening.now + REVIEW, "deal")
    assert evening.table.voters("next") == (0,)


def test_who_returns_to_a_missed_review_gets_a_whole_one() -> None:
    evening = between()
    evening.step()
    evening.now += REVIEW
    assert restart_review(evening.table, evening.now, 2) is None
    evening.now += 40.0
    restarted = restart_review(evening.table, evening.now, 2)
    assert restarted == Delayed(evening.now, 2)
    evening.happen(restarted)
    assert evening.coming == Due(evening.now + REVIEW, "deal")


def test_no_review_is_restarted_during_a_deal_or_alone_with_bots() -> None:
    for evening in (dealt(), between(people=1)):
        assert restart_review(evening.table, evening.now + 100.0, 0) is None


def test_somebody_leaving_does_not_extend_the_review() -> None:
    evening = between()
    evening.step()
    end = evening.table.since
    evening.now += 20.0
    evening.do(commands.Leave, 2)
    assert evening.coming == Due(end + REVIEW, "deal")


# After the last deal


def test_after_the_session_nothing_is_due_until_all_vote_for_another() -> None:
    evening = between()
    evening.vote("end")
    assert evening.coming is None
    evening.vote("again", 0, 1, 2)
    assert evening.coming is None
    evening.vote("again", 3)
    assert evening.coming
    assert evening.coming.what == "begin"


def test_a_person_who_is_gone_does_not_prevent_another_session() -> None:
    evening = between(people=2)
    evening.vote("end")
    evening.gone[1] = evening.now
    assert evening.coming is None
    evening.vote("again", 0)
    assert evening.coming == Due(evening.now + GONE, "gone", 1)
    evening.now += FREE + 10.0
    evening.step()
    assert evening.table.occupant(1).bank == BANK
    assert evening.coming
    assert evening.coming.what == "begin"


def test_the_vote_of_a_person_who_is_gone_does_not_start_another_session() -> None:
    evening = between(people=2)
    evening.vote("end")
    evening.vote("again", 1)
    evening.gone[1] = evening.now
    assert evening.coming is None


def ended(**options: Any) -> Evening:
    """Return an evening of three friends whose session is over."""
    evening = between(people=3, club="stubai", **options)
    evening.vote("end")
    return evening


def test_friends_who_have_gone_count_as_away_before_anybody_asks_for_another_session() -> None:
    evening = ended()
    assert evening.coming is None
    evening.gone[1] = evening.now
    assert evening.step() == Due(evening.now, "gone", 1)
    assert evening.coming is None
    evening.vote("again", 0, 2)
    assert evening.coming == Due(evening.table.since, "begin")


def test_who_has_asked_for_another_session_with_a_friend_who_goes_is_asked_again() -> None:
    evening = ended()
    evening.vote("again", 0, 2)
    evening.gone[1] = evening.now
    assert evening.step() == Due(evening.now, "gone", 1)
    assert evening.coming is None, "without a question, nobody begins without the friend"
    assert not evening.table.voters("again")


def test_a_friend_who_has_asked_for_another_session_and_gone_plays_in_none() -> None:
    evening = ended()
    evening.vote("again", 1)
    evening.gone[1] = evening.now
    evening.step()
    evening.vote("again", 0, 2)
    evening.step()
    assert evening.table.attending == (0, 2)


def test_where_nobody_is_there_nobody_counts_as_away() -> None:
    evening = ended()
    evening.gone = dict.fromkeys(range(3), evening.now)
    assert evening.coming is None


def test_another_session_by_post_waits_for_everybody() -> None:
    evening = ended(free=BY_POST)
    evening.gone = {1: evening.now}
    evening.vote("again", 0, 2)
    assert evening.coming is None


# Bots


def test_a_bot_takes_its_time() -> None:
    evening = dealt(people=1, dealer=0)
    assert evening.to_act == 1
    assert evening.coming == Due(evening.now + DELAY, "act", 1)


def test_a_planned_action_takes_as_long_as_a_bots() -> None:
    evening = dealt(people=2, dealer=3)
    evening.planned.add(0)
    assert evening.coming == Due(evening.now + DELAY, "act", 0)


def test_a_bot_that_takes_over_in_the_middle_of_a_turn_takes_its_time_too() -> None:
    evening = dealt(people=2, dealer=3)
    evening.now += 10.0
    evening.do(commands.Leave, 0)
    assert evening.coming == Due(evening.now + DELAY, "act", 0)


def test_a_stand_in_of_an_earlier_deal_leaves_no_trace() -> None:
    """The person came back, and the deal ended with a claim before that seat had acted."""
    evening = dealt(dealer=3)
    evening.act(*SOLO)
    seat = evening.to_act
    evening.happen(StoodIn(evening.now, seat, "gone"))
    evening.do(commands.ComeBack, seat)
    evening.happen(Claimed(evening.now, seat, True, legal_rest(evening.deal)))
    evening.until_dealt()
    assert all(one and one.bot_since == 0.0 for one in evening.table.seats)


# The clock


def test_a_person_playing_against_bots_has_no_clock() -> None:
    evening = dealt(people=1, dealer=3)
    evening.gone[0] = evening.now
    assert evening.coming is None
    evening.wait(1_000_000.0)
    assert evening.to_act == 0


def test_the_last_of_several_people_has_no_clock() -> None:
    evening = dealt(people=2, dealer=3)
    evening.do(commands.Leave, 1)
    assert evening.coming is None


def test_a_bot_stands_in_when_free_time_and_bank_are_used_up() -> None:
    evening = dealt(people=2, dealer=3, free=10.0, bank=50.0)
    assert evening.coming == Due(evening.now + 60.0, "clock", 0)
    evening.step()
    assert evening.table.occupant(0).stood_in == "clock"
    assert evening.coming == Due(evening.now + DELAY, "act", 0)


def test_only_time_beyond_the_free_time_costs_the_bank() -> None:
    evening = dealt(dealer=3)
    evening.now += FREE - 1.0
    evening.act("weiter")
    assert evening.table.occupant(0).bank == BANK
    evening.now += FREE + 30.0
    evening.act("weiter")
    assert evening.table.occupant(1).bank == BANK - 30.0


def test_an_empty_bank_stays_empty_until_the_next_deal() -> None:
    evening = dealt(people=2, dealer=3)
    evening.wait(FREE + BANK)
    evening.do(commands.ComeBack, 0)
    assert evening.table.occupant(0)[:5] == ("person-of-seat-0", 0.0, None, evening.now, GRACE)
    evening.act("weiter", "weiter", "dobbm", "weiter")
    evening.act(first_legal_action(evening.deal))
    assert evening.to_act == 3
    evening.act("gut")
    assert evening.coming == Due(evening.now + FREE, "clock", 0)
    evening.play_out()
    evening.until_dealt()
    assert evening.table.occupant(0).bank == BANK


def test_coming_back_repeatedly_does_not_delay_the_others() -> None:
    """A person without time left may come back, but the bot acts when it would have anyway."""
    evening = dealt(people=2, dealer=3)
    evening.wait(FREE + BANK)
    bot_acts = evening.now + DELAY
    for _ in range(5):
        evening.now += DELAY / 10
        evening.do(commands.ComeBack, 0)
        empty = evening.table.since + FREE
        assert evening.step() == Due(empty, "clock", 0)
        assert evening.coming == Due(bot_acts, "act", 0)


def test_reconnecting_repeatedly_does_not_delay_the_others() -> None:
    evening = dealt(people=2, dealer=3)
    began = evening.now
    while evening.table.turn == 0:
        assert evening.now <= began + FREE + BANK + GRACE + DELAY
        evening.gone[0] = evening.now
        evening.wait(GONE)
        del evening.gone[0]
        evening.do(commands.ComeBack, 0)
        evening.wait(DELAY / 10)


def test_the_table_does_not_wait_for_a_person_gone_before_the_turn() -> None:
    evening = dealt(people=2, dealer=3)
    evening.gone[1] = evening.now
    evening.now += GRACE
    evening.act("weiter")
    assert evening.coming == Due(evening.now, "gone", 1)


def test_the_bank_may_run_out_before_a_person_counts_as_gone() -> None:
    evening = dealt(people=2, dealer=3, free=5.0, bank=5.0)
    evening.happen(Waited(evening.now, 0, GRACE))
    evening.gone[0] = evening.now = evening.table.since
    assert evening.coming == Due(evening.now + 10.0, "clock", 0)


def cut_off(evening: Evening, seconds: float) -> Waited | None:
    """Cut the connection of the person to act for ``seconds``, as long as the table waits."""
    seat, lost = evening.to_act, evening.now
    evening.gone[seat] = lost
    evening.wait(seconds)
    del evening.gone[seat]
    event = waited(evening.table, evening.now, seat, lost)
    if event:
        evening.happen(event)
    return event


def test_the_clock_waits_while_the_connection_of_the_person_to_act_is_lost() -> None:
    evening = dealt(dealer=3, free=10.0, bank=20.0)
    evening.now += 25.0
    assert cut_off(evening, 12.0) == Waited(evening.now, 0, 12.0)
    assert evening.coming == Due(evening.now + 5.0, "clock", 0)
    evening.act("weiter")
    assert evening.table.occupant(0).bank == 5.0


def test_the_table_waits_thirty_seconds_in_each_deal_for_lost_connections() -> None:
    evening = dealt(dealer=3)
    evening.now += FREE + 2.0
    cut_off(evening, 20.0)
    evening.gone[0] = lost = evening.now
    assert evening.coming == Due(lost + GONE, "gone", 0)
    evening.step()
    assert evening.table.occupant(0).stood_in == "gone"
    assert evening.table.occupant(0)[1:5] == (BANK - 2.0 - 5.0, "gone", evening.now, 0.0)
    evening.play_out()
    evening.until_dealt()
    assert evening.table.occupant(0).grace == GRACE


def test_a_person_cut_off_for_longer_is_charged_only_for_their_own_time() -> None:
    evening = dealt(dealer=3)
    evening.now += FREE + 7.0
    assert cut_off(evening, GRACE) is None
    assert evening.table.occupant(0)[1:3] == (BANK - 7.0, "gone")


def test_the_clock_waits_only_from_the_beginning_of_the_turn() -> None:
    evening = dealt(dealer=3)
    evening.gone[1] = lost = evening.now
    evening.wait(8.0)
    evening.act("weiter")
    assert evening.coming == Due(lost + GRACE, "gone", 1)
    evening.wait(10.0)
    assert waited(evening.table, evening.now, 1, lost) == Waited(evening.now, 1, 10.0)


def test_the_clock_does_not_wait_for_a_page_that_is_loaded_again() -> None:
    evening = dealt(dealer=3)
    assert cut_off(evening, BLIP - 0.1) is None
    assert evening.table.occupant(0).grace == GRACE


def test_no_clock_waits_where_none_runs() -> None:
    alone, asked = dealt(people=1, dealer=3), asked_to_take_back()
    for evening in (alone, between(), asked):
        assert waited(evening.table, evening.now + 20.0, 0, evening.now) is None
    assert waited(asked.table, asked.now + 20.0, asked.to_act, asked.now) is None
    not_to_act = dealt(dealer=3)
    assert waited(not_to_act.table, not_to_act.now + 20.0, 1, not_to_act.now) is None


def test_bots_do_not_play_on_when_nobody_is_left() -> None:
    evening = dealt(people=2, dealer=3)
    evening.gone = {0: evening.now, 1: evening.now}
    evening.wait(1_000_000.0)
    assert evening.table.attending == ()
    assert evening.table.stage == "playing"


def test_a_person_returning_to_a_waiting_table_gets_a_full_turn() -> None:
    evening = dealt(people=2, dealer=3)
    evening.gone = {0: evening.now, 1: evening.now}
    evening.wait(1_000_000.0)
    back = evening.to_act
    del evening.gone[back]
    evening.do(commands.ComeBack, back)
    bank = evening.table.occupant(back).bank
    assert bank > 100.0
    assert evening.coming == Due(evening.now + FREE + bank, "clock", back)


def test_acting_at_a_waiting_table_costs_nothing() -> None:
    evening = dealt(people=2, dealer=3)
    evening.gone = {0: evening.now, 1: evening.now}
    evening.wait(1_000_000.0)
    back = evening.to_act
    bank = evening.table.occupant(back).bank
    evening.do(commands.Act, back, evening.deal.legal_actions()[-1], evening.table.turn)
    assert evening.table.occupant(back)[1:4] == (bank, None, 0.0)


# Questions


def asked_to_take_back() -> Evening:
    """Return an evening in which seat 0 passed after 10 seconds and wants to undo it 7 later."""
    evening = dealt(dealer=3)
    evening.now += 10.0
    evening.act("weiter")
    evening.now += 7.0
    evening.do(commands.TakeBack, 0)
    return evening


def test_a_question_is_open_for_twenty_seconds() -> None:
    evening = asked_to_take_back()
    assert evening.coming == Due(evening.now + ANSWER, "lapse")
    evening.step()
    assert evening.table.question is None
    assert evening.deal.actions == ("weiter",)


@pytest.mark.parametrize("seconds", [0.0, 3.0, ANSWER])
def test_the_clock_stands_still_while_a_question_is_open(seconds: float) -> None:
    evening = asked_to_take_back()
    evening.wait(seconds)
    if evening.table.question:
        evening.do(commands.Answer, 2, agrees=False)
    assert evening.coming == Due(evening.now + FREE + BANK - 7.0, "clock", 1)


def test_the_clock_also_stood_still_for_a_person_who_acts_instead_of_answering() -> None:
    evening = asked_to_take_back()
    evening.now += FREE
    evening.act("weiter")
    assert evening.table.occupant(1).bank == BANK


def test_a_question_that_all_agree_to_is_settled_at_once() -> None:
    evening = asked_to_take_back()
    evening.now += 3.0
    for seat in (1, 2, 3):
        assert evening.coming
        assert evening.coming.what == "lapse"
        evening.do(commands.Answer, seat, agrees=True)
    assert evening.coming
    assert evening.coming.what == "settle"
    evening.wait(0.0)
    assert evening.deal.actions == ()
    assert evening.to_act == 0


def test_nobody_can_delay_a_bot_by_asking_repeatedly() -> None:
    evening = dealt(people=2, dealer=0)
    evening.act("weiter")
    assert evening.to_act == 2
    evening.do(commands.TakeBack, 1)
    evening.wait(ANSWER)
    with pytest.raises(Refusal, match="did not agree"):
        evening.do(commands.TakeBack, 1)
    evening.wait(DELAY)
    assert len(evening.deal.actions) > 1


# A wall clock that is set


def somebody_thinks() -> Evening:
    evening = dealt(dealer=3)
    evening.now += 10.0
    return evening


def a_bot_has_taken_over() -> Evening:
    evening = dealt(people=2, dealer=3)
    evening.now += 10.0
    evening.do(commands.Leave, 0)
    return evening


def all_are_ready() -> Evening:
    evening = between()
    evening.step()
    evening.now += 5.0
    evening.vote("next")
    return evening


@pytest.mark.parametrize("by", [3600.0, -3600.0])
@pytest.mark.parametrize(
    "situation", [somebody_thinks, a_bot_has_taken_over, asked_to_take_back, between, all_are_ready]
)
def test_every_deadline_moves_with_the_clock(situation: Callable[[], Evening], by: float) -> None:
    evening = situation()
    before = evening.coming
    assert before
    evening.happen(ClockSet(evening.now + by, by))
    assert evening.coming == before._replace(at=before.at + by)


def test_bots_finish_the_deal_that_everybody_has_left_and_begin_no_other() -> None:
    """Nobody could sit down before it is finished."""
    evening = dealt(people=2)
    for seat in (0, 1):
        evening.do(commands.Leave, seat)
    while evening.step():
        pass
    assert (evening.table.stage, evening.table.finished) == ("between", 1)
    evening.do(commands.Sit, person_on(0), 0)
    assert evening.table.host == person_on(0)
    assert evening.coming


def test_somebody_may_sit_down_when_everybody_has_left_while_the_cards_were_shuffled() -> None:
    first, later = Evening(bots=2), between(people=2)
    first.sit(2)
    later.vote("next")
    for evening in (first, later):
        assert evening.table.stage == "shuffling"
        for seat in (0, 1):
            evening.do(commands.Leave, seat)
        assert evening.coming is None
        evening.do(commands.Sit, person_on(1), 1)
        evening.until_dealt()
        assert evening.table.attending == (1,)


# By post


def test_by_post_only_the_clock_ends_a_turn() -> None:
    evening = dealt(bank=BANK, free=BY_POST)
    evening.gone = dict.fromkeys(range(4), evening.now)
    turn = Due(evening.table.since + BY_POST + BANK, "clock", evening.deal.to_act)
    assert evening.coming == turn


def test_by_post_the_next_deal_comes_although_nobody_is_there() -> None:
    evening = between(free=BY_POST)
    end = evening.table.since
    evening.gone = dict.fromkeys(range(4), end)
    evening.step()
    assert evening.coming == Due(end + REVIEW, "deal")


# Away until a day, by post

HOUR, DAY = 3600.0, 86400.0


def by_post(bank: float = 2 * HOUR) -> tuple[Evening, int]:
    """Return a table with a day for each turn, and whose turn it is."""
    evening = dealt(bank=bank, free=DAY)
    return evening, evening.to_act


def test_the_time_of_a_turn_begins_when_the_person_is_expected_back() -> None:
    evening, seat = by_post()
    until = evening.now + 10 * DAY
    evening.do(commands.Excuse, seat, until)
    assert evening.coming == Due(until + DAY + 2 * HOUR, "clock", seat)
    assert turn_end(evening.table) == until + DAY + 2 * HOUR
    evening.wait(10 * DAY + 25 * HOUR)
    evening.act("solo")
    assert evening.table.occupant(seat).bank == HOUR


def test_the_turns_of_the_others_run_meanwhile() -> None:
    evening, seat = by_post()
    evening.do(commands.Excuse, (seat + 1) % 4, evening.now + 10 * DAY)
    assert evening.coming == Due(evening.now + DAY + 2 * HOUR, "clock", seat)
    evening.act("solo")
    assert evening.coming == Due(evening.now + 11 * DAY + 2 * HOUR, "clock", (seat + 1) % 4)


def test_who_is_away_can_act_and_stays_away() -> None:
    evening, seat = by_post()
    until = evening.now + 10 * DAY
    evening.do(commands.Excuse, seat, until)
    evening.act(*SOLO)
    evening.now += DAY
    assert evening.to_act == seat
    assert evening.coming == Due(until + DAY + 2 * HOUR, "clock", seat)


def test_who_is_back_early_has_the_rest_of_the_turn_from_then_on() -> None:
    evening, seat = by_post()
    evening.wait(HOUR)
    evening.do(commands.Excuse, seat, evening.now + 10 * DAY)
    evening.wait(4 * DAY)
    evening.do(commands.Excuse, seat, None)
    assert evening.coming == Due(evening.now + DAY + HOUR, "clock", seat)


def test_nobody_gains_time_by_going_away_and_coming_back() -> None:
    evening, seat = by_post()
    for _ in range(5):
        evening.wait(HOUR)
        evening.do(commands.Excuse, seat, evening.now + 10 * DAY)
        evening.wait(2 * DAY)
        evening.do(commands.Excuse, seat, evening.now + 20 * DAY)
        evening.wait(DAY)
        evening.do(commands.Excuse, seat, None)
    assert evening.coming == Due(evening.now + 21 * HOUR, "clock", seat)


def test_what_the_bank_has_lost_before_an_absence_stays_lost() -> None:
    evening, seat = by_post()
    evening.wait(DAY + HOUR)
    until = evening.now + 3 * DAY
    evening.do(commands.Excuse, seat, until)
    assert evening.table.occupant(seat).bank == HOUR
    assert evening.coming == Due(until + HOUR, "clock", seat)


@given(
    until=st.integers(1, 100),
    parts=st.lists(st.integers(1, 60), max_size=6),
    last=st.integers(0, 60),
    free=st.integers(1, 24),
)
def test_time_charged_all_at_once_or_in_parts_is_the_same(
    until: int, parts: list[int], last: int, free: int
) -> None:
    evening = dealt(bank=200 * HOUR, free=free * HOUR)
    seat = evening.to_act
    evening.do(commands.Excuse, seat, evening.now + until * HOUR)
    table, at = evening.table, evening.now
    for part in parts:
        at += part * HOUR
        table = charged(table, seat, at)
    at += last * HOUR
    whole, in_parts = charged(evening.table, seat, at), charged(table, seat, at)
    assert whole.occupant(seat).bank == in_parts.occupant(seat).bank
    assert whole.counted_from() == in_parts.counted_from()
    used = max(0.0, (sum(parts) + last - until - free) * HOUR)
    assert whole.occupant(seat).bank == max(0.0, 200 * HOUR - used)


@pytest.mark.parametrize(
    ("until", "down", "up", "end"),
    [
        (5, 2, 3, 6),  # it was to last longer than the pause
        (5, 2, 9, 10),  # it has ended in the pause, of which nothing counts
        (5, 5.5, 9, 9.5),  # half of the turn's day had passed before the pause
        (5, 5, 9, 10),
    ],
)
def test_a_pause_of_the_server_leaves_the_day_and_costs_nobody_time(
    until: float, down: float, up: float, end: float
) -> None:
    evening, seat = by_post(bank=0.0)
    begin = evening.now
    evening.do(commands.Excuse, seat, begin + until * DAY)
    evening.now = begin + up * DAY
    evening.happen(ClockSet(evening.now, (up - down) * DAY))
    assert evening.table.occupant(seat).excused_until == begin + until * DAY
    assert evening.coming == Due(begin + end * DAY, "clock", seat)


def test_a_question_during_an_absence_gives_no_time_away() -> None:
    evening, seat = by_post()
    evening.act(*SOLO)
    evening.act(first_legal_action(evening.deal))
    turn = evening.to_act
    evening.do(commands.Excuse, turn, evening.now + DAY)
    evening.do(commands.Propose, seat, "take_back")
    evening.now += 5.0
    evening.do(commands.Excuse, turn, None)
    evening.wait(ANSWER - 5.0)
    assert not evening.table.question
    assert evening.coming == Due(evening.now + DAY + 2 * HOUR, "clock", turn)


def test_a_lost_connection_costs_no_grace_while_the_person_is_away() -> None:
    evening, seat = by_post()
    evening.do(commands.Excuse, seat, evening.now + DAY)
    assert waited(evening.table, evening.now + HOUR, seat, evening.now) is None
    assert waited(evening.table, evening.now + DAY + 10.0, seat, evening.now) == Waited(
        evening.now + DAY + 10.0, seat, 10.0
    )


# By post, away from a day to come


def planned(begin: float, end: float) -> tuple[Evening, int]:
    """Return a table by post whose person on turn is away in some hours, until others."""
    evening, seat = by_post()
    evening.do(commands.Excuse, seat, evening.now + end * HOUR, evening.now + begin * HOUR)
    return evening, seat


def test_a_turn_that_ends_before_an_absence_is_not_longer() -> None:
    evening, seat = planned(26, 100)
    assert evening.coming == Due(evening.now + DAY + 2 * HOUR, "clock", seat)


def test_a_turn_into_which_an_absence_falls_waits_for_its_end() -> None:
    evening, seat = planned(20, 100)
    assert evening.coming == Due(evening.now + (26 + 80) * HOUR, "clock", seat)
    assert not evening.table.occupant(seat).is_excused(evening.now + 20 * HOUR - 1)
    assert evening.table.occupant(seat).is_excused(evening.now + 20 * HOUR)
    assert not evening.table.occupant(seat).is_excused(evening.now + 100 * HOUR)


def test_an_absence_to_come_begins_then_however_often_its_person_acts_before() -> None:
    evening, seat = planned(20, 100)
    begin = evening.now + 20 * HOUR
    evening.wait(HOUR)
    evening.do(commands.Act, seat, evening.deal.legal_actions()[0], evening.table.turn)
    assert evening.table.occupant(seat).excused_from == begin


def test_a_day_to_come_stays_when_the_clock_is_set() -> None:
    evening, seat = planned(20, 100)
    begin = evening.now + 20 * HOUR
    evening.happen(ClockSet(evening.now + 2 * HOUR, 2 * HOUR))
    assert evening.table.occupant(seat).excused_from == begin
    assert evening.coming == Due(evening.table.since + (26 + 80) * HOUR, "clock", seat)
