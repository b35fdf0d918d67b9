"""An evening with several tables: rounds, the same decks, late-comers and a standing."""

from __future__ import annotations

import asyncio
import csv
import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import httpx
import pytest

from dobbm.club.draw import round_seed, seating
from dobbm.game.shuffle import commitment, shared_secret, verify
from dobbm.runtime.store import Ban
from dobbm.table.house_rules import FREE
from server.friends import CLUBS, Friend, found
from server.serving import Guest, play, refusal
from server.simulated import Simulated

NAMES = ("Lois", "Moidl", "Sepp", "Burgl", "Hansl", "Gretl", "Toni")


class Thursday:
    """A tournament of eight friends, led by the founder."""

    def __init__(
        self,
        server: Simulated,
        *,
        people: int = 8,
        names: Sequence[str] = NAMES,
        **settings: Any,
    ) -> None:
        self.vroni = found(server)
        self.server = server
        self.friends = {self.vroni.member: self.vroni}
        for name in names[: people - 1]:
            server.pass_time(1.0)  # nobody lets people in faster
            friend = self.vroni.bring(name)
            self.friends[friend.member] = friend
        answer = self.vroni.post("/tournaments", {"deals": 1, "duplicate": True} | settings)
        assert answer.status_code == 201, answer.text
        for number, friend in enumerate(self.friends.values(), 1):
            self.enter(friend, f"{number:02x}")

    def enter(self, friend: Friend, value: str = "") -> None:
        answer = friend.ask("PUT", f"/tournament/players/{friend.member}", json={"value": value})
        assert answer.status_code == 200, answer.text

    def page(self, friend: Friend | None = None) -> dict[str, Any]:
        answer = (friend or self.vroni).ask("GET", "/tournament")
        assert answer.status_code == 200, answer.text
        page: dict[str, Any] = answer.json()["tournament"]
        return page

    def draw(self, **more: Any) -> list[dict[str, Any]]:
        """Draw the next round and return its tables."""
        number = len(self.page()["rounds"]) + 1
        answer = self.vroni.post("/tournament/rounds", {"number": number} | more)
        assert answer.status_code == 200, answer.text
        tables: list[dict[str, Any]] = answer.json()["tournament"]["rounds"][-1]["tables"]
        return tables

    def sit_down(self, table: dict[str, Any]) -> list[Guest]:
        """Let everybody go to a table."""
        members = [one["member"] for one in table["seats"] if one["member"]]
        return [self.friends[member].sit(table["table"]) for member in members]

    def end(self) -> dict[str, Any]:
        answer = self.vroni.post("/tournament/end", {})
        assert answer.status_code == 200, answer.text
        page: dict[str, Any] = answer.json()["tournament"]
        return page


def play_round(guests: Sequence[Guest]) -> None:
    play(guests, lambda table: table["stage"] == "over")


