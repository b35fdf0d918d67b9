"""The routes by which people write to each other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from server.serving import Guest, TableJson, refusal
from server.simulated import Simulated

HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '"},{"text":"nit von mir"',
    "\u202egnp.exe",
    "'; DROP TABLE texts; --",
    "{seat} %s ${1}",
]


def friends(server: Simulated, **options: Any) -> list[Guest]:
    return server.seated("Vroni", "Lois", "Moidl", **options)


def texts(guest: Guest) -> list[tuple[str, str]]:
    """Return who has written what, as far as the guest may read it."""
    return [(one["name"], one["text"]) for one in guest.ask("GET", "/texts").json()]


def wrote(guest: Guest) -> TableJson:
    """Return the last event in which somebody wrote."""
    changes = [message.table["change"] for message in guest.history()]
    return next(change for change in reversed(changes) if change["kind"] == "wrote")


def test_a_text_whose_answer_was_lost_may_be_sent_again(server: Simulated) -> None:
    vroni, lois, _ = friends(server)
    body = {"text": "Wer fehlt no?", "request": "a-request-with-much-chance"}
    assert [vroni.post("/texts", body).status_code for _ in range(3)] == [200] * 3
    assert [one["text"] for one in lois.ask("GET", "/texts").json()] == ["Wer fehlt no?"]
    assert "request" not in wrote(lois)
    assert refusal(vroni.post("/texts", body | {"request": "short"})) == (422, "request")


def test_friends_at_a_private_table_write_to_each_other(server: Simulated) -> None:
    vroni, lois, _ = friends(server)
    assert (vroni.see()["texts"], vroni.see()["options"]["texts"]) == ("on", True)
    answer = vroni.post("/texts", {"text": "Wer fehlt no?"})
    assert (answer.status_code, answer.json()) == (200, {"turn": 0})
    assert wrote(lois)["text"] == "Wer fehlt no?"
    assert lois.ask("GET", "/texts").json() == [
        {"number": wrote_number(lois), "seat": 0, "name": "Vroni", "text": "Wer fehlt no?"}
    ]


def wrote_number(guest: Guest) -> int:
    changes = [message.table for message in guest.history()]
    return next(int(one["number"]) for one in changes if one["change"]["kind"] == "wrote")


def test_texts_are_off_at_a_table_of_the_lobby_until_the_host_allows_them(
    server: Simulated,
) -> None:
    vroni, lois, _ = friends(server, listed=True)
    assert vroni.see()["texts"] == "off"
    assert refusal(lois.post("/texts", {"text": "Griaß enk!"})) == (409, "texts")
    assert refusal(lois.put("/texts/allowed", {"allowed": True})) == (403, "host")
    assert vroni.put("/texts/allowed", {"allowed": True}).status_code == 200
    assert lois.post("/texts", {"text": "Griaß enk!"}).status_code == 200
    assert lois.put("/muted", {"seats": [2]}).status_code == 200
    assert refusal(vroni.post("/texts", {"text": "Wos is?"})) == (409, "texts")
    assert (vroni.see()["texts"], vroni.see()["own"]["declined"]) == ("declined", False)


def test_a_table_can_be_opened_with_or_without_texts(server: Simulated) -> None:
    assert server.open(texts=False).see()["texts"] == "off"
    assert server.open(texts=True, listed=True).see()["texts"] == "on"


def test_who_declines_is_not_named(server: Simulated) -> None:
    vroni, lois, moidl = friends(server)
    assert moidl.put("/texts/declined", {"declined": True}).status_code == 200
    answer = vroni.post("/texts", {"text": "Griaß enk!"})
    assert refusal(answer) == (409, "texts")
    assert answer.json()["error"]["message"] == "somebody at this table wants no texts"
    change = lois.history()[-1].table["change"]
    assert (change["kind"], change["declined"], change["seat"]) == ("texts_declined", True, None)
    assert [guest.see()["own"]["declined"] for guest in (vroni, lois, moidl)] == [
        False,
        False,
        True,
    ]
    moidl.put("/texts/declined", {"declined": False})
    assert vroni.post("/texts", {"text": "Griaß enk!"}).status_code == 200


def test_a_spectator_neither_reads_nor_writes(server: Simulated) -> None:
    vroni, _, _ = friends(server)
    vroni.post("/texts", {"text": "Nur für ins"})
    nobody = vroni.spectator()
    assert texts(nobody) == []
    assert refusal(nobody.post("/texts", {"text": "I aa?"})) == (401, "token")
    assert "Nur" not in str([message.table for message in nobody.history()])


def test_a_newcomer_reads_nothing_from_before(server: Simulated) -> None:
    vroni, _, _ = friends(server)
    vroni.post("/texts", {"text": "Vor dir"})
    sepp = vroni.bring("Sepp")
    vroni.post("/texts", {"text": "Mit dir"})
    assert texts(sepp) == [("Vroni", "Mit dir")]
    assert "Vor dir" not in str([message.table for message in sepp.history()])


def test_who_sits_down_in_the_seat_of_a_leaver_reads_nothing_from_before(
    server: Simulated,
) -> None:
    vroni, lois, _ = friends(server)
    vroni.post("/texts", {"text": "Nur für den Lois"})
    assert lois.ask("DELETE", "/seats/1").status_code == 200
    sepp = vroni.bring("Sepp")
    assert (sepp.see()["seat"], texts(sepp)) == (1, [])


@pytest.mark.parametrize("text", ["", " \n ", "\u202e", "x" * 201])
def test_a_text_that_is_empty_or_too_long(server: Simulated, text: str) -> None:
    vroni, _, _ = friends(server)
    assert refusal(vroni.post("/texts", {"text": text})) == (422, "text")
    assert texts(vroni) == []


@pytest.mark.parametrize("body", [{}, {"text": 7}, {"text": "x" * 401}, {"text": "x", "to": 1}])
def test_a_body_that_holds_no_text(server: Simulated, body: TableJson) -> None:
    vroni, _, _ = friends(server)
    assert refusal(vroni.post("/texts", body)) == (422, "request")


def test_hostile_texts_come_back_as_they_were_without_control_characters(
    any_server: Simulated,
) -> None:
    vroni, lois, _ = friends(any_server)
    for text in HOSTILE[:5]:
        assert vroni.post("/texts", {"text": text}).status_code == 200
    assert lois.post("/texts", {"text": HOSTILE[5]}).status_code == 200
    written = [text.replace("\u202e", "") for text in HOSTILE]
    assert [text for _, text in texts(lois)] == written


def test_a_flood_of_texts_is_limited(server: Simulated) -> None:
    vroni, lois, _ = friends(server)
    answers = [vroni.post("/texts", {"text": f"Zeile {n}"}) for n in range(6)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429]
    assert refusal(answers[-1]) == (429, "limit")
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 10
    assert lois.post("/texts", {"text": "Iatz i"}).status_code == 200
    server.pass_time(10.0)
    assert vroni.post("/texts", {"text": "Wieder i"}).status_code == 200


def test_texts_are_in_no_record(server: Simulated) -> None:
    [vroni] = server.dealt("Vroni")
    vroni.post("/texts", {"text": "Trumpfsau"})
    table = vroni.wait(lambda table: table["view"] is not None)
    assert "Trumpfsau" not in str(table["view"])
    assert texts(vroni) == [("Vroni", "Trumpfsau")]


def test_a_server_can_forbid_texts(serve: Callable[..., Simulated]) -> None:
    vroni, lois, _ = friends(serve(texts=False))
    assert vroni.see()["texts"] == "forbidden"
    answer = lois.post("/texts", {"text": "Griaß enk!"})
    assert refusal(answer) == (409, "texts")
    assert answer.json()["error"]["message"] == "this server allows no texts"
