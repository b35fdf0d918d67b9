"""Deals drawn as strings, for tests that read like the game.

A group of cards is a suit and its ranks: ``HSTK`` is the sow, the ten and the king of hearts,
``L9`` the nine of leaves. A hand is a list of groups; a deal is four hands, forehand's first, and
the Dobb. Forehand has seat 0, and the dealer the last seat.
"""

from __future__ import annotations

from functools import cache
from random import Random

from dobbm import Deal, Rules
from dobbm.game.cards import CARDS, NAMES, Card
from dobbm.game.settlement import declarer_points

PAGAT = Rules()


def cards(drawing: str) -> list[Card]:
    """The cards of a drawing, in its order.

    >>> [NAMES[card] for card in cards("HST B6")]
    ['HS', 'HT', 'B6']
    """
    return [CARDS[group[0] + rank] for group in drawing.split() for rank in group[1:]]


def dealt(
    *hands: str,
    dobb: str,
    players: int = 4,
    must: bool = False,
    rules: Rules = PAGAT,
) -> Deal:
    """A deal with these four hands, forehand's first, and this Dobb."""
    held = [cards(hand) for hand in hands]
    packets = [hand[:4] for hand in held] + [hand[4:] for hand in held] + [cards(dobb)]
    return Deal.start(
        [card for packet in packets for card in packet],
        dealer=players - 1,
        players=players,
        must=must,
        rules=rules,
    )


def said(deal: Deal, words: str) -> Deal:
    """The deal after these words or cards."""
    return deal.apply_all(words.split())


def laid(deal: Deal, discards: str) -> Deal:
    """The deal after the declarer discards these cards."""
    return deal.apply(" ".join(NAMES[card] for card in cards(discards)))


def played_out(deal: Deal) -> Deal:
    """The deal at its end, if every seat takes its first legal action."""
    while legal := deal.legal_actions():
        deal = deal.apply(legal[0])
    return deal


def open_deal(players: int = 4, *, must: bool = False, rules: Rules = PAGAT) -> Deal:
    """A deal that either side can win; forehand has a fair hand, the Dobb two card points."""
    return dealt(
        "HSTU LST7 A6 B9",
        "H98 LK98 AS9 B8",
        "HK7 LO AT BSTKO",
        "HO6 LU6 AKO8 BU",
        dobb="AU7 B76",
        players=players,
        must=must,
        rules=rules,
    )


def lying(
    contract: str = "dobbm", words: str = "gut gut gut", players: int = 4, rules: Rules = PAGAT
) -> Deal:
    """``open_deal`` after these doubling words; forehand declares, and the Dobb is out of play."""
    deal = open_deal(players, rules=rules)
    if contract == "solo":
        return said(deal, f"solo {words}")
    return said(laid(said(deal, "dobbm weiter weiter weiter"), "AU7 B76"), words)


TRIES = 5_000
"""Number of random deals among which one with the wanted card points is looked for."""


def finished(
    points: int,
    contract: str = "dobbm",
    words: str = "gut gut gut",
    players: int = 4,
    rules: Rules = PAGAT,
) -> Deal:
    """``open_deal`` played to the end so that the declarer has exactly these card points."""
    return lying(contract, words, players, rules).apply_all(_play_for(points))


@cache
def _play_for(points: int) -> tuple[str, ...]:
    """32 cards, found by random play, that give the declarer these card points."""
    before = lying()
    rng = Random(points)
    for _ in range(TRIES):
        deal = before
        while deal.to_act is not None:
            deal = deal.apply(rng.choice(deal.legal_actions()))
        if declarer_points(deal) == points:
            return deal.actions[len(before.actions) :]
    raise ValueError(f"random play hardly ever gives {points} points: draw a deal with ``dealt``")
