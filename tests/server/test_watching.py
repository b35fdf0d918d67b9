"""A table of a club is seen by its people, and by nobody else unless the club says so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from dobbm.server.app import make_app
from dobbm.server.club_routes import EVENING
from dobbm.server.config import Limits, Settings
from server.friends import CLUBS, Friend, found, stranger
from server.serving import Guest, play, refusal
from server.simulated import Simulated

DOCUMENT = make_app(Settings("sqlite:///unused", "unused")).openapi()
ROUTES = [(path, method) for path, methods in DOCUMENT["paths"].items() for method in methods]
OF_TABLES = [(path, method) for path, method in ROUTES if path.startswith("/api/v1/tables/{")]
NAMES = ("Vroni", "Lois", "Moidl", "Sepp", "Nanni", "Jos", "Resi")
"""The people of the club, whom no stranger sees."""
BODIES = {
    "/actions": {"action": "weiter", "turn": 0},
    "/shuffle": {"value": "5eed"},
    "/answer": {"agrees": True},
    "/talk": {"phrase": "hello"},
    "/texts": {"text": "Griaß di"},
    "/texts/allowed": {"allowed": True},
    "/texts/declined": {"declined": True},
    "/reports": {"seat": 1},
    "/portrait": {"portrait": "plaits"},
    "/excused": {"until": None},
    "/plan": {"action": None},
    "/forced": {"on": True},
    "/hurried": {"on": True},
    "/muted": {"seats": [1]},
    "/seats": {"name": "Fremd"},
    "/seat": {"seat": 1},
    "/swap": {"seats": [0, 1]},
    "/handover": {"code": "x" * 43},
}
"""The bodies of requests, by the end of the path."""


@dataclass
class Intruder:
    """Somebody who is not, or no longer, of the club, with what a device may still have."""

    who: str
    headers: dict[str, str]


@dataclass
class Evening:
    """A club with a finished deal at its table."""

    server: Simulated
    vroni: Friend
    seats: list[Guest]

    @property
    def path(self) -> str:
        return f"/api/v1/tables/{self.seats[0].table}"

    def ask(self, method: str, path: str, headers: dict[str, str]) -> httpx.Response:
        values = {"table": self.seats[0].table, "club": self.vroni.club, "number": "1", "seat": "1"}
        filled = path.format(**values, member=self.vroni.member, day="2026-12-03")
        body = next((one for end, one in BODIES.items() if path.endswith(end)), {})
        options = {} if method == "get" else {"json": body}
        return self.server.ask(method.upper(), filled, headers=headers, **options)


@pytest.fixture
def evening(serve: Callable[..., Simulated]) -> Evening:
    server = serve(limits=Limits(requests=100_000))
    vroni = found(server)
    lois = vroni.bring("Lois")
    first = vroni.open(bots=2)
    seats = [first, lois.sit(first.table)]
    play(seats, lambda table: table["stage"] == "between")
    return Evening(server, vroni, seats)


def ways(who: str, token: str, cookie: str | None = None) -> Iterator[Intruder]:
    """Yield the ways in which somebody may send a token, or a cookie."""
    bearer = {"Authorization": f"Bearer {token}"}
    yield Intruder(who, bearer)
    yield Intruder(f"{who}, leniently", bearer | {"Prefer": "handling=lenient"})
    if cookie:
        yield Intruder(f"{who}, by a cookie", {"Cookie": cookie})
        yield Intruder(f"{who}, by both", bearer | {"Cookie": cookie})


def pair(answer: httpx.Response) -> str:
    return answer.headers["set-cookie"].split(";")[0]


def intruders(evening: Evening) -> list[Intruder]:
    """Return everybody who must not see the table, with all that their devices have kept."""
    server, vroni = evening.server, evening.vroni
    table = evening.seats[0].table
    other = found(server, "Freitagsrunde", "Fremd")
    own = pair(other.ask("GET"))
    _, _, value = own.partition("=")
    moidl, jos, nanni = vroni.bring("Moidl"), vroni.bring("Jos"), vroni.bring("Nanni")
    sepp = vroni.invite("Sepp")
    kept = {friend.member: pair(friend.ask("GET")) for friend in (moidl, jos, nanni, sepp)}
    resi = vroni.invite("Resi")
    left = resi.sit(table)
    assert left.post("/leave").is_success
    chair = sepp.sit(table)
    seat = pair(chair.post("/remember"))
    asks = Friend(server, **stranger(vroni).post("/requests", {"name": "Fremd"}).json())
    assert moidl.send_off(moidl).is_success
    assert vroni.send_off(jos).is_success
    assert nanni.ask("DELETE", f"/members/{nanni.member}?erase=true").is_success
    server.skip_time(EVENING + 1)
    return [
        Intruder("a stranger", {}),
        *ways("a member of another club", other.token or "", own),
        Intruder(
            "with a cookie under a wrong name", {"Cookie": f"dobbm-club-{vroni.club}={value}"}
        ),
        *ways("who has left", moidl.token or "", kept[moidl.member]),
        *ways("who was asked to leave", jos.token or "", kept[jos.member]),
        *ways("who was erased", nanni.token or "", kept[nanni.member]),
        *ways("a guest of yesterday", sepp.token or "", kept[sepp.member]),
        *ways("a guest in the seat of yesterday", chair.token or "", seat),
        *ways("a guest of yesterday who had left the seat", left.token or ""),
        *ways("who asks to be let in", asks.token or "", pair(asks.ask("GET"))),
    ]


def test_no_route_shows_a_table_of_a_club_to_others(evening: Evening) -> None:
    number = evening.server.run(evening.server.runtime.table(evening.seats[0].table)).table.finished
    assert number == 1
    for intruder in intruders(evening):
        for path, method in OF_TABLES:
            answer = evening.ask(method, path, intruder.headers)
            place = (intruder.who, method, path, answer.text)
            # A wrong code for another device is refused as such.
            allowed = (401, 403, 409) if path.endswith("/handover") else (401, 403)
            if path.endswith("/about") and answer.is_success:  # it is about nobody else
                assert [name for name in NAMES if name in answer.text] == ["Resi"]
                continue
            assert answer.status_code in allowed, place
            assert set(answer.json()) == {"error"}, place
            assert not [name for name in NAMES if name in answer.text], place
        answer = evening.server.ask("GET", evening.path, headers=intruder.headers)
        if "Authorization" not in intruder.headers or "Prefer" in intruder.headers:
            assert answer.json()["error"]["code"] == "club"
            assert answer.json()["error"]["club"] == evening.vroni.club


def test_no_other_route_names_the_table_or_its_people(evening: Evening) -> None:
    table = evening.seats[0].table
    secrets = [*NAMES, table, evening.vroni.member]
    for intruder in intruders(evening):
        for path, method in ROUTES:
            if (path, method) in OF_TABLES or method != "get" or path.endswith("/about"):
                continue
            answer = evening.ask(method, path, intruder.headers)
            assert not [one for one in secrets if one in answer.text], (intruder.who, path)


@pytest.mark.parametrize("how", ["seat", "token", "lenient", "cookie", "guest"])
def test_the_people_of_a_club_watch(evening: Evening, how: str) -> None:
    moidl = evening.vroni.invite("Moidl") if how == "guest" else evening.vroni.bring("Moidl")
    headers = {
        "seat": evening.seats[1].headers,
        "cookie": {"Cookie": pair(moidl.ask("GET"))},
        "lenient": {"Authorization": f"Bearer {moidl.token}", "Prefer": "handling=lenient"},
    }.get(how, {"Authorization": f"Bearer {moidl.token}"})
    for route in ("", "/deals", "/deals/1", "/deals/1/view", "/texts"):
        answer = evening.server.ask("GET", evening.path + route, headers=headers)
        assert answer.status_code == 200, answer.text
    params = {"wait": 0, "after": 0}
    with evening.server.stream(f"{evening.path}/events", params, headers) as stream:
        assert stream.status_code == 200
        assert any(line.startswith("data:") for line in stream.lines)


def test_a_stream_ends_when_the_person_leaves_the_club(
    serve: Callable[..., Simulated],
) -> None:
    """The change may come through another process, and a stream may be open at either."""
    server = serve(2)
    vroni = found(server)
    first = vroni.open(bots=3)
    moidl, lois = vroni.bring("Moidl"), vroni.bring("Lois")
    for friend, route, method in (
        (moidl, f"/members/{moidl.member}", "DELETE"),
        (lois, f"/members/{lois.member}/link", "POST"),
    ):
        headers = {"Authorization": f"Bearer {friend.token}"}
        path = f"/api/v1/tables/{first.table}/events"
        with server.stream(path, {"beat": "true"}, headers) as stream:
            lines = stream.lines
            assert any(line.startswith("event: beat") for line in lines)
            assert vroni.ask(method, route).is_success
            assert first.post("/talk", {"phrase": "hello"}).is_success
            rest = [line for line in lines if line]
        assert not [line for line in rest if "hello" in line], rest


def test_the_stream_of_a_guest_ends_with_the_evening(server: Simulated) -> None:
    vroni = found(server)
    first = vroni.open(bots=3)
    sepp = vroni.invite("Sepp")
    headers = {"Authorization": f"Bearer {sepp.token}"}
    with server.stream(f"/api/v1/tables/{first.table}/events", {}, headers) as stream:
        lines = stream.lines
        assert any(line.startswith("data:") for line in lines)
        server.skip_time(EVENING)
        server.pass_time(20)
        assert not [line for line in lines if line.startswith("data:") and "Sepp" in line]
    assert server.ask("GET", f"/api/v1/tables/{first.table}", headers=headers).status_code == 401


def test_a_cohost_lets_everybody_watch(evening: Evening) -> None:
    vroni, lois = evening.vroni, evening.vroni.bring("Resi")
    assert refusal(lois.ask("PUT", "/watching", json={"allowed": True})) == (403, "role")
    assert vroni.ask("PUT", "/watching", json={"allowed": True}).json()["watched"]
    for route in ("", "/deals", "/deals/1"):
        assert evening.server.ask("GET", evening.path + route).status_code == 200
    page = stranger(vroni).page()
    assert [one["table"] for one in page["tables"]] == [evening.seats[0].table]
    assert {seat["member"] for seat in page["tables"][0]["seats"]} == {None}
    assert page["members"] == []
    assert vroni.ask("PUT", "/watching", json={"allowed": False}).is_success
    assert refusal(evening.server.ask("GET", evening.path)) == (403, "club")
    assert not stranger(vroni).page()["tables"]


def test_a_closed_club_shows_its_tables_to_nobody_who_watches(evening: Evening) -> None:
    server, token = evening.server, {"Authorization": f"Bearer {evening.vroni.token}"}
    server.run(server.hosted.close_table(f"club:{evening.vroni.club}"))
    assert refusal(server.ask("GET", evening.path)) == (410, "closed")
    assert refusal(server.ask("GET", evening.path, headers=token)) == (410, "closed")


def test_an_open_table_of_no_club_is_watched_as_ever(server: Simulated) -> None:
    guest = server.open()
    assert guest.spectator().see()["seat"] is None
    found_: Any = server.ask("GET", f"{CLUBS}/{'x' * 12}")
    assert refusal(found_) == (404, "unknown")
