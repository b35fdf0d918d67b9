"""A person's own deals: kept once when they end, replayed and added up."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.conftest import Come
from browser.deals import PAIR, WON
from browser.kept import OLD, kept, records
from browser.people import Keys, Person


def look_back(person: Person) -> None:
    """Open the replay of the only deal that the device keeps."""
    [deal] = kept(person)
    person.open(f"/me/deal/{deal}")
    expect(person.page.get_by_role("heading", name="Deal 1")).to_be_visible()


def test_a_deal_is_kept_with_what_its_table_says_of_it(come: Come) -> None:
    person = come(table=WON.done())
    kept(person)
    [record] = records(person)
    meta = record["meta"]
    assert (meta["seat"], meta["session"], meta["deal"]) == (0, 1, 1)
    assert meta["bots"] == [None, "simple", "simple", "simple"]
    assert meta["ended"] > 0


def test_a_deal_that_ended_while_nobody_looked_is_kept_with_the_next(come: Come) -> None:
    live = WON.done()
    live.evening.vote("next")
    live.evening.until_dealt()
    live.evening.play_out()
    person = come(table=live)
    kept(person, 2)
    assert sorted(one["meta"]["deal"] for one in records(person)) == [1, 2]
    assert all(one["meta"]["seat"] == 0 for one in records(person))


def test_the_deals_of_others_are_not_kept(come: Come) -> None:
    """Lois has sat down after the first deal of Vroni."""
    live = WON.done()
    live.sit("Lois", 3)
    live.evening.vote("next")
    live.evening.until_dealt()
    live.evening.play_out()
    person = come(table=live, seat=3)
    kept(person)
    assert [one["meta"]["deal"] for one in records(person)] == [2]


def test_a_kept_deal_opens_in_the_replay(come: Come) -> None:
    person = come(Keys, table=PAIR.done())
    look_back(person)
    expect(person.page.get_by_role("option", name="What you knew")).to_have_count(1)
    expect(
        person.page.get_by_role("listitem").filter(has_text="Vroni (you)").first
    ).to_be_attached()
    expect(person.page.get_by_text("costs").first).to_be_attached()
    person.sees("The deck follows from its parts")
    expect(person.button("Copy link")).to_have_count(0)
    person.press(person.button("Last"))
    person.page.reload()
    expect(person.page.get_by_role("heading", name="Deal 1")).to_be_visible()


def test_an_unknown_deal_has_a_way_on(come: Come) -> None:
    person = come(path="/me/deal/0abc")
    person.sees("There is no such deal")
    person.press(person.page.get_by_role("link", name="Start page"))
    expect(person.button("Play now")).to_be_visible()


def test_the_deals_of_an_earlier_version_of_the_page_stay(come: Come) -> None:
    live = WON.done()
    record = live.view()["record"]
    person = come(path="/rules")
    person.page.evaluate(OLD, [record, {"deck": 1}])
    person.open("/settings")
    person.sees("Finished deals on this device: 1")
    assert records(person) == [record]
