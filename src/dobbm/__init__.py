"""Dobbm (Tappen), the card game of the Stubai valley.

>>> import dobbm
>>> from random import Random
>>> deal = dobbm.Deal.start(dobbm.shuffled(Random(7)), dealer=3)
>>> deal = deal.apply_all(["weiter", "dobbm", "weiter", "weiter"])
>>> deal.phase, deal.to_act, len(deal.legal_actions())
('exchange', 1, 383)

===========  ====================================================================
cards        ``CARDS``, ``parse_cards``, ``names``, ``shuffled``, ``picture``
rules        ``Rules``, ``PRESETS``
the game     ``Deal``, ``settle``, ``Session``
views        ``View``
records      ``from_record``, ``to_record``, ``to_result``
testing      ``perft``
errors       ``DobbmError``
===========  ====================================================================
"""

import importlib
import typing

if typing.TYPE_CHECKING:
    from dobbm.game.cards import CARDS, names, parse_cards, shuffled
    from dobbm.game.deal import Deal
    from dobbm.game.errors import DobbmError
    from dobbm.game.perft import perft
    from dobbm.game.pictures import picture
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
    "picture",
    "settle",
    "shuffled",
    "to_record",
    "to_result",
]

_MODULES = {
    **dict.fromkeys(("CARDS", "names", "parse_cards", "shuffled"), "cards"),
    **dict.fromkeys(("from_record", "to_record", "to_result"), "record"),
    **dict.fromkeys(("PRESETS", "Rules"), "rules"),
    "Deal": "deal",
    "DobbmError": "errors",
    "Session": "session",
    "View": "view",
    "perft": "perft",
    "picture": "pictures",
    "settle": "settlement",
}
"""For each public name, the module in ``game`` that defines it, imported at its first use."""


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"dobbm.game.{_MODULES[name]}"), name)
    globals()[name] = value
    return value
