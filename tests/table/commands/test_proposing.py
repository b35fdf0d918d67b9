"""Claims, take-backs and the answers to them."""

from __future__ import annotations

import pytest

from dobbm.arena.seating import first_legal_action
from dobbm.table import commands
from dobbm.table.commands import agreed_by_all
from dobbm.table.events import StoodIn, TookBack
from dobbm.table.state import Question
from table.driver import SOLO, Evening, between, dealt, legal_rest, refused, winning_cards

# Claims


def before_the_lead(people: int = 4, players: int = 4) -> Evening:
    """Return an evening in which forehand plays a Solo and is to lead."""
    evening = dealt(people, players)
    evening.act(*SOLO)
    return evening


def test_a_claim_is_made_during_the_play_in_turn() -> None:
    evening = dealt()
    refused(evening, "phase", commands.Propose, 0, "claim")
    evening.act(*SOLO)
    refused(evening, "turn", commands.Propose, 1, "claim")
    evening.do(commands.Propose, 0, "claim")
    assert evening.table.question == Question("claim", 0, evening.now)
    evening = between()
    refused(evening, "phase", commands.Propose, 0, "claim")


def test_a_claim_is_put_to_the_others_only_if_all_it_harms_are_people() -> None:
    message = refused(before_the_lead(people=3), "refused", commands.Propose, 0, "claim")
    assert message == "the claim is not proved, and the bots want to play on"
    evening = before_the_lead()
    evening.happen(StoodIn(evening.now, 2, "gone"))
    refused(evening, "refused", commands.Propose, 0, "claim")


def test_a_defender_asks_the_declarer() -> None:
    evening = before_the_lead(people=2)
    evening.act(evening.deal.legal_actions()[0])
    assert evening.do(commands.Propose, 1, "claim")
    evening = before_the_lead(people=2)
    evening.do(commands.Leave, 0)
    evening.act(evening.deal.legal_actions()[0])
    refused(evening, "refused", commands.Propose, 1, "claim")


def test_the_dealer_on_holiday_is_asked_too() -> None:
    evening = before_the_lead(players=5, people=5)
    evening.do(commands.Propose, 0, "claim")
    for seat in (1, 2, 3):
        evening.do(commands.Answer, seat, agrees=True)
    assert not agreed_by_all(evening.table)
    evening.do(commands.Answer, 4, agrees=True)
    assert agreed_by_all(evening.table)


@pytest.mark.parametrize("possible", [True, False], ids=["can be true", "cannot be true"])
def test_a_claim_that_all_agree_to(possible: bool) -> None:
    evening = last_trick(dealt())
    while bool(winning_cards(evening.deal, evening.to_act)) != possible:
        evening.play_out()
        evening.until_dealt()
        last_trick(evening)
    proposer, deal = evening.to_act, evening.table.deal_number
    evening.do(commands.Propose, proposer, "claim")
    for seat in {0, 1, 2, 3} - {proposer}:
        evening.do(commands.Answer, seat, agrees=True)
    evening.wait(0.0)
    assert evening.table.question is None
    assert len(evening.archive) == (deal if possible else deal - 1)


def test_a_person_who_was_refused_may_ask_again_at_the_next_turn() -> None:
    evening = before_the_lead()
    evening.do(commands.Propose, 0, "claim")
    evening.do(commands.Answer, 1, agrees=False)
    refused(evening, "refused", commands.Propose, 0, "claim")
    evening.act(evening.deal.legal_actions()[0])
    evening.do(commands.TakeBack, 0)
    assert evening.table.question


def last_trick(evening: Evening) -> Evening:
    """Play the deal up to its last trick."""
    while not evening.deal.play or evening.deal.play.played.bit_count() < 28:
        evening.act(first_legal_action(evening.deal))
    return evening


def test_a_proved_claim_needs_no_consent() -> None:
    evening = before_the_lead(people=1)
    cards = legal_rest(evening.deal)
    evening.do(commands.Claim, 0, tuple(cards), evening.table.turn)
    assert evening.table.stage == "between"
    assert [one.action for one in evening.archive[0].taken[4:]] == cards
    refused(evening, "phase", commands.Claim, 0, tuple(cards), evening.table.turn)


