"""A playout state follows the deal, and has the memory of an attentive player."""

from __future__ import annotations

from random import Random

import pytest

from deals_in_play import cards_played, in_the_play, seats_of, state_of
from dobbm import Deal
from dobbm.ai.kernel.playout_state import (
    BY_DECLARER,
    DISCARDED,
    GAINED,
    HANDS,
    LEADS,
    OUT,
    PLAYED,
    STATE_SIZE,
    TRICKS,
    VOIDS,
    copy_state,
    new_state,
    unseen_by,
)
from dobbm.ai.memory import Memory
from dobbm.game.cards import ACORNS, BELLS, CARDS, HEARTS, LANE, LEAVES, PACK, SUITS
from dobbm.game.rules import DOBBM
from dobbm.game.tricks import suit_of
from dobbm.game.view import View
from drawing import lying, said

DEALS = 25
LANES = {suit: SUITS[::-1].index(suit) for suit in SUITS}


def leads_of(deal: Deal, suit: int) -> tuple[int, int]:
    """How often the declarer and the defenders have led a suit, up to two each."""
    state, _ = state_of(deal)
    leads = int(state[LEADS]) >> 4 * LANES[suit]
    return leads & 3, leads >> 2 & 3


@pytest.mark.parametrize("players", [4, 5])
def test_the_state_follows_the_deal(players: int) -> None:
    rng = Random(players)
    for _ in range(DEALS):
        for deal in in_the_play(rng, players):
            state, trick = state_of(deal)
            play, seats = deal.play, seats_of(deal)
            assert play is not None
            assert state[HANDS : HANDS + 4].tolist() == [deal.hand(seat) for seat in seats]
            assert (state[PLAYED], state[OUT]) == (play.played, deal.out_of_play)
            assert (state[GAINED], state[TRICKS]) == (play.points, play.tricks)
            assert seats[trick.seat] == play.to_act
            assert trick.turn == len(play.trick)
            assert trick.led == (play.trick[0] if play.trick else 0)


def test_it_remembers_what_an_attentive_player_remembers() -> None:
    rng = Random(6)
    for _ in range(DEALS):
        for deal in in_the_play(rng):
            state, _ = state_of(deal)
            seats = seats_of(deal)
            for place, seat in enumerate(seats):
                memory = Memory.of(View.of(deal, seat))
                assert state[VOIDS : VOIDS + 4].tolist() == [memory.voids[one] for one in seats]
                assert unseen_by(state, place) == memory.unseen
            tricks = [*memory.tricks, memory.trick]
            by_declarer = [
                card
                for trick in tricks
                for seat, card in zip(trick.seats, trick.cards, strict=False)
                if seat == deal.declarer
            ]
            assert state[BY_DECLARER] == sum(by_declarer)
            for suit in SUITS:
                sides = [
                    trick.seats[0] == deal.declarer
                    for trick in tricks
                    if trick.cards and suit_of(trick.cards[0]) == suit
                ]
                assert leads_of(deal, suit) == (
                    min(2, sides.count(True)),
                    min(2, sides.count(False)),
                )


def test_not_following_shows_a_void_and_not_trumping_shows_no_hearts() -> None:
    state, _ = state_of(said(lying(), "HS H9 H7 HO B9 B8 BO BU LO L6 L7 L8"))
    assert state[VOIDS : VOIDS + 4].tolist() == [0, 0, 0, 0]
    state, _ = state_of(said(lying(), "HS H9 H7 HO HT H8 HK H6 HU L8 LO"))
    assert state[VOIDS : VOIDS + 4].tolist() == [0, HEARTS, HEARTS, 0]
    # A seat that trumps may hold more hearts.
    state, _ = state_of(said(lying(), "LT L8 LO L6 LS L9 H7 LU"))
    assert state[VOIDS : VOIDS + 4].tolist() == [0, 0, LEAVES, 0]


def test_leads_are_counted_for_each_side_up_to_two() -> None:
    hearts = "HS H9 H7 HO HT H8 HK H6"
    assert leads_of(said(lying(), "HS"), HEARTS) == (1, 0)
    assert leads_of(said(lying(), f"{hearts} HU"), HEARTS) == (2, 0)
    assert leads_of(said(lying(), hearts), HEARTS) == (2, 0)
    partners = said(lying(), "A6 A9 AT AO BS BU B9 B8 BT")
    assert leads_of(partners, BELLS) == (0, 2)
    assert leads_of(partners, ACORNS) == (1, 0)
    assert leads_of(partners, LEAVES) == (0, 0)


def test_only_the_declarer_of_a_dobbm_knows_the_cards_out_of_play() -> None:
    for contract in ("dobbm", "solo"):
        deal = lying(contract)
        state, _ = state_of(deal)
        knows = deal.contract is DOBBM
        assert bool(state[DISCARDED]) == knows
        for place, seat in enumerate(seats_of(deal)):
            hidden = deal.out_of_play if knows and place == 0 else 0
            assert unseen_by(state, place) == PACK & ~deal.hand(seat) & ~hidden


def test_a_copy_is_independent() -> None:
    state, _ = state_of(said(lying(), "A6 A9 AT"))
    other = new_state()
    assert not other.any()
    copy_state(state, other)
    assert (other == state).all()
    other[PLAYED] |= CARDS["AO"]
    assert state[PLAYED] != other[PLAYED]
    assert len(other) == STATE_SIZE


def test_the_lanes_are_those_of_the_suits() -> None:
    for suit, lane in LANES.items():
        assert suit >> LANE * lane == BELLS


def test_the_cards_played() -> None:
    assert cards_played(said(lying(), "A6 A9 AT")) == [CARDS["A6"], CARDS["A9"], CARDS["AT"]]
