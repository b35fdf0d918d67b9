"""The effect of events on a table."""

from __future__ import annotations

from itertools import pairwise

import pytest

from dobbm import Rules, settle
from dobbm.game.shuffle import commitment, verify
from dobbm.table import commands
from dobbm.table.events import Opened, Said, StoodIn, TookBack, VoteTopic
from dobbm.table.house_rules import BANK, FREE, Options
from dobbm.table.presentation import record_of
from dobbm.table.reducer import apply_event
from dobbm.table.state import Account, Question, Taken
from table.driver import PEOPLE, SOLO, START, Evening, between, dealt, person_on, replayed

# The stages


def test_the_stages_of_an_evening() -> None:
    evening = Evening(bots=2)
    stages = [evening.table.stage]
    evening.watchers.append(lambda _: stages.append(evening.table.stage))
    evening.sit(2)
    evening.until_dealt()
    evening.play_out()
    evening.vote("next")
    evening.until_dealt()
    evening.vote("end")
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


def test_a_table_is_opened_only_once() -> None:
    with pytest.raises(AssertionError, match="opened only once"):
        apply_event(Evening().table, Opened(START, Options().to_json(), 0))


def test_the_events_determine_the_table() -> None:
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


def test_the_ledger_is_the_sum_of_the_payments() -> None:
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


def test_winnings_stay_with_who_leaves_and_a_new_line_begins() -> None:
    evening = between()
    won = evening.table.ledger
    assert won[1]
    evening.do(commands.Leave, 1)
    assert evening.table.ledger[1] == 0
    assert evening.table.settled == (Account(person_on(1), won[1]),)
    evening.do(commands.Sit, "one-more", 1)
    assert evening.table.ledger[1] == 0
    evening.do(commands.Leave, 3)
    evening.do(commands.Sit, person_on(1), 3)
    assert evening.table.ledger[3] == won[1]
    assert evening.table.settled == (Account(person_on(3), won[3]),)


def test_who_leaves_in_mid_deal_still_pays_for_it() -> None:
    evening = dealt()
    evening.do(commands.Leave, 1)
    assert evening.table.settled == ()
    evening.play_out()
    paid = settle(evening.archive[0].deal).payments[1]
    assert paid
    assert [*evening.table.settled] == [Account(person_on(1), paid)]
    assert evening.table.ledger[1] == 0


def test_a_person_moves_with_the_winnings_and_contributes_anew() -> None:
    evening = between(people=2)
    won = evening.table.ledger
    evening.step()
    evening.do(commands.Contribute, 0, "ab", None)
    evening.do(commands.Sit, person_on(0), 3)
    assert evening.table.ledger == (0, won[1], won[2], won[0])
    assert evening.table.settled == (Account(None, won[3]),)
    assert evening.table.people == (1, 3)
    assert evening.table.contributions == ()


def test_the_archive_keeps_who_sat_there_and_the_proof() -> None:
    evening = dealt(people=3)
    evening.do(commands.Leave, 1)
    evening.happen(StoodIn(evening.now, 2, "gone"))
    evening.play_out()
    played = evening.archive[0]
    assert played.people == (person_on(0), None, person_on(2), None)
    assert played.proof.commitment == commitment(played.proof.secret)
    assert evening.table.secret is None


# Sessions


def test_another_session_has_a_new_ledger_and_continues_the_deal_numbers() -> None:
    evening = between()
    evening.vote("end")
    assert any(evening.table.ledger)
    evening.vote("again")
    evening.until_dealt()
    assert evening.table.ledger == (0, 0, 0, 0)
    assert (evening.table.sessions, evening.table.deal_number) == (2, 2)
    assert evening.table.votes == frozenset()


def test_a_commitment_does_not_outlive_the_session() -> None:
    """The next session may have another dealer and cutter, so old contributions are void."""
    evening = between()
    evening.step()
    assert evening.table.cutter is not None
    evening.do(commands.Contribute, evening.table.cutter, "5eed", 17)
    evening.vote("end")
    assert evening.table.commitment is None
    evening.dealer = (evening.archive[0].deal.setup.dealer + 2) % 4
    evening.vote("again")
    evening.until_dealt()
    assert evening.table.cut is None
    evening.play_out()
    verify(record_of(evening.table.id, evening.archive[1], PEOPLE))