# Taking back


def test_a_person_playing_against_bots_takes_back_at_will() -> None:
    evening = dealt(people=1)
    evening.act("weiter", "dobbm", "weiter")
    assert evening.do(commands.TakeBack, 0) == TookBack(evening.now, 0, 3)
    assert evening.deal.actions == ()
    refused(evening, "phase", commands.TakeBack, 0)


def test_earlier_actions_of_the_bots_stand() -> None:
    evening = dealt(people=1, dealer=1)
    evening.act("weiter", "dobbm", "weiter")
    assert evening.to_act == 1
    evening.do(commands.TakeBack, 0)
    assert evening.deal.actions == ("weiter", "dobbm")
    assert evening.to_act == 0


def test_actions_may_be_taken_back_one_after_another() -> None:
    evening = before_the_lead(people=1)
    evening.act(*[evening.deal.legal_actions()[0]])
    evening.do(commands.TakeBack, 0)
    evening.do(commands.TakeBack, 0)
    assert evening.deal.actions == ()
    assert evening.table.turn == 7


def test_nothing_can_be_taken_back_between_deals_or_before_acting() -> None:
    message = refused(between(people=1), "phase", commands.TakeBack, 0)
    assert message == "no deal is in progress, and a finished deal stands"
    evening = dealt(people=1, dealer=1)
    evening.act("weiter")
    refused(evening, "phase", commands.TakeBack, 0)


def test_the_dealer_on_holiday_has_nothing_to_take_back() -> None:
    evening = dealt(people=1, players=5, dealer=0)
    evening.act("weiter")
    refused(evening, "phase", commands.TakeBack, 0)


def test_among_several_people_all_must_agree_before_anybody_acts() -> None:
    evening = dealt(people=2)
    evening.act("weiter")
    assert evening.do(commands.TakeBack, 0)
    evening.do(commands.Answer, 1, agrees=True)
    evening.wait(0.0)
    assert evening.deal.actions == ()
    evening.act("weiter", "weiter")
    message = refused(evening, "phase", commands.TakeBack, 0)
    assert message == "somebody has acted since, so the action stands"


def test_the_last_person_attending_takes_back_only_before_a_bot_acts() -> None:
    evening = dealt(people=2)
    evening.happen(StoodIn(evening.now, 1, "gone"))
    evening.act("weiter")
    evening.do(commands.TakeBack, 0)
    evening.wait(0.0)
    assert evening.deal.actions == ()
    evening.act("weiter", "weiter")
    refused(evening, "phase", commands.TakeBack, 0)


# Answers


def with_question() -> Evening:
    evening = dealt()
    evening.act("weiter")
    evening.do(commands.TakeBack, 0)
    return evening


def test_only_one_question_at_a_time() -> None:
    evening = with_question()
    assert evening.do(commands.TakeBack, 0) is None
    refused(evening, "phase", commands.Propose, 0, "claim")
    refused(evening, "phase", commands.TakeBack, 1)


def test_everybody_agrees_once_and_not_with_oneself() -> None:
    evening = with_question()
    assert evening.do(commands.Answer, 2, agrees=True)
    assert evening.do(commands.Answer, 2, agrees=True) is None
    assert (
        refused(evening, "phase", commands.Answer, 0, agrees=True)
        == "the question is for the others"
    )


@pytest.mark.parametrize("seat", [0, 3])
def test_one_refusal_is_enough_and_the_proposer_may_withdraw(seat: int) -> None:
    evening = with_question()
    evening.do(commands.Answer, 1, agrees=True)
    evening.do(commands.Answer, seat, agrees=False)
    assert evening.table.question is None
    refused(evening, "phase", commands.Answer, 2, agrees=True)
    refused(evening, "refused", commands.TakeBack, 0)


def test_another_question_is_possible_after_the_next_action() -> None:
    evening = with_question()
    evening.do(commands.Answer, 3, agrees=False)
    evening.act("weiter")
    assert evening.do(commands.TakeBack, 1)


def test_nothing_is_agreed_without_a_question() -> None:
    assert not agreed_by_all(dealt().table)
