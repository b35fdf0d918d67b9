"""How often is a deal thrown in, and is the Stockerl a fair price?"""

from __future__ import annotations

import numpy as np

from dobbm.game.settlement import STOCKERL, settle
from dobbm.studies.playing import Company
from dobbm.studies.report import Finding, Mean
from dobbm.studies.running import Observer, Rows, by_deal
from dobbm.studies.sufficient_hands import advised

KINDS = tuple((name, players) for players in (4, 5) for name in ("simple", "trained"))
"""The player, and how many sit at the table; each kind plays every fourth deal."""

KIND, THROWN_IN, DEALER, BEST = range(4)
"""The columns: an index into ``KINDS``; whether nobody played; what the dealer received, without a
Stockerl; whether any of the four hands is one that pagat would play."""

QUESTION = "How often is a deal thrown in, and is the Stockerl a fair price for having to deal?"
METHOD = (
    "Copies of one player play whole deals. Without a hand for pagat: none of the four hands has "
    "what pagat calls sufficient. Dealer: what the dealer receives in a deal, in card points, "
    "without the Stockerl. Fair: the Stockerl that would make up for it, if each of the four "
    f"others paid it; by the rules it is {STOCKERL} points."
)


def observe_stockerl(seed: int) -> Observer:
    """Let copies of two players play whole deals."""
    companies = [Company((name,) * players, seed) for name, players in KINDS]

    def play(number: int) -> tuple[object, ...]:
        index, kind = divmod(number, len(KINDS))
        deal = companies[kind](index)
        is_thrown_in = deal.declarer is None
        received = 0 if is_thrown_in else settle(deal).payments[deal.setup.dealer]
        hands = np.array([deal.setup.hands()[seat] for seat in deal.setup.active])
        return kind, is_thrown_in, received, np.logical_or(*advised(hands)).any()

    return by_deal(play)


def compare_stockerl(rows: Rows) -> Finding:
    """Compare the tables of four and five, and the players who sit there."""
    found = []
    for kind, (name, players) in enumerate(KINDS):
        own = rows[rows[:, KIND] == kind]
        dealer = Mean.of(own[:, DEALER])
        fair = dealer.times(-1 / 4) if players == 5 else Mean.of([])
        thrown_in = Mean.percent(own[:, THROWN_IN])
        weak = Mean.percent(own[:, BEST] == 0)
        found.append((f"{players} players: {name}", (thrown_in, weak, dealer, fair)))
    return Finding(
        QUESTION,
        METHOD,
        "a fair Stockerl, card points from each other player",
        ("% thrown in", "% without a hand for pagat", "dealer", "fair"),
        found,
    )
