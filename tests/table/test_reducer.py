"""What becomes of a table when something has happened."""

from __future__ import annotations

from itertools import pairwise

import pytest

from dobbm import Rules, settle
from dobbm.game.shuffle import commitment, verify
from dobbm.table import commands
from dobbm.table.events import Opened, Said, StoodIn
from dobbm.table.house_rules import BANK, FREE, Options
from dobbm.table.presentation import record_of
from dobbm.table.reducer import apply_event, replayed
from dobbm.table.state import Question, Taken
from table.driver import PEOPLE, SOLO, START, Evening, between, dealt, person_on

# The stages


def test_the_stages_of_an_evening() -> None:
    evening = Evening(bots=2)
    stages = [evening.table.stage]
    evening.watchers.append(lambda _: stages.append(evening.table.stage))
    evening.sit(2)
    evening.until_dealt()
    evening.play_out()
    evening.wish("next")
    evening.until_dealt()
    evening.wish("end")
    evening.play_out()
    evening.until_dealt()
    changes = [stage for before, stage in pairwise(stages) if stage != before]
    once = ["shuffling", "playing"]
    assert changes == [*once, "between", *once, "over", *once]


def test_a_table_before_anybody_sits_down() -> None:
    table = Evening(bots=1, players=5).table
    assert (table.turn, table.deal_number, table.sessions) == (0, 0, 0)
    assert (table.deal, table.displayed_deal, table.cutter, table.commitment) == (None,) * 4
    assert table.ledger == (0, 0, 0, 0, 0)
    assert table.people == table.attending == ()
    assert not table.timed


def test_a_table_is_opened_once() -> None:
    with pytest.raises(AssertionError, match="opened only once"):
        apply_event(Evening().table, Opened(START, Options().to_json(), 0))


def test_the_events_make_the_table() -> None:
    evening = between(people=2)
    assert replayed("stubai", evening.events) == evening.table
    assert evening.table.number == len(evening.events)


def test_talk_changes_nothing_but_the_number() -> None:
    table = dealt().table
    assert apply_event(table, Said(START, 0, "hello")) == table._replace(number=table.number + 1)


# Turns, the archive and the ledger


def test_turns_are_counted_through_the_evening() -> None:
    evening = between()
    first = evening.archive[0]
    assert evening.table.turn == evening.table.first_turn == len(first.deal.actions)
    evening.until_dealt()
    evening.act("weiter")
    assert evening.table.turn == len(first.deal.actions) + 1
    assert evening.table.taken_at(0) == Taken(0, "dobbm")
    seat = evening.deal.setup.active[0]
    assert evening.table.taken_at(evening.table.turn - 1) == Taken(seat, "weiter")


def test_the_ledger_is_what_was_paid() -> None:
    evening = Evening(players=5)
    evening.sit(5)
    paid = [0] * 5
    for _ in range(4):
        evening.until_dealt()
        evening.play_out()
        payments = settle(evening.archive[-1].deal).payments
        paid = [sum(column) for column in zip(paid, payments, strict=True)]
        assert evening.table.ledger == tuple(paid)
    assert any(paid)


def test_the_stockerl_is_paid_too() -> None:
    evening = dealt(people=5, players=5, rules=Rules(match=12), dealer=4)
    evening.act("weiter", "weiter", "weiter", "weiter")
    assert evening.table.ledger == (8, -2, -2, -2, -2)


def test_the_archive_keeps_who_sat_there_and_the_proof() -> None:
    evening = dealt(people=3)
    evening.do(commands.leave, 1)
    evening.happen(StoodIn(evening.now, 2, "gone"))
    evening.play_out()
    played = evening.archive[0]
    assert played.people == (person_on(0), None, person_on(2), None)
    assert played.proof.commitment == commitment(played.proof.secret)
    assert evening.table.secret is None


# Sessions


def test_another_session_has_a_new_ledger_and_numbers_its_deals_on() -> None:
    evening = between()
    evening.wish("end")
    assert any(evening.table.ledger)
    evening.wish("again")
    evening.until_dealt()
    assert evening.table.ledger == (0, 0, 0, 0)
    assert (evening.table.sessions, evening.table.deal_number) == (2, 2)
    assert evening.table.votes == frozenset()


def test_a_commitment_does_not_outlive_the_session() -> None:
    """The lot finds another dealer, and so another cutter: what was mixed before is void."""
    evening = between()
    evening.step()
    assert evening.table.cutter is not None
    evening.do(commands.contribute, evening.table.cutter, "5eed", 17)
    evening.wish("end")
    assert evening.table.commitment is None
    evening.dealer = (evening.archive[0].deal.setup.dealer + 2) % 4
    evening.wish("again")
    evening.until_dealt()
    assert evening.table.cut is None
    evening.play_out()
    verify(record_of(evening.table.id, evening.archive[1], PEOPLE))


def test_the_end_waits_for_the_end_of_the_deal() -> None:
    evening = dealt()
    evening.wish("end")
    assert evening.deal
    evening.play_out()
    assert evening.table.stage == "over"
    assert evening.table.cutter is None


@pytest.mark.parametrize("players", [4, 5])
def test_a_mussrunde_agreed_in_a_deal_begins_with_the_next(players: int) -> None:
    evening = dealt(players, players)
    evening.wish("mussrunde")
    assert not evening.deal.setup.must
    evening.play_out()
    for left in range(players, 0, -1):
        assert evening.table.session
        assert evening.table.session.mussrunde_left == left
        evening.until_dealt()
        assert evening.deal.setup.must
        assert evening.deal.legal_actions() == ["dobbm", "solo"]
        evening.play_out()
    assert evening.table.stage == "over"


