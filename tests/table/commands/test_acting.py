"""Acting, contributing to the shuffle and voting: what is possible, refused, or harmless twice."""

from __future__ import annotations

import pytest

from dobbm import Rules
from dobbm.game.errors import CardNotHeld, IllegalAction, ShuffleError, UnknownAction, WrongPhase
from dobbm.table import commands
from dobbm.table.events import StoodIn
from dobbm.table.house_rules import MOST_DELAYS, MOST_DOUBLINGS
from table.driver import SOLO, Evening, between, dealt, refused

# Acting


def test_acting_in_turn() -> None:
    evening = dealt()
    evening.do(commands.Act, 0, "dobbm", 0)
    assert evening.deal.actions == ("dobbm",)
    assert evening.table.turn == 1


def test_a_repeated_action_changes_nothing() -> None:
    evening = dealt()
    evening.act(*SOLO)
    for turn, word in enumerate(SOLO):
        assert evening.do(commands.Act, turn, word, turn) is None
    assert evening.table.turn == 4


def test_a_repeated_action_changes_nothing_after_the_deal_or_during_the_next() -> None:
    evening = dealt()
    evening.act(*SOLO)
    evening.play_out()
    assert evening.do(commands.Act, 0, "solo", 0) is None
    evening.until_dealt()
    assert evening.do(commands.Act, 0, "solo", 0) is None
    evening.act("weiter", "weiter")
    evening.play_out()
    second = evening.archive[1]
    assert evening.table.oldest_turn == second.first_turn
    assert evening.do(commands.Act, second.taken[1].seat, "weiter", second.first_turn + 1) is None


def test_repeated_discards_may_be_in_another_order() -> None:
    evening = dealt()
    evening.act("dobbm", "weiter", "weiter", "weiter")
    discards = next(evening.deal.legal_discards())
    evening.act(discards)
    assert evening.do(commands.Act, 0, " ".join(discards.split()[::-1]), 4) is None


@pytest.mark.parametrize(
    ("seat", "action", "turn"),
    [(0, "weiter", 0), (1, "solo", 0), (0, "nonsense", 0), (1, "gut", 2), (1, "gut", -1)],
    ids=["another action", "another seat", "no action", "a turn to come", "no turn"],
)
def test_an_action_for_another_turn_is_stale(seat: int, action: str, turn: int) -> None:
    evening = dealt()
    evening.act("solo")
    message = refused(evening, "stale", commands.Act, seat, action, turn)
    assert message == f"the current turn is 1, not {turn}"


def test_another_action_at_the_turn_of_a_played_card_is_stale() -> None:
    evening = dealt()
    evening.act(*SOLO)
    played, *others = evening.deal.legal_actions()
    evening.act(played)
    for action in ("nonsense", *others):
        refused(evening, "stale", commands.Act, 0, action, 4)


def test_a_turn_with_a_take_back_is_stale() -> None:
    evening = dealt(people=1)
    evening.act("weiter")
    evening.do(commands.TakeBack, 0)
    refused(evening, "stale", commands.Act, 0, "weiter", 1)


def test_acting_out_of_turn() -> None:
    evening = dealt()
    message = refused(evening, "turn", commands.Act, 2, "weiter", 0)
    assert message == "it is seat 0's turn, not seat 2's"


def test_acting_between_two_deals() -> None:
    evening = between()
    message = refused(evening, "turn", commands.Act, 0, "HS", evening.table.turn)
    assert message == "no deal is in progress: nobody can act"


@pytest.mark.parametrize(
    ("action", "error"), [("gut", WrongPhase), ("Ratsch", UnknownAction), ("HS", WrongPhase)]
)
def test_the_rules_of_the_deal_apply(action: str, error: type[Exception]) -> None:
    evening = dealt()
    with pytest.raises(error):
        evening.do(commands.Act, 0, action, 0)
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
        evening.do(commands.Act, 0, illegal, 4)


def test_a_person_may_act_while_a_bot_stands_in() -> None:
    evening = dealt()
    evening.happen(StoodIn(evening.now, 0, "gone"))
    evening.do(commands.Act, 0, "weiter", 0)
    assert evening.table.attending == (0, 1, 2, 3)


