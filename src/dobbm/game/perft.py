"""Perft, which counts action sequences to verify a rules engine (docs/rules.md 13)."""

from __future__ import annotations

from dobbm.game.arguments import takes
from dobbm.game.deal import Deal
from dobbm.game.errors import DobbmError
from dobbm.game.fields import whole_number


@takes(deal=Deal)
def perft(deal: Deal, depth: int) -> int:
    """Return the number of sequences of exactly ``depth`` legal actions from ``deal``.

    The four discards of an exchange count as one action, in whatever order they are listed.

    >>> from dobbm.game.cards import DECK
    >>> [perft(Deal.start(DECK, dealer=3), depth) for depth in range(4)]
    [1, 3, 7, 15]

    Raises ``DobbmError`` for a negative depth.
    """
    depth = whole_number(depth, "depth", DobbmError)
    if depth < 0:
        raise DobbmError(f'"depth" must be 0 or more, not {depth}')
    return _counted(deal, depth)


def _counted(deal: Deal, depth: int) -> int:
    if depth == 0:
        return 1
    actions = deal.legal_actions()
    if depth == 1:
        return len(actions)
    return sum([_counted(deal.apply(action), depth - 1) for action in actions])
