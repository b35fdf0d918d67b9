"""Deals with a small pack in which a seat knows the same (docs/environments.md)."""

from __future__ import annotations

from random import Random

from dobbm.envs.encoding import NUMBERS
from dobbm.envs.following import deck_of
from dobbm.envs.one_deal import OneDeal
from dobbm.envs.one_session import Played
from dobbm.game.actions import EXCHANGE, PLAY, Seat
from dobbm.game.cards import DECK, NAMES, Card, split
from dobbm.game.errors import DobbmError, IllegalAction
from dobbm.game.exchange import DISCARDS

TRIES = 100_000
"""How many assignments of the hidden cards are tried; one in a few is possible."""


class _Seen:
    """A deal as a seat has seen it."""

    def __init__(self, played: Played, seat: Seat) -> None:
        deal = OneDeal(played.options, played.deck, played.dealer)
        self.active = deal.active
        self.dealt = {one: {*split(deal.hand(one))} for one in self.active}
        self.dobb = {*played.deck[-DISCARDS:]}
        self.gone: dict[Seat, set[Card]] = {one: set() for one in self.active}
        self.discarded: list[int] = []
        """Where in the actions the discards are."""
        for place, number in enumerate(played.actions):
            if deal.phase == EXCHANGE:
                self.discarded.append(place)
            elif deal.phase == PLAY and deal.to_act is not None:
                self.gone[deal.to_act].add(DECK[number])
            deal.act(number)
        taken_up = deal.phase == EXCHANGE or self.discarded
        self.taker = deal.declarer if taken_up else None
        """The declarer of a Dobbm, who has taken up the Dobb."""
        self.own = self.dealt.get(seat, set())


def resampled(played: Played, seat: Seat, random: Random) -> tuple[list[Card], tuple[int, ...]]:
    """Return the deck and the actions of a deal in which ``seat`` knows the same as in ``played``.

    It is drawn uniformly from all possible ones: the hidden cards are dealt at random to the places
    where they may be, until all actions are legal.
    """
    seen = _Seen(played, seat)
    hides_out = seen.taker != seat
    known = seen.own | (set() if hides_out else seen.dobb)
    others = [one for one in seen.active if one != seat]
    gone = {card for one in others for card in seen.gone[one]}
    hidden = sorted({*played.options.cards} - known - gone)
    for _ in range(TRIES):
        random.shuffle(hidden)
        rest = iter(hidden)
        hands = dict(seen.dealt)
        for one in others:
            missing = len(seen.dealt[one]) - len(seen.gone[one])
            hands[one] = seen.gone[one] | {next(rest) for _ in range(missing)}
        out = list(rest) if hides_out else [*seen.dobb]
        actions = list(played.actions)
        if hides_out and seen.taker is not None:
            eight = sorted({*hands[seen.taker], *out})
            for place, card in zip(seen.discarded, out, strict=False):
                actions[place] = NUMBERS[NAMES[card]]
            out = random.sample(eight, DISCARDS)
            hands[seen.taker] = {*eight} - {*out}
        deck = deck_of([sum(hands[one]) for one in seen.active], sum(out))
        if _is_legal(played._replace(deck=tuple(deck)), actions):
            return deck, tuple(actions)
    raise DobbmError("no deal has been found in which the seat knows the same")


def _is_legal(played: Played, actions: list[int]) -> bool:
    deal = OneDeal(played.options, played.deck, played.dealer)
    try:
        for number in actions:
            deal.act(number)
    except IllegalAction:
        return False
    return True
