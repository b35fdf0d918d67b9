"""The network at a table: it chooses the likeliest card, from what its seat sees."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from random import Random

import numpy as np
import pytest

from deals_in_play import decisions
from dobbm import Deal
from dobbm.ai.kernel.network import CARDS, INPUTS
from dobbm.ai.network import TrainedNetwork, choose_card, preferences
from dobbm.arena.probe import redealt
from dobbm.game.errors import DobbmError
from dobbm.game.view import View

PACKAGED = Path(__file__).parents[2] / "src" / "dobbm" / "ai" / "data" / "network.npz"


def trained_network() -> TrainedNetwork:
    with PACKAGED.open("rb") as source:
        return TrainedNetwork.load(source)


def at_turn(deal: Deal) -> View:
    return View.of(deal, deal.to_act)


def test_it_prefers_the_likeliest_of_the_legal_cards() -> None:
    for deal in decisions(100, seed=41):
        cards, probabilities, behind = preferences(at_turn(deal))
        assert sorted(cards) == deal.legal_actions()
        assert sum(probabilities) == pytest.approx(1, abs=1e-5)
        assert choose_card(at_turn(deal)) == cards[int(np.argmax(probabilities))]
        shares = np.asarray(probabilities, float) / max(probabilities)
        assert np.allclose(behind, np.log(np.maximum(shares, 1e-30)), atol=1e-6)


def test_hidden_cards_do_not_change_the_card() -> None:
    rng = Random(42)
    for deal in decisions(100, seed=42):
        assert choose_card(at_turn(redealt(deal, rng))) == choose_card(at_turn(deal))


def test_the_network_of_the_package_says_how_it_was_made() -> None:
    network, made = trained_network()
    assert made == {"deals": 79_560_704, "seed": 1}
    assert network.first.shape == (INPUTS, len(network.first_bias))
    assert network.second.shape == (len(network.first_bias), len(network.second_bias))
    assert network.last.shape == (CARDS, len(network.second_bias))
    assert len(network.last_bias) == CARDS


def test_a_network_saved_and_read_again_is_the_same(tmp_path: Path) -> None:
    target = tmp_path / "network.npz"
    trained_network().save(target)
    with target.open("rb") as source:
        again = TrainedNetwork.load(source)
    assert again.made == trained_network().made
    for array, saved in zip(again.network, trained_network().network, strict=True):
        assert np.array_equal(array, saved)
    assert target.read_bytes() == PACKAGED.read_bytes()


def test_a_file_of_another_kind_is_refused() -> None:
    damaged = b"the network's weights are damaged or of another kind"
    with pytest.raises(DobbmError, match="cannot read the network's weights"):
        TrainedNetwork.load(BytesIO(damaged))


@pytest.mark.parametrize("layer", ["first", "second", "second_bias", "last", "last_bias"])
def test_layers_that_do_not_fit_together_are_refused(layer: str, tmp_path: Path) -> None:
    network, target = trained_network().network, tmp_path / "narrow.npz"
    TrainedNetwork(network._replace(**{layer: getattr(network, layer)[1:]}), {}).save(target)
    with (
        pytest.raises(DobbmError, match="the network's weights have a different format"),
        target.open("rb") as source,
    ):
        TrainedNetwork.load(source)


def test_weights_that_are_not_numbers_are_refused(tmp_path: Path) -> None:
    network, target = trained_network().network, tmp_path / "nothing.npz"
    TrainedNetwork(network._replace(last=network.last * np.nan), {}).save(target)
    with (
        pytest.raises(DobbmError, match="the network's weights: not all of them are numbers"),
        target.open("rb") as source,
    ):
        TrainedNetwork.load(source)
