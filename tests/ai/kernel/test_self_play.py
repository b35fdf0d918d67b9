"""Deals side by side are those of the other training, and every card in them is legal."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dobbm.ai.evaluation import lookup_tables
from dobbm.ai.kernel.network import CARDS, COUNT, EXCHANGED, LOG_SIZE, WORDS, number_in, read
from dobbm.ai.kernel.playout_state import (
    GAINED,
    HANDS,
    OUT,
    PLAYED,
    STATE_SIZE,
    TRICKS,
    VOIDS,
    unseen_by,
)
from dobbm.ai.kernel.policy_gradient import SOLO_EVERY
from dobbm.ai.kernel.position import Trick, place_of
from dobbm.ai.kernel.self_play import (
    ALL_HANDS,
    ALL_OUT,
    ALL_SEAT,
    ALL_TABLE,
    ALL_TURN,
    ALL_WORDS,
    deal_each,
    finish_each,
    gained_each,
    play_each,
    read_each,
)
from dobbm.game.cards import DECK, PACK, points, split
from dobbm.game.tricks import legal_cards
from dobbm.training.examples import COMPANION

DEALS = 40


class Tables:
    """Deals side by side, in which cards are drawn at random."""

    def __init__(self, first: int = 0, count: int = DEALS) -> None:
        tables = lookup_tables()
        self.states = np.zeros((count, STATE_SIZE), np.int64)
        self.tricks = np.zeros((count, len(Trick._fields)), np.int64)
        self.logs = np.zeros((count, LOG_SIZE), np.int64)
        strengths = (tables.dobbm, tables.solo)
        numbers = np.arange(first, first + count)
        deal_each(*self.all(), numbers, 5, strengths, tables.kept, COMPANION)
        self.inputs = np.zeros((count, WORDS), np.uint64)
        self.everything = np.zeros((count, ALL_WORDS), np.uint64)
        self.legal = np.zeros((count, 1), np.uint64)
        self.rng = np.random.default_rng(1)

    def all(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        return self.states, self.tricks, self.logs

    def read(self) -> None:
        read_each(*self.all(), self.inputs, self.everything, self.legal)

    def play(self) -> NDArray[np.int32]:
        """Play a random legal card in each deal; return their numbers."""
        self.read()
        options = [[n for n in range(CARDS) if int(bits) >> n & 1] for [bits] in self.legal]
        chosen = np.array([self.rng.choice(numbers) for numbers in options], np.int32)
        play_each(*self.all(), chosen)
        return chosen


def test_the_deals_do_not_depend_on_how_many_there_are() -> None:
    whole, part = Tables(), Tables(first=10, count=5)
    assert whole.states[10:15].tolist() == part.states.tolist()
    assert whole.logs[10:15].tolist() == part.logs.tolist()


def test_one_deal_in_eight_is_a_solo_and_all_cards_are_there() -> None:
    tables = Tables()
    assert (tables.logs[:, EXCHANGED] == 0).tolist() == [n % SOLO_EVERY == 0 for n in range(DEALS)]
    for state in tables.states:
        assert sum(map(int, state[HANDS : HANDS + 4])) + int(state[OUT]) == PACK
        assert [int(hand).bit_count() for hand in state[HANDS : HANDS + 4]] == [8] * 4


def test_the_chosen_number_is_the_card_that_is_played() -> None:
    tables = Tables()
    for played in range(28):
        before, turns = tables.states.copy(), tables.tricks.copy()
        chosen = tables.play()
        for index in range(DEALS):
            trick = Trick(*map(int, turns[index]))
            hand = int(before[index, HANDS + trick.seat])
            card = hand & ~int(tables.states[index, HANDS + trick.seat])
            order = read(before[index], trick, tables.logs[index], np.zeros(WORDS, np.uint64))
            assert number_in(order, place_of(card)) == chosen[index]
            assert card & legal_cards(hand, trick.led)
            assert int(tables.states[index, PLAYED]).bit_count() == played + 1
            entry = int(tables.logs[index, tables.logs[index, COUNT]])
            assert (1 << (entry >> 2), entry & 3) == (card, trick.seat)


def test_seat_and_critic_read_the_deal_before_the_card() -> None:
    tables = Tables()
    for _ in range(11):
        tables.play()
    tables.read()
    for index in range(DEALS):
        state, trick = tables.states[index], Trick(*map(int, tables.tricks[index]))
        inputs = np.zeros(WORDS, np.uint64)
        read(state, trick, tables.logs[index], inputs)
        assert inputs.tolist() == tables.inputs[index].tolist()
        seen = set(
            np.flatnonzero(
                np.unpackbits(tables.everything[index].view(np.uint8), bitorder="little")
            ).tolist()
        )
        for place in range(4):
            held = numbers_of(int(state[HANDS + place]))
            assert {bit - ALL_HANDS - CARDS * place for bit in seen} & set(range(CARDS)) == held
        assert {bit - ALL_OUT for bit in seen} & set(range(CARDS)) == numbers_of(int(state[OUT]))
        assert sum(ALL_TABLE <= bit < ALL_TABLE + 4 * CARDS for bit in seen) == trick.turn == 3
        assert {ALL_TURN + trick.turn, ALL_SEAT + trick.seat} <= seen


def numbers_of(cards: int) -> set[int]:
    """The numbers of cards, suit by suit as in the pack's bits."""
    return {place // 16 * 9 + place % 16 for place in map(place_of, split(cards))}


def test_the_points_are_those_of_the_tricks_and_the_cards_out_of_play() -> None:
    tables, gained = Tables(), np.zeros(DEALS, np.float32)
    for _ in range(28):
        tables.play()
    gained_each(tables.states, gained)
    before = gained.copy()
    finish_each(*tables.all(), gained)
    assert (gained >= before).all()
    for state, found in zip(tables.states, gained, strict=True):
        assert not state[HANDS : HANDS + 4].any()
        assert found == (state[GAINED] + points(int(state[OUT])) if state[TRICKS] else 0)


def test_voids_shown_are_noted() -> None:
    tables = Tables()
    for _ in range(28):
        tables.play()
    assert tables.states[:, VOIDS : VOIDS + 4].any(axis=1).all()
    assert all(not unseen_by(state, 0) & ~sum(DECK) for state in tables.states)
