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
        if name.startswith("dobbm.ai.kernel."):
            continue  # the modules that people use are above these
        try:
            importlib.import_module(name)
        except ImportError as error:
            print(name, error, sep=": ")
"""


def test_every_module_that_needs_numpy_says_which_extra_has_it() -> None:
    done = subprocess.run([sys.executable, "-c", IMPORT_ALL], capture_output=True, check=True)
    refused = dict(line.split(": ", 1) for line in done.stdout.decode().splitlines())
    for module in ("ai.solver", "ai.worlds", "ai.evaluation", "ai.rollouts", "envs", "training"):
        assert f"dobbm.{module}" in refused
    assert "dobbm.players" not in refused
    for message in refused.values():
        assert " needs num" in message
        assert message.endswith(": pip install '.[solver]'")


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
