"""``dobbm exercises``: find, check and pack exercises."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.command import dobbm
from exercises.samples import BID, ENDING, first_of


@pytest.fixture
def found(tmp_path: Path) -> Path:
    """A file with two exercises."""
    path = tmp_path / "exercises.jsonl"
    lines = [json.dumps(first_of(stream).to_json()) for stream in (BID, ENDING)]
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


def test_a_search_goes_on_with_its_file(tmp_path: Path) -> None:
    path = tmp_path / "exercises.jsonl"
    options = ("--count", "1", "--seed", "3", "-o", str(path))
    assert dobbm("exercises", "make", *options).returncode == 0
    whole = path.read_text()
    path.write_text(whole + whole[:50])  # cut off in the middle of a line
    done = dobbm("exercises", "make", *options)
    assert path.read_text() == whole
    assert b"1 exercise\nkinds: bid 1\n" in done.stdout


def test_a_check_counts_what_is_confirmed(found: Path) -> None:
    done = dobbm("exercises", "check", str(found), "--seed", "2", "--sample", "1")
    assert done.returncode == 0
    assert b"confirmed by pimc:strong: 1 of 1 (100.0 %)" in done.stdout


def test_a_check_keeps_what_is_confirmed(found: Path, tmp_path: Path) -> None:
    confirmed = tmp_path / "confirmed.jsonl"
    done = dobbm("exercises", "check", str(found), "--seed", "8", "-o", str(confirmed))
    assert done.returncode == 0
    assert confirmed.read_text() == found.read_text()


def test_a_page_reads_the_short_form(found: Path, tmp_path: Path) -> None:
    target = tmp_path / "exercises.json"
    assert dobbm("exercises", "pack", str(found), "-o", str(target)).returncode == 0
    assert len(json.loads(target.read_text())["exercises"]) == 2


def test_a_bad_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "exercises.jsonl"
    path.write_text('{"kind": "bid"}\n')
    done = dobbm("exercises", "check", str(path))
    assert done.returncode == 2
    assert f"{path}, line 1: ".encode() in done.stderr
