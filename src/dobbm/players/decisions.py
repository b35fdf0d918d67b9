"""The decisions of a seat in a deal: its actions that were not the only possible ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from dobbm.game.actions import EXCHANGE, Seat, parse_action
from dobbm.game.deal import Deal
from dobbm.game.exchange import discards_action

JUDGE = "coach 1"
"""Names what judges decisions (``coach``); it changes whenever one may be judged differently."""


class Decision(NamedTuple):
    """An action that was not the only possible one, and the deal before it."""

    at: int
    """The index of the action in the record."""
    before: Deal
    taken: str
    """The action; discards in the order of ``discards_action``."""


def decisions(deal: Deal, seat: Seat) -> Iterator[Decision]:
    """Yield the decisions of a seat in a deal, except a revoke, which was no legal choice."""
    seat = deal.verified_seat(seat)
    before = Deal.begin(deal.setup)
    for at, step in enumerate(deal.steps):
        if step.seat == seat and before.is_legal(step.action) and _is_free(before):
            _, cards = parse_action(step.action)
            taken = discards_action(cards) if before.phase == EXCHANGE else step.action
            yield Decision(at, before, taken)
        before = before.apply(step.action)


def _is_free(deal: Deal) -> bool:
    return deal.phase == EXCHANGE or len(deal.legal_actions()) > 1
