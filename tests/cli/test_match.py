"""``dobbm match``: several processes, outside players, and how they end."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cli.command import DOBBM, answers, at_terminal, dobbm, shell
from dobbm.arena.match import MAX_DOUBLINGS

PATIENCE = 30.0
"""Seconds."""

FIRST_LEGAL = """
import json, os, sys
with open(sys.argv[1], "w") as told:  # as long as the program runs
    print(os.getpid(), file=told, flush=True)
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "act":
            legal = message["view"]["legal"]
            answer = {"id": message["id"], "action": legal[0] if legal else "none"}
            print(json.dumps(answer), flush=True)
    END
"""


def program(folder: Path, report: str = os.devnull, end: str = "pass") -> str:
    """Return the name of a player that reports its process id and ends with the code ``end``."""
    (folder / "player.py").write_text(FIRST_LEGAL.replace("END", end))
    return f"exec:{sys.executable} {folder / 'player.py'} {report}"


def result(*arguments: str) -> dict[str, Any]:
    """Return the result of a match as JSON, without the times."""
    (match,) = answers(dobbm("match", *arguments, "--json"))
    del match["seconds_per_action"]
    return dict(match)


def test_the_number_of_processes_changes_nothing() -> None:
    match = ("simple", "random", "--decks", "5", "--seed", "2", "--probe", "--frozen-contracts")
    alone = result(*match)
    assert alone["decks"] == 5
    assert result(*match, "--jobs", "2") == alone


def test_outside_players_play_the_same_in_any_number_of_processes(tmp_path: Path) -> None:
    name = program(tmp_path)
    match = (name, "random", "--decks", "3", "--seconds", "10")
    assert result(*match, "--jobs", "2") == result(*match)


def test_several_processes_write_the_decks_in_order(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    dobbm("match", "simple", "random", "--decks", "40", "--jobs", "3", "--save", str(file))
    decks = [json.loads(line)["meta"]["deck"] for line in file.read_text().splitlines()]
    assert decks == [deck for deck in range(40) for _ in range(6)]


@pytest.mark.parametrize(
    ("send", "end"),
    [
        (signal.SIGINT, "signal.pause()"),
        pytest.param(signal.SIGTERM, "signal.pause()", marks=pytest.mark.long),
        (signal.SIGKILL, "pass"),
    ],
    ids=["interrupted", "terminated", "killed"],
)
def test_no_process_outlives_the_command(send: signal.Signals, end: str, tmp_path: Path) -> None:
    running = tmp_path / "running"
    os.mkfifo(running)
    name = program(tmp_path, str(running), f"import signal; {end}")
    with (
        subprocess.Popen(
            [*DOBBM, "match", name, "random", "--decks", "100000", "--jobs", "2"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as process,
        running.open() as report,
    ):
        for _ in range(24):
            assert report.readline()
        process.send_signal(send)
        # The other processes have the same standard error, so this waits for them too.
        out, err = process.communicate(timeout=PATIENCE)
        assert out == b""
        # After SIGKILL, Python's resource tracker reports the semaphores that it has removed.
        assert send == signal.SIGKILL or err == b"" or err.startswith(b"interrupted\n")
        assert report.read() == ""  # the last of the programs has gone


def test_only_a_terminal_sees_the_progress() -> None:
    done = at_terminal("match", "simple", "random", "--decks", "20", "--json")
    found = json.loads(done.stdout)
    low, high = found["ci95"]
    assert b"20/20" in done.stderr
    assert f"{found['mean']:+.2f} [{low:+.2f}, {high:+.2f}]".encode() in done.stderr


@pytest.mark.parametrize("option", ["regret", "probe"])
def test_options_that_need_the_extra_are_refused_without_it(option: str) -> None:
    program = f"""
import sys
sys.modules["numba"] = sys.modules["wasmtime"] = None
from dobbm.cli import main
sys.exit(main(["match", "simple", "random", "--decks", "1", "--{option}"]))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode() == f"dobbm: --{option} needs wasmtime: pip install '.[bots]'\n"


