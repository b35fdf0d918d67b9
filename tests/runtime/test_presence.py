"""Presence of the people at a table, as one process learns it."""

from __future__ import annotations

from dobbm.runtime.presence import FRESH, Presence
from dobbm.runtime.store import Person, Report
from dobbm.table.deadlines import BLIP, GONE
from runtime.driver import simulated
from runtime.simulation import START, SimulatedClock

HOUR = 3600.0


def vroni(seen: float = START - HOUR) -> Person:
    return Person("vroni", "Vroni", "0" * 64, seen, {})


@simulated
async def test_everybody_counts_as_active_when_the_process_starts() -> None:
    clock = SimulatedClock()
    await clock.sleep(10)
    assert Presence(clock, [vroni()], since=7.0).last_heard("vroni") == 7.0


@simulated
async def test_a_person_with_a_stream_is_present() -> None:
    clock = SimulatedClock()
    presence = Presence(clock, [vroni()], since=0.0)
    presence.connect("vroni")
    presence.connect("vroni")
    await clock.sleep(100)
    presence.disconnect("vroni")
    assert presence.last_heard("vroni") is None
    assert presence.streams("vroni") == 1
    await clock.sleep(100)
    presence.disconnect("vroni")
    await clock.sleep(1)
    assert presence.last_heard("vroni") == 200.0


@simulated
async def test_a_request_shows_that_a_person_is_present() -> None:
    clock = SimulatedClock()
    presence = Presence(clock, [vroni()], since=0.0)
    await clock.sleep(5)
    presence.hear("vroni")
    assert presence.last_heard("vroni") == 5.0


@simulated
async def test_another_process_saw_a_person_later() -> None:
    clock = SimulatedClock()
    presence = Presence(clock, [vroni()], since=0.0)
    await clock.sleep(20)
    presence.seen_elsewhere("vroni", START + 12)
    assert presence.last_heard("vroni") == 12.0
    presence.seen_elsewhere("vroni", START + 4)
    assert presence.last_heard("vroni") == 12.0


@simulated
async def test_a_person_seen_in_the_future_counts_as_seen_now() -> None:
    """The other process's clock is ahead, or this one was set back."""
    clock = SimulatedClock()
    presence = Presence(clock, [vroni()], since=0.0)
    await clock.sleep(20)
    presence.seen_elsewhere("vroni", START + HOUR)
    assert presence.last_heard("vroni") == 20.0


@simulated
async def test_recent_activity_is_reported() -> None:
    clock = SimulatedClock()
    people = [vroni(), vroni()._replace(id="lois"), vroni()._replace(id="moidl")]
    presence = Presence(clock, people, since=0.0)
    await clock.sleep(100)
    presence.hear("lois")
    presence.connect("moidl")
    await clock.sleep(3)
    expected = Report("a", {"lois": 3.0, "moidl": 0.0}, ["moidl"], ["Anna", ""])
    assert presence.report("a", ["Anna", ""], GONE) == expected
    await clock.sleep(GONE)
    assert presence.report("a", [], GONE) == Report("a", {"moidl": 0.0}, ["moidl"], [])


@simulated
async def test_a_repeated_report_is_no_news_after_the_clock_was_set() -> None:
    clock = SimulatedClock()
    presence = Presence(clock, [vroni()], since=0.0)
    await clock.sleep(20)
    for by in (HOUR, -2 * HOUR):
        presence.seen_elsewhere("vroni", START + 18)
        clock.set(by)
        await clock.sleep(1)
    presence.seen_elsewhere("vroni", START + 18)
    assert presence.last_heard("vroni") == 18.0


@simulated
async def test_reports_of_other_processes_are_not_passed_on() -> None:
    clock = SimulatedClock()
    presence = Presence(clock, [vroni()], since=0.0)
    presence.seen_elsewhere("vroni", START)
    presence.keep_report(Report("b", {"vroni": 1.0}, ["vroni"], ["", "", ""]))
    assert presence.report("a", [], GONE) == Report("a", {}, [], [])


@simulated
async def test_a_person_is_connected_until_a_moment_after_the_stream() -> None:
    """Long enough to load the page again."""
    clock = SimulatedClock()
    presence = Presence(clock, [vroni()], since=0.0)
    presence.connect("vroni")
    await clock.sleep(100)
    assert presence.is_connected("vroni")
    presence.disconnect("vroni")
    await clock.sleep(BLIP)
    assert presence.is_connected("vroni")
    await clock.sleep(0.01)
    assert not presence.is_connected("vroni")


@simulated
async def test_a_stream_in_another_process_counts_until_its_report_is_old() -> None:
    clock = SimulatedClock()
    presence = Presence(clock, [vroni()], since=0.0)
    await clock.sleep(100)
    presence.keep_report(Report("b", {"vroni": 4.0}, ["vroni"], ["Anna", ""]))
    presence.keep_report(Report("c", {}, [], [""]))
    clock.set(-HOUR)
    await clock.sleep(FRESH)
    presence.forget_old_reports()
    assert (presence.is_connected("vroni"), presence.last_heard("vroni")) == (True, None)
    assert presence.spectators_elsewhere == ["Anna", "", ""]
    await clock.sleep(0.01)
    presence.forget_old_reports()
    assert (presence.is_connected("vroni"), presence.last_heard("vroni")) == (False, 96.0)
    assert presence.spectators_elsewhere == []


@simulated
async def test_a_person_who_answers_beats_is_reported_as_of_the_last_answer() -> None:
    clock = SimulatedClock()
    presence = Presence(clock, [vroni()], since=0.0)
    presence.connect("vroni", answers=True)
    await clock.sleep(4)
    presence.hear("vroni")
    await clock.sleep(3)
    assert presence.unheard_for("vroni") == 3.0
    assert presence.report("a", [], GONE).heard == {"vroni": 3.0}


@simulated
async def test_a_person_who_no_longer_answers_was_last_active_at_the_last_answer() -> None:
    clock = SimulatedClock()
    presence = Presence(clock, [vroni()], since=0.0)
    presence.connect("vroni", answers=True)
    await clock.sleep(9)
    presence.disconnect("vroni", answers=True, lost=True)
    assert presence.last_heard("vroni") == 0.0
    assert not presence.is_connected("vroni")
