"""The shuffle in the page, written a second time in JavaScript, agrees with the one in Python."""

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


def told_by_twin(records: list[Any]) -> list[dict[str, Any]]:
    """What the page says to every record."""
    lines = "".join([json.dumps(record) + "\n" for record in records])
    done = subprocess.run(["node", TWIN], input=lines, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def told_by_python(record: Any) -> dict[str, Any]:
    proof = verify(record)
    return {"seed": proof.seed.hex(), "deck": record["deck"]}


def spoilt(record: dict[str, Any], rng: Random) -> dict[str, Any]:
    """The record with one thing in its proof, or in the deck, put wrong; now and then with none."""
    told = record["meta"]["shuffle"]
    seats = [item["seat"] for item in told["contributions"]]
    match rng.randrange(14):
        case 0:
            told["table"] += rng.choice(("x", "\n", " ", "ä"))
        case 1:
            told["deal"] = rng.choice((0, 2, "1", True, 10**9 + 1, None))
        case 2:
            told["secret"] = rng.choice((told["secret"].upper(), "00" * 32, told["secret"][1:]))
        case 3:
            told["commitment"] = rng.choice(("00" * 32, told["commitment"] + "0", 0))
        case 4:
            told["cut"] = rng.choice((None, 5, {"seat": 0, "at": 36}, {"at": 1}))
        case 5 if told["cut"]:
            told["cut"][rng.choice(("seat", "at"))] = rng.randrange(-1, 37)
        case 6:
            told["left_out"] = rng.sample(range(6), rng.randrange(4))
        case 7 if seats:
            told["left_out"] = seats
        case 8:
            told["contributions"].reverse()
        case 9:
            told["contributions"].append({"seat": rng.randrange(6), "value": "5eed"})
        case 10 if seats:
            told["contributions"][0]["value"] += rng.choice(("0", "00", "\n", "ff" * 64))
        case 11:
            del told[rng.choice(list(told))]
        case 12:
            told[rng.choice(("by", "__proto__", "length"))] = 1
        case 13:
            record["deck"][:2] = record["deck"][1::-1]
    return record


def test_frozen_shuffles() -> None:
    vectors = json.loads(VECTORS.read_text())
    records = [proved(Proof.from_json(v["proof"]), v["dealer"], players=5) for v in vectors]
    told = told_by_twin(records)
    assert told == [{"seed": v["seed"], "deck": v["deck"].split()} for v in vectors]


def test_any_shuffle() -> None:
    rng = Random(1)
    records = [drawn_record(rng) for _ in range(RECORDS)]
    assert told_by_twin(records) == [told_by_python(record) for record in records]


def test_both_refuse_the_same() -> None:
    rng = Random(2)
    records = [spoilt(drawn_record(rng), rng) for _ in range(RECORDS)]
    refused = 0
    for record, told in zip(records, told_by_twin(records), strict=True):
        try:
            assert told == told_by_python(record)
        except ShuffleError as error:
            refused += 1
            assert told["error"] == "ShuffleError"
            # The page does not say what stands there instead.
            assert str(error).startswith(told["message"])
    assert RECORDS / 2 < refused < RECORDS


@pytest.mark.parametrize("meta", [{}, {"shuffle": None}])
def test_a_record_without_a_proof(meta: Any) -> None:
    [told] = told_by_twin([{**proved(proof_of("00")), "meta": meta}])
    assert told["message"] == "this record has no proof of its shuffle (meta.shuffle)"
