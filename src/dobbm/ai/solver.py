"""The double-dummy solver: exact values of positions with all cards open (docs/solver.md)."""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from dobbm.ai.calling import Machine, Numbers, Out
from dobbm.ai.facts import columns_from_declarer, facts_in_play, facts_of
from dobbm.ai.layout import MOST_CARDS, WORLD
from dobbm.ai.machine import machine, sizes
from dobbm.ai.memory import Memory
from dobbm.extras import extra_solver
from dobbm.game.actions import PLAY
from dobbm.game.arguments import SERIES, WORKERS, Kind, takes
from dobbm.game.cards import PACK, CardSet, name, names, split
from dobbm.game.deal import Deal
from dobbm.game.errors import DobbmError, WrongPhase
from dobbm.game.exchange import DISCARDS
from dobbm.game.play import TRICKS, led_by
from dobbm.game.tricks import legal_cards
from dobbm.game.view import View
from dobbm.workers import EXECUTOR, Threads, run_all

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Solution", "Solver", "WorldValues", "solve", "solve_many"]


def _are_rows(worlds: object) -> bool:
    with extra_solver("an array of worlds"):
        import numpy as np

    rows = isinstance(worlds, np.ndarray) and worlds.shape[1:] == (5,) and worlds.dtype == np.int64
    return rows and not np.ma.isMaskedArray(worlds)


WORLDS = Kind("an array of rows of five card sets, as 64-bit integers", _are_rows)


class Solution(NamedTuple):
    """The exact value of a position during the play, in the declarer's final card points."""

    value: int
    """The value if all seats play perfectly from here on."""
    cards: dict[str, int]
    """The value after each legal card, by card name."""
    nodes: int
    """The number of positions searched."""


class WorldValues(NamedTuple):
    """The value of each legal card of a seat, world by world."""

    cards: tuple[str, ...]
    """The legal cards, sorted by name."""
    points: NDArray[Any]
    """The declarer's final card points: one row per world, one column per card."""


