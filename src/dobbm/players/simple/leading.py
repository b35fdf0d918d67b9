"""Leading by rules of thumb (pagat, Notes on Tactics)."""

from __future__ import annotations

from dobbm.ai.memory import Memory
from dobbm.game.actions import Seat
from dobbm.game.cards import HEARTS, POINTS, SIDE_SUITS, Card, CardSet, points, split
from dobbm.game.tricks import highest
from dobbm.players.simple.worth import cheapest, richest


def lead_as_declarer(hand: CardSet, memory: Memory, defenders: tuple[Seat, ...]) -> Card:
    """Return the declarer's lead: high side-suit cards, then unavoidable losers, then trumps.

    "The declarer should arrange to lose any tricks which must be lost while the opponents still
    have trumps. That way they have to play their trumps rather than discarding. For this reason
    the declarer will often begin by leading from a long, possibly weak, side-suit."
    """
    high = _high_cards(hand, memory, defenders)
    if high & ~HEARTS:
        return richest(high & ~HEARTS)
    trumps = hand & HEARTS
    if memory.may_hold(*defenders) & HEARTS:
        losers = _longest_with_losers(hand, high)
        if losers:
            return cheapest(losers)
        if high & trumps and trumps.bit_count() >= 2:
            return highest(trumps)
    return cheapest(hand & ~HEARTS or hand)


def _longest_with_losers(hand: CardSet, high: CardSet) -> CardSet:
    """Return the losers of the longest side suit that has any, else 0; high cards are not losers.

    Singletons (*Fuchs*) do not count: such a card may take a trick later, or be lost cheaply.
    """
    suits = [hand & suit for suit in SIDE_SUITS if (hand & suit).bit_count() >= 2]
    weak = [cards for cards in suits if cards & ~high]
    longest = max(weak, key=lambda cards: (cards.bit_count(), -points(cards)), default=0)
    return longest & ~high


def lead_as_defender(hand: CardSet, memory: Memory, declarer: Seat) -> Card:
    """Return a defender's lead: a high sow or ten, else a low card.

    A card is high if the declarer cannot hold a higher one of its suit. High cards are led only in
    suits that the declarer may hold; a void declarer could trump.
    """
    for suit in SIDE_SUITS:
        cards = hand & suit
        if cards and memory.may_hold(declarer) & suit:
            top = highest(cards)
            if POINTS[top] >= 10 and memory.is_high(top, declarer):
                return top
    return cheapest(hand & ~HEARTS or hand)


def _high_cards(hand: CardSet, memory: Memory, others: tuple[Seat, ...]) -> CardSet:
    return sum(card for card in split(hand) if memory.is_high(card, *others))
