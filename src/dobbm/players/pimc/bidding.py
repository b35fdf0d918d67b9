"""What to bid: the word with the best expected payment, as the tables know it."""

from __future__ import annotations

from dobbm.actions import WEITER
from dobbm.cards import CardSet
from dobbm.evaluation import dobbm_points, passing_payment, solo_points
from dobbm.rules import DOBBM, SOLO, Contract
from dobbm.settlement import HALF
from dobbm.view import View


def choose_bid(view: View) -> str:
    """Dobbm, Solo or weiter, by what each is expected to bring."""
    promised = promises(view)
    return max(promised, key=promised.__getitem__)


def promises(view: View) -> dict[str, float]:
    """What the legal words may be expected to bring the seat, at a match of 60."""
    assert view.legal
    bid = DOBBM.name not in view.legal
    payers = view.players - 1
    promised = {
        WEITER: passing_payment(view.hand, place=len(view.actions), bid=bid),
        DOBBM.name: payers * DOBBM.factor * (expected_points(DOBBM, view.hand) - HALF),
        SOLO.name: payers * SOLO.factor * (expected_points(SOLO, view.hand) - HALF),
    }
    return {word: promised[word] for word in view.legal}


def expected_points(contract: Contract, hand: CardSet) -> float:
    """What a declarer may be expected to make of the eight cards dealt to him."""
    return solo_points(hand) if contract is SOLO else dobbm_points(hand)
