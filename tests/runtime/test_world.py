"""Simulated evenings: people, bots, clocks, failing servers, and an omniscient referee.

A world is a few tables on one or two servers; everything in it follows from its seed. The quick
suite runs the same two dozen worlds every time: nearly three hundred sessions; the long suite adds
hundreds of worlds.
A failure names the command that replays its world and prints what happens.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from dobbm.table.events import NAMES
from runtime.world import World, run_world
from tiers import only_long

BLOCK = 9
"""Worlds per test: enough for nearly everything that can happen."""
SESSIONS = 80
"""The fewest sessions that a block has."""
QUICK = 2
BLOCKS = [*range(QUICK), *only_long(*range(QUICK, 10))]
TROUBLES = {
    "a clock is set",
    "a name is erased",
    "a server dies",
    "a server has no database",
    "a server loses notices",
}


@pytest.mark.parametrize("block", BLOCKS)
def test_nothing_goes_wrong_in_any_world(block: int) -> None:
    """Nearly everything that can happen also does, in every block."""
    worlds = [run_world(seed) for seed in range(block * BLOCK, (block + 1) * BLOCK)]
    logs = [log for world in worlds for log in world.referee.logs.values()]
    assert sum(log.table.sessions for log in logs) > SESSIONS
    assert {log.table.options.players for log in logs} == {4, 5}
    kinds = {NAMES[type(event)] for log in logs for event in log.events}
    troubles = {trouble for world in worlds for trouble in world.troubles}
    assert len({*NAMES.values()} - {"decks_shared"} - kinds) + len(TROUBLES - troubles) <= 2


def test_a_seed_always_gives_the_same_world() -> None:
    """The order of sets and dictionaries of strings does not matter."""
    program = "import sys; from runtime.world import run_world; run_world(7, print)"
    outputs = []
    for hash_seed in ("1", "2"):
        environment = os.environ | {"PYTHONHASHSEED": hash_seed}
        here = Path(__file__).parents[1]
        command = [sys.executable, "-c", program]
        done = subprocess.run(
            command, cwd=here, env=environment, capture_output=True, text=True, check=True
        )
        outputs.append(done.stdout)
    assert outputs[0] == outputs[1]
    assert len(outputs[0]) > 10_000


@pytest.mark.long
@pytest.mark.parametrize("block", range(1, 7))
def test_nothing_goes_wrong_in_hundreds_of_worlds(block: int) -> None:
    for seed in range(1000 * block, 1000 * block + 100):
        run_world(seed)


def test_a_failure_names_the_command_that_replays_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(World, "_seat_people", lambda _: 1 / 0)
    with pytest.raises(ZeroDivisionError) as failure:
        run_world(17)
    assert failure.value.__notes__ == [
        "live through it again: PYTHONPATH=tests .venv/bin/python -m runtime.world 17"
    ]
