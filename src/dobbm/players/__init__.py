"""The built-in players, and the lookup of players by name (docs/bots.md)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple, TypeAlias

from dobbm.extras import extra_solver
from dobbm.game.errors import PlayerError, quoted
from dobbm.players.outside import SECONDS, OutsidePlayer
from dobbm.players.player import BuiltIn, Explainer, Explanation, Player, Policy, Reason
from dobbm.players.simple import play_simply
from dobbm.players.uniform import play_at_random

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
"""The prefix of an outside player's name; the command follows."""

HINT_PLAYER = "pimc:strong"
"""The player that gives hints."""


class Registration(NamedTuple):
    """A built-in player."""

    factory: Callable[[str], PlayerFactory]
    """Returns a player factory, given the options after the colon in ``NAME:OPTIONS``."""
    summary: str
    takes_options: bool = False


def follows(policy: Policy) -> Callable[[str], PlayerFactory]:
    """Return a ``Registration.factory`` for players that follow ``policy``; it ignores options."""
    return lambda _options: partial(BuiltIn, policy)


def _trained(options: str) -> PlayerFactory:
    with extra_solver("trained", PlayerError):
        from dobbm.players.trained import play_as_trained
    return follows(play_as_trained)(options)


def _pimc(options: str) -> PlayerFactory:
    with extra_solver("pimc", PlayerError):
        from dobbm.players.pimc import Pimc, PimcOptions
    return partial(Pimc, PimcOptions.parse(options))


BUILT_IN = {
    "random": Registration(follows(play_at_random), "any legal action, all equally likely"),
    "simple": Registration(
        follows(play_simply), "the rules of thumb that card players give beginners"
    ),
    "trained": Registration(
        _trained, "a policy learned from millions of deals against itself, without search"
    ),
    "pimc": Registration(
        _pimc,
        "the best action on average over possible worlds, played out and solved",
        takes_options=True,
    ),
}


def player_factory(name: str, seconds: float = SECONDS) -> PlayerFactory:
    """Return a factory for the player called ``NAME``, ``NAME:OPTIONS`` or ``exec:COMMAND``.

    ``seconds`` is the time limit per action of an outside player. Raises ``PlayerError`` for an
    unknown name, for options that the player does not have, and for missing libraries. The factory
    raises ``PlayerError`` if the command of an outside player cannot be started.
    """
    if name.startswith(OUTSIDE):
        return partial(OutsidePlayer, name.removeprefix(OUTSIDE), seconds)
    called, _, options = name.partition(":")
    if called not in BUILT_IN:
        raise PlayerError(
            f"unknown player {quoted(name)}: "
            f"the players are {', '.join(BUILT_IN)} and {OUTSIDE}COMMAND"
        )
    entry = BUILT_IN[called]
    if options and not entry.takes_options:
        raise PlayerError(f"the player {called} takes no options: remove {quoted(f':{options}')}")
    return entry.factory(options)


def make_player(name: str) -> Player:
    """Return a new player for one seat; names and errors are those of ``player_factory``."""
    return player_factory(name)()


def make_explainer() -> Explainer:
    """Return the player that gives hints; raise ``PlayerError`` if its libraries are missing."""
    player = make_player(HINT_PLAYER)
    assert isinstance(player, Explainer)
    return player
