"""Chooses the bid with the best expected payment according to the tables of ``evaluation``.

The players ``trained`` and ``pimc`` bid this way.
"""

from __future__ import annotations

from collections.abc import Collection

from dobbm.ai.evaluation import PLACES, bid_payment
from dobbm.game.actions import WEITER
from dobbm.game.cards import CardSet
from dobbm.game.rules import DOBBM, SOLO, Contract, Rules
from dobbm.game.settlement import HALF, STOCKERL, worth
from dobbm.game.view import View
from dobbm.players.next_deal import with_next_deal


def choose_bid(view: View, *, in_session: bool = False) -> str:
    """Return the legal bid with the best expected payment.

    In a session, what it costs to deal next is part of it, except in a Mußrunde, where the next
    dealer is known.
    """
    payments = expected_payments(view)
    if in_session and WEITER in payments:
        payments = with_next_deal(payments, view.players, len(view.actions))
    return max(payments, key=payments.__getitem__)


def expected_payments(view: View) -> dict[str, float]:
    """Return the seat's expected payment in Schilling for each legal bid, at a Match of 60."""
    assert view.legal
    return payments_for(view.hand, view.legal, len(view.actions), view.players, view.rules)


def payments_for(
    hand: CardSet, words: Collection[str], place: int, players: int, rules: Rules
) -> dict[str, float]:
    """Return the expected payments in Schilling for the bids that are legal at a place.

    The tables assume four players. With five, the declarer settles with one more player, and the
    last seat to speak pays a Stockerl if nobody bids.
    """
    bid = DOBBM.name not in words
    payers = {WEITER: 3, DOBBM.name: players - 1, SOLO.name: players - 1}
    payments = {word: bid_payment(word, hand, place, bid=bid) * payers[word] / 3 for word in words}
    if players == 5 and place == PLACES - 1 and not bid:
        payments[WEITER] = -worth(STOCKERL, rules) * HALF / rules.match
    return payments


def expected_points(contract: Contract, payment: float, players: int) -> int:
    """Return the card points with which a declarer earns ``payment``, at a Match of 60, rounded.

    ``payment`` comes from ``expected_payments`` and thus depends on the bids so far: the points are
    above the hand's average over all deals if other seats have passed, and below it if one has bid.
    """
    difference = payment / (contract.factor * (players - 1))
    return round(min(max(HALF + difference, 0), 2 * HALF))
