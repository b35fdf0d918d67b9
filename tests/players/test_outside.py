"""Programs as players: whatever they do, the deal goes on."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic

import pytest

from dobbm.errors import PlayerError
from dobbm.players import Player, make_player
from dobbm.players.outside import PATIENCE, OutsidePlayer
from dobbm.view import View
from drawing import open_deal

VIEW = View.of(open_deal(), 0)
SECONDS = 0.2

PREAMBLE = """
import json, os, sys, time

def messages():
    for line in sys.stdin:
        yield json.loads(line)

def answer(message, action, **more):
    print(json.dumps({"id": message["id"], "action": action} | more), flush=True)
"""

Starter = Callable[[str], OutsidePlayer]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Starter]:
    players = []

    def run(program: str) -> OutsidePlayer:
        file = tmp_path / "player.py"
        file.write_text(PREAMBLE + program)
        player = OutsidePlayer(f"{sys.executable} {file}", SECONDS)
        players.append(player)
        return player

    yield run
    for player in players:
        player.close()


def first_answer(player: Player) -> str | None:
    """The first answer, given time for the interpreter to start."""
    for _ in range(PATIENCE - 1):
        action = player.act(VIEW, 1)
        if action:
            return action
    return None


def test_a_program_answers_with_an_action_of_its_view(start: Starter) -> None:
    player = start("for m in messages(): answer(m, m['view']['legal'][-1])")
    assert first_answer(player) == "weiter"


def test_it_gets_the_seed_the_seconds_and_a_view_with_all_options(start: Starter) -> None:
    player = start(
        "for m in messages():\n"
        "    answer(m, f\"{m['type']} {m['seed']} {m['seconds']} {sorted(m['view']['rules'])[0]}\")"
    )
    assert first_answer(player) == "act 1 0.2 doubling_from"


def test_a_late_answer_is_dropped_and_the_next_one_heard(start: Starter) -> None:
    player = start(
        "for m in messages():\n"
        "    if m['id'] == 3: time.sleep(0.5)\n"
        "    answer(m, f\"answer {m['id']}\")"
    )
    while player.act(VIEW, 1) is None:
        pass
    answers = [player.act(VIEW, 1) for _ in range(4)]
    assert None in answers
    number = int(str(answers[-1]).split()[1])
    assert number >= 4
    assert player.act(VIEW, 1) == f"answer {number + 1}"


@pytest.mark.parametrize(
    "program",
    [
        "time.sleep(60)",
        "for m in messages(): pass",
        "for m in messages(): print('Laub-Sau!', flush=True)",
        "for m in messages(): print('[' * 100000, flush=True)",
        "for m in messages(): print(json.dumps(['HS']), flush=True)",
        "for m in messages(): os.write(1, b'\\xff\\xfe\\n')",
        "for m in messages(): answer({'id': m['id'] - 1}, 'weiter')",
        "for m in messages(): answer(m, 7)",
        "for m in messages(): answer(m, None)",
        "while True: os.write(1, b'x' * 65536)",
        "os.close(0); time.sleep(60)",
        "os.close(1); time.sleep(60)",
    ],
    ids=[
        "never reads",
        "silent",
        "garbage",
        "deep nesting",
        "no object",
        "no UTF-8",
        "wrong id",
        "a number",
        "null",
        "flood without end of line",
        "closes its input",
        "closes its output",
    ],
)
def test_no_answer_in_time_is_none_and_never_a_hang(start: Starter, program: str) -> None:
    player = start(program)
    began = monotonic()
    assert [player.act(VIEW, 1) for _ in range(2 * PATIENCE)] == [None] * (2 * PATIENCE)
    # After PATIENCE silent waits the program is given up; a wrong answer is not waited for again.
    assert monotonic() - began < (PATIENCE + 2) * (SECONDS + 0.5)


def test_a_crash_leaves_nothing_to_wait_for(start: Starter) -> None:
    player = start("sys.exit(3)")
    while player.act(VIEW, 1) is None and not player._gone:
        pass
    began = monotonic()
    assert [player.act(VIEW, 1) for _ in range(100)] == [None] * 100
    assert monotonic() - began < 1


def test_the_end_of_a_deal_is_told_with_record_and_result(start: Starter) -> None:
    deal = open_deal().apply_all(["weiter"] * 4)
    player = start(
        "told = 'nothing yet'\n"
        "for m in messages():\n"
        "    if m['type'] == 'end': told = f\"{m['result']['outcome']} {m['record']['dealer']}\"\n"
        "    else: answer(m, told)"
    )
    assert first_answer(player) == "nothing yet"
    player.end(View.of(deal, 0))
    assert player.act(VIEW, 1) == "thrown_in 3"


def test_closing_ends_the_program_and_what_it_has_started(start: Starter, tmp_path: Path) -> None:
    child = tmp_path / "child"
    player = start(
        "import subprocess\n"
        f"open({str(child)!r}, 'w').write(str(subprocess.Popen(['sleep', '600']).pid))\n"
        "for m in messages(): answer(m, 'weiter')\n"
        "time.sleep(60)"
    )
    assert first_answer(player) == "weiter"
    player.close()
    assert player._process.poll() is not None
    with pytest.raises(ProcessLookupError):
        os.kill(_reaped(int(child.read_text())), 0)


def _reaped(pid: int) -> int:
    """The process number, once a killed child that nobody waits for has had time to vanish."""
    deadline = monotonic() + 2
    while monotonic() < deadline:
        stat = Path(f"/proc/{pid}/stat")
        if not stat.exists() or stat.read_text().split()[2] == "Z":
            return 2**22 + 1
    return pid


@pytest.mark.parametrize("command", ["/no/such/program", "'unbalanced"])
def test_a_command_that_cannot_be_started_is_named(command: str) -> None:
    with pytest.raises(PlayerError, match="cannot start"):
        make_player(f"exec:{command}")


def test_a_program_needs_a_command() -> None:
    with pytest.raises(PlayerError, match="there is no command after exec:"):
        make_player("exec: ")


def test_a_name_that_nobody_has_is_refused_with_those_there_are() -> None:
    with pytest.raises(
        PlayerError, match="no player 'sniple', only random, simple, trained, pimc and exec:"
    ):
        make_player("sniple")
