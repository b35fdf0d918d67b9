"""Rollouts are legal deals, and likelihoods of worlds agree with a plain loop."""

from __future__ import annotations

from math import log
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from deals_in_play import (
    before_the_first_card,
    cards_played,
    decisions,
    exchanged_in,
    seats_of,
    state_of,
    world_of,
)
from dobbm import Deal
from dobbm.ai.kernel.playout_state import HANDS, new_state, play_card
from dobbm.ai.kernel.policy import CELLS, action_probabilities, choose
from dobbm.ai.kernel.position import new_trick
from dobbm.ai.kernel.rng import open_stream
from dobbm.ai.kernel.rollouts import (
    LEAST_PROBABILITY,
    enter,
    play_deals,
    play_worlds,
    rollout,
    weigh_worlds,
)
from dobbm.ai.rollouts import learned_policy
from dobbm.game.cards import CARDS, NAMES, points
from dobbm.game.settlement import declarer_points
from drawing import dealt, laid, lying, said

WEIGHTS = learned_policy().weights


def stream_of(seed: int, index: int) -> NDArray[np.uint64]:
    stream = np.zeros(1, np.uint64)
    open_stream(stream, seed, index)
    return stream


def points_of(deal: Deal, stream: NDArray[np.uint64]) -> int:
    """The declarer's final points in a rollout with ``WEIGHTS``."""
    state, trick = state_of(deal)
    return rollout(state, trick, WEIGHTS, np.zeros(8, np.float32), stream)


def rolled_out(deal: Deal, stream: NDArray[np.uint64]) -> Deal:
    """The deal at the end of the same rollout, card by card."""
    probabilities = np.zeros(8, np.float32)
    while deal.to_act is not None:
        deal = deal.apply(NAMES[choose(*state_of(deal), WEIGHTS, probabilities, stream)])
    return deal


def values_of(
    deal: Deal, worlds: NDArray[np.int64], seed: int, repeats: int
) -> NDArray[np.float64]:
    values = np.zeros((len(worlds), 8))
    state, trick = state_of(deal)
    state[HANDS : HANDS + 4] = 0  # the hands come from the worlds
    play_worlds(state, trick, worlds, exchanged_in(deal), WEIGHTS, seed, repeats, values)
    return values


def test_a_rollout_is_a_legal_deal_with_its_points() -> None:
    for index, deal in enumerate(decisions(150, seed=11)):
        end = rolled_out(deal, stream_of(1, index))
        assert points_of(deal, stream_of(1, index)) == declarer_points(end)


def test_a_declarer_without_a_trick_gets_nothing_for_the_discards() -> None:
    deal = dealt(
        "L876 A76 B876", "HSTK LU9 AS8 B9", "HOU9 LO AK9 BOU", "H876 LSK AOU BS", dobb="LT AT BTK"
    )
    deal = said(laid(said(deal, "dobbm weiter weiter weiter"), "LT AT BTK"), "gut gut gut")
    assert points(deal.out_of_play) == 34
    assert [points_of(deal, stream_of(1, index)) for index in range(50)] == [0] * 50


@pytest.mark.parametrize("exchanged", [True, False])
def test_every_deal_is_played_with_its_own_stream(exchanged: bool) -> None:
    rng = Random(12)
    deals = [before_the_first_card(rng) for _ in range(60)]
    deals = [deal for deal in deals if exchanged_in(deal) == exchanged]
    worlds = np.array([world_of(deal) for deal in deals])
    values = np.zeros(len(deals), np.int64)
    play_deals(worlds, exchanged, WEIGHTS, 7, values)
    assert len(deals) > 10
    assert values.tolist() == [
        declarer_points(rolled_out(deal, stream_of(7, index))) for index, deal in enumerate(deals)
    ]


def test_the_value_of_a_card_is_the_mean_of_the_deals_that_follow() -> None:
    for deal in decisions(25, seed=13):
        worlds = np.array([world_of(deal), world_of(deal)])
        values = values_of(deal, worlds, seed=3, repeats=2)
        legal = sorted(map(CARDS.__getitem__, deal.legal_actions()))
        for index in range(2):
            for column, card in enumerate(legal):
                after = deal.apply(NAMES[card])
                ends = [rolled_out(after, stream_of(3, 2 * index + turn)) for turn in range(2)]
                assert values[index, column] == np.mean([declarer_points(end) for end in ends])
        assert not values[:, len(legal) :].any()


