"""The players of the house, and how they are called by name (docs/bots.md)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple, TypeAlias

from dobbm.errors import PlayerError, shown
from dobbm.players.chance import play_at_random
from dobbm.players.outside import SECONDS, OutsidePlayer
from dobbm.players.player import BuiltIn, Player, Policy
from dobbm.players.simple import play_simply

__all__ = ["BUILT_IN", "OUTSIDE", "Player", "PlayerFactory", "make_player", "player_factory"]

PlayerFactory: TypeAlias = Callable[[], Player]

OUTSIDE = "exec:"
"""Begins the name of a player that is a program of its own."""


class Entry(NamedTuple):
    """A built-in player."""

    policy: Policy
    summary: str


BUILT_IN = {
    "random": Entry(play_at_random, "any legal action, each as likely as the others"),
    "simple": Entry(play_simply, "the rules of thumb that card players give a beginner"),
}


def player_factory(name: str, seconds: float = SECONDS) -> PlayerFactory:
    """What makes players: built-in ones by name, or a program's with ``exec:COMMAND``.

    ``seconds`` is what a program has for an action. The factory raises ``PlayerError`` for a
    program that cannot be started, and this function for a name that nobody has.
    """
    if name.startswith(OUTSIDE):
        return partial(OutsidePlayer, name.removeprefix(OUTSIDE), seconds)
    if name not in BUILT_IN:
        raise PlayerError(
            f"there is no player {shown(name)}, only {', '.join(BUILT_IN)} and {OUTSIDE}COMMAND"
        )
    return partial(BuiltIn, BUILT_IN[name].policy)


def make_player(name: str) -> Player:
    """A new player for one seat, by name; errors as those of ``player_factory``."""
    return player_factory(name)()
