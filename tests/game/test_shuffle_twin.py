"""The page's own shuffle, in JavaScript, agrees with the one in Python."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest

from dobbm.game.errors import ShuffleError
from dobbm.game.shuffle import Proof, verify
from proofs import drawn_record, proof_of, proved
from tiers import sample_size

pytestmark = pytest.mark.skipif(not shutil.which("node"), reason="Node is not installed")

RECORDS = sample_size(500, long=20_000)

TWIN = Path(__file__).with_name("shuffle_twin.mjs")
VECTORS = Path(__file__).with_name("shuffle_vectors.json")


def answers_of_page(records: list[Any]) -> list[dict[str, Any]]:
    """The page's answer to each record."""
    lines = "".join([json.dumps(record) + "\n" for record in records])
    done = subprocess.run(["node", TWIN], input=lines, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def answer_of_python(record: Any) -> dict[str, Any]:
    proof = verify(record)
    return {"seed": proof.seed.hex(), "deck": record["deck"]}


def tampered(record: dict[str, Any], rng: Random) -> dict[str, Any]:
    """The record with one change to its proof or its deck, and sometimes without any."""
    proof = record["meta"]["shuffle"]
    seats = [item["seat"] for item in proof["contributions"]]
    match rng.randrange(14):
        case 0:
            proof["table"] += rng.choice(("x", "\n", " ", "ä"))
        case 1:
            proof["deal"] = rng.choice((0, 2, "1", True, 10**9 + 1, None))
        case 2:
            proof["secret"] = rng.choice((proof["secret"].upper(), "00" * 32, proof["secret"][1:]))
        case 3:
            proof["commitment"] = rng.choice(("00" * 32, proof["commitment"] + "0", 0))
        case 4:
            proof["cut"] = rng.choice((None, 5, {"seat": 0, "at": 36}, {"at": 1}))
        case 5 if proof["cut"]:
            proof["cut"][rng.choice(("seat", "at"))] = rng.randrange(-1, 37)
        case 6:
            proof["left_out"] = rng.sample(range(6), rng.randrange(4))
        case 7 if seats:
            proof["left_out"] = seats
        case 8:
            proof["contributions"].reverse()
        case 9:
            proof["contributions"].append({"seat": rng.randrange(6), "value": "5eed"})
        case 10 if seats:
            proof["contributions"][0]["value"] += rng.choice(("0", "00", "\n", "ff" * 64))
        case 11:
            del proof[rng.choice(list(proof))]
        case 12:
            proof[rng.choice(("by", "__proto__", "length"))] = 1
        case 13:
            record["deck"][:2] = record["deck"][1::-1]
    return record


def test_frozen_shuffles() -> None:
    vectors = json.loads(VECTORS.read_text())
    records = [proved(Proof.from_json(v["proof"]), v["dealer"], players=5) for v in vectors]
    answers = answers_of_page(records)
    assert answers == [{"seed": v["seed"], "deck": v["deck"].split()} for v in vectors]


def test_any_shuffle() -> None:
    rng = Random(1)
    records = [drawn_record(rng) for _ in range(RECORDS)]
    assert answers_of_page(records) == [answer_of_python(record) for record in records]


def test_both_refuse_the_same() -> None:
    rng = Random(2)
    records = [tampered(drawn_record(rng), rng) for _ in range(RECORDS)]
    refused = 0
    for record, answer in zip(records, answers_of_page(records), strict=True):
        try:
            assert answer == answer_of_python(record)
        except ShuffleError as error:
            refused += 1
            assert answer["error"] == "ShuffleError"
            # The message of the page lacks the value that was found.
            assert str(error).startswith(answer["message"])
    assert RECORDS / 2 < refused < RECORDS


@pytest.mark.parametrize("meta", [{}, {"shuffle": None}])
def test_a_record_without_a_proof(meta: Any) -> None:
    [answer] = answers_of_page([{**proved(proof_of("00")), "meta": meta}])
    assert answer["message"] == "this record has no proof of its shuffle (meta.shuffle)"
