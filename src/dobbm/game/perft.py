"""Counting the ways a deal may go on: a rules engine's proof (docs/rules.md 13)."""

from __future__ import annotations

from dobbm.game.deal import Deal


def perft(deal: Deal, depth: int) -> int:
    """How many different sequences of exactly ``depth`` lawful actions lead on from ``deal``.

    An exchange is one action, whatever the order of its cards.

    >>> from dobbm.game.cards import DECK
    >>> [perft(Deal.start(DECK, dealer=3), depth) for depth in range(4)]
    [1, 3, 7, 15]

    Raises ``ValueError`` for a depth below 0.
    """
    if depth < 0:
        raise ValueError(f"a depth is 0 or more, not {depth}")
    if depth == 0:
        return 1
    actions = deal.legal_actions()
    if depth == 1:
        return len(actions)
    return sum(perft(deal.apply(action), depth - 1) for action in actions)


def divide(deal: Deal, depth: int) -> dict[str, int]:
    """The count below each lawful action, which leads to the place where two engines differ.

    ``depth`` is at least 1.
    """
    return {action: perft(deal.apply(action), depth - 1) for action in deal.legal_actions()}
