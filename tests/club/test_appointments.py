"""When a club meets, and who comes."""

from __future__ import annotations

from datetime import datetime

import pytest

from club.friends_of_a_club import THURSDAY, Friends, refused
from dobbm.club.appointments import AHEAD, appointments, calendar
from dobbm.club.club_commands import Announce, Appoint, CancelDay, GiveRole, MoveDay, Reply

DAY = 24 * 3600.0
WEEK = 7 * DAY


def club_on_thursdays() -> Friends:
    friends = Friends(*"abcd")
    friends.do(Appoint("founder", 3, "20:00"))
    return friends


def days(friends: Friends, now: float) -> list[str]:
    return [one.day for one in appointments(friends.club, now)]


def begins(friends: Friends, now: float) -> list[datetime]:
    return [one.begins for one in appointments(friends.club, now)]


def move(day: str, to: str = "", time: str = "20:00", by: str = "founder") -> MoveDay:
    return MoveDay(by, day, to, time if to else "")


def test_a_club_meets_every_thursday() -> None:
    friends = club_on_thursdays()
    first, second, *rest = begins(friends, THURSDAY - DAY)
    assert (first.timestamp(), second.timestamp()) == (THURSDAY, THURSDAY + WEEK)
    assert len(rest) == AHEAD - 2


def test_an_evening_in_progress_is_the_next_one() -> None:
    friends = club_on_thursdays()
    assert days(friends, THURSDAY + 3 * 3600.0)[0] == "2026-12-03"
    assert days(friends, THURSDAY + 5 * 3600.0)[0] == "2026-12-10"


def test_a_club_meets_at_eight_in_summer_too() -> None:
    friends = club_on_thursdays()
    met = begins(friends, THURSDAY + 14 * WEEK)
    assert {one.hour for one in met} == {20}
    spring = [one.utcoffset() for one in met]
    assert spring[0] != spring[-1], "the clocks change on 28 March 2027"


def test_a_club_does_not_meet_on_a_holiday() -> None:
    friends = club_on_thursdays()
    friends.do(Reply("a", "2026-12-24", "yes"))
    refused(friends, "role", CancelDay("a", "2026-12-24", cancelled=True))
    refused(friends, "day", CancelDay("founder", "2026-12-25", cancelled=True))
    friends.do(CancelDay("founder", "2026-12-24", cancelled=True))
    assert friends.do(CancelDay("founder", "2026-12-24", cancelled=True)) is None
    assert "2026-12-24" not in days(friends, THURSDAY - DAY)
    assert len(days(friends, THURSDAY - DAY)) == AHEAD
    refused(friends, "day", Reply("b", "2026-12-24", "yes"))
    friends.do(CancelDay("founder", "2026-12-24", cancelled=False))
    assert days(friends, THURSDAY - DAY)[3] == "2026-12-24"
    assert friends.club.answers["2026-12-24"] == {"a": "yes"}


def test_an_evening_is_moved_to_another_day_or_time_and_back() -> None:
    friends = club_on_thursdays()
    friends.now = THURSDAY - 3 * DAY
    friends.do(Reply("a", "2026-12-10", "yes"))
    assert friends.do(move("2026-12-10", "2026-12-09", "19:30"))
    assert friends.do(move("2026-12-10", "2026-12-09", "19:30")) is None
    first, second, third, *_ = begins(friends, friends.now)
    assert f"{second:%Y-%m-%d %H:%M}" == "2026-12-09 19:30"
    assert (first.timestamp(), third.timestamp()) == (THURSDAY, THURSDAY + 2 * WEEK)
    assert days(friends, friends.now)[1] == "2026-12-10", "its name is the day as every week"
    friends.do(Reply("b", "2026-12-10", "no"))
    refused(friends, "day", Reply("b", "2026-12-09", "no"))
    assert friends.club.answers == {"2026-12-10": {"b": "no"}}, "another day is another question"
    assert friends.do(move("2026-12-10", "2026-12-10", "20:30"))
    assert f"{begins(friends, friends.now)[1]:%d %H:%M}" == "10 20:30"
    assert friends.do(move("2026-12-10", "2026-12-10")), "as every week"
    assert friends.club.moved == {}
    assert friends.do(move("2026-12-10")) is None


