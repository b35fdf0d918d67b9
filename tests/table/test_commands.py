"""Commands of people at a table: which are possible, refused, or harmless when repeated."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from dobbm import Rules
from dobbm.arena.seating import first_legal_action
from dobbm.game.errors import (
    CardNotHeld,
    IllegalAction,
    ShuffleError,
    UnknownAction,
    WrongPhase,
)
from dobbm.table import commands
from dobbm.table.commands import TableError, agreed_by_all
from dobbm.table.deadlines import REVIEW, Due
from dobbm.table.events import StoodIn, TookBack, Vacated
from dobbm.table.house_rules import MOST_DELAYS, MOST_DOUBLINGS, MOST_SEATINGS
from dobbm.table.state import Question
from table.driver import SOLO, Evening, between, dealt, legal_rest, person_on, winning_cards


def refused(
    evening: Evening, code: str, command: Callable[..., Any], *arguments: Any, **named: Any
) -> str:
    """Check that a command is refused with ``code`` and changes nothing; return the message."""
    before = evening.table
    with pytest.raises(TableError) as caught:
        evening.do(command, *arguments, **named)
    assert caught.value.code == code
    assert evening.table is before
    return str(caught.value)


# Sitting down, leaving, coming back


def test_people_take_the_first_free_seats_and_bots_have_the_last() -> None:
    evening = Evening(bots=1, players=5)
    evening.sit(4)
    assert evening.table.people == (0, 1, 2, 3)
    assert evening.table.seat_of(person_on(2)) == 2
    assert refused(evening, "full", commands.sit, "one-more") == "all seats at this table are taken"


def test_bots_take_the_free_seats_on_request() -> None:
    evening = Evening(bots=1)
    evening.sit(2)
    evening.do(commands.fill, 1)
    assert evening.table.people == (0, 1)
    assert evening.table.stage == "shuffling"
    assert evening.do(commands.fill, 1) is None
    refused(evening, "full", commands.sit, "too-late")
    assert refused(evening, "seat", commands.fill, 2) == "no person sits in seat 2"


def test_who_leaves_in_mid_deal_can_sit_down_again_when_the_deal_is_done() -> None:
    evening = dealt()
    evening.do(commands.leave, 1)
    assert evening.table.seat_of(person_on(1)) is None
    assert refused(evening, "seat", commands.leave, 1) == "no person sits in seat 1"
    refused(evening, "seat", commands.come_back, 1)
    refused(evening, "full", commands.sit, person_on(1))
    refused(evening, "phase", commands.sit, person_on(1), 1)
    evening.play_out()
    evening.do(commands.sit, person_on(1), 1)
    assert evening.table.seat_of(person_on(1)) == 1
    assert evening.do(commands.sit, person_on(1), 1) is None


def test_nobody_takes_a_persons_seat() -> None:
    evening = between()
    message = refused(evening, "full", commands.sit, "one-more", 1)
    assert message == "somebody sits in seat 1"
    assert refused(evening, "request", commands.sit, "one-more", 4) == (
        "there is no seat 4 at this table"
    )


def test_a_late_friend_takes_the_seat_of_a_bot_and_everybody_gets_time() -> None:
    evening = between(people=1)
    evening.wait(500.0)
    evening.do(commands.sit, "one-more", 3)
    assert evening.coming == Due(evening.now + REVIEW, "deal")


def test_people_sit_down_at_a_table_only_so_often() -> None:
    evening = between(people=1)
    while evening.table.seatings < MOST_SEATINGS:
        taken = evening.table.seat_of("restless")
        evening.do(commands.sit, "restless", 3 if taken == 2 else 2)
    assert "100 times" in refused(evening, "full", commands.sit, "restless", 1)


# The host


def test_who_sits_down_first_is_the_host_until_leaving() -> None:
    evening = Evening(bots=1)
    evening.sit(2)
    assert evening.table.host_seat == 0
    evening.do(commands.leave, 0)
    assert evening.table.host_seat == 1
    evening.do(commands.vacate, 1, 1)
    assert evening.table.host_seat is None
    evening.sit(1)
    assert evening.table.host_seat == 1


def test_the_host_frees_a_seat_before_the_first_deal() -> None:
    evening = Evening(bots=1)
    evening.sit(2)
    message = refused(evening, "host", commands.vacate, 1, 0)
    assert message == "only the host, in seat 0, arranges the table"
    assert evening.do(commands.vacate, 0, 1) == Vacated(evening.now, 1, by_host=True)
    assert evening.do(commands.vacate, 0, 1) is None
    evening.do(commands.vacate, 0, 3)
    assert [one is None for one in evening.table.seats] == [False, True, True, True]


def test_whom_the_host_removes_waits_for_the_end_of_the_first_deal() -> None:
    evening = Evening()
    evening.sit(2)
    evening.do(commands.vacate, 0, 1)
    message = refused(evening, "removed", commands.sit, person_on(1), 1)
    assert message == "the host has freed your seat: sit down again after the first deal"
    evening.do(commands.sit, person_on(2), 1)
    evening.do(commands.fill, 0)
    refused(evening, "removed", commands.sit, person_on(1), 3)
    evening.until_dealt()
    refused(evening, "phase", commands.sit, person_on(1), 3)
    evening.play_out()
    evening.do(commands.sit, person_on(1), 3)
    assert evening.table.seat_of(person_on(1)) == 3


def test_people_free_their_own_seats() -> None:
    """They may sit down again at once, the host too."""
    evening = Evening()
    evening.sit(2)
    for seat in (1, 0):
        assert evening.do(commands.vacate, seat, seat) == Vacated(evening.now, seat, by_host=False)
        evening.do(commands.sit, person_on(seat), seat)
    evening.do(commands.vacate, 1, 1)
    assert evening.table.people == (0,)
    dealt_already = dealt()
    refused(dealt_already, "phase", commands.vacate, 1, 1)


def test_the_host_lets_two_people_change_places() -> None:
    evening = Evening()
    evening.sit(3)
    evening.do(commands.swap, 0, (0, 2))
    assert [evening.table.seat_of(person_on(seat)) for seat in range(3)] == [2, 1, 0]
    assert evening.table.host_seat == 2
    refused(evening, "host", commands.swap, 0, (0, 2))
    assert evening.do(commands.swap, 2, (1, 1)) is None


def test_the_host_makes_room_for_a_fifth_player_and_takes_it_back() -> None:
    evening = Evening()
    evening.sit(3)
    five = replace(evening.table.options, players=5, bank=60.0)
    evening.do(commands.set_rules, 0, five)
    assert evening.table.seats.count(None) == 2
    assert evening.table.occupant(0).bank == 60.0
    evening.do(commands.set_rules, 0, replace(five, players=4))
    assert evening.table.seats.count(None) == 1
    assert evening.do(commands.set_rules, 0, replace(five, players=4)) is None
    full = Evening(players=5, ready_check=True)
    full.sit(5)
    four = replace(full.table.options, players=4)
    assert refused(full, "seats", commands.set_rules, 0, four) == (
        "five sit at the table: free a seat first"
    )


def test_the_first_deal_waits_until_all_are_ready() -> None:
    evening = Evening(ready_check=True)
    evening.sit(4)
    assert (evening.table.stage, evening.coming) == ("gathering", None)
    evening.vote("ready", 0, 1, 2)
    assert evening.table.unready == (3,)
    evening.do(commands.swap, 0, (1, 2))
    assert [*evening.table.unready] == [0, 1, 2, 3]
    evening.vote("ready", 0, 1, 2, 3)
    assert evening.table.stage == "shuffling"
    assert evening.do(commands.vote, 1, "ready") is None


def test_one_person_with_bots_need_not_say_ready() -> None:
    evening = Evening(ready_check=True)
    evening.sit(1)
    evening.do(commands.fill, 0)
    assert evening.table.stage == "shuffling"
    opened_with_bots = Evening(bots=3, ready_check=True)
    opened_with_bots.sit(1)
    assert opened_with_bots.table.stage == "shuffling"


def test_new_house_rules_that_take_the_last_free_seat_away_begin_no_deal() -> None:
    evening = Evening(bots=3, players=5, ready_check=True)
    evening.sit(1)
    four = replace(evening.table.options, players=4)
    evening.do(commands.set_rules, 0, four)
    assert None not in evening.table.seats
    assert (evening.table.stage, evening.coming) == ("gathering", None)
    evening.vote("ready", 0)
    assert evening.table.stage == "shuffling"


def test_coming_back_to_ones_own_seat_changes_nothing() -> None:
    evening = dealt()
    assert evening.do(commands.come_back, 1) is None
    evening.happen(StoodIn(evening.now, 1, "clock"))
    assert [*evening.table.attending] == [0, 2, 3]
    assert evening.do(commands.come_back, 1)
    assert [*evening.table.attending] == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("command", "given"),
    [
        (commands.act, ("weiter", 0)),
        (commands.contribute, ("5eed", None)),
        (commands.vote, ("next",)),
        (commands.propose, ("claim",)),
        (commands.take_back, ()),
        (commands.say, ("hello",)),
    ],
    ids=["act", "contribute", "wish", "propose", "take back", "say"],
)
def test_commands_after_leaving_are_refused(
    command: Callable[..., Any], given: tuple[Any, ...]
) -> None:
    evening = dealt()
    evening.do(commands.leave, 0)
    assert refused(evening, "seat", command, 0, *given) == "no person sits in seat 0"


# Acting


def test_acting_in_turn() -> None:
    evening = dealt()
    evening.do(commands.act, 0, "dobbm", 0)
    assert evening.deal.actions == ("dobbm",)
    assert evening.table.turn == 1


def test_a_repeated_action_changes_nothing() -> None:
    evening = dealt()
    evening.act(*SOLO)
    for turn, word in enumerate(SOLO):
        assert evening.do(commands.act, turn, word, turn) is None
    assert evening.table.turn == 4


def test_a_repeated_action_changes_nothing_after_the_deal_or_during_the_next() -> None:
    evening = dealt()
    evening.act(*SOLO)
    evening.play_out()
    assert evening.do(commands.act, 0, "solo", 0) is None
    evening.until_dealt()
    assert evening.do(commands.act, 0, "solo", 0) is None
    evening.act("weiter", "weiter")
    evening.play_out()
    second = evening.archive[1]
    assert evening.table.oldest_turn == second.first_turn
    assert evening.do(commands.act, second.taken[1].seat, "weiter", second.first_turn + 1) is None


def test_repeated_discards_may_be_in_another_order() -> None:
    evening = dealt()
    evening.act("dobbm", "weiter", "weiter", "weiter")
    discards = next(evening.deal.legal_discards())
    evening.act(discards)
    assert evening.do(commands.act, 0, " ".join(discards.split()[::-1]), 4) is None


@pytest.mark.parametrize(
    ("seat", "action", "turn"),
    [(0, "weiter", 0), (1, "solo", 0), (0, "nonsense", 0), (1, "gut", 2), (1, "gut", -1)],
    ids=["another action", "another seat", "no action", "a turn to come", "no turn"],
)
def test_an_action_for_another_turn_is_stale(seat: int, action: str, turn: int) -> None:
    evening = dealt()
    evening.act("solo")
    message = refused(evening, "stale", commands.act, seat, action, turn)
    assert message == f"the current turn is 1, not {turn}"


def test_another_action_at_the_turn_of_a_played_card_is_stale() -> None:
    evening = dealt()
    evening.act(*SOLO)
    played, *others = evening.deal.legal_actions()
    evening.act(played)
    for action in ("nonsense", *others):
        refused(evening, "stale", commands.act, 0, action, 4)


def test_a_turn_with_a_take_back_is_stale() -> None:
    evening = dealt(people=1)
    evening.act("weiter")
    evening.do(commands.take_back, 0)
    refused(evening, "stale", commands.act, 0, "weiter", 1)


def test_acting_out_of_turn() -> None:
    evening = dealt()
    message = refused(evening, "turn", commands.act, 2, "weiter", 0)
    assert message == "it is seat 0's turn, not seat 2's"


def test_acting_between_two_deals() -> None:
    evening = between()
    message = refused(evening, "turn", commands.act, 0, "HS", evening.table.turn)
    assert message == "no deal is in progress: nobody can act"


@pytest.mark.parametrize(
    ("action", "error"), [("gut", WrongPhase), ("Ratsch", UnknownAction), ("HS", WrongPhase)]
)
def test_the_rules_of_the_deal_apply(action: str, error: type[Exception]) -> None:
    evening = dealt()
    with pytest.raises(error):
        evening.do(commands.act, 0, action, 0)
    assert evening.table.turn == 0


def test_a_deal_is_doubled_at_most_twenty_times() -> None:
    evening = dealt()
    for action in ("solo", "schwacher", *["retour"] * (MOST_DOUBLINGS - 1)):
        evening.act(action)
    assert evening.deal.doublings == MOST_DOUBLINGS == 20
    with pytest.raises(IllegalAction, match="doubled at most 20 times: say gut"):
        evening.act("retour")
    evening.act("gut")


def test_playing_a_card_that_is_not_held_or_not_legal() -> None:
    evening = dealt()
    evening.act(*SOLO)
    deal = evening.deal
    illegal = next(card for card in "H9 L9 A9 B9".split() if card not in deal.legal_actions())
    with pytest.raises((CardNotHeld, IllegalAction)):
        evening.do(commands.act, 0, illegal, 4)


def test_a_person_may_act_while_a_bot_stands_in() -> None:
    evening = dealt()
    evening.happen(StoodIn(evening.now, 0, "gone"))
    evening.do(commands.act, 0, "weiter", 0)
    assert evening.table.attending == (0, 1, 2, 3)


# The shuffle


def committed(people: int = 4, players: int = 4) -> Evening:
    """Return an evening between two deals, with the server committed to the next shuffle."""
    evening = between(people, players)
    evening.step()
    assert evening.table.secret
    return evening


def cutter_of(evening: Evening) -> int:
    """Return the seat that may cut."""
    cutter = evening.table.cutter
    assert cutter is not None
    return cutter


def test_a_contribution_counts_once() -> None:
    evening = committed()
    assert evening.do(commands.contribute, 1, "5eed", None)
    assert evening.do(commands.contribute, 1, "5eed", None) is None
    refused(evening, "shuffle", commands.contribute, 1, "ffff", None)
    assert evening.table.contributions == ((1, "5eed"),)


@pytest.mark.parametrize("players", [4, 5])
def test_the_seat_on_the_dealers_right_cuts(players: int) -> None:
    evening = committed(players, players)
    session = evening.table.session
    assert session
    cutter = (session.next_dealer - 1) % players
    assert evening.table.cutter == cutter
    for seat in range(players):
        if seat == cutter:
            assert evening.do(commands.contribute, seat, "5eed", 17)
        else:
            refused(evening, "shuffle", commands.contribute, seat, "5eed", 17)
    assert evening.table.cut == (cutter, 17)


def test_the_cutter_may_cut_after_contributing_but_only_once() -> None:
    evening = committed()
    cutter = cutter_of(evening)
    evening.do(commands.contribute, cutter, "5eed", None)
    assert evening.do(commands.contribute, cutter, "5eed", 17)
    assert evening.table.contributions == ((cutter, "5eed"),)
    assert evening.do(commands.contribute, cutter, "5eed", 17) is None
    assert evening.do(commands.contribute, cutter, "5eed", None) is None
    refused(evening, "shuffle", commands.contribute, cutter, "5eed", 18)
    refused(evening, "shuffle", commands.contribute, cutter, "ffff", 17)


@pytest.mark.parametrize(("value", "cut"), [("", None), ("5EED", None), ("5eed", 0), ("5eed", 36)])
def test_invalid_contributions(value: str, cut: int | None) -> None:
    evening = committed()
    with pytest.raises(ShuffleError):
        evening.do(commands.contribute, cutter_of(evening), value, cut)


def test_contributing_when_no_cards_are_being_shuffled() -> None:
    evening = Evening()
    evening.sit(1)
    refused(evening, "shuffle", commands.contribute, 0, "5eed", None)  # seats are free
    refused(between(), "shuffle", commands.contribute, 0, "5eed", None)  # no commitment yet
    refused(dealt(), "shuffle", commands.contribute, 0, "5eed", None)  # cards are dealt
    evening = committed()
    evening.vote("end")
    refused(evening, "shuffle", commands.contribute, 0, "5eed", None)  # the session is over


# Votes


def test_voting_before_the_session() -> None:
    evening = Evening()
    evening.sit(3)
    for topic in ("next", "mussrunde", "end", "again"):
        refused(evening, "phase", commands.vote, 0, topic)


def test_a_deal_is_delayed_ten_times_at_most() -> None:
    evening = between()
    for _ in range(MOST_DELAYS):
        assert evening.do(commands.delay, 3)
    refused(evening, "phase", commands.delay, 3)
    evening.until_dealt()
    evening.play_out()
    assert evening.do(commands.delay, 3)


def test_a_deal_is_delayed_only_between_two_deals_by_a_clock() -> None:
    for evening in (dealt(), between(people=1)):
        refused(evening, "phase", commands.delay, 0)


def test_asking_for_time_ends_an_absence() -> None:
    evening = between()
    evening.happen(StoodIn(evening.now, 1, "clock"))
    evening.do(commands.delay, 1)
    assert evening.table.occupant(1).stood_in is None


def test_a_vote_counts_once() -> None:
    evening = dealt()
    assert evening.do(commands.vote, 2, "mussrunde")
    assert evening.do(commands.vote, 2, "mussrunde") is None
    assert evening.table.voters("mussrunde") == (2,)


def test_voting_for_a_deal_that_has_begun() -> None:
    evening = between()
    evening.vote("next")
    assert evening.table.stage == "shuffling"
    assert evening.do(commands.vote, 0, "next") is None
    evening.until_dealt()
    assert evening.do(commands.vote, 0, "next") is None


def test_voting_for_an_agreed_mussrunde() -> None:
    evening = dealt()
    evening.vote("mussrunde")
    assert evening.do(commands.vote, 0, "mussrunde") is None


def test_voting_for_the_end_of_a_session_that_is_over() -> None:
    evening = between()
    message = refused(evening, "phase", commands.vote, 0, "again")
    assert message == "the session is not over"
    evening.vote("end")
    assert evening.do(commands.vote, 0, "end") is None
    assert refused(evening, "phase", commands.vote, 0, "next") == "the session is over"
    refused(evening, "phase", commands.vote, 0, "mussrunde")


def test_voting_for_another_session_that_has_begun() -> None:
    evening = between()
    evening.vote("end")
    evening.vote("again")
    evening.until_dealt()
    assert evening.table.sessions == 2
    assert evening.do(commands.vote, 0, "again") is None


# Claims


def before_the_lead(people: int = 4, players: int = 4) -> Evening:
    """Return an evening in which forehand plays a Solo and is to lead."""
    evening = dealt(people, players)
    evening.act(*SOLO)
    return evening


def test_a_claim_is_made_during_the_play_in_turn() -> None:
    evening = dealt()
    refused(evening, "phase", commands.propose, 0, "claim")
    evening.act(*SOLO)
    refused(evening, "turn", commands.propose, 1, "claim")
    evening.do(commands.propose, 0, "claim")
    assert evening.table.question == Question("claim", 0, evening.now)
    evening = between()
    refused(evening, "phase", commands.propose, 0, "claim")


def test_a_claim_is_put_to_the_others_only_if_all_it_harms_are_people() -> None:
    message = refused(before_the_lead(people=3), "refused", commands.propose, 0, "claim")
    assert message == "the claim is not proved, and the bots want to play on"
    evening = before_the_lead()
    evening.happen(StoodIn(evening.now, 2, "gone"))
    refused(evening, "refused", commands.propose, 0, "claim")


def test_a_defender_asks_the_declarer() -> None:
    evening = before_the_lead(people=2)
    evening.act(evening.deal.legal_actions()[0])
    assert evening.do(commands.propose, 1, "claim")
    evening = before_the_lead(people=2)
    evening.do(commands.leave, 0)
    evening.act(evening.deal.legal_actions()[0])
    refused(evening, "refused", commands.propose, 1, "claim")


def test_the_dealer_on_holiday_is_asked_too() -> None:
    evening = before_the_lead(players=5, people=5)
    evening.do(commands.propose, 0, "claim")
    for seat in (1, 2, 3):
        evening.do(commands.answer, seat, agrees=True)
    assert not agreed_by_all(evening.table)
    evening.do(commands.answer, 4, agrees=True)
    assert agreed_by_all(evening.table)


@pytest.mark.parametrize("possible", [True, False], ids=["can be true", "cannot be true"])
def test_a_claim_that_all_agree_to(possible: bool) -> None:
    evening = last_trick(dealt())
    while bool(winning_cards(evening.deal, evening.to_act)) != possible:
        evening.play_out()
        evening.until_dealt()
        last_trick(evening)
    proposer, deal = evening.to_act, evening.table.deal_number
    evening.do(commands.propose, proposer, "claim")
    for seat in {0, 1, 2, 3} - {proposer}:
        evening.do(commands.answer, seat, agrees=True)
    evening.wait(0.0)
    assert evening.table.question is None
    assert len(evening.archive) == (deal if possible else deal - 1)


def test_a_person_who_was_refused_may_ask_again_at_the_next_turn() -> None:
    evening = before_the_lead()
    evening.do(commands.propose, 0, "claim")
    evening.do(commands.answer, 1, agrees=False)
    refused(evening, "refused", commands.propose, 0, "claim")
    evening.act(evening.deal.legal_actions()[0])
    evening.do(commands.take_back, 0)
    assert evening.table.question


def last_trick(evening: Evening) -> Evening:
    """Play the deal up to its last trick."""
    while not evening.deal.play or evening.deal.play.played.bit_count() < 28:
        evening.act(first_legal_action(evening.deal))
    return evening


def test_a_proved_claim_needs_no_consent() -> None:
    evening = before_the_lead(people=1)
    cards = legal_rest(evening.deal)
    evening.do(commands.claim, 0, tuple(cards), evening.table.turn)
    assert evening.table.stage == "between"
    assert [one.action for one in evening.archive[0].taken[4:]] == cards
    refused(evening, "phase", commands.claim, 0, tuple(cards), evening.table.turn)


# Taking back


def test_a_person_playing_against_bots_takes_back_at_will() -> None:
    evening = dealt(people=1)
    evening.act("weiter", "dobbm", "weiter")
    assert evening.do(commands.take_back, 0) == TookBack(evening.now, 0, 3)
    assert evening.deal.actions == ()
    refused(evening, "phase", commands.take_back, 0)


def test_earlier_actions_of_the_bots_stand() -> None:
    evening = dealt(people=1, dealer=1)
    evening.act("weiter", "dobbm", "weiter")
    assert evening.to_act == 1
    evening.do(commands.take_back, 0)
    assert evening.deal.actions == ("weiter", "dobbm")
    assert evening.to_act == 0


def test_actions_may_be_taken_back_one_after_another() -> None:
    evening = before_the_lead(people=1)
    evening.act(*[evening.deal.legal_actions()[0]])
    evening.do(commands.take_back, 0)
    evening.do(commands.take_back, 0)
    assert evening.deal.actions == ()
    assert evening.table.turn == 7


def test_nothing_can_be_taken_back_between_deals_or_before_acting() -> None:
    message = refused(between(people=1), "phase", commands.take_back, 0)
    assert message == "no deal is in progress, and a finished deal stands"
    evening = dealt(people=1, dealer=1)
    evening.act("weiter")
    refused(evening, "phase", commands.take_back, 0)


def test_the_dealer_on_holiday_has_nothing_to_take_back() -> None:
    evening = dealt(people=1, players=5, dealer=0)
    evening.act("weiter")
    refused(evening, "phase", commands.take_back, 0)


def test_among_several_people_all_must_agree_before_anybody_acts() -> None:
    evening = dealt(people=2)
    evening.act("weiter")
    assert evening.do(commands.take_back, 0)
    evening.do(commands.answer, 1, agrees=True)
    evening.wait(0.0)
    assert evening.deal.actions == ()
    evening.act("weiter", "weiter")
    message = refused(evening, "phase", commands.take_back, 0)
    assert message == "somebody has acted since, so the action stands"


def test_the_last_person_attending_takes_back_only_before_a_bot_acts() -> None:
    evening = dealt(people=2)
    evening.happen(StoodIn(evening.now, 1, "gone"))
    evening.act("weiter")
    evening.do(commands.take_back, 0)
    evening.wait(0.0)
    assert evening.deal.actions == ()
    evening.act("weiter", "weiter")
    refused(evening, "phase", commands.take_back, 0)


# Answers


def with_question() -> Evening:
    evening = dealt()
    evening.act("weiter")
    evening.do(commands.take_back, 0)
    return evening


def test_only_one_question_at_a_time() -> None:
    evening = with_question()
    assert evening.do(commands.take_back, 0) is None
    refused(evening, "phase", commands.propose, 0, "claim")
    refused(evening, "phase", commands.take_back, 1)


def test_everybody_agrees_once_and_not_with_oneself() -> None:
    evening = with_question()
    assert evening.do(commands.answer, 2, agrees=True)
    assert evening.do(commands.answer, 2, agrees=True) is None
    assert (
        refused(evening, "phase", commands.answer, 0, agrees=True)
        == "the question is for the others"
    )


@pytest.mark.parametrize("seat", [0, 3])
def test_one_refusal_is_enough_and_the_proposer_may_withdraw(seat: int) -> None:
    evening = with_question()
    evening.do(commands.answer, 1, agrees=True)
    evening.do(commands.answer, seat, agrees=False)
    assert evening.table.question is None
    refused(evening, "phase", commands.answer, 2, agrees=True)
    refused(evening, "refused", commands.take_back, 0)


def test_another_question_is_possible_after_the_next_action() -> None:
    evening = with_question()
    evening.do(commands.answer, 3, agrees=False)
    evening.act("weiter")
    assert evening.do(commands.take_back, 1)


def test_nothing_is_agreed_without_a_question() -> None:
    assert not agreed_by_all(dealt().table)


# Talk


def test_only_set_phrases_can_be_said() -> None:
    evening = Evening()
    evening.sit(1)
    before = evening.table
    evening.do(commands.say, 0, "hello")
    assert evening.table.number == before.number + 1
    refused(evening, "phrase", commands.say, 0, "Du Depp")


def test_the_rules_of_a_table_may_penalise_revokes() -> None:
    evening = dealt(rules=Rules(revokes="penalised"))
    evening.act("dobbm", "weiter", "weiter", "weiter")
    held = evening.deal.legal_discards()
    evening.do(commands.act, 0, next(held).split()[0], 4)
    assert evening.table.stage == "between"
    assert sum(evening.table.ledger) == 0
    assert evening.table.ledger[0] < 0
