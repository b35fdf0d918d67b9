"""The double-dummy solver: exact values of positions with all cards open (docs/solver.md)."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from itertools import pairwise
from threading import Lock
from typing import Any, NamedTuple

from dobbm.ai.memory import Memory
from dobbm.extras import extra_solver
from dobbm.game.actions import PLAY, Seat
from dobbm.game.arguments import SERIES, WORKERS, Kind, takes
from dobbm.game.cards import PACK, Card, CardSet, name, names, points, split
from dobbm.game.deal import Deal
from dobbm.game.errors import DobbmError, WrongPhase
from dobbm.game.exchange import DISCARDS
from dobbm.game.play import TRICKS, led_by
from dobbm.game.tricks import legal_cards, winning_card
from dobbm.game.view import View
from dobbm.workers import EXECUTOR, Threads, run_all

with extra_solver("dobbm.ai.solver"):
    import numpy as np
    from numpy.typing import NDArray

    from dobbm.ai.kernel.position import NODES, Trick, Work, new_work
    from dobbm.ai.kernel.search import value_worlds
    from dobbm.ai.kernel.transpositions import TranspositionTable, new_table

__all__ = ["Solution", "Solver", "WorldValues", "solve", "solve_many"]


def _are_rows(worlds: object) -> bool:
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
    """A solver with its own working memory; threads that call it take turns."""

    @takes(threads=WORKERS)
    def __init__(self, threads: int = 1) -> None:
        """Create a solver that solves worlds in ``threads`` threads of its own."""
        self._threads = int(threads)
        self._pool = Threads(self._threads)
        self._begin()

    def _begin(self) -> None:
        """Prepare the working memory in this process."""
        self._places = [(new_work(), new_table()) for _ in range(self._threads)]
        self._turn = Lock()
        self._process = os.getpid()

    def __reduce__(self) -> tuple[type[Solver], tuple[int]]:
        """Copy and pickle the solver as a new one, because its values need no memory."""
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
        world = [*(deal.hand(seat) for seat in seats), deal.out_of_play]
        values = np.zeros((1, 8), np.int64)
        trick = trick_on_table(seats, play.order, play.trick)
        given = (np.array([world]), trick, play.points, play.tricks > 0, values)
        with self._alone() as places:
            work, table = places[0]
            value_worlds(work, table, *given)
            nodes = int(work[NODES])
        cards = by_name(play.legal_cards(), values)
        found = {card: int(value) for card, value in zip(cards.cards, cards.points[0], strict=True)}
        side = max if play.to_act == play.declarer else min
        return Solution(side(found.values()), found, nodes)

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
        if view.phase != PLAY or view.to_act != view.seat:
            raise WrongPhase("cards can be valued only for the seat that must play one")
        assert view.declarer is not None
        memory = Memory.of(view)
        _verify_worlds(view, memory, worlds)
        seats = led_by(view.declarer, view.active)
        ordered = from_declarer(view, worlds)
        taken = [trick for trick in memory.tricks if trick.winner == view.declarer]
        gained = sum(trick.points for trick in taken)
        trick = trick_on_table(seats, memory.trick.seats, memory.trick.cards)
        values = np.zeros((len(worlds), 8), np.int64)
        edges = [len(worlds) * part // self._threads for part in range(self._threads + 1)]
        with self._alone() as places:
            parts = [
                self._pool.submit(
                    value_worlds,
                    *place,
                    ordered[first:last],
                    trick,
                    gained,
                    bool(taken),
                    values[first:last],
                )
                for place, (first, last) in zip(places, pairwise(edges), strict=True)
            ]
            for part in parts:
                part.result()
        led = memory.trick.cards[0] if memory.trick.cards else 0
        return by_name(legal_cards(view.hand, led), values)

    @contextmanager
    def _alone(self) -> Iterator[list[tuple[Work, TranspositionTable]]]:
        """Yield the working memory of each thread; other callers wait until the block ends."""
        if self._process != os.getpid():
            self._begin()  # a thread of the process before the fork may have been in the block
        with self._turn:
            yield self._places


def _verify_worlds(view: View, memory: Memory, worlds: NDArray[np.int64]) -> None:
    """Raise ``DobbmError`` unless every row fits the hand, the hand sizes and the cards left."""
    assert view.seat is not None
    sizes = [TRICKS - memory.cards_of(seat) for seat in view.active]
    own = view.active.index(view.seat)
    left = PACK & ~memory.played
    if not (
        (np.bitwise_count(worlds) == [*sizes, DISCARDS]).all()
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
    assert view.declarer is not None
    seats = led_by(view.declarer, view.active)
    columns = [*map(view.active.index, seats), len(seats)]
    return np.ascontiguousarray(worlds[:, columns])


def trick_on_table(
    seats: tuple[Seat, ...], order: tuple[Seat, ...], cards: tuple[Card, ...]
) -> Trick:
    """Return the trick on the table, with indices into ``seats`` instead of seat numbers."""
    places = [seats.index(seat) for seat in order]
    if not cards:
        return Trick(0, places[0])
    best = winning_card(sum(cards), cards[0])
    winner = places[cards.index(best)]
    return Trick(len(cards), places[len(cards)], cards[0], best, winner, points(sum(cards)))


def by_name(legal: CardSet, values: NDArray[Any]) -> WorldValues:
    """Return the columns of ``values`` with the names of their cards, sorted by name.

    The columns given belong to the ``legal`` cards, lowest bit first.
    """
    cards = names(legal)
    bits = [name(card) for card in split(legal)]
    return WorldValues(tuple(cards), values[:, [bits.index(card) for card in cards]])


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
