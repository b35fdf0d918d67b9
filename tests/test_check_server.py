"""``make check-server`` runs every test that CONTRIBUTING.md says it runs."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "CONTRIBUTING.md").read_text()
[TABLE] = re.findall(r"^\| the server withstands \|.*?^$", PAGE, re.MULTILINE | re.DOTALL)
ROWS = [row.split(" | ") for row in TABLE.splitlines()[2:]]


@pytest.fixture(scope="module")
def folders() -> list[str]:
    """The folders and files whose tests the target runs, relative to the folder of all tests."""
    make = ["make", "--dry-run", "--no-print-directory", "check-server"]
    done = subprocess.run(make, cwd=ROOT, capture_output=True, text=True, check=True)
    command = shlex.split(done.stdout.splitlines()[-1])
    return [word.removeprefix("tests/") for word in command if word.startswith("tests/")]


def test_everything_that_the_target_runs_exists(folders: list[str]) -> None:
    assert folders
    for folder in folders:
        assert (ROOT / "tests" / folder).exists(), folder


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0].removeprefix("| "))
def test_the_target_runs_the_tests_of_every_row(row: list[str], folders: list[str]) -> None:
    _, tests = row
    files = re.findall(r"`([\w/]+\.py)`", tests)
    assert files
    for file in files:
        assert (ROOT / "tests" / file).is_file(), file
        assert {file, *(str(folder) for folder in Path(file).parents)} & {*folders}, file
