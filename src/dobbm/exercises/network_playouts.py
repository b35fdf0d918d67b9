"""Plays deals on with the network in all seats, where values with open cards mislead."""

from __future__ import annotations

from statistics import fmean, stdev

from dobbm.ai.network import choose_card
from dobbm.arena.probe import in_world
from dobbm.arena.statistics import certain
from dobbm.game.deal import Deal
from dobbm.game.settlement import settle
from dobbm.game.view import View
from dobbm.players.pimc.belief import believed_worlds

PLAYOUTS = 64
"""The number of likely worlds in which both cards are played out."""


def prefers(deal: Deal, card: str, other: str, seed: int, least: float) -> bool:
    """Return whether ``card`` leads ``other`` by ``least`` points, and surely is not behind it."""
    view = View.of(deal, deal.to_act)
    believed = believed_worlds(view, 4 * PLAYOUTS, seed, believe=True)
    assert view.declarer is not None
    turn = view.active.index(view.declarer)
    side = 1 if view.seat == view.declarer else -1
    leads = []
    for world in believed.picked(PLAYOUTS):
        hands, out = world[:4], world[4]
        row = [*hands[4 - turn :], *hands[: 4 - turn], out]
        elsewhere = in_world(deal, row)
        leads.append(side * (_points(elsewhere.apply(card)) - _points(elsewhere.apply(other))))
    error = certain(PLAYOUTS) * stdev(leads) / PLAYOUTS**0.5
    return fmean(leads) >= least and fmean(leads) > error


def _points(deal: Deal) -> int:
    """Return the declarer's points if the network plays the deal to its end."""
    while deal.to_act is not None:
        deal = deal.apply(choose_card(View.of(deal, deal.to_act)))
    made = settle(deal).points
    assert made is not None
    return made
