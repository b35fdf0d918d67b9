"""Perft counts action by action, to find the branch in which the two engines differ."""

from __future__ import annotations

import naive
from dobbm import Deal, perft


def divide(deal: Deal, depth: int) -> dict[str, int]:
    """The engine's count below each legal action; ``depth`` must be at least 1."""
    return {action: perft(deal.apply(action), depth - 1) for action in deal.legal_actions()}


def naive_divide(deal: naive.NaiveDeal, depth: int) -> dict[str, int]:
    """The naive engine's count below each legal action."""
    counts = {}
    for action in deal.legal():
        after = deal.copy()
        after.act(action)
        counts[action] = naive.count_sequences(after, depth - 1)
    return counts
