"""Compiled code is cached, never stale and dispensable, as a copy of the package shows."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from time import time
from typing import NamedTuple

import pytest

from dobbm.ai.code_cache import (
    GAME,
    PACKAGE,
    cache_folder,
    is_ready,
    mark_ready,
    sources,
)

SOLVE = """
import json
from numba.core.event import install_recorder
with install_recorder("numba:compile") as compiled:
    from dobbm.game.cards import DECK
    from dobbm.game.deal import Deal
    from dobbm.ai.machine import use_machine
    from dobbm.ai.solver import solve
    use_machine("native")
    value = solve(Deal.start(DECK, dealer=3).apply_all("solo gut gut gut".split())).value
print(json.dumps([value, len(compiled.buffer)]))
"""

TRUMP = """
import json
from numba.core.event import install_recorder
from dobbm.ai.kernel.position import Trick, wins
with install_recorder("numba:compile") as compiled:
    from dobbm.game.cards import CARDS
    taken = wins(Trick(1, 1, CARDS["AS"], CARDS["AS"]), CARDS["H6"])
print(json.dumps([int(taken), len(compiled.buffer)]))
"""
"""A program that compiles quickly."""

SAVES = f"""
import fcntl, json
from numba.core.caching import IndexDataCacheFile
from dobbm.ai.code_cache import cache_folder

def save_watched(self, key, data):
    with (cache_folder() / "saving").open() as other:
        try:
            fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
            alone.append(False)
        except BlockingIOError:
            alone.append(True)
    save(self, key, data)

alone, save = [], IndexDataCacheFile.save
IndexDataCacheFile.save = save_watched
{TRUMP}
print(json.dumps([alone.count(False), alone.count(True)]))
"""
"""The same, which counts the functions saved while others may save, and those saved alone."""

UNKEPT = "compiled code cannot be kept, so that every start compiles\n"


class Output(NamedTuple):
    """The output of a program."""

    answer: int
    compiled: int
    """The number of functions compiled, not merely loaded."""


def run(program: str, package: Path, cache: str) -> Output:
    """Run a program in a new process with this package and this folder for caches."""
    return Output(*printed_by(program, package, cache))


def printed_by(program: str, package: Path, cache: str) -> list[int]:
    """The numbers in the last line that a program prints in a new process."""
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={
            **os.environ,
            "PYTHONPATH": str(package.parent),
            "PYTHONDONTWRITEBYTECODE": "1",
            "XDG_CACHE_HOME": cache,
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == (UNKEPT if cache == os.devnull else "")
    numbers: list[int] = json.loads(done.stdout.splitlines()[-1])
    return numbers


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package."""
    copied = tmp_path / "copied" / "dobbm"
    shutil.copytree(PACKAGE, copied, ignore=shutil.ignore_patterns("__pycache__"))
    return copied


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The folder for the caches of this process and of new ones."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return str(tmp_path / "cache")


@pytest.mark.long
@pytest.mark.parametrize("program", [TRUMP, SOLVE])
def test_a_changed_rule_is_compiled_again_and_an_unchanged_one_is_not(
    program: str, package: Path, cache: str
) -> None:
    value, compiled = run(program, package, cache)
    assert compiled
    assert run(program, package, cache) == (value, 0)

    # Leaves are trumps now, in a file with the same size and times that is not compiled directly.
    source = package / "game" / "tricks.py"
    times = source.stat().st_atime_ns, source.stat().st_mtime_ns
    rule, other_rule = "(HEARTS | suit_of(led))", "(LEAVES | suit_of(led))"
    text = source.read_text()
    assert rule in text
    source.write_text(text.replace(rule, other_rule))
    os.utime(source, ns=times)
    changed = run(program, package, cache)
    assert changed.compiled
    assert changed.answer != value

    source.write_text(text)
    assert run(program, package, cache) == (value, 0)


