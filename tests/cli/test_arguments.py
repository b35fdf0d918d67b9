"""The option ``--cluster`` of all commands that have it: the same output as from this process."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.command import dobbm, line_of
from clusters import RecordingExecutor
from drawing import lying

COMMANDS = {
    "match": "match simple random --decks 3",
    "league": "league simple random --decks 2 --json",
    "solve": "solve",
    "study": "study hands --deals 1000 --json",
    "dataset": "dataset simple --deals 5 --output {}",
    "train-policy": "train-policy --decisions 10000 --output {}",
    "train-tables": "train-tables --check --deals 100",
}
MILLISECONDS = re.compile(rb'[\d.]+ ms per action|"seconds_per_action": {.*?}')


def outcome(folder: Path, command: str, *options: str) -> tuple[bytes, list[bytes]]:
    """Run a command; return what it prints, without times and paths, and the files it writes."""
    place = folder / "-".join(["written", *options])
    lines = line_of(lying().apply("HS")) + line_of(lying().apply("LS"))
    done = dobbm(*command.format(place).split(), *options, lines=lines)
    assert done.returncode == 0, done.stderr
    printed = MILLISECONDS.sub(b"", done.stdout).replace(str(place).encode(), b"")
    written = [place] if place.is_file() else sorted(place.glob("*"))
    return printed, [path.read_bytes() for path in written]


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(line, marks=pytest.mark.long if name == "train-policy" else (), id=name)
        for name, line in COMMANDS.items()
    ],
)
def test_a_cluster_gives_the_same_output(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    executor = RecordingExecutor()
    asked: list[str] = []

    def cluster(address: str) -> RecordingExecutor:
        asked.append(address)
        return executor

    monkeypatch.setattr("dobbm.cluster.Cluster", cluster)
    there = outcome(tmp_path, command, "--cluster", "host:8786")
    assert asked == ["host:8786"]
    assert executor.submitted
    assert outcome(tmp_path, command, "--jobs", "1") == there


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS.keys())
def test_a_cluster_replaces_processes(command: str, tmp_path: Path) -> None:
    place = tmp_path / "none"
    done = dobbm(*command.format(place).split(), "--cluster", "host:8786", "--jobs", "2")
    assert done.returncode == 2
    assert b"argument --jobs: not allowed with argument --cluster" in done.stderr
