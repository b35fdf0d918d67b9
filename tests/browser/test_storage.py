"""The page where the browser keeps nothing, or what somebody else has written."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Dialog, Page, expect

from browser.conftest import Come
from browser.screens import SHEET, with_sheet
from browser.test_score import VRONI, Writer

FULL = "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); };"
FORBIDDEN = """
for (const kind of ["localStorage", "sessionStorage"])
  Object.defineProperty(globalThis, kind, {
    get() { throw new DOMException("", "SecurityError"); },
  });
"""
DISABLED = """
for (const kind of ["localStorage", "sessionStorage"])
  Object.defineProperty(globalThis, kind, { value: null });
"""
NO_ROOM_FOR_SHEETS = """
const set = Storage.prototype.setItem;
Storage.prototype.setItem = function (key, value) {
  if (key === "dobbm-score" && value.length > 100) throw new DOMException("", "QuotaExceededError");
  set.call(this, key, value);
};
"""
HEAL = "void (Storage.prototype.setItem = taking)"
FULL_FOR_NOW = f"globalThis.taking = Storage.prototype.setItem; {FULL}"
NO_NEWS = "addEventListener('storage', (event) => event.stopImmediatePropagation(), true);"
"""Keeps the news of other tabs from this one, as if it were frozen."""

refused = pytest.mark.parametrize(
    "script", [FULL, FORBIDDEN, DISABLED], ids=["full", "forbidden", "disabled"]
)


def notice(page: Page) -> Any:
    return page.locator(".banner").filter(has_text="keep")


@refused
def test_where_nothing_is_kept_the_score_sheet_says_so_and_is_saved_as_a_file(
    come: Come, tmp_path: Path, script: str
) -> None:
    person = come(path="/score", script=script)
    person.sees("This browser does not keep score sheets.")
    expect(person.page.get_by_text("Everything stays on this device")).to_have_count(0)
    writer = Writer(person, 4)
    writer.begin()
    writer.write(end="thrown_in")
    expect(notice(person.page)).to_contain_text("Save yours as a file before you close this window")
    with person.page.expect_download() as download:
        person.press(notice(person.page).get_by_role("button", name="Save as a file"))
    download.value.save_as(tmp_path / "sheet.json")
    person.open("/score")
    person.sees("This browser does not keep score sheets.")
    person.page.get_by_label("Open a file").set_input_files(tmp_path / "sheet.json")
    writer.stands(0, 0, 0, 0)
    person.sees("thrown in")


@refused
def test_that_nothing_is_kept_is_announced_once(come: Come, script: str) -> None:
    person = come(path="/score", script=script)
    Writer(person, 4).begin()
    expect(notice(person.page).get_by_role("button", name="Save as a file")).to_be_visible()
    assert len(person.heard) == 1


def test_sheets_of_another_version_are_counted_and_saved_as_a_file(
    come: Come, tmp_path: Path
) -> None:
    later = {**SHEET, "id": "later", "preset": "of another version"}
    kept = json.dumps({"open": None, "sheets": [later, SHEET]})
    put = f"if (location.host) localStorage.setItem('dobbm-score', {json.dumps(kept)});"
    person = come(path="/score", script=put)
    person.press(person.button("Sheets"))
    dialog = person.page.get_by_role("dialog")
    expect(dialog).to_contain_text("1 sheet on this device is from another version of this page")
    with person.page.expect_download() as download:
        person.press(dialog.get_by_role("button", name="Save as a file"))
    download.value.save_as(tmp_path / "unread.json")
    assert json.loads((tmp_path / "unread.json").read_text()) == {"sheets": [later]}
    dialog.get_by_label("Open a file").set_input_files(tmp_path / "unread.json")
    person.hears("1 sheet in this file is from another version of this page")
    (tmp_path / "read.json").write_text(json.dumps({"sheets": [{**SHEET, "id": "now"}, later]}))
    dialog.get_by_label("Open a file").set_input_files(tmp_path / "read.json")
    person.hears("This device has this sheet already: here it is.")


DAMAGED = """
if (location.host && !localStorage.getItem("KEY-unread")) localStorage.setItem("KEY", '{"name"');
"""


@pytest.mark.parametrize("key", ["dobbm", "dobbm-score-unfinished"])
def test_what_cannot_be_read_is_put_aside_and_told(come: Come, tmp_path: Path, key: str) -> None:
    person = come(path="/settings", script=DAMAGED.replace("KEY", key))
    aside = f"localStorage.getItem('{key}-unread')"
    assert person.page.evaluate(aside) is None
    if key == "dobbm":
        # The first ones choose the language.
        person.page.locator("main input[type=radio]:not(:checked)").last.check(force=True)
    else:
        person.open("/score")
        Writer(person, 4).begin()
    strip = person.page.locator(".banner").filter(has_text="has put it aside")
    with person.page.expect_download() as download:
        person.press(strip.get_by_role("button", name="Save as a file"))
    download.value.save_as(tmp_path / "aside.json")
    assert json.loads((tmp_path / "aside.json").read_text()) == {key: '{"name"'}
    assert person.page.evaluate(aside) == '{"name"'


def test_a_device_that_keeps_the_sheet_says_that_everything_stays_there(come: Come) -> None:
    person = come(path="/score")
    person.sees("Everything stays on this device")
    expect(notice(person.page)).to_have_count(0)


def test_a_sheet_that_finds_no_room_is_not_kept_although_other_things_are(come: Come) -> None:
    person = come(path="/score", script=NO_ROOM_FOR_SHEETS)
    person.sees("Everything stays on this device")
    Writer(person, 4).begin()
    expect(notice(person.page)).to_contain_text("This browser does not keep score sheets.")


def test_the_notice_goes_when_the_device_keeps_everything_again(come: Come) -> None:
    person = come(path="/score", script=FULL_FOR_NOW)
    writer = Writer(person, 4)
    writer.begin()
    expect(notice(person.page)).to_be_visible()
    person.page.evaluate(HEAL)
    writer.write(end="thrown_in")
    expect(notice(person.page)).to_have_count(0)
    assert "thrown_in" in person.page.evaluate("localStorage.getItem('dobbm-score')")


def test_the_browser_asks_before_an_unsaved_sheet_is_left(come: Come) -> None:
    person = come(path="/score", script=FULL)
    Writer(person, 4).begin()
    asked: list[str] = []

    def answer(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.accept()

    person.page.once("dialog", answer)
    person.page.reload()
    assert asked == ["beforeunload"]


def test_settings_hold_in_this_window_although_the_device_keeps_nothing(come: Come) -> None:
    person = come(path="/settings", script=FULL)
    for label in ("dark", "walnut"):
        person.press(person.page.locator("label", has_text=re.compile(f"^{label}$")))
    root = person.page.locator("html")
    expect(root).to_have_attribute("data-theme", "dark")
    expect(root).to_have_attribute("data-table", "walnut")
    person.sees("This browser takes nothing more to keep")
    person.press(person.page.get_by_role("link", name="Start page"))
    person.press(person.page.get_by_role("link", name="Settings"))
    expect(person.page.get_by_role("radio", name="dark")).to_be_checked()


def test_the_portrait_in_use_is_marked_although_none_was_chosen(come: Come) -> None:
    person = come(path="/settings", name="Vroni")
    chosen = person.page.get_by_role("group", name="Your portrait").locator("input:checked")
    expect(chosen).to_have_count(1)
    marked = chosen.locator("xpath=..").get_by_role("presentation").get_attribute("src")
    person.open()
    assert person.page.locator("footer img").get_attribute("src") == marked


def test_the_browser_is_asked_to_keep_a_sheet_for_good(come: Come) -> None:
    person = come(script="navigator.storage.persist = async () => (globalThis.asked = true);")
    Writer(person, 4).begin(VRONI)
    assert person.page.evaluate("globalThis.asked")


def test_two_windows_write_on_one_sheet_and_none_is_lost(come: Come) -> None:
    """Each adds a deal, and one a sheet, before it has heard of the other's."""
    person = come(path="/score", script=with_sheet() + NO_NEWS)
    other = person.context.new_page()
    other.add_init_script(NO_NEWS)
    other.goto(f"{person.address}/score")
    for written, page in enumerate([person.page, other, person.page], 3):
        throw_in(page)
        both_keep([written], person.page, other)
    other.get_by_role("button", name="Sheets").click()
    other.get_by_role("button", name="New sheet").click()
    other.get_by_role("button", name="Begin").click()
    both_keep([0, 5], person.page, other)
    throw_in(person.page)
    both_keep([0, 6], person.page, other)


def both_keep(deals: list[int], *pages: Page) -> None:
    """Wait until all windows find sheets with so many deals on the device."""
    for page in pages:
        page.wait_for_function(
            "expected => JSON.stringify(JSON.parse(localStorage.getItem('dobbm-score'))"
            ".sheets.map(({ deals }) => deals.length)) === expected",
            arg=json.dumps(deals, separators=(",", ":")),
        )


def throw_in(page: Page) -> None:
    """Write down a deal that was thrown in."""
    page.get_by_role("button", name="New deal").click()
    page.get_by_role("radio", name="thrown in").check()
    page.get_by_role("button", name="Write it down").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
