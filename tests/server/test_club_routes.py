"""A club lasts for years: personal links, roles, guests and tables."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from dobbm.club.club_commands import MOST_OPEN
from dobbm.runtime.clubs import read_club
from dobbm.runtime.entropy import SystemEntropy
from dobbm.runtime.removal import replace_link
from dobbm.runtime.runtime import HEARTBEAT
from dobbm.server.club_cookies import LASTS
from dobbm.server.club_routes import EVENING, HERE
from server.friends import CLUBS, Friend, found, stranger
from server.serving import play, refusal
from server.simulated import Simulated

REQUEST = "a-random-identifier-of-128-bits"


@pytest.fixture
def vroni(server: Simulated) -> Friend:
    """The founder of a club."""
    return found(server)


def names(friend: Friend) -> list[str]:
    return [one["name"] for one in friend.page()["members"] if one["active"]]


def test_a_club_is_founded_once_however_often_the_request_is_sent(server: Simulated) -> None:
    body = {"name": "Donnerstagsrunde", "founder": "Vroni", "request": REQUEST}
    first, again = [server.ask("POST", CLUBS, json=body).json() for _ in range(2)]
    assert first == again
    assert Friend(server, **first).role() == "founder"


def test_a_stranger_sees_only_the_name(vroni: Friend) -> None:
    vroni.bring("Lois")
    page = stranger(vroni).page()
    assert page["name"] == "Donnerstagsrunde"
    assert page["you"] is None
    assert not page["members"]
    assert not page["tables"]


@pytest.mark.parametrize("route", ["/book", "/book.csv", "/link"])
def test_a_stranger_reads_nothing_else(vroni: Friend, route: str) -> None:
    assert refusal(stranger(vroni).ask("GET", route)) == (401, "token")


def test_a_personal_link_opens_the_chair_on_any_device(vroni: Friend, server: Simulated) -> None:
    lois = vroni.bring("Lois")
    assert names(lois) == ["Vroni", "Lois"]
    cookie = lois.ask("GET").headers["set-cookie"]
    assert f"Max-Age={LASTS}" in cookie
    assert "HttpOnly" in cookie
    [pair] = cookie.split(";")[:1]
    path = f"{CLUBS}/{vroni.club}"
    page = server.ask("GET", path, headers={"Cookie": pair})
    assert page.json()["you"] == {"member": lois.member, "role": "member"}
    assert "set-cookie" in page.headers, "every visit renews it"
    assert server.ask("GET", f"{path}/link", headers={"Cookie": pair}).json()["token"] == lois.token


def test_a_person_takes_another_name_in_the_club_and_at_its_tables(vroni: Friend) -> None:
    lois = vroni.bring("Lois")
    here = vroni.open(bots=2)
    lois.sit(here.table)
    assert refusal(lois.ask("PUT", "/name", json={"name": "vRoni"})) == (409, "taken")
    assert refusal(lois.ask("PUT", "/name", json={"name": " "})) == (422, "request")
    assert lois.ask("PUT", "/name", json={"name": "lois"}).is_success, "only written otherwise"
    assert lois.ask("PUT", "/name", json={"name": "Luis"}).is_success
    assert names(vroni) == ["Vroni", "Luis"]
    assert [seat["name"] for seat in here.see()["seats"][:2]] == ["Vroni", "Luis"]
    assert vroni.bring("Lois").member != lois.member, "the old name is free"


def test_a_lost_phone_opens_nothing_any_more(vroni: Friend, server: Simulated) -> None:
    lois = vroni.bring("Lois")
    pair = lois.ask("GET").headers["set-cookie"].split(";")[0]
    link = vroni.post(f"/members/{lois.member}/link").json()
    assert refusal(lois.ask("GET")) == (401, "token")
    page = server.ask("GET", f"{CLUBS}/{vroni.club}", headers={"Cookie": pair})
    assert (page.json()["you"], page.json()["lost"]) == (None, "replaced")
    assert Friend(server, **link).role() == "member"


def test_a_device_learns_why_it_is_outside_and_others_learn_nothing(
    vroni: Friend, server: Simulated
) -> None:
    code = vroni.post("/invitations").json()["code"]
    guest = Friend(server, **stranger(vroni).post("/guests", {"name": "G", "code": code}).json())
    lois = vroni.bring("Lois")
    cookies = [one.ask("GET").headers["set-cookie"].split(";")[0] for one in (guest, lois)]
    vroni.send_off(lois)
    server.skip_time(EVENING + 1)
    path = f"{CLUBS}/{vroni.club}"
    pages = [server.ask("GET", path, headers={"Cookie": one}).json() for one in cookies]
    assert [one["lost"] for one in pages] == ["over", "left"]
    forged = f"{cookies[0]}x"
    for headers in ({}, {"Cookie": forged}):
        assert server.ask("GET", path, headers=headers).json()["lost"] is None


def test_who_asks_sees_nothing_until_a_cohost_lets_her_in(vroni: Friend) -> None:
    answer = stranger(vroni).post("/requests", {"name": "Moidl"})
    moidl = Friend(vroni.server, **answer.json())
    assert moidl.role() == "asking"
    assert not moidl.page()["members"]
    assert refusal(moidl.post("/invitations")) == (403, "role")
    assert vroni.give(moidl, "member").is_success
    assert names(moidl) == ["Vroni", "Moidl"]


def test_a_guest_comes_for_an_evening(vroni: Friend, server: Simulated) -> None:
    lois = vroni.bring("Lois")
    sepp = lois.invite("Sepp")
    assert sepp.role() == "guest"
    for answer in (sepp.post("/tables"), sepp.post("/invitations"), sepp.ask("GET", "/book")):
        assert refusal(answer) == (403, "role")
    server.skip_time(EVENING)
    assert refusal(sepp.ask("GET")) == (401, "token")
    assert "Sepp" not in names(vroni)


def test_a_code_for_guests_is_good_for_one_evening_and_one_club(
    vroni: Friend, server: Simulated
) -> None:
    code = vroni.post("/invitations").json()["code"]
    other = found(server, "Freitagsrunde")
    wrong = [stranger(other), stranger(vroni)]
    assert refusal(wrong[0].post("/guests", {"name": "Sepp", "code": code})) == (403, "invitation")
    server.skip_time(EVENING + 1)
    assert refusal(wrong[1].post("/guests", {"name": "Sepp", "code": code})) == (403, "invitation")


def test_roles(vroni: Friend) -> None:
    lois, moidl = vroni.bring("Lois"), vroni.bring("Moidl")
    assert refusal(lois.post("/members", {"name": "Sepp"})) == (403, "role")
    assert refusal(lois.give(lois, "cohost")) == (403, "role")
    assert vroni.give(lois, "cohost").is_success
    assert lois.bring("Sepp").role() == "member"
    assert refusal(lois.give(moidl, "cohost")) == (403, "role")
    assert refusal(lois.send_off(vroni)) == (403, "role")
    assert refusal(vroni.send_off(vroni)) == (403, "role")
    assert vroni.give(moidl, "founder").is_success
    assert (vroni.role(), moidl.role()) == ("cohost", "founder")
    assert moidl.send_off(lois).is_success
    assert refusal(lois.ask("GET")) == (401, "token")


def test_who_leaves_may_take_the_own_name_along(vroni: Friend, server: Simulated) -> None:
    lois = vroni.bring("Lois")
    table = vroni.open().table
    lois.sit(table)
    assert lois.ask("DELETE", f"/members/{lois.member}?erase=true").is_success
    [gone] = [one for one in vroni.page()["members"] if one["member"] == lois.member]
    assert (gone["name"], gone["active"]) == (None, False)
    people = server.run(server.runtime.store.people(table))
    assert {one.name for one in people} == {"Vroni", None}


def test_a_table_of_a_club_has_only_its_people(vroni: Friend, server: Simulated) -> None:
    lois, stranger_ = vroni.bring("Lois"), found(server, "Freitagsrunde", "Nanni")
    table = vroni.open().table
    answer = server.ask("POST", f"/api/v1/tables/{table}/seats", json={"name": "Nanni"})
    assert refusal(answer) == (403, "club")
    wrong = stranger_.post(f"/tables/{table}/seat", {})
    assert refusal(wrong) == (404, "unknown")
    assert lois.sit(table, seat=2).seat == 2
    [shown] = lois.page()["tables"]
    assert [one["member"] for one in shown["seats"]] == [vroni.member, None, lois.member, None]
    assert lois.sit(table).see()["seats"][2]["name"] == "Lois"


def test_a_seat_goes_on_at_another_device(vroni: Friend) -> None:
    old = vroni.open()
    new = vroni.sit(old.table)
    assert new.seat == old.seat
    assert refusal(old.post("/bots")) == (401, "token")
    assert new.post("/bots").is_success


def test_who_is_sent_off_loses_the_seat(vroni: Friend) -> None:
    lois = vroni.bring("Lois")
    first = vroni.open(bots=2)
    seat = lois.sit(first.table)
    assert vroni.send_off(lois).is_success
    assert refusal(seat.post("/back")) == (401, "token")
    assert refusal(seat.ask("PUT", "/seat", json={"seat": seat.seat})) == (401, "token")
    assert first.see()["seats"][seat.seat or 0]["kind"] == "bot"


def test_a_guest_loses_the_seat_when_the_evening_is_over(vroni: Friend, server: Simulated) -> None:
    sepp = vroni.invite("Sepp")
    first = vroni.open(bots=2)
    seat = sepp.sit(first.table)
    server.stop()
    server.clock.set(EVENING)
    server.start()
    vroni.book()
    assert refusal(seat.post("/back")) == (401, "token")
    assert vroni.page()["tables"][0]["seats"][seat.seat or 0]["kind"] != "person"


def test_a_new_link_closes_the_seats_on_the_lost_phone(vroni: Friend) -> None:
    lois = vroni.bring("Lois")
    lost = lois.sit(vroni.open(bots=2).table)
    link = vroni.post(f"/members/{lois.member}/link").json()
    assert refusal(lost.post("/back")) == (401, "token")
    again = Friend(vroni.server, **link).sit(lost.table)
    assert again.seat == lost.seat
    assert again.post("/back").is_success


def test_the_host_of_the_server_makes_the_link_of_the_founder(
    vroni: Friend, server: Simulated
) -> None:
    lost, store = vroni.open(bots=2), server.runtime.store
    club = server.run(read_club(store, vroni.club))
    token = server.run(replace_link(store, SystemEntropy(), club, vroni.member))
    assert refusal(vroni.ask("GET", "/link")) == (401, "token")
    server.pass_time(HEARTBEAT)
    assert refusal(lost.post("/back")) == (401, "token")
    again = Friend(server, vroni.club, vroni.member, token)
    assert again.role() == "founder"
    assert again.sit(lost.table).seat == lost.seat


def test_only_the_founder_makes_links_for_the_hosts(vroni: Friend) -> None:
    lois, moidl = vroni.bring("Lois"), vroni.bring("Moidl")
    vroni.give(lois, "cohost")
    for other in (vroni, moidl):
        allowed = other is moidl
        assert lois.post(f"/members/{other.member}/link").is_success == allowed
    assert vroni.post(f"/members/{lois.member}/link").is_success


def test_a_guest_who_is_sent_off_does_not_come_back_with_the_same_code(vroni: Friend) -> None:
    code = vroni.post("/invitations").json()["code"]
    body = {"name": "Sepp", "code": code}
    sepp = Friend(vroni.server, **stranger(vroni).post("/guests", body).json())
    assert vroni.send_off(sepp).is_success
    assert refusal(stranger(vroni).post("/guests", body)) == (403, "invitation")


def test_people_take_their_names_out_after_they_have_left(vroni: Friend) -> None:
    lois = vroni.bring("Lois")
    assert vroni.send_off(lois).is_success
    assert lois.ask("GET", "/about").json()["name"] == "Lois"
    own = f"/members/{lois.member}?erase=true"
    assert refusal(vroni.ask("DELETE", own)) == (403, "role")
    assert lois.ask("DELETE", own).is_success
    assert [one["name"] for one in vroni.page()["members"]] == ["Vroni", None]


def test_who_comes_back_is_the_same_person(vroni: Friend) -> None:
    lois = vroni.bring("Lois")
    assert vroni.send_off(lois).is_success
    assert refusal(vroni.give(lois, "cohost")) == (404, "member")
    assert vroni.give(lois, "member").is_success
    assert lois.role() == "member"
    assert [one["active"] for one in vroni.page()["members"]] == [True, True]
    link = vroni.post(f"/members/{lois.member}/link").json()
    assert refusal(lois.ask("GET", "/link")) == (401, "token")
    assert Friend(vroni.server, **link).role() == "member"


def test_nobody_comes_back_without_a_name_or_with_that_of_another(vroni: Friend) -> None:
    lois = vroni.bring("Lois")
    assert vroni.send_off(lois).is_success
    assert refusal(lois.give(lois, "member"))[0] == 401
    other = vroni.bring("Lois")
    assert refusal(vroni.give(lois, "member")) == (409, "taken")
    assert vroni.send_off(other).is_success
    assert lois.ask("DELETE", f"/members/{lois.member}?erase=true").is_success
    assert refusal(vroni.give(lois, "member")) == (404, "member")


def test_a_request_sent_many_times_lets_one_person_in(vroni: Friend, server: Simulated) -> None:
    body = {"name": "Lois", "request": REQUEST}
    headers = {"Authorization": f"Bearer {vroni.token}"}
    path = f"{CLUBS}/{vroni.club}/members"

    async def all_at_once() -> list[dict[str, str]]:
        asked = [server.exchange("POST", path, json=body, headers=headers) for _ in range(5)]
        return [answer.json() for answer in await asyncio.gather(*asked)]

    first, *others = server.run(all_at_once())
    assert all(one == first for one in others)
    assert names(vroni) == ["Vroni", "Lois"]


def test_the_seat_of_a_bot_is_free_between_two_deals(vroni: Friend) -> None:
    lois = vroni.bring("Lois")
    first = vroni.open(bots=3)
    play([first], lambda table: table["stage"] == "between")
    assert lois.sit(first.table).seat == 1


def test_a_table_beyond_the_limit_is_not_opened_in_vain(vroni: Friend, server: Simulated) -> None:
    for _ in range(MOST_OPEN):
        vroni.open()
    before = server.run(stored_tables(server))
    assert refusal(vroni.post("/tables")) == (409, "crowded")
    assert server.run(stored_tables(server)) == before


async def stored_tables(server: Simulated) -> list[str]:
    return [table async for table in server.runtime.store.tables()]


@pytest.mark.parametrize(
    "call", ["http://meet.example", "https://", "https://a b", "https://u:p@x/"]
)
def test_the_address_of_a_call_is_that_of_a_page(vroni: Friend, call: str) -> None:
    change = {"name": "Runde", "zone": "UTC", "call": call}
    assert refusal(vroni.ask("PUT", json=change)) == (422, "request")


def test_nobody_comes_with_the_name_of_somebody_else(vroni: Friend) -> None:
    lois = vroni.bring("Lois")
    assert refusal(vroni.post("/members", {"name": " LOIS"})) == (409, "taken")
    assert refusal(stranger(vroni).post("/requests", {"name": "Lois"})) == (409, "taken")
    assert lois.send_off(lois).is_success
    assert vroni.bring("Lois").role() == "member"


def test_who_plays_is_there(vroni: Friend, server: Simulated) -> None:
    first = vroni.open(bots=3)
    with first.events():
        server.pass_time(2 * HERE)
        [founder] = Friend(server, **vroni.post("/members", {"name": "Lois"}).json()).page()[
            "members"
        ][:1]
    assert founder["here"]


def test_an_ordinary_table_belongs_to_no_club(vroni: Friend, server: Simulated) -> None:
    plain = server.open(bots=0)
    assert refusal(vroni.post(f"/tables/{plain.table}/seat", {})) == (404, "unknown")


def test_by_post_nobody_is_missed_for_days(vroni: Friend, server: Simulated) -> None:
    lois = vroni.bring("Lois")
    day = 24 * 3600.0
    first = vroni.open(bots=2, free=day, bank=5)
    guests = [first, lois.sit(first.table)]
    for _ in server.waiting():
        shown = vroni.page()["tables"][0]
        if shown["to_act"] is not None and shown["seats"][shown["to_act"]]["kind"] == "person":
            break
    turn = first.see()["turn"]
    server.pass_time(day / 24)
    [shown] = lois.page()["tables"]
    assert (shown["stage"], shown["free"]) == ("playing", day)
    assert 0 < shown["until"] - server.clock_now() <= day + 5
    assert first.see()["turn"] == turn
    assert not any(seat["stood_in"] for seat in first.see()["seats"] if seat["kind"] == "person")
    assert guests[shown["to_act"]].act().is_success


def test_the_club_sees_who_is_away_until_when(vroni: Friend, server: Simulated) -> None:
    day = 24 * 3600.0
    first = vroni.open(bots=2, free=day, bank=5)
    second = vroni.bring("Lois").sit(first.table)
    play([first], lambda table: (table["view"] or {}).get("to_act") == second.seat)
    until = server.clock_now() + 10 * day
    assert second.put("/excused", {"until": until}).is_success
    [shown] = vroni.page()["tables"]
    assert [seat["excused_until"] for seat in shown["seats"]] == [None, until, None, None]
    assert until + day < shown["until"] <= until + day + 5
    second.put("/excused", {"until": None})
    [shown] = vroni.page()["tables"]
    assert not any(seat["excused_until"] for seat in shown["seats"])
    assert day < shown["until"] - server.clock_now() <= day + 5


def test_the_club_meets_and_people_say_whether_they_come(vroni: Friend) -> None:
    lois = vroni.bring("Lois")
    assert refusal(lois.ask("PUT", "/appointment", json={"weekday": 3})) == (403, "role")
    page = vroni.ask("PUT", "/appointment", json={"weekday": 3, "time": "20:00"}).json()
    day = page["appointments"][0]["day"]
    page = lois.ask("PUT", "/coming", json={"day": day, "answer": "yes"}).json()
    assert page["appointments"][0]["answers"] == {lois.member: "yes"}
    calendar = stranger(vroni).ask("GET", "/calendar.ics")
    assert calendar.headers["content-type"].startswith("text/calendar")
    assert day.replace("-", "") in calendar.text
    assert "Lois" not in calendar.text


def test_a_cohost_moves_an_evening_and_takes_that_back(vroni: Friend) -> None:
    lois = vroni.bring("Lois")
    vroni.ask("PUT", "/appointment", json={"weekday": 3, "time": "20:00"})
    before = vroni.page()["appointments"]
    [first, second, *_] = before
    path = f"/appointment/{second['day']}"
    earlier = f"{date.fromisoformat(second['day']) - timedelta(days=1)}"
    wanted = {"meets": True, "to": earlier, "time": "19:30"}
    assert refusal(lois.ask("PUT", path, json=wanted)) == (403, "role")
    page = vroni.ask("PUT", path, json=wanted).json()
    at = second["at"] - 24 * 3600 - 1800
    assert page["appointments"][1] == second | {"at": at, "to": earlier, "time": "19:30"}
    lois.ask("PUT", "/coming", json={"day": second["day"], "answer": "no"})
    assert vroni.page()["appointments"][1]["answers"] == {lois.member: "no"}
    taken = {"meets": True, "to": first["day"]}
    assert refusal(vroni.ask("PUT", path, json=taken)) == (422, "move")
    for nonsense in ({"meets": True, "time": "7"}, {"meets": False, "to": first["day"]}):
        assert refusal(vroni.ask("PUT", path, json=nonsense)) == (422, "request")
    page = vroni.ask("PUT", path, json={"meets": True, "time": "19:30"}).json()
    assert page["appointments"][1]["at"] == second["at"] - 1800
    for meets in (True, False, True):
        page = vroni.ask("PUT", path, json={"meets": meets}).json()
        assert (second["day"] in page["cancelled"]) != meets
    assert [one["at"] for one in page["appointments"]] == [one["at"] for one in before]


def test_a_table_is_put_away(vroni: Friend) -> None:
    table = vroni.open().table
    vroni.open()
    [left] = vroni.ask("DELETE", f"/tables/{table}").json()["tables"]
    assert left["number"] == 2, "every table keeps its number"
    assert vroni.sit(table).table == table, "it still opens, for its deals"


def test_only_who_sits_there_and_the_hosts_put_a_table_away(vroni: Friend) -> None:
    lois, moidl = vroni.bring("Lois"), vroni.bring("Moidl")
    table = lois.open(bots=2).table
    assert refusal(moidl.ask("DELETE", f"/tables/{table}")) == (403, "role")
    other = moidl.open(bots=2)
    assert lois.ask("DELETE", f"/tables/{table}").is_success
    assert vroni.ask("DELETE", f"/tables/{other.table}").is_success
    empty = moidl.open(bots=2)
    empty.post("/leave")
    assert lois.ask("DELETE", f"/tables/{empty.table}").is_success


def test_a_club_survives_a_restart(serve: Callable[..., Simulated], tmp_path: Path) -> None:
    server = serve(sqlite=tmp_path / "clubs.sqlite")
    friend = found(server)
    lois = friend.bring("Lois")
    table = friend.open().table
    server.stop()
    server.start()
    assert lois.role() == "member"
    assert lois.sit(table).seat == 1


def test_an_unknown_club_is_refused(server: Simulated) -> None:
    for name in ("nobody", "no:body", "club:nobody"):
        assert refusal(Friend(server, name).ask("GET")) == (404, "unknown")


def test_a_time_zone_must_exist(server: Simulated, vroni: Friend) -> None:
    body = {"name": "Runde", "founder": "Vroni", "zone": "Europe/Fulpmes"}
    assert refusal(server.ask("POST", CLUBS, json=body)) == (422, "zone")
    change = {"name": "Freitagsrunde", "zone": "../etc/passwd"}
    assert refusal(vroni.ask("PUT", json=change)) == (422, "zone")
    change = {"name": "Freitagsrunde", "zone": "Europe/Vienna", "call": "https://meet.example/x"}
    page = vroni.ask("PUT", json=change).json()
    assert (page["name"], page["call"]) == ("Freitagsrunde", "https://meet.example/x")
    assert vroni.ask("PUT", json=change | {"call": None}).json()["call"] == page["call"]
    del change["call"]
    assert vroni.ask("PUT", json=change).json()["call"] == page["call"]
    assert vroni.ask("PUT", json=change | {"call": ""}).json()["call"] == ""


@pytest.mark.parametrize("name", ["", " ", "x" * 200])
def test_a_name_is_needed(vroni: Friend, name: str) -> None:
    assert refusal(vroni.post("/members", {"name": name})) == (422, "request")


OPEN_TO_ALL = {("", "get"), ("/requests", "post"), ("/calendar.ics", "get")}


def _body(route: str, lois: Friend) -> dict[str, Any]:
    """Return a body that would do harm if it were accepted."""
    bodies: dict[str, dict[str, Any]] = {
        "": {"name": "Geändert", "zone": "UTC"},
        "/members": {"name": "Sepp"},
        "/appointment": {"weekday": 3, "time": "20:00"},
        "/appointment/{day}": {"meets": False},
        "/coming": {"day": "2026-12-03", "answer": "yes"},
        "/requests": {"name": "Sepp"},
        "/guests": {"name": "Sepp", "code": "x"},
        f"/members/{lois.member}": {"role": "cohost"},
        "/evenings": {"day": "2026-12-03", "deals": 1, "amounts": {lois.member: 0}},
        "/payments": {"payer": lois.member, "payee": lois.member, "amount": 1},
    }
    return bodies.get(route, {})


def test_nothing_of_a_club_reaches_others(server: Simulated) -> None:
    """Over all routes of clubs, by all methods: for strangers and the members of another club."""
    vroni = found(server, "Donnerstagsrunde", "Vroni-Geheim")
    lois = vroni.bring("Lois-Geheim")
    table = vroni.open().table
    other = found(server, "Freitagsrunde", "Nanni")
    stays = other.open().table
    paths = server.ask("GET", "/api/v1/openapi.json").json()["paths"]
    before = vroni.page(), vroni.book()
    tried = 0
    for path, methods in paths.items():
        if not path.startswith(f"{CLUBS}/{{club}}"):
            continue
        route = path.removeprefix(f"{CLUBS}/{{club}}").replace("{member}", lois.member)
        for method in methods:
            for token in (None, other.token, lois.token and f"{lois.token}x"):
                for target in (table, stays):
                    asker = Friend(server, vroni.club, token=token)
                    body = None if method == "get" else _body(route, lois)
                    answer = asker.ask(method.upper(), route.replace("{table}", target), json=body)
                    assert "Geheim" not in answer.text
                    open_to_all = (route, method) in OPEN_TO_ALL
                    assert open_to_all or answer.status_code in (401, 403, 404, 422), answer.text
                    tried += 1
    assert tried > 100
    after = vroni.page(), vroni.book()
    for page in (before[0], after[0]):
        del page["now"]
        page["members"] = [one for one in page["members"] if one["role"] != "asking"]
    assert after == before


def test_people_learn_what_is_stored_about_them(vroni: Friend) -> None:
    lois = vroni.bring("Lois")
    about = lois.ask("GET", "/about").json()
    assert (about["person"], about["name"]) == (lois.member, "Lois")
    assert refusal(stranger(vroni).ask("GET", "/about")) == (401, "token")


def test_an_idle_table_is_kept_while_the_club_is_used(serve: Callable[..., Simulated]) -> None:
    server = serve()
    vroni = found(server)
    idle = vroni.open(bots=3)
    server.pass_time(3600.0)
    vroni.bring("Lois")
    store = server.states[0]["runtime"].store
    assert server.run(store.prune(server.clock_now() - 1800.0)) == 0
    assert idle.see()["table"] == idle.table
    assert server.run(store.prune(server.clock_now() + 1.0)) == 2
