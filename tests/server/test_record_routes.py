"""Records are read line by line: finished deals, and what is wrong with the others."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dobbm.server.analysis import analysed
from dobbm.server.hand_worth import VERSION, hand_worths
from drawing import finished
from server.serving import refusal
from server.simulated import Simulated
from server.test_openapi import validator
from tables import in_every_phase, record_of, seen

DEALS = in_every_phase()
DONE = record_of(DEALS["done"])
WON = finished(72)
PLAYED = record_of(WON)


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
    assert whole.pop("worth")["version"] == VERSION
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
    assert wrong == {"record": None, "worth": None, "code": code, "action": action}
    assert right["record"]


def test_more_lines_than_can_be_read_at_once_are_refused(server: Simulated) -> None:
    answer = server.ask("POST", "/api/v1/records", json={"lines": 51 * ["{}"]})
    assert answer.status_code == 422


def test_a_finished_deal_is_read_with_what_its_hands_were_worth(server: Simulated) -> None:
    [read_deal] = read(server, json.dumps(PLAYED))
    assert read_deal["worth"] == {"version": VERSION, "seats": hand_worths(WON)}


@pytest.mark.parametrize("seat", [None, 0, 3])
def test_a_record_is_viewed_from_a_seat(server: Simulated, seat: int | None) -> None:
    body = {"record": PLAYED | {"meta": {"names": ["Anna"]}}, "seat": seat}
    answer = server.ask("POST", "/api/v1/records/view", json=body)
    assert answer.status_code == 200, answer.text
    validator("View").validate(answer.json())
    assert answer.json() == seen(WON, seat) | {"record": PLAYED | {"meta": {}}}


def test_a_record_is_analysed_like_a_deal_of_a_table(server: Simulated) -> None:
    answer = server.ask("POST", "/api/v1/records/analysis", json={"record": PLAYED})
    assert answer.status_code == 200, answer.text
    assert answer.json() == analysed(WON).model_dump()


@pytest.mark.parametrize("route", ["view", "analysis"])
@pytest.mark.parametrize(
    ("record", "code"),
    [
        (record_of(DEALS["play"]), "unfinished"),
        (DONE | {"deck": 36 * ["HS"]}, "deck"),
        (DONE | {"actions": 101 * ["weiter"]}, "record"),
    ],
)
def test_what_is_no_finished_deal_is_refused(
    server: Simulated, route: str, record: dict[str, Any], code: str
) -> None:
    body = {"record": record} | ({"seat": None} if route == "view" else {})
    answer = server.ask("POST", f"/api/v1/records/{route}", json=body)
    assert refusal(answer) == (422, code)


def test_a_seat_that_the_deal_does_not_have_is_refused(server: Simulated) -> None:
    body = {"record": PLAYED, "seat": 4}
    assert refusal(server.ask("POST", "/api/v1/records/view", json=body)) == (422, "seats")