def test_a_moved_evening_is_cancelled_as_others() -> None:
    friends = club_on_thursdays()
    friends.do(move("2026-12-10", "2026-12-09"))
    friends.do(CancelDay("founder", "2026-12-10", cancelled=True))
    assert "2026-12-10" not in days(friends, THURSDAY)
    refused(friends, "day", move("2026-12-10", "2026-12-11"))
    friends.do(CancelDay("founder", "2026-12-10", cancelled=False))
    assert begins(friends, THURSDAY)[1].timestamp() == THURSDAY + WEEK


def test_no_evening_takes_place_again_on_the_day_of_another() -> None:
    friends = club_on_thursdays()
    friends.do(CancelDay("founder", "2026-12-10", cancelled=True))
    friends.do(move("2026-12-17", "2026-12-10"))
    refused(friends, "move", CancelDay("founder", "2026-12-10", cancelled=False))
    friends.do(move("2026-12-17"))
    assert friends.do(CancelDay("founder", "2026-12-10", cancelled=False))


def test_a_cancelled_evening_that_is_moved_to_its_own_time_takes_place() -> None:
    friends = club_on_thursdays()
    friends.do(CancelDay("founder", "2026-12-10", cancelled=True))
    assert friends.do(move("2026-12-10", "2026-12-10"))
    assert friends.club.cancelled == frozenset()


def test_another_day_of_the_week_has_no_cancelled_and_no_moved_evenings() -> None:
    friends = club_on_thursdays()
    friends.do(CancelDay("founder", "2026-12-10", cancelled=True))
    friends.do(move("2026-12-17", "2026-12-18"))
    friends.do(Appoint("founder", 3, "19:00"))
    assert friends.club.cancelled
    assert friends.club.moved
    friends.do(Appoint("founder", 1, "19:00"))
    assert not friends.club.cancelled
    assert not friends.club.moved


@pytest.mark.parametrize(
    ("day", "to", "time", "code"),
    [
        ("2026-12-04", "2026-12-05", "20:00", "day"),
        ("2020-12-03", "2020-12-04", "20:00", "day"),
        ("Thursday", "2026-12-04", "20:00", "day"),
        ("2026-12-10", "2026-12-03", "19:59", "move"),
        ("2026-12-10", "2026-12-17", "21:00", "move"),
        ("2026-12-10", "2026-12-18", "20:00", "move"),
        ("2026-12-10", "Friday", "20:00", "move"),
        ("2026-12-10", "2026-W50-5", "20:00", "move"),
        ("2026-12-10", "0001-01-01", "20:00", "move"),
    ],
)
def test_nonsense_is_no_other_day(day: str, to: str, time: str, code: str) -> None:
    refused(club_on_thursdays(), code, move(day, to, time))


def test_an_evening_is_moved_only_to_a_time_to_come_and_by_cohosts() -> None:
    friends = club_on_thursdays()
    friends.now = THURSDAY - DAY
    refused(friends, "role", move("2026-12-03", "2026-12-04", by="a"))
    refused(friends, "move", move("2026-12-03", "2026-12-02", "19:59"))
    friends.do(move("2026-12-03", "2026-12-04", "21:00"))
    friends.now = THURSDAY + DAY
    refused(friends, "move", move("2026-12-03"))
    assert days(friends, friends.now)[0] == "2026-12-03"
    friends.do(Reply("a", "2026-12-03", "yes"))
    friends.do(Reply("a", "2026-12-10", "yes"))
    assert [*friends.club.answers] == ["2026-12-03", "2026-12-10"], "it is still to come"


def test_moved_evenings_are_in_order_and_forgotten_when_they_are_over() -> None:
    friends = club_on_thursdays()
    friends.now = THURSDAY - DAY
    friends.do(move("2026-12-10", "2026-12-08"))
    friends.do(move("2026-12-03", "2026-12-09"))
    assert days(friends, friends.now)[:3] == ["2026-12-10", "2026-12-03", "2026-12-17"]
    assert len(days(friends, friends.now)) == AHEAD
    friends.now = THURSDAY + WEEK - 3600
    assert days(friends, friends.now)[0] == "2026-12-17", "this week's was on Tuesday"
    friends.do(move("2026-12-17", "2026-12-18"))
    assert [*friends.club.moved] == ["2026-12-10", "2026-12-17"]
    friends.now += DAY
    friends.do(move("2026-12-17", "2026-12-16"))
    assert [*friends.club.moved] == ["2026-12-17"]