@pytest.mark.usefixtures("cache")
def test_a_change_in_any_compiled_source_is_noticed(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dobbm.ai.code_cache.PACKAGE", package)
    before = cache_folder()
    names = [source.relative_to(package) for source in sources()]
    assert {"game/tricks.py", "game/cards.py", "ai/kernel/search.py"} <= {*map(str, names)}
    folders = {before}
    for name in names:
        with (package / name).open("a") as source:
            source.write("\n")
        folders.add(cache_folder())
    assert len(folders) == 1 + len(names)


@pytest.mark.usefixtures("cache")
def test_each_installation_compiles_for_itself(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = cache_folder()
    assert own
    mark_ready(own)
    assert is_ready()
    monkeypatch.setattr("dobbm.ai.code_cache.PACKAGE", package)
    assert not is_ready()


@pytest.mark.usefixtures("cache")
def test_code_for_another_processor_or_numba_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a home that several machines share, and after an upgrade."""
    own = cache_folder()
    assert own
    mark_ready(own)
    with monkeypatch.context() as elsewhere:
        elsewhere.setenv("NUMBA_CPU_NAME", "generic")
        assert not is_ready()
    monkeypatch.setattr("dobbm.ai.code_cache.version", lambda _library: "0.1")
    assert not is_ready()


def test_every_module_that_compiled_code_imports_is_watched() -> None:
    imported = {
        node.module
        for source in PACKAGE.glob("ai/kernel/*.py")
        for node in ast.walk(ast.parse(source.read_text()))
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("dobbm.")
    }
    others = {module for module in imported if not module.startswith("dobbm.ai.kernel")}
    assert others <= {
        "dobbm.ai.code_cache",
        "dobbm.ai.layout",
        "dobbm.extras",
        "dobbm.locks",
        *(f"dobbm.game.{module}" for module in GAME),
    }


@pytest.mark.long
def test_without_a_writable_folder_code_is_compiled_every_time(package: Path) -> None:
    first, second = (run(SOLVE, package, os.devnull) for _ in range(2))
    assert first == second
    assert first.compiled


@pytest.mark.long
@pytest.mark.parametrize("left", [0, 500])
@pytest.mark.parametrize("kind", ["nbi", "nbc"])
def test_damaged_code_is_compiled_and_cached_again(
    package: Path, cache: str, kind: str, left: int
) -> None:
    intact = run(TRUMP, package, cache)
    for cached in Path(cache).rglob(f"*.{kind}"):
        cached.write_bytes(cached.read_bytes()[:left])
    assert run(TRUMP, package, cache) == intact
    assert run(TRUMP, package, cache) == intact._replace(compiled=0)


@pytest.mark.long
def test_on_a_full_disk_code_is_used_but_not_cached(package: Path, cache: str) -> None:
    intact = run(TRUMP, package, cache)
    full = f"import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n{TRUMP}"
    shutil.rmtree(cache)
    assert run(full, package, cache).answer == intact.answer


def test_without_a_home_folder_there_is_no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert cache_folder() is None
    assert not is_ready()


@pytest.mark.long
def test_nothing_is_written_into_the_package(package: Path, cache: str) -> None:
    everything = sorted(package.rglob("*"))
    for path in [package, *everything]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    assert [run(TRUMP, package, cache).compiled > 0 for _ in range(2)] == [True, False]
    assert sorted(package.rglob("*")) == everything


@pytest.mark.usefixtures("cache")
def test_code_unused_for_a_month_is_removed() -> None:
    folder = cache_folder()
    assert folder
    recent, unused = folder.with_name("kernel-0123"), folder.with_name("kernel-4567")
    for other, days in ((recent, 29), (unused, 31), (folder, 365)):
        (other / "search").mkdir(parents=True)
        used = time() - days * 24 * 3600
        os.utime(other, (used, used))
    mark_ready(folder)
    assert sorted(folder.parent.iterdir()) == sorted([recent, folder])


@pytest.mark.long
def test_one_process_at_a_time_saves_compiled_code(package: Path, cache: str) -> None:
    others, alone = printed_by(SAVES, package, cache)
    assert others == 0
    assert alone
