"""Draws decks that satisfy a condition: exactly where they can be counted, else by trial."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from dobbm.conditions.condition import Condition
from dobbm.conditions.counting import CountedDecks, TooManyCases
from dobbm.game.arguments import takes
from dobbm.game.cards import Card, shuffled
from dobbm.game.errors import DobbmError, counted

MOST_TRIES = 100_000
"""The most decks shuffled in search of one: some seconds."""


class ConditionalDecks:
    """The decks that satisfy a condition, each as likely as the others.

    ``share`` is their share of all decks. It is None if they fall into too many cases to count;
    decks are then shuffled until one satisfies the condition.

    Raises ``DobbmError`` if no deck satisfies the condition.
    """

    @takes(condition=Condition)
    def __init__(self, condition: Condition) -> None:
        self._condition = condition
        self._counted: CountedDecks | None = None
        self.share: Fraction | None = None
        self._drawn = self._tries = 0
        try:
            self._counted = CountedDecks(condition)
        except TooManyCases:
            return
        self.share = self._counted.share
        if not self.share:
            raise DobbmError("no deal satisfies the condition")

    @takes(rng=Random)
    def draw(self, rng: Random) -> tuple[Card, ...]:
        """Return a deck in dealing order.

        Raises ``DobbmError`` if many shuffled decks do not satisfy the condition.
        """
        if self._counted:
            return self._counted.draw(rng)
        for _ in range(MOST_TRIES):
            self._tries += 1
            deck = shuffled(rng)
            if self._condition.holds(deck):
                self._drawn += 1
                return deck
        raise DobbmError(
            f"{MOST_TRIES:,} random deals did not satisfy the condition, which has too many cases "
            "to count: make it simpler, or read fewer places"
        )

    @property
    def rate(self) -> str:
        """How many decks satisfy the condition, as a sentence: counted, or as far as drawn."""
        if self.share is not None:
            ratio = f", one in {round(1 / self.share):,}" if self.share < 0.01 else ""
            return f"{float(100 * self.share):.3g} % of all deals satisfy the condition{ratio}"
        found, tries = self._drawn, self._tries
        tried = f"{found:,} of {counted(tries, 'random deal')} satisfied the condition"
        percent = 100 * found / tries if tries else 0
        return f"{tried} ({percent:.3g} %), which has too many cases to count"