def test_an_ordinary_match_needs_no_extra() -> None:
    program = """
import sys
sys.modules["numba"] = sys.modules["numpy"] = None
from dobbm.cli import main
sys.exit(main(["match", "simple", "random", "--decks", "1", "--frozen-contracts"]))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ("--contracts-by exec:x", "contracts can be frozen only by a built-in player"),
        ("--contracts-by py:python_bots:Simple", "contracts can be frozen only by a built-in"),
        ("--contracts-by nobody", "unknown player 'nobody'"),
        ("--save /no/such/folder/match.jsonl", "/no/such/folder/match.jsonl: No such file"),
        ("--save /dev/null", "/dev/null is not a file in which a match can be saved"),
    ],
)
def test_an_impossible_request_is_refused_in_one_line(arguments: str, complaint: str) -> None:
    done = dobbm("match", "simple", "random", *arguments.split())
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().startswith(f"dobbm: {complaint}")
    assert done.stderr.count(b"\n") == 1


def test_the_report_counts_in_singular_and_plural() -> None:
    lines = dobbm("match", "simple", "random", "--decks", "1").stdout.decode().splitlines()
    assert lines[1].startswith("1 deck, 6 deals, ")
    lines = dobbm("match", "simple", "random", "--decks", "2").stdout.decode().splitlines()
    assert lines[1].startswith("2 decks, 12 deals, ")


def test_an_option_for_frozen_contracts_takes_no_player_away() -> None:
    match = result("simple", "random", "--decks", "2", "--frozen-contracts")
    assert match["frozen_contracts"] == "simple"
    assert result("--frozen-contracts", "simple", "random", "--decks", "2") == match
    assert result("simple", "random", "--decks", "2", "--contracts-by", "simple") == match
    by_random = result(
        "--frozen-contracts", "simple", "random", *"--decks 2 --contracts-by random".split()
    )
    assert by_random["frozen_contracts"] == "random"


@pytest.mark.parametrize("command", ["match", "league"])
def test_the_help_names_the_cap_on_doublings(command: str) -> None:
    assert b"A deal has at most 3 doublings unless" in dobbm(command, "--help").stdout
    assert MAX_DOUBLINGS == 3


INTERRUPTED = ("py:python_bots:Interrupting", "simple", "--decks", "50")


def test_an_interrupted_match_prints_what_it_has() -> None:
    done = dobbm("match", *INTERRUPTED)
    assert (done.returncode, done.stdout) == (130, b"")
    note, first, second, *_ = done.stderr.decode().splitlines()
    assert note == "interrupted"
    assert first.startswith("py:python_bots:Interrupting against simple: ")
    assert second.startswith("1 deck, 6 deals, ")


def test_an_interrupted_match_prints_what_it_has_as_json() -> None:
    done = dobbm("match", *INTERRUPTED, "--json")
    note, line = done.stderr.decode().splitlines()
    assert (note, json.loads(line)["decks"]) == ("interrupted", 1)


def test_a_match_whose_reader_has_gone_prints_its_result_on_standard_error() -> None:
    done = shell("dobbm match simple random --decks 1 --seed 3 | true")
    assert done.returncode == 0
    assert b"1 deck, 6 deals" in done.stderr
    assert b"Traceback" not in done.stderr


def test_a_match_of_sessions_says_what_a_session_is_worth() -> None:
    match = ("simple", "random", "--sessions", "2", "--deals", "1", "--seed", "4")
    found = result(*match)
    assert (found["decks"], found["deals"], found["session"]["deals"]) == (2, 60, 1)
    assert found["session"]["mean"] == pytest.approx(5 * found["mean"])
    _, session, counts, *_ = dobbm("match", *match).stdout.decode().splitlines()
    assert session.endswith("per seat and session")
    assert counts.startswith("2 sessions, 60 deals")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--deals", "3"), "--deals is about sessions: it needs --sessions"),
        (("--decks", "3", "--sessions", "3"), "not allowed with argument --decks"),
    ],
)
def test_options_that_exclude_each_other_are_named(options: tuple[str, ...], said: str) -> None:
    done = dobbm("match", "simple", "random", *options)
    assert done.returncode == 2
    assert said in done.stderr.decode()
