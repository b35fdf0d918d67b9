"""Judgements of a seat's decisions, which need no table."""

from __future__ import annotations

import json
from collections.abc import Callable
from string import Formatter
from typing import Any

import httpx
import pytest

from dobbm.game.actions import Seat
from dobbm.players.coach import Coach
from dobbm.players.decisions import JUDGE, decisions
from dobbm.server.site import LOCALE
from drawing import finished, open_deal
from server.serving import refusal
from server.simulated import Simulated
from server.test_openapi import validator
from tables import record_of

JUDGEMENT = "/api/v1/judgement"
DEAL = finished(74)


def judge(server: Simulated, seat: Seat = 0, **changes: Any) -> httpx.Response:
    body = {"record": record_of(DEAL), "seat": seat} | changes
    return server.ask("POST", JUDGEMENT, json=body)


@pytest.mark.parametrize("seat", [0, 2])
def test_every_decision_of_a_seat_is_judged(idle_server: Simulated, seat: Seat) -> None:
    answer = judge(idle_server, seat)
    assert answer.status_code == 200, answer.text
    validator("Judgement").validate(answer.json())
    found = answer.json()
    assert (found["judge"], found["seat"]) == (JUDGE, seat)
    verdicts = [Coach().verdict(one).to_json() for one in decisions(DEAL, seat)]
    german = json.loads((LOCALE / "de" / "LC_MESSAGES" / "dobbm.json").read_text())
    for decision, verdict in zip(found["decisions"], verdicts, strict=True):
        for reason in (decision.pop("reason"), decision.pop("better_reason")):
            assert reason["sentence"] in german
            places = {name for _, name, _, _ in Formatter().parse(reason["sentence"]) if name}
            assert reason.keys() - {"sentence", "percent"} == places
        assert decision == verdict


def test_a_deal_in_progress_is_judged_as_far_as_it_goes(idle_server: Simulated) -> None:
    answer = judge(idle_server, 0, record=record_of(open_deal()))
    assert answer.json() == {"judge": JUDGE, "seat": 0, "decisions": []}


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"seat": 4}, "seats"),
        ({"seat": 5}, "request"),
        ({"seat": None}, "request"),
        ({"record": []}, "request"),
        ({"record": record_of(open_deal(), deck=["HS"])}, "deck"),
        ({"record": record_of(open_deal(), actions=["solo"] + ["gut"] * 100)}, "record"),
        ({"bot": "simple"}, "request"),
    ],
)
def test_an_impossible_request_is_refused(
    idle_server: Simulated, changes: dict[str, Any], code: str
) -> None:
    assert refusal(judge(idle_server, **changes)) == (422, code)


def test_judgements_are_limited_by_address(serve: Callable[..., Simulated]) -> None:
    server = serve()

    def status(address: str) -> int:
        headers = {"X-Forwarded-For": address}
        body = {"record": record_of(DEAL), "seat": 0}
        return server.ask("POST", JUDGEMENT, json=body, headers=headers).status_code

    assert 429 in [status("192.0.2.7") for _ in range(15)]
    assert status("192.0.2.8") == 200
