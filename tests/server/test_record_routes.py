"""Records are read line by line: finished deals, and what is wrong with the others."""

from __future__ import annotations

import json
from typing import Any

import pytest

from server.simulated import Simulated
from server.test_openapi import validator
from tables import in_every_phase, record_of

DEALS = in_every_phase()
DONE = record_of(DEALS["done"])


def read(server: Simulated, *lines: str) -> list[dict[str, Any]]:
    """Return what the server makes of the lines, after checking the schema."""
    answer = server.ask("POST", "/api/v1/records", json={"lines": lines})
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()
    for one in found:
        validator("ReadRecord").validate(one)
    return found


def test_a_finished_deal_is_read_with_its_remarks_and_all_its_rules_in_one_form(
    server: Simulated,
) -> None:
    meta = {"names": ["Anna", None, None, None]}
    short = {field: DONE[field] for field in ("dealer", "deck", "actions")}
    whole, brief = read(server, json.dumps(DONE | {"meta": meta}), json.dumps(short))
    assert whole == {"record": DONE | {"meta": meta}, "code": "", "action": None}
    assert brief["record"] == DONE | {"meta": {}}


@pytest.mark.parametrize(
    ("line", "code", "action"),
    [
        ("Griaß enk", "json", None),
        ('{"deck": [], "deck": []}', "json", None),
        ("\\ud800", "json", None),
        ("[]", "json", None),
        ("{}", "record", None),
        (json.dumps(DONE | {"rules": {"match": -1}}), "rules", None),
        (json.dumps(DONE | {"deck": 36 * ["HS"]}), "deck", None),
        (json.dumps(DONE | {"actions": ["weiter", "gut"]}), "phase", 1),
        (json.dumps(record_of(DEALS["play"])), "unfinished", None),
    ],
)
def test_a_line_that_is_no_finished_deal_is_named_and_stops_no_other(
    server: Simulated, line: str, code: str, action: int | None
) -> None:
    wrong, right = read(server, line, json.dumps(DONE))
    assert wrong == {"record": None, "code": code, "action": action}
    assert right["record"]


def test_more_lines_than_can_be_read_at_once_are_refused(server: Simulated) -> None:
    answer = server.ask("POST", "/api/v1/records", json={"lines": 51 * ["{}"]})
    assert answer.status_code == 422
