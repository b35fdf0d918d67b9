"""The network reads what a slow second implementation reads from the view, and no more."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from deals_in_play import cards_played, decisions, exchanged_in, in_the_play, seats_of, state_of
from dobbm import Deal
from dobbm.ai.kernel.network import (
    BEST,
    CARDS,
    COUNT,
    DISCARDS,
    EARLIER,
    EXCHANGED,
    GAINED_POINTS,
    HAND,
    IN_TRICK,
    INPUTS,
    IS_DOBBM,
    LED,
    ON_TABLE,
    OWN_PLACE,
    TABLE,
    TAKEN,
    TURN,
    UNSEEN,
    VOID,
    WINNING,
    WORDS,
    Log,
    Network,
    log_of,
    network_probabilities,
    new_layers,
    new_log,
    note_card,
    read,
    suit_order,
)
from dobbm.ai.kernel.playout_state import DISCARDED, HANDS, PlayoutState, unseen_by
from dobbm.ai.kernel.policy import new_probabilities
from dobbm.ai.kernel.position import Trick
from dobbm.ai.memory import Memory
from dobbm.game.cards import BELLS, LANE, PACK, RANK_LETTERS, points, split
from dobbm.game.cards import CARDS as CARDS_BY_NAME
from dobbm.game.view import View

COUNTED = 300
SIDE_SUITS = "BAL"


def log_in(deal: Deal) -> Log:
    return log_of(np.array(cards_played(deal), np.int64), exchanged_in(deal))


def random_network(seed: int) -> Network:
    rng = np.random.default_rng(seed)
    shapes = ((INPUTS, 24), (24,), (24, 16), (16,), (CARDS, 16), (CARDS,))
    return Network(*((rng.normal(size=shape) / 2).astype(np.float32) for shape in shapes))


def bits_of(words: NDArray[np.uint64]) -> set[int]:
    return set(np.flatnonzero(np.unpackbits(words.view(np.uint8), bitorder="little")).tolist())


def read_in(deal: Deal) -> set[int]:
    inputs = np.zeros(WORDS, np.uint64)
    read(*state_of(deal), log_in(deal), inputs)
    return bits_of(inputs)


# A second implementation, in plain Python, from the view alone


def slow_order(view: View, unseen: int) -> list[str]:
    """The suits in the order of the network's numbers."""

    def cards_of(suit: str) -> tuple[int, int]:
        lane = CARDS_BY_NAME[suit + "6"]
        return view.hand // lane & BELLS, unseen // lane & BELLS

    return [*sorted(SIDE_SUITS, key=cards_of, reverse=True), "H"]


