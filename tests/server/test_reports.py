"""People report texts, and others at their table, to the host of the server."""

from __future__ import annotations

from typing import Any

import pytest

from dobbm.runtime import complaints
from dobbm.runtime.complaints import NO_TEXT, Complaint
from dobbm.server.rate_limits import COMPLAINTS
from server.serving import Guest, refusal
from server.simulated import Simulated


def friends(server: Simulated) -> list[Guest]:
    return server.seated("Vroni", "Lois", "Moidl")


def written(guest: Guest, text: str = "Depp!") -> int:
    """Write a text, and return its number."""
    assert guest.post("/texts", {"text": text}).status_code == 200
    return int(guest.ask("GET", "/texts").json()[-1]["number"])


def reports(server: Simulated) -> list[Complaint]:
    return server.run(server.runtime.store.complaints())


def test_the_host_sees_a_reported_text_as_it_was_written_and_where(server: Simulated) -> None:
    vroni, lois, moidl = friends(server)
    number = written(lois)
    for guest in (vroni, vroni, moidl):
        answer = guest.post("/reports", {"text": number})
        assert (answer.status_code, answer.json()) == (200, {"turn": 0})
    first, second = reports(server)
    assert first[:2] == (vroni.table, number)
    assert (first.text, first.deal, first.settled) == ("Depp!", 0, None)
    assert first.person == second.person
    assert first.by != second.by


def test_nobody_at_the_table_hears_of_a_report(server: Simulated) -> None:
    vroni, lois, _ = friends(server)
    number = written(lois)
    before = lois.see()
    vroni.post("/reports", {"text": number})
    vroni.post("/reports", {"seat": 1})
    assert lois.see() == before


def test_a_person_is_reported_for_the_name_or_the_conduct(server: Simulated) -> None:
    vroni, *_ = friends(server)
    assert vroni.post("/reports", {"seat": 1}).status_code == 200
    [found] = reports(server)
    assert (found.number, found.text) == (NO_TEXT, None)
    assert refusal(vroni.post("/reports", {"seat": 0})) == (422, "own")
    assert refusal(vroni.post("/reports", {"seat": 3})) == (409, "seat")


def test_only_what_one_can_read_is_reported(server: Simulated) -> None:
    vroni, lois, _ = friends(server)
    number = written(lois)
    assert refusal(lois.post("/reports", {"text": number})) == (422, "own")
    assert refusal(vroni.post("/reports", {"text": number - 1})) == (409, "gone")
    for body in ({}, {"text": number, "seat": 1}, {"text": 0}, {"seat": 7}, {"text": "Depp!"}):
        assert refusal(vroni.post("/reports", body)) == (422, "request")
    stranger = Guest(server, vroni.table, token="x" * 43)
    assert refusal(stranger.post("/reports", {"text": number})) == (401, "token")
    assert reports(server) == []


def test_a_table_and_an_address_report_only_so_much(
    serve: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = serve()
    vroni, lois, moidl = friends(server)
    number = written(lois)
    monkeypatch.setattr(complaints, "MOST_COMPLAINTS", 1)
    assert vroni.post("/reports", {"text": number}).status_code == 200
    assert refusal(moidl.post("/reports", {"text": number})) == (409, "reported")
    headers = {"X-Forwarded-For": "192.0.2.7"}
    tried = []
    for _ in range(COMPLAINTS + 1):
        server.pass_time(2.0)
        answer = vroni.ask("POST", "/reports", json={"text": number}, headers=headers)
        tried.append(answer.status_code)
    assert tried == [200] * COMPLAINTS + [429]


def test_open_reports_are_counted_for_the_host(server: Simulated) -> None:
    vroni, lois, _ = friends(server)
    vroni.post("/reports", {"text": written(lois)})
    server.pass_time(61.0)
    assert "dobbm_open_reports 1.0" in server.ask("GET", "/metrics").text
    server.run(server.hosted.settle_complaints(vroni.table, None, 1.0))
    server.pass_time(61.0)
    assert "dobbm_open_reports 0.0" in server.ask("GET", "/metrics").text
