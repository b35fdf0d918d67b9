from __future__ import annotations

import json
from pathlib import Path

import pytest

from dobbm.cli import main


def test_the_studies_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["study"]) == 0
    listed = capsys.readouterr().out
    assert "hands  which hands suffice for a Dobbm (2,000,000 deals)" in listed


def test_a_study_prints_and_writes_what_it_has_found(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    command = ["study", "hands", "--deals", "300", "--seed", "4"]
    assert main([*command, "--output", str(tmp_path / "new")]) == 0
    printed = capsys.readouterr()
    assert "three hearts and a sow" in printed.out
    assert "hands: 300 of 300" in printed.err
    page = (tmp_path / "new" / "hands.md").read_text()
    assert page.endswith("`dobbm study hands --deals 300 --seed 4`\n")
    assert (tmp_path / "new" / "hands.svg").read_text().startswith("<svg")
    assert main([*command, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {row["name"] for row in found["rows"]} >= {"either", "neither"}


def test_processes_find_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["study", "luck", "--deals", "30", "--json"]
    found = []
    for jobs in ("1", "2"):
        assert main([*command, "--jobs", jobs]) == 0
        found.append(capsys.readouterr().out)
    assert found[0] == found[1]


def test_an_unknown_study_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["study", "weather"]) == 2
    assert "unknown study 'weather': the studies are hands, seats, luck" in capsys.readouterr().err
