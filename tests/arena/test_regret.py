"""The regret of the cards played."""

from __future__ import annotations

from random import Random

import pytest

from contests import contest
from dobbm import Deal, View, shuffled
from dobbm.ai.solver import Solver
from dobbm.arena.regret import Judge
from dobbm.arena.seating import Tally
from dobbm.arena.standing import ROLES
from dobbm.game.settlement import declarer_points
from dobbm.players import make_player

JUDGE = Judge()
SOLVER = Solver()


def judged(deal: Deal) -> list[Tally]:
    tallies = [Tally() for _ in range(deal.setup.players)]
    JUDGE.judge(deal, tallies)
    return tallies


def solo(seed: int, players: int = 4) -> Deal:
    """A Solo of forehand before the first card."""
    deal = Deal.start(shuffled(Random(seed)), dealer=players - 1, players=players)
    return deal.apply_all(["solo", "gut", "gut", "gut"])


def played_out(deal: Deal, player: str) -> Deal:
    bot = make_player(player)
    while deal.to_act is not None:
        deal = deal.apply(bot.act(View.of(deal, deal.to_act), 5) or "")
    return deal


def test_the_best_cards_have_no_regret() -> None:
    for seed in range(5):
        deal, free = solo(seed), 0
        while deal.to_act is not None:
            solution = SOLVER.solve(deal)
            free += len(solution.cards) > 1
            deal = deal.apply(
                next(card for card, value in solution.cards.items() if value == solution.value)
            )
        tallies = judged(deal)
        assert sum(tally.free_cards for tally in tallies) == free
        assert [tally.lost for tally in tallies] == [0, 0, 0, 0]


@pytest.mark.parametrize("player", ["random", "simple"])
@pytest.mark.parametrize("players", [4, 5])
def test_the_regrets_of_both_sides_lead_from_the_value_to_the_result(
    player: str, players: int
) -> None:
    for seed in range(10):
        before = solo(seed, players)
        deal = played_out(before, player)
        of_declarer, *of_defenders = judged(deal)
        value = SOLVER.solve(before).value
        lost_by_defenders = sum(tally.lost for tally in of_defenders)
        assert value - of_declarer.lost + lost_by_defenders == declarer_points(deal)


def test_a_deal_without_a_card_has_no_regret() -> None:
    deal = Deal.start(shuffled(Random(1)), dealer=3).apply_all(["weiter"] * 4)
    assert judged(deal) == [Tally()] * 4


@pytest.mark.long
def test_rules_of_thumb_have_less_regret_than_random_cards() -> None:
    standing = contest("simple", "random", 25, contracts="simple", regret=True)
    for role in ROLES:
        regret = standing.regret(role)
        assert regret.of_a
        assert regret.of_b
        assert 0 < regret.of_a.mean < regret.of_b.mean
        assert regret.a.count == sum(regret.a.counts) > 50
    report = standing.to_json()["regret"]
    assert report["declaring"]["difference"]["mean"] < 0
    assert set(report["defending"]["a"]) == {"count", "mean", "ci95"}


def test_a_player_against_itself_has_exactly_the_same_regret() -> None:
    standing = contest("simple", "simple", 3, regret=True)
    for role in ROLES:
        difference = standing.regret(role).difference
        assert difference
        assert (difference.mean, difference.interval) == (0.0, (0.0, 0.0))
