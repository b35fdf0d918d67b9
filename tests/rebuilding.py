"""Deals rebuilt from worlds: the cards lie as in a row of ``Worlds``, and all actions repeat."""

from __future__ import annotations

from dobbm.game.cards import CardSet, split
from dobbm.game.deal import Deal
from dobbm.game.exchange import discards_action
from dobbm.game.view import HIDDEN, View

World = tuple[CardSet, ...]
"""The current hands of the active seats, and the cards out of play."""

OUT_OF_PLAY = 4


def rebuilt(world: World, deal: Deal, view: View) -> Deal:
    """The deal in which the cards now lie as in ``world``, after the same actions.

    Raises ``ActionError`` if an action is not possible with these cards.
    """
    played = deal.play.played if deal.play else 0
    hands = {
        seat: now | deal.hands[seat] & played
        for seat, now in zip(view.active, world[:OUT_OF_PLAY], strict=True)
    }
    dobb = world[OUT_OF_PLAY]
    if view.declarer is not None and view.contract is not None and view.contract.exchanges:
        twelve = hands[view.declarer] | dobb
        dobb = view.dobb or sum(list(split(twelve))[:4])  # any four of them may have been the Dobb
        hands[view.declarer] = twelve & ~dobb
    held = [list(split(hands[seat])) for seat in view.active]
    packets = [hand[:4] for hand in held] + [hand[4:] for hand in held] + [list(split(dobb))]
    deck = [card for packet in packets for card in packet]
    setup = deal.setup
    start = Deal.start(deck, dealer=setup.dealer, players=setup.players, rules=setup.rules)
    discards = discards_action(world[OUT_OF_PLAY])
    return start.apply_all([discards if action == HIDDEN else action for action in view.actions])
