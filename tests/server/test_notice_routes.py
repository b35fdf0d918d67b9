"""The notice of a club: who writes it, who sees it, and where its text is kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from dobbm.club.club_ids import stream_of
from dobbm.server.config import Limits
from dobbm.table.talk import LONGEST_NOTICE
from server.friends import Friend, found, stranger
from server.serving import refusal
from server.simulated import Simulated
from server.test_book_routes import evening
from server.test_deal_routes import comment, deals

GENEROUS = Limits(requests=100_000)
NOTICE = "This week at Sepp's.\n\nBring the cards back!"


def write(friend: Friend, text: str) -> Any:
    return friend.ask("PUT", "/notice", json={"text": text})


def kept(server: Simulated, friend: Friend) -> list[str]:
    """Return the texts of the club that the store has."""
    found = server.run(server.runtime.store.texts(stream_of(friend.club)))
    return [one.text for one in found]


def test_the_people_of_the_club_see_the_notice_and_strangers_do_not(server: Simulated) -> None:
    vroni = found(server)
    lois, sepp = vroni.bring("Lois"), vroni.invite("Sepp")
    written = write(vroni, " This week  at Sepp's. \r\n\n\n\nBring the cards back!\u202e\n")
    assert written.json() == {"text": NOTICE}
    assert {one.page()["notice"] for one in (vroni, lois, sepp)} == {NOTICE}
    assert vroni.ask("PUT", "/watching", json={"allowed": True}).is_success
    assert stranger(vroni).page()["notice"] == ""
    for one in (lois, sepp):
        assert refusal(write(one, "Griaß enk!")) == (403, "role")
        assert refusal(write(one, "")) == (403, "role")
    assert vroni.page()["notice"] == NOTICE


def test_a_notice_that_is_replaced_or_removed_is_deleted(server: Simulated) -> None:
    vroni = found(server)
    lois = vroni.bring("Lois")
    assert vroni.give(lois, "cohost").is_success
    evening([vroni, lois])
    vroni.book()
    [first] = deals(vroni)
    comment(lois, first, "Hoppla!")
    assert write(vroni, "At Sepp's").is_success
    assert write(lois, "At Moidl's").is_success
    assert kept(server, vroni) == ["Hoppla!", "At Moidl's"]
    assert [one["text"] for one in lois.ask("GET", "/about").json()["texts"]] == [
        "Hoppla!",
        "At Moidl's",
    ]
    for _ in range(2):
        assert write(vroni, " \n ").json() == {"text": ""}
    assert vroni.page()["notice"] == ""
    assert kept(server, vroni) == ["Hoppla!"]


def test_a_notice_goes_with_the_name_of_its_author(server: Simulated) -> None:
    vroni = found(server)
    lois = vroni.bring("Lois")
    assert vroni.give(lois, "cohost").is_success
    write(lois, "At my place")
    assert lois.ask("DELETE", f"/members/{lois.member}?erase=true").is_success
    assert vroni.page()["notice"] == ""
    assert kept(server, vroni) == []


def test_the_host_of_the_server_erases_a_notice(server: Simulated) -> None:
    vroni = found(server)
    write(vroni, "Gschert!")
    store, stream = server.runtime.store, stream_of(vroni.club)
    [text] = server.run(store.texts(stream))
    assert server.run(store.erase_text(stream, text.number))
    assert vroni.page()["notice"] == ""


@pytest.mark.parametrize("text", ["x" * (LONGEST_NOTICE + 1), "\u200c"])
def test_a_notice_is_short_and_visible(server: Simulated, text: str) -> None:
    vroni = found(server)
    assert refusal(write(vroni, text)) == (422, "text")
    assert write(vroni, "x" * LONGEST_NOTICE).is_success


def test_a_server_without_texts_only_lets_a_notice_be_removed(
    serve: Callable[..., Simulated],
) -> None:
    vroni = found(serve(limits=GENEROUS, texts=False))
    assert refusal(write(vroni, "Griaß enk!")) == (409, "texts")
    assert write(vroni, "").is_success


def test_a_notice_moves_with_the_club(serve: Callable[..., Simulated]) -> None:
    here, there = serve(limits=GENEROUS), serve(limits=GENEROUS, seed=2)
    vroni = found(here)
    write(vroni, "At Moidl's")
    write(vroni, NOTICE)
    file = vroni.ask("GET", "/export").content
    assert b"Moidl" not in file
    answer = there.ask("POST", "/api/v1/clubs/import", content=file)
    assert answer.status_code == 201, answer.text
    founder = Friend(there, **answer.json())
    assert founder.page()["notice"] == NOTICE
    silent = serve(limits=GENEROUS, seed=3, texts=False)
    founder = Friend(silent, **silent.ask("POST", "/api/v1/clubs/import", content=file).json())
    assert founder.page()["notice"] == ""
    for wrong in (b"Bring\\n\\n\\n", b"\\nBring"):
        hurt = file.replace(b"\\n\\nBring", b"\\n\\n" + wrong)
        assert refusal(there.ask("POST", "/api/v1/clubs/import", content=hurt)) == (422, "archive")
