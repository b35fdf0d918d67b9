"""CI runs the long tests whose sources the last commits touched."""

from __future__ import annotations

import os
import re
import subprocess
from fnmatch import fnmatch
from pathlib import Path

import pytest

from scripts.long_tests import BUDGET, LONG_TESTS, ROOT, LongTests, choose, last_touched

FILES = [
    path.relative_to(ROOT).as_posix()
    for pattern in ("[!.]*", "[!.]*/**/*")
    for path in ROOT.glob(pattern)
    if path.is_file()
]
LARGER = re.compile(
    r"mark\.long\b|\b(?:only_long|sample_size)\(|^from hypothesis import .*\bgiven\b|"
    "RuleBasedStateMachine",
    re.MULTILINE,
)


def running(*touched: str, budget: float = BUDGET) -> list[str]:
    return [choice.module for choice in choose([*touched], budget) if choice.runs]


def test_every_module_with_long_tests_is_listed_once() -> None:
    modules = [tests.module for tests in LONG_TESTS]
    larger = [
        path.relative_to(ROOT).as_posix()
        for path in ROOT.glob("tests/**/test_*.py")
        if LARGER.search(path.read_text()) and path.name != Path(__file__).name
    ]
    assert sorted(modules) == sorted(larger)


@pytest.mark.parametrize("tests", LONG_TESTS, ids=lambda tests: tests.module)
def test_every_source_exists(tests: LongTests) -> None:
    for pattern in tests.sources:
        assert any(fnmatch(file, pattern) for file in FILES), pattern
    assert tests.minutes > 0


def test_a_module_runs_when_it_or_one_of_its_sources_was_touched() -> None:
    assert running("tests/ai/test_claims.py") == ["tests/ai/test_claims.py"]
    assert running("LICENSE", "src/dobbm/ai/claims.py") == ["tests/ai/test_claims.py"]


def test_a_module_runs_when_a_helper_in_its_folder_was_touched() -> None:
    assert "tests/runtime/test_world.py" in running("tests/runtime/world.py", budget=60)
    assert running("tests/runtime/test_runner.py") == []


def test_nothing_runs_when_no_source_was_touched() -> None:
    assert running() == running("LICENSE", "tests/tables.py") == []
    assert {choice.reason for choice in choose(["LICENSE"])} == {"no source was touched"}


def test_modules_touched_last_run_first_and_the_rest_is_left_out() -> None:
    sources = ["src/dobbm/ai/claims.py", "tests/game/perft/small.txt"]
    assert running(*sources) == ["tests/ai/test_claims.py", "tests/game/test_perft.py"]
    assert running(*reversed(sources)) == ["tests/game/test_perft.py", "tests/ai/test_claims.py"]
    assert running(*sources, budget=8) == ["tests/ai/test_claims.py"]
    assert "tests/runtime/test_world.py" not in running("tests/runtime/world.py", budget=10)
    assert choose(sources, 8)[1].reason == "takes 0.5 minutes, 0 are left"


def test_the_last_commits_are_those_of_one_day(tmp_path: Path) -> None:
    def commit(name: str, date: str) -> None:
        (tmp_path / name).touch()
        author = ("-c", "user.name=Vroni", "-c", "user.email=vroni@dobbm.example")
        for arguments in (["add", name], [*author, "commit", "--message=A file", "--date", date]):
            subprocess.run(
                ["git", "-C", str(tmp_path), *arguments],
                env={**os.environ, "GIT_COMMITTER_DATE": date},
                stdout=subprocess.DEVNULL,
                check=True,
            )

    subprocess.run(["git", "init", "--quiet", str(tmp_path)], check=True)
    commit("old", "2026-01-01T11:00:00Z")
    commit("recent", "2026-01-01T13:00:00Z")
    commit("new", "2026-01-02T12:00:00Z")
    assert last_touched(tmp_path) == ["new", "recent"]