def test_a_moved_evening_keeps_its_name_in_the_calendar() -> None:
    friends = club_on_thursdays()
    friends.now = THURSDAY - DAY
    before = calendar(friends.club, "https://dobbm.example/c/stubai", friends.now).split("\r\n")
    friends.do(move("2026-12-03", "2026-12-04", "19:30"))
    after = calendar(friends.club, "https://dobbm.example/c/stubai", friends.now).split("\r\n")
    assert [*filter(_is_uid, before)] == [*filter(_is_uid, after)]
    assert "DTSTART:20261204T183000Z" in after
    assert "DTSTART:20261203T190000Z" not in after


def test_a_cancelled_evening_is_cancelled_in_the_calendar() -> None:
    friends = club_on_thursdays()
    friends.now = THURSDAY - DAY
    friends.do(CancelDay("founder", "2026-12-10", cancelled=True))
    found = calendar(friends.club, "https://dobbm.example/c/stubai", friends.now)
    one = next(event for event in found.split("BEGIN:VEVENT") if "-20261210@" in event)
    assert "STATUS:CANCELLED" in one
    assert found.count("STATUS:CONFIRMED") == AHEAD


def test_an_evening_is_announced_once_and_again_at_another_time() -> None:
    friends = club_on_thursdays()
    assert friends.do(Announce("2026-12-03"))
    assert friends.do(Announce("2026-12-03")) is None
    friends.do(Appoint("founder", 3, "19:30"))
    assert friends.do(Announce("2026-12-03"))
    assert friends.do(Announce("2026-12-10"))
    friends.do(move("2026-12-17", "2026-12-18"))
    assert friends.do(Announce("2026-12-10")) is None
    friends.do(move("2026-12-10", "2026-12-11"))
    assert friends.do(Announce("2026-12-10"))
    refused(friends, "day", Announce("2026-12-11"))


def test_without_an_appointment_nobody_can_answer() -> None:
    friends = Friends("a")
    assert appointments(friends.club, THURSDAY) == []
    refused(friends, "day", Reply("a", "2026-12-03", "yes"))


@pytest.mark.parametrize("day", ["2026-12-04", "2020-12-03", "2036-12-04", "Thursday"])
def test_answers_are_for_the_next_appointments(day: str) -> None:
    refused(club_on_thursdays(), "day", Reply("a", day, "yes"))


def test_people_change_their_answers_and_old_ones_are_forgotten() -> None:
    friends = club_on_thursdays()
    friends.do(Reply("a", "2026-12-03", "yes"))
    friends.do(Reply("b", "2026-12-03", "substitute"))
    friends.do(Reply("a", "2026-12-03", "no"))
    assert friends.do(Reply("a", "2026-12-03", "no")) is None
    assert friends.club.answers == {"2026-12-03": {"a": "no", "b": "substitute"}}
    friends.now = THURSDAY + DAY
    friends.do(Reply("a", "2026-12-10", "yes"))
    assert friends.club.answers == {"2026-12-10": {"a": "yes"}}


def test_another_time_of_the_day_keeps_the_answers() -> None:
    friends = club_on_thursdays()
    friends.do(Reply("a", "2026-12-03", "yes"))
    friends.do(Appoint("founder", 3, "19:30"))
    assert friends.club.answers == {"2026-12-03": {"a": "yes"}}
    friends.do(Appoint("founder", 4, "19:30"))
    refused(friends, "day", Reply("a", "2026-12-03", "no"))
    friends.do(Reply("a", "2026-12-04", "no"))
    assert friends.club.answers["2026-12-04"] == {"a": "no"}


def test_only_cohosts_appoint() -> None:
    friends = club_on_thursdays()
    refused(friends, "role", Appoint("a", None, ""))
    friends.do(GiveRole("founder", "a", "cohost"))
    friends.do(Appoint("a", None, ""))
    assert appointments(friends.club, THURSDAY) == []


def test_the_calendar_is_for_all_programs() -> None:
    """Lines end in CR and LF and have at most 75 bytes; times are in UTC."""
    friends = club_on_thursdays()
    friends.club = friends.club._replace(name="Runde; mit, Komma " + "ß" * 60)
    text = calendar(friends.club, "https://dobbm.example/c/stubai", THURSDAY - DAY)
    lines = text.split("\r\n")
    assert "\n" not in text.replace("\r\n", "")
    assert max(len(line.encode()) for line in lines) <= 75
    assert "DTSTART:20261203T190000Z" in lines
    assert "DTEND:20261203T230000Z" in lines
    assert "SUMMARY:Runde\\; mit\\, Komma" in text
    assert lines.count("BEGIN:VEVENT") == AHEAD == len({*filter(_is_uid, lines)})


def _is_uid(line: str) -> bool:
    return line.startswith("UID:")
