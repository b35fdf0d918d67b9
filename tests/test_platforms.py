"""Systems without Unix modules, and output that is not UTF-8."""

from __future__ import annotations

import asyncio
import io
import json
import os
import re
import subprocess
import sys
import time
from errno import EINVAL
from pathlib import Path

import pytest
from rich.text import Text

from cli.command import DOBBM, dobbm, line_of
from dobbm import cli
from dobbm.cli import COMMANDS, main
from dobbm.cli.matches import print_result
from dobbm.game.errors import PlayerError
from dobbm.players import make_player
from dobbm.store.sql_store import SqlStore
from dobbm.terminal.screen import Screen
from dobbm.workers import WorkerPool
from drawing import open_deal

ROOT = Path(__file__).parents[1]

IN_PLAY = line_of(open_deal().apply_all(["solo", "gut", "gut", "gut"]))

UNIX = ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty", "uvloop")

ONLY_UNIX = """
os.chown os.fchmod os.fork os.getpgid os.getuid os.killpg os.mkfifo os.set_blocking os.setsid
select.poll signal.SIGALRM signal.SIGCHLD signal.SIGHUP signal.SIGKILL signal.SIGUSR1 signal.alarm
signal.pause signal.pthread_sigmask signal.setitimer os.O_CLOEXEC time.tzset
""".split()

WITHOUT_UNIX = f"""
import os, select, signal, subprocess, sys, time

sys.modules |= dict.fromkeys({UNIX})
del {", ".join(ONLY_UNIX)}
"""

RUN = """
import io, json, tempfile
from dobbm.cli import main

given, printed = sys.stdin.buffer.read(), sys.stdout
for arguments in json.loads(sys.argv[1]):
    lines = tempfile.TemporaryFile()
    lines.write(given)
    lines.seek(0)
    os.dup2(lines.fileno(), 0)
    sys.stdin, sys.stdout = open(0, closefd=False), io.TextIOWrapper(io.BytesIO())
    try:
        status = main(arguments)
    except SystemExit as end:
        status = end.code
    assert not status, arguments
    sys.stdout.flush()
    said = sys.stdout.buffer.getvalue().decode()
    print(json.dumps([" ".join(arguments), said]), file=printed)
"""
"""Runs commands, which read the same lines, one after the other: loading the package takes long."""


def without_unix(program: str, *arguments: str, lines: bytes = b"") -> bytes:
    """Return what a program prints on a system without the modules of Unix."""
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_UNIX + program, *arguments],
        input=lines,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, b"Error" in done.stderr) == (0, False), done.stderr
    return done.stdout


def run_without_unix(*commands: str, lines: bytes = b"") -> dict[str, str]:
    """Return what each command prints on a system without the modules of Unix."""
    listed = json.dumps([command.split() for command in commands])
    done = without_unix(RUN, listed, lines=lines)
    return dict(json.loads(line) for line in done.splitlines())


def test_commands_run_without_unix() -> None:
    commands = (
        "replay",
        "solve",
        "match simple pimc:quick --decks 1",
        "match simple random --decks 1 --jobs 2",
        "league simple random --decks 1",
        "study stockerl --deals 2",
        "deal --seed 1",
        "perft --depth 1",
        "rules",
        "serve --help",
    )
    printed = run_without_unix(*commands, lines=IN_PLAY)
    assert [command for command in commands if printed[command]] == [*commands]


def test_a_game_in_the_terminal_is_saved_and_a_match_too_without_unix(tmp_path: Path) -> None:
    session, saved = tmp_path / "session.jsonl", tmp_path / "match.jsonl"
    play = f"play --session {session} --seed 1"
    match = f"match simple random --decks 1 --save {saved}"
    assert "saved" in run_without_unix(play, match)[play]
    assert session.read_bytes()
    assert len(saved.read_bytes().splitlines()) == 6


FORBIDDEN = re.compile(r'[<>:"|?*\\]|[ .]$|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)', re.IGNORECASE)
"""Matches in names that Windows gives to no file."""