def test_the_session_ends_only_after_the_deal() -> None:
    evening = dealt()
    evening.vote("end")
    assert evening.deal
    evening.play_out()
    assert evening.table.stage == "over"
    assert evening.table.cutter is None


@pytest.mark.parametrize("players", [4, 5])
def test_a_mussrunde_agreed_during_a_deal_begins_with_the_next(players: int) -> None:
    evening = dealt(players, players)
    evening.vote("mussrunde")
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


def test_a_vote_passes_when_the_last_person_against_it_leaves() -> None:
    evening = dealt()
    evening.vote("mussrunde", 0, 1, 2)
    assert evening.table.session
    assert evening.table.session.mussrunde_from is None
    evening.do(commands.Leave, 3)
    assert evening.table.session.mussrunde_from == 1


def test_a_vote_passes_when_a_bot_stands_in_for_the_last_person_against_it() -> None:
    evening = dealt()
    evening.vote("mussrunde", 0, 1, 2)
    evening.happen(StoodIn(evening.now, 3, "gone"))
    assert evening.table.session
    assert evening.table.session.mussrunde_from == 1


def test_leaving_withdraws_ones_votes() -> None:
    evening = dealt()
    evening.vote("end", 0, 1)
    evening.do(commands.Leave, 1)
    assert evening.table.voters("end") == (0,)


@pytest.mark.parametrize("topic", ["mussrunde", "end"])
def test_a_vote_about_the_session_survives_an_absence(topic: VoteTopic) -> None:
    evening = between(people=5, players=5)
    evening.vote(topic, 0, 1, 2, 3)
    evening.until_dealt()
    evening.happen(StoodIn(evening.now, 1, "gone"))
    assert evening.table.voters(topic) == (0, 1, 2, 3)
    evening.do(commands.ComeBack, 1)
    evening.play_out()
    evening.vote(topic, 4)
    assert evening.table.session
    agreed = {"mussrunde": evening.table.session.mussrunde_left, "end": evening.table.session.over}
    assert agreed[topic]


@pytest.mark.parametrize("topic", ["next", "again"])
def test_who_is_away_is_no_longer_ready_to_play(topic: VoteTopic) -> None:
    evening = between()
    if topic == "again":
        evening.vote("end")
    evening.vote(topic, 1, 2)
    evening.happen(StoodIn(evening.now, 1, "gone"))
    evening.do(commands.ComeBack, 1)
    assert evening.table.voters(topic) == (2,)


def test_a_vote_moves_with_the_person_to_another_seat() -> None:
    evening = between(people=2)
    evening.vote("mussrunde", 0)
    evening.vote("next", 0)
    evening.do(commands.Sit, person_on(0), 3)
    assert evening.table.votes == {("mussrunde", 3)}


def test_who_comes_back_alone_gets_what_the_vote_was_for() -> None:
    evening = dealt(people=2)
    evening.vote("mussrunde", 0)
    for seat in (0, 1):
        evening.happen(StoodIn(evening.now, seat, "gone"))
    assert evening.table.session
    assert evening.table.session.mussrunde_from is None
    evening.do(commands.ComeBack, 0)
    assert evening.table.session.mussrunde_from == 1


def test_no_vote_passes_at_an_empty_table() -> None:
    evening = between(people=2)
    evening.do(commands.Leave, 0)
    evening.do(commands.Leave, 1)
    assert evening.table.stage == "between"
    assert evening.coming is None


def test_votes_for_the_next_deal_do_not_count_for_the_one_after() -> None:
    evening = between()
    evening.vote("next", 0)
    evening.wait(100.0)
    assert evening.table.stage == "playing"
    assert evening.table.votes == frozenset()


# People who are away


def test_a_bot_stands_in_until_the_person_comes_back() -> None:
    evening = dealt()
    evening.happen(StoodIn(evening.now, 1, "clock"))
    assert evening.table.people == (0, 1, 2, 3)
    assert [*evening.table.attending] == [0, 2, 3]
    assert evening.table.timed
    evening.do(commands.ComeBack, 1)
    assert [*evening.table.attending] == [0, 1, 2, 3]