def test_in_the_last_trick_nothing_is_left_to_chance() -> None:
    rng = Random(14)
    for _ in range(20):
        deal = before_the_first_card(rng)
        while deal.play and deal.play.played.bit_count() < 28:
            deal = deal.apply(rng.choice(deal.legal_actions()))
        values = values_of(deal, np.array([world_of(deal)]), seed=rng.getrandbits(30), repeats=1)
        while deal.to_act is not None:
            deal = deal.apply(deal.legal_actions()[0])
        assert values[0, 0] == declarer_points(deal)


# The likelihood of worlds, by the cards of the other seats


def probabilities_at(deal: Deal) -> dict[str, float]:
    probabilities = np.zeros(8, np.float32)
    action_probabilities(*state_of(deal), WEIGHTS, probabilities)
    legal = sorted(map(CARDS.__getitem__, deal.legal_actions()))
    return {
        NAMES[card]: float(probability)
        for card, probability in zip(legal, probabilities, strict=False)
    }


def log_likelihoods(deal: Deal, place: int, worlds: NDArray[np.int64]) -> list[float]:
    found = np.zeros(len(worlds))
    cards = np.array(cards_played(deal), np.int64)
    weigh_worlds(cards, place, worlds, exchanged_in(deal), WEIGHTS, found)
    return [float(value) for value in found]


def before(deal: Deal) -> Deal:
    """The deal before its first card."""
    setup, count = deal.setup, len(cards_played(deal))
    begun = Deal.start(setup.deck, dealer=setup.dealer, players=setup.players, rules=setup.rules)
    return begun.apply_all(deal.actions[: len(deal.actions) - count])


def probabilities_of_cards(end: Deal, place: int) -> list[float]:
    """The probabilities of the cards played by all seats but the one at ``place``."""
    found, deal = [], before(end)
    observer = seats_of(end)[place]
    for card in cards_played(end):
        if deal.to_act != observer:
            found.append(max(LEAST_PROBABILITY, probabilities_at(deal)[NAMES[card]]))
        deal = deal.apply(NAMES[card])
    return found


def test_the_likelihood_of_a_world_is_the_product_of_the_others_probabilities() -> None:
    for deal in decisions(40, seed=15):
        for place in range(4):
            [found] = log_likelihoods(deal, place, np.array([world_of(deal)]))
            likely = probabilities_of_cards(deal, place)
            assert found == pytest.approx(sum(map(log, likely)), abs=1e-4)


def test_a_seat_learns_nothing_from_its_own_cards() -> None:
    deal = said(lying(), "HS")
    world = np.array([world_of(deal)])
    assert log_likelihoods(deal, 0, world) == [0]
    assert log_likelihoods(deal, 1, world) != [0]
    assert log_likelihoods(lying(), 1, np.array([world_of(lying())])) == [0]


def test_an_improbable_card_makes_no_world_impossible() -> None:
    weights = np.random.default_rng(1).normal(size=CELLS).astype(np.float32) * np.float32(1e4)
    deal = said(lying(), "HT")
    found = np.zeros(1)
    world = np.array([world_of(deal)])
    weigh_worlds(np.array(cards_played(deal)), 1, world, True, weights, found)
    assert found[0] == 0 or found[0] >= log(LEAST_PROBABILITY) - 1e-5


def test_each_world_is_weighed_independently() -> None:
    deal = said(lying(), "HS H9 H7 HO")
    world = world_of(deal)
    swapped = world[[0, 2, 1, 3, 4]]
    one, other = (log_likelihoods(deal, 0, np.array([row])) for row in (world, swapped))
    assert one != other
    assert log_likelihoods(deal, 0, np.array([world, swapped, world])) == [*one, *other, *one]


def test_a_playout_begins_with_the_cards_of_a_world() -> None:
    deal = lying()
    state = new_state()
    enter(state, world_of(deal), True)
    trick = new_trick(0)
    for name in ("HS", "H9"):
        trick = play_card(state, trick, CARDS[name])
    assert (trick.turn, trick.points) == (2, 11)
