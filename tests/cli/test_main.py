"""The command itself: wrong usage, errors, and how it ends."""

from __future__ import annotations

import shlex
import signal
import subprocess
import sys
from argparse import SUPPRESS, ArgumentParser
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

import pytest

from cli.command import DOBBM, dobbm, line_of, shell
from dobbm.cli import COMMANDS


def test_version() -> None:
    done = dobbm("--version")
    assert done.stdout == f"dobbm {version('dobbm')}\n".encode()
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"]])
def test_without_a_command_all_are_listed(arguments: list[str]) -> None:
    done = dobbm(*arguments)
    assert done.returncode == 0
    for name, summary in COMMANDS.items():
        assert f"    {name}" in done.stdout.decode()
        assert summary in " ".join(done.stdout.decode().split())  # a long line may be broken


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_its_options(command: str) -> None:
    done = dobbm(command, "--help")
    assert done.returncode == 0
    assert done.stdout.startswith(f"usage: dobbm {command}".encode())
    assert len(done.stdout.splitlines()) > 4


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ("tarock", "invalid choice: 'tarock'"),
        ("--nonsense", "unrecognized arguments: --nonsense"),
        ("replay --nonsense", "unrecognized arguments: --nonsense"),
        ("replay one two", "unrecognized arguments: two"),
        ("perft", "the following arguments are required: --depth"),
        ("perft --depth -1", "must be a whole number of at least 0, not '-1'"),
        ("perft --depth x", "must be a whole number of at least 0, not 'x'"),
        ("solve --jobs 0", "must be a whole number from 1 to 256, not '0'"),
        ("solve --jobs 1001", "must be a whole number from 1 to 256, not '1001'"),
        ("deal --match 0", "must be a whole number of at least 1, not '0'"),
        (
            "deal --max-doublings x",
            "argument --max-doublings: must be 'none' or a whole number of at least 0, not 'x'",
        ),
        ("deal --players 3", "argument --players: must be 4 or 5, not '3'"),
        ("deal --players x", "argument --players: must be 4 or 5, not 'x'"),
        ("deal --seed x", "argument --seed: must be a whole number of at most 18 digits, not 'x'"),
        (f"deal --seed {10**18}", "argument --seed: must be a whole number of at most 18 digits"),
        (f"solve --jobs {10**30}", "argument --jobs: must be a whole number from 1 to 256, not"),
        ("deal --revokes no", "argument --revokes: must be prevented or penalised, not 'no'"),
        ("rules --language fr", "argument --language: must be en, de or ja, not 'fr'"),
        (
            "match simple random --seconds 0",
            "argument --seconds: must be a number above 0 and at most 3600, not '0'",
        ),
        (
            "verify --commitment 4A",
            "argument --commitment: must be 64 lower-case hexadecimal digits, not '4A'",
        ),
    ],
)
def test_wrong_usage(arguments: str, complaint: str) -> None:
    done = dobbm(*arguments.split())
    assert done.returncode == 2
    assert done.stdout == b""
    assert complaint in done.stderr.decode()
    assert "Traceback" not in done.stderr.decode()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ("replay no/such/file", "dobbm: no/such/file: No such file or directory"),
        ("replay .", "dobbm: .: Is a directory"),
        ("replay ''", "dobbm: '': No such file or directory"),
        ("perft --depth 1 no-such-file", "dobbm: no-such-file: No such file or directory"),
        ("deal --dealer 4", 'dobbm: "dealer" must be a seat from 0 to 3, not 4'),
        (
            "deal --unit 1000000001",
            'dobbm: "unit" must be a whole number from 1 to 1000000000, not 1000000001',
        ),
    ],
)
def test_an_impossible_request_is_refused_in_one_line(arguments: str, complaint: str) -> None:
    done = dobbm(*shlex.split(arguments))
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().strip() == complaint


@pytest.mark.parametrize("name", COMMANDS)
def test_help_describes_every_option_and_its_default(name: str) -> None:
    parser = ArgumentParser()
    import_module(f"dobbm.cli.{name.replace('-', '_')}").configure(parser)
    for action in parser._actions:
        assert action.help, action.dest
        if action.option_strings and action.default not in (None, False, SUPPRESS):
            assert "default" in action.help, action.dest


SPEECHLESS = f"""#!{sys.executable}
import json, sys
for line in sys.stdin:
    print(json.dumps({{"id": json.loads(line).get("id")}}), flush=True)
"""


def test_an_argument_that_is_not_text(tmp_path: Path) -> None:
    program = tmp_path / "bot"
    program.write_text(SPEECHLESS)
    program.chmod(0o700)
    league = "dobbm league random $'exec:./bot \\xff' --decks 1 --plot ranking.svg"
    done = shell(f"cd {tmp_path}; {league}")
    assert (done.returncode, done.stderr) == (2, b"dobbm: an argument is not text in UTF-8\n")


def test_no_standard_input() -> None:
    done = shell("dobbm replay <&-")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"dobbm: standard input: closed\n"


@pytest.mark.parametrize("command", ["replay /dev/null", "deal", "--version"])
def test_no_standard_output(command: str) -> None:
    done = shell(f"dobbm {command} >&-")
    assert done.returncode == 2
    assert done.stderr == b"dobbm: standard output is closed\n"


def test_a_full_disk() -> None:
    done = shell("dobbm deal >/dev/full")
    assert done.returncode == 2
    assert b"No space left on device" in done.stderr
    assert b"Traceback" not in done.stderr


def test_a_reader_who_has_seen_enough(tmp_path: Path) -> None:
    deals = tmp_path / "deals.jsonl"
    deals.write_bytes(5000 * line_of())
    done = shell(f"dobbm replay {deals} | head -1")
    assert len(done.stdout.splitlines()) == 1
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("command", ["dobbm --version", "dobbm --help", "dobbm", "dobbm deal -h"])
def test_a_reader_who_has_gone(command: str) -> None:
    done = shell(f"PYTHONUNBUFFERED=1 {command} | true")
    assert (done.returncode, done.stderr) == (0, b"")


INTERRUPTED_WHILE_LOADING = """
import os, runpy, signal, sys

class Interrupting:
    def find_spec(self, name, *_):
        if name == sys.argv[2]:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupting())
runpy.run_module("dobbm", run_name="__main__", alter_sys=True)
"""
"""``dobbm COMMAND MODULE``, interrupted when it imports the module."""


@pytest.mark.parametrize(
    ("module", "status"),
    [
        ("dobbm.cli", -signal.SIGINT),
        ("argparse", -signal.SIGINT),
        ("dobbm.game.errors", -signal.SIGINT),
        ("dobbm.cli.replay", 130),
        ("dobbm.game.record", 130),
    ],
)
def test_interrupted_while_it_loads(module: str, status: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_WHILE_LOADING, "replay", module],
        capture_output=True,
        check=False,
    )
    assert done.returncode == status
    assert (done.stdout, done.stderr) == (b"", b"")


def test_interrupted() -> None:
    with subprocess.Popen(
        [*DOBBM, "replay"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(line_of())
        process.stdin.flush()
        assert process.stdout.readline()
        process.send_signal(signal.SIGINT)
        rest, errors = process.communicate()
    assert (process.returncode, rest, errors) == (130, b"", b"")
