"""Programs as players: the deal goes on whatever they do, except never to answer at all."""

from __future__ import annotations

import os
import re
import select
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest

from dobbm.game.errors import PlayerError
from dobbm.game.view import View
from dobbm.players import make_player
from dobbm.players.outside import LAST_WORDS, PATIENCE, OutsidePlayer
from drawing import open_deal, said
from outside import to_view

VIEW = View.of(open_deal(), 0)
PATIENT = 30.0
"""Seconds, enough for every program that answers at all."""
HASTY = 0.01
"""Seconds, for programs that are not expected to answer."""

PREAMBLE = """
import json, os, signal, sys

print("{}", flush=True)  # it has started

def messages():
    for line in sys.stdin:
        yield json.loads(line)

def answer(message, action, **more):
    print(json.dumps({"id": message["id"], "action": action} | more), flush=True)
"""


class Starter(Protocol):
    """Starts a program, and returns when it runs."""

    def __call__(self, program: str, seconds: float = ...) -> OutsidePlayer: ...


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Starter]:
    """Starts programs, with next to no time beyond the limit of the player."""
    monkeypatch.setattr("dobbm.players.outside.GRACE", 0.0)
    monkeypatch.setattr("dobbm.players.outside.FAREWELL", HASTY)
    players = []

    def run(program: str, seconds: float = PATIENT) -> OutsidePlayer:
        file = tmp_path / "player.py"
        file.write_text(PREAMBLE + program)
        player = OutsidePlayer(f"{sys.executable} {file}", seconds)
        players.append(player)
        select.select([player._output], [], [])
        return player

    yield run
    for player in players:
        player.close()


def test_a_program_answers_with_an_action_of_its_view(start: Starter) -> None:
    player = start("for m in messages(): answer(m, m['view']['legal'][-1])")
    assert player.act(VIEW, 1) == "weiter"


def test_it_gets_the_seed_the_seconds_and_a_view_with_all_options(start: Starter) -> None:
    player = start(
        "for m in messages():\n"
        "    answer(m, f\"{m['type']} {m['seed']} {m['seconds']} {sorted(m['view']['rules'])[0]}\")"
    )
    assert player.act(VIEW, 1) == f"act 1 {PATIENT} doubling_from"


def test_a_late_answer_is_dropped_and_the_next_one_accepted(start: Starter) -> None:
    player = start(
        "for m in messages():\n"
        "    if m['id'] == 1: late = m\n"
        "    else:\n"
        "        if m['id'] == 2: answer(late, 'too late')\n"
        "        answer(m, f\"answer {m['id']}\")",
    )
    player._seconds = HASTY
    assert player.act(VIEW, 1) is None
    player._seconds = PATIENT
    assert [player.act(VIEW, 1) for _ in range(2)] == ["answer 2", "answer 3"]


@pytest.mark.parametrize(
    "program",
    [
        "signal.pause()",
        "for m in messages(): pass",
        "for m in messages(): print('Laub-Sau!', flush=True)",
        "for m in messages(): print('[' * 100000, flush=True)",
        "for m in messages(): print(json.dumps(['HS']), flush=True)",
        "for m in messages(): os.write(1, b'\\xff\\xfe\\n')",
        "for m in messages(): answer({'id': m['id'] - 1}, 'weiter')",
        "while True: os.write(1, b'x' * 65536)",
        "while True: os.write(2, b'x' * 65536)",
        "os.close(0); signal.pause()",
    ],
    ids=[
        "never reads",
        "silent",
        "garbage",
        "deep nesting",
        "no object",
        "no UTF-8",
        "wrong id",
        "flood without end of line",
        "flood of errors",
        "closes its input",
    ],
)
def test_a_program_that_never_answers_is_reported_and_nothing_hangs(
    start: Starter, program: str
) -> None:
    player = start(program, HASTY)
    assert [player.act(VIEW, 1) for _ in range(PATIENCE - 1)] == [None] * (PATIENCE - 1)
    with pytest.raises(PlayerError, match="left its first 5 requests unanswered"):
        player.act(VIEW, 1)
    player._seconds = PATIENT * 10
    with pytest.raises(PlayerError, match="unanswered"):  # without waiting
        player.act(VIEW, 1)


@pytest.mark.parametrize("action", ["7", "None"])
def test_an_answer_without_an_action_is_none(start: Starter, action: str) -> None:
    player = start(f"for m in messages(): answer(m, {action})")
    assert [player.act(VIEW, 1) for _ in range(2 * PATIENCE)] == [None] * 2 * PATIENCE


def test_a_program_that_stops_answering_is_given_up_and_nobody_waits_for_it(start: Starter) -> None:
    player = start("for m in messages():\n    if m['id'] == 1: answer(m, 'weiter')")
    assert player.act(VIEW, 1) == "weiter"
    player._seconds = HASTY
    assert [player.act(VIEW, 1) for _ in range(PATIENCE)] == [None] * PATIENCE
    player._seconds = PATIENT * 10
    assert [player.act(VIEW, 1) for _ in range(PATIENCE)] == [None] * PATIENCE


