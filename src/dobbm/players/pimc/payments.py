"""The payments to a seat, as a function of the declarer's final points."""

from __future__ import annotations

from functools import lru_cache

from dobbm.game.rules import Contract, Rules
from dobbm.game.settlement import HALF, payment
from dobbm.game.view import View

KEPT = 1024
"""Maximum number of tables in the cache; the rules, and so its keys, may come from strangers."""
MOST_DOUBLINGS = 400
"""So many keep the squares of payments in the range of a float; more would change no choice."""


def payments_to(view: View, doublings: int) -> tuple[float, ...]:
    """Return the payments to the seat of the view, indexed by the declarer's final points."""
    assert view.contract is not None
    declares = view.seat == view.declarer
    return payments_by_points(
        view.contract, doublings, view.rules, declares=declares, players=view.players
    )


@lru_cache(KEPT)
def payments_by_points(
    contract: Contract, doublings: int, rules: Rules, *, declares: bool, players: int = 4
) -> tuple[float, ...]:
    """Return a seat's total payments in Schilling, indexed by the declarer's points, 0 to 120.

    The declarer settles with all others at the table, a defender only with the declarer. More than
    ``MOST_DOUBLINGS`` count as so many.
    """
    doublings = min(doublings, MOST_DOUBLINGS)
    sides = players - 1 if declares else -1
    paid = []
    for points in range(2 * HALF + 1):
        amount = payment(abs(points - HALF), contract, doublings, rules)
        paid.append(float(sides * (amount if points > HALF else -amount)))
    return tuple(paid)


def payment_between(worth: tuple[float, ...], points: float) -> float:
    """Return the payment for a mean of points, which need not be whole."""
    below = int(points)
    share = points - below
    return worth[below] + share * (worth[below + 1] - worth[below]) if share else worth[below]


def point_price(view: View) -> float:
    """Return what a card point is worth to the seat, in Schilling.

    It is the price in the game as doubled so far; in the bidding, that of an ordinary game for its
    declarer.
    """
    if view.contract is None:
        return view.rules.match / HALF * (view.players - 1)
    worth = payments_to(view, view.doublings)
    return abs(worth[-1] - worth[0]) / (2 * HALF)
