"""The built-in players, and the lookup of players by name (docs/bots.md, docs/protocol.md 4)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple, TypeAlias

from dobbm.ai.machine import verify_machine
from dobbm.game.arguments import Kind, takes
from dobbm.game.errors import PlayerError, quoted
from dobbm.players.guests import (
    MODULE,
    Bot,
    BotSource,
    bot_name,
    guest_factory,
    imported,
    registered,
    registrations,
)
from dobbm.players.outside import SECONDS, OutsidePlayer
from dobbm.players.player import BuiltIn, Explainer, Explanation, Player, Policy, Reason
from dobbm.players.simple import play_simply
from dobbm.players.uniform import play_at_random

__all__ = [
    "BUILT_IN",
    "MODULE",
    "OUTSIDE",
    "Bot",
    "Explainer",
    "Explanation",
    "Player",
    "PlayerFactory",
    "PlayerSource",
    "Reason",
    "make_explainer",
    "make_player",
    "player_factory",
    "player_name",
    "registrations",
]

TIME = Kind("a number above 0", lambda value: isinstance(value, (int, float)) and value > 0)

PlayerFactory: TypeAlias = Callable[[], Player]

PlayerSource: TypeAlias = str | BotSource
"""A player's name, a bot in Python, or a class or function that makes one."""

OUTSIDE = "exec:"
"""The prefix of an outside player's name; the command follows."""

HINT_PLAYER = "pimc:strong"
"""The player that gives hints."""


NEXT = {"next=on": True, "next=off": False}
"""The options of ``trained`` and ``network``."""


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
    verify_machine("trained", refusal=PlayerError)
    from dobbm.players.trained import play_as_trained

    return partial(BuiltIn, partial(play_as_trained, in_session=_counts_next("trained", options)))


def _network(options: str) -> PlayerFactory:
    verify_machine("network", refusal=PlayerError)
    from dobbm.players.network import play_as_network

    return partial(BuiltIn, partial(play_as_network, in_session=_counts_next("network", options)))


def _counts_next(name: str, options: str) -> bool:
    """Return whether a player's bids count what it costs to deal next, by its only option."""
    if options not in ("", *NEXT):
        choices = " or ".join(NEXT)
        raise PlayerError(f"the option of {name} must be {choices}, not {quoted(options)}")
    return NEXT.get(options, False)


def _pimc(options: str) -> PlayerFactory:
    verify_machine("pimc", refusal=PlayerError)
    from dobbm.players.pimc import Pimc, PimcOptions

    return partial(Pimc, PimcOptions.parse(options))


BUILT_IN = {
    "random": Registration(follows(play_at_random), "any legal action, all equally likely"),
    "simple": Registration(
        follows(play_simply), "the rules of thumb that card players give beginners"
    ),
    "trained": Registration(
        _trained,
        "a policy learned from millions of deals against itself, without search",
        takes_options=True,
    ),
    "network": Registration(
        _network,
        "a neural network that reads every card played, without search",
        takes_options=True,
    ),
    "pimc": Registration(
        _pimc,
        "the best action on average over possible worlds, played out and solved",
        takes_options=True,
    ),
}


@takes(seconds=TIME)
def player_factory(source: PlayerSource, seconds: float = SECONDS) -> PlayerFactory:
    """Return a factory for a player, given its name or a bot in Python.

    A name is ``NAME`` or ``NAME:OPTIONS`` for a built-in player or one that an installed package
    registers, ``py:MODULE:ATTRIBUTE`` or ``exec:COMMAND``. ``seconds`` is the time limit per action
    of an outside player. Raises ``PlayerError`` for an unknown name, for options that the player
    does not have, and for missing libraries. The factory raises ``PlayerError`` if the player
    cannot be made or started.
    """
    if not isinstance(source, str):
        return guest_factory(source, player_name(source))
    if source.startswith(OUTSIDE):
        return partial(OutsidePlayer, source.removeprefix(OUTSIDE), seconds)
    if source.startswith(MODULE):
        return guest_factory(imported(source.removeprefix(MODULE)), source)
    called, colon, options = source.partition(":")
    if colon and not options:
        raise PlayerError(f"options must follow {quoted(source)}: add some, or remove the colon")
    if called not in BUILT_IN:
        return _registered_factory(source, called, options)
    entry = BUILT_IN[called]
    if options and not entry.takes_options:
        raise PlayerError(f"the player {called} takes no options: remove {quoted(f':{options}')}")
    return entry.factory(options)


def _registered_factory(name: str, called: str, options: str) -> PlayerFactory:
    bot = registered(called)
    if bot is None:
        names = ", ".join([*BUILT_IN, *(name for name, _ in registrations())])
        raise PlayerError(
            f"unknown player {quoted(name)}: "
            f"the players are {names}, {MODULE}MODULE:ATTRIBUTE and {OUTSIDE}COMMAND"
        )
    return guest_factory(bot, name, options)


def player_name(source: PlayerSource) -> str:
    """Return a player's name: of a bot in Python, its attribute ``name`` or that of its class."""
    return source if isinstance(source, str) else bot_name(source)


def make_player(source: PlayerSource) -> Player:
    """Return a new player for one seat; sources and errors are those of ``player_factory``."""
    return player_factory(source)()


def make_explainer() -> Explainer:
    """Return the player that gives hints; raise ``PlayerError`` if its libraries are missing."""
    player = make_player(HINT_PLAYER)
    assert isinstance(player, Explainer)
    return player
