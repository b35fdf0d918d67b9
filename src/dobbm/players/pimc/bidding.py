"""What to bid: the word with the best expected payment, as the tables know it."""

from __future__ import annotations

from dobbm.actions import WEITER
from dobbm.evaluation import dobbm_points, passing_payment, solo_points
from dobbm.rules import DOBBM, SOLO
from dobbm.settlement import HALF
from dobbm.view import View

SLOPE, OFFSET = 0.85, 15.0
"""From points with open cards to points made: the defenders do not see what the search sees."""
DEFENDERS = 3


def choose_bid(view: View) -> str:
    """Dobbm, Solo or weiter, by what each is expected to bring."""
    assert view.legal
    bid = DOBBM.name not in view.legal
    promised = {
        WEITER: passing_payment(view.hand, place=_words_before(view), bid=bid),
        DOBBM.name: DEFENDERS * (made(dobbm_points(view.hand)) - HALF),
        SOLO.name: DEFENDERS * SOLO.factor * (made(solo_points(view.hand)) - HALF),
    }
    return max(view.legal, key=promised.__getitem__)


def made(points: float) -> float:
    """What a declarer makes of a hand that is worth so many points with open cards."""
    return SLOPE * points + OFFSET


def _words_before(view: View) -> int:
    """How many seats have spoken before this one."""
    return len(view.actions)
