"""What is a Fuchs worth, in the hand and among the discards?"""

from __future__ import annotations

import numpy as np

from dobbm.ai.evaluation import best_discards
from dobbm.game.cards import SIDE_SUITS, SOWS, Card, CardSet, points
from dobbm.game.deal import Deal
from dobbm.game.exchange import discards_action
from dobbm.game.settlement import HALF, declarer_points
from dobbm.studies.playing import Company, as_declarer
from dobbm.studies.report import Finding
from dobbm.studies.running import Observer, Rows, by_deal

CHOICES = 495
"""The number of ways to discard four of twelve cards."""
RANKS = {"a ten": 10, "a king": 4, "an Ober": 3, "an Unter": 2, "a nine or lower": 0}
"""The kinds of foxes, by their card points."""

FOX, IN_HAND, DISCARDED, WINS = range(4)
"""The columns: the fox's points, the declarer's points with the fox in the hand and among the
discards, and whether the fox, kept, won a trick."""

QUESTION = (
    "“A Fuchs is a single card in a suit (not the sow) in the declarer's hand. Sometimes the fox "
    "will win a trick, or at least be lost very cheaply”, says pagat. Is it better kept?"
)
METHOD = (
    "Forehand plays a Dobbm that it expects to win. Among the twelve cards before the discard is a "
    "single card of a suit, not the sow. The same deal is played twice, each time with the best "
    "discards by the lookup tables that keep this card, or that include it; all play as trained "
    "does. Gain: what each defender pays, in card points."
)


def observe_fuchs(seed: int) -> Observer:
    """Play Dobbms twice, with a fox in the hand and with the same fox discarded."""
    company = Company(("trained",) * 4, seed)

    def reach(deal: Deal) -> Deal | None:
        taken = as_declarer(deal)
        return taken if taken and fox(taken.hand(0)) else None

    def play(number: int) -> tuple[int, ...]:
        deal = company.find(number, reach)
        card = fox(deal.hand(0))
        ranked = [away for away, _ in best_discards(deal.hand(0), deal.setup.rules, CHOICES)]
        kept, discarded = (
            company.advance(deal.apply(discards_action(discards)))
            for discards in (
                next(away for away in ranked if not away & card),
                next(away for away in ranked if away & card),
            )
        )
        ends = declarer_points(kept), declarer_points(discarded)
        return points(card), *ends, wins_a_trick(kept, card)

    return by_deal(play)


def compare_fuchs(rows: Rows) -> Finding:
    """Compare foxes in the hand with foxes among the discards, by their rank."""
    kinds = {"all": np.ones(len(rows), np.bool_)}
    kinds |= {name: rows[:, FOX] == worth for name, worth in RANKS.items()}
    kept, discarded = rows[:, IN_HAND] - HALF, rows[:, DISCARDED] - HALF
    return Finding.by_kind(
        QUESTION,
        METHOD,
        "a Fuchs in the hand rather than discarded, card points from each defender",
        kinds,
        {
            "% of foxes": None,
            "% win a trick": rows[:, WINS] == 1,
            "gain, in the hand": kept,
            "gain, discarded": discarded,
            "difference": kept - discarded,
        },
    )


def fox(cards: CardSet) -> Card:
    """Return a card that is the only one of its side suit and not the sow, or 0 without one."""
    for suit in SIDE_SUITS:
        held = cards & suit
        if held.bit_count() == 1 and not held & SOWS:
            return held
    return 0


def wins_a_trick(deal: Deal, card: Card) -> bool:
    """Return whether a card has won a trick."""
    return any(card == trick.best for trick in deal.tricks)
