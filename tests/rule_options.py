"""Rule sets for tests: whatever options there are, in every value that is a word, and in telling
numbers.
"""

from __future__ import annotations

from random import Random
from typing import Any

from dobbm.game.rules import LARGEST, OPTIONS, PRESETS, Option, Rules

NUMBERS = (0, 1, 2, 3, 5, 6, 7, 10, 12, 59, 60, 61, 120, 240, LARGEST)
"""They divide 60, or they do not; a payment is rounded, doubled, or both."""


def values_of(option: Option) -> list[Any]:
    """Return the values of an option that tests try."""
    if option.words:
        return [*option.words]
    none = [None] if option.limits else []
    return [*none, *[number for number in NUMBERS if number >= option.smallest]]


VALUES = {name: values_of(option) for name, option in OPTIONS.items()}


def random_options(rng: Random, chance: float) -> dict[str, Any]:
    """Return random values for some options, each taken with this chance."""
    return {name: rng.choice(values) for name, values in VALUES.items() if rng.random() < chance}


def variants() -> dict[str, Rules]:
    """Return the presets, and pagat with one option changed, by a name for each."""
    changed = {
        f"{name}={value}": Rules(**{name: value})
        for name, values in VALUES.items()
        for value in values[: 2 + OPTIONS[name].limits]
        if value != getattr(Rules(), name)
    }
    return {**PRESETS, **changed}
