"""Should the declarer lead the long weak suit first?"""

from __future__ import annotations

import numpy as np

from dobbm.ai.rollouts import ranked_cards
from dobbm.game.cards import CARDS, HEARTS, SIDE_SUITS, SOWS, CardSet, Suit, points
from dobbm.game.deal import Deal
from dobbm.game.settlement import HALF, declarer_points
from dobbm.game.view import View
from dobbm.studies.playing import Company, as_declarer, is_in_play
from dobbm.studies.report import Finding
from dobbm.studies.running import Observer, Rows, by_deal
from dobbm.studies.sufficient_hands import count

LONG = 3
"""The least number of cards in a long suit."""

HAND, SUIT, HEART_FIRST, SUIT_FIRST = range(4)
"""The columns: the hand and its long suit, each a set of cards, and the declarer's points if a
heart or a card of this suit is led first."""

QUESTION = (
    "The declarer “will often begin by leading from a long, possibly weak, side-suit, rather than "
    "by drawing trumps”, says pagat. Does it pay?"
)
METHOD = (
    "Forehand plays a Dobbm that it expects to win, and keeps a heart and three cards of a side "
    "suit. The same deal is played twice: first a heart, or first a card of the longest side suit "
    "(of the one with fewer points, if two are equally long). Which card of the suit is led, and "
    "all that follows, is up to the player trained. Gain: what each defender pays, in card points."
)


def observe_leads(seed: int) -> Observer:
    """Play Dobbms twice, with different first leads."""
    company = Company(("trained",) * 4, seed)

    def reach(deal: Deal) -> Deal | None:
        taken = as_declarer(deal)
        if taken is None:
            return None
        deal = company.advance(taken, is_in_play)
        hand = deal.hand(0)
        return deal if hand & HEARTS and long_suit(hand).bit_count() >= LONG else None

    def play(number: int) -> tuple[int, ...]:
        deal = company.find(number, reach)
        hand, ranked = deal.hand(0), ranked_cards(View.of(deal, 0))
        suit = long_suit(hand)
        leads = [next(card for card in ranked if CARDS[card] & cards) for cards in (HEARTS, suit)]
        ends = [company.advance(deal.apply(lead)) for lead in leads]
        return hand, suit, *map(declarer_points, ends)

    return by_deal(play)


def compare_leads(rows: Rows) -> Finding:
    """Compare the two first leads, for all hands and for kinds of them."""
    hands, suits = rows[:, HAND], rows[:, SUIT]
    length, hearts = count(suits, ~0), count(hands, HEARTS)
    strong = count(suits, SOWS) > 0
    kinds = {
        "all": np.ones(len(rows), np.bool_),
        "three cards, without the sow": (length == LONG) & ~strong,
        "three cards, with the sow": (length == LONG) & strong,
        "four or more, without the sow": (length > LONG) & ~strong,
        "four or more, with the sow": (length > LONG) & strong,
        "two hearts or fewer": hearts <= 2,
        "three hearts": hearts == 3,
        "four hearts": hearts == 4,
        "five hearts": hearts == 5,
    }
    heart, suit = rows[:, HEART_FIRST], rows[:, SUIT_FIRST]
    return Finding.by_kind(
        QUESTION,
        METHOD,
        "the long suit first rather than hearts, card points from each defender",
        kinds,
        {
            "% of hands": None,
            "hearts first": heart - HALF,
            "long suit first": suit - HALF,
            "difference": suit - heart,
        },
    )


def long_suit(hand: CardSet) -> CardSet:
    """Return the cards of the longest side suit; of equally long ones, of the weakest."""

    def rank(suit: Suit) -> tuple[int, int]:
        return (hand & suit).bit_count(), -points(hand & suit)

    return hand & max(SIDE_SUITS, key=rank)
