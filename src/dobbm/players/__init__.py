"""The players of the house, and how they are called by name (docs/bots.md)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple, TypeAlias

from dobbm.extras import extra_solver
from dobbm.game.errors import PlayerError, shown
from dobbm.players.chance import play_at_random
from dobbm.players.outside import SECONDS, OutsidePlayer
from dobbm.players.player import BuiltIn, Explainer, Explanation, Player, Policy, Reason
from dobbm.players.simple import play_simply

__all__ = [
    "BUILT_IN",
    "OUTSIDE",
    "Explainer",
    "Explanation",
    "Player",
    "PlayerFactory",
    "Reason",
    "make_explainer",
    "make_player",
    "player_factory",
]

PlayerFactory: TypeAlias = Callable[[], Player]

OUTSIDE = "exec:"
"""Begins the name of a player that is a program of its own."""

EXPLAINS = "pimc:strong"
"""The player that gives hints."""


class Entry(NamedTuple):
    """A built-in player."""

    factory: Callable[[str], PlayerFactory]
    """Makes the players, from what follows the colon in ``NAME:OPTIONS``."""
    summary: str


def follows(policy: Policy) -> Callable[[str], PlayerFactory]:
    """The factories of players that follow a policy, and take no options."""

    def factory(options: str) -> PlayerFactory:
        if options:
            raise PlayerError(f"there are no options for this player, and so no {shown(options)}")
        return partial(BuiltIn, policy)

    return factory


def _trained(options: str) -> PlayerFactory:
    with extra_solver("trained", PlayerError):
        from dobbm.players.trained import play_as_trained
    return follows(play_as_trained)(options)


def _pimc(options: str) -> PlayerFactory:
    with extra_solver("pimc", PlayerError):
        from dobbm.players.pimc import Options, Pimc
    return partial(Pimc, Options.parse(options))


BUILT_IN = {
    "random": Entry(follows(play_at_random), "any legal action, each as likely as the others"),
    "simple": Entry(follows(play_simply), "the rules of thumb that card players give a beginner"),
    "trained": Entry(_trained, "what millions of deals against itself have taught it, at a glance"),
    "pimc": Entry(_pimc, "what is best on average over worlds that may be, played out and solved"),
}


def player_factory(name: str, seconds: float = SECONDS) -> PlayerFactory:
    """What makes players: built-in ones by ``NAME`` or ``NAME:OPTIONS``, or ``exec:COMMAND``.

    ``seconds`` is what a program has for an action. The factory raises ``PlayerError`` for a
    program that cannot be started, and this function for a name that nobody has, for options that
    the player does not know, and for libraries that are missing.
    """
    if name.startswith(OUTSIDE):
        return partial(OutsidePlayer, name.removeprefix(OUTSIDE), seconds)
    called, _, options = name.partition(":")
    if called not in BUILT_IN:
        raise PlayerError(
            f"there is no player {shown(name)}, only {', '.join(BUILT_IN)} and {OUTSIDE}COMMAND"
        )
    return BUILT_IN[called].factory(options)


def make_player(name: str) -> Player:
    """A new player for one seat, by name; errors as those of ``player_factory``."""
    return player_factory(name)()


def make_explainer() -> Explainer:
    """A player that can tell why; ``PlayerError`` if the libraries that it needs are missing."""
    player = make_player(EXPLAINS)
    assert isinstance(player, Explainer)
    return player
