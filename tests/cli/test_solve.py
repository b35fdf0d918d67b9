"""``dobbm solve``: the same answers from any number of processes."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from random import Random

import pytest

from cli.command import DOBBM, answers, at_terminal, dobbm, line_of
from dobbm.ai.solver import solve
from drawing import lying, open_deal

JOBS = ["--jobs=1", "--jobs=2"]


def positions(count: int) -> bytes:
    """Return positions late in the play, some of the same deal, and invalid lines among them."""
    rng = Random(3)
    lines: list[bytes] = []
    while len(lines) < count:
        deal = lying()
        while deal.play and deal.play.played.bit_count() < rng.randint(12, 26):
            deal = deal.apply(rng.choice(deal.legal_actions()))
        lines.append(line_of(deal))
        if len(lines) % 50 == 7:
            lines += [b"no record\n", b"\n", line_of(open_deal())]
    return b"".join(lines)


@pytest.mark.parametrize("jobs", JOBS)
def test_every_card_of_a_position(jobs: str) -> None:
    deals = [lying().apply_all(["HS", "H9", "HK", "HO", *cards]) for cards in ([], ["LS"])]
    done = dobbm("solve", jobs, lines=b"".join(map(line_of, deals)))
    solutions = [solve(deal) for deal in deals]
    assert answers(done) == [{"value": found.value, "cards": found.cards} for found in solutions]
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("jobs", JOBS)
def test_a_bad_line_never_stops_the_others(jobs: str) -> None:
    good = line_of(lying().apply_all(["HS", "H9", "HK", "HO"]))
    lines = b"[]\n" + good + b"\n" + line_of(open_deal()) + good
    done = dobbm("solve", jobs, lines=lines)
    first, second, third, fourth = answers(done)
    assert first["error"]["code"] == "json"
    assert third["error"] == {
        "code": "phase",
        "action": None,
        "message": "a deal can be solved only in the play phase, not in phase bidding",
    }
    assert second == fourth == {"value": second["value"], "cards": second["cards"]}
    assert (done.returncode, done.stderr) == (1, b"")


def test_the_output_is_the_same_with_any_number_of_processes() -> None:
    lines = positions(150)
    alone, *together = (dobbm("solve", "--jobs", jobs, lines=lines) for jobs in ("1", "3"))
    for done in together:
        assert (done.returncode, done.stdout, done.stderr) == (1, alone.stdout, b"")


@pytest.mark.parametrize("jobs", [pytest.param("--jobs=1", marks=pytest.mark.long), "--jobs=2"])
def test_answers_come_line_by_line(jobs: str) -> None:
    """Another program may wait for an answer before it asks again."""
    deal = lying()
    with subprocess.Popen(
        [*DOBBM, "solve", jobs], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        for _ in range(3):
            process.stdin.write(line_of(deal))
            process.stdin.flush()
            cards = json.loads(process.stdout.readline())["cards"]
            assert [*cards] == deal.legal_actions()
            deal = deal.apply(next(iter(cards)))
        process.stdin.close()
        assert process.wait() == 0


@pytest.mark.parametrize(("count", "shown"), [(600, True), (3, False)])
def test_only_a_long_file_shows_a_progress_bar(count: int, shown: bool, tmp_path: Path) -> None:
    path = tmp_path / "positions.jsonl"
    path.write_bytes(positions(count))
    done, unseen = at_terminal("solve", str(path)), dobbm("solve", str(path))
    assert done.stdout == unseen.stdout
    lines = done.stdout.count(b"\n")
    bar = f"{lines}/{lines}".encode()
    assert (bar in done.stderr) == shown
    assert bar not in unseen.stderr


def test_without_the_libraries_it_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "numba.py").write_text("raise ModuleNotFoundError(name='numba')")
    done = subprocess.run(
        [*DOBBM, "train-policy", "--output", "weights.npz"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"dobbm train-policy needs numba: pip install '.[solver]'\n" in done.stderr
