"""Card play by rules of thumb (pagat, Notes on Tactics)."""

from __future__ import annotations

from dobbm.ai.memory import Memory
from dobbm.game.actions import Seat
from dobbm.game.cards import HEARTS, Card, CardSet, parse_cards, points, split
from dobbm.game.play import Trick
from dobbm.game.tricks import winning_card
from dobbm.game.view import View
from dobbm.players.simple.leading import lead_as_declarer, lead_as_defender
from dobbm.players.simple.worth import cheapest, richest

POOR = 4
"""A trick with fewer card points than this is no great loss."""


def choose_card(view: View) -> Card:
    """Return the card that the rules of thumb recommend."""
    assert view.legal
    assert view.declarer is not None
    legal = parse_cards(" ".join(view.legal))
    if len(view.legal) == 1:
        return legal
    memory = Memory.of(view)
    trick = memory.trick
    if view.seat == view.declarer:
        defenders = tuple(seat for seat in trick.seats if seat != view.declarer)
        if not trick.cards:
            return lead_as_declarer(view.hand, memory, defenders)
        return _follow(legal, memory, opponents=defenders)
    if not trick.cards:
        return lead_as_defender(view.hand, memory, view.declarer)
    partner_has_it = trick.winning != view.declarer
    if partner_has_it and not _endangered(trick.best, memory, (view.declarer,)):
        return _give(legal)
    if _holds_back(trick, view.declarer):
        return cheapest(legal)
    return _follow(legal, memory, opponents=(view.declarer,))


def _holds_back(trick: Trick, declarer: Seat) -> bool:
    """Return whether a defender leaves a poor trick to the declarer or a partner (schinden).

    "If the defenders release their top cards too soon, they run the risk of allowing the declarer
    to establish winners in the suit." The last seat to play has no partner left to take the trick.
    """
    declarer_led_a_side_suit = trick.seats[0] == declarer and not trick.cards[0] & HEARTS
    return declarer_led_a_side_suit and bool(trick.to_come) and points(sum(trick.cards)) < POOR


def _follow(legal: CardSet, memory: Memory, opponents: tuple[Seat, ...]) -> Card:
    """Return a winning card that no later opponent can beat, else the cheapest card."""
    sure = [
        card
        for card in split(legal)
        if _wins(card, memory.trick) and not _endangered(card, memory, opponents)
    ]
    if not sure:
        return cheapest(legal)
    return _take(sum(sure))


def _take(winners: CardSet) -> Card:
    """Return the richest side-suit card, to secure its points, else the lowest trump."""
    plain = winners & ~HEARTS
    return richest(plain) if plain else winners & -winners


def _give(legal: CardSet) -> Card:
    """Return the richest card for a partner's trick (schieben); trumps only as a last resort."""
    return richest(legal & ~HEARTS or legal)


def _wins(card: Card, trick: Trick) -> bool:
    return winning_card(sum(trick.cards) | card, trick.cards[0]) == card


def _endangered(card: Card, memory: Memory, opponents: tuple[Seat, ...]) -> bool:
    """Return whether an opponent who plays later may beat ``card``."""
    return any(
        memory.may_beat(seat, card, memory.trick.cards[0])
        for seat in memory.trick.to_come
        if seat in opponents
    )
