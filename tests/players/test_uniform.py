"""The player ``random``."""

from collections import Counter

from dobbm.game.view import View
from dobbm.players.uniform import play_at_random
from drawing import open_deal, said


def test_the_same_view_and_seed_give_the_same_action() -> None:
    view = View.of(open_deal(), 0)
    assert len({play_at_random(view, 17) for _ in range(5)}) == 1


def test_every_bid_is_made_about_equally_often() -> None:
    view = View.of(open_deal(), 0)
    counts = Counter(play_at_random(view, seed) for seed in range(3000))
    assert set(counts) == {"dobbm", "solo", "weiter"}
    assert all(850 < count < 1150 for count in counts.values())


def test_the_discards_are_legal_and_varied() -> None:
    deal = said(open_deal(), "dobbm weiter weiter weiter")
    view = View.of(deal, 0)
    actions = {play_at_random(view, seed) for seed in range(500)}
    assert all(deal.is_legal(action) for action in actions)
    assert len(actions) > 200
