"""Formulas: comparisons of sums over cards, joined by *and*, *or* and *not*."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from dobbm.conditions.features import Place
from dobbm.game.cards import Card

Weights: TypeAlias = Mapping[tuple[Place, Card], int]
"""How much a card counts in a place."""


class AtLeast(NamedTuple):
    """A comparison: the weights of the cards where they lie add up to at least a bound."""

    weights: Weights
    bound: int


class Not(NamedTuple):
    """A formula that is true where another is false."""

    part: Formula


class Joined(NamedTuple):
    """Several formulas, joined by *and* or by *or*."""

    parts: tuple[Formula, ...]
    decisive: bool
    """The truth of one part that decides the whole: False for *and*, True for *or*."""


Formula: TypeAlias = int | Not | Joined
"""The number of a comparison, or a formula made of others."""


def truth(formula: Formula, truths: Sequence[bool | None]) -> bool | None:
    """Return whether a formula is true, from its comparisons; None if that is still open."""
    match formula:
        case Not(part):
            found = truth(part, truths)
            return None if found is None else not found
        case Joined(parts, decisive):
            still_open = False
            for part in parts:
                found = truth(part, truths)
                if found is decisive:
                    return decisive
                still_open |= found is None
            return None if still_open else not decisive
        case number:
            return truths[number]
