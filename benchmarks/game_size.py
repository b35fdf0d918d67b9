"""Measure how large the game is: length, branching, worlds, double-dummy values against real play.

  .venv/bin/python benchmarks/game_size.py

Copies of one player play whole deals with the rules of pagat and at most three doublings. The
discards count as four actions, as in ``dobbm.envs``. docs/game-ai.md quotes the figures.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import comb, factorial, log10
from statistics import fmean

import numpy as np

from dobbm.ai.solver import solve
from dobbm.ai.worlds import Worlds
from dobbm.envs import EnvOptions, OneDeal
from dobbm.envs.encoding import NUMBERS
from dobbm.game.actions import EXCHANGE, PLAY
from dobbm.game.deal import Deal
from dobbm.game.settlement import settle
from dobbm.game.view import View
from dobbm.studies.playing import Company
from dobbm.studies.report import Mean
from measuring import say

DEALS = 2_000
SEED = 1
PLAYERS = ("random", "simple", "trained")


def main() -> None:
    """Measure everything and print it."""
    deals = factorial(36) // (factorial(8) ** 4 * factorial(4))
    print(f"deals, for a given dealer: {deals:.3e}")
    print(f"hands that forehand may hold before the first bid: {comb(36, 8):,}")
    print(f"deals for each of them: {deals // comb(36, 8):.3e}")
    for player in PLAYERS:
        say(f"{player} plays {DEALS:,} deals …")
        finished = list(map(Company((player,) * 4, SEED), range(DEALS)))
        lengths, widths = zip(*map(measured, finished), strict=True)
        print(f"{player}: actions a deal {found(lengths)} (most {max(lengths)})")
        print(f"{player}: mean number of legal actions in a deal {found(map(fmean, widths))}")
        sequences = [sum(map(log10, row)) for row in widths]
        print(f"{player}: log10 of the sequences {found(sequences)}")
    say(f"Solving {DEALS:,} deals …")
    played_out = [deal for deal in finished if deal.play]
    gaps = np.array([gap(deal) for deal in played_out])
    print("trained, declarer's points minus the double-dummy value at the first lead:")
    print(f"mean {found(gaps)}, mean distance {found(np.abs(gaps))}")
    for place, worlds in sorted(worlds_by_trick(played_out).items()):
        print(f"worlds of the leader, median: {place}: {np.median(worlds):,.0f} ({len(worlds)})")


def found(values: Iterable[float]) -> str:
    """Return a mean with its 95 % confidence interval."""
    mean = Mean.of([*values])
    low, high = mean.interval or (mean.mean, mean.mean)
    return f"{mean.mean:.2f} [{low:.2f}, {high:.2f}]"


def measured(deal: Deal) -> tuple[int, list[int]]:
    """Return the number of actions of a finished deal, and the legal ones at each."""
    one = OneDeal(EnvOptions.of(), deal.setup.deck, deal.setup.dealer)
    widths = []
    for step in deal.steps:
        names = step.action.split() if step.phase == EXCHANGE else [step.action]
        for name in names:
            widths.append(len(one.legal_actions()))
            one.act(NUMBERS[name])
    return len(widths), widths


def gap(deal: Deal) -> int:
    """Return the declarer's points minus what both sides could force with all cards open."""
    start = Deal.begin(deal.setup)
    for step in deal.steps:
        if step.phase == PLAY:
            break
        start = start.apply(step.action)
    points = settle(deal).points
    assert points is not None
    return points - max(solve(start).cards.values())


def worlds_by_trick(deals: list[Deal]) -> dict[str, list[int]]:
    """Return the number of worlds for the leader of tricks 1, 3, 5 and 7, by trick and role."""
    counts: dict[str, list[int]] = {}
    for deal in deals:
        now, count = Deal.begin(deal.setup), 0
        for step in deal.steps:
            if step.phase == PLAY:
                if count in (0, 8, 16, 24):
                    worlds = Worlds.of(View.of(now, now.to_act))
                    role = "declarer" if now.to_act == now.declarer else "defender"
                    counts.setdefault(f"{role}, trick {count // 4 + 1}", []).append(worlds.count)
                count += 1
            now = now.apply(step.action)
    return counts


if __name__ == "__main__":
    main()