def test_acting_or_voting_brings_a_person_back() -> None:
    evening = dealt(people=2)
    for seat in (0, 1):
        evening.happen(StoodIn(evening.now, seat, "clock"))
    assert [*evening.table.attending] == []
    evening.do(commands.Vote, 1, "mussrunde")
    assert [*evening.table.attending] == [1]
    assert evening.table.session
    assert evening.table.session.mussrunde_from == 1
    evening.do(commands.Act, 0, "weiter", 0)
    assert [*evening.table.attending] == [0, 1]
    evening.happen(StoodIn(evening.now, 0, "clock"))
    evening.do(commands.TakeBack, 0)
    assert [*evening.table.attending] == [0, 1]


def test_contributing_does_not_bring_a_person_back() -> None:
    """The client contributes without asking."""
    evening = between()
    evening.step()
    evening.happen(StoodIn(evening.now, 1, "clock"))
    evening.contribute(1)
    assert evening.table.occupant(1).stood_in == "clock"


@pytest.mark.parametrize("seat", [1, 2])
def test_somebody_else_leaving_does_not_affect_the_clock(seat: int) -> None:
    evening = dealt()
    began = evening.table.since
    evening.now += 10.0
    evening.do(commands.Leave, seat)
    evening.happen(StoodIn(evening.now, 3, "gone"))
    evening.do(commands.ComeBack, 3)
    assert evening.table.since == began


@pytest.mark.parametrize("away", [0.0, 7.0, FREE, FREE + 7.0])
def test_a_stand_in_and_a_return_do_not_change_what_thinking_costs(away: float) -> None:
    evening = dealt()
    evening.now += away
    evening.happen(StoodIn(evening.now, 0, "clock"))
    evening.do(commands.ComeBack, 0)
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
    evening.do(commands.TakeBack, 0)
    assert evening.table.question == Question("take_back", 0, evening.now)
    evening.act("weiter")
    assert evening.table.question is None


@pytest.mark.parametrize("seat", [0, 3])
def test_a_question_ends_when_the_proposer_or_a_person_asked_leaves(seat: int) -> None:
    """Otherwise a claim could be granted by people who have nothing to lose by it."""
    evening = dealt()
    evening.act(*SOLO)
    evening.do(commands.Propose, 0, "claim")
    for other in {1, 2, 3} - {seat}:
        evening.do(commands.Answer, other, agrees=True)
    evening.do(commands.Leave, seat)
    assert evening.table.question is None


# Taking back


def test_after_a_take_back_the_cards_are_the_same() -> None:
    evening = dealt(people=1)
    evening.act("dobbm", "weiter", "weiter", "weiter")
    before = evening.deal
    evening.act(next(before.legal_discards()), "gut")
    evening.do(commands.TakeBack, 0)
    assert evening.deal == before
    assert evening.table.taken_at(6) == Taken(0, None)
    assert evening.table.turn == 7


def test_a_deal_with_a_take_back_can_be_verified() -> None:
    evening = dealt(people=1)
    evening.act("weiter")
    evening.do(commands.TakeBack, 0)
    evening.act("solo")
    evening.play_out()
    record = record_of(evening.table.id, evening.archive[0], PEOPLE)
    assert record["actions"][0] == "solo"
    verify(record)


def test_the_table_knows_which_actions_bots_have_taken_for_people() -> None:
    """Lois is away, and takes the seat back for the last action; seats 2 and 3 are bots."""
    evening = dealt(people=2)
    evening.happen(StoodIn(evening.now, 1, "clock"))
    evening.act("solo", "gut", "gut", "gut")
    assert evening.table.stand_ins == (1,)
    evening.do(commands.ComeBack, 1)
    evening.play_out()
    assert evening.table.stand_ins == (1,)
    evening.vote("next")
    evening.until_dealt()
    assert not evening.table.stand_ins


def test_a_take_back_also_takes_back_what_a_bot_has_done() -> None:
    evening = dealt(people=2, dealer=3)
    evening.act("weiter")
    evening.happen(StoodIn(evening.now, 1, "gone"))
    evening.act("weiter")
    assert evening.table.stand_ins == (1,)
    evening.happen(TookBack(evening.now, 1, 1))
    assert evening.deal.actions == ("weiter",)
    assert not evening.table.stand_ins