def test_a_wish_is_granted_when_the_last_who_did_not_share_it_leaves() -> None:
    evening = dealt()
    evening.wish("mussrunde", 0, 1, 2)
    assert evening.table.session
    assert evening.table.session.mussrunde_from is None
    evening.do(commands.leave, 3)
    assert evening.table.session.mussrunde_from == 1


def test_or_when_a_bot_stands_in_for_them() -> None:
    evening = dealt()
    evening.wish("mussrunde", 0, 1, 2)
    evening.happen(StoodIn(evening.now, 3, "gone"))
    assert evening.table.session
    assert evening.table.session.mussrunde_from == 1


def test_what_somebody_wished_who_has_left_is_forgotten() -> None:
    evening = dealt()
    evening.wish("end", 0, 1)
    evening.do(commands.leave, 1)
    assert evening.table.voters("end") == (0,)


def test_nothing_is_granted_to_nobody() -> None:
    evening = between(people=2)
    evening.do(commands.leave, 0)
    evening.do(commands.leave, 1)
    assert evening.table.stage == "between"
    assert evening.coming is None


def test_wishes_for_the_next_deal_do_not_stay_for_the_one_after() -> None:
    evening = between()
    evening.wish("next", 0)
    evening.wait(100.0)
    assert evening.table.stage == "playing"
    assert evening.table.votes == frozenset()


# People who are away


def test_a_bot_stands_in_until_one_comes_back() -> None:
    evening = dealt()
    evening.happen(StoodIn(evening.now, 1, "clock"))
    assert evening.table.people == (0, 1, 2, 3)
    assert [*evening.table.attending] == [0, 2, 3]
    assert evening.table.timed
    evening.do(commands.come_back, 1)
    assert [*evening.table.attending] == [0, 1, 2, 3]


def test_who_acts_or_asks_for_something_is_back() -> None:
    evening = dealt(people=2)
    for seat in (0, 1):
        evening.happen(StoodIn(evening.now, seat, "clock"))
    assert [*evening.table.attending] == []
    evening.do(commands.vote, 1, "mussrunde")
    assert [*evening.table.attending] == [1]
    assert evening.table.session
    assert evening.table.session.mussrunde_from == 1
    evening.do(commands.act, 0, "weiter", 0)
    assert [*evening.table.attending] == [0, 1]
    evening.happen(StoodIn(evening.now, 0, "clock"))
    evening.do(commands.take_back, 0)
    assert [*evening.table.attending] == [0, 1]


def test_who_only_contributes_may_be_away() -> None:
    """The client does so without being asked."""
    evening = between()
    evening.step()
    evening.happen(StoodIn(evening.now, 1, "clock"))
    evening.contribute(1)
    assert evening.table.occupant(1).stood_in == "clock"


@pytest.mark.parametrize("seat", [1, 2])
def test_that_somebody_else_leaves_does_not_touch_ones_clock(seat: int) -> None:
    evening = dealt()
    began = evening.table.since
    evening.now += 10.0
    evening.do(commands.leave, seat)
    evening.happen(StoodIn(evening.now, 3, "gone"))
    evening.do(commands.come_back, 3)
    assert evening.table.since == began


@pytest.mark.parametrize("away", [0.0, 7.0, FREE, FREE + 7.0])
def test_a_stand_in_and_a_return_do_not_change_what_thinking_costs(away: float) -> None:
    evening = dealt()
    evening.now += away
    evening.happen(StoodIn(evening.now, 0, "gone"))
    evening.do(commands.come_back, 0)
    evening.now += FREE + 20.0 - away
    evening.act("weiter")
    assert evening.table.occupant(0).bank == pytest.approx(BANK - 20.0)


def test_a_bank_that_ran_out_is_empty() -> None:
    evening = dealt()
    evening.now += FREE + BANK + 1000.0
    evening.happen(StoodIn(evening.now, 0, "clock"))
    assert evening.table.occupant(0).bank == 0.0


# Questions


def test_a_question_ends_with_the_next_action() -> None:
    evening = dealt()
    evening.act("weiter")
    evening.do(commands.take_back, 0)
    assert evening.table.question == Question("take_back", 0, evening.now)
    evening.act("weiter")
    assert evening.table.question is None


@pytest.mark.parametrize("seat", [0, 3])
def test_a_question_ends_when_the_asker_or_one_of_the_asked_leaves(seat: int) -> None:
    """Else a claim could be granted that those who were left had nothing to lose by."""
    evening = dealt()
    evening.act(*SOLO)
    evening.do(commands.propose, 0, "claim")
    for other in {1, 2, 3} - {seat}:
        evening.do(commands.answer, other, agrees=True)
    evening.do(commands.leave, seat)
    assert evening.table.question is None


# Taking back


def test_after_taking_back_the_same_cards_lie() -> None:
    evening = dealt(people=1)
    evening.act("dobbm", "weiter", "weiter", "weiter")
    before = evening.deal
    evening.act(next(before.legal_discards()), "gut")
    evening.do(commands.take_back, 0)
    assert evening.deal == before
    assert evening.table.taken_at(6) == Taken(0, None)
    assert evening.table.turn == 7


def test_what_was_taken_back_can_be_done_otherwise_and_the_deal_be_verified() -> None:
    evening = dealt(people=1)
    evening.act("weiter")
    evening.do(commands.take_back, 0)
    evening.act("solo")
    evening.play_out()
    record = record_of(evening.table.id, evening.archive[0], PEOPLE)
    assert record["actions"][0] == "solo"
    verify(record)
