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
    from dobbm.game.record import from_record, to_record, to_result
    from dobbm.game.rules import PRESETS, Rules
    from dobbm.game.session import Session
    from dobbm.game.settlement import settle
    from dobbm.game.view import View
    from dobbm.pictures import picture

    __version__: str

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
    **dict.fromkeys(("CARDS", "names", "parse_cards", "shuffled"), "game.cards"),
    **dict.fromkeys(("from_record", "to_record", "to_result"), "game.record"),
    **dict.fromkeys(("PRESETS", "Rules"), "game.rules"),
    "Deal": "game.deal",
    "DobbmError": "game.errors",
    "Session": "game.session",
    "View": "game.view",
    "perft": "game.perft",
    "picture": "pictures",
    "settle": "game.settlement",
}
"""For each public name, the module that defines it, imported at its first use."""


def __getattr__(name: str) -> object:
    if name == "__version__":
        from importlib.metadata import version

        return version("dobbm")
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"dobbm.{_MODULES[name]}"), name)
    globals()[name] = value
    return value
