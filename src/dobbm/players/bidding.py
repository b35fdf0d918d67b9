"""What to bid: the word with the best expected payment, as the tables of ``evaluation`` know it.

So bid ``trained`` and ``pimc``.
"""

from __future__ import annotations

from dobbm.ai.evaluation import bid_payment, dobbm_points, solo_points
from dobbm.game.actions import WEITER
from dobbm.game.cards import CardSet
from dobbm.game.rules import DOBBM, SOLO, Contract
from dobbm.game.view import View


def choose_bid(view: View) -> str:
    """Dobbm, Solo or weiter, by what each is expected to bring."""
    promised = promises(view)
    return max(promised, key=promised.__getitem__)


def promises(view: View) -> dict[str, float]:
    """What the legal words may be expected to bring the seat, at a match of 60.

    The tables are for four players; with five the declarer settles with one more.
    """
    assert view.legal
    place, bid = len(view.actions), DOBBM.name not in view.legal
    payers = {WEITER: 3, DOBBM.name: view.players - 1, SOLO.name: view.players - 1}
    return {
        word: bid_payment(word, view.hand, place, bid=bid) * payers[word] / 3 for word in view.legal
    }


def expected_points(contract: Contract, hand: CardSet) -> float:
    """What a declarer may be expected to make of the eight cards dealt to him."""
    return solo_points(hand) if contract is SOLO else dobbm_points(hand)
