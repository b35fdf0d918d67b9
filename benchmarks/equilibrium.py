"""Compute an equilibrium of the game with twelve cards, and what thinking with open cards loses.

  python benchmarks/equilibrium.py --deals 3000000 --seed 1 --jobs 2

A table of four learns by counterfactual regret minimisation with external sampling: so many deals,
each walked through for every seat. Then all 1,247,400 deals are searched, so that everything but
the learning is exact, and a best response says how far from an equilibrium the strategy is.

*Open cards* is how ``pimc`` thinks, but with all possible worlds: it takes the action that is best
on average if all cards lay open after it. The worlds count alike, or by how probable the others'
actions are in them. One seat does so in one phase or in all, among three that follow the
equilibrium. Gains are in card points a deal (docs/environments.md).
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NamedTuple, TypeVar

import numpy as np

from dobbm.ai.kernel.deal_row import BIDDING, DOUBLING, EXCHANGE, PLAY
from dobbm.envs import EnvOptions
from smallest.passes import (
    DEALER,
    add_all,
    choose,
    distinct_deals,
    learn_from,
    mix,
    respond_all,
    think_all,
)
from smallest.tree import CELLS, SLOTS, Doubles, Integers, Tree, phases_of

RARE = 0.005
"""An action that the learners have chosen less often than this is left out of the equilibrium."""
ERRORS = 0.01
"""How often others are believed to act at random."""
PART = 20_000
"""Deals between two lines of progress."""
CHOICES = 261_380
"""How many choices there are in the whole tree."""
BEFORE_ALL = -1
"""Before the first phase."""
NOTHING = np.zeros(1)
PHASES = {
    "bids": (BIDDING,),
    "discards": (EXCHANGE,),
    "doublings": (DOUBLING,),
    "cards": (PLAY,),
    "all": (BIDDING, EXCHANGE, DOUBLING, PLAY),
}

Result = TypeVar("Result")


class Worth(NamedTuple):
    """The worth of strategies at the four places."""

    paid: Doubles
    """Card points a deal for each place, forehand first."""
    thrown_in: float
    """A share of all deals; the others are shares of the deals that are played."""
    solos: float
    doubled: float
    won: float

    @classmethod
    def of(cls, ends: Doubles) -> Worth:
        """Return the worth of strategies by the ends of all deals (``add_ends``)."""
        chance, amount, won = np.moveaxis(ends / ends[..., 0].sum(), -1, 0)
        played = chance[1:].sum()
        by_declarer = amount[1:].sum(axis=(1, 2))
        return cls(
            4 * by_declarer - by_declarer.sum(),
            1 - played,
            chance[1:, 2].sum() / played,
            chance[1:, :, 1].sum() / played,
            won[1:].sum() / played,
        )


class Search:
    """Searches all deals, in threads."""

    def __init__(self, deals: Integers, jobs: int) -> None:
        """Search these distinct deals."""
        options = EnvOptions.of(pack=12, dealer=DEALER, max_doublings=1)
        self.tree = Tree.of(options.table)
        self._parts = [part.copy() for part in np.array_split(deals, jobs)]

    def learn(self, deals: int, seed: int) -> Doubles:
        """Return the equilibrium that so many deals lead to."""
        regrets, sums = np.zeros(CELLS), np.zeros(CELLS)
        for begin in range(0, deals, PART):
            report(f"learning: {begin:,} of {deals:,} deals")
            learn_from(self.tree, begin, min(begin + PART, deals), seed, regrets, sums)
        return self.mixed(sums, RARE)

    def open_cards(self, others: Doubles | None = None) -> Doubles:
        """Return the strategy of open cards.

        If there is a strategy of the ``others``, worlds count by how probable their actions are.
        """
        belief = np.ones(CELLS)
        if others is not None:
            belief = (1 - ERRORS) * others + ERRORS * self.mixed(np.zeros(CELLS))
        sums = self._summed(lambda tree, deals, sums: think_all(tree, deals, belief, sums))
        found = np.zeros(CELLS)
        best = self.tree.first + self._chosen(sums, np.zeros(SLOTS, np.int64))
        found[best[self.tree.counts > 0]] = 1.0
        return found

    def in_phases(self, one: Doubles, other: Doubles, phases: Collection[int]) -> Doubles:
        """Return the strategy that is ``one`` in these phases and the ``other`` elsewhere."""
        found = other.copy()
        tree = self.tree
        for slot in np.flatnonzero((tree.counts > 0) & np.isin(phases_of(tree.keys), [*phases])):
            cells = slice(tree.first[slot], tree.first[slot] + tree.counts[slot])
            found[cells] = one[cells]
        return found

    def best_response(self, strategy: Doubles, me: int) -> float:
        """Return what a best response at place ``me`` is paid, in card points a deal."""
        chosen = np.zeros(SLOTS, np.int64)
        for latest in (PLAY, DOUBLING, BIDDING):
            respond_in = partial(_respond_all, me, latest, strategy, chosen)
            chosen = self._chosen(self._summed(respond_in), chosen)
        paid = self._each(partial(_respond_all, me, BEFORE_ALL, strategy, chosen, sums=NOTHING))
        return float(sum(paid) / sum(part[:, 4].sum() for part in self._parts))

    def worth(self, strategies: Sequence[Doubles]) -> Worth:
        """Return what the strategies of the four places are worth."""
        stacked = np.array(strategies)

        def ends_of(tree: Tree, deals: Integers) -> Doubles:
            ends = np.zeros((5, 3, 2, 3))
            add_all(tree, deals, stacked, ends)
            return ends

        return Worth.of(sum(self._each(ends_of), np.zeros(1)))

    def mixed(self, sums: Doubles, rare: float = 0) -> Doubles:
        """Return the strategy that acts by these shares, without those that are rare."""
        strategy = np.zeros(CELLS)
        mix(self.tree, sums, rare, strategy)
        return strategy

    def _chosen(self, gains: Doubles, chosen: Integers) -> Integers:
        choose(self.tree, gains, chosen)
        return chosen

    def _summed(self, work: Callable[[Tree, Integers, Doubles], object]) -> Doubles:
        """Return what the work adds to sums, over all deals."""

        def summed(tree: Tree, deals: Integers) -> Doubles:
            sums = np.zeros(CELLS)
            work(tree, deals, sums)
            return sums

        return sum(self._each(summed), np.zeros(CELLS))

    def _each(self, work: Callable[[Tree, Integers], Result]) -> list[Result]:
        """Do the work for all parts of the deals: one by one until all choices are known."""
        is_known = self.tree.used[0] >= CHOICES
        with ThreadPoolExecutor(len(self._parts) if is_known else 1) as threads:
            return [*threads.map(lambda part: work(self.tree.walker(), part), self._parts)]


def _respond_all(
    me: int,
    latest: int,
    strategy: Doubles,
    chosen: Integers,
    tree: Tree,
    deals: Integers,
    sums: Doubles,
) -> float:
    return respond_all(tree, deals, me, latest, strategy, sums, chosen)


def report(line: str) -> None:
    """Print a line of progress to standard error."""
    print(line, file=sys.stderr, flush=True)


def describe(name: str, search: Search, strategy: Doubles) -> Worth:
    """Print what a strategy is worth at four copies, and what best responses gain."""
    report(f"what a best response to {name} gains")
    worth = search.worth([strategy] * 4)
    gains = [search.best_response(strategy, me) - worth.paid[me] for me in range(4)]
    shares = [worth.thrown_in, worth.solos, worth.doubled, worth.won]
    print(name)
    print("  paid, forehand first:  ", *[f"{paid:7.2f}" for paid in worth.paid])
    print("  a best response gains: ", *[f"{gain:7.2f}" for gain in gains])
    print("  % thrown in, solos, doubled, won:", *[f"{100 * share:.1f}" for share in shares])
    return worth


def main() -> None:
    """Learn, search, and print the figures."""
    parser = ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--deals", type=int, default=3_000_000, help="default: 3000000")
    parser.add_argument("--seed", type=int, default=1, help="default: 1")
    parser.add_argument("--jobs", type=int, default=1, help="default: 1")
    options = parser.parse_args()
    search = Search(distinct_deals(), options.jobs)
    report("open cards")
    alike = search.open_cards()
    equilibrium = search.learn(options.deals, options.seed)
    base = describe("equilibrium", search, equilibrium).paid
    describe("open cards", search, alike)
    report("open cards, worlds by the equilibrium")
    believing = search.open_cards(equilibrium)
    for name, thinker in (("alike", alike), ("by what the others do", believing)):
        print(f"one seat with open cards, worlds {name}: gain by place, and on average")
        for kind, phases in PHASES.items():
            mixed = search.in_phases(thinker, equilibrium, phases)
            gains = [
                search.worth([mixed if place == me else equilibrium for place in range(4)]).paid[me]
                - base[me]
                for me in range(4)
            ]
            print(f"  {kind:10}", *[f"{gain:7.2f}" for gain in (*gains, sum(gains) / 4)])


if __name__ == "__main__":
    main()
