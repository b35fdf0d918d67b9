"""The network learns from itself, and the same every time."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np
import pytest
from numpy.typing import NDArray

from ai.kernel.test_network import log_in, random_network, read_in, slow_order
from deals_in_play import decisions, state_of
from dobbm.ai.kernel.network import CARDS, INPUTS, WORDS, network_probabilities, new_layers
from dobbm.ai.kernel.playout_state import unseen_by
from dobbm.ai.kernel.policy import new_probabilities
from dobbm.ai.network import TrainedNetwork
from dobbm.game.cards import CARDS as CARDS_BY_NAME
from dobbm.game.cards import RANK_LETTERS
from dobbm.game.view import View
from dobbm.training.network_self_play import HIDDEN, PARTS, Layers, _logits, learn_network


def learned_from(deals: int) -> TrainedNetwork:
    return learn_network(deals, 1, lambda _what, _done, _total: None)


def words_of(bits: set[int], count: int) -> NDArray[np.uint32]:
    words = np.zeros(2 * count, np.uint32)
    for bit in bits:
        words[bit >> 5] |= np.uint32(1 << (bit & 31))
    return words


def test_kernel_and_training_compute_the_same_probabilities() -> None:
    """The training computes with eight significant bits."""
    network, probabilities = random_network(6), new_probabilities()
    layers: Layers = [
        (jnp.asarray(network.first), jnp.asarray(network.first_bias)),
        (jnp.asarray(network.second), jnp.asarray(network.second_bias)),
        (jnp.asarray(network.last.T), jnp.asarray(network.last_bias)),
    ]
    for deal in decisions(30, seed=51):
        state, trick = state_of(deal)
        network_probabilities(
            state, trick, log_in(deal), network, new_layers(network), probabilities
        )
        order = slow_order(View.of(deal, deal.to_act), unseen_by(state, trick.seat))
        names = sorted(deal.legal_actions(), key=CARDS_BY_NAME.__getitem__)
        numbers = [order.index(name[0]) * 9 + RANK_LETTERS.index(name[1]) for name in names]
        read, legal = words_of(read_in(deal), WORDS), words_of(set(numbers), 1)
        logits = np.asarray(_logits(layers, jnp.asarray(read), jnp.asarray(legal)))
        likely = np.exp(logits - logits.max())
        assert np.count_nonzero(likely) == len(names)
        assert likely[numbers] / likely.sum() == pytest.approx(
            probabilities[: len(names)], abs=0.08
        )


@pytest.mark.long
def test_a_round_changes_every_layer_and_is_repeatable() -> None:
    """A remainder that does not fill a round is left out."""
    network, made = learned_from(2 * PARTS + 5)
    assert made == {"deals": 2 * PARTS, "seed": 1}
    assert (network.first.shape, network.last.shape) == ((INPUTS, HIDDEN[0]), (CARDS, HIDDEN[1]))
    assert all(np.isfinite(array).all() for array in network)
    assert all(bias.any() for bias in (network.first_bias, network.second_bias, network.last_bias))
    again = learned_from(2 * PARTS).network
    assert all(np.array_equal(*pair) for pair in zip(network, again, strict=True))
