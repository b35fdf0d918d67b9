"""``dobbm verify``: whether decks follow from the proofs of their shuffles (docs/shuffle.md)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cli.command import answers, dobbm, line_of
from dobbm.game.shuffle import Cut
from proofs import proof_of, proved

PROOF = proof_of("5eed", "a1b2c3", cut=Cut(seat=2, at=17), left_out=(2,))
OTHER = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"


def line(**changes: Any) -> bytes:
    return json.dumps({**proved(PROOF), **changes}).encode() + b"\n"


VERIFIED = {
    "verified": True,
    "deal": 1,
    "commitment": PROOF.commitment,
    "contributions": [0, 1],
    "left_out": [2],
    "cut": 17,
}


def test_a_record_with_a_proof(tmp_path: Path) -> None:
    path = tmp_path / "deal.json"
    path.write_bytes(line())
    done = dobbm("verify", str(path))
    assert answers(done) == [VERIFIED]
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_deal_without_a_cut() -> None:
    done = dobbm("verify", lines=json.dumps(proved(proof_of())).encode())
    assert answers(done)[0]["contributions"] == []
    assert answers(done)[0]["cut"] is None


def test_a_bad_line_never_stops_the_others() -> None:
    bad = [
        b"weiter\n",
        line(dealer=4),
        line(deck=[]),
        line(actions=["gut"]),
        line(dealer=0),
        line_of(),
        line(meta={"shuffle": []}),
    ]
    done = dobbm("verify", lines=line().join([b"", *bad, b""]))
    found = answers(done)
    assert found[::2] == [VERIFIED] * (len(bad) + 1)
    codes = [answer["error"]["code"] for answer in found[1::2]]
    assert codes == "json record deck phase shuffle shuffle shuffle".split()
    assert (done.returncode, done.stderr) == (1, b"")


def test_a_record_without_a_proof_says_so() -> None:
    done = dobbm("verify", lines=line_of())
    message = "this record has no proof of its shuffle (meta.shuffle)"
    assert answers(done) == [{"error": {"code": "shuffle", "action": None, "message": message}}]


def test_the_expected_commitment() -> None:
    done = dobbm("verify", "--commitment", PROOF.commitment, lines=line())
    assert (answers(done), done.returncode) == ([VERIFIED], 0)


def test_an_unexpected_commitment() -> None:
    done = dobbm("verify", "--commitment", OTHER, lines=line())
    message = f"the commitment was {OTHER}, but is {PROOF.commitment} in the proof"
    assert answers(done) == [{"error": {"code": "shuffle", "action": None, "message": message}}]
    assert done.returncode == 1


@pytest.mark.parametrize("kept", ["", "00", OTHER.upper()])
def test_an_invalid_commitment(kept: str) -> None:
    done = dobbm("verify", "--commitment", kept, lines=line())
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"must be 64 lower-case hexadecimal digits, not " in done.stderr
