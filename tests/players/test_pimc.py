"""The player that draws worlds, and solves them with open cards."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from dobbm.cards import shuffled
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
from drawing import dealt


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


def test_who_knows_all_cards_plays_one_that_keeps_the_value() -> None:
    rng = Random(5)
    asked = 0
    while asked < 10:
        deal = Deal.start(shuffled(rng), dealer=3).apply_all(["solo", "gut", "gut", "gut"])
        while deal.to_act is not None:
            view = View.of(deal, deal.to_act)
            if Worlds.of(view).count == 1 and len(view.legal or ()) > 1:
                solution = solve(deal)
                card = choose_card(view, 0, Options(), Solver())
                assert solution.cards[card] == solution.value
                asked += 1
            deal = deal.apply(rng.choice(deal.legal_actions()))


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
    drawn = Worlds.of(view).sample(500, 1)
    believed = likely_worlds(view, 500, 1, believe=True)

    def hearts(worlds: np.typing.NDArray[np.int64]) -> float:
        return float(np.mean([(int(hand) >> 48).bit_count() for hand in worlds[:, 1]]))

    assert hearts(believed) > hearts(drawn) + 0.5
    assert declaring_likelihood(view, drawn).max() <= 1


def test_all_worlds_are_looked_at_where_there_are_few() -> None:
    rng = Random(7)
    deal = Deal.start(shuffled(rng), dealer=3).apply_all(["solo", "gut", "gut", "gut"])
    while deal.play and deal.play.played.bit_count() < 25:
        deal = deal.apply(rng.choice(deal.legal_actions()))
    view = View.of(deal, deal.to_act)
    count = Worlds.of(view).count
    worlds = likely_worlds(view, count, 1, believe=True)
    assert len({tuple(world) for world in worlds.tolist()}) == count


@pytest.mark.parametrize(
    ("hand", "word"),
    [
        ("HS HT HK HO HU LS AS BS", "solo"),
        ("HS HO H9 H7 LS LT A9 B6", "dobbm"),
        ("H6 LK L9 L8 AO A7 B8 B6", "weiter"),
    ],
)
def test_bids_what_the_hand_is_worth(hand: str, word: str) -> None:
    deal = dealt(hand)
    assert make_player("pimc").act(View.of(deal, deal.to_act), 0) == word


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
