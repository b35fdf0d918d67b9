"""Measure what defenders gain by having learned together: self-play against cross-play.

  python benchmarks/cross_play.py --decisions 8000000 --deals 20000 --seed 1 --jobs 2

Four policies learn to play, each from nothing and with a seed of its own, so conventions that have
grown in one are unknown to the others. Then the same deals, with contracts and the declarer of
``trained``, are defended by three copies of each policy, and by each three different ones. Each
policy defends equally often either way, so that only the company differs. The gain is in card
points for the three defenders together, with its 95 % interval; the deal is the unit.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import combinations
from math import nan
from pathlib import Path

from dobbm.ai.rollouts import LearnedPolicy, choose_card
from dobbm.arena.seating import Chair, Tally, play_deal
from dobbm.game.actions import DONE, Seat
from dobbm.game.deal import Deal
from dobbm.game.settlement import declarer_points
from dobbm.game.view import View
from dobbm.players import Player
from dobbm.players.player import BuiltIn
from dobbm.studies.report import Mean
from dobbm.training.games import CHUNK, CONTRACTOR, ContractedDeals
from dobbm.training.self_play import learn_to_play
from dobbm.workers import WorkerPool, run_all

POLICIES = 4
DEFENDERS = 3
TOGETHER = [(policy,) * DEFENDERS for policy in range(POLICIES)]
MIXED = [*combinations(range(POLICIES), DEFENDERS)]


class Defences(ContractedDeals):
    """Plays a deal with every company of defenders; call it with the number of the deal."""

    def __init__(self, paths: list[Path], seed: int) -> None:
        super().__init__(CONTRACTOR, seed)
        self._policies = [BuiltIn(partial(_play, _loaded(path))) for path in paths]

    def __call__(self, number: int) -> int | None:
        """Return the card points that all who have learned together make more than the mixed."""
        start, seeds = self.start(number)
        if start.phase == DONE:
            return None
        made = {
            company: self._made(start, seeds, company, number) for company in (*TOGETHER, *MIXED)
        }
        return sum(made[company] for company in TOGETHER) - sum(made[company] for company in MIXED)

    def _made(self, start: Deal, seeds: list[int], company: tuple[int, ...], number: int) -> int:
        """Return the card points of the defenders; who sits where changes from deal to deal."""
        players: dict[Seat, Player] = dict(enumerate(self.players))
        defenders = [seat for seat in players if seat != start.declarer]
        for turn, seat in enumerate(defenders):
            players[seat] = self._policies[company[(turn + number) % DEFENDERS]]
        chairs = [Chair(player, Tally()) for player in players.values()]
        return -declarer_points(play_deal(start, chairs, seeds))


def _play(policy: LearnedPolicy, view: View, seed: int) -> str:  # noqa: ARG001 - needs no randomness
    return choose_card(view, policy)


def _loaded(path: Path) -> LearnedPolicy:
    with path.open("rb") as source:
        return LearnedPolicy.load(source)


def _report(what: str, done: int, total: int) -> None:
    if done == total:
        print(f"{what}: {done:,}", file=sys.stderr)


def main() -> None:
    """Train the policies unless their files are there, play the deals, and print the gain."""
    parser = ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--decisions", type=int, default=8_000_000, help="default: 8000000")
    parser.add_argument("--deals", type=int, default=20_000, help="default: 20000")
    parser.add_argument("--seed", type=int, default=1, help="default: 1")
    parser.add_argument("--jobs", type=int, default=1, help="default: 1")
    parser.add_argument("--folder", type=Path, default=Path(), help="where the policies are kept")
    options = parser.parse_args()
    name = f"policy-{options.decisions}-{options.seed}"
    paths = [options.folder / f"{name}-{number}.npz" for number in range(POLICIES)]
    for number, path in enumerate(paths):
        if not path.exists():
            seed = options.seed * POLICIES + number
            with ThreadPoolExecutor(options.jobs) as threads:
                learn_to_play(options.decisions, seed, _report, threads).save(path)
    with WorkerPool(options.jobs) as pool:
        make_task = partial(Defences, paths, options.seed)
        played = run_all(make_task, range(options.deals), pool, chunk=CHUNK)
        gains = [gain / POLICIES for gain in played if gain is not None]
    found = Mean.of(gains)
    low, high = found.interval or (nan, nan)
    print(f"{len(gains):,} deals: {found.mean:.2f} [{low:.2f}, {high:.2f}]")


if __name__ == "__main__":
    main()
