"""The theme of an exercise: what its answer is an example of, in one word for the page."""

from __future__ import annotations

from dobbm.ai.memory import Memory
from dobbm.game.actions import BIDDING, DOUBLING, EXCHANGE, WEITER
from dobbm.game.cards import (
    CARDS,
    HEARTS,
    POINTS,
    SIDE_SUITS,
    SOWS,
    Card,
    CardSet,
    parse_cards,
    points,
    split,
)
from dobbm.game.tricks import suit_of, winning_card
from dobbm.game.view import View

RICH = 12
"""Card points from which discards are put away for their points."""
DEAR = 3
"""Card points from which a card thrown on a partner's trick is a gift."""
THEMES = (
    *("bid-dobbm", "bid-solo", "bid-weiter", "bid-leave"),
    *("discard-void", "discard-points", "discard-rest"),
    *("schwacher", "gut"),
    *("draw", "fuchs", "cash", "long", "low", "trumps", "force"),
    *("schieben", "overtake", "spare", "ruff", "take", "schinden", "hold", "little"),
)
"""All themes. The page has a sentence for each of them."""


def theme_of(view: View, answer: str) -> str:
    """Return the theme of a decision whose best action is ``answer``."""
    if view.phase == BIDDING:
        is_bid = any(word != WEITER for word in view.actions)
        return "bid-leave" if answer == WEITER and is_bid else f"bid-{answer}"
    if view.phase == EXCHANGE:
        return _of_discards(view.hand, parse_cards(answer))
    if view.phase == DOUBLING:
        return answer
    memory, card = Memory.of(view), CARDS[answer]
    if memory.trick.cards:
        return _of_card(view, memory, card)
    return _of_lead(view, memory, card)


def _of_discards(hand: CardSet, discards: CardSet) -> str:
    left = hand & ~discards
    if any(hand & suit and not left & suit for suit in SIDE_SUITS):
        return "discard-void"
    return "discard-points" if points(discards) >= RICH else "discard-rest"


def _of_lead(view: View, memory: Memory, card: Card) -> str:
    declares = view.seat == view.declarer
    suit = suit_of(card)
    assert view.declarer is not None
    if suit == HEARTS:
        return "draw" if declares else "trumps"
    others = [seat for seat in view.active if seat != view.seat] if declares else [view.declarer]
    if declares and not card & SOWS and view.hand & suit == card:
        return "fuchs"
    if POINTS[card] >= DEAR and memory.is_high(card, *others):
        return "cash"
    if declares:
        return "long" if (view.hand & suit).bit_count() >= DEAR else "low"
    return "force" if memory.voids[view.declarer] & suit else "low"


def _of_card(view: View, memory: Memory, card: Card) -> str:
    trick = memory.trick
    led = trick.cards[0]

    def wins(one: Card) -> bool:
        return winning_card(trick.best | one, led) == one

    declares = view.seat == view.declarer
    partner_has_it = not declares and trick.winning != view.declarer
    if wins(card):
        if partner_has_it:
            return "overtake"
        return "ruff" if card & HEARTS and not led & HEARTS else "take"
    if partner_has_it:
        return "schieben" if POINTS[card] >= DEAR else "spare"
    assert view.legal
    if any(wins(one) for one in split(parse_cards(" ".join(view.legal)))):
        led_by_declarer = trick.seats[0] == view.declarer and not led & HEARTS
        return "schinden" if led_by_declarer and not declares else "hold"
    return "little"
