"""The knowledge that a seat has of the play, as numbers for the kernel."""

from __future__ import annotations

from array import array

from dobbm.ai.calling import Numbers
from dobbm.ai.layout import FACTS
from dobbm.ai.memory import Memory
from dobbm.game.actions import PLAY
from dobbm.game.errors import WrongPhase
from dobbm.game.play import led_by
from dobbm.game.view import View


def facts_of(view: View) -> Numbers:
    """Return what the seat of ``view`` knows during the doubling or the play (``layout``)."""
    assert view.declarer is not None
    assert view.contract is not None
    memory = Memory.of(view)
    own = led_by(view.declarer, view.active).index(view.seat)
    cards = [card for trick in (*memory.tricks, memory.trick) for card in trick.cards]
    known = [own, view.hand, view.discards or 0, int(view.contract.exchanges), len(cards), *cards]
    return array("q", known + [0] * (FACTS - len(known)))


def facts_in_play(view: View) -> Numbers:
    """Return the facts for a seat that must play a card; otherwise raise ``WrongPhase``."""
    if view.phase != PLAY or view.seat is None or view.to_act != view.seat:
        raise WrongPhase("cards can be rated only for the seat that must play one")
    return facts_of(view)


def columns_from_declarer(view: View) -> tuple[int, ...]:
    """Return the columns of a world in clockwise order from the declarer.

    The cards out of play come last. Before there is a declarer, the order is that of the seats.
    """
    seats = view.active if view.declarer is None else led_by(view.declarer, view.active)
    return *map(view.active.index, seats), len(seats)
