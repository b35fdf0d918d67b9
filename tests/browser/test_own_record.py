"""A person's own deals: kept once when they end, replayed and added up."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from browser.conftest import Come
from browser.deals import PAIR, WON
from browser.kept import EARLIER, KEEP, OLD, keeping, kept, records
from browser.looks import TOO_WIDE, violations
from browser.people import Fingers, Keys, Person
from browser.windows import PHONE
from dobbm.server.hand_worth import VERSION


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
    person.press(person.page.get_by_role("link", name="My record"))
    person.sees("Every deal that you play to its end is kept here")


def test_the_deals_of_an_earlier_version_of_the_page_stay(come: Come) -> None:
    live = WON.done()
    record = live.view()["record"]
    person = come(path="/rules")
    person.page.evaluate(OLD, [record, {"deck": 1}])
    person.open("/me")
    expect(person.button("Favourite")).to_have_count(1)
    assert [one["deck"] for one in records(person)] == [record["deck"]]


def test_after_one_deal_the_own_record_shows_the_deal_and_nothing_to_look_for(come: Come) -> None:
    person = come(Fingers, PHONE, table=WON.done())
    kept(person)
    person.open("/me")
    person.press(person.button("Favourite"))
    expect(person.button("Favourite")).to_have_attribute("aria-pressed", "true")
    expect(person.page.get_by_label("Only favourites")).to_have_count(0)
    assert person.page.evaluate(TOO_WIDE) == []
    assert violations(person) == []
    person.page.reload()
    expect(person.button("Favourite")).to_have_attribute("aria-pressed", "true")
    [record] = records(person)
    assert record["meta"]["worth"]["version"] == VERSION
    person.press(person.page.locator(".m-deal"))
    expect(person.page.get_by_role("heading", name="Deal 1")).to_be_visible()


def test_the_own_record_adds_up_and_leads_to_every_deal(come: Come) -> None:
    person = come(Fingers, PHONE, path="/rules")
    assert person.page.evaluate(KEEP, [EARLIER, False]) == len(EARLIER)
    person.open("/me")
    sums = person.page.get_by_role("row").filter(has_text="All deals")
    expect(sums).to_contain_text("3")
    assert person.page.evaluate(TOO_WIDE) == []
    assert violations(person) == []
    shown = person.page.get_by_role("status").filter(has_text="deals")
    expect(shown).to_have_text("3 deals")
    person.page.get_by_label("You were").select_option(label="defender")
    expect(shown).to_have_text("0 deals")
    person.page.get_by_label("You were").select_option(label="declarer")
    expect(shown).to_have_text("3 deals")
    person.page.get_by_label("You were").select_option(label="any")
    person.press(person.page.locator(".m-find").get_by_role("button", name="Favourite").first)
    person.page.get_by_label("Only favourites").check()
    expect(person.page.locator(".m-find .m-deal")).to_have_count(1)
    person.press(person.page.get_by_role("link", name="Your best deal"))
    expect(person.page.get_by_role("heading", name="Deal 4")).to_be_visible()
    person.press(person.page.get_by_role("link", name="My record"))
    expect(sums).to_contain_text("3")


def test_who_has_brought_their_deals_from_elsewhere_is_no_newcomer(come: Come) -> None:
    person = come(path="/")
    expect(person.page.get_by_text("New here?")).to_have_count(1)
    person.page.evaluate(KEEP, [EARLIER, True])
    person.open("/me")
    expect(person.page.locator(".m-session")).to_have_count(1)
    person.open("/")
    expect(person.page.get_by_role("link", name="My record")).to_contain_text("in 3 deals")
    expect(person.page.get_by_text("New here?")).to_have_count(0)


def test_a_bot_beaten_for_the_first_time_is_told_and_remembered(come: Come) -> None:
    """With the deal on screen, the session has as many deals as players."""
    live = WON.done()
    live.evening.vote("end")
    person = come(Fingers, PHONE, table=live, script=keeping(*EARLIER))
    person.sees("For the first time, you end a session ahead of Hias, Moidl, and Sepp.")
    kept(person, 4)
    person.open("/me")
    gallery = person.page.locator(".m-rivals").get_by_role("listitem")
    expect(gallery).to_have_count(12)
    expect(gallery.filter(has_text="1 time · first on")).to_have_count(3)
    expect(gallery.filter(has_text="not yet")).to_have_count(9)
    assert person.page.evaluate(TOO_WIDE) == []
    assert violations(person) == []


def test_erased_deals_do_not_come_back(come: Come) -> None:
    person = come(table=WON.done())
    kept(person)
    [record] = records(person)
    person.open("/me")
    person.press(person.button("Erase all deals"))
    person.press(person.page.get_by_role("dialog").get_by_role("button", name="Erase"))
    person.sees("Every deal that you play to its end is kept here")
    person.page.reload()
    person.sees("Every deal that you play to its end is kept here")
    assert person.page.evaluate(KEEP, [[record], False]) == 0
    assert records(person) == []
    assert person.page.evaluate(KEEP, [[record], True]) == 1


def test_a_file_without_deals_is_told(come: Come, tmp_path: Path) -> None:
    person = come(path="/me")
    file = tmp_path / "nothing.jsonl"
    file.write_text("\n\n")
    person.page.get_by_label("Add from a file").set_input_files(file)
    person.sees("There are no deals in this file.")


def test_a_saved_file_is_added_once_elsewhere(come: Come, tmp_path: Path) -> None:
    person = come(table=WON.done())
    kept(person)
    person.open("/me")
    with person.page.expect_download() as download:
        person.press(person.button("Save as a file"))
    file = tmp_path / "dobbm.jsonl"
    download.value.save_as(file)
    file.write_text(2 * file.read_text())
    other = come(path="/me")
    for added, known in ((1, 1), (0, 2)):
        other.page.get_by_label("Add from a file").set_input_files(file)
        other.sees(f"Added: {added}")
        other.sees(f"Already here: {known}")
        expect(other.page.get_by_text("Reading the file")).to_have_count(0)
        other.escape()
    assert len(records(other)) == 1
    expect(other.button("Favourite")).to_have_count(1)


def test_who_comes_back_sees_the_last_session_on_the_start_page(come: Come) -> None:
    person = come(table=WON.done())
    kept(person)
    won = person.table.view()["result"]["payments"][0]
    person.open("/")
    door = person.page.get_by_role("link", name="My record")
    expect(door).to_contain_text(f"last session: +{won} Schilling in 1 deal")
    expect(person.page.get_by_role("link", name="Deals of the day")).to_have_count(1)
    person.press(door)
    person.sees(f"+{won} Schilling")


def test_the_first_visit_has_no_record(come: Come) -> None:
    person = come(path="/")
    expect(person.button("Play now")).to_be_visible()
    expect(person.page.get_by_role("link", name="My record")).to_have_count(0)
