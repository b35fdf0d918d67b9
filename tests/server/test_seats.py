"""The routes by which people change seats and devices, and the host arranges the table."""

from __future__ import annotations

import pytest

from dobbm.table.deadlines import GONE
from server.serving import Guest, TableJson, play, refusal
from server.simulated import Simulated


def between(table: TableJson) -> bool:
    return bool(table["stage"] == "between")


def on_a_new_device(guest: Guest) -> Guest:
    """Move a seat to another device, which learns the code from a picture."""
    code = guest.post("/handover").json()["code"]
    answer = guest.spectator().put("/handover", {"code": code})
    assert answer.status_code == 200, answer.text
    return Guest(guest.server, guest.table, **answer.json())


def test_a_friend_takes_the_seat_of_a_bot_between_two_deals(server: Simulated) -> None:
    [vroni] = server.dealt("Vroni")
    friend = vroni.spectator()
    late = friend.post("/seats", {"name": "Lois", "seat": 2})
    assert refusal(late) == (422, "phase")
    play([vroni], between)
    before = vroni.see()["ledger"]
    seated = friend.post("/seats", {"name": "Lois", "seat": 2}).json()
    assert seated["seat"] == 2
    table = vroni.see()
    assert table["seats"][2]["name"] == "Lois"
    assert table["ledger"] == [before[0], before[1], 0, before[3]]
    assert sum(before) == 0
    expected = [{"name": None, "bot": True, "amount": before[2]}] if before[2] else []
    assert table["settled"] == expected


def test_who_has_left_sits_down_again_with_the_old_token(server: Simulated) -> None:
    vroni, lois = server.dealt("Vroni", "Lois")
    assert lois.post("/leave").status_code == 200
    assert refusal(lois.post("/next")) == (401, "token")
    assert refusal(lois.put("/seat", {"seat": 1})) == (422, "phase")
    play([vroni], between)
    assert refusal(lois.put("/seat", {"seat": 0})) == (409, "full")
    assert lois.put("/seat", {"seat": 3}).json() == {"seat": 3}
    assert lois.see()["seat"] == 3
    assert lois.put("/seat", {"seat": 2}).json() == {"seat": 2}
    assert [one["kind"] for one in lois.see()["seats"]] == ["person", "bot", "person", "bot"]
    assert refusal(vroni.spectator().put("/seat", {"seat": 1})) == (401, "token")


def test_the_host_arranges_the_table_and_nobody_else(server: Simulated) -> None:
    vroni = server.open("Vroni", bots=0, ready_check=True)
    lois, moidl = vroni.bring("Lois"), vroni.bring("Moidl")
    assert vroni.see()["host"] == 0
    assert refusal(lois.post("/swap", {"seats": [0, 1]})) == (403, "host")
    assert vroni.post("/swap", {"seats": [1, 2]}).status_code == 200
    assert (lois.see()["seat"], moidl.see()["seat"]) == (2, 1)
    assert vroni.put("/rules", {"players": 5, "bank": 300}).status_code == 200
    options = vroni.see()["options"]
    assert (options["players"], options["bank"], options["ready_check"]) == (5, 300, True)
    assert refusal(vroni.put("/rules", {"bot": "nobody"})) == (422, "bot")
    assert vroni.ask("DELETE", "/seats/2").status_code == 200
    assert refusal(lois.post("/talk", {"phrase": "hello"})) == (401, "token")
    assert refusal(vroni.ask("DELETE", "/seats/7"))[0] == 422


def test_whom_the_host_has_removed_does_not_sit_down_again_at_once(server: Simulated) -> None:
    vroni = server.open("Vroni", bots=0)
    lois = vroni.bring("Lois")
    vroni.ask("DELETE", "/seats/1")
    for seat in (1, 2):
        answer = lois.put("/seat", {"seat": seat})
        assert refusal(answer) == (403, "removed")
    assert vroni.see()["seats"][1]["kind"] == "free"


def test_the_first_deal_waits_for_everybody(server: Simulated) -> None:
    vroni = server.open("Vroni", bots=2, ready_check=True)
    lois = vroni.bring("Lois")
    assert vroni.see()["stage"] == "gathering"
    vroni.post("/ready")
    assert vroni.see()["seats"][0]["wishes"] == ["ready"]
    lois.post("/ready")
    vroni.wait(lambda table: table["stage"] == "playing")


def test_a_seat_moves_to_another_device(server: Simulated) -> None:
    [vroni] = server.dealt("Vroni")
    phone = on_a_new_device(vroni)
    assert (phone.seat, phone.see()["seat"]) == (0, 0)
    assert refusal(vroni.post("/next")) == (401, "token")
    assert on_a_new_device(phone).see()["seat"] == 0


def test_a_code_can_be_sent_again_but_not_for_long(server: Simulated) -> None:
    [vroni] = server.dealt("Vroni")
    code = {"code": vroni.post("/handover").json()["code"], "request": "phone-of-vroni-1234567"}
    phone = vroni.spectator()
    first = phone.put("/handover", code).json()
    assert phone.put("/handover", code).json() == first
    server.run(server.clock.sleep(301.0))
    assert refusal(phone.put("/handover", code)) == (409, "handover")
    assert refusal(phone.put("/handover", {"code": "guessed"})) == (409, "handover")


@pytest.mark.parametrize("request_", [None, "phone-of-vroni-1234567"])
def test_only_the_first_device_gets_the_seat(server: Simulated, request_: str | None) -> None:
    [vroni] = server.dealt("Vroni")
    code = vroni.post("/handover").json()["code"]
    phone = vroni.spectator().put("/handover", {"code": code, "request": request_}).json()
    for other in (None, "tablet-of-lois-1234567"):
        late = vroni.spectator().put("/handover", {"code": code, "request": other})
        assert refusal(late) == (409, "used")
        assert late.json()["error"]["message"] == "this code has been used: show a new one"
    assert Guest(vroni.server, vroni.table, **phone).see()["seat"] == 0


def test_the_stream_to_the_old_device_ends(server: Simulated) -> None:
    [vroni] = server.dealt("Vroni")
    with vroni.events() as events:
        next(events)
        on_a_new_device(vroni)
        assert list(events) == []


def test_people_sit_down_again_at_a_table_that_everybody_has_left(server: Simulated) -> None:
    """Bots finish the deal, which is still those people's to pay."""
    vroni, lois = server.dealt("Vroni", "Lois")
    for guest in (vroni, lois):
        assert guest.post("/leave").status_code == 200
    assert refusal(vroni.put("/seat", {"seat": 0})) == (422, "phase")
    vroni.spectator().wait(between)
    assert vroni.put("/seat", {"seat": 1}).json() == {"seat": 1}
    table = vroni.see()
    assert table["host"] == 1
    own = table["ledger"][1]
    assert own == table["view"]["result"]["payments"][0]
    assert sum(table["ledger"]) + sum(one["amount"] for one in table["settled"]) == 0
    assert vroni.post("/next").status_code == 200
    vroni.wait(lambda table: table["stage"] == "playing")


def test_the_seat_of_who_has_not_come_back_is_freed_before_the_next_deal(server: Simulated) -> None:
    vroni, lois = server.dealt("Vroni", "Lois")
    vroni.post("/forced", {"on": True})
    play([vroni, lois], between)
    with vroni.events():
        assert refusal(vroni.ask("DELETE", "/seats/1")) == (422, "phase"), "Lois has just been here"
        server.pass_time(GONE)
        assert vroni.ask("DELETE", "/seats/1").is_success
    table = vroni.see()
    assert (table["stage"], table["seats"][1]["kind"]) == ("between", "bot")
