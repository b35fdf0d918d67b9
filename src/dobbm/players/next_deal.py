"""The price of a bid in the deals that follow it, because the declarer deals next."""

from __future__ import annotations

from dobbm.game.actions import WEITER
from dobbm.game.rules import DOBBM

CHARGES = {
    4: ((5.5, 5.2, 5.0, 0.0), (0.0, 6.4, 6.3, 5.8)),
    5: ((15.0, 14.6, 14.2, 15.4), (0.0, 15.5, 15.7, 15.6)),
}
"""By the number of players: what declaring costs later, in card points, compared with *weiter*, at
each place from forehand on; first if nobody has bid before, then for a Solo over a Dobbm.

Players that subtract them are charged as much again: all lie in the intervals that ``dobbm study
charges --deals 400000 --seed 1`` finds for these players.
"""


def with_next_deal(payments: dict[str, float], players: int, place: int) -> dict[str, float]:
    """Return the expected payments for the legal bids at a place less what each costs later.

    The payments are in Schilling at a Match of 60, that is, in card points.
    """
    outbids = DOBBM.name not in payments
    charge = CHARGES[players][outbids][place]
    return {
        word: payment if word == WEITER else payment - charge for word, payment in payments.items()
    }
