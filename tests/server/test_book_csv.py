"""The book of a club in a spreadsheet: whole, with the sums of the page, and without formulas."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable
from io import StringIO
from typing import Any
from urllib.parse import urlencode

import pytest

from server.friends import Friend, found
from server.serving import play, refusal
from server.simulated import Simulated
from server.test_book_routes import evening
from server.test_tournament_routes import Thursday, play_round

Row = dict[str, str]


def rows(friend: Friend, **params: str) -> list[Row]:
    """Return the lines of a part of the book."""
    answer = friend.ask("GET", f"/book.csv?{urlencode(params)}")
    assert answer.status_code == 200, answer.text
    between = ";" if params.get("language") == "de" else ","
    text = StringIO(answer.content.decode("utf-8-sig"))
    return list(csv.DictReader(text, delimiter=between))


def pivot(lines: Iterable[Row], value: str, *by: str) -> dict[Any, int]:
    """Add up a column as a spreadsheet does, without what adds up to 0."""
    sums: Counter[Any] = Counter()
    for line in lines:
        key = tuple(line[name] for name in by)
        sums[key if len(by) > 1 else key[0]] += int(line[value])
    return {key: amount for key, amount in sums.items() if amount}


@pytest.fixture
def year(server: Simulated) -> Thursday:
    """A club with a tournament, a table with a guest and bots, an evening at the inn, a payment.

    Toni and Gretl have left, and have taken their names along.
    """
    thursday = Thursday(server, people=8)
    vroni = thursday.vroni
    for table in thursday.draw():
        play_round(thursday.sit_down(table))
    thursday.end()
    lois, toni, gretl = (thursday.friends[one] for one in [*thursday.friends][-3:])
    guest = vroni.invite("-Sepp")
    guests = [(first := lois.open(bots=2)), guest.sit(first.table)]
    play(guests, lambda seen: seen["deal"] == 3)
    inn = {vroni.member: 30, lois.member: -50, guest.member: 60, toni.member: -40}
    assert vroni.post("/evenings", {"day": "2023-11-02", "deals": 12, "amounts": inn}).is_success
    debt = vroni.book()["debts"][0]
    paid = {"payer": debt["payer"], "payee": debt["payee"], "amount": 1}
    assert vroni.post("/payments", paid).is_success
    for one in (toni, gretl):
        assert one.ask("DELETE", f"/members/{one.member}?erase=true").is_success
    return thursday


def names(friend: Friend) -> dict[str, str]:
    """Return how the page of a club calls everybody."""
    return {
        one["member"]: one["name"] or f"somebody from before (no. {one['number']})"
        for one in friend.page()["members"]
    }


def test_the_sums_are_those_of_the_page(year: Thursday) -> None:
    vroni = year.vroni
    called, book = names(vroni), vroni.book()
    called = {member: f"'{name}" if name == "-Sepp" else name for member, name in called.items()}
    shown = {
        (one["day"], str(one["number"]), called[mark["member"]]): mark["amount"]
        for one in book["evenings"]
        for mark in one["standing"]
        if mark["amount"]
    }
    assert pivot(rows(vroni), "amount", "day", "evening", "member") == shown
    assert pivot(rows(vroni, of="tables"), "amount", "day", "evening", "member") == shown
    for column in ("deals", "declared", "won", "defended", "held"):
        whole = {called[one["member"]]: one[column] for one in book["totals"] if one[column]}
        assert pivot(rows(vroni), column, "member") == whole
        assert pivot(rows(vroni, of="tables"), column, "member") == whole


def test_what_is_owed_follows_from_the_evenings_and_the_payments(year: Thursday) -> None:
    vroni = year.vroni
    called, book = names(vroni), vroni.book()
    payments = rows(vroni, of="payments")
    owed = [line for line in payments if line["state"] == "owed"]
    paid = [line for line in payments if line["state"] == "paid"]
    assert [line["amount"] for line in owed] == [str(one["amount"]) for one in book["debts"]]
    [payment] = paid
    assert payment["entered_by"] == called[vroni.member] == "Vroni"
    assert payment["day"] == book["evenings"][0]["day"]
    balances = Counter(pivot(rows(vroni), "due", "member"))
    for line in payments:
        balances[line["payer"]] += int(line["amount"])
        balances[line["payee"]] -= int(line["amount"])
    assert not any(balances.values())
    assert book["debts"], "or this proves nothing"


def test_a_row_says_of_which_table_it_is(year: Thursday) -> None:
    lines = rows(year.vroni, of="tables")
    places = {tuple(line[name] for name in ("tournament", "round", "table")) for line in lines}
    assert places == {("", "", ""), ("", "", "1"), ("1", "1", "1"), ("1", "1", "2")}
    entered = [line for line in lines if not line["table"]]
    assert {line["day"] for line in entered} == {"2023-11-02"}


def test_the_standing_of_a_tournament(year: Thursday) -> None:
    vroni = year.vroni
    called, standing = names(vroni), year.page()["standing"]
    lines = rows(vroni, of="tournaments")
    assert [(line["member"], int(line["amount"]), float(line["compared"])) for line in lines] == [
        (called[one["member"]], one["amount"], one["compared"]) for one in standing
    ]
    assert {(line["tournament"], line["deals"]) for line in lines} == {("1", "1")}
    better = [sum(two["compared"] > one["compared"] for two in standing) for one in standing]
    assert [int(line["place"]) for line in lines] == [1 + count for count in better]
    assert rows(vroni, of="tournaments", until="2023-11-02") == []
    german = rows(vroni, of="tournaments", language="de")
    assert [line["Vergleich"] for line in german] == [
        line["compared"].replace(".", ",") for line in lines
    ]


def test_who_was_erased_is_one_person_in_all_rows(year: Thursday) -> None:
    vroni = year.vroni
    erased = {one["number"] for one in vroni.page()["members"] if one["name"] is None}
    assert len(erased) == 2
    before = {line["member"] for line in rows(vroni) if line["member"].startswith("somebody")}
    assert before == {f"somebody from before (no. {number})" for number in erased}
    assert {line["member"] for line in rows(vroni, of="tables")} >= before
    assert {line["member"] for line in rows(vroni, of="tournaments")} >= before
    [first, *_] = [one for one in year.friends.values() if one.member != vroni.member]
    vroni.bring("Burgi")
    first.ask("DELETE", f"/members/{first.member}?erase=true")
    later = {line["member"] for line in rows(vroni) if line["member"].startswith("somebody")}
    assert later > before, "it stays, although people come and go"


def test_no_cell_becomes_a_formula(server: Simulated) -> None:
    vroni = found(server)
    tricks = ["=HYPERLINK()", "+1", "-1", "@SUM(1)", "＝1"]
    friends = [vroni, *[vroni.bring(name) for name in tricks]]
    amounts = {one.member: number - 2 for number, one in enumerate(friends[:5])}
    vroni.post("/evenings", {"day": "2023-11-02", "deals": 1, "amounts": amounts})
    for one in friends[1:]:
        paid = {"payer": one.member, "payee": vroni.member, "amount": 1}
        assert one.post("/payments", paid).is_success
    for of, column in (("payments", "payer"), ("payments", "entered_by"), ("evenings", "member")):
        found_ = {line[column] for line in rows(vroni, of=of)}
        assert not [one for one in found_ if one.startswith(tuple("=+-@＝"))]
    assert "'=HYPERLINK()" in {line["payer"] for line in rows(vroni, of="payments")}
    assert {line["amount"] for line in rows(vroni)} >= {"-2"}, "an amount stays a number"


def test_namesakes_of_two_evenings_are_two_people(server: Simulated) -> None:
    vroni = found(server)
    for _ in range(2):
        sepp = vroni.invite("Sepp")
        evening([vroni, sepp])
        vroni.send_off(sepp)
        server.skip_time(1.0)
    assert {line["member"] for line in rows(vroni)} == {"Vroni", "Sepp", "Sepp (2)"}


def test_the_columns_of_programs_stay(year: Thursday) -> None:
    [first, *_] = rows(year.vroni)
    begin = "day evening member amount deals declared won defended held best_solo"
    assert [*first] == [*begin.split(), "due", "entered_by"]
    assert refusal(year.vroni.ask("GET", "/book.csv?of=cards")) == (422, "request")
    for of in ("tables", "payments", "tournaments"):
        answer = year.vroni.ask("GET", f"/book.csv?of={of}")
        assert answer.headers["content-disposition"].endswith(f'"dobbm-{of}.csv"')
        english, german = rows(year.vroni, of=of), rows(year.vroni, of=of, language="de")
        assert len(german) == len(english)
        assert len(german[0]) == len(english[0])
    assert {line["Stand"] for line in rows(year.vroni, of="payments", language="de")} == {
        "gezahlt",
        "offen",
    }
