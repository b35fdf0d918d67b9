"""Dobbm (Tappen), the card game of the Stubai valley.

>>> import dobbm
>>> from random import Random
>>> deal = dobbm.Deal.start(dobbm.shuffled(Random(7)), dealer=3)
>>> deal = deal.apply_all(["weiter", "dobbm", "weiter", "weiter"])
>>> deal.phase, deal.to_act, len(deal.legal_actions())
('exchange', 1, 383)

===========  ====================================================================
cards        ``CARDS``, ``parse_cards``, ``names``, ``shuffled``
rules        ``Rules``, ``PRESETS``
the game     ``Deal``, ``settle``, ``Session``
views        ``View``
records      ``from_record``, ``to_record``, ``to_result``
testing      ``perft``
errors       ``DobbmError``
===========  ====================================================================
"""

from dobbm.game.cards import CARDS, names, parse_cards, shuffled
from dobbm.game.deal import Deal
from dobbm.game.errors import DobbmError
from dobbm.game.perft import perft
from dobbm.game.record import from_record, to_record, to_result
from dobbm.game.rules import PRESETS, Rules
from dobbm.game.session import Session
from dobbm.game.settlement import settle
from dobbm.game.view import View

__all__ = [
    "CARDS",
    "PRESETS",
    "Deal",
    "DobbmError",
    "Rules",
    "Session",
    "View",
    "from_record",
    "names",
    "parse_cards",
    "perft",
    "settle",
    "shuffled",
    "to_record",
    "to_result",
]
