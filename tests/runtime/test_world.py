"""Simulated evenings: people, bots, clocks and failing servers, and a referee who knows everything.

A world is a few tables on one or two servers; everything in it follows from its seed. The quick
suite lives through the same worlds every time: more than a thousand sessions. A failure names the
command that replays its world and prints what happens.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from dobbm.table.events import NAMES
from runtime.world import World, lived

BLOCKS = 10
BLOCK = 9
"""Worlds that are lived through in one test."""
TROUBLES = {
    "a clock is set",
    "a name is erased",
    "a server dies",
    "a server has no database",
    "a server loses notices",
}


@pytest.mark.parametrize("block", range(BLOCKS))
def test_all_goes_well_in_every_world(block: int) -> None:
    """And nearly everything that can happen does, in every block."""
    worlds = [lived(seed) for seed in range(block * BLOCK, (block + 1) * BLOCK)]
    files = [file for world in worlds for file in world.referee.files.values()]
    assert sum(file.table.sessions for file in files) > 1000 / BLOCKS * 0.8
    assert {file.table.options.players for file in files} == {4, 5}
    kinds = {NAMES[type(event)] for file in files for event in file.events}
    troubles = {trouble for world in worlds for trouble in world.troubles}
    assert len({*NAMES.values()} - kinds) + len(TROUBLES - troubles) <= 1


def test_a_world_is_the_same_every_time() -> None:
    """Even where sets and dictionaries of strings have another order."""
    program = "import sys; from runtime.world import lived; lived(7, print)"
    told = []
    for hash_seed in ("1", "2"):
        environment = os.environ | {"PYTHONHASHSEED": hash_seed}
        here = Path(__file__).parents[1]
        command = [sys.executable, "-c", program]
        done = subprocess.run(
            command, cwd=here, env=environment, capture_output=True, text=True, check=True
        )
        told.append(done.stdout)
    assert told[0] == told[1]
    assert len(told[0]) > 10_000


@pytest.mark.long
@given(st.integers(10**6, 10**12))
@settings(max_examples=600, phases=[Phase.generate], database=None)
def test_all_goes_well_in_worlds_that_nobody_has_seen(seed: int) -> None:
    lived(seed)


def test_a_failure_tells_how_to_see_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(World, "_seat_people", lambda _: 1 / 0)
    with pytest.raises(ZeroDivisionError) as failure:
        lived(17)
    assert failure.value.__notes__ == [
        "live through it again: PYTHONPATH=tests .venv/bin/python -m runtime.world 17"
    ]
