"""The player ``trained``: legal, honest, and better than the rules of thumb."""

from __future__ import annotations

from random import Random

import pytest

from contests import contest
from dobbm import Deal, Rules
from dobbm.ai.evaluation import best_discards
from dobbm.ai.rollouts import choose_card
from dobbm.game.actions import BIDDING, DOUBLING, EXCHANGE, PLAY
from dobbm.game.cards import shuffled
from dobbm.game.errors import PlayerError
from dobbm.game.exchange import discards_action
from dobbm.game.rules import PRESETS
from dobbm.game.view import View
from dobbm.players import make_player
from dobbm.players.bidding import choose_bid
from dobbm.players.trained import play_as_trained
from drawing import lying, open_deal, said

PROBED = 10


def at_turn(deal: Deal) -> View:
    return View.of(deal, deal.to_act)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", [4, 5])
def test_it_plays_whole_deals_by_the_rules(preset: str, players: int) -> None:
    rng = Random(3)
    for _ in range(4):
        dealer, must = rng.randrange(players), rng.random() < 0.3
        rules = Rules.of(preset)
        deal = Deal.start(shuffled(rng), dealer=dealer, players=players, must=must, rules=rules)
        while deal.to_act is not None:
            deal = deal.apply(play_as_trained(at_turn(deal), rng.getrandbits(32)))


def test_each_phase_has_its_own_advice() -> None:
    bidding = open_deal()
    exchange = said(bidding, "dobbm weiter weiter weiter")
    phases = [bidding, exchange, lying(words=""), lying()]
    assert [deal.phase for deal in phases] == [BIDDING, EXCHANGE, DOUBLING, PLAY]
    [(best, _)] = best_discards(exchange.hand(0), Rules(), 1)
    assert [play_as_trained(at_turn(deal), 0) for deal in phases] == [
        choose_bid(at_turn(bidding)),
        discards_action(best),
        "gut",
        choose_card(at_turn(lying())),
    ]


def test_it_is_deterministic() -> None:
    for deal in (open_deal(), said(open_deal(), "dobbm weiter weiter weiter"), lying()):
        assert len({play_as_trained(at_turn(deal), seed) for seed in range(20)}) == 1


def test_it_never_doubles_however_good_its_cards_are() -> None:
    deal = lying("solo", words="")
    while deal.phase == DOUBLING:
        deal = deal.apply(make_player("trained").act(at_turn(deal), 1) or "")
    assert deal.doublings == 0


def test_an_option_that_it_does_not_have_is_named() -> None:
    with pytest.raises(PlayerError, match="the option of trained must be next=on or next=off"):
        make_player("trained:fast")


def test_it_sees_nothing_but_its_view() -> None:
    tally = contest("trained", "simple", PROBED, probe=True).a.tally
    assert tally.probes > 250
    assert tally.changed == 0


@pytest.mark.long
def test_trained_beats_simple() -> None:
    standing = contest("trained", "simple", 300, rules=Rules(max_doublings=0), seed=7)
    assert standing.gain.interval is not None
    assert standing.gain.interval[0] > 4
    assert standing.a.tally.faults == 0


@pytest.mark.long
def test_its_card_play_alone_beats_the_rules_of_thumb() -> None:
    standing = contest("trained", "simple", 300, contracts="simple", seed=7)
    assert standing.gain.interval is not None
    assert standing.gain.interval[0] > 2


def test_it_counts_what_it_costs_to_deal_next() -> None:
    """A hand that is worth a Dobbm may not be worth the dealer's place in the next deal too."""
    players = make_player("trained"), make_player("trained:next=on")
    bids = set()
    for number in range(300):
        deal = Deal.start(shuffled(Random(number)), dealer=3)
        usual, counting = [player.act(View.of(deal, 0), 0) for player in players]
        bids.add((usual, counting))
    same = {("weiter", "weiter"), ("dobbm", "dobbm"), ("solo", "solo")}
    assert bids - same == {("dobbm", "weiter")}


def test_in_a_mussrunde_the_next_dealer_is_known() -> None:
    players = make_player("trained"), make_player("trained:next=on")
    for number in range(50):
        deal = Deal.start(shuffled(Random(number)), dealer=3, must=True)
        usual, counting = [player.act(View.of(deal, 0), 0) for player in players]
        assert usual == counting
