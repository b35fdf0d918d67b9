"""``dobbm train-tables``: learning and checking the hand values."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.command import dobbm
from dobbm.ai.evaluation import USES, LookupTables


def test_the_tables_are_written_with_how_they_were_made(tmp_path: Path) -> None:
    target = tmp_path / "tables.npz"
    done = dobbm("train-tables", "--output", str(target), "--deals=100", "--games=100", "--seed=3")
    assert (done.returncode, done.stdout) == (0, b"")
    assert b"Dobbms: 100 of 100\n" in done.stderr
    assert b"games: 100 of 100\n" in done.stderr
    assert [*tmp_path.iterdir()] == [target]
    with target.open("rb") as source:
        made = LookupTables.load(source).made
    assert made == {
        "dobbms": 100,
        "solos": 25,
        "games": 100,
        "players": ["simple", "trained"],
        "seed": 3,
    }


def test_a_check_compares_expected_with_actual_values() -> None:
    done = dobbm("train-tables", "--check", "--deals", "200", "--json")
    found = json.loads(done.stdout)
    assert [*found] == [*USES]
    for quality in found.values():
        expected = [tenth["expected"] for tenth in quality["deciles"]]
        assert expected == sorted(expected)
        assert len(expected) == 10
        assert 8 < quality["spread"] < 30
    text = dobbm("train-tables", "--check", "--deals", "200").stdout.decode()
    for name, quality in found.items():
        assert f"{name}: {quality['deciles'][0]['expected']:.1f} -> " in text


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], b"one of the arguments --output --check is required"),
        (["--check", "--deals", "3"], b"must be a whole number of at least 100"),
        (["--output", "/tmp/x.npz", "--players", "nobody"], b"unknown player"),
        (["--output", ".", "--deals=100", "--games=100"], b"Is a directory"),
        (["--output", "/nowhere/x.npz", "--deals=100", "--games=100"], b"No such file"),
    ],
)
def test_bad_requests_are_refused_with_a_message(arguments: list[str], complaint: bytes) -> None:
    done = dobbm("train-tables", *arguments)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert b"Traceback" not in done.stderr
