"""Members switch on messages on their devices, and get those that concern them, once."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple

import pytest

from dobbm.club.appointments import NOTICE
from dobbm.runtime.pushing import BY_POST, MOST_DEVICES, MOST_WAITING, REMINDED, SOON, WAIT
from dobbm.server import push_service
from dobbm.server.club_routes import EVENING
from server.devices import HOST, Device, Services
from server.friends import Friend, found
from server.serving import Guest, play, refusal
from server.simulated import Simulated

DAY = 24 * 3600
SETTLED = 2 * WAIT
"""Seconds after which all messages are sent."""


@pytest.fixture
def services(monkeypatch: pytest.MonkeyPatch) -> Services:
    made = Services()
    monkeypatch.setattr(push_service, "_connected", made.connect)
    return made


@pytest.fixture(params=[1, 2], ids=["one", "two"])
def server(
    request: pytest.FixtureRequest, services: Services, serve: Callable[..., Simulated]
) -> Simulated:
    """A server that sends messages: once a single process, once two that share a database."""
    assert not services.sent
    return serve(request.param, public_url="https://dobbm.example", push=True)


class Round(NamedTuple):
    """Vroni, Lois and Moidl, each with a device that receives messages."""

    vroni: Friend
    lois: Friend
    moidl: Friend
    devices: dict[str, Device]


@pytest.fixture
def friends(server: Simulated) -> Round:
    vroni = found(server)
    people = {"vroni": vroni, "lois": vroni.bring("Lois"), "moidl": vroni.bring("Moidl")}
    devices = {name: Device(name) for name in people}
    for name, friend in people.items():
        assert switch_on(friend, devices[name]).is_success
    return Round(**people, devices=devices)


def switch_on(friend: Friend, device: Device, **fields: Any) -> Any:
    return friend.ask("PUT", "/push", json=device.json(**fields))


def switch_off(friend: Friend, device: Device) -> Any:
    return friend.ask("DELETE", f"/push?device={device.id}")


def listed(friend: Friend) -> list[str]:
    found: list[str] = friend.ask("GET", "/push").json()["devices"]
    return found


def kinds(device: Device, services: Services) -> list[str]:
    return [one["kind"] for one in device.got(services)]


def seated(friends: Round, **options: Any) -> tuple[Guest, Guest]:
    """Seat Vroni and Lois at a table with two bots; the messages about it have been sent."""
    first = friends.vroni.open(bots=2, **options)
    second = friends.lois.sit(first.table)
    settle(first)
    return first, second


def settle(guest: Guest) -> None:
    """Wait until all messages are sent."""
    assert isinstance(guest.server, Simulated)
    guest.server.pass_time(SETTLED)


def until_turn_of(guest: Guest) -> Callable[[Any], bool]:
    return lambda table: table["stage"] == "playing" and table["view"]["to_act"] == guest.seat


def turn(guest: Guest, *others: Guest) -> None:
    """Play until it is the turn of a guest, who then does nothing."""
    play(others, until_turn_of(guest))
    settle(guest)


# Switching on and off


def test_a_device_is_switched_on_and_off(server: Simulated) -> None:
    vroni, phone, tablet = found(server), Device("phone"), Device("tablet")
    state = vroni.ask("GET", "/push").json()
    assert state["devices"] == []
    assert len(state["key"]) == 87
    assert switch_on(vroni, phone).json() == state | {"devices": [phone.id]}
    assert switch_on(vroni, phone).json()["devices"] == [phone.id], "the same again"
    assert listed_sorted(switch_on(vroni, tablet)) == sorted([phone.id, tablet.id])
    assert switch_off(vroni, phone).json()["devices"] == [tablet.id]
    assert switch_off(vroni, phone).is_success, "it is off already"


def listed_sorted(answer: Any) -> list[str]:
    return sorted(answer.json()["devices"])


def test_the_devices_of_others_are_their_own(friends: Round) -> None:
    lois = friends.devices["lois"]
    assert switch_off(friends.vroni, lois).is_success
    assert listed(friends.lois) == [lois.id]
    # A device that somebody else in the club uses now is that person's.
    assert switch_on(friends.moidl, lois).is_success
    assert listed(friends.lois) == []


def test_the_oldest_of_too_many_devices_is_forgotten(server: Simulated) -> None:
    vroni = found(server)
    devices = [Device(str(number)) for number in range(MOST_DEVICES + 1)]
    for device in devices:
        server.pass_time(1.0)
        assert switch_on(vroni, device).is_success
    assert listed(vroni) == [device.id for device in devices[1:]]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"endpoint": "https://localhost/x"}, "push"),
        ({"endpoint": f"https://{HOST}@localhost/x"}, "push"),
        ({"endpoint": f"https://{HOST}/{'x' * 1000}"}, "request"),
        ({"endpoint": 7}, "request"),
        ({"p256dh": "A" * 87}, "push"),
        ({"p256dh": "A" * 86}, "request"),
        ({"p256dh": "=" * 87}, "request"),
        ({"auth": "A" * 21}, "request"),
        ({"auth": "é" * 22}, "request"),
        ({"language": "fr"}, "request"),
        ({"extra": 1}, "request"),
    ],
)
def test_what_is_no_device_is_refused(server: Simulated, fields: Any, code: str) -> None:
    vroni = found(server)
    assert refusal(switch_on(vroni, Device(), **fields)) == (422, code)
    assert listed(vroni) == []


def test_a_device_is_named_by_its_digest(server: Simulated) -> None:
    vroni = found(server)
    for wrong in ("", "x", "A" * 64, "0" * 65):
        assert refusal(vroni.ask("DELETE", f"/push?device={wrong}")) == (422, "request")


def test_only_people_of_the_club_get_messages(server: Simulated) -> None:
    vroni = found(server)
    answer = Friend(server, vroni.club).post("/requests", {"name": "Moidl"})
    moidl = Friend(server, **answer.json())
    assert refusal(switch_on(moidl, Device())) == (403, "role")
    assert refusal(switch_on(Friend(server, vroni.club), Device())) == (401, "token")


def test_without_the_option_a_server_sends_none(serve: Callable[..., Simulated]) -> None:
    for options in ({"push": True}, {"public_url": "https://dobbm.example"}):
        vroni = found(serve(**options))
        assert vroni.ask("GET", "/push").json() == {"key": None, "devices": []}
        assert refusal(switch_on(vroni, Device())) == (422, "push")
        assert switch_off(vroni, Device()).is_success


def test_without_the_library_everything_else_works(
    serve: Callable[..., Simulated],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.delitem(sys.modules, "dobbm.server.push_service")
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives.asymmetric", None)
    vroni = found(serve(public_url="https://dobbm.example", push=True))
    assert vroni.ask("GET", "/push").json()["key"] is None
    assert "pip install '.[server]'" in caplog.text
    assert vroni.open().see()


# A table is opened


def test_the_others_hear_of_a_new_table(
    friends: Round, server: Simulated, services: Services
) -> None:
    table = friends.vroni.open(bots=1).table
    server.pass_time(SETTLED)
    assert len(services.sent) == 2
    for name in ("lois", "moidl"):
        assert friends.devices[name].got(services) == [
            {
                "kind": "table",
                "club": "Donnerstagsrunde",
                "table": table,
                "path": f"c/{friends.vroni.club}",
                "language": "de",
            }
        ]
    assert services.sent[0].headers["TTL"] == str(SOON)


def test_a_repeated_request_opens_one_table(
    friends: Round, server: Simulated, services: Services
) -> None:
    body = {"bots": 1, "request": "a-random-identifier-of-128-bits"}
    for _ in range(3):
        assert friends.vroni.post("/tables", body).is_success
    server.pass_time(SETTLED)
    assert kinds(friends.devices["lois"], services) == ["table"]


def test_players_hear_of_a_round_that_others_draw(
    friends: Round, services: Services, server: Simulated
) -> None:
    friends.vroni.post("/tournaments", {"deals": 1})
    for friend in (friends.vroni, friends.lois):
        friend.ask("PUT", f"/tournament/players/{friend.member}", json={})
    assert friends.vroni.post("/tournament/rounds", {"number": 1}).is_success
    server.pass_time(SETTLED)
    assert "round" in kinds(friends.devices["lois"], services)
    assert "round" not in kinds(friends.devices["vroni"], services)
    assert not kinds(friends.devices["moidl"], services)


def test_those_who_do_not_come_hear_that_a_substitute_is_wanted(
    friends: Round, services: Services, server: Simulated
) -> None:
    page = friends.vroni.ask("PUT", "/appointment", json={"weekday": 3, "time": "20:00"}).json()
    day = page["appointments"][0]["day"]
    friends.moidl.ask("PUT", "/coming", json={"day": day, "answer": "yes"})
    friends.lois.ask("PUT", "/coming", json={"day": day, "answer": "substitute"})
    server.pass_time(SETTLED)
    assert kinds(friends.devices["vroni"], services) == ["substitute"]
    assert not kinds(friends.devices["lois"], services)
    assert not kinds(friends.devices["moidl"], services)


def test_the_others_hear_that_an_evening_is_moved_or_cancelled(
    friends: Round, services: Services, server: Simulated
) -> None:
    page = friends.vroni.ask("PUT", "/appointment", json={"weekday": 3, "time": "20:00"}).json()
    path = f"/appointment/{page['appointments'][1]['day']}"
    for change in ({"meets": True, "time": "19:00"}, {"meets": False}):
        friends.vroni.ask("PUT", path, json=change)
    server.pass_time(SETTLED)
    assert kinds(friends.devices["lois"], services) == ["change", "change"]
    assert not kinds(friends.devices["vroni"], services)


def meet_on_thursdays(friends: Round) -> dict[str, Any]:
    """Appoint an evening every week, and return the next one."""
    page = friends.vroni.ask("PUT", "/appointment", json={"weekday": 3, "time": "20:00"}).json()
    next_: dict[str, Any] = next(one for one in page["appointments"] if one["at"] > page["now"])
    return next_ | {"now": page["now"]}


def wait_until(server: Simulated, friends: Round, at: float) -> None:
    """Let the time come, as while the machine sleeps, and then two minutes pass."""
    server.skip_time(at - friends.vroni.page()["now"])
    server.pass_time(120)


def test_members_hear_once_of_an_evening_before_it_begins(
    friends: Round, services: Services, server: Simulated
) -> None:
    evening = meet_on_thursdays(friends)
    wait_until(server, friends, evening["at"] - NOTICE - 600)
    sepp, device = friends.vroni.invite("Sepp"), Device("sepp")
    assert switch_on(sepp, device).is_success
    friends.moidl.ask("PUT", "/coming", json={"day": evening["day"], "answer": "no"})
    friends.lois.ask("PUT", "/coming", json={"day": evening["day"], "answer": "yes"})
    server.pass_time(300)
    assert services.sent == []
    server.pass_time(600)
    told = {"kind": "evening", "club": "Donnerstagsrunde", "table": ""}
    told |= {"path": f"c/{friends.vroni.club}", "begins": evening["at"], "language": "de"}
    assert friends.devices["lois"].got(services) == [told | {"answered": True}]
    assert friends.devices["vroni"].got(services) == [told | {"answered": False}]
    for at in (evening["at"] - 300, evening["at"] + 300):
        wait_until(server, friends, at)
    assert len(services.sent) == 2, "nobody else hears of it"
    wait_until(server, friends, evening["at"] + 7 * DAY - NOTICE)
    assert kinds(friends.devices["moidl"], services) == ["evening"]


def test_nobody_hears_of_an_evening_that_is_cancelled_or_has_begun(
    friends: Round, services: Services, server: Simulated
) -> None:
    evening = meet_on_thursdays(friends)
    friends.vroni.ask("PUT", f"/appointment/{evening['day']}", json={"meets": False})
    wait_until(server, friends, evening["at"] - 3600)
    wait_until(server, friends, evening["at"] + 7 * DAY + 60)
    assert kinds(friends.devices["lois"], services) == ["change"]


def test_an_evening_at_another_time_is_announced_again(
    friends: Round, services: Services, server: Simulated
) -> None:
    evening = meet_on_thursdays(friends)
    wait_until(server, friends, evening["at"] - NOTICE + 600)
    assert len(services.sent) == 3
    friends.vroni.ask("PUT", "/appointment", json={"weekday": 3, "time": "19:00"})
    server.pass_time(600)
    assert [one["begins"] - evening["at"] for one in friends.devices["lois"].got(services)] == [
        *(0, -3600),
    ]


def test_a_moved_evening_is_announced_when_it_begins(
    friends: Round, services: Services, server: Simulated
) -> None:
    evening = meet_on_thursdays(friends)
    moved = {"meets": True, "to": _day_after(evening["day"]), "time": "19:00"}
    assert friends.vroni.ask("PUT", f"/appointment/{evening['day']}", json=moved).is_success
    friends.moidl.ask("PUT", "/coming", json={"day": evening["day"], "answer": "no"})
    wait_until(server, friends, evening["at"] - 60)
    assert kinds(friends.devices["lois"], services) == ["change"]
    wait_until(server, friends, evening["at"] + DAY - 3600 - NOTICE)
    [_, told] = friends.devices["lois"].got(services)
    assert told["begins"] == evening["at"] + DAY - 3600
    assert kinds(friends.devices["moidl"], services) == ["change"]


def _day_after(day: str) -> str:
    return f"{date.fromisoformat(day) + timedelta(days=1)}"


def test_who_sits_down_at_once_hears_nothing_of_the_table(
    friends: Round, server: Simulated, services: Services
) -> None:
    seated(friends)
    assert kinds(friends.devices["lois"], services) == []
    assert kinds(friends.devices["moidl"], services) == ["table"]
    server.pass_time(SETTLED)


def test_a_table_that_is_put_away_at_once_is_no_news(
    friends: Round, server: Simulated, services: Services
) -> None:
    table = friends.vroni.open(bots=1).table
    assert friends.vroni.ask("DELETE", f"/tables/{table}").is_success
    server.pass_time(SETTLED)
    assert services.sent == []


# A turn


def test_who_is_away_hears_of_the_own_turn_once_in_each_absence(
    friends: Round, services: Services
) -> None:
    vroni, lois = seated(friends, free=DAY)
    device = friends.devices["lois"]
    turn(lois, vroni, lois)
    [told] = device.got(services)
    assert (told["kind"], told["path"]) == ("turn", f"t/{lois.table}")
    [sent] = [one for one in services.sent if one.path.endswith("lois")]
    assert sent.headers["TTL"] == str(BY_POST)
    for _ in range(3):
        play([vroni, lois], lambda table: table["view"]["to_act"] == vroni.seat)
        turn(lois, vroni, lois)
    assert len(device.got(services)) == 1
    with lois.events() as events:
        next(events)
    play([vroni, lois], lambda table: table["view"]["to_act"] == vroni.seat)
    turn(lois, vroni, lois)
    assert kinds(device, services) == ["turn", "turn"]


def test_a_look_at_the_club_ends_an_absence(
    friends: Round, server: Simulated, services: Services
) -> None:
    vroni, lois = seated(friends, free=DAY)
    turn(lois, vroni, lois)
    server.pass_time(60.0)
    friends.lois.page()
    play([vroni, lois], lambda table: table["view"]["to_act"] == vroni.seat)
    turn(lois, vroni, lois)
    assert kinds(friends.devices["lois"], services) == ["turn", "turn"]


def test_who_follows_the_table_hears_nothing(friends: Round, services: Services) -> None:
    vroni, lois = seated(friends, free=DAY)
    with lois.events() as events:
        next(events)
        turn(lois, vroni, lois)
    assert kinds(friends.devices["lois"], services) == []


def test_a_turn_that_is_over_is_no_news(friends: Round, services: Services) -> None:
    vroni, lois = seated(friends, free=DAY)
    before = len(services.sent)
    play([vroni, lois], until_turn_of(lois))
    assert lois.act().is_success
    play([vroni, lois], until_turn_of(vroni))
    settle(lois)
    assert kinds(friends.devices["lois"], services) == []
    assert len(services.sent) <= before + 1


def test_at_a_table_of_one_person_nobody_waits(
    friends: Round, server: Simulated, services: Services
) -> None:
    first = friends.vroni.open(bots=3)
    play([first], until_turn_of(first))
    server.pass_time(SETTLED)
    assert kinds(friends.devices["vroni"], services) == []


def test_a_message_has_no_cards(friends: Round, services: Services) -> None:
    vroni, lois = seated(friends, free=DAY)
    turn(lois, vroni, lois)
    assert [*friends.devices["lois"].got(services)[0]] == [
        *("kind", "club", "table", "path", "language"),
    ]


# A seat becomes free


def test_the_others_hear_of_a_free_seat(
    friends: Round, server: Simulated, services: Services
) -> None:
    vroni, lois = seated(friends)
    with vroni.events() as events:
        next(events)
        assert lois.post("/leave").is_success
        server.pass_time(SETTLED)
    assert kinds(friends.devices["moidl"], services) == ["table", "seat"]
    for name in ("vroni", "lois"):
        assert "seat" not in kinds(friends.devices[name], services)


def test_when_all_go_home_nobody_hears_of_it(
    friends: Round, server: Simulated, services: Services
) -> None:
    for guest in seated(friends):
        assert guest.post("/leave").is_success
    server.pass_time(SETTLED)
    assert "seat" not in kinds(friends.devices["moidl"], services)


# Devices go


@pytest.mark.parametrize("status", ["404 Not Found", "410 Gone"])
def test_a_device_that_is_gone_is_forgotten(
    friends: Round, server: Simulated, services: Services, status: str
) -> None:
    services.status = status
    friends.vroni.open(bots=1)
    server.pass_time(SETTLED)
    assert listed(friends.lois) == []
    assert listed(friends.vroni) == [friends.devices["vroni"].id], "it got no message"


def test_a_failure_is_logged_once_and_names_no_device(
    friends: Round, server: Simulated, services: Services, caplog: pytest.LogCaptureFixture
) -> None:
    services.status = "500 Oops"
    for _ in range(2):
        friends.vroni.open(bots=1)
    server.pass_time(SETTLED)
    assert len(services.sent) == 4
    lines = [one.getMessage() for one in caplog.records if one.levelno == logging.WARNING]
    assert {*lines} == {f"messages to devices are lost: {HOST}: status 500"}
    assert len(lines) <= len(server.states)
    assert listed(friends.lois), "it may work the next time"


def test_a_push_service_that_hangs_holds_up_nobody(
    friends: Round, server: Simulated, services: Services
) -> None:
    services.hangs = True
    vroni, lois = seated(friends)
    with vroni.events(), lois.events():
        play([vroni, lois], lambda table: table["stage"] == "between")
    server.pass_time(SETTLED)


def test_messages_that_are_too_many_are_lost(
    services: Services, serve: Callable[..., Simulated], caplog: pytest.LogCaptureFixture
) -> None:
    server = serve(public_url="https://dobbm.example", push=True)
    vroni = found(server)
    seat = vroni.open(bots=1)
    pushing = server.states[0]["clubs"].pushing
    table = server.run(server.runtime.table(seat.table)).table

    async def come() -> None:
        for _ in range(MOST_WAITING + 2):
            pushing.came(table, "nobody")

    server.run(come())
    assert caplog.text.count("too many wait") == 1
    assert seat.see()
    server.pass_time(SETTLED)
    assert services.sent == []


def test_a_lost_phone_gets_no_messages(
    friends: Round, server: Simulated, services: Services
) -> None:
    link = friends.vroni.post(f"/members/{friends.lois.member}/link").json()
    friends.moidl.open(bots=1)
    server.pass_time(SETTLED)
    assert friends.devices["lois"].got(services) == []
    assert listed(Friend(server, **link)) == []


@pytest.mark.parametrize("erase", [False, True])
def test_who_leaves_gets_no_messages(friends: Round, server: Simulated, erase: bool) -> None:
    lois = friends.lois
    about = lois.ask("GET", "/about").json()["devices"]
    assert [(one["endpoint"], one["language"]) for one in about] == [
        (friends.devices["lois"].endpoint, "de")
    ]
    assert lois.ask("DELETE", f"/members/{lois.member}?erase={erase}").is_success
    assert lois.ask("GET", "/about").json()["devices"] == []
    assert len(server.run(server.runtime.store.subscriptions(f"club:{lois.club}"))) == 2


def test_a_guest_gets_none_after_the_evening(
    friends: Round, server: Simulated, services: Services
) -> None:
    sepp, device = friends.vroni.invite("Sepp"), Device("sepp")
    assert switch_on(sepp, device).is_success
    friends.vroni.open(bots=1)
    server.pass_time(SETTLED)
    assert kinds(device, services) == ["table"]
    server.skip_time(EVENING)
    friends.vroni.open(bots=1)
    server.pass_time(SETTLED)
    assert kinds(device, services) == ["table"]
    left = server.run(server.runtime.store.subscriptions(f"club:{sepp.club}"))
    assert sepp.member not in [one.member for one in left]


def test_a_name_that_the_host_erases_takes_its_devices_along(
    friends: Round, server: Simulated
) -> None:
    assert server.run(server.hosted.erase("Lois"))
    assert listed(friends.lois) == []
    assert listed(friends.moidl)


# Reminders


def remind(friend: Friend, guest: Guest) -> Any:
    answer = friend.post(f"/tables/{guest.table}/reminder").json()["reminded"]
    settle(guest)
    return answer


def test_a_member_reminds_somebody_whose_turn_it_is_once_in_an_hour(
    friends: Round, services: Services, server: Simulated
) -> None:
    vroni, lois = seated(friends, free=DAY)
    turn(lois, vroni, lois)
    assert not remind(friends.moidl, vroni), "there was a message just now"
    server.pass_time(REMINDED)
    assert remind(friends.moidl, vroni)
    assert not remind(friends.vroni, vroni)
    assert kinds(friends.devices["lois"], services) == ["turn", "turn"]


def test_of_two_who_remind_somebody_at_the_same_moment_one_does(
    friends: Round, services: Services, server: Simulated
) -> None:
    vroni, lois = seated(friends, free=DAY)
    turn(lois, vroni, lois)
    server.pass_time(REMINDED)
    asked = [friends.moidl.post(f"/tables/{vroni.table}/reminder").json() for _ in range(2)]
    assert asked == [{"reminded": True}, {"reminded": False}]
    server.pass_time(SETTLED)
    assert kinds(friends.devices["lois"], services) == ["turn", "turn"]


def test_who_is_away_until_a_day_hears_of_no_turn_before(
    friends: Round, services: Services, server: Simulated
) -> None:
    vroni, lois = seated(friends, free=DAY)
    assert lois.put("/excused", {"until": server.clock_now() + DAY}).is_success
    turn(lois, vroni, lois)
    server.pass_time(REMINDED)
    assert not remind(friends.moidl, vroni)
    assert not kinds(friends.devices["lois"], services)
    server.pass_time(DAY)
    assert remind(friends.moidl, vroni)
    assert kinds(friends.devices["lois"], services) == ["turn"]


def test_who_is_back_early_hears_of_the_turn(
    friends: Round, services: Services, server: Simulated
) -> None:
    vroni, lois = seated(friends, free=DAY)
    assert lois.put("/excused", {"until": server.clock_now() + DAY}).is_success
    turn(lois, vroni, lois)
    assert lois.put("/excused", {"until": None}).is_success
    settle(lois)
    assert kinds(friends.devices["lois"], services) == ["turn"]


def test_after_an_absence_a_turn_that_has_come_meanwhile_is_told_once(
    friends: Round, services: Services, server: Simulated
) -> None:
    vroni, lois = seated(friends, free=DAY)
    days = {"first": day_in(server, 0), "last": day_in(server, 1)}
    assert friends.lois.ask("PUT", "/absence", json=days).is_success
    turn(lois, vroni, lois)
    server.pass_time(REMINDED)
    assert not remind(friends.moidl, vroni)
    assert not kinds(friends.devices["lois"], services)
    server.pass_time(2 * DAY)
    assert kinds(friends.devices["lois"], services) == ["turn"]
    server.pass_time(REMINDED)
    assert kinds(friends.devices["lois"], services) == ["turn"]
    club = server.events(f"club:{friends.vroni.club}")
    assert [one["first"] for one in club if one["kind"] == "absence_set"] == [days["first"], ""]


def day_in(server: Simulated, days: int) -> str:
    """Return the day in some days, in UTC."""
    return datetime.fromtimestamp(server.clock_now() + days * DAY, UTC).date().isoformat()


def test_nobody_is_reminded_of_a_table_that_is_in_sight(
    friends: Round, services: Services, server: Simulated
) -> None:
    vroni, lois = seated(friends, free=DAY)
    turn(lois, vroni, lois)
    server.pass_time(REMINDED)
    assert not remind(friends.lois, lois), "the own turn"
    with lois.events() as events:
        next(events)
        server.pass_time(SETTLED)
        remind(friends.vroni, vroni)
    assert kinds(friends.devices["lois"], services) == ["turn"]
    play([lois], lambda table: table["view"]["to_act"] != lois.seat)
    turn(lois, vroni)
    server.pass_time(SETTLED)
    assert kinds(friends.devices["lois"], services) == ["turn", "turn"], "the next one is news"
    other = found(server, "Another club", "Nandl")
    assert refusal(other.post(f"/tables/{vroni.table}/reminder")) == (404, "unknown")
