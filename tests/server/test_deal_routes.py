"""The deals of an evening of a club: favourites, comments, the deal of the night."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from dobbm.club.club_ids import stream_of
from dobbm.runtime.clubs import read_club
from dobbm.server.config import Limits
from dobbm.table.talk import LONGEST_TEXT
from server.friends import Friend, found
from server.serving import play, refusal
from server.simulated import Simulated
from server.test_book_routes import evening

GENEROUS = Limits(requests=100_000)


@pytest.fixture
def friends(server: Simulated) -> list[Friend]:
    """Vroni and Lois, who have played two deals."""
    vroni = found(server)
    people = [vroni, vroni.bring("Lois")]
    evening(people, deals=2)
    vroni.book()
    return people


def deals(friend: Friend) -> list[dict[str, Any]]:
    [played] = friend.book()["evenings"]
    answer = friend.ask("GET", f"/evenings/{played['number']}/deals")
    assert answer.is_success, answer.text
    found: list[dict[str, Any]] = answer.json()
    return found


def favour(friend: Friend, deal: dict[str, Any], chosen: bool = True) -> Any:
    route = f"/deals/{deal['table']}/{deal['deal']}/favourite"
    return friend.ask("PUT", route, json={"chosen": chosen})


def comment(friend: Friend, deal: dict[str, Any], text: str) -> Any:
    return friend.post(f"/deals/{deal['table']}/{deal['deal']}/comments", {"text": text})


def strike(friend: Friend, deal: dict[str, Any], written: dict[str, Any]) -> Any:
    route = f"/deals/{deal['table']}/{deal['deal']}/comments/{written['number']}"
    return friend.ask("DELETE", route)


def test_the_deals_add_up_to_the_evening(friends: list[Friend]) -> None:
    vroni, lois = friends
    played, [line] = deals(vroni), vroni.book()["evenings"]
    assert [one["deal"] for one in played] == [1, 2]
    for friend in (vroni, lois):
        [standing] = [one for one in line["standing"] if one["member"] == friend.member]
        assert standing["amount"] == sum(one["amounts"].get(friend.member, 0) for one in played)
        assert standing["declared"] == sum(one["declarer"] == friend.member for one in played)


def test_the_favourite_of_a_member_is_the_deal_of_the_night(friends: list[Friend]) -> None:
    vroni, lois = friends
    [_, second] = deals(vroni)
    assert vroni.book()["evenings"][0]["night"]["favourites"] == 0
    assert favour(lois, second).json() == {"favourites": [lois.member], "comments": []}
    assert deals(vroni)[1]["favourites"] == [lois.member]
    night = {"table": second["table"], "deal": 2, "favourites": 1}
    assert vroni.book()["evenings"][0]["night"] == night
    assert favour(lois, second, chosen=False).json()["favourites"] == []


def test_a_comment_is_read_by_all_and_struck_out_for_good(friends: list[Friend]) -> None:
    vroni, lois = friends
    [first, _] = deals(vroni)
    [written] = comment(lois, first, " Schian  gspielt! ").json()["comments"]
    assert (written["by"], written["text"]) == (lois.member, "Schian gspielt!")
    assert deals(vroni)[0]["comments"] == [written]
    assert lois.ask("GET", "/about").json()["texts"] == [
        {"number": written["number"], "text": written["text"]}
    ]
    assert refusal(strike(vroni, first | {"deal": 2}, written)) == (422, "book")
    assert strike(vroni, first, written).json()["comments"] == []
    assert deals(lois)[0]["comments"] == []
    assert lois.ask("GET", "/about").json()["texts"] == []


def report_of(deal: dict[str, Any], written: dict[str, Any]) -> str:
    return f"/deals/{deal['table']}/{deal['deal']}/comments/{written['number']}/reports"


@pytest.mark.parametrize("text", ["", "   ", "x" * (LONGEST_TEXT + 1)])
def test_a_comment_is_one_short_line(friends: list[Friend], text: str) -> None:
    [first, _] = deals(friends[0])
    assert refusal(comment(friends[0], first, text)) == (422, "text")
    assert deals(friends[0])[0]["comments"] == []


def test_who_leaves_takes_the_comments_along_with_the_name(friends: list[Friend]) -> None:
    vroni, lois = friends
    [first, second] = deals(vroni)
    comment(lois, first, "Jo mei.")
    comment(vroni, second, "Hoppla!")
    assert lois.ask("DELETE", f"/members/{lois.member}?erase=true").is_success
    assert [[one["text"] for one in deal["comments"]] for deal in deals(vroni)] == [[], ["Hoppla!"]]


def test_a_comment_is_reported_to_the_host_of_the_server_once(
    server: Simulated, friends: list[Friend]
) -> None:
    vroni, lois = friends
    [first, _] = deals(vroni)
    [written] = comment(lois, first, "Gschert!").json()["comments"]
    route = report_of(first, written)
    for _ in range(2):
        assert vroni.ask("POST", route, json={}).json()["comments"] == [written]
    [complaint] = server.run(server.runtime.store.complaints())
    assert complaint[:3] == (stream_of(lois.club), written["number"], lois.member)
    assert (complaint.by, complaint.text) == (vroni.member, "Gschert!")
    assert refusal(lois.ask("POST", route, json={})) == (422, "own")
    other = route.replace(str(written["number"]), "1")
    assert refusal(vroni.ask("POST", other, json={})) == (422, "book")


def test_a_reported_comment_that_is_struck_out_is_still_reported(
    server: Simulated, friends: list[Friend]
) -> None:
    vroni, lois = friends
    [first, _] = deals(vroni)
    [written] = comment(lois, first, "Gschert!").json()["comments"]
    route = report_of(first, written)
    assert vroni.post(route).is_success
    assert strike(lois, first, written).json()["comments"] == []
    [complaint] = server.run(server.runtime.store.complaints())
    assert (complaint.text, complaint.settled) == ("Gschert!", None)
    assert lois.ask("DELETE", f"/members/{lois.member}?erase=true").is_success
    assert server.run(server.runtime.store.complaints()) == []


def test_guests_see_neither_deals_nor_comments(friends: list[Friend]) -> None:
    vroni = friends[0]
    [first, _] = deals(vroni)
    [played] = vroni.book()["evenings"]
    sepp = vroni.invite("Sepp")
    assert refusal(sepp.ask("GET", f"/evenings/{played['number']}/deals")) == (403, "role")
    assert refusal(comment(sepp, first, "Griaß enk!")) == (403, "role")
    assert refusal(favour(sepp, first)) == (403, "role")


def test_a_server_without_texts_takes_no_comments(serve: Callable[..., Simulated]) -> None:
    vroni = found(serve(limits=GENEROUS, texts=False))
    evening([vroni])
    vroni.book()
    [first] = deals(vroni)
    assert refusal(comment(vroni, first, "Griaß enk!")) == (409, "texts")
    assert favour(vroni, first).is_success


def test_there_are_no_deals_of_another_evening(friends: list[Friend]) -> None:
    assert refusal(friends[0].ask("GET", "/evenings/1/deals")) == (422, "book")


def test_comments_and_favourites_move_with_the_club(serve: Callable[..., Simulated]) -> None:
    here, there = serve(limits=GENEROUS), serve(limits=GENEROUS, seed=2)
    vroni = found(here)
    lois = vroni.bring("Lois")
    evening([vroni, lois], deals=2)
    vroni.book()
    [first, second] = deals(vroni)
    favour(lois, first)
    comment(lois, second, "Schian gspielt!")
    [struck] = comment(vroni, first, "Hoppla!").json()["comments"]
    strike(vroni, first, struck)
    file = vroni.ask("GET", "/export").content
    assert b"Hoppla" not in file
    answer = there.ask("POST", "/api/v1/clubs/import", content=file)
    assert answer.status_code == 201, answer.text
    assert deals(Friend(there, **answer.json())) == deals(vroni)


def test_the_whole_book_is_saved_as_records(server: Simulated) -> None:
    vroni = found(server)
    for name in ("Lois", "Moidl"):
        evening([vroni, vroni.bring(name)], deals=2)
        server.clock.set(7 * 24 * 3600.0)
    days = [one["day"] for one in vroni.book()["evenings"]]
    assert len(days) == 2
    records = [json.loads(line) for line in vroni.ask("GET", "/records").text.splitlines()]
    assert len(records) == 4
    later = vroni.ask("GET", f"/records?since={days[0]}").text.splitlines()
    assert [json.loads(line) for line in later] == records[2:]


def test_new_tables_are_as_the_club_wishes(server: Simulated) -> None:
    vroni = found(server)
    before = vroni.page()
    body = {"name": before["name"], "zone": before["zone"], "free": 120.0, "texts": False}
    assert vroni.ask("PUT", "", json=body).is_success
    assert vroni.ask("PUT", "", json={"name": "Runde", "zone": "UTC"}).is_success
    page = vroni.page()
    assert (page["name"], page["free"], page["texts"]) == ("Runde", 120.0, False)
    table = vroni.open(bots=1)
    assert table.ask("GET").json()["texts"] == "off"
    [shown] = vroni.page()["tables"]
    assert shown["free"] == 120.0
    vroni.open(bots=1, free=30)
    assert vroni.page()["tables"][0]["free"] == 30.0


def test_new_tables_begin_with_the_rules_that_the_club_wishes(server: Simulated) -> None:
    vroni = found(server)
    about = {"name": "Runde", "zone": "UTC"}
    wish = {"preset": "akagiri", "match": 120}
    for wrong in ({"preset": "bridge"}, {"unit": 0}, {"trumps": 9}):
        assert refusal(vroni.ask("PUT", "", json=about | {"rules": wrong})) == (422, "rules")
    assert vroni.page()["rules"] is None
    page = vroni.ask("PUT", "", json=about | {"rules": wish | {"unit": 5}}).json()
    assert page["rules"] == wish
    assert vroni.ask("PUT", "", json=about).json()["rules"] == wish

    def opened(**options: Any) -> Any:
        vroni.open(bots=1, **options)
        return vroni.page()["tables"][0]["rules"]

    assert opened() == wish
    assert opened(rules={}) == {"preset": "pagat"}
    assert opened(rules={"preset": "wikipedia"}) == {"preset": "wikipedia"}
    assert vroni.post("/tournaments", {}).is_success
    club = server.run(read_club(server.runtime.store, vroni.club))
    assert club.tournament
    assert club.tournament.options["rules"] == wish
    bodies: list[dict[str, Any]] = [{"rules": {}}, {"rules": None}]
    for body in bodies:
        assert vroni.ask("PUT", "", json=about | {"rules": wish}).json()["rules"] == wish
        assert vroni.ask("PUT", "", json=about | body).json()["rules"] is None
    assert opened() == {"preset": "pagat"}


def test_play_goes_on_after_a_deal_was_marked(friends: list[Friend]) -> None:
    vroni, lois = friends
    [first, _] = deals(vroni)
    favour(vroni, first)
    guests = [friend.sit(first["table"]) for friend in (vroni, lois)]
    play(guests, lambda _: len(guests[0].ask("GET", "/deals").json()) >= 3)
    vroni.book()
    assert [one["deal"] for one in deals(vroni)] == [1, 2, 3]
