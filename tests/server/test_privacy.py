"""The settings that concern privacy, and all that a server stores about a person."""

from __future__ import annotations

from typing import Any

from dobbm.runtime.store import Ban
from server.serving import Guest, refusal
from server.simulated import Simulated
from server.test_openapi import validator


def about(guest: Guest) -> Any:
    answer = guest.ask("GET", "/about")
    assert answer.status_code == 200, answer.text
    validator("StoredPerson").validate(answer.json())
    return answer.json()


def test_the_server_says_what_the_host_has_settled(idle_server: Simulated) -> None:
    answer = idle_server.ask("GET", "/api/v1/privacy")
    assert answer.json() == {"contact": None, "keep_days": None, "texts": True}


def test_a_person_gets_all_that_is_stored_at_a_table(server: Simulated) -> None:
    vroni, lois, _ = server.seated("Vroni", "Lois", "Moidl")
    vroni.post("/texts", {"text": "Wer fehlt no?"})
    lois.post("/texts", {"text": "Depp!"})
    number = vroni.ask("GET", "/texts").json()[-1]["number"]
    vroni.post("/reports", {"text": number})
    vroni.put("/muted", {"seats": [1]})
    vroni.post("/handover")
    server.run(server.hosted.ban(Ban("name", "lois", 5.0, None, "rude")))
    own, other = about(vroni), server.run(server.runtime.store.people(vroni.table))
    assert (own["table"], own["name"]) == (vroni.table, "Vroni")
    assert [one["text"] for one in own["texts"]] == ["Wer fehlt no?"]
    assert own["preferences"] == {"muted": [one.id for one in other if one.name == "Lois"]}
    [report] = own["reports"]
    assert (report["number"], report["text"], report["settled"]) == (number, "Depp!", None)
    assert own["reported"] == own["bans"] == []


def test_who_is_reported_and_banned_learns_neither_by_whom_nor_why(server: Simulated) -> None:
    vroni, lois, _ = server.seated("Vroni", "Lois", "Moidl")
    vroni.post("/reports", {"seat": 1})
    server.run(server.hosted.ban(Ban("name", "lois", 5.0, None, "rude")))
    server.pass_time(5.0)
    assert refusal(lois.post("/talk", {"phrase": "hello"})) == (403, "banned")
    assert about(lois)["reported"] == []
    server.run(server.hosted.settle_complaints(vroni.table, None, 6.0))
    own = about(lois)
    [reported] = own["reported"]
    assert reported["settled"] == 6.0
    assert set(reported) == {"at", "deal", "number", "text", "settled"}
    assert own["bans"] == [{"at": 5.0, "until": None}]
    assert "rude" not in str(own)


def test_who_has_left_a_table_and_who_was_at_a_closed_one_are_answered(server: Simulated) -> None:
    vroni, lois, _ = server.seated("Vroni", "Lois", "Moidl")
    lois.post("/leave")
    assert about(lois)["name"] == "Lois"
    server.run(server.hosted.close_table(vroni.table))
    server.pass_time(5.0)
    assert about(vroni)["name"] == "Vroni"


def test_nobody_gets_what_is_stored_about_others(server: Simulated) -> None:
    [vroni, *_] = server.seated("Vroni", "Lois", "Moidl")
    for token in (None, "x" * 43):
        stranger = Guest(server, vroni.table, token=token)
        assert refusal(stranger.ask("GET", "/about")) == (401, "token")
    other = Guest(server, "nowhere", token=vroni.token)
    assert refusal(other.ask("GET", "/about")) == (401, "token")
    assert refusal(Guest(server, "no.where", token=vroni.token).ask("GET", "/about")) == (
        404,
        "unknown",
    )
