"""A condition on the cards of a deal, read from text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from dobbm.conditions.features import PLACES
from dobbm.conditions.formulas import AtLeast, Formula, truth
from dobbm.conditions.language import FormulaReader
from dobbm.game.arguments import TEXT, takes
from dobbm.game.cards import Card
from dobbm.game.setup import verified_deck, verified_players


class Condition(NamedTuple):
    """A condition on the cards of a deal, before anybody speaks."""

    players: int
    comparisons: tuple[AtLeast, ...]
    formula: Formula

    @classmethod
    @takes(text=TEXT)
    def parse(cls, text: str, players: int = 4) -> Condition:
        """Read a condition, such as ``hearts(forehand) >= 4 and not has(dobb, HS)``.

        Raises ``DobbmError``, which names the column, if it cannot be read.
        """
        players = verified_players(players)
        reader = FormulaReader(text, PLACES[players])
        formula = reader.read()
        return cls(players, tuple(reader.comparisons), formula)

    def holds(self, deck: Iterable[Card | str]) -> bool:
        """Return whether a deck in dealing order satisfies the condition."""
        cards, places = verified_deck(deck), PLACES[self.players].items()
        lying = {(place, cards[index]) for place, indices in places for index in indices}
        truths = [
            sum([weight for key, weight in weights.items() if key in lying]) >= bound
            for weights, bound in self.comparisons
        ]
        return truth(self.formula, truths) is True
