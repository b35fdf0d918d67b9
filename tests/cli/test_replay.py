"""``dobbm replay``: a line in, a line out (docs/records.md)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli.command import DOBBM, answers, dobbm, line_of, shell
from drawing import finished, lying, open_deal, said
from tables import record_of, result_of
from tiers import sample_size


def codes(done: subprocess.CompletedProcess[bytes]) -> list[str]:
    """Return the code of every answer, or its phase if there was no error."""
    return [
        answer["error"]["code"] if "error" in answer else answer["phase"]
        for answer in answers(done)
    ]


def test_results_of_a_file(tmp_path: Path) -> None:
    deals = [open_deal(), lying(), finished(72, players=5), said(lying(), "HS")]
    path = tmp_path / "deals.jsonl"
    path.write_bytes(b"".join(map(line_of, deals)))
    done = dobbm("replay", str(path))
    assert answers(done) == [result_of(record_of(deal)) for deal in deals]
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("arguments", [[], ["-"]])
def test_standard_input(arguments: list[str]) -> None:
    done = dobbm("replay", *arguments, lines=line_of(lying()))
    assert answers(done) == [result_of(record_of(lying()))]
    assert done.returncode == 0


def test_a_bad_line_never_stops_the_others() -> None:
    bad = [
        b"weiter\n",
        line_of(dealer=4),
        line_of(rules={"match": 0}),
        line_of(deck=[]),
        line_of(actions=["pass"]),
        line_of(actions=["gut"]),
        line_of(lying(), actions=[*lying().actions, "BK"]),
        line_of(actions=["dobbm", "dobbm"]),
        b"\xff\n",
        b"[" * 100_000 + b"\n",
        b'{"meta": NaN}\n',
    ]
    done = dobbm("replay", lines=line_of() + line_of().join(bad) + line_of())
    seen = codes(done)
    assert seen[::2] == ["bidding"] * (len(bad) + 1)
    assert seen[1::2] == ("json record rules deck action phase held illegal json json json").split()
    assert (done.returncode, done.stderr) == (1, b"")


def test_an_error_names_the_place_and_the_reason() -> None:
    done = dobbm("replay", lines=line_of(lying(), actions=[*lying().actions, "HS", "LK"]))
    assert answers(done) == [
        {
            "error": {
                "code": "illegal",
                "action": 9,
                "message": "the suit of HS must be followed (Farbzwang)",
            }
        }
    ]


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (b"", []),
        (b"\n\n", []),
        (b" \t\r\n\n", []),
        (line_of().replace(b"\n", b"\r\n") * 2, ["bidding", "bidding"]),
        (b"\n" + line_of() + b"\n \n" + line_of(), ["bidding", "bidding"]),
        (line_of().strip(), ["bidding"]),  # the last line may lack its line break
        (b"  " + line_of(), ["bidding"]),
        (b"\xc2\xa0\n", ["json"]),  # blank to a typesetter, not to JSON
        (b"\x00\n", ["json"]),
        (line_of().replace(b"\n", b"\r") * 2, ["json"]),
        (line_of().strip() * 2, ["json"]),
    ],
)
def test_blank_lines_and_line_breaks(lines: bytes, told: list[str]) -> None:
    done = dobbm("replay", lines=lines)
    assert codes(done) == told
    assert done.returncode == (1 if "json" in told else 0)


def test_unprintable_text_does_no_harm() -> None:
    done = dobbm("replay", lines=line_of(actions=["\ud800\x1b[31m\u2028"]))
    assert codes(done) == ["action"]
    assert done.stdout.isascii()


def test_payments_longer_than_python_prints_by_default() -> None:
    retours = 15_001
    words = "schwacher" + retours * " retour" + " gut gut gut"
    won = finished(72)
    actions = [*lying(words="").actions, *words.split(), *won.actions[-32:]]
    done = dobbm("replay", lines=line_of(actions=actions))
    assert (done.returncode, done.stderr) == (0, b"")
    limit = sys.get_int_max_str_digits()
    try:
        sys.set_int_max_str_digits(0)
        paid = str(12 * 2 ** (retours + 1))
    finally:
        sys.set_int_max_str_digits(limit)
    assert len(paid) > 4300
    assert f"-{paid}, -{paid}, -{paid}]".encode() in done.stdout


def test_answers_come_line_by_line() -> None:
    """Another program may wait for an answer before it asks again."""
    deal = lying()
    with subprocess.Popen(
        [*DOBBM, "replay"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        for _ in range(8):
            process.stdin.write(line_of(deal))
            process.stdin.flush()
            answer = json.loads(process.stdout.readline())
            assert answer == result_of(record_of(deal))
            deal = deal.apply(answer["legal"][0])
        process.stdin.write(b"no record\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["error"]["code"] == "json"
        process.stdin.close()
        assert process.wait() == 1


def test_a_line_may_arrive_in_pieces() -> None:
    line = line_of(lying(), meta={"note": "ö" * 50_000})
    with subprocess.Popen(
        [*DOBBM, "replay"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin
        for start in range(0, len(line), 1001):
            process.stdin.write(line[start : start + 1001])
            process.stdin.flush()
        out, _ = process.communicate()
    assert json.loads(out) == result_of(record_of(lying()))


def test_a_named_pipe(tmp_path: Path) -> None:
    pipe, deals = tmp_path / "pipe", tmp_path / "deals.jsonl"
    os.mkfifo(pipe)
    deals.write_bytes(line_of() * 3)
    done = shell(f"dobbm replay {pipe} & cat {deals} > {pipe}; wait")
    assert codes(done) == ["bidding"] * 3


def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    """With lines of ten kilobytes, a growing memory would need some forty megabytes more."""
    line = line_of(lying(), meta={"note": "x" * 10_000})
    few, many = tmp_path / "few.jsonl", tmp_path / "many.jsonl"
    few.write_bytes(line * 100)
    with many.open("wb") as file:
        for _ in range(sample_size(40, long=1000)):
            file.write(line * 100)
    # Linux counts in kilobytes.
    program = (
        "import resource, sys\n"
        "from dobbm.cli import main\n"
        "main(['replay', sys.argv[1]])\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)"
    )
    peaks = []
    for path in (few, many):
        done = subprocess.run(
            [sys.executable, "-c", program, path], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        peaks.append(int(done.stderr))
    assert peaks[1] < peaks[0] + 4_000
