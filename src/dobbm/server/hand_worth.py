"""Values the hands of a finished deal as they were before anybody played them (docs/bots.md)."""

from __future__ import annotations

from collections.abc import Iterable

from dobbm.ai.evaluation import bid_payment
from dobbm.game.actions import BIDDING, WEITER
from dobbm.game.deal import Deal
from dobbm.game.errors import DobbmError
from dobbm.game.rules import DOBBM, SOLO

VERSION = 1
"""Changes whenever the same hand is worth something else."""
SEATS = 4
"""The number of players for whom the tables of ``ai.evaluation`` are made."""


def each_worth(deals: Iterable[Deal]) -> list[list[float] | None]:
    """Return ``hand_worths`` of each deal; None for all of them where bots cannot think."""
    found = []
    for deal in deals:
        try:
            found.append(hand_worths(deal))
        except DobbmError:
            found.append(None)
    return found


def hand_worths(deal: Deal) -> list[float] | None:
    """Return what each seat's hand was worth, in Schilling at a Match of 60; None if five play.

    A hand promises the payment of the best word when its seat is to speak. It is worth that much
    more than the average hand of the deal, so that the sum is 0, as that of the payments.
    """
    setup = deal.setup
    if setup.players != SEATS:
        return None
    start = Deal.begin(setup)
    words = [step.action for step in deal.steps if step.phase == BIDDING]
    worths = [0.0] * SEATS
    for place, seat in enumerate(setup.active):
        before = words[:place]
        bid = any(word != WEITER for word in before)
        said = _words(bid=bid, solo=SOLO.name in before, must=setup.must, place=place)
        worths[seat] = max([bid_payment(word, start.hands[seat], place, bid=bid) for word in said])
    usual = sum(worths) / SEATS
    return [round(worth - usual, 2) for worth in worths]


def _words(*, bid: bool, solo: bool, must: bool, place: int) -> list[str]:
    """Return what a seat may say; one that is not asked can only let the others play."""
    if solo or (must and place):
        return [WEITER]
    words: list[str] = [SOLO.name] if bid else [DOBBM.name, SOLO.name]
    return words if must else [*words, WEITER]
