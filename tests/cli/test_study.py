from __future__ import annotations

import json
import signal
import subprocess
from pathlib import Path

import pytest

from cli.command import DOBBM
from dobbm.cli import main
from tiers import only_long

PATIENCE = 60.0
"""Seconds."""


def test_the_studies_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["study"]) == 0
    listed = capsys.readouterr().out
    assert "hands       which hands suffice for a Dobbm (2,000,000 deals)" in listed


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
    assert (
        "unknown study 'weather': the studies are hands, leads, fuchs," in capsys.readouterr().err
    )


@pytest.mark.parametrize("send", [signal.SIGINT, signal.SIGKILL, *only_long(signal.SIGTERM)])
def test_an_interrupted_study_continues(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, send: signal.Signals
) -> None:
    kept = tmp_path / "stockerl.npz"
    command = ["study", "stockerl", "--deals", "1000", "--seed", "3"]
    with subprocess.Popen(
        [*DOBBM, *command, "--save", str(kept)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stderr
        assert process.stderr.readline() == b"stockerl: 50 of 1,000\n"
        assert process.stderr.readline() == b"stockerl: 100 of 1,000\n"
        process.send_signal(send)
        printed, errors = process.communicate(timeout=PATIENCE)
    assert printed == b""
    assert b"Traceback" not in errors
    if send == signal.SIGINT:
        assert process.returncode == 130
        assert b"interrupted\nafter " in errors
        assert b"5 players: trained" in errors
    assert main([*command, "--save", str(kept)]) == 0
    continued = capsys.readouterr()
    assert "stockerl: 50 of 1,000" not in continued.err
    assert main(command) == 0
    assert capsys.readouterr().out == continued.out


def test_the_file_of_another_study_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    command = ["study", "hands", "--deals", "30", "--save", str(tmp_path / "kept.npz")]
    assert main([*command, "--seed", "1"]) == 0
    assert main([*command, "--seed", "2"]) == 2
    assert 'another study: "seed" is 1, not 2' in capsys.readouterr().err
