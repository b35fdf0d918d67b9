"""A club moves to another server as a file: book, roles, tables and replays go on there."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from dobbm.server.config import Limits
from server.friends import CLUBS, Friend, found, stranger
from server.serving import Guest, play, refusal
from server.simulated import Simulated
from server.test_club_year import DEALS, WEEK, Year
from tiers import sample_size

THURSDAYS = sample_size(2, long=20)
GENEROUS = Limits(requests=100_000)
REQUEST = "a-random-identifier-of-128-bits"


def saved(friend: Friend) -> bytes:
    answer = friend.ask("GET", "/export")
    assert answer.status_code == 200, answer.text
    assert "attachment" in answer.headers["content-disposition"]
    return answer.content


def send(server: Simulated, file: bytes, query: str = "") -> httpx.Response:
    return server.ask("POST", f"{CLUBS}/import{query}", content=file)


def move(server: Simulated, file: bytes) -> Friend:
    """Found a club again at another server; return its founder."""
    answer = send(server, file)
    assert answer.status_code == 201, answer.text
    return Friend(server, **answer.json())


def without_head(file: bytes) -> bytes:
    return file.partition(b"\n")[2]


@pytest.fixture(params=["memory", "sqlite"])
def other(
    request: pytest.FixtureRequest, serve: Callable[..., Simulated], tmp_path: Path
) -> Simulated:
    """Another server, without anything on it."""
    file = tmp_path / "other.sqlite" if request.param == "sqlite" else None
    return serve(limits=GENEROUS, seed=2, sqlite=file)


def test_a_year_goes_on_at_another_server(
    serve: Callable[..., Simulated], other: Simulated
) -> None:
    year = Year(serve(limits=GENEROUS))
    for week in range(THURSDAYS):
        year.thursday()
        year.lose_a_phone()
        for one in (year.server, other):
            one.stop()
            one.clock.set((week + 1) * WEEK)
            one.start()
    vroni, lois = year.founder, year.friends[1]
    assert vroni.give(lois, "cohost").is_success
    [debt, *_] = vroni.book()["debts"]
    assert vroni.post("/payments", debt).is_success
    amounts = {vroni.member: 20, lois.member: -20}
    evening = {"day": "2023-11-20", "deals": 3, "amounts": amounts}
    assert vroni.post("/evenings", evening).is_success
    assert year.friends[-1].send_off(year.friends[-1]).is_success
    vroni.ask("DELETE", f"/tables/{year.tables[0]}")

    file = saved(vroni)
    founder = move(other, file)
    assert founder.member == vroni.member
    assert founder.book() == vroni.book()
    assert len(founder.book()["evenings"]) == THURSDAYS + 1
    before, after = vroni.page(), founder.page()
    for page in (before, after):
        page.pop("now")
        for one in page["members"]:
            one.pop("here")
        for table in page["tables"]:
            for seat in table["seats"]:
                seat.pop("here")
    assert after["members"] == before["members"]
    kept = ("table", "deals", "rules")
    assert [[one[key] for key in kept] for one in after["tables"]] == [
        [one[key] for key in kept] for one in before["tables"]
    ]
    for table in year.tables:
        old, new = Guest(year.server, table), Guest(other, table)
        for route in ("/deals", *[f"/deals/{number}" for number in range(1, DEALS * THURSDAYS)]):
            for one in (year.server, other):
                one.pass_time(1.0)  # nobody looks back faster
            asked = [
                one.ask("GET", route, headers=headers(friend))
                for one, friend in ((old, vroni), (new, founder))
            ]
            assert asked[0].is_success
            assert asked[0].json() == asked[1].json()

    assert without_head(saved(founder)) == without_head(file)
    assert {
        refusal(Friend(other, one.club, one.member, one.token).ask("GET"))
        for one in (vroni, lois, *year.friends)
    } == {(401, "token")}


def headers(friend: Friend) -> dict[str, str]:
    return {"Authorization": f"Bearer {friend.token}"}


def test_play_goes_on_with_new_links_and_the_same_ledger(
    serve: Callable[..., Simulated], other: Simulated
) -> None:
    server = serve(limits=GENEROUS)
    vroni = found(server)
    lois = vroni.bring("Lois")
    first = vroni.open(bots=2)
    seats = [first, lois.sit(first.table)]
    play(seats, lambda table: table["stage"] == "between")
    vroni.book()
    [line] = first.ask("GET", "/deals").json()

    founder = move(other, saved(vroni))
    link = founder.post(f"/members/{lois.member}/link").json()
    again = [founder.sit(first.table), Friend(other, **link).sit(first.table)]
    assert [one.seat for one in again] == [one.seat for one in seats]
    play(again, lambda table: (table["shuffle"] or {}).get("deal", 0) > 2)
    lines = again[0].ask("GET", "/deals").json()
    assert lines[0] == line
    assert len(lines) == 2
    assert sum(one["deals"] for one in founder.book()["evenings"]) == 2
    # The lost phone: the old seat and the old link open nothing.
    new = founder.post(f"/members/{lois.member}/link").json()
    assert refusal(again[1].post("/back")) == (401, "token")
    assert Friend(other, **new).role() == "member"
    assert lois.role() == "member", "the club is still where it was"


def test_a_running_deal_is_not_in_the_file(serve: Callable[..., Simulated]) -> None:
    server = serve(limits=GENEROUS)
    vroni = found(server)
    lois = vroni.bring("Lois")
    first = vroni.open(bots=2)
    seats = [first, lois.sit(first.table)]
    empty = vroni.open().table

    def is_second(table: dict[str, Any]) -> bool:
        deal, view = table["deal"], table["view"]
        return bool(deal == 2 and table["stage"] == "playing" and len(view["actions"]) > 5)

    for until in (lambda table: table["stage"] == "playing", is_second):
        play(seats, until)
        file = saved(vroni)
        events = server.events(first.table)
        secrets = [one["secret"] for one in events if one["kind"] == "committed"]
        assert secrets[-1].encode() not in file
        lines = [json.loads(line) for line in file.splitlines()]
        tables = [number for number, line in enumerate(lines) if set(line) == {"table"}]
        assert len(tables) == 2
        after = lines[tables[0] + 1 :]
        kinds = [line["kind"] for line in after if "kind" in line]
        assert kinds.count("committed") == kinds.count("dealt") == len(secrets) - 1
    assert empty.encode() in file


def test_no_token_and_no_text_is_in_the_file(serve: Callable[..., Simulated]) -> None:
    server = serve(limits=GENEROUS)
    vroni = found(server)
    lois = vroni.bring("Lois")
    first = vroni.open(bots=2)
    seats = [first, lois.sit(first.table)]
    assert first.post("/texts", {"text": "Geheim, geheim", "request": REQUEST}).is_success
    play(seats, lambda table: table["stage"] == "between")
    assert lois.ask("DELETE", f"/members/{lois.member}?erase=true").is_success
    file = saved(vroni)
    people = server.run(server.runtime.store.people(f"club:{vroni.club}"))
    secrets = [*[one.token for one in people], vroni.token, lois.token, first.token, REQUEST]
    assert not [one for one in (*secrets, "Geheim", "Lois") if one and one.encode() in file]


@pytest.mark.parametrize("who", ["stranger", "member", "guest", "who has left"])
def test_only_hosts_save_the_club(server: Simulated, who: str) -> None:
    vroni = found(server)
    lois = vroni.bring("Lois")
    friend = {"stranger": stranger(vroni), "guest": vroni.invite("Sepp")}.get(who, lois)
    if who == "who has left":
        lois.send_off(lois)
    assert friend.ask("GET", "/export").status_code in (401, 403)
    assert vroni.give(lois, "cohost").is_success or who == "who has left"
    assert lois.ask("GET", "/export").is_success or who == "who has left"


def test_a_club_is_founded_again_once(serve: Callable[..., Simulated], other: Simulated) -> None:
    server = serve()
    file = saved(found(server))
    assert refusal(send(server, file)) == (409, "taken")
    links = [send(other, file, f"?request={REQUEST}").json() for _ in range(2)]
    assert links[0] == links[1]
    assert refusal(send(other, file)) == (409, "taken")


def test_a_wrong_file_leaves_nothing_behind(
    serve: Callable[..., Simulated], other: Simulated
) -> None:
    vroni = found(serve())
    vroni.bring("Lois")
    lines = saved(vroni).splitlines(keepends=True)
    lines[2] = lines[2].replace(b'"role":"member"', b'"role":"founder"')
    answer = send(other, b"".join(lines))
    assert refusal(answer) == (422, "archive")
    assert answer.json()["error"]["message"].startswith("line 3: ")
    assert refusal(send(other, b"")) == (422, "archive")
    assert other.run(stored(other)) == []


async def stored(server: Simulated) -> list[str]:
    return [table async for table in server.runtime.store.tables()]


def test_a_file_may_be_larger_than_other_bodies_but_not_endless(
    serve: Callable[..., Simulated],
) -> None:
    server = serve(limits=Limits(body=100, archive=1000))
    assert refusal(send(server, b"x" * 900)) == (422, "archive")
    assert refusal(send(server, b"x" * 1001)) == (413, "size")


def test_the_host_alone_founds_clubs_if_the_settings_say_so(
    serve: Callable[..., Simulated],
) -> None:
    vroni = found(serve())
    server = serve(founding="host")
    assert server.ask("GET", CLUBS).json()["founding"] == "host"
    body = {"name": "Donnerstagsrunde", "founder": "Vroni"}
    for answer in (server.ask("POST", CLUBS, json=body), send(server, saved(vroni))):
        assert refusal(answer) == (403, "founding")
    assert server.run(stored(server)) == []


@pytest.mark.parametrize("damaged", ["", '{"at": 1}', '{"kind": "danced", "at": 1}'])
def test_a_table_that_cannot_be_read_is_named(
    serve: Callable[..., Simulated], damaged: str
) -> None:
    server = serve(limits=GENEROUS)
    vroni = found(server)
    vroni.open()
    first = vroni.open(bots=3)
    play([first], lambda table: table["stage"] == "between")
    vroni.book()
    stored = server.hosted.stored_events(first.table)
    whole, stored[2] = stored[2], damaged
    answer = vroni.ask("GET", "/export")
    assert refusal(answer) == (503, "unreadable")
    message = answer.json()["error"]["message"]
    assert message.startswith(f"event 3 of table 2 ({first.table}) cannot be read")
    assert "dobbm tables show" in message
    stored[2] = whole
    assert saved(vroni)
