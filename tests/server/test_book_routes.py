"""The book of a club: what was played, who owes whom, and what was played with real cards."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from io import StringIO
from typing import Any
from urllib.parse import urlencode

import pytest

from dobbm.club.book_commands import REPEATED
from dobbm.game.shuffle import verify
from server.friends import Friend, found, stranger
from server.serving import Guest, play, refusal
from server.simulated import Simulated

DAY = 24 * 3600.0


@pytest.fixture
def vroni(server: Simulated) -> Friend:
    """The founder of a club."""
    return found(server)


def evening(friends: list[Friend], deals: int = 1) -> list[Guest]:
    """Let friends play some deals at a new table of their club, with bots on the other chairs."""
    first = friends[0].open(bots=4 - len(friends))
    guests = [first, *[friend.sit(first.table) for friend in friends[1:]]]
    go_on(guests, deals)
    return guests


def go_on(guests: list[Guest], deals: int) -> None:
    """Play until the table has finished so many deals."""
    play(guests, lambda _: len(lines(guests[0])) >= deals)


def lines(guest: Guest) -> list[Any]:
    found: list[Any] = guest.ask("GET", "/deals").json()
    return found


def amounts(standing: list[dict[str, Any]]) -> dict[str, int]:
    return {one["member"]: one["amount"] for one in standing}


def test_an_evening_is_in_the_book_to_the_schilling(vroni: Friend) -> None:
    friends = [vroni, *[vroni.bring(name) for name in ("Lois", "Moidl", "Sepp")]]
    guests = evening(friends, deals=3)
    book = vroni.book()
    [played] = book["evenings"]
    ledger = lines(guests[0])[-1]["ledger"]
    seats = {friend.member: guest.seat for friend, guest in zip(friends, guests, strict=True)}
    assert amounts(played["standing"]) == {one: ledger[seat] for one, seat in seats.items()}
    assert played["deals"] == 3
    numbers = {"number": 1, "round": None, "tournament": None, "first": 1, "last": 3}
    assert played["tables"] == [{"table": guests[0].table} | numbers]
    assert sum(one["declared"] for one in played["standing"]) <= 3
    assert sum(amounts(book["totals"]).values()) == 0


def test_debts_make_everybody_quits(vroni: Friend) -> None:
    friends = [vroni, *[vroni.bring(name) for name in ("Lois", "Moidl", "Sepp")]]
    evening(friends, deals=4)
    book = vroni.book()
    rest = amounts(book["totals"])
    for debt in book["debts"]:
        rest[debt["payer"]] += debt["amount"]
        rest[debt["payee"]] -= debt["amount"]
        paid = {name: debt[name] for name in ("payer", "payee", "amount")}
        assert vroni.post("/payments", paid).is_success
    assert not any(rest.values())
    after = vroni.book()
    assert after["debts"] == []
    number = after["payments"][0]["number"]
    assert len(vroni.ask("DELETE", f"/payments/{number}").json()["debts"]) == 1


def test_what_bots_win_is_nobodys(vroni: Friend) -> None:
    lois = vroni.bring("Lois")
    evening([vroni, lois], deals=3)
    book = vroni.book()
    assert {*amounts(book["totals"])} == {vroni.member, lois.member}
    assert all(debt["amount"] > 0 for debt in book["debts"])


def test_a_table_goes_on_next_thursday(vroni: Friend, server: Simulated) -> None:
    lois = vroni.bring("Lois")
    guests = evening([vroni, lois], deals=1)
    server.stop()
    server.clock.set(7 * DAY)
    server.start()
    table = guests[0].table
    go_on([vroni.sit(table), lois.sit(table)], deals=2)
    book = vroni.book()
    later, earlier = book["evenings"]
    assert later["day"] > earlier["day"]
    assert [one["evenings"] for one in book["totals"]] == [2, 2]
    assert vroni.book(since=later["day"])["totals"][0]["evenings"] == 1


def test_an_evening_at_the_inn_counts_as_well(vroni: Friend) -> None:
    lois = vroni.bring("Lois")
    one, other = vroni.member, lois.member
    inn = {"day": "2023-11-02", "deals": 12, "amounts": {one: 30, other: -30}}
    book = lois.post("/evenings", inn).json()
    assert amounts(book["totals"]) == {one: 30, other: -30}
    assert book["debts"] == [{"payer": other, "payee": one, "amount": 30}]
    number = book["evenings"][0]["number"]
    assert vroni.ask("DELETE", f"/evenings/{number}").json()["totals"] == []


@pytest.mark.parametrize(
    "change",
    [
        {"day": "2023-02-30"},
        {"day": "0001-01-01"},
        {"day": "9999-12-31"},
        {"amounts": {}},
        {"amounts": {"own": 5, "other": -4}},
        {"amounts": {"own": 10**9, "other": -(10**9)}},
    ],
)
def test_an_impossible_evening_is_refused(vroni: Friend, change: dict[str, Any]) -> None:
    who = {"own": vroni.member, "other": vroni.bring("Lois").member}
    inn: dict[str, Any] = {"day": "2023-11-02", "deals": 1, "amounts": {"own": 1, "other": -1}}
    inn |= change
    inn["amounts"] = {who[name]: amount for name, amount in inn["amounts"].items()}
    assert refusal(vroni.post("/evenings", inn)) == (422, "book")
    assert vroni.book()["evenings"] == []


@pytest.mark.parametrize(
    "day", ["2026-13-01", "2026-02-30", "0000-01-01", "2026-1-1", "２０２６-01-01"]
)
def test_the_book_begins_on_a_real_day(vroni: Friend, day: str) -> None:
    assert refusal(vroni.ask("GET", f"/book?{urlencode({'since': day})}")) == (422, "request")
    assert vroni.book(since="0001-01-01", until="9999-12-31") == vroni.book()


def test_what_is_sent_again_is_in_the_book_once(vroni: Friend, server: Simulated) -> None:
    lois = vroni.bring("Lois")
    inn = {"day": "2023-11-02", "deals": 12, "amounts": {vroni.member: 30, lois.member: -30}}
    paid = {"payer": lois.member, "payee": vroni.member, "amount": 10}
    for _ in range(2):
        lois.post("/evenings", inn)
        lois.post("/payments", paid)
    book = vroni.book()
    assert (len(book["evenings"]), len(book["payments"])) == (1, 1)
    server.skip_time(REPEATED)
    lois.post("/payments", paid)
    vroni.post("/evenings", inn)
    book = vroni.book()
    assert len(book["payments"]) == 2, "another payment"
    assert len(book["evenings"]) == 2, "entered by somebody else"


def test_others_may_not_pay_for_two_members(vroni: Friend) -> None:
    lois, moidl = vroni.bring("Lois"), vroni.bring("Moidl")
    payment = {"payer": vroni.member, "payee": lois.member, "amount": 5}
    assert refusal(moidl.post("/payments", payment)) == (403, "role")
    assert lois.post("/payments", payment).is_success
    nobody = payment | {"payee": "nobody"}
    assert refusal(vroni.post("/payments", nobody)) == (404, "member")
    assert refusal(vroni.post("/payments", payment | {"amount": 0})) == (422, "book")


def test_the_book_as_csv(vroni: Friend) -> None:
    lois = vroni.bring("=HYPERLINK()")
    evening([vroni, lois])
    answer = vroni.ask("GET", "/book.csv")
    assert answer.headers["content-type"].startswith("text/csv")
    header, *rows = csv.reader(StringIO(answer.content.decode("utf-8-sig")))
    assert header[:4] == ["day", "evening", "member", "amount"]
    assert sorted(row[2] for row in rows) == ["'=HYPERLINK()", "Vroni"]
    for language, first, between in (("en", "day", ","), ("de", "Tag", ";"), ("ja", "日付", ",")):
        answer = vroni.ask("GET", f"/book.csv?language={language}")
        text = StringIO(answer.content.decode("utf-8-sig"))
        translated, *same = csv.reader(text, delimiter=between)
        assert translated[0] == first
        assert len(translated) == len(header)
        assert same == rows
    assert vroni.ask("GET", "/book.csv?language=tlh").status_code == 422


def test_the_deals_of_an_evening_as_records(vroni: Friend) -> None:
    guest, *_ = evening([vroni, vroni.bring("Lois")], deals=2)
    [played] = vroni.book()["evenings"]
    route = f"/evenings/{played['number']}/records"
    answer = vroni.ask("GET", route)
    assert answer.headers["content-type"] == "application/jsonl"
    records = [json.loads(line) for line in answer.text.splitlines()]
    assert [verify(one).deal for one in records] == [1, 2]
    assert records[0] == guest.ask("GET", "/deals/1").json()
    assert refusal(stranger(vroni).ask("GET", route)) == (401, "token")
    assert refusal(vroni.ask("GET", "/evenings/9999/records")) == (422, "book")


def test_the_book_is_complete_although_a_process_died_after_the_deal(
    serve: Callable[..., Simulated],
) -> None:
    server = serve()
    vroni = found(server)
    server.runtime.on_changed.clear()
    evening([vroni, vroni.bring("Lois")], deals=2)
    assert vroni.book()["evenings"][0]["deals"] == 2


def test_a_deal_is_in_the_book_once(server: Simulated, vroni: Friend) -> None:
    guests = evening([vroni, vroni.bring("Lois")], deals=2)
    first = vroni.book()
    server.stop()
    server.start()
    assert vroni.book() == first
    assert len(lines(guests[0])) == first["evenings"][0]["deals"]


def test_a_guest_pays_nobody_in_the_book(vroni: Friend) -> None:
    """The answer would show the whole book."""
    sepp = vroni.invite("Sepp")
    payment = {"payer": sepp.member, "payee": vroni.member, "amount": 5}
    assert refusal(sepp.post("/payments", payment)) == (403, "role")
    number = vroni.post("/payments", payment).json()["payments"][0]["number"]
    assert refusal(sepp.ask("DELETE", f"/payments/{number}")) == (403, "role")


def test_a_deal_belongs_to_the_evening_on_which_it_was_played(
    serve: Callable[..., Simulated],
) -> None:
    """Even if the server that played it has died before it was in the book."""
    server = serve()
    vroni = found(server)
    guests = evening([vroni, vroni.bring("Lois")], deals=1)
    server.runtime.on_changed.clear()
    go_on(guests, deals=2)
    server.stop()
    server.clock.set(10 * DAY)
    server.start()
    [played] = vroni.book()["evenings"]
    assert played["deals"] == 2
