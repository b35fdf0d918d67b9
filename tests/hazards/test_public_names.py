"""Every public name, against what users of other libraries have stumbled over.

Each table of this folder lists the entry points that face one hazard: copies, seeds, actions of a
wrong type, values at the door. A new public name must be listed in one of them, or in ``SAFE``.
"""

from __future__ import annotations

from importlib import import_module
from inspect import signature

from hazards.test_actions import ACTED
from hazards.test_arguments import CALLED
from hazards.test_copies import COPIED
from hazards.test_doors import DOORS
from hazards.test_seeds import SEEDED

MODULES = (
    "",
    "conditions",
    "envs",
    "envs.datasets",
    "envs.gymnasium",
    "envs.openspiel",
    "envs.pettingzoo",
    "players",
    "arena.match",
    "ai.solver",
    "ai.worlds",
    "training",
)

TESTED_BESIDE = {"Deal.is_legal", "envs.gymnasium.DobbmVectorEnv.close_extras"}

SAFE = {
    # constants, types and errors
    *("CARDS", "PRESETS", "DobbmError", "envs.ACTIONS", "envs.FIELDS", "envs.HIDDEN_FIELDS"),
    *("players.BUILT_IN", "players.MODULE", "players.OUTSIDE", "players.Bot", "players.Player"),
    *("players.Explainer", "players.PlayerFactory", "players.PlayerSource", "training.Role"),
    *("training.Progress", "envs.pettingzoo.NotReset"),
    *("envs.gymnasium.NeverReset", "envs.gymnasium.Closed"),
    # values that only hold what they are given
    "conditions.Condition",
    *("players.Explanation", "players.Reason", "arena.match.MatchDeal", "arena.match.Board"),
    *("ai.solver.Solution", "ai.solver.WorldValues", "training.Decile", "training.Quality"),
    *("envs.datasets.Shard", "envs.datasets.Description"),
    *("players.player_name", "players.registrations", "training.Progress"),
    "envs.pettingzoo.NotReset",
}


def public_names() -> set[str]:
    found = set()
    for place in MODULES:
        module = import_module(f"dobbm.{place}".rstrip("."))
        own = [
            name
            for name, value in vars(module).items()
            if not name.startswith("_") and getattr(value, "__module__", "") == module.__name__
        ]
        names = getattr(module, "__all__", own)
        found |= {f"{place}.{name}".lstrip(".") for name in names if not hasattr(names, "items")}
    return found


def methods() -> set[str]:
    """Return the public methods with arguments of all public classes that do something."""
    found = set()
    for name in public_names() - SAFE:
        place, _, own = name.rpartition(".")
        public = getattr(import_module(f"dobbm.{place}".rstrip(".")), own)
        for method, value in vars(public).items() if isinstance(public, type) else ():
            function = getattr(value, "__func__", value)
            if method.startswith("_") or not callable(function):
                continue
            if len(signature(function).parameters) > 1:
                found.add(f"{name}.{method}")
    return found


INNER = {"ai.solver.Solver.values", "ai.worlds.Worlds.drawn", "ai.worlds.Worlds.listed"}
"""Methods for the package itself, which passes the kernel's own arrays."""


def test_every_method_with_arguments_is_in_a_table() -> None:
    assert methods() - CALLED.keys() - TESTED_BESIDE == INNER


def test_every_public_name_is_in_a_table() -> None:
    tables = (COPIED, SEEDED, ACTED, DOORS, CALLED)
    listed = {name.partition(",")[0] for table in tables for name in table}
    missing = public_names() - listed - TESTED_BESIDE - SAFE
    assert not missing
    assert not SAFE - public_names()
