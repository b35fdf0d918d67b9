"""The memory of an attentive player."""

from __future__ import annotations

from random import Random

import pytest

from dobbm.ai.memory import Memory, suits_missing
from dobbm.game.cards import CARDS, DECK, HEARTS, LEAVES, PACK, names, parse_cards, shuffled
from dobbm.game.deal import Deal
from dobbm.game.play import Trick
from dobbm.game.rules import Rules
from dobbm.game.tricks import legal_cards
from dobbm.game.view import View
from drawing import PAGAT, dealt, open_deal, said
from tables import TAKEN_UP, in_every_phase

PENALISED = Rules(revokes="penalised")


def solo_of_forehand(rules: Rules = PAGAT) -> Deal:
    """A Solo of forehand; seat 1 has no leaves, and seat 2 neither leaves nor hearts."""
    deal = dealt(
        "HSTK LST9 A6 B6",
        "HOU98 ASTK B7",
        "AOU98 BST98",
        "H76 LKOU876",
        dobb="BKOU A7",
        rules=rules,
    )
    return said(deal, "solo gut gut gut")


def test_before_the_first_card_all_other_cards_are_unseen() -> None:
    deal = solo_of_forehand()
    memory = Memory.of(View.of(deal, 0))
    assert memory.tricks == ()
    assert memory.trick.cards == ()
    assert memory.trick.seats == (0, 1, 2, 3)
    assert memory.unseen == PACK & ~deal.hand(0)


def test_the_trick_on_the_table_knows_its_best_card() -> None:
    memory = Memory.of(View.of(said(solo_of_forehand(), "L9 H8"), 2))
    assert memory.trick.cards == (CARDS["L9"], CARDS["H8"])
    assert memory.trick.best == CARDS["H8"]
    assert (memory.trick.winning, memory.trick.winner) == (1, None)
    assert memory.trick.to_come == (3,)


def test_a_seat_that_trumps_is_void_in_the_suit_led() -> None:
    memory = Memory.of(View.of(said(solo_of_forehand(), "LS H8"), 3))
    assert memory.voids[1] == LEAVES
    assert memory.voids[2] == 0


def test_a_seat_that_neither_follows_nor_trumps_is_void_in_both_suits() -> None:
    memory = Memory.of(View.of(said(solo_of_forehand(), "LS H8 B8"), 3))
    assert memory.voids[2] == LEAVES | HEARTS
    assert memory.may_hold(2) & (LEAVES | HEARTS) == 0


def test_the_winner_of_a_trick_leads_the_next() -> None:
    memory = Memory.of(View.of(said(solo_of_forehand(), "LS H8 B8 L6"), 1))
    assert memory.tricks[0].winner == 1
    assert memory.trick.seats == (1, 2, 3, 0)


def test_own_discards_are_not_unseen() -> None:
    deal = dealt("HSTK LST9 A6 B6", "HOU98 ASTK B7", "AOU98 BST98", "H76 LKOU876", dobb="BKOU A7")
    deal = said(deal, "dobbm weiter weiter weiter").apply("A6 A7 B6 BK")
    deal = said(deal, "gut gut gut")
    assert Memory.of(View.of(deal, 0)).unseen & parse_cards("A6 A7 B6 BK") == 0
    assert names(Memory.of(View.of(deal, 1)).unseen & parse_cards("A6 A7")) == ["A6", "A7"]


def test_a_card_is_high_when_no_higher_one_of_its_suit_is_unseen() -> None:
    memory = Memory.of(View.of(solo_of_forehand(), 0))
    assert memory.is_high(CARDS["HS"], 1, 2, 3)
    assert memory.is_high(CARDS["LT"], 1, 2, 3)  # the seat itself has the sow
    assert not memory.is_high(CARDS["L9"], 1, 2, 3)


def test_a_dealer_on_holiday_does_not_play_to_the_trick() -> None:
    deal = dealt(
        "HSTK LST9 A6 B6",
        "HOU98 ASTK B7",
        "AOU98 BST98",
        "H76 LKOU876",
        dobb="BKOU A7",
        players=5,
    )
    memory = Memory.of(View.of(said(deal, "solo gut gut gut L9"), 1))
    assert memory.trick.seats == (0, 1, 2, 3)


def test_without_a_declarer_nobody_leads() -> None:
    deals = in_every_phase()
    for phase in ("bidding", "done"):  # done: thrown in
        memory = Memory.of(View.of(deals[phase], 1))
        assert (memory.tricks, memory.trick, memory.played) == ((), Trick((), ()), 0)
        assert memory.voids == {0: 0, 1: 0, 2: 0, 3: 0}


