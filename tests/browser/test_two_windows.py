"""Two windows of one browser share what the device keeps: none changes the other's in silence."""

from __future__ import annotations

import json
import re
from copy import copy
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.conftest import Come
from browser.people import Json, Person
from browser.screens import SHEET, with_sheet
from browser.test_score import HIAS, LOIS, MOIDL, VRONI, Writer
from browser.windows import PHONE
from client.score.test_sheet import THROWN_IN
from client.score.test_sheet import played as deal

STORED = "JSON.parse(localStorage.getItem('dobbm-score')).sheets[0]"


def another_window(person: Person, path: str = "/score") -> Person:
    """Return the person at another window of the same browser."""
    other = copy(person)
    other.page = person.context.new_page()
    other.open(path)
    return other


def two_writers(come: Come, **sheet: object) -> tuple[Writer, Writer]:
    once = f"if (location.host && !localStorage.getItem('dobbm-score')) {{ {with_sheet(**sheet)} }}"
    person = come(path="/score", script=once)
    return Writer(person, 4), Writer(another_window(person), 4)


def stored(writer: Writer) -> Json:
    found: Json = writer.page.evaluate(STORED)
    return found


def refused(writer: Writer, text: str) -> None:
    """Wait until the form is refused with this text."""
    expect(writer.dialog.get_by_role("alert").first).to_contain_text(text)


def test_a_deal_that_comes_after_the_mussrunde_is_refused_and_the_mussrunde_stays(
    come: Come,
) -> None:
    deals = [deal(seat) for seat in (LOIS, HIAS, MOIDL)]
    first, second = two_writers(come, deals=deals, mussrundeFrom=0)
    first.press("New deal")
    first.fill_in({"declarer": VRONI, "points": 84})
    second.write(declarer=VRONI, points=72)
    second.person.sees("The session is over.")
    first.press("Write it down")
    refused(first, "Another window has written down deal 4. The session is over.")
    expect(first.points).to_have_value("84")
    first.press("Write it down")
    refused(first, "The Mußrunde was over before this deal.")
    first.press("Cancel")
    first.person.sees("The final standings")
    kept = stored(first)
    assert (len(kept["deals"]), kept["mussrundeFrom"]) == (4, 0)


def test_a_deal_written_in_both_windows_is_written_once_unless_one_insists(come: Come) -> None:
    first, second = two_writers(come, deals=[])
    first.press("New deal")
    first.fill_in({"declarer": LOIS, "points": 72})
    second.write(declarer=LOIS, points=72)
    first.press("Write it down")
    refused(first, "Another window has written down deal 1.")
    expect(first.dialog.get_by_role("heading", name="Deal 2")).to_be_visible()
    first.press("Write it down")
    expect(first.dialog).to_have_count(0)
    assert len(stored(first)["deals"]) == 2


@pytest.mark.parametrize("number", [1, 2])
def test_a_correction_after_a_deletion_elsewhere_hits_no_other_deal(
    come: Come, number: int
) -> None:
    deals = [deal(LOIS, 72), deal(HIAS, 84), deal(MOIDL, 90)]
    first, second = two_writers(come, deals=deals)
    first.open_deal(number)
    first.press("Correct it")
    first.points.fill("100")
    second.open_deal(1)
    second.press("Delete")
    expect(second.dialog).to_have_count(0)
    first.press("Correct it")
    refused(first, "Another window has deleted deal 1.")
    expect(first.points).to_have_value("100")
    assert [one["points"] for one in stored(first)["deals"]] == [84, 90]
    first.press("Correct it")
    expected = [84, 90] if number == 1 else [100, 90]
    first.page.wait_for_function(
        f"expected => JSON.stringify({STORED}.deals.map(({{ points }}) => points)) === expected",
        arg=str(expected).replace(" ", ""),
    )


def test_a_question_answered_after_a_change_elsewhere_counts_no_more(come: Come) -> None:
    """Each window asks the person something before the other changes the sheet."""
    first, second = two_writers(come, deals=[deal(LOIS)])
    first.press("Mußrunde")
    second.write(declarer=HIAS, points=72)
    first.press("Agreed")
    first.person.sees("Another window has written down deal 2. Nothing has been changed here")
    assert stored(first)["mussrundeFrom"] is None
    first.open_deal(2)
    second.press("Undo")
    first.press("Delete")
    first.person.sees("Another window has deleted deal 2.")
    first.press("Sheets")
    first.person.press(first.dialog.get_by_role("button", name="Delete the sheet"))
    second.press("End the session")
    first.press("Delete")
    first.person.sees("Another window has ended the session.")
    assert stored(first)["closed"]


