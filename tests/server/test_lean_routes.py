"""Usual requests are answered without FastAPI's machinery, and exactly as it would answer them."""

from __future__ import annotations

import json
from typing import Any
from unittest.mock import Mock

import pytest

from dobbm.server import logs
from server.serving import Guest, TableJson, Tables
from server.simulated import Simulated


def requests(turn: int) -> list[tuple[str, str, Any]]:
    """Return requests of all kinds at a turn: granted, refused, and misshapen."""
    return [
        ("GET", "", None),
        ("GET", "/texts", None),
        ("POST", "/here", None),
        ("POST", "/actions", {"action": "HS", "turn": turn}),
        ("POST", "/actions", {"action": "no card", "turn": turn}),
        ("POST", "/actions", {"action": "weiter", "turn": turn + 9}),
        ("POST", "/actions", {"action": "weiter", "turn": str(turn)}),
        ("POST", "/actions", {"action": "weiter", "turn": True}),
        ("POST", "/actions", {"action": "weiter", "turn": turn, "by": "Vroni"}),
        ("POST", "/actions", {"action": "weiter"}),
        ("POST", "/actions", {"turn": turn}),
        ("POST", "/actions", {"action": 7, "turn": turn}),
        ("POST", "/actions", {"action": "x" * 99, "turn": -1}),
        ("POST", "/actions", ["weiter", 0]),
        ("POST", "/actions", "weiter"),
        ("POST", "/actions", None),
        ("POST", "/actions", {"action": "weiter", "turn": float(turn)}),
        ("POST", "/actions", {"action": "weiter", "turn": turn}),
        ("POST", "/shuffle", {"value": "5eed"}),
        ("POST", "/shuffle", {"value": "no digits", "cut": 36}),
        ("POST", "/talk", {"phrase": "no phrase"}),
        ("POST", "/answer", {"agrees": True, "turn": None}),
        ("POST", "/take-back", {"turn": 4}),
        ("POST", "/take-back", None),
        ("PUT", "/plan", {"action": "LS"}),
        ("PUT", "/plan", {"action": "no card"}),
        ("PUT", "/muted", {"seats": [1, 2, 3]}),
        ("PUT", "/muted", {"seats": [5]}),
    ]


TEXTS = [b"", b"{", b"[" * 400, b'{"action": "weiter", "turn": NaN}', b"\xff", b"null", b"{}"]
USUAL = {"content-type": "application/json"}
UNUSUAL = {"content-type": "application/json; charset=utf-8"}
"""A request that FastAPI itself answers."""


def on_turn(server: Tables) -> tuple[Guest, TableJson]:
    """Return a guest on turn among bots, and the table."""
    vroni = server.open(bots=3)
    return vroni, vroni.wait(lambda table: table["view"] and table["view"]["to_act"] == 0)


def answered(guest: Guest, method: str, route: str, body: bytes, **headers: str) -> Any:
    """Return the status, the media type and the content of an answer."""
    answer = guest.ask(method, route, content=body, headers=headers)
    return answer.status_code, answer.headers.get("content-type"), answer.content


@pytest.mark.parametrize("who", ["a seat", "a spectator", "somebody with another token"])
def test_a_lean_answer_is_the_one_that_fastapi_gives(idle_server: Simulated, who: str) -> None:
    vroni, table = on_turn(idle_server)
    guest = {
        "a seat": vroni,
        "a spectator": vroni.spectator(),
        "somebody with another token": Guest(idle_server, vroni.table, 0, "another"),
    }[who]
    asked = [
        (method, route, b"" if body is None else json.dumps(body).encode())
        for method, route, body in requests(table["turn"])
    ]
    for method, route, body in [*asked, *(("POST", "/actions", text) for text in TEXTS)]:
        one, other = (answered(guest, method, route, body, **how) for how in (USUAL, UNUSUAL))
        assert one == other, (route, body)


def test_a_body_that_says_to_be_something_else_is_refused(idle_server: Simulated) -> None:
    vroni, _ = on_turn(idle_server)
    status, _, content = answered(
        vroni, "POST", "/actions", b"{}", **{"content-type": "text/plain"}
    )
    assert (status, json.loads(content)["error"]["code"]) == (422, "request")


def test_the_requests_of_the_game_are_lean(server: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    vroni, table = on_turn(server)

    async def fail(**_: Any) -> None:
        raise AssertionError("this request takes the long way")

    monkeypatch.setattr("fastapi.routing.solve_dependencies", fail)
    assert vroni.see() == table
    assert vroni.act(table).status_code == 200
    assert vroni.post("/here").status_code == 204
    assert vroni.contribute().status_code != 500


def test_an_answer_to_a_beat_is_logged_only_if_it_fails(
    idle_server: Simulated, monkeypatch: pytest.MonkeyPatch
) -> None:
    logged = Mock()
    monkeypatch.setattr(logs, "log", logged)
    vroni = idle_server.open()
    for guest, route in ((vroni, "/here"), (Guest(idle_server, vroni.table, 0, "x"), "/here")):
        guest.post(route)
    vroni.post("/delay")
    lines = [call.kwargs for call in logged.info.call_args_list]
    assert [(line["route"], line["status"]) for line in lines if "/{table}/" in line["route"]] == [
        ("/api/v1/tables/{table}/here", 401),
        ("/api/v1/tables/{table}/delay", 422),
    ]
