"""How many points must a hand promise, so that a Dobbm is worth more than *weiter*?"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from dobbm.ai.evaluation import dobbm_points
from dobbm.game.actions import WEITER
from dobbm.game.cards import shuffled
from dobbm.game.deal import Deal
from dobbm.game.rules import DOBBM
from dobbm.game.seeds import generator
from dobbm.players.bidding import payments_for
from dobbm.players.next_deal import with_next_deal
from dobbm.studies.playing import RULES
from dobbm.studies.report import Finding, Mean
from dobbm.studies.running import Observer, Rows, by_deal

PLACES = ("forehand", "second", "third", "fourth")
WORDS = (WEITER, DOBBM.name)

QUESTION = "How many points must a hand promise, so that a Dobbm is worth more than weiter?"
METHOD = (
    "Random hands, by the lookup tables, if nobody has bid before. Points: the least that a hand "
    "which bids is expected to make in a Dobbm, first for this deal only, then with what it costs "
    "to deal next; and how many of all hands bid. The others are expected to bid as trained does."
)


def observe_hands_to_bid(seed: int) -> Observer:
    """Deal random hands."""

    def deal(number: int) -> tuple[int]:
        deck = shuffled(generator(seed, number))
        return (Deal.start(deck, dealer=3, rules=RULES).setup.hands()[0],)

    return by_deal(deal)


def compare_bids(rows: Rows) -> Finding:
    """Compare the places, with four players and with five."""
    hands = rows[:, 0].tolist()
    points = np.array([dobbm_points(hand) for hand in hands])

    def figures(players: int, place: int) -> Iterator[Mean]:
        promised = [payments_for(hand, WORDS, place, players, RULES) for hand in hands]
        later = [with_next_deal(payments, players, place) for payments in promised]
        for payments in (promised, later):
            bids = np.array([one[DOBBM.name] > one[WEITER] for one in payments])
            yield Mean(float(points[bids].min()), 0.0, 1) if bids.any() else Mean.of([])
            yield Mean.percent(bids)

    return Finding(
        QUESTION,
        METHOD,
        "% of all hands bid a Dobbm, with the next deal",
        ("points", "% of hands", "points with the next deal", "% of hands then"),
        [
            (f"{players} players: {name}", tuple(figures(players, place)))
            for players in (4, 5)
            for place, name in enumerate(PLACES)
        ],
    )
