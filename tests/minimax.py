"""Plain minimax without bounds, table or move ordering: it plays every line to its end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit
from numpy.typing import NDArray

from dobbm.game.cards import points
from dobbm.game.deal import Deal
from dobbm.game.settlement import declarer_points
from dobbm.game.tricks import legal_cards, winning_card

Function = TypeVar("Function", bound=Callable[..., Any])


def _compiled(function: Function) -> Function:
    """Compile without caching: cached functions may not call themselves with literal arguments."""
    return cast("Function", njit(function))


def by_the_rules(deal: Deal) -> int:
    """The declarer's double-dummy card points, played with ``Deal``; only for a few cards."""
    if deal.to_act is None:
        return declarer_points(deal)
    values = [by_the_rules(deal.apply(card)) for card in deal.legal_actions()]
    return max(values) if deal.to_act == deal.declarer else min(values)


def card_by_card(deal: Deal, minimax: Callable[[Deal], int]) -> dict[str, int]:
    """The value after each legal card of a deal in the play, by the given minimax."""
    return {card: minimax(deal.apply(card)) for card in deal.legal_actions()}


def compiled_minimax(deal: Deal) -> int:
    """The same value as ``by_the_rules``, compiled; only for deals in the play."""
    if deal.to_act is None:
        return declarer_points(deal)
    play = deal.play
    assert play
    seats = deal.setup.active
    table = np.zeros(4, np.int64)
    table[: len(play.trick)] = play.trick
    return _minimax(
        np.array([deal.hand(seat) for seat in seats]),
        seats.index(play.declarer),
        seats.index(play.order[0]),
        table,
        len(play.trick),
        play.points,
        play.tricks,
        points(deal.out_of_play),
    )


@_compiled
def _minimax(
    hands: NDArray[np.int64],
    declarer: int,
    leader: int,
    table: NDArray[np.int64],
    turn: int,
    gained: int,
    tricks: int,
    out_of_play: int,
) -> int:
    if turn == 4:
        best = winning_card(table.sum(), table[0])
        on_table = 0
        for place in range(4):
            on_table += points(table[place])
            if table[place] == best:
                winner = (leader + place) % 4
        if winner == declarer:
            gained, tricks = gained + on_table, tricks + 1
        if hands.sum() == 0:
            return gained + out_of_play if tricks else 0
        return _minimax(hands, declarer, winner, table, 0, gained, tricks, out_of_play)
    seat = (leader + turn) % 4
    hand = hands[seat]
    cards = legal_cards(hand, table[0] if turn else 0)
    value = -1
    kept = table.copy()
    while cards:
        card = cards & -cards
        cards ^= card
        hands[seat] = hand ^ card
        table[:] = kept
        table[turn] = card
        found = _minimax(hands, declarer, leader, table, turn + 1, gained, tricks, out_of_play)
        if value < 0 or (found > value if seat == declarer else found < value):
            value = found
    hands[seat] = hand
    table[:] = kept
    return value