def test_a_sheet_deleted_elsewhere_does_not_come_back_and_what_was_typed_stays(come: Come) -> None:
    first, second = two_writers(come, deals=[])
    first.press("New deal")
    first.fill_in({"declarer": LOIS, "points": 72})
    second.press("Sheets")
    second.person.press(second.dialog.get_by_role("button", name="Delete the sheet"))
    second.press("Delete")
    expect(second.page.get_by_label("Name of player 1")).to_be_visible()
    first.press("Write it down")
    refused(first, "Another window has deleted this sheet.")
    expect(first.points).to_have_value("72")


def test_each_window_keeps_its_own_sheet_and_its_own_half_filled_form(come: Come) -> None:
    first, second = two_writers(come, deals=[])
    first.press("New deal")
    first.fill_in({"declarer": LOIS, "points": 72})
    second.press("Sheets")
    second.press("New sheet")
    second.page.get_by_label("Name of player 1").fill("Burgl")
    second.press("Begin")
    expect(second.ledger_table).to_contain_text("Burgl")
    second.write(declarer=LOIS, points=90)
    first.page.reload()
    expect(first.points).to_have_value("72")
    first.press("Write it down")
    first.stands(-12, 36, -12, -12)
    second.page.reload()
    expect(second.ledger_table).to_contain_text("Burgl")


def test_a_half_filled_deal_whose_number_is_taken_meanwhile_says_so(come: Come) -> None:
    first, second = two_writers(come, deals=[])
    first.press("New deal")
    first.fill_in({"declarer": LOIS, "points": 72})
    second.write(declarer=LOIS, points=72)
    first.page.reload()
    refused(first, "Other deals have been written down or deleted meanwhile")
    expect(first.points).to_have_value("72")


def test_what_was_mended_on_a_stored_sheet_is_said_until_it_has_been_checked(come: Come) -> None:
    person = come(size=PHONE, path="/score", script=with_sheet(deals=[THROWN_IN], mussrundeFrom=9))
    lost = person.page.get_by_text("Where the Mußrunde began is lost")
    expect(lost).to_be_visible()
    another = another_window(person)
    another.sees("Where the Mußrunde began is lost")
    person.press(person.button("I have checked it"))
    expect(lost).to_have_count(0)
    expect(another.page.get_by_text("Where the Mußrunde began is lost")).to_have_count(0)


def test_a_deal_after_the_end_of_a_stored_mussrunde_has_to_be_deleted(come: Come) -> None:
    deals = [deal(seat) for seat in (LOIS, HIAS, MOIDL, VRONI, LOIS)]
    person = come(path="/score", script=with_sheet(deals=deals, mussrundeFrom=0))
    writer = Writer(person, 4)
    person.sees("Deal 5 is no longer possible. The Mußrunde was over before this deal.")
    writer.press("Correct deal 5")
    expect(writer.dialog.get_by_role("button", name="Correct it")).to_have_count(0)
    writer.press("Delete")
    person.sees("The final standings")


def test_settings_changed_in_one_window_hold_in_all(come: Come) -> None:
    person = come(path="/settings")
    other = another_window(person, "/settings")
    for window, label in ((person, "dark"), (other, "walnut")):
        window.press(window.page.locator("label", has_text=re.compile(f"^{label}$")))
    for window in (person, other):
        root = window.page.locator("html")
        expect(root).to_have_attribute("data-theme", "dark")
        expect(root).to_have_attribute("data-table", "walnut")
        for label in ("dark", "walnut"):
            expect(window.page.get_by_role("radio", name=label)).to_be_checked()


def test_a_file_opened_in_two_windows_is_one_sheet_and_a_changed_one_a_second(
    come: Come, tmp_path: Path
) -> None:
    file = tmp_path / "sheet.json"
    file.write_text(json.dumps(SHEET))
    first = come(path="/score")
    second = another_window(first)
    for window in (first, second):
        window.page.get_by_label("Open a file").set_input_files(file)
        expect(window.page.locator(".ledger")).to_be_visible()
    second.sees("This device has this sheet already: here it is.")
    Writer(first, 4).write(end="thrown_in")
    second.press(second.button("Sheets"))
    second.page.get_by_label("Open a file").set_input_files(file)
    second.sees("This device has this sheet already, but with other deals: now it has both.")
    deals = "JSON.parse(localStorage.getItem('dobbm-score')).sheets.map((one) => one.deals.length)"
    assert first.page.evaluate(deals) == [2, 3]
