"""Worlds: all layouts of the cards consistent with what one seat knows (docs/solver.md)."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from dobbm.ai.calling import Numbers, Out
from dobbm.ai.facts import columns_from_declarer
from dobbm.ai.layout import WORLD
from dobbm.ai.machine import machine
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

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

TOGETHER = 1 << 16
"""The number of worlds that are laid out in one call."""
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
    hidden: _Hidden
    ways: Numbers
    from_declarer: tuple[int, ...]
    """The columns in clockwise order from the declarer, or as they are before there is one."""

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
        ways = Out("q", hidden.size_of_ways)
        count = machine().call("count_worlds", *hidden.arguments, ways)
        if not count:
            raise DobbmError("no deal gives this view: some cards have no place left")
        known = tuple([place.known or 0 for place in places])
        order = columns_from_declarer(view)
        return cls(view.active, count, known, columns, hidden, ways.values, order)

    def sample(self, count: int, seed: int) -> NDArray[np.int64]:
        """Return ``count`` worlds as rows, each drawn uniformly from all worlds.

        The seed may be any integer. The same seed always gives the same worlds, and a smaller
        ``count`` gives the first of them.
        """
        count = verified_number(count, 0, MOST, "count", DobbmError)
        return _rows(self.drawn(count, seed, range(WORLD)))

    def all(self) -> NDArray[np.int64]:
        """Return every world once, as rows.

        Raises ``DobbmError`` if there are more than 20,000.
        """
        return _rows(self.listed(range(WORLD)))

    def drawn(self, count: int, seed: int, order: Sequence[int]) -> Numbers:
        """Return what ``sample`` returns, in one array, with the columns in this order."""
        seed, found = fixed_size(seed), array("q")
        for first in range(0, count, TOGETHER):
            numbers = Out("q", min(TOGETHER, count - first))
            some = len(numbers.values)
            machine().call("draw_worlds", self.count, seed, first, numbers, some)
            found += self._laid_out(numbers.values, order)
        return found

    def listed(self, order: Sequence[int], seed: int | None = None) -> Numbers:
        """Return what ``all`` returns, in one array, with the columns in this order.

        With a seed, the worlds are in random order.
        """
        if self.count > LISTED:
            raise DobbmError(
                f"at most {LISTED:,} worlds can be listed, and there are {self.count:,}"
            )
        if seed is None:
            return self._laid_out(array("q", range(self.count)), order)
        numbers = Out("q", self.count)
        machine().call("shuffle_numbers", numbers, self.count, fixed_size(seed))
        return self._laid_out(numbers.values, order)

    def _laid_out(self, numbers: Numbers, order: Sequence[int]) -> Numbers:
        """Return the worlds that ``numbers`` stand for, with the columns in this order."""
        worlds = Out("q", WORLD * len(numbers))
        known = array("q", [self.known[column] for column in order])
        columns = array("q", [order.index(column) for column in self.columns])
        laid = (known, columns, numbers, len(numbers), worlds)
        machine().call("lay_out_worlds", *self.hidden.arguments, self.ways, *laid)
        return worlds.values


def _rows(worlds: Numbers) -> NDArray[np.int64]:
    """Return worlds as an array with one row for each."""
    with extra_solver("an array of worlds"):
        import numpy as np

    return np.frombuffer(worlds, np.int64).reshape(-1, WORLD)


class _Hidden(NamedTuple):
    """The hidden cards, grouped by kind, and how many lie in each place (``kernel.worlds``)."""

    cards: tuple[CardSet, ...]
    """For each kind, the set of its cards."""
    may_lie: tuple[int, ...]
    """For each kind, the places where its cards may lie: one bit each, the lowest for place 0."""
    owes: tuple[int, ...]
    """For each kind, how a discarded card changes the number of trumps lacking: by 1, 0 or -1."""
    rooms: tuple[int, ...]
    """The number of hidden cards in each place."""

    @property
    def size_of_ways(self) -> int:
        """The number of elements of the table of ways."""
        first, second, _, out = self.rooms
        return (len(self.cards) + 1) * (first + 1) * (second + 1) * (out + 1) ** 2

    @property
    def arguments(self) -> tuple[int, Numbers, Numbers]:
        """The hidden cards as the kernel takes them."""
        columns = array("q", self.cards + self.may_lie + self.owes)
        return len(self.cards), columns, array("q", self.rooms)


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


def _hidden(places: list[_Place], unseen: CardSet, companions: CardSet) -> _Hidden:
    """Return the unseen cards grouped by kind, and how many lie in each unknown place."""
    kinds: dict[tuple[int, int], CardSet] = {}
    for card in split(unseen):
        owes = trumps_missing(card, companions) if companions else 0
        may_lie = sum(
            1 << index
            for index, place in enumerate(places)
            if place.known is None and card & place.may_lie
        )
        kinds[owes, may_lie] = kinds.get((owes, may_lie), 0) | card
    # Kinds that supply companion trumps come last. The others come largest first, because
    # ``count_ways`` has fewer cases to count for early kinds.
    ordered = sorted(kinds, key=lambda kind: (kind[0] < 0, -kinds[kind].bit_count()))
    return _Hidden(
        tuple([kinds[kind] for kind in ordered]),
        tuple([may_lie for _, may_lie in ordered]),
        tuple([owes for owes, _ in ordered]),
        tuple([0 if place.known is not None else place.size for place in places]),
    )