@pytest.mark.parametrize("phase", ["exchange", "doubling"])
def test_the_declarer_will_lead_to_the_first_trick(phase: str) -> None:
    for seat in (0, 1, None):
        memory = Memory.of(View.of(in_every_phase()[phase], seat))
        assert (memory.tricks, memory.trick) == ((), Trick((0, 1, 2, 3), ()))


def test_a_seat_has_played_a_card_to_every_trick_and_perhaps_one_on_the_table() -> None:
    memory = Memory.of(View.of(said(solo_of_forehand(), "LS H8 B8 L6 AS A8"), 0))
    assert [memory.cards_of(seat) for seat in range(4)] == [1, 2, 2, 1]
    played = [names(memory.played_by(seat)) for seat in range(4)]
    assert played == [["LS"], ["AS", "H8"], ["A8", "B8"], ["L6"]]


@pytest.mark.parametrize("seed", range(20))
def test_the_memory_agrees_with_the_deal(seed: int) -> None:
    rng = Random(seed)
    deal = Deal.start(shuffled(rng), dealer=seed % 5, players=5, rules=Rules(max_doublings=1))
    while legal := deal.legal_actions():
        deal = deal.apply(rng.choice(legal))
        for seat in (*deal.setup.active, None):
            memory = Memory.of(View.of(deal, seat))
            if deal.play and deal.phase == "play":
                assert memory.trick == Trick(deal.play.order, deal.play.trick)
                assert memory.played == deal.play.played
                assert memory.tricks == Memory.of(View.of(deal, None)).tricks
            if deal.play:
                taken = [trick for trick in memory.tricks if trick.winner == deal.declarer]
                assert len(taken) == deal.play.tricks
                assert sum(trick.points for trick in taken) == deal.play.points
            for other in deal.setup.active:
                assert not deal.hand(other) & memory.voids[other]
                if deal.phase == "play":
                    left = deal.hands[other].bit_count() - memory.cards_of(other)
                    assert deal.hand(other).bit_count() == left
                    assert memory.played_by(other) == deal.hands[other] & memory.played


def test_a_card_shows_exactly_the_suits_that_would_have_made_it_a_revoke() -> None:
    for led in DECK:
        for card in DECK:
            missing = suits_missing(card, led)
            for other in DECK:
                legal = bool(card & legal_cards(card | other, led))
                assert legal != bool(other & missing)


# Revokes (docs/rules.md 9)


def test_a_card_shows_the_same_where_revokes_are_penalised() -> None:
    """A revoke would have ended the deal."""
    deal = said(solo_of_forehand(PENALISED), "LS H8 B8")
    assert Memory.of(View.of(deal, 3)).voids == {0: 0, 1: LEAVES, 2: LEAVES | HEARTS, 3: 0}


@pytest.mark.parametrize("played", ["LS B7", "LS H8 B8 H7", "LS H8 B8 L6 AS AO LK"])
def test_a_revoke_shows_nothing_and_completes_no_trick(played: str) -> None:
    before = said(solo_of_forehand(PENALISED), played[:-3])
    deal = before.apply(played[-2:])
    assert deal.offender == before.to_act
    for seat in (0, 1, 2, 3, None):
        memory, earlier = (Memory.of(View.of(state, seat)) for state in (deal, before))
        assert memory.voids == earlier.voids
        assert memory.tricks == earlier.tricks
        cards = (*earlier.trick.cards, CARDS[played[-2:]])
        assert memory.trick == Trick(earlier.trick.seats, cards)


@pytest.mark.parametrize("discards", ["A6", "A6 B9 L7 A7 B7"])
def test_cards_discarded_in_a_revoke_have_not_been_played(discards: str) -> None:
    deal = said(open_deal(rules=PENALISED), TAKEN_UP).apply(discards)
    for seat in (0, 1, None):
        memory = Memory.of(View.of(deal, seat))
        assert (memory.tricks, memory.trick.cards, memory.played) == ((), (), 0)


def test_the_memory_of_a_view_is_made_once_as_long_as_no_other_is_asked_for() -> None:
    deal = said(open_deal(), "solo gut gut gut HS")
    view, other = View.of(deal, 1), View.of(deal, 2)
    memory = Memory.of(view)
    assert Memory.of(view) is memory
    assert Memory.of(other) != memory
    assert Memory.of(view) == memory