def test_nobody_waits_for_a_program_that_crashed_after_an_answer(start: Starter) -> None:
    player = start("m = next(messages()); answer(m, 'weiter'); sys.exit(3)", PATIENT * 10)
    assert player.act(VIEW, 1) == "weiter"
    assert [player.act(VIEW, 1) for _ in range(100)] == [None] * 100


@pytest.mark.parametrize(
    ("program", "end"),
    [
        ("sys.exit(3)", "ended before its first answer, with status 3"),
        ("for m in messages(): sys.exit(4)", "ended before its first answer, with status 4"),
        ("os.kill(os.getpid(), 9)", "ended before its first answer, with status -9"),
        ("os.close(1); signal.pause()", "closed its output before its first answer"),
    ],
    ids=["at once", "at the first message", "by a signal", "closes its output"],
)
def test_a_program_that_ends_before_its_first_answer_is_reported(
    start: Starter, program: str, end: str
) -> None:
    player = start(program, PATIENT * 10)
    for _ in range(2):
        with pytest.raises(PlayerError, match=f"the program '.*' {end}$"):
            player.act(VIEW, 1)


def test_the_report_ends_with_the_last_words_on_standard_error(
    start: Starter, capfd: pytest.CaptureFixture[str]
) -> None:
    player = start("print('x' * 10000, file=sys.stderr); raise LookupError('no cards')")
    with pytest.raises(PlayerError) as caught:
        player.act(VIEW, 1)
    first, *words = str(caught.value).splitlines()
    assert first.endswith("ended before its first answer, with status 1, and these last words:")
    assert words[-1] == "  LookupError: no cards"
    assert len(str(caught.value)) < 2 * LAST_WORDS
    player.close()
    assert capfd.readouterr().err == ""  # the report has it


def test_the_standard_error_of_a_program_that_plays_is_copied(
    start: Starter, capfd: pytest.CaptureFixture[str]
) -> None:
    player = start(
        "print('ready', file=sys.stderr)\n"
        "for m in messages():\n"
        "    print('thinking', m['id'], file=sys.stderr)\n"
        "    answer(m, 'weiter')\n"
    )
    assert [player.act(VIEW, 1) for _ in range(2)] == ["weiter"] * 2
    player.close()
    assert capfd.readouterr().err == "ready\nthinking 1\nthinking 2\n"


def test_the_message_of_the_end_has_record_and_result(start: Starter) -> None:
    deal = open_deal().apply_all(["weiter"] * 4)
    player = start(
        "told = 'nothing yet'\n"
        "for m in messages():\n"
        "    if m['type'] == 'end': told = f\"{m['result']['outcome']} {m['record']['dealer']}\"\n"
        "    else: answer(m, told)"
    )
    assert player.act(VIEW, 1) == "nothing yet"
    player.end(View.of(deal, 0))
    assert player.act(VIEW, 1) == "thrown_in 3"


def test_closing_ends_the_program_and_its_children(start: Starter, tmp_path: Path) -> None:
    alive = tmp_path / "alive"
    os.mkfifo(alive)
    player = start(
        "import subprocess\n"
        f"subprocess.Popen(['sleep', '600'], stdout=open({str(alive)!r}, 'w'))\n"
        "for m in messages(): answer(m, 'weiter')\n"
        "signal.pause()"
    )
    with alive.open() as held:
        assert player.act(VIEW, 1) == "weiter"
        player.close()
        assert player._process.poll() is not None
        assert held.read() == ""  # its other end is closed


@pytest.mark.parametrize(
    ("command", "problem"),
    [
        ("/no/such/program -v", "there is no program '/no/such/program'"),
        ("/", "'/' is not a program that may be run"),
        ("'unbalanced", "a quotation mark or backslash in it is unfinished"),
        ("a\0b", "the system cannot read its command"),
    ],
)
def test_a_command_that_cannot_be_started_is_named(command: str, problem: str) -> None:
    with pytest.raises(PlayerError, match=re.escape(f"cannot start {command!r}: {problem}")):
        make_player(f"exec:{command}")


def test_a_program_needs_a_command() -> None:
    with pytest.raises(PlayerError, match="exec: must be followed by a command"):
        make_player("exec: ")


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    with pytest.raises(
        PlayerError,
        match="'sniple': the players are random, simple, trained, network, pimc, py:.* and exec:",
    ):
        make_player("sniple")


def test_an_earlier_version_reads_views_as_they_are_written() -> None:
    deal = said(open_deal(), "dobbm weiter weiter weiter")
    for seat in range(4):
        view = View.of(deal, seat)
        assert to_view(view.to_json()) == view
