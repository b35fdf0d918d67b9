"""The price of a bid in the deals that follow it, because the declarer deals next."""

from __future__ import annotations

from dobbm.game.actions import WEITER
from dobbm.game.rules import DOBBM
from dobbm.game.view import View

CHARGES = {
    4: ((5.5, 5.2, 5.0, 0.0), (0.0, 6.4, 6.3, 5.8)),
    5: ((14.4, 13.8, 13.2, 15.4), (0.0, 15.4, 15.6, 15.5)),
}
"""By the number of players: what declaring costs later, in card points, compared with *weiter*, at
each place from forehand on; first if nobody has bid before, then for a Solo over a Dobbm.

Measured by ``dobbm study charges --deals 1000000 --seed 1`` for the player that subtracts them.
"""


def with_next_deal(payments: dict[str, float], view: View) -> dict[str, float]:
    """Return the expected payments for the legal bids less what each costs later.

    The payments are in Schilling at a Match of 60, that is, in card points.
    """
    outbids = DOBBM.name not in payments
    charge = CHARGES[view.players][outbids][len(view.actions)]
    return {
        word: payment if word == WEITER else payment - charge for word, payment in payments.items()
    }