def record(guest: Guest, deal: int = 1) -> dict[str, Any]:
    answer = guest.ask("GET", f"/deals/{deal}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.fixture
def thursday(server: Simulated) -> Thursday:
    return Thursday(server)


def test_everybody_finds_a_seat_at_a_drawn_table(thursday: Thursday) -> None:
    tables = thursday.draw()
    assert [len(table["seats"]) for table in tables] == [4, 4]
    seated = [one["member"] for table in tables for one in table["seats"]]
    assert {*seated} == {*thursday.friends}
    for table in tables:
        for seat, one in enumerate(table["seats"]):
            assert thursday.friends[one["member"]].sit(table["table"]).seat == seat


def test_the_same_cards_are_compared(thursday: Thursday) -> None:
    tables = thursday.draw()
    decks = []
    for table in tables:
        guests = thursday.sit_down(table)
        play_round(guests)
        decks.append(record(guests[0])["deck"])
        assert verify(record(guests[0]))
    assert decks[0] == decks[1]
    standing = thursday.page()["standing"]
    assert sum(one["compared"] for one in standing) == 0
    assert sum(one["amount"] for one in standing) == 0
    assert [one["compared"] for one in standing] == sorted(
        [one["compared"] for one in standing], reverse=True
    )
    [evening] = thursday.vroni.book()["evenings"]
    assert evening["deals"] == 2


def test_nobody_sees_what_others_made_of_cards_still_to_be_played(thursday: Thursday) -> None:
    first, second = thursday.draw()
    play_round(thursday.sit_down(first))
    page = thursday.page()
    assert page["rounds"][0]["tables"][0]["over"]
    assert not page["standing"]
    assert not thursday.vroni.book()["evenings"]
    assert refusal(thursday.vroni.post("/tournament/rounds", {"number": 2})) == (409, "tournament")
    play_round(thursday.sit_down(second))
    assert len(thursday.page()["standing"]) == 8


def test_a_table_that_is_ahead_gives_nothing_away(server: Simulated) -> None:
    thursday = Thursday(server, deals=3)
    first, second = thursday.draw()
    play_round(thursday.sit_down(first))
    others = thursday.sit_down(second)
    play(others, lambda table: table["deal"] == 1 and table["stage"] == "between")
    assert {one["deals"] for one in thursday.page()["standing"]} == {1}
    assert thursday.vroni.book()["evenings"][0]["deals"] == 2
    play_round(others)
    assert {one["deals"] for one in thursday.page()["standing"]} == {3}


def test_the_book_tells_two_tournaments_of_an_evening_apart(server: Simulated) -> None:
    thursday = Thursday(server, people=4)
    play_round(thursday.sit_down(thursday.draw()[0]))
    thursday.end()
    assert thursday.vroni.post("/tournaments", {"deals": 1}).status_code == 201
    for friend in thursday.friends.values():
        thursday.enter(friend)
    play_round(thursday.sit_down(thursday.draw()[0]))
    (evening,) = thursday.vroni.book()["evenings"]
    places = [(one["tournament"], one["round"], one["number"]) for one in evening["tables"]]
    assert places == [(1, 1, 1), (2, 1, 1)]


def test_the_book_has_the_tables_in_the_order_of_opening(server: Simulated) -> None:
    thursday = Thursday(server, duplicate=False)
    vroni = thursday.vroni
    late = vroni.open(bots=3)
    first, second = thursday.draw()
    for table in (second, first):  # as they finish their deals
        play_round(thursday.sit_down(table))
    play([late], lambda seen: seen["deal"] == 2)
    (evening,) = vroni.book()["evenings"]
    opened = [late.table, first["table"], second["table"]]
    assert [one["table"] for one in evening["tables"]] == opened
    lines = vroni.ask("GET", "/records").text.splitlines()
    assert [json.loads(line)["meta"]["table"] for line in lines] == opened
    rows = csv.DictReader(vroni.ask("GET", "/book.csv?of=tables").text.splitlines())
    places = dict.fromkeys((row["tournament"], row["table"]) for row in rows)
    assert [*places] == [("", "1"), ("1", "1"), ("1", "2")]


def test_a_repeated_draw_leaves_everybody_seated(server: Simulated) -> None:
    thursday = Thursday(server)
    tables = thursday.draw()
    for _ in range(2):
        answer = thursday.vroni.post("/tournament/rounds", {"number": 1})
        again = answer.json()["tournament"]["rounds"][0]["tables"]
        assert [one["table"] for one in again] == [one["table"] for one in tables]
        assert all(one["member"] for table in again for one in table["seats"])


def test_a_round_is_drawn_once_by_requests_at_the_same_time(server: Simulated) -> None:
    thursday = Thursday(server)
    path = f"{CLUBS}/{thursday.vroni.club}/tournament/rounds"
    headers = {"Authorization": f"Bearer {thursday.vroni.token}"}

    async def at_once() -> list[httpx.Response]:
        asked = [
            server.exchange("POST", path, json={"number": 1}, headers=headers) for _ in range(4)
        ]
        return await asyncio.gather(*asked)

    answers = server.run(at_once())
    assert {answer.status_code for answer in answers} == {200}
    [drawn] = thursday.page()["rounds"]
    assert all(one["member"] for table in drawn["tables"] for one in table["seats"])


def test_who_leaves_in_mid_deal_has_it_in_the_standing(thursday: Thursday) -> None:
    table, other = thursday.draw()
    guests = thursday.sit_down(table)
    play(guests, lambda seen: seen["stage"] == "playing")
    leaver, *others = guests
    assert leaver.post("/leave").status_code == 200
    play_round(others)
    play_round(thursday.sit_down(other))
    standing = {one["member"]: one for one in thursday.page()["standing"]}
    gone = table["seats"][0]["member"]
    assert standing[gone]["deals"] == 1
    assert sum(one["amount"] for one in standing.values()) == 0
    [evening] = thursday.vroni.book()["evenings"]
    won = {one["member"]: one["amount"] for one in evening["standing"]}
    assert won.get(gone, 0) == standing[gone]["amount"]


def test_nobody_is_helped_in_a_tournament(server: Simulated) -> None:
    thursday = Thursday(server, people=2)
    [table] = thursday.draw()
    one, other = thursday.sit_down(table)
    play([one, other], lambda seen: seen["stage"] == "playing")
    assert other.post("/leave").status_code == 200
    one.wait(lambda seen: seen["view"] and seen["view"]["to_act"] == one.seat)
    assert refusal(one.ask("GET", "/hint")) == (422, "phase")
    assert refusal(one.post("/take-back")) == (422, "phase")


def test_nobody_watches_cards_that_others_still_play(thursday: Thursday) -> None:
    first, second = thursday.draw()
    own = thursday.vroni.member in [one["member"] for one in first["seats"]]
    mine, other = (first, second) if own else (second, first)
    watcher = Guest(thursday.server, other["table"], None, thursday.vroni.token)
    refused = watcher.ask("GET")
    assert refusal(refused) == (409, "tournament")
    assert refused.json()["error"]["club"] == thursday.vroni.club, "it leads to the own seat"
    assert refusal(watcher.ask("GET", "/events")) == (409, "tournament")
    play_round(thursday.sit_down(other))
    assert refusal(watcher.ask("GET", "/deals/1")) == (409, "tournament")
    play_round(thursday.sit_down(mine))
    assert watcher.ask("GET", "/deals/1").status_code == 200


def test_a_club_with_a_tournament_is_founded_again(
    server: Simulated, serve: Callable[..., Simulated]
) -> None:
    thursday = Thursday(server)
    for table in thursday.draw():
        play_round(thursday.sit_down(table))
    assert refusal(thursday.vroni.ask("GET", "/export")) == (409, "tournament")
    page = thursday.end()
    archive = thursday.vroni.ask("GET", "/export").content
    moved = serve()
    answer = moved.ask("POST", f"{CLUBS}/import", content=archive)
    assert answer.status_code == 201, answer.text
    again = Friend(moved, **answer.json()).ask("GET", "/tournament").json()["tournament"]
    assert again["standing"] == page["standing"]
    assert again["rounds"][0]["contributions"] == page["rounds"][0]["contributions"]
    table = again["rounds"][0]["tables"][0]["table"]
    watcher = Guest(moved, table, None, answer.json()["token"])
    assert verify(watcher.ask("GET", "/deals/1").json())


def test_tables_without_deals_that_are_swapped_are_refused(
    server: Simulated, serve: Callable[..., Simulated]
) -> None:
    thursday = Thursday(server, people=7)
    tables = [one["table"].encode() for one in thursday.draw()]
    assert thursday.vroni.post("/tournament/end", {"even_unfinished": True}).is_success
    archive = thursday.vroni.ask("GET", "/export").content
    one, other = tables
    swapped = archive.replace(one, b"-").replace(other, one).replace(b'"-"', b'"%s"' % other)
    drawn, rest = archive.split(b'{"table"', 1)
    drawn_swapped, rest_swapped = swapped.split(b'{"table"', 1)
    moved = serve()
    for file in (drawn_swapped + b'{"table"' + rest, drawn + b'{"table"' + rest_swapped):
        answer = moved.ask("POST", f"{CLUBS}/import", content=file)
        assert refusal(answer) == (422, "archive"), answer.text
    assert moved.ask("POST", f"{CLUBS}/import", content=archive).status_code == 201


def test_the_end_proves_every_draw_and_every_deck(thursday: Thursday) -> None:
    promised = thursday.page()["commitment"]
    tables = thursday.draw()
    records = []
    for table in tables:
        guests = thursday.sit_down(table)
        play_round(guests)
        records.append(record(guests[0]))
    page = thursday.end()
    secret, [drawn] = page["secret"], page["rounds"]
    assert commitment(secret) == promised
    assert drawn["contributions"] == [f"{number:02x}" for number in range(1, 9)]
    seed = round_seed(secret, drawn["contributions"], 1)
    for one in records:
        assert one["meta"]["shuffle"]["secret"] == shared_secret(seed, 1)
    places = seating(page["draw"], [*thursday.friends], 4, seed, [])
    shown = tuple(tuple(one["member"] for one in table["seats"]) for table in tables)
    assert places == shown


def test_who_comes_late_takes_a_bots_seat_and_nobody_plays_twice(server: Simulated) -> None:
    thursday = Thursday(server, people=7, deals=3)
    table, other = sorted(thursday.draw(), key=lambda one: -len([*_people(one)]))
    late = thursday.vroni.bring("Peter")
    assert refusal(late.post(f"/tables/{other['table']}/seat", {})) == (409, "tournament")
    thursday.enter(late)
    guests = thursday.sit_down(other)
    play(guests, lambda seen: seen["deal"] == 1 and seen["stage"] == "between")
    assert late.sit(other["table"]).seat == 3
    somebody = thursday.friends[table["seats"][0]["member"]]
    assert refusal(somebody.post(f"/tables/{other['table']}/seat", {})) == (409, "tournament")
    [seat] = [one for one in _people(thursday.page()["rounds"][0], other) if one["name"] == "Peter"]
    assert seat["here"] in (True, False)


def test_the_seat_of_who_withdraws_goes_to_a_bot(server: Simulated) -> None:
    thursday = Thursday(server)
    table, _ = thursday.draw()
    gone = thursday.friends[table["seats"][1]["member"]]
    assert gone.ask("DELETE", f"/tournament/players/{gone.member}").status_code == 200
    assert thursday.page()["rounds"][0]["tables"][0]["seats"][1]["member"] is None
    assert gone.member not in [one["member"] for one in thursday.page()["entered"]]


def test_a_table_that_stalls_holds_up_nobody(server: Simulated) -> None:
    thursday = Thursday(server)
    tables = thursday.draw()
    play_round(thursday.sit_down(tables[0]))
    thursday.draw(even_unfinished=True)
    assert [len(one["tables"]) for one in thursday.page()["rounds"]] == [2, 2]
    assert {one["deals"] for one in thursday.page()["standing"]} == {1}


def test_a_table_that_the_host_has_closed_holds_up_nobody(server: Simulated) -> None:
    thursday = Thursday(server)
    tables = thursday.draw()
    server.run(server.states[0]["runtime"].store.close_table(tables[1]["table"]))
    server.pass_time(10.0)
    play_round(thursday.sit_down(tables[0]))
    assert thursday.page()["rounds"][0]["tables"][1]["over"]
    assert [one["deals"] for one in thursday.page()["standing"]] == [1] * 4
    assert len(thursday.draw(even_unfinished=True)) == 2


def test_the_seat_of_somebody_whom_the_host_has_banned_goes_to_a_bot(server: Simulated) -> None:
    thursday = Thursday(server)
    server.run(server.hosted.ban(Ban("name", "lois", 5.0, None, "rude")))
    server.pass_time(10.0)
    tables = thursday.draw()
    assert sum(one["member"] is not None for table in tables for one in table["seats"]) == 7
    for table in tables:
        play_round(thursday.sit_down(table))
    assert len(thursday.page()["standing"]) == 7


def test_tables_are_set_out_even_if_the_server_died_after_the_draw(server: Simulated) -> None:
    thursday = Thursday(server)
    thursday.draw()
    server.stop()
    server.start()
    for table in thursday.page()["rounds"][0]["tables"]:
        assert len([*_people(table)]) == 4


def _people(*found: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the people at a table, or at that table of a round."""
    shown = found[0]
    if len(found) == 2:
        [shown] = [one for one in shown["tables"] if one["table"] == found[1]["table"]]
    yield from [one for one in shown["seats"] if one["member"]]


def test_a_club_that_plays_by_post_has_a_tournament_at_once(server: Simulated) -> None:
    vroni = found(server)
    lois = vroni.bring("Lois")
    described = {"name": "Runde", "zone": "UTC", "free": 86_400.0}
    assert vroni.ask("PUT", "", json=described).is_success
    assert vroni.post("/tournaments", {"deals": 1}).status_code == 201
    for friend in (vroni, lois):
        friend.ask("PUT", f"/tournament/players/{friend.member}", json={"value": ""})
    assert vroni.post("/tournament/rounds", {"number": 1}).is_success
    [drawn] = vroni.ask("GET", "/tournament").json()["tournament"]["rounds"]
    table = lois.sit(drawn["tables"][0]["table"])
    assert table.ask("GET").json()["options"]["free"] == FREE
