"""Features and probabilities agree with a slow second implementation that sees only the view."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from deals_in_play import decisions, state_of
from dobbm import Deal
from dobbm.ai.kernel.playout_state import DISCARDED, HANDS, OUT, PLAYED, PlayoutState, unseen_by
from dobbm.ai.kernel.policy import (
    ATTRIBUTES,
    CELLS,
    CONTEXTS,
    NO_RANK,
    STARTS,
    Features,
    Weights,
    action_probabilities,
    best_card,
    cells_of,
    choose,
    context_of,
    features_of,
)
from dobbm.ai.kernel.position import Trick
from dobbm.ai.kernel.rng import open_stream
from dobbm.ai.memory import Memory
from dobbm.ai.rollouts import learned_policy
from dobbm.game.cards import CARDS, HEARTS, NAMES, RANK_LETTERS, points, split
from dobbm.game.play import Trick as TrickSeen
from dobbm.game.tricks import suit_of
from dobbm.game.view import View
from drawing import lying, said

COUNT = 400
TOPS = "KTS"
WORTH = {"U": 1, "O": 2, "K": 3, "T": 4, "S": 5}

CONTEXT_NAMES = [
    "the declarer leads",
    "the declarer is second",
    "the declarer is third",
    "the declarer is last",
    "leads, the declarer is second",
    "leads, the declarer is third",
    "leads, the declarer is last",
    "is second, the declarer is third",
    "is second, the declarer is last",
    "is second, the declarer has played",
    "is third, the declarer is last",
    "is third, the declarer has played and the trick",
    "is third, the declarer has played, a partner has the trick",
    "is last, the declarer has played and the trick",
    "is last, the declarer has played, a partner has the trick",
]
"""The contexts, in order."""
TURNS = ("leads", "is second", "is third", "is last")


def random_weights(seed: int) -> Weights:
    return np.random.default_rng(seed).normal(size=CELLS).astype(np.float32)


# A second implementation, in plain Python, from the view alone


def context_index(view: View, trick: TrickSeen) -> int:
    """The index of the context in which the seat of the view is."""
    assert view.declarer is not None
    turn, declarer = len(trick.cards), trick.seats.index(view.declarer)
    if view.seat == view.declarer:
        context = f"the declarer {TURNS[turn]}"
    elif turn < declarer:
        context = f"{TURNS[turn]}, the declarer {TURNS[declarer]}"
    else:
        context = f"{TURNS[turn]}, the declarer has played"
        if turn > 1 and trick.winning == view.declarer:
            context += " and the trick"
        elif turn > 1:
            context += ", a partner has the trick"
    return CONTEXT_NAMES.index(context)


def outlook_of(view: View, memory: Memory, card: int) -> int:
    """The outlook for the trick: sure, threatened, helped or lost."""
    assert view.seat is not None
    trick = memory.trick
    after = TrickSeen(trick.seats, (*trick.cards, card))

    def declares(seat: int) -> bool:
        return seat == view.declarer

    beating = [
        declares(seat) == declares(view.seat)
        for seat in trick.to_come
        if memory.may_beat(seat, after.best, after.cards[0])
    ]
    if declares(after.winning) == declares(view.seat):
        return 1 if False in beating else 0
    return 2 if True in beating else 3


def ranks_of(cards: int, suit: str) -> str:
    """The ranks of a suit in a set."""
    return "".join(rank for rank in RANK_LETTERS if cards & CARDS[suit + rank])


def top_cards(ranks: str) -> int:
    return sum(1 << TOPS.index(rank) for rank in ranks if rank in TOPS)


def slow_features(view: View, card: int) -> Features:
    """The features of a card, from the view alone."""
    assert view.seat is not None
    memory = Memory.of(view)
    trick, suit, rank = memory.trick, NAMES[card][0], NAMES[card][1]
    led = NAMES[trick.cards[0]][0] if trick.cards else suit
    own, facing = ranks_of(view.hand, suit), ranks_of(memory.unseen, suit)
    place = view.active.index(view.seat)
    others = [view.active[(place + later) % 4] for later in (1, 2, 3)]
    leads, by_declarer = [0, 0], 0
    for one in (*memory.tricks, trick):
        if one.cards and NAMES[one.cards[0]][0] == suit:
            leads[one.seats[0] != view.declarer] += 1
        by_declarer += any(
            seat == view.declarer and NAMES[played][0] == suit
            for seat, played in zip(one.seats, one.cards, strict=False)
        )
    beats_suit = trick.cards and NAMES[trick.best][0] == suit
    lane = suit_of(card)
    return Features(
        context=context_index(view, trick),
        heart=suit == "H",
        rank=RANK_LETTERS.index(rank),
        worth=WORTH.get(rank, 0),
        outlook=outlook_of(view, memory, card),
        on_table=min(5, 1 + trick.points // 5) if trick.cards and trick.points else 0,
        length=min(4, len(own) - 1),
        facing=min(8, len(facing)),
        facing_points=min(7, points(memory.unseen & lane) // 4),
        higher=min(3, sum(RANK_LETTERS.index(one) > RANK_LETTERS.index(rank) for one in facing)),
        tops=top_cards(own),
        facing_tops=top_cards(facing),
        below=min(4, own.index(rank)),
        above=min(4, len(own) - 1 - own.index(rank)),
        best_rank=RANK_LETTERS.index(NAMES[trick.best][1]) if beats_suit else NO_RANK,
        hearts=min(5, len(ranks_of(view.hand, "H"))),
        hearts_out=len(ranks_of(memory.unseen, "H")),
        cards=view.hand.bit_count() - 1,
        void_suits=sum(not ranks_of(view.hand, side) for side in "LAB"),
        lacking_suit=sum(1 << i for i, seat in enumerate(others) if memory.voids[seat] & lane),
        lacking_hearts=sum(1 << i for i, seat in enumerate(others) if memory.voids[seat] & HEARTS),
        leads=3 * min(2, leads[0]) + min(2, leads[1]),
        declarers=min(3, by_declarer),
        thrown=bool(trick.cards) and suit not in (led, "H"),
    )


def slow_cells(features: Features) -> list[int]:
    """The cells that these features select; fails if an attribute is out of range."""
    heart, worth, outlook, short = (
        features.heart,
        features.worth,
        features.outlook,
        min(features.length, 3),
    )
    alone, high = features.length == 0, features.higher == 0
    kinds = [
        (heart, outlook, features.rank),
        (outlook, features.on_table, worth),
        (heart, features.length, features.facing, features.higher),
        (heart, features.rank, features.tops, features.facing_tops),
        (heart, features.hearts, features.hearts_out, alone, high),
        (features.cards, outlook, worth),
        (heart, min(worth, 3), features.lacking_suit, features.lacking_hearts),
        (heart, features.leads, worth, short),
        (features.thrown, features.length, features.tops, worth, outlook),
        (heart, features.below, features.above, outlook, worth),
        (heart, features.best_rank, features.rank, features.on_table),
        (heart, features.facing_points, worth, features.length),
        (heart, features.length, features.void_suits, min(features.hearts, 3), min(worth, 4)),
        (heart, features.declarers, features.higher, worth, short),
        (heart, features.cards, outlook, features.higher, features.length),
    ]
    return [
        int(start + np.ravel_multi_index((features.context, *values), (CONTEXTS, *sizes)))
        for start, values, sizes in zip(STARTS[:-1], kinds, ATTRIBUTES, strict=True)
    ]


def slow_probabilities(view: View, weights: Weights) -> dict[str, float]:
    """The probability of each legal card: a softmax over the logits."""
    assert view.legal
    logit = [weights[slow_cells(slow_features(view, CARDS[card]))].sum() for card in view.legal]
    powers = np.exp(np.array(logit) - max(logit))
    return dict(zip(view.legal, (powers / powers.sum()).tolist(), strict=True))


# The kernel


def kernel_features(state: PlayoutState, trick: Trick, card: int) -> Features:
    seen = features_of(state, trick, context_of(trick), unseen_by(state, trick.seat), card)
    return Features(*map(int, seen))


def probabilities_of(state: PlayoutState, trick: Trick, weights: Weights) -> dict[str, float]:
    probabilities = np.zeros(8, np.float32)
    cards = action_probabilities(state, trick, weights, probabilities)
    return {
        NAMES[card]: float(probability)
        for card, probability in zip(split(cards), probabilities, strict=False)
    }


def at_turn(deal: Deal) -> View:
    return View.of(deal, deal.to_act)


def test_every_card_has_the_features_of_the_slow_implementation() -> None:
    contexts = set()
    for deal in decisions(COUNT, seed=1):
        state, trick = state_of(deal)
        for card in map(CARDS.__getitem__, deal.legal_actions()):
            features = slow_features(at_turn(deal), card)
            assert kernel_features(state, trick, card) == features
            contexts.add(features.context)
    assert contexts == {*range(CONTEXTS)}


def test_features_select_one_cell_of_each_kind() -> None:
    for deal in decisions(COUNT, seed=2):
        state, trick = state_of(deal)
        for card in map(CARDS.__getitem__, deal.legal_actions()):
            features = kernel_features(state, trick, card)
            cells = [*map(int, cells_of(features))]
            assert cells == slow_cells(features)
            for cell, (start, end) in zip(cells, pairwise(STARTS), strict=True):
                assert start <= cell < end


def test_the_largest_attributes_select_the_last_cells() -> None:
    last = Features(14, 1, 8, 5, 3, 5, 4, 8, 7, 3, 7, 7, 4, 4, 9, 5, 9, 7, 3, 7, 7, 8, 3, 1)
    cells = [*map(int, cells_of(last))]
    assert cells == slow_cells(last)
    assert (cells[0], cells[8]) == (STARTS[1] - 1, STARTS[9] - 1)
    assert cells[-1] == CELLS - 1
    assert cells_of(Features(*[0] * 24))[0] == 0


def test_probabilities_are_a_softmax_over_the_legal_cards() -> None:
    for weights in (learned_policy().weights, random_weights(3)):
        for deal in decisions(60, seed=3):
            found = probabilities_of(*state_of(deal), weights)
            assert sorted(found) == deal.legal_actions()
            assert sum(found.values()) == pytest.approx(1, abs=1e-5)
            assert found == pytest.approx(slow_probabilities(at_turn(deal), weights), abs=1e-4)


def test_a_single_legal_card_is_certain() -> None:
    deal = said(lying(), "A6 A9")
    assert probabilities_of(*state_of(deal), random_weights(4)) == {"AT": 1}


def test_logits_may_be_far_apart() -> None:
    weights = 1e4 * random_weights(5)
    for deal in decisions(20, seed=4):
        found = probabilities_of(*state_of(deal), weights.astype(np.float32))
        assert sum(found.values()) == pytest.approx(1)


def test_cards_are_chosen_with_their_probabilities() -> None:
    """By chi-square: with seven degrees of freedom, it exceeds 30 once in ten thousand."""
    state, trick = state_of(lying())
    weights = random_weights(6) / np.float32(4)
    probabilities, stream, draws = np.zeros(8, np.float32), np.zeros(1, np.uint64), 20_000
    open_stream(stream, 1, 0)
    chosen = [choose(state, trick, weights, probabilities, stream) for _ in range(draws)]
    square = 0.0
    for name, probability in probabilities_of(state, trick, weights).items():
        expected = draws * probability
        assert expected > 5
        square += (chosen.count(CARDS[name]) - expected) ** 2 / expected
    assert square < 30
    assert len({*chosen}) == 8


def test_for_a_single_legal_card_nothing_is_drawn() -> None:
    state, trick = state_of(said(lying(), "A6 A9"))
    probabilities, stream = np.zeros(8, np.float32), np.zeros(1, np.uint64)
    assert choose(state, trick, random_weights(7), probabilities, stream) == CARDS["AT"]
    assert stream[0] == 0


def test_the_best_card_is_the_most_probable_or_the_lowest_of_equal_ones() -> None:
    probabilities = np.zeros(8, np.float32)
    for deal in decisions(100, seed=5):
        state, trick = state_of(deal)
        found = probabilities_of(state, trick, learned_policy().weights)
        best = best_card(state, trick, learned_policy().weights, probabilities)
        assert NAMES[best] == max(found, key=found.__getitem__)
        nothing = best_card(state, trick, np.zeros(CELLS, np.float32), probabilities)
        assert nothing == min(map(CARDS.__getitem__, deal.legal_actions()))


def hidden_elsewhere(state: PlayoutState, seat: int, rng: Random) -> NDArray[np.int64]:
    """The same state to the seat, with the cards that it cannot see elsewhere."""
    cards = [*split(unseen_by(state, seat))]
    rng.shuffle(cards)
    other = state.copy()
    for place in range(4):
        if place != seat:
            count = int(state[HANDS + place]).bit_count()
            other[HANDS + place] = sum(cards[:count])
            del cards[:count]
    if cards:
        other[OUT] = sum(cards)
        other[DISCARDED] = other[OUT] if state[DISCARDED] else 0
    return other


def test_nobody_sees_another_hand_and_no_defender_the_cards_out_of_play() -> None:
    rng = Random(8)
    weights = random_weights(8)
    for deal in decisions(200, seed=6):
        state, trick = state_of(deal)
        other = hidden_elsewhere(state, trick.seat, rng)
        assert probabilities_of(other, trick, weights) == probabilities_of(state, trick, weights)


def test_the_declarer_of_a_dobbm_makes_use_of_the_discards() -> None:
    state, trick = state_of(lying())
    blind = state.copy()
    blind[DISCARDED] = 0
    weights = random_weights(9)
    assert probabilities_of(blind, trick, weights) != probabilities_of(state, trick, weights)


def test_the_cards_played_matter() -> None:
    state, trick = state_of(said(lying(), "LT L8 LO L6"))
    forgetful = state.copy()
    forgetful[PLAYED] = 0
    weights = random_weights(10)
    assert probabilities_of(forgetful, trick, weights) != probabilities_of(state, trick, weights)
