"""The code of a deal in an address: whole deals come back, cut and foreign codes are none."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from client.scripts import Scripts, needs_node
from dobbm import DobbmError, from_record
from dobbm.game.record import to_record
from random_records import random_record
from tiers import sample_size

pytestmark = needs_node

BOTS = ["random", "simple", "trained", "network", "pimc:quick", "pimc", "pimc:strong"]
DEALS = sample_size(300, long=20_000)

THERE_AND_BACK = """
import { codeOf, dealOf } from "./me/deal-code.js";
respond(asked.map((given) => [codeOf(given), dealOf(codeOf(given))]));
"""
READING = """
import { dealOf } from "./me/deal-code.js";
respond(asked.map(dealOf));
"""


def given_deals(count: int) -> list[dict[str, Any]]:
    """Return valid random records, each with a seat and bots in the others."""
    found: list[dict[str, Any]] = []
    rng = Random(4711)
    while len(found) < count:
        try:
            record: dict[str, Any] = {**to_record(from_record(random_record(rng))), "meta": {}}
        except DobbmError:
            continue  # a prevented revoke
        seat = rng.randrange(record["players"])
        bots = [None if at == seat else rng.choice(BOTS) for at in range(record["players"])]
        found.append({"record": record, "seat": seat, "bots": bots})
    return found


def test_every_deal_comes_back_from_its_code(scripts: Scripts) -> None:
    given = given_deals(DEALS)
    answers = scripts.run(THERE_AND_BACK, given)
    for one, (code, back) in zip(given, answers, strict=True):
        assert back == one
        assert re.fullmatch(r"[\w/-]+", code), "chats leave it alone"
        usual = one["record"]["rules"] == {"preset": "pagat"} and len(one["record"]["actions"]) < 45
        assert not usual or len(code) < 130


def test_a_code_that_is_cut_or_changed_is_none(scripts: Scripts) -> None:
    [[code, _]] = scripts.run(THERE_AND_BACK, given_deals(1))
    cut = [code[:length] for length in range(len(code))]
    rng = Random(7)
    changed = []
    for at, letter in enumerate(code):
        other = rng.choice([one for one in "Aax9/-_" if one != letter])
        changed.append(code[:at] + other + code[at + 1 :])
    assert scripts.run(READING, cut + changed) == [None] * (2 * len(code))


@pytest.mark.parametrize(
    "code",
    [
        "",
        "nonsense",
        "2026-11-26/1",
        "1/pagat/x333/3/AAAA//000",
        "1/__proto__/x333/3/" + "A" * 36 + "//000",
        "x" * 5000,
        "1/" * 2000,
    ],
)
def test_what_is_no_code_is_none(scripts: Scripts, code: str) -> None:
    assert scripts.run(READING, [code]) == [None]
