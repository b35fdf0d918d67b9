"""The package in forked, spawned and unusual processes: nothing hangs or needs sources."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

import dobbm
from dobbm import Deal, to_record
from dobbm.game.cards import DECK
from tiers import only_long

ROOT = Path(dobbm.__file__).parent
PATIENCE = 900.0
"""Seconds after which a process has hung, even on a busy machine."""

PLAYED = """
import dobbm
from dobbm.ai.solver import Solver
from dobbm.ai.worlds import Worlds
from dobbm.game.cards import DECK
from dobbm.players import make_player

deal = dobbm.Deal.start(DECK, dealer=3).apply_all(["solo", "gut", "gut", "gut"])
view = dobbm.View.of(deal, 0)
worlds = Worlds.of(view).sample(4, seed=1)
player, solver = make_player("pimc:worlds=4"), Solver(threads=2)


def answers():
    return player.act(view, 1), solver.solve_worlds(view, worlds).points.tolist()
"""

IN_A_FORK = (
    PLAYED
    + """
import os

first = answers()
for _ in range(2):
    child = os.fork()
    if not child:
        os._exit(0 if answers() == first else 1)
    assert os.waitpid(child, 0)[1] == 0
assert answers() == first
print("done")
"""
)

IN_A_POOL = (
    PLAYED
    + """
import multiprocessing, sys

if __name__ == "__main__":
    first = answers()
    with multiprocessing.get_context(sys.argv[1]).Pool(1) as pool:
        assert pool.apply(player.act, (view, 1)) == first[0]
        points = pool.apply(solver.solve_worlds, (view, worlds)).points
    assert points.tolist() == first[1]
    print("done")
"""
)

WITH_A_PROGRAM = """
import os, sys
import dobbm
from dobbm.game.cards import DECK
from dobbm.players import make_player

bot = 'import json,os,sys\\nfor line in sys.stdin: print(json.dumps({"id": json.loads(line)["id"],'
bot += '"action": str(os.getpid())}), flush=True)'
player = make_player(f"exec:{sys.executable} -c '{bot}'")
view = dobbm.View.of(dobbm.Deal.start(DECK, dealer=3), 0)
own = player.act(view, 1)
child = os.fork()
if not child:
    other = player.act(view, 1)
    player.close()
    os._exit(0 if other and other != own else 1)
assert os.waitpid(child, 0)[1] == 0
assert player.act(view, 1) == own
player.close()
print("done")
"""

WITH_WORKERS = """
from dobbm import Rules
from dobbm.arena.match import Match, play_boards

match = Match("simple", "random", Rules(max_doublings=3))
boards = [*play_boards(match, range(2), jobs=2)]
assert [board.deck for board in boards] == [0, 1]
print("done")
"""

BEGUN_ELSEWHERE = """
import os
from concurrent.futures import ThreadPoolExecutor
from dobbm.game.errors import DobbmError
from dobbm.workers import run_all

with ThreadPoolExecutor(1) as threads:
    squares = run_all(lambda: lambda n: n * n, range(1000), threads)
    next(squares)
    child = os.fork()
    if not child:
        try:
            list(squares)
        except DobbmError as error:
            os._exit(0 if "begun in another process" in str(error) else 1)
        os._exit(2)
    assert os.waitpid(child, 0)[1] == 0
    assert len(list(squares)) == 999
