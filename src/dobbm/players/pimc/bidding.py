"""What to bid: the word with the best expected payment, as the tables know it."""

from __future__ import annotations

from dobbm.actions import WEITER
from dobbm.evaluation import dobbm_points, passing_payment, solo_points
from dobbm.rules import DOBBM, SOLO, Contract
from dobbm.settlement import HALF
from dobbm.view import View

SLOPE = 0.85
OFFSETS = {DOBBM: 15.0, SOLO: 13.0}
"""From points with open cards to points made: the defenders do not see what the search sees."""
DEFENDERS = 3


def choose_bid(view: View) -> str:
    """Dobbm, Solo or weiter, by what each is expected to bring."""
    assert view.legal
    bid = DOBBM.name not in view.legal
    promised = {
        WEITER: passing_payment(view.hand, place=len(view.actions), bid=bid),
        DOBBM.name: promise(DOBBM, dobbm_points(view.hand)),
        SOLO.name: promise(SOLO, solo_points(view.hand)),
    }
    return max(view.legal, key=promised.__getitem__)


def promise(contract: Contract, points: float) -> float:
    """What a declarer may expect of a hand that is worth so many points with open cards."""
    return DEFENDERS * contract.factor * (SLOPE * points + OFFSETS[contract] - HALF)