def test_files_have_names_that_windows_allows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    run_without_unix(
        "play --seed 1",
        "match simple random --decks 1 --save match.jsonl",
        "league simple random --decks 1 --plot league.svg",
        "dataset simple --deals 2 --format npz --output deals",
        "study stockerl --deals 2 --save study.npz --output found",
    )
    names = [path.name for path in tmp_path.rglob("*")]
    assert {"data", "match.jsonl", "league.svg", "deals", "study.npz", "found"} <= {*names}
    assert not any(map(FORBIDDEN.search, names)), names


def test_the_sources_have_names_that_windows_allows() -> None:
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    paths = done.stdout.splitlines()
    assert not [path for path in paths if any(map(FORBIDDEN.search, path.split("/")))]
    assert len({path.casefold() for path in paths}) == len(paths)


def test_the_deals_of_a_server_are_exported_without_unix(tmp_path: Path) -> None:
    async def create() -> None:
        await (await SqlStore.open(url)).close()

    url = f"sqlite:///{tmp_path / 'club.sqlite'}"
    asyncio.run(create())
    export = f"export --database {url}"
    backup = f"backup --database {url} {tmp_path / 'backup'}"
    assert run_without_unix(export, backup) == {export: "", backup: ""}


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
    screen.wait(1.5, lambda: None)
    assert paused == [1.5]


class Closed(io.StringIO):
    """A pipe that its reader has closed, as Windows reports it."""

    def write(self, _: str) -> int:
        raise OSError(EINVAL, "Invalid argument")


@pytest.mark.parametrize(("platform", "status"), [("win32", 0), ("linux", 2)])
def test_a_reader_who_has_gone_on_windows(
    platform: str, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cli, "_forget_output", lambda: None)
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(sys, "stdout", Closed())
    assert main(["--version"]) == status


def test_a_result_goes_to_standard_error_if_its_reader_has_gone_on_windows(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(sys, "stdout", Closed())
    with pytest.raises(OSError, match="Invalid argument"):
        print_result("the result")
    assert capsys.readouterr().err == "the result\n"


def test_a_pool_on_windows_has_no_more_processes_than_it_can_wait_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    with WorkerPool(256) as pool:
        assert pool._max_workers == 61  # type: ignore[attr-defined]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("old", [False, True])
def test_an_old_console_of_windows_gets_plain_lines(
    old: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("NO_COLOR", "TERM", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("LINES", "60")
    monkeypatch.setattr("dobbm.terminal.screen.detect_legacy_windows", lambda: old)
    monkeypatch.setattr("dobbm.terminal.screen.Keyboard.works", False)
    monkeypatch.setattr(sys, "stdin", Terminal("weiter\n"))
    monkeypatch.setattr(sys, "stdout", printed := Terminal())
    screen = Screen(fast=True)
    screen.show(Text("Dobbm", "bold"))
    assert screen.ask("?", lambda: None) == "weiter"
    assert screen.draws is not old
    assert ("\x1b" in printed.getvalue()) is not old


def in_encoding(encoding: str, *arguments: str, lines: bytes = b"") -> str:
    """Return all that a command prints where standard output has an encoding."""
    done = dobbm(*arguments, lines=lines, encoding=encoding)
    printed = (done.stdout + done.stderr).decode(encoding)
    assert done.returncode == 0, printed
    return printed


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_help_in_another_encoding(encoding: str) -> None:
    for command in COMMANDS:
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


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_a_process_in_another_encoding(encoding: str, tmp_path: Path) -> None:
    """The locale decides on everything else, too, such as the lines that are read."""
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = subprocess.run(
        [*DOBBM, "play", "--seed", "1", "--language", "de", "--session", tmp_path / "session"],
        env={**os.environ, **plain, "PYTHONIOENCODING": encoding},
        input=b"",
        capture_output=True,
        check=True,
    )
    assert "--resume" in (done.stdout + done.stderr).decode(encoding)
