"""Members are away from one day to another, at all their tables by post of a club."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import httpx
import pytest

from dobbm.runtime.store import Entry
from server.friends import Friend, found, stranger
from server.serving import Guest, play, refusal
from server.simulated import Simulated

DAY = 24 * 3600.0


@pytest.fixture
def vroni(server: Simulated) -> Friend:
    """The founder of a club in UTC."""
    return found(server)


@pytest.fixture
def lois(vroni: Friend) -> Friend:
    return vroni.bring("Lois")


def day_in(server: Simulated, days: int) -> date:
    return datetime.fromtimestamp(server.clock_now(), UTC).date() + timedelta(days)


def go_away(friend: Friend, server: Simulated, first: int, last: int) -> httpx.Response:
    """Say that a friend is away from one day to another, counted from today."""
    days = {"first": str(day_in(server, first)), "last": str(day_in(server, last))}
    return friend.ask("PUT", "/absence", json=days)


def come_back(friend: Friend) -> httpx.Response:
    return friend.ask("PUT", "/absence", json={"first": None, "last": None})


def end_of(day: date) -> float:
    """Return the last second of a day, in Unix seconds."""
    return datetime.combine(day, time(23, 59, 59), UTC).timestamp()


def member(friend: Friend, name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in friend.page()["members"] if one["name"] == name)
    return found


def excused(table: Guest) -> tuple[float | None, float | None]:
    """Return from when until when Lois is away, who has seat 1."""
    seat = table.see()["seats"][1]
    return seat.get("excused_from"), seat.get("excused_until")


def test_an_absence_holds_at_all_tables_by_post_and_at_those_opened_later(
    vroni: Friend, lois: Friend, server: Simulated
) -> None:
    post, fast = vroni.open(bots=2, free=DAY), vroni.open(bots=2)
    for table in (post, fast):
        lois.sit(table.table)
    end = end_of(day_in(server, 3))
    assert go_away(lois, server, 0, 3).is_success
    later = vroni.open(bots=2, free=DAY)
    lois.sit(later.table)
    assert [excused(table)[1] for table in (post, fast, later)] == [end, None, end]
    assert member(vroni, "Lois")["away_until"] == end
    assert member(vroni, "Vroni")["away_until"] is None
    shown = {table["table"]: table["seats"][1]["excused_until"] for table in vroni.page()["tables"]}
    assert shown == {post.table: end, fast.table: None, later.table: end}


def test_a_turn_waits_for_the_end_of_an_absence(
    vroni: Friend, lois: Friend, server: Simulated
) -> None:
    table = vroni.open(bots=2, free=DAY, bank=5)
    seat = lois.sit(table.table)
    assert go_away(lois, server, 0, 3).is_success
    play([table], lambda shown: (shown["view"] or {}).get("to_act") == seat.seat)
    [shown] = vroni.page()["tables"]
    assert end_of(day_in(server, 3)) + DAY < shown["until"] <= end_of(day_in(server, 3)) + DAY + 5


def test_before_its_first_day_everybody_sees_an_absence_and_nothing_waits(
    vroni: Friend, lois: Friend, server: Simulated
) -> None:
    table = vroni.open(bots=2, free=3600)
    seat = lois.sit(table.table)
    assert go_away(lois, server, 5, 7).is_success
    begin, end = end_of(day_in(server, 4)) + 1, end_of(day_in(server, 7))
    assert excused(table) == (begin, end)
    assert [member(vroni, "Lois")[f"away_{name}"] for name in ("from", "until")] == [begin, end]
    play([table], lambda shown: (shown["view"] or {}).get("to_act") == seat.seat)
    [shown] = vroni.page()["tables"]
    assert shown["until"] < begin


def test_who_is_back_sooner_is_back_everywhere(
    vroni: Friend, lois: Friend, server: Simulated
) -> None:
    tables = [vroni.open(bots=2, free=DAY) for _ in range(2)]
    for table in tables:
        lois.sit(table.table)
    for first in (0, 2):
        assert go_away(lois, server, first, 4).is_success
        assert come_back(lois).is_success
        assert [excused(table)[1] for table in tables] == [None, None]
    assert member(vroni, "Lois")["away_until"] is None
    assert come_back(lois).is_success, "it can be said again"


def test_what_is_said_at_a_table_holds_there(
    vroni: Friend, lois: Friend, server: Simulated
) -> None:
    tables = [vroni.open(bots=2, free=DAY) for _ in range(2)]
    seats = [lois.sit(table.table) for table in tables]
    assert go_away(lois, server, 0, 4).is_success
    server.pass_time(1.0)
    assert seats[0].put("/excused", {"until": None}).is_success
    vroni.page()
    assert [excused(table)[1] for table in tables] == [None, end_of(day_in(server, 4))]


def test_a_table_that_has_not_heard_of_an_absence_does_with_its_next_event(
    vroni: Friend, lois: Friend, server: Simulated
) -> None:
    table = vroni.open(bots=2, free=DAY)
    lois.sit(table.table)
    end = end_of(day_in(server, 4))
    lost = {"kind": "absence_set", "at": server.clock_now(), "member": lois.member}
    days = {"first": str(day_in(server, 0)), "last": str(day_in(server, 4))}
    store(server, vroni.club, lost | days)
    server.stop()
    server.start()
    assert table.post("/talk", {"phrase": "hello"}).is_success
    server.pass_time(1.0)
    assert excused(table)[1] == end


def store(server: Simulated, club: str, event: dict[str, Any]) -> None:
    """Store an event of a club, as a process does that dies then."""
    stream = f"club:{club}"
    number = len(server.events(stream)) + 1
    assert server.run(server.hosted.append(Entry(stream, number, event, None)))


def test_impossible_days_and_people_are_refused(
    vroni: Friend, lois: Friend, server: Simulated
) -> None:
    assert refusal(go_away(lois, server, -1, 3)) == (422, "until")
    assert refusal(go_away(lois, server, 0, 31)) == (422, "until")
    assert refusal(lois.ask("PUT", "/absence", json={"first": "soon", "last": None})) == (
        422,
        "request",
    )
    assert refusal(go_away(stranger(vroni), server, 0, 1)) == (401, "token")
    assert refusal(go_away(vroni.invite("Sepp"), server, 0, 1)) == (403, "role")


def test_absences_come_along_to_another_server(
    vroni: Friend, lois: Friend, server: Simulated
) -> None:
    table = vroni.open(bots=2, free=DAY)
    lois.sit(table.table)
    assert go_away(lois, server, 1, 3).is_success
    play([table, lois.sit(table.table)], lambda shown: shown["stage"] == "between")
    kept = vroni.ask("GET", "/export").content
    other = Simulated()
    try:
        other.pass_time(server.clock_now() - other.clock_now() + 60)
        answer = other.ask("POST", "/api/v1/clubs/import", content=kept)
        assert answer.status_code == 201, answer.text
        again = Friend(other, **answer.json())
        assert member(again, "Lois")["away_until"] == end_of(day_in(server, 3))
    finally:
        other.close()
