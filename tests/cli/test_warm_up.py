"""``dobbm warm-up``: afterwards nothing is left to compile."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from cli.command import DOBBM, dobbm, process

USE_EVERYTHING = """
from dobbm.ai.kernel.bits import compilations
with compilations() as compiled:
    from random import Random
    from dobbm.game.cards import shuffled
    from dobbm.game.deal import Deal
    from dobbm.ai.kernel.playouts import playouts
    from dobbm.players import make_player
    from dobbm.ai.solver import Solver, solve
    from dobbm.game.view import View
    from dobbm.ai.worlds import Worlds
    playouts(100, 5)
    deal = Deal.start(shuffled(Random(2)), dealer=1).apply_all("solo gut gut gut".split())
    while deal.to_act is not None:
        view = View.of(deal, deal.to_act)
        worlds = Worlds.of(view)
        Solver(threads=2).solve_worlds(view, worlds.sample(4, 3))
        if worlds.count < 20_000:
            worlds.all()
        deal = deal.apply(next(iter(solve(deal).cards)))
    for name in ("trained", "pimc:worlds=20"):
        player = make_player(name)
        words = ["dobbm", "weiter", "weiter", "weiter"]
        deal = Deal.start(shuffled(Random(2)), dealer=1).apply_all(words)
        while deal.to_act is not None:
            deal = deal.apply(player.act(View.of(deal, deal.to_act), 1))
print(compiled)
"""


def test_after_warming_up_nothing_is_left_to_compile() -> None:
    done = dobbm("warm-up")
    assert (done.returncode, done.stdout) == (0, b"")
    used = subprocess.run(
        [sys.executable, "-c", USE_EVERYTHING], capture_output=True, text=True, check=True
    )
    assert used.stdout == "[]\n"
    again = process("warm-up").stderr.decode().splitlines()
    assert again[0].startswith("Compiled code is cached in ")
    assert [line.partition(" … ")[2] for line in again[1:]] == ["already compiled"] * len(again[1:])


@pytest.mark.long
@pytest.mark.parametrize("writable", [True, False])
def test_every_compilation_is_listed_with_its_time(writable: bool, tmp_path: Path) -> None:
    for _ in range(1 if writable else 2):
        done = subprocess.run(
            [*DOBBM, "warm-up"],
            env={**os.environ, "XDG_CACHE_HOME": str(tmp_path) if writable else os.devnull},
            capture_output=True,
            text=True,
            check=True,
        )
        kept = f"cached in {tmp_path}" if writable else "cannot be cached"
        assert kept in done.stderr
        for line in done.stderr.splitlines()[1:]:
            assert re.fullmatch(r"[\w ]+ … compiled in \d+\.\d s", line)
