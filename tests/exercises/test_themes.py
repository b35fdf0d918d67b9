"""The themes of answers."""

from __future__ import annotations

import pytest

from dobbm import Deal, View
from dobbm.exercises.themes import THEMES, theme_of
from dobbm.game.cards import CARDS, PACK, names, parse_cards

HANDS = ("HS HT H6 AS B7 B8 BU LK", "H7 H8 LS LT AK A6 BS BO", "H9 HU L6 LU AT AO B9 BT", "")
DOBB = "HK AU A9 L7"


def after(*actions: str) -> View:
    """The view of the seat to act; seat 0 is forehand."""
    given = [parse_cards(hand) for hand in (*HANDS[:3], DOBB)]
    rest = PACK & ~sum(given)
    hands = [names(hand) for hand in (*given[:3], rest)]
    deck = [card for first in (0, 4) for hand in hands for card in hand[first : first + 4]]
    deal = Deal.start([CARDS[card] for card in (*deck, *names(given[3]))], dealer=3)
    deal = deal.apply_all(actions)
    return View.of(deal, deal.to_act)


DECLARED = ("dobbm", "weiter", "weiter", "weiter", "A9 AU L7 BU", "gut", "gut", "gut")


@pytest.mark.parametrize(
    ("actions", "answer", "theme"),
    [
        ((), "dobbm", "bid-dobbm"),
        ((), "weiter", "bid-weiter"),
        (("dobbm",), "weiter", "bid-leave"),
        (("dobbm",), "solo", "bid-solo"),
        (DECLARED[:4], "AU A9 L7 LK", "discard-void"),
        (DECLARED[:4], "AU A9 L7 BU", "discard-rest"),
        (DECLARED[:5], "gut", "gut"),
        (DECLARED, "HS", "draw"),
        (DECLARED, "AS", "cash"),
        (DECLARED, "LK", "fuchs"),
        (DECLARED, "B7", "low"),
        ((*DECLARED, "LK"), "LS", "take"),
        ((*DECLARED, "LK"), "LT", "take"),
        ((*DECLARED, "B7"), "BO", "take"),
        ((*DECLARED, "AS"), "A6", "little"),
        ((*DECLARED, "LK", "LS"), "LU", "spare"),
        ((*DECLARED, "LK", "LS", "L6"), "L8", "spare"),
    ],
)
def test_an_answer_has_a_theme(actions: tuple[str, ...], answer: str, theme: str) -> None:
    assert theme_of(after(*actions), answer) == theme
    assert theme in THEMES
