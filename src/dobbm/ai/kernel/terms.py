"""The options of a rule set as numbers, for compiled code."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from dobbm.game.exchange import COMPANIONS
from dobbm.game.rules import OPTIONS, Rules

Terms: TypeAlias = Any
"""A rule set as compiled code has it: a tuple with an int named after each of ``OPTIONS``."""

_make: Any = NamedTuple  # type checkers accept no fields that come from data
OptionTerms = _make("OptionTerms", [(name, int) for name in OPTIONS])

COMPANION_SETS = tuple(COMPANIONS.values())
"""The trumps that may go with a sow, by the number of the option's value."""
FROM_DEALER = OPTIONS["doubling_from"].coded("dealer")


def terms_of(rules: Rules) -> Terms:
    """Return a rule set with each value as ``Option.coded`` returns it."""
    return OptionTerms(*(OPTIONS[name].coded(value) for name, value in rules.options().items()))