def slow_inputs(view: View) -> set[int]:
    assert view.seat is not None
    assert view.declarer is not None
    assert view.contract is not None
    memory = Memory.of(view)
    seats = [seat for seat in (*view.active, *view.active) if seat is not None]
    first = seats.index(view.declarer)
    places = {seat: place for place, seat in enumerate(seats[first : first + 4])}
    unseen = PACK & ~(view.hand | memory.played | (view.discards or 0))
    order = slow_order(view, unseen)

    def number(card: int) -> int:
        name = next(name for name, known in CARDS_BY_NAME.items() if known == card)
        return order.index(name[0]) * 9 + RANK_LETTERS.index(name[1])

    found = {HAND + number(card) for card in split(view.hand)}
    found |= {UNSEEN + number(card) for card in split(unseen)}
    found |= {DISCARDS + number(card) for card in split(view.discards or 0)}
    for index, trick in enumerate((*memory.tricks, memory.trick)):
        for seat, card in zip(trick.seats, trick.cards, strict=False):
            found |= {EARLIER + CARDS * places[seat] + number(card)}
            found |= {IN_TRICK + CARDS * index + number(card)}
            if trick is memory.trick:
                found.add(TABLE + CARDS * places[seat] + number(card))
        if trick.cards:
            found.add(LED + number(trick.cards[0]))
    trick = memory.trick
    if trick.cards:
        found |= {BEST + number(trick.best), WINNING + places[trick.winning]}
        found.add(ON_TABLE + min(sum(map(points, trick.cards)) // 4, 11))
    for seat, place in places.items():
        for index, suit in enumerate(order):
            if memory.voids[seat] & CARDS_BY_NAME[suit + "6"]:
                found.add(VOID + 4 * place + index)
    found |= {OWN_PLACE + places[view.seat], TURN + len(trick.cards)}
    if view.contract.exchanges:
        found.add(IS_DOBBM)
    won = [trick for trick in memory.tricks if trick.winner == view.declarer]
    gained = sum(trick.points for trick in won)
    return found | {GAINED_POINTS + gained // 5, TAKEN + len(won)}


def test_the_inputs_are_those_of_the_second_implementation() -> None:
    for deal in decisions(COUNTED, seed=1):
        assert read_in(deal) == slow_inputs(View.of(deal, deal.to_act))


def slow_probabilities(network: Network, inputs: set[int], legal: list[int]) -> NDArray[np.float64]:
    """The probabilities by matrix products."""
    read = np.zeros(INPUTS)
    read[sorted(inputs)] = 1
    wide = np.maximum(read @ network.first + network.first_bias, 0)
    narrow = np.maximum(wide @ network.second + network.second_bias, 0)
    logits = (network.last @ narrow + network.last_bias)[legal]
    likely: NDArray[np.float64] = np.exp(logits - logits.max())
    likely /= likely.sum()
    return likely


def test_the_probabilities_are_those_of_matrix_products() -> None:
    network = random_network(2)
    layers, probabilities = new_layers(network), new_probabilities()
    for deal in decisions(COUNTED, seed=2):
        state, trick = state_of(deal)
        log = log_in(deal)
        cards = network_probabilities(state, trick, log, network, layers, probabilities)
        view = View.of(deal, deal.to_act)
        order = slow_order(view, unseen_by(state, trick.seat))
        names = sorted(deal.legal_actions(), key=CARDS_BY_NAME.__getitem__)
        assert cards == sum(map(CARDS_BY_NAME.__getitem__, names))
        legal = [order.index(name[0]) * 9 + RANK_LETTERS.index(name[1]) for name in names]
        expected = slow_probabilities(network, slow_inputs(view), legal)
        assert probabilities[: len(names)] == pytest.approx(expected, abs=1e-4)


def swapped(cards: int, one: int, other: int) -> int:
    """The cards with two lanes exchanged."""
    kept = cards & ~(BELLS << LANE * one | BELLS << LANE * other)
    first, second = cards >> LANE * one & BELLS, cards >> LANE * other & BELLS
    return kept | first << LANE * other | second << LANE * one


def with_suits_swapped(
    state: PlayoutState, trick: Trick, log: Log, one: int, other: int
) -> tuple[PlayoutState, Trick, Log]:
    changed, moved = state.copy(), new_log()
    for index in range(DISCARDED + 1):  # all sets of cards and suits
        changed[index] = swapped(int(state[index]), one, other)
    for entry in log[1 : log[COUNT] + 1].tolist():
        note_card(moved, entry & 3, swapped(1 << (entry >> 2), one, other))
    moved[EXCHANGED] = log[EXCHANGED]
    led, best = swapped(trick.led, one, other), swapped(trick.best, one, other)
    return changed, trick._replace(led=led, best=best), moved


@pytest.mark.parametrize(("one", "other"), [(0, 1), (0, 2), (1, 2)])
def test_two_side_suits_exchanged_change_nothing(one: int, other: int) -> None:
    network = random_network(3)
    layers, before, after = new_layers(network), new_probabilities(), new_probabilities()
    for deal in decisions(COUNTED // 3, seed=3):
        state, trick = state_of(deal)
        log = log_in(deal)
        cards = network_probabilities(state, trick, log, network, layers, before)
        changed = with_suits_swapped(state, trick, log, one, other)
        there = network_probabilities(*changed, network, layers, after)
        assert there == swapped(cards, one, other)
        likely = dict(zip(split(cards), before.tolist(), strict=False))
        for card, probability in zip(split(there), after.tolist(), strict=False):
            assert probability == pytest.approx(likely[swapped(card, one, other)], rel=1e-4)


def test_side_suits_without_cards_of_ones_own_are_ordered_by_the_unseen_cards() -> None:
    hand = 7 << 3 * LANE
    assert suit_order(hand, 1 | 2 << LANE | 4 << 2 * LANE) == 0b11_00_01_10
    assert suit_order(hand, 4 | 2 << LANE | 1 << 2 * LANE) == 0b11_10_01_00
    assert suit_order(hand, 0) == 0b11_10_01_00


def test_the_log_is_that_of_the_cards_as_they_fall() -> None:
    noted, seat = new_log(), 0
    for deal in in_the_play(Random(4)):
        if played := cards_played(deal):
            note_card(noted, seat, played[-1])
        noted[EXCHANGED] = exchanged_in(deal)
        assert noted.tolist() == log_in(deal).tolist()
        assert deal.to_act is not None
        seat = seats_of(deal).index(deal.to_act)


def test_hands_of_others_are_not_read() -> None:
    inputs, again = np.zeros(WORDS, np.uint64), np.zeros(WORDS, np.uint64)
    for deal in decisions(COUNTED, seed=5):
        state, trick = state_of(deal)
        read(state, trick, log_in(deal), inputs)
        for place in range(4):
            if place != trick.seat:
                state[HANDS + place] = 0
        read(state, trick, log_in(deal), again)
        assert inputs.tolist() == again.tolist()
