"""Deals in the play, and the kernel's playout states of them, for tests of the policy."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
from numpy.typing import NDArray

from dobbm import Deal
from dobbm.ai.kernel.playout_state import PlayoutState, new_state, play_card
from dobbm.ai.kernel.position import Trick, new_trick
from dobbm.ai.kernel.rollouts import enter
from dobbm.game.actions import BIDDING, DOUBLING, GUT, PLAY, WEITER
from dobbm.game.cards import CARDS, shuffled
from dobbm.game.play import led_by

QUIET = {BIDDING: WEITER, DOUBLING: GUT}


def before_the_first_card(rng: Random, players: int = 4) -> Deal:
    """A random deal before the first card: two of three are Dobbms, the others Solos."""
    deal = Deal.start(shuffled(rng), dealer=rng.randrange(players), players=players)
    deal = deal.apply_all([WEITER] * rng.randrange(4))
    deal = deal.apply(rng.choice(["dobbm", "dobbm", "solo"]))
    while deal.phase != PLAY:
        deal = deal.apply(QUIET.get(deal.phase) or rng.choice(deal.legal_actions()))
    return deal


def in_the_play(rng: Random, players: int = 4) -> Iterator[Deal]:
    """Yield a random deal before each of its cards."""
    deal = before_the_first_card(rng, players)
    while deal.to_act is not None:
        yield deal
        deal = deal.apply(rng.choice(deal.legal_actions()))


def decisions(count: int, seed: int) -> Iterator[Deal]:
    """Yield positions of random deals in which the seat to act has a choice."""
    rng = Random(seed)
    while True:
        for deal in in_the_play(rng):
            if len(deal.legal_actions()) > 1:
                yield deal
                count -= 1
            if not count:
                return


def seats_of(deal: Deal) -> tuple[int, ...]:
    """The active seats clockwise, the declarer first."""
    assert deal.declarer is not None
    return led_by(deal.declarer, deal.setup.active)


def cards_played(deal: Deal) -> list[int]:
    """The cards played, in order."""
    assert deal.play is not None
    count = deal.play.played.bit_count()
    return [CARDS[action] for action in deal.actions[len(deal.actions) - count :]]


def world_of(deal: Deal) -> NDArray[np.int64]:
    """The four current hands, the declarer's first, and the cards out of play."""
    return np.array([*(deal.hand(seat) for seat in seats_of(deal)), deal.out_of_play])


def dealt_world(deal: Deal) -> NDArray[np.int64]:
    """The four hands before the first card, the declarer's first, and the cards out of play."""
    assert deal.play is not None
    return np.array([*(deal.play.hands[seat] for seat in seats_of(deal)), deal.out_of_play])


def exchanged_in(deal: Deal) -> bool:
    """Whether the declarer knows the cards out of play."""
    assert deal.contract is not None
    return deal.contract.exchanges


def state_of(deal: Deal) -> tuple[PlayoutState, Trick]:
    """The kernel's state after playing a deal card by card, and the trick on the table."""
    state, trick = new_state(), new_trick(0)
    enter(state, dealt_world(deal), exchanged_in(deal))
    for card in cards_played(deal):
        trick = play_card(state, trick, card)
    return state, trick
