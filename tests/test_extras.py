"""Messages about optional libraries that are missing."""

from __future__ import annotations

import subprocess
import sys

import pytest

from dobbm.extras import MissingLibrary, extra_solver
from dobbm.game.errors import DobbmError, PlayerError

IMPORT_ALL = """
import importlib, pkgutil, sys
sys.modules["numba"] = sys.modules["numpy"] = None
import dobbm
folders = [f"{dobbm.__path__[0]}/{part}" for part in ("ai", "players", "arena", "training", "envs")]
for folder in folders:
    package = "dobbm." + folder.rpartition("/")[2]
    modules = pkgutil.walk_packages([folder], f"{package}.", onerror=lambda name: None)
    for name in (package, *(module.name for module in modules)):
        try:
            importlib.import_module(name)
        except ImportError as error:
            if not hasattr(error, "code"):
                raise
            print(name, error, sep=": ")
"""


def test_every_module_that_needs_numpy_says_which_extra_has_it() -> None:
    done = subprocess.run([sys.executable, "-c", IMPORT_ALL], capture_output=True, check=True)
    refused = dict(line.split(": ", 1) for line in done.stdout.decode().splitlines())
    ours = "ai.kernel ai.native envs training"
    for module in ours.split():
        assert f"dobbm.{module}" in refused
    assert "dobbm.players" not in refused
    for message in refused.values():
        assert " needs num" in message
        assert message.endswith(": pip install '.[solver]'")


NEEDS = {
    "gymnasium": ("envs", "dobbm.envs.gymnasium dobbm.envs.pettingzoo"),
    "pettingzoo": ("envs", "dobbm.envs.pettingzoo"),
    "pyspiel": ("envs", "dobbm.envs.openspiel"),
    "numpy": ("solver", "dobbm.studies dobbm.training dobbm.envs.datasets"),
    "wasmtime": ("bots", "dobbm.ai.wasmtime"),
    "numba": ("solver", "dobbm.ai.kernel.playouts dobbm.ai.kernel"),
    "jax": ("network", "dobbm.training.network_self_play"),
    "distributed": ("cluster", "dobbm.cluster"),
    "sqlalchemy": ("server", "dobbm.store dobbm.store.backups"),
    "fastapi": ("server", "dobbm.server.app dobbm.server.api"),
}
"""Libraries, each with its extra and modules that need it."""

IMPORT = """
import importlib, sys
from dobbm.game.errors import DobbmError
for needed in sys.argv[1:]:
    library, *modules = needed.split()
    loaded, sys.modules[library] = sys.modules.get(library), None
    for name in [name for name in sys.modules if name.startswith("dobbm.")]:
        if name != "dobbm.game.errors":
            del sys.modules[name]
    for name in modules:
        try:
            importlib.import_module(name)
        except DobbmError as error:
            print(library, name, error)
    if loaded:
        sys.modules[library] = loaded
    else:
        del sys.modules[library]
"""


def test_every_module_names_the_extra_that_it_lacks() -> None:
    needed = [f"{library} {modules}" for library, (_, modules) in NEEDS.items()]
    command = [sys.executable, "-c", IMPORT, *needed]
    lines = subprocess.run(command, capture_output=True, check=True).stdout.decode().splitlines()
    named = {tuple(line.split()[:2]): line for line in lines}
    for library, (extra, modules) in NEEDS.items():
        for module in modules.split():
            line = named[library, module]
            assert line.endswith(f" needs {library}: pip install '.[{extra}]'"), line


def test_a_missing_library_is_an_import_error_and_one_of_ours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(MissingLibrary, match="^this needs numba: ") as caught, extra_solver():
        import numba  # noqa: F401
    assert isinstance(caught.value, DobbmError)
    assert isinstance(caught.value, ImportError)
    assert caught.value.name == "numba"


def test_the_outermost_guard_says_what_is_missing_the_library(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    with (
        pytest.raises(PlayerError, match="^pimc needs numba: "),
        extra_solver("pimc", PlayerError),
        extra_solver("the solver"),
    ):
        import numba  # noqa: F401


PLAY = """
import sys
sys.modules["numba"] = sys.modules["llvmlite"] = sys.modules["numpy"] = None
from dobbm import Deal, View
from dobbm.ai.solver import solve
from dobbm.game.cards import DECK
from dobbm.players import make_player
bots = [make_player(name) for name in ("trained", "network", "pimc:quick", "pimc:quick,belief=off")]
deal = Deal.start(DECK, dealer=3).apply_all(["dobbm", "weiter", "weiter", "weiter"])
while deal.to_act is not None:
    deal = deal.apply(bots[deal.to_act].act(View.of(deal, deal.to_act), 7))
    if deal.phase == "play":
        solve(deal)
print(deal.phase)
"""


def test_the_strong_bots_and_the_solver_need_neither_numba_nor_numpy() -> None:
    done = subprocess.run([sys.executable, "-c", PLAY], capture_output=True, check=False)
    assert (done.stdout, done.stderr) == (b"done\n", b"")


ASK_FOR_ARRAYS = """
import sys
sys.modules["numba"] = sys.modules["llvmlite"] = sys.modules["numpy"] = None
from dobbm import Deal, View
from dobbm.ai import evaluation, network, rollouts, solver, worlds
from dobbm.extras import MissingLibrary
from dobbm.game.cards import DECK
view = View.of(Deal.start(DECK, dealer=3).apply_all(["solo", "gut", "gut", "gut"]), 0)
for ask in (
    lambda: worlds.Worlds.of(view).sample(2, 1),
    lambda: solver.Solver().solve_worlds(view, []),
    lambda: rollouts.play_worlds(view, [], 1),
    lambda: evaluation.solo_points_each([1]),
    evaluation.lookup_tables,
    rollouts.learned_policy,
    lambda: network.TrainedNetwork.load(None),
):
    try:
        ask()
    except MissingLibrary as error:
        print(error)
"""


def test_what_returns_arrays_names_the_extra_with_numpy() -> None:
    done = subprocess.run([sys.executable, "-c", ASK_FOR_ARRAYS], capture_output=True, check=False)
    lines = done.stdout.decode().splitlines()
    assert len(lines) == 7, done.stderr
    assert all(line.endswith(" needs numpy: pip install '.[solver]'") for line in lines)
