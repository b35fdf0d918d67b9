"""Worlds: all layouts of the cards consistent with what one seat knows (docs/solver.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from dobbm.ai.memory import Memory
from dobbm.extras import extra_solver
from dobbm.game.actions import DONE, EXCHANGE, Seat
from dobbm.game.arguments import takes
from dobbm.game.cards import PACK, CardSet, names, split
from dobbm.game.errors import DobbmError, WrongPhase
from dobbm.game.exchange import DISCARDS, companions_of, trumps_missing
from dobbm.game.fields import verified_number
from dobbm.game.play import TRICKS
from dobbm.game.seeds import fixed_size
from dobbm.game.view import View

with extra_solver("dobbm.ai.worlds"):
    import numpy as np
    from numpy.typing import NDArray

    from dobbm.ai.kernel.worlds import Hidden, Ways, count_ways, draw_numbers, lay_out, total_of
MOST = 10**7
"""The largest number of worlds that ``Worlds.sample`` draws."""
LISTED = 20_000
"""The largest number of worlds that ``Worlds.all`` lists."""


@dataclass(frozen=True, eq=False, repr=False)
class Worlds:
    """All layouts of the cards consistent with what the seat of a view knows.

    The seat knows its own hand, the cards played, the voids of other seats revealed so far, its own
    discards as declarer, and that another declarer's discards were legal. All these worlds have
    equal weight: what was said and played makes none of them likelier than another.

    A world is a row of five card sets: the current hands of ``seats``, then the cards out of play.
    The cards out of play are the Dobb or, after the exchange, the discards; during the exchange
    there are none, and the declarer holds twelve cards.

    >>> from random import Random
    >>> from dobbm.game.cards import names, shuffled
    >>> from dobbm.game.deal import Deal
    >>> deal = Deal.start(shuffled(Random(1)), dealer=3).apply_all(["solo", "gut", "gut", "gut"])
    >>> worlds = Worlds.of(View.of(deal, 1))
    >>> worlds.seats, worlds.count
    ((0, 1, 2, 3), 193806353490750)
    >>> forehand, own, *_, dobb = worlds.sample(1, seed=7)[0].tolist()
    >>> len(names(forehand)), own == deal.hand(1), len(names(dobb))
    (8, True, 4)
    """

    seats: tuple[Seat, ...]
    """The active seats, forehand first; their hands are the first four columns."""
    count: int
    """The number of worlds."""
    known: tuple[CardSet, ...]
    """For each column of a world, the cards known to the seat, which are the same in all worlds."""
    columns: tuple[int, ...]
    """For each place of ``hidden``, its column in a world."""
    hidden: Hidden
    ways: Ways

    @classmethod
    @takes(view=View)
    def of(cls, view: View) -> Worlds:
        """Return the possible worlds for the seat of ``view``.

        Raises ``WrongPhase`` if the deal is finished, and ``DobbmError`` if the view has no hand (a
        spectator's, or that of a dealer who sits out) or could not arise in any deal.
        """
        if view.phase == DONE:
            raise WrongPhase("the deal is over, and nothing is hidden any more")
        if view.seat not in view.active:
            raise DobbmError("worlds are derived from a hand, and this view has none")
        memory = Memory.of(view)
        places = _places(view, memory)
        _verify(places, memory.unseen)
        own = view.active.index(view.seat)
        columns = tuple([column for column in range(len(places)) if column != own])
        hidden = _hidden([places[column] for column in columns], memory.unseen, _companions(view))
        ways = count_ways(hidden)
        count = int(total_of(hidden, ways))
        if not count:
            raise DobbmError("no deal gives this view: some cards have no place left")
        known = tuple([place.known or 0 for place in places])
        return cls(view.active, count, known, columns, hidden, ways)

    def sample(self, count: int, seed: int) -> NDArray[np.int64]:
        """Return ``count`` worlds as rows, each drawn uniformly from all worlds.

        The seed may be any integer. The same seed always gives the same worlds, and a smaller
        ``count`` gives the first of them.
        """
        count = verified_number(count, 0, MOST, "count", DobbmError)
        numbers = np.empty(count, np.int64)
        draw_numbers(numbers, self.count, fixed_size(seed))
        return self._worlds(numbers)

    def all(self) -> NDArray[np.int64]:
        """Return every world once, as rows.

        Raises ``DobbmError`` if there are more than 20,000.
        """
        if self.count > LISTED:
            raise DobbmError(
                f"at most {LISTED:,} worlds can be listed, and there are {self.count:,}"
            )
        return self._worlds(np.arange(self.count))

    def _worlds(self, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the worlds that ``numbers`` stand for, one per row."""
        laid = np.empty((len(numbers), len(self.columns)), np.int64)
        lay_out(numbers, self.hidden, self.ways, laid)
        worlds = np.empty((len(numbers), len(self.known)), np.int64)
        worlds[:] = self.known
        worlds[:, self.columns] |= laid
        return worlds


class _Place(NamedTuple):
    """A place for cards: a hand, or out of play."""

    size: int
    """The number of cards there now."""
    known: CardSet | None
    """The cards there, if the seat of the view knows them."""
    may_lie: CardSet = PACK
    """All cards except those known not to be there."""


def _places(view: View, memory: Memory) -> list[_Place]:
    """Return the places, in the order of the columns of a world."""
    places = []
    for seat in view.active:
        size = TRICKS - memory.cards_of(seat)
        if view.phase == EXCHANGE and seat == view.declarer:
            size += DISCARDS
        known = view.hand if seat == view.seat else None
        places.append(_Place(size, known, PACK & ~memory.voids[seat]))
    out_of_play = _Place(0, 0) if view.phase == EXCHANGE else _Place(DISCARDS, view.discards)
    return [*places, out_of_play]


def _verify(places: list[_Place], unseen: CardSet) -> None:
    """Raise ``DobbmError`` if known cards are impossible or unseen cards do not fit the places."""
    for size, known, may_lie in places:
        if known is not None and (known.bit_count() != size or known & ~may_lie):
            cards = " ".join(names(known))
            raise DobbmError(
                f"no deal gives this view: {cards} cannot be the {size} cards of one place"
            )
    hidden, sizes = unseen.bit_count(), [place.size for place in places if place.known is None]
    if min(sizes) < 0 or sum(sizes) != hidden:
        raise DobbmError(
            f"no deal gives this view: {hidden} unseen cards do not fit places of {sizes}"
        )


def _companions(view: View) -> CardSet:
    """Return the trumps that may go with sows in hidden discards; 0 if no discards are hidden."""
    exchanged = view.contract is not None and view.contract.exchanges and view.phase != EXCHANGE
    return companions_of(view.rules) if exchanged and view.discards is None else 0


def _hidden(places: list[_Place], unseen: CardSet, companions: CardSet) -> Hidden:
    """Return the unseen cards grouped by kind, and how many lie in each unknown place."""
    kinds: dict[tuple[int, tuple[bool, ...]], CardSet] = {}
    for card in split(unseen):
        owes = trumps_missing(card, companions) if companions else 0
        may_lie = tuple([place.known is None and bool(card & place.may_lie) for place in places])
        kinds[owes, may_lie] = kinds.get((owes, may_lie), 0) | card
    # Kinds that supply companion trumps come last. The others come largest first, because
    # ``count_ways`` has fewer cases to count for early kinds.
    ordered = sorted(kinds, key=lambda kind: (kind[0] < 0, -kinds[kind].bit_count()))
    return Hidden(
        np.array([kinds[kind] for kind in ordered], np.int64),
        np.array([may_lie for _, may_lie in ordered], np.bool_).reshape(-1, len(places)),
        np.array([owes for owes, _ in ordered], np.int64),
        tuple([0 if place.known is not None else place.size for place in places]),
    )