class Solver:
    """A solver; every thread that calls it has a working memory of its own."""

    @takes(threads=WORKERS)
    def __init__(self, threads: int = 1) -> None:
        """Create a solver that solves worlds in ``threads`` threads of its own."""
        self._threads = int(threads)
        self._pool = Threads(self._threads)

    def __reduce__(self) -> tuple[type[Solver], tuple[int]]:
        """Copy and pickle the solver as a new one, because it has no state."""
        return Solver, (self._threads,)

    @takes(deal=Deal)
    def solve(self, deal: Deal) -> Solution:
        """Return the value of a deal in the play phase and of each of its legal cards.

        Raises ``WrongPhase`` in any other phase.
        """
        play = deal.play
        if deal.phase != PLAY or play is None:
            raise WrongPhase(
                f"a deal can be solved only in the play phase, not in phase {deal.phase}"
            )
        seats = led_by(play.declarer, deal.setup.active)
        world = array("q", [*(deal.hand(seat) for seat in seats), deal.out_of_play])
        values, nodes = _valued(facts_of(View.of(deal, deal.to_act)), world)
        legal = play.legal_cards()
        found = dict(zip([name(card) for card in split(legal)], values, strict=False))
        side = max if play.to_act == play.declarer else min
        return Solution(side(found.values()), {card: found[card] for card in names(legal)}, nodes)

    @takes(view=View, worlds=WORLDS)
    def solve_worlds(self, view: View, worlds: NDArray[np.int64]) -> WorldValues:
        """Return the value of each legal card of the seat to play, in each of the ``worlds``.

        ``worlds`` has rows as returned by ``Worlds.sample``. The values depend only on the view and
        the world.

        >>> from random import Random
        >>> from dobbm.game.cards import shuffled
        >>> from dobbm.ai.worlds import Worlds
        >>> deal = Deal.start(shuffled(Random(1)), dealer=3)
        >>> view = View.of(deal.apply_all(["solo", "gut", "gut", "gut"]), 0)
        >>> worlds = Worlds.of(view).sample(50, seed=7)
        >>> cards, points = Solver(threads=2).solve_worlds(view, worlds)
        >>> dict(zip(cards, points.mean(axis=0).round().astype(int).tolist()))
        {'A9': 58, 'B8': 46, 'BS': 57, 'HS': 60, 'HT': 60, 'HU': 51, 'LT': 56, 'LU': 55}

        Raises ``WrongPhase`` if it is not this seat's turn to play a card, and ``DobbmError`` if a
        row does not fit the seat's hand, the sizes of the other hands or the cards left.
        """
        facts = facts_in_play(view)
        _verify_worlds(view, Memory.of(view), worlds)
        ordered = array("q", from_declarer(view, worlds).tobytes())
        return by_name(legal_of(view), self.values(facts, ordered))

    def values(self, facts: Numbers, worlds: Numbers) -> Numbers:
        """Return the values of the legal cards, eight numbers for each world.

        ``worlds`` are in the order from the declarer, and must fit the facts.
        """
        if self._threads == 1:
            return _valued(facts, worlds)[0]
        count = len(worlds) // WORLD
        edges = [WORLD * (count * part // self._threads) for part in range(self._threads + 1)]
        shares = [worlds[first:last] for first, last in pairwise(edges)]
        parts = [self._pool.submit(_valued, facts, share) for share in shares]
        return sum([part.result()[0] for part in parts], array("q"))


def _valued(facts: Numbers, worlds: Numbers) -> tuple[Numbers, int]:
    """Return the values of the legal cards in each world, and the nodes searched for the last."""
    runs = machine()
    count = len(worlds) // WORLD
    work = runs.keep("work", lambda: _new_work(runs))
    table = runs.keep("table", lambda: Out("Q", sizes(runs).table).values)
    values = Out("q", MOST_CARDS * count)
    nodes = runs.call("value_cards", work, table, facts, worlds, count, values)
    return values.values, nodes


def _new_work(runs: Machine) -> Numbers:
    work = Out("q", sizes(runs).work)
    runs.call("begin_search", work)
    return work.values


def legal_of(view: View) -> CardSet:
    """Return the legal cards of the seat of ``view``, which must play one."""
    trick = Memory.of(view).trick
    return legal_cards(view.hand, trick.cards[0] if trick.cards else 0)


def _verify_worlds(view: View, memory: Memory, worlds: NDArray[np.int64]) -> None:
    """Raise ``DobbmError`` unless every row fits the hand, the hand sizes and the cards left."""
    import numpy as np

    assert view.seat is not None
    held = [TRICKS - memory.cards_of(seat) for seat in view.active]
    own = view.active.index(view.seat)
    left = PACK & ~memory.played
    if not (
        (np.bitwise_count(worlds) == [*held, DISCARDS]).all()
        and (worlds[:, own] == view.hand).all()
        and (np.bitwise_or.reduce(worlds, axis=1) == left).all()
    ):
        raise DobbmError(
            "a row is not a world of this view: it does not match the cards that are left"
        )


@takes(view=View, worlds=WORLDS)
def from_declarer(view: View, worlds: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return ``worlds`` with the hands in clockwise order from the declarer.

    The cards out of play remain in the last column.
    """
    import numpy as np

    assert view.declarer is not None
    return np.ascontiguousarray(worlds[:, columns_from_declarer(view)])


def by_name(legal: CardSet, values: Numbers) -> WorldValues:
    """Return the values of the ``legal`` cards with their names, sorted by name.

    There are eight ``values`` for each world, those of the legal cards first, lowest bit first.
    """
    with extra_solver("the values of worlds"):
        import numpy as np

    cards = names(legal)
    bits = [name(card) for card in split(legal)]
    rows = np.asarray(values).reshape(-1, MOST_CARDS)
    return WorldValues(tuple(cards), rows[:, [bits.index(card) for card in cards]])


def solve(deal: Deal) -> Solution:
    """Return the value of a deal in the play phase and of each of its legal cards.

    >>> from random import Random
    >>> from dobbm.game.cards import shuffled
    >>> deal = Deal.start(shuffled(Random(1)), dealer=3).apply_all(["solo", "gut", "gut", "gut"])
    >>> solve(deal).cards
    {'A9': 68, 'B8': 41, 'BS': 72, 'HS': 75, 'HT': 75, 'HU': 59, 'LT': 59, 'LU': 70}

    Raises ``WrongPhase`` in any other phase.
    """
    return Solver().solve(deal)


@takes(deals=SERIES, jobs=WORKERS.or_none(), executor=EXECUTOR)
def solve_many(
    deals: Iterable[Deal], jobs: int | None = None, executor: Executor | None = None
) -> Iterator[Solution]:
    """Yield the solutions of many deals in the play phase, in the order of the deals.

    The work is shared among ``jobs`` threads, by default one per core, or among the workers of an
    ``executor``. Deals are read only as their solutions are consumed, so there may be any number of
    them.

    >>> from random import Random
    >>> from dobbm.game.cards import shuffled
    >>> solos = [Deal.start(shuffled(Random(seed)), dealer=3).apply("solo") for seed in range(3)]
    >>> deals = [deal.apply_all(["gut", "gut", "gut"]) for deal in solos]
    >>> [solution.value for solution in solve_many(deals, jobs=2)]
    [36, 75, 0]

    Raises ``WrongPhase``, with the index of the deal, for a deal in any other phase.
    """
    numbered = enumerate(deals)
    if executor:
        yield from run_all(_numbered_solver, numbered, executor)
    else:
        # The search releases the GIL, so threads are as fast as processes.
        with ThreadPoolExecutor(jobs or os.cpu_count() or 1) as threads:
            yield from run_all(_numbered_solver, numbered, threads)


def _numbered_solver() -> Callable[[tuple[int, Deal]], Solution]:
    solver = Solver()

    def solve_numbered(numbered: tuple[int, Deal]) -> Solution:
        index, deal = numbered
        try:
            return solver.solve(deal)
        except WrongPhase as error:
            raise WrongPhase(f"deal {index}: {error}") from None

    return solve_numbered
