"""Players written in Python elsewhere: objects, modules, and packages that register players.

docs/protocol.md 4 describes them.
"""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, redirect_stdout
from copy import deepcopy
from functools import partial
from importlib.metadata import EntryPoint, entry_points
from traceback import extract_tb
from typing import Any, Protocol, TypeAlias, TypeGuard

from dobbm.copying import CopiedWhole
from dobbm.game.errors import PlayerError, quoted
from dobbm.game.view import View
from dobbm.players.player import verified_turn

GROUP = "dobbm.players"
"""The group of entry points in which a package registers players by name."""
MODULE = "py:"
"""The prefix of the name of a player in a module; ``MODULE:ATTRIBUTE`` follows."""


class Bot(Protocol):
    """A player in Python; ``end(view)`` and ``close()`` are optional."""

    def act(self, view: View, seed: int) -> str | None:
        """Return an action for the seat whose turn it is, as ``Player.act`` does."""


BotSource: TypeAlias = Bot | Callable[..., Bot]
"""A bot, which is copied for every seat, or a class or function that makes one for every seat."""


class Guest(CopiedWhole):
    """Seats a bot; an exception in the bot becomes a ``PlayerError`` that names it."""

    def __init__(self, bot: Bot, name: str) -> None:
        self._bot = bot
        self._name = name

    def act(self, view: View, seed: int) -> str | None:
        """Return the bot's action, or None if it is not a string."""
        number = verified_turn(view, seed)
        with _blaming(self._name):
            action: object = self._bot.act(view, number)
        return action if isinstance(action, str) else None

    def end(self, view: View) -> None:
        """Tell the bot the result of the deal if it has a method for that."""
        self._call_if_present("end", view)

    def close(self) -> None:
        """Let the bot release its resources if it has a method for that."""
        self._call_if_present("close")

    def _call_if_present(self, method: str, *arguments: object) -> None:
        call = getattr(self._bot, method, None)
        if call:
            with _blaming(self._name):
                call(*arguments)


def guest_factory(source: BotSource, name: str, options: str = "") -> Callable[[], Guest]:
    """Return a factory for a bot.

    A class or function is called for every seat: without arguments, or with the ``options`` if
    there are any. Anything else is copied. Raises ``PlayerError`` for a source that cannot make a
    player; the factory raises it if the player cannot be made.
    """
    if _makes_bots(source, name):
        arguments = (options,) if options else ()
        try:
            inspect.signature(source).bind(*arguments)
        except TypeError as error:
            raise PlayerError(f"the player {name} cannot be made: {error}") from None
        except ValueError:  # such as of built-in classes: the call itself will tell
            pass
        return partial(_made, source, name, arguments)
    if options:
        raise PlayerError(f"the player {name} takes no options: remove {quoted(f':{options}')}")
    _verify_bot(source, name)
    return partial(_copied, source, name)


def bot_name(source: Any) -> str:
    """Return a bot's attribute ``name``, or else the name of its class or function."""
    own = getattr(source, "__name__", type(source).__name__)
    with _blaming(own):
        name = getattr(source, "name", None)
    return name if isinstance(name, str) else own


def registered(name: str) -> BotSource | None:
    """Return what the installed packages register as ``name``, or None if there is nothing.

    Raises ``PlayerError`` if two packages register it, or if it cannot be imported.
    """
    found = [*entry_points(group=GROUP, name=name)]
    if len(found) > 1:
        packages = " and ".join(entry.dist.name for entry in found if entry.dist)
        raise PlayerError(f"the player {name} is registered more than once: by {packages}")
    return _loaded(found[0]) if found else None


def registrations() -> list[tuple[str, str]]:
    """Return the names that installed packages register, each with its package, sorted."""
    return sorted(
        (entry.name, f"{entry.dist.name} {entry.dist.version}" if entry.dist else "")
        for entry in entry_points(group=GROUP)
    )


def imported(place: str) -> BotSource:
    """Return the attribute at ``MODULE:ATTRIBUTE``, also of a module in the current folder.

    Raises ``PlayerError`` if there is none.
    """
    module, _, attribute = place.partition(":")
    if not all(part.isidentifier() for name in (module, attribute) for part in name.split(".")):
        raise PlayerError(
            f"{MODULE} must be followed by a module and an attribute, such as 'py:my_player:Bot'"
        )
    here = os.getcwd()
    if here not in sys.path:
        sys.path.append(here)  # for good, as a bot may import more when it plays
    return _loaded(EntryPoint(MODULE + place, place, GROUP))


def _loaded(entry: EntryPoint) -> BotSource:
    with _blaming(entry.name, "cannot be imported: "):
        source: BotSource = entry.load()
    return source


def _makes_bots(source: BotSource, name: str) -> TypeGuard[Callable[..., Bot]]:
    with _blaming(name):
        return isinstance(source, type) or (not hasattr(source, "act") and callable(source))


def _made(source: Callable[..., Bot], name: str, arguments: tuple[str, ...]) -> Guest:
    with _blaming(name):
        bot = source(*arguments)
    _verify_bot(bot, name)
    return Guest(bot, name)


def _verify_bot(bot: object, name: str) -> None:
    with _blaming(name):
        act = getattr(bot, "act", None)
    if not callable(act):
        raise PlayerError(
            f"the player {name} must be an object with act(view, seed), "
            "or a class or function that makes one"
        )
    if inspect.iscoroutinefunction(act) or inspect.isgeneratorfunction(act):
        raise PlayerError(f"act of the player {name} must return an action: without async or yield")


def _copied(bot: Any, name: str) -> Guest:
    try:
        return Guest(deepcopy(bot), name)
    except Exception as error:
        raise PlayerError(
            f"the player {name} cannot be copied for every seat ({error}): "
            "give a class or function that makes it"
        ) from error


@contextmanager
def _blaming(name: str, problem: str = "raised ") -> Iterator[None]:
    """Turn any exception into a ``PlayerError`` with the bot's name and the line that failed.

    A bot that exits has failed, too; only Ctrl-C is the user's. The output of a command is its own:
    a bot that the command has imported prints on standard error.
    """
    output = redirect_stdout(sys.stderr) if name.startswith(MODULE) else nullcontext()
    try:
        with output:
            yield
    except (Exception, SystemExit) as error:
        places = [
            f" ({frame.filename}, line {frame.lineno})"
            for frame in extract_tb(error.__traceback__)
            if frame.filename != __file__ and "importlib" not in frame.filename
        ]
        where = places[-1] if places else ""
        message = " ".join([type(error).__name__ + ":", *str(error).split()])
        raise PlayerError(f"the player {name} {problem}{message}{where}") from error