def test_the_rules_of_a_table_may_penalise_revokes() -> None:
    evening = dealt(rules=Rules(revokes="penalised"))
    evening.act("dobbm", "weiter", "weiter", "weiter")
    held = evening.deal.legal_discards()
    evening.do(commands.Act, 0, next(held).split()[0], 4)
    assert evening.table.stage == "between"
    assert sum(evening.table.ledger) == 0
    assert evening.table.ledger[0] < 0


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
    assert evening.do(commands.Contribute, 1, "5eed", None)
    assert evening.do(commands.Contribute, 1, "5eed", None) is None
    refused(evening, "shuffle", commands.Contribute, 1, "ffff", None)
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
            assert evening.do(commands.Contribute, seat, "5eed", 17)
        else:
            refused(evening, "shuffle", commands.Contribute, seat, "5eed", 17)
    assert evening.table.cut == (cutter, 17)


def test_the_cutter_may_cut_after_contributing_but_only_once() -> None:
    evening = committed()
    cutter = cutter_of(evening)
    evening.do(commands.Contribute, cutter, "5eed", None)
    assert evening.do(commands.Contribute, cutter, "5eed", 17)
    assert evening.table.contributions == ((cutter, "5eed"),)
    assert evening.do(commands.Contribute, cutter, "5eed", 17) is None
    assert evening.do(commands.Contribute, cutter, "5eed", None) is None
    refused(evening, "shuffle", commands.Contribute, cutter, "5eed", 18)
    refused(evening, "shuffle", commands.Contribute, cutter, "ffff", 17)


@pytest.mark.parametrize(("value", "cut"), [("", None), ("5EED", None), ("5eed", 0), ("5eed", 36)])
def test_invalid_contributions(value: str, cut: int | None) -> None:
    evening = committed()
    with pytest.raises(ShuffleError):
        evening.do(commands.Contribute, cutter_of(evening), value, cut)


def test_contributing_when_no_cards_are_being_shuffled() -> None:
    evening = Evening()
    evening.sit(1)
    refused(evening, "shuffle", commands.Contribute, 0, "5eed", None)  # seats are free
    refused(between(), "shuffle", commands.Contribute, 0, "5eed", None)  # no commitment yet
    refused(dealt(), "shuffle", commands.Contribute, 0, "5eed", None)  # cards are dealt
    evening = committed()
    evening.vote("end")
    refused(evening, "shuffle", commands.Contribute, 0, "5eed", None)  # the session is over


# Votes


def test_voting_before_the_session() -> None:
    evening = Evening()
    evening.sit(3)
    for topic in ("next", "mussrunde", "end", "again"):
        refused(evening, "phase", commands.Vote, 0, topic)


def test_a_deal_is_delayed_ten_times_at_most() -> None:
    evening = between()
    for _ in range(MOST_DELAYS):
        assert evening.do(commands.Delay, 3)
    refused(evening, "phase", commands.Delay, 3)
    evening.until_dealt()
    evening.play_out()
    assert evening.do(commands.Delay, 3)


def test_a_deal_is_delayed_only_between_two_deals_by_a_clock() -> None:
    for evening in (dealt(), between(people=1)):
        refused(evening, "phase", commands.Delay, 0)


def test_asking_for_time_ends_an_absence() -> None:
    evening = between()
    evening.happen(StoodIn(evening.now, 1, "clock"))
    evening.do(commands.Delay, 1)
    assert evening.table.occupant(1).stood_in is None


def test_a_vote_counts_once() -> None:
    evening = dealt()
    assert evening.do(commands.Vote, 2, "mussrunde")
    assert evening.do(commands.Vote, 2, "mussrunde") is None
    assert evening.table.voters("mussrunde") == (2,)


def test_voting_for_a_deal_that_has_begun() -> None:
    evening = between()
    evening.vote("next")
    assert evening.table.stage == "shuffling"
    assert evening.do(commands.Vote, 0, "next") is None
    evening.until_dealt()
    assert evening.do(commands.Vote, 0, "next") is None


def test_voting_for_an_agreed_mussrunde() -> None:
    evening = dealt()
    evening.vote("mussrunde")
    assert evening.do(commands.Vote, 0, "mussrunde") is None


def test_voting_for_the_end_of_a_session_that_is_over() -> None:
    evening = between()
    message = refused(evening, "phase", commands.Vote, 0, "again")
    assert message == "the session is not over"
    evening.vote("end")
    assert evening.do(commands.Vote, 0, "end") is None
    assert refused(evening, "phase", commands.Vote, 0, "next") == "the session is over"
    refused(evening, "phase", commands.Vote, 0, "mussrunde")


def test_voting_for_another_session_that_has_begun() -> None:
    evening = between()
    evening.vote("end")
    evening.vote("again")
    evening.until_dealt()
    assert evening.table.sessions == 2
    assert evening.do(commands.Vote, 0, "again") is None
