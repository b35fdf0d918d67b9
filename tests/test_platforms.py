"""Systems without Unix modules, and output that is not UTF-8."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli.command import DOBBM, dobbm, line_of
from dobbm.cli import COMMANDS
from dobbm.game.errors import PlayerError
from dobbm.players import make_player
from dobbm.terminal.screen import Screen
from drawing import open_deal

IN_PLAY = line_of(open_deal().apply_all(["solo", "gut", "gut", "gut"]))

UNIX = ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty", "uvloop")

WITHOUT_UNIX = f"""
import os, signal, sys

sys.modules |= dict.fromkeys({UNIX})
del os.killpg, os.set_blocking, signal.pthread_sigmask
"""

RUN = """
from dobbm.cli import main

sys.exit(main(sys.argv[1:]))
"""


def without_unix(program: str, *arguments: str, lines: bytes = b"") -> bytes:
    """Return what a program prints on a system without the modules of Unix."""
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_UNIX + program, *arguments],
        input=lines,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["replay"],
        ["solve"],
        ["match", "simple", "pimc:quick", "--decks", "1"],
        ["match", "simple", "random", "--decks", "1", "--jobs", "2"],
        ["rules"],
        ["serve", "--help"],
    ],
    ids=" ".join,
)
def test_commands_run_without_unix(arguments: list[str]) -> None:
    assert without_unix(RUN, *arguments, lines=IN_PLAY)


def test_a_game_in_the_terminal_is_saved_and_a_match_too_without_unix(tmp_path: Path) -> None:
    session, saved = tmp_path / "session.jsonl", tmp_path / "match.jsonl"
    assert b"saved" in without_unix(RUN, "play", "--session", str(session), "--seed", "1")
    assert session.read_bytes()
    without_unix(RUN, "match", "simple", "random", "--decks", "1", "--save", str(saved))
    assert len(saved.read_bytes().splitlines()) == 6


def test_the_environments_run_without_unix() -> None:
    program = """
from dobbm.envs import Batch

batch = Batch(4)
for _ in range(200):
    batch.step(batch.legal.argmax(axis=1))
print("played")
"""
    assert without_unix(program) == b"played\n"


def test_a_program_as_a_player_is_refused_where_it_cannot_be_controlled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(os, "killpg")
    with pytest.raises(PlayerError, match="cannot be a player on this system; a bot in Python"):
        make_player("exec:true")


def test_a_table_server_is_refused_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    done = dobbm("serve")
    assert (done.returncode, done.stderr) == (2, b"dobbm: dobbm serve needs Linux or macOS\n")


def test_a_pause_on_windows_lasts_as_long_as_planned(monkeypatch: pytest.MonkeyPatch) -> None:
    screen, paused = Screen(fast=False), list[float]()
    screen._terminal = True
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(time, "sleep", paused.append)
    screen.wait(1.5)
    assert paused == [1.5]


def in_encoding(encoding: str, *arguments: str, lines: bytes = b"") -> str:
    """Return all that a command prints where standard output has an encoding."""
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = subprocess.run(
        [*DOBBM, *arguments],
        env={**os.environ, **plain, "PYTHONIOENCODING": encoding},
        input=lines,
        capture_output=True,
        check=False,
    )
    printed = (done.stdout + done.stderr).decode(encoding)
    assert done.returncode == 0, printed
    return printed


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
@pytest.mark.parametrize("command", COMMANDS)
def test_help_in_another_encoding(command: str, encoding: str) -> None:
    assert in_encoding(encoding, command, "--help").startswith(f"usage: dobbm {command}")


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("deal --seed 1", '"deck"'),
        ("replay", '"phase"'),
        ("perft --depth 1", '"perft"'),
        ("solve", '"value"'),
        ("match simple random --decks 1", "card points per seat and deal"),
        ("league simple random --decks 1", "against the field"),
        ("players", "exec:COMMAND"),
        ("rules --language de", "Trumpf"),
        ("rules --language ja", "60"),
        ("play --seed 1 --language de --session SESSION", "--resume"),
        ("play --seed 1 --language ja --session SESSION", "--resume"),
    ],
)
def test_output_in_another_encoding(
    arguments: str, words: str, encoding: str, tmp_path: Path
) -> None:
    given = arguments.replace("SESSION", str(tmp_path / "session.jsonl")).split()
    printed = in_encoding(encoding, *given, lines=b"" if given[0] == "play" else IN_PLAY)
    assert words in printed
