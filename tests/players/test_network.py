"""The player ``network``: legal, honest, and better than ``trained`` at the cards."""

from __future__ import annotations

from random import Random

import pytest

from contests import contest
from dobbm import Deal, Rules
from dobbm.ai.network import choose_card
from dobbm.game.actions import PLAY
from dobbm.game.cards import shuffled
from dobbm.game.errors import PlayerError
from dobbm.game.rules import PRESETS
from dobbm.game.view import View
from dobbm.players import make_player
from dobbm.players.network import play_as_network
from dobbm.players.trained import play_as_trained


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", [4, 5])
def test_it_plays_whole_deals_by_the_rules(preset: str, players: int) -> None:
    """The cards are the network's; all else is as with ``trained``."""
    rng = Random(3)
    for _ in range(3):
        dealer, must = rng.randrange(players), rng.random() < 0.3
        rules = Rules.of(preset)
        deal = Deal.start(shuffled(rng), dealer=dealer, players=players, must=must, rules=rules)
        while deal.to_act is not None:
            view = View.of(deal, deal.to_act)
            action = play_as_network(view, rng.getrandbits(32))
            in_play = deal.phase == PLAY
            assert action == (choose_card(view) if in_play else play_as_trained(view, 0))
            deal = deal.apply(action)


def test_an_option_that_it_does_not_have_is_named() -> None:
    with pytest.raises(PlayerError, match="the option of network must be next=on or next=off"):
        make_player("network:fast")


def test_it_sees_nothing_but_its_view() -> None:
    tally = contest("network", "simple", 10, probe=True).a.tally
    assert tally.probes > 250
    assert tally.changed == 0


@pytest.mark.long
def test_its_cards_are_better_than_those_of_trained() -> None:
    standing = contest("network", "trained", 300, contracts="trained", seed=7)
    assert standing.gain.interval is not None
    assert standing.gain.interval[0] > 0
    assert standing.a.tally.faults == 0