print("done")
"""

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")


def output(
    *arguments: str, program: str = "", folder: Path | None = None, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run Python with a program on its standard input."""
    return subprocess.run(
        [sys.executable, *arguments],
        input=program,
        cwd=folder,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


on_each_machine = pytest.mark.parametrize("kernel", ["native", "wasm"])


@needs_fork
@pytest.mark.parametrize("program", [WITH_A_PROGRAM, BEGUN_ELSEWHERE])
def test_a_fork_has_pools_and_programs_of_its_own(program: str) -> None:
    done = output("-c", program)
    assert done.stdout == "done\n", done.stderr


@needs_fork
@on_each_machine
def test_a_fork_of_a_program_from_standard_input_plays_and_solves(kernel: str) -> None:
    done = output("-", program=IN_A_FORK, DOBBM_KERNEL=kernel)
    assert done.stdout == "done\n", done.stderr


@pytest.mark.parametrize(
    ("start", "kernel"),
    [
        ("fork", "native"),
        ("spawn", "wasm"),
        *(
            pytest.param(start, kernel, marks=pytest.mark.long)
            for start, kernel in (
                ("forkserver", "native"),
                ("spawn", "native"),
                ("fork", "wasm"),
                ("forkserver", "wasm"),
            )
        ),
    ],
)
def test_players_and_solvers_work_in_the_processes_of_others(
    start: str, kernel: str, tmp_path: Path
) -> None:
    (tmp_path / "program.py").write_text(IN_A_POOL)
    done = output("program.py", start, folder=tmp_path, DOBBM_KERNEL=kernel)
    assert done.stdout == "done\n", done.stderr


def test_a_program_with_workers_may_come_from_standard_input() -> None:
    done = output("-", program=WITH_WORKERS)
    assert done.stdout == "done\n", done.stderr


IMPORT_ALL = """
import importlib, sys
from dobbm.game.errors import DobbmError
for name in sys.argv[1:]:
    try:
        importlib.import_module(name)
    except DobbmError as error:
        print(error)
    else:
        print("works")
"""


def test_without_compilation_compiled_code_says_so() -> None:
    needing = ("dobbm.envs", "dobbm.ai.kernel.search", "dobbm.training")
    done = output("-c", IMPORT_ALL, *needing, NUMBA_DISABLE_JIT="1")
    said = "this needs compiled code, and NUMBA_DISABLE_JIT forbids it: unset it"
    assert done.stdout.splitlines() == [said] * len(needing), done.stderr
    match = ("match", "trained", "simple", "--decks=1")
    done = output("-m", "dobbm", *match, NUMBA_DISABLE_JIT="1", DOBBM_KERNEL="native")
    assert (done.returncode, done.stderr) == (2, f"dobbm: {said}\n")


def test_without_compilation_the_strong_bots_play() -> None:
    match = ("match", "trained", "simple", "--decks=1")
    done = output("-m", "dobbm", *match, NUMBA_DISABLE_JIT="1")
    assert (done.returncode, done.stderr) == (0, "")


def installed(kind: str, folder: Path) -> Path:
    """Install the package as a zip file, or without its sources; return the place to import."""
    unwanted = ("__pycache__", "*.svg", "*.woff2", "*.po")
    ignored = shutil.ignore_patterns(*unwanted)
    shutil.copytree(ROOT, folder / "copy" / "dobbm", ignore=ignored)
    if kind == "zip":
        return Path(shutil.make_archive(str(folder / "dobbm"), "zip", folder / "copy"))
    compiled = output("-m", "compileall", "-q", "-b", str(folder / "copy"))
    assert compiled.returncode == 0
    for source in (folder / "copy").rglob("*.py"):
        source.unlink()
    return folder / "copy"


def run_installed(place: Path, program: str, arguments: Iterable[str] = (), given: str = "") -> str:
    """Run a program with the package at ``place``, and return what it prints."""
    there = f"import sys; sys.path.insert(0, {str(place)!r})\n"
    done = output("-c", there + program, *arguments, program=given, folder=place.parent)
    assert done.returncode == 0, done.stderr
    return done.stdout


COMMAND = "import runpy; sys.argv[0] = 'dobbm'; runpy.run_module('dobbm', run_name='__main__')"

READS_ITS_FILES = """
import dobbm
from dobbm.ai.code_cache import cache_folder, is_ready
from dobbm.server.site import LOCALE, Site
from dobbm.store import migrations
from dobbm.text.translations import translator

assert sys.path[0] in dobbm.__file__
assert cache_folder() is None
assert not is_ready()
assert (LOCALE / "de" / "LC_MESSAGES" / "dobbm.json").exists()
assert b"<body" in Site().page("start.html").data
print(migrations.known_versions()[0], translator("de").gettext("declarer"))
"""


@pytest.mark.parametrize("kind", ["zip", *only_long("bytecode")])
def test_no_sources_are_needed_to_read_the_files_of_the_package(kind: str, tmp_path: Path) -> None:
    place = installed(kind, tmp_path)
    assert run_installed(place, READS_ITS_FILES) == "4 Alleinspieler\n"
    deal = json.loads(run_installed(place, COMMAND, ["deal", "--seed=7"]))
    assert len(deal["deck"]) == 36
    run_installed(place, COMMAND, ["match", "pimc:quick", "simple", "--decks=1"])
    record = json.dumps(to_record(Deal.start(DECK, dealer=3).apply_all("solo gut gut gut".split())))
    assert "value" in json.loads(run_installed(place, COMMAND, ["solve"], record))
