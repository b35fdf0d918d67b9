"""Counts the deals that satisfy a condition, and draws each with the same probability.

The cards go to the places one after another. All that matters of the cards dealt so far is how many
more each place takes, and how much each comparison still needs; deals that agree in this are
counted together. A comparison that no further card can change is decided, and often decides all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import factorial, inf, prod
from random import Random
from typing import TypeAlias

from dobbm.conditions.condition import Condition
from dobbm.conditions.features import PLACES
from dobbm.conditions.formulas import truth
from dobbm.game.cards import DECK, Card

MOST_WORK = 2_000_000
"""The most comparisons updated in counting: some seconds."""

Rooms: TypeAlias = tuple[int, ...]
"""How many more cards each group of places takes."""
Needs: TypeAlias = tuple[float, ...]
"""How much each comparison still needs; one that is decided needs ``-inf`` or ``inf``."""
Case: TypeAlias = tuple[Rooms, Needs]

DECIDED = {-inf: True, inf: False}


class TooManyCases(Exception):
    """Raised for a condition whose deals fall into more cases than can be counted."""


class CountedDecks:
    """The decks that satisfy a condition. Raises ``TooManyCases`` if they cannot be counted."""

    def __init__(self, condition: Condition) -> None:
        self._formula = condition.formula
        weights = [comparison.weights for comparison in condition.comparisons]
        groups: dict[tuple[tuple[int, ...], ...], list[int]] = {}
        for place, indices in PLACES[condition.players].items():
            column = [tuple([one.get((place, card), 0) for one in weights]) for card in DECK]
            groups.setdefault(tuple(column), []).extend(indices)  # these places are alike
        self._indices = [*groups.values()]
        rows = zip(DECK, zip(*groups, strict=True), strict=True)
        # The last card is dealt first: one that changes much, so that much is decided early.
        cards = sorted(rows, key=lambda row: [max(map(abs, n)) for n in zip(*row[1], strict=True)])
        self._cards = [card for card, _ in cards]
        self._counts = [counts for _, counts in cards]
        self._least, self._most = [[0] * len(weights)], [[0] * len(weights)]
        for counts in self._counts:
            for sums, end in ((self._least, min), (self._most, max)):
                changes = [end(each) for each in zip(*counts, strict=True)]
                sums.append([a + b for a, b in zip(sums[-1], changes, strict=True)])
        self._ways: dict[Case, int] = {}
        self._most_cases = MOST_WORK // ((len(weights) + 1) * len(groups))
        bounds = tuple([comparison.bound for comparison in condition.comparisons])
        rooms = tuple([len(indices) for indices in self._indices])
        self._start: Case = rooms, self._decided(len(DECK), bounds)
        self.share = Fraction(self._count(self._start), _arrangements(rooms))
        """The share of all decks that satisfy the condition."""

    def draw(self, rng: Random) -> tuple[Card, ...]:
        """Return a deck in dealing order; each that satisfies the condition is equally likely."""
        case = self._start
        dealt: list[list[Card]] = [[] for _ in self._indices]
        while self._truth(case) is None:
            card, chosen = self._cards[sum(case[0]) - 1], rng.randrange(self._count(case))
            for group, after in self._next(case):
                if (ways := self._count(after)) > chosen:
                    dealt[group].append(card)
                    case = after
                    break
                chosen -= ways
        rest = rng.sample(self._cards[: sum(case[0])], sum(case[0]))
        deck = dict.fromkeys(range(len(DECK)), 0)
        for indices, cards, room in zip(self._indices, dealt, case[0], strict=True):
            cards += [rest.pop() for _ in range(room)]
            deck |= zip(indices, rng.sample(cards, len(cards)), strict=True)
        return tuple(deck.values())

    def _count(self, case: Case) -> int:
        """Count the ways to deal the other cards so that the condition is satisfied."""
        if (found := self._truth(case)) is not None:
            return _arrangements(case[0]) if found else 0
        if case not in self._ways:
            self._ways[case] = sum([self._count(after) for _, after in self._next(case)])
            if len(self._ways) > self._most_cases:
                raise TooManyCases
        return self._ways[case]

    def _next(self, case: Case) -> Iterator[tuple[int, Case]]:
        """Yield the cases that the next card leads to, each with the group that gets it."""
        rooms, needs = case
        left = sum(rooms) - 1
        for group, (room, counts) in enumerate(zip(rooms, self._counts[left], strict=True)):
            if room:
                other = (*rooms[:group], room - 1, *rooms[group + 1 :])
                needed = [need - count for need, count in zip(needs, counts, strict=True)]
                yield group, (other, self._decided(left, needed))

    def _decided(self, left: int, needs: Iterable[float]) -> Needs:
        """Decide the comparisons that so many more cards cannot change."""
        ends = zip(needs, self._least[left], self._most[left], strict=True)
        return tuple([-inf if n <= least else inf if n > most else n for n, least, most in ends])

    def _truth(self, case: Case) -> bool | None:
        return truth(self._formula, [DECIDED.get(need) for need in case[1]])


def _arrangements(rooms: Rooms) -> int:
    """Count the ways to divide cards among groups that take so many."""
    return factorial(sum(rooms)) // prod(map(factorial, rooms))
