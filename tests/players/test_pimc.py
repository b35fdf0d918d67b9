"""The player that draws worlds, and solves them with open cards."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from dobbm.cards import DECK, shuffled
from dobbm.deal import Deal
from dobbm.errors import PlayerError
from dobbm.players import make_player
from dobbm.players.pimc.belief import declaring_likelihood, likely_worlds
from dobbm.players.pimc.options import Options
from dobbm.players.pimc.payments import payments_by_points
from dobbm.players.pimc.play import Prospect, choose_card
from dobbm.rules import PRESETS, SOLO, Rules
from dobbm.solver import Solver, solve
from dobbm.view import View
from dobbm.worlds import Worlds
from drawing import cards
from rebuilding import rebuilt


def played_by(name: str, deal: Deal, rng: Random) -> Deal:
    """The deal at its end, with the player on every seat; every action is verified."""
    player = make_player(name)
    while deal.to_act is not None:
        action = player.act(View.of(deal, deal.to_act), rng.getrandbits(32))
        assert action is not None
        deal = deal.apply(action)
    return deal


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", [4, 5])
def test_plays_whole_deals_by_the_rules(preset: str, players: int) -> None:
    rng = Random(3)
    for _ in range(4):
        dealer = rng.randrange(players)
        deal = Deal.start(shuffled(rng), dealer=dealer, players=players, rules=Rules.of(preset))
        assert played_by("pimc:quick", deal, rng).phase == "done"


def test_the_same_view_and_seed_give_the_same_action() -> None:
    rng = Random(4)
    one, another = make_player("pimc:quick"), make_player("pimc:quick")
    deal = Deal.start(shuffled(rng), dealer=3).apply_all(["dobbm", "weiter", "weiter", "weiter"])
    while deal.to_act is not None:
        view, seed = View.of(deal, deal.to_act), rng.getrandbits(32)
        action = one.act(view, seed)
        assert another.act(view, seed) == action == one.act(view, seed)
        assert action is not None
        deal = deal.apply(action)


def test_near_the_end_no_other_card_pays_more_on_average() -> None:
    rng = Random(5)
    asked = 0
    while asked < 10:
        deal = Deal.start(shuffled(rng), dealer=3).apply_all(["solo", "gut", "gut", "gut"])
        while deal.play and deal.play.played.bit_count() < 25:
            deal = deal.apply(rng.choice(deal.legal_actions()))
        view = View.of(deal, deal.to_act)
        if len(view.legal or ()) < 2:
            continue
        worlds = Worlds.of(view).all()
        values = [solve(rebuilt(tuple(world), deal, view)).cards for world in worlds.tolist()]
        total = {card: sum(value[card] for value in values) for card in values[0]}
        side = max if deal.to_act == deal.declarer else min
        options = Options(worlds=len(worlds), belief=False)
        assert total[choose_card(view, 0, options, Solver())] == side(total.values())
        asked += 1


def test_a_choice_is_settled_when_one_card_is_far_ahead_in_every_world() -> None:
    ahead = Prospect(("H6", "H7"), np.array([[20.0, 5.0], [21.0, 4.0], [19.0, 6.0]]))
    open_still = Prospect(("H6", "H7"), np.array([[20.0, 5.0], [1.0, 14.0], [9.0, 6.0]]))
    assert ahead.settled
    assert not open_still.settled


def test_cards_that_are_the_same_in_every_world_are_never_waited_for_apart() -> None:
    same = Prospect(("L6", "L7"), np.zeros((8, 2)))
    assert not same.settled


def test_a_declarer_settles_with_three_a_defender_with_one() -> None:
    declarer = payments_by_points(SOLO, 1, Rules(), declares=True)
    defender = payments_by_points(SOLO, 1, Rules(), declares=False)
    assert (declarer[61], defender[61]) == (12, -4)
    assert (declarer[0], defender[0]) == (-720, 240)
    assert declarer[60] == defender[60] == 0


def test_belief_prefers_worlds_in_which_the_declarer_has_what_he_bid_on() -> None:
    rng = Random(6)
    deal = Deal.start(shuffled(rng), dealer=3)
    deal = deal.apply_all(["weiter", "solo", "gut", "gut", "gut"])
    deal = deal.apply(deal.legal_actions()[0])
    view = View.of(deal, 2)
    worlds = Worlds.of(view)
    drawn = worlds.sample(500, 1)
    believed = likely_worlds(view, worlds, 500, 1, believe=True)

    def hearts(worlds: np.typing.NDArray[np.int64]) -> float:
        return float(np.mean([(int(hand) >> 48).bit_count() for hand in worlds[:, 1]]))

    assert hearts(believed) > hearts(drawn) + 0.5
    assert declaring_likelihood(view, drawn).max() <= 1


@pytest.mark.parametrize(
    ("hand", "word"),
    [
        ("HSTKO LS AS BS B6", "solo"),
        ("HSO97 LST A9 B6", "dobbm"),
        ("H6 LK98 AO7 B86", "weiter"),
    ],
)
def test_bids_what_the_hand_is_worth(hand: str, word: str) -> None:
    held = cards(hand)
    others = [card for card in DECK if card not in held]
    # Forehand has the first and the fifth packet of four cards.
    deal = Deal.start([*held[:4], *others[:12], *held[4:], *others[12:]], dealer=3)
    assert deal.hand(0) == sum(held)
    assert make_player("pimc").act(View.of(deal, 0), 0) == word


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("pimc:worlds=0", "worlds=1…10000"),
        ("pimc:worlds=x", "not 'worlds=x'"),
        ("pimc:clever", "quick, medium, strong"),
        ("pimc:belief=yes", "belief=on and belief=off"),
        ("simple:fast", "there are no options for this player"),
    ],
)
def test_options_that_are_not_understood_are_named(name: str, reason: str) -> None:
    with pytest.raises(PlayerError, match=reason):
        make_player(name)


def test_options_are_presets_and_fields() -> None:
    assert Options.parse("") == Options.parse("medium") == Options()
    assert Options.parse("strong,belief=off") == Options(worlds=160, belief=False)
    assert Options.parse("worlds=40") == Options(worlds=40)
