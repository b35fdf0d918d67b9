"""Everybody's results of the deals of a day, on the page."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.conftest import Come
from browser.homes import IN_A_POCKET
from browser.looks import TOO_WIDE, violations
from browser.people import Fingers, Keys
from browser.screens import ALL_PLAYED, ON_ONE_DAY
from browser.windows import PHONE

LIST = "Everybody's results"


def test_a_result_is_added_under_a_name_and_taken_off_again(come: Come) -> None:
    person = come(Keys, PHONE, path="/daily", script=ALL_PLAYED)
    assert person.network
    rows = person.page.get_by_role("table", name=LIST).get_by_role("row")
    expect(rows).to_have_count(4)
    person.sees("for 90 days")
    field = person.page.get_by_label("Name", exact=True)
    person.press(person.button("Add my result"))
    person.sees("The result needs a name.")
    field.fill("Vroni")
    person.press(person.button("Add my result"))
    expect(rows).to_have_count(5)
    expect(rows.nth(2)).to_have_text("2. Vroni You +28 +14−6+20")
    expect(person.page.get_by_role("heading", name=LIST)).to_be_focused()
    person.hears("You are in place 2.")
    [added] = person.network.asked_for_results
    assert added == {
        "name": "Vroni",
        "deals": [["weiter", "weiter", "weiter", "dobbm"], ["weiter"] * 3, ["dobbm"]],
    }
    assert violations(person) == []
    assert person.page.evaluate(TOO_WIDE) == []
    person.page.reload()
    person.press(person.button("Take my result off"))
    expect(rows).to_have_count(4)
    expect(person.button("Add my result")).to_be_visible()
    expect(field).to_have_value("Vroni")


def test_who_has_not_played_all_deals_only_looks(come: Come) -> None:
    person = come(path="/daily", script=ON_ONE_DAY)
    person.sees("Once you have played all three deals")
    expect(person.button("Add my result")).to_have_count(0)
    assert person.network
    person.network.results = []
    person.page.reload()
    person.sees("Nobody has added a result yet.")


def test_without_a_connection_the_form_stays_and_says_so(come: Come) -> None:
    person = come(Fingers, PHONE, path="/daily", script=ALL_PLAYED, name="Vroni")
    person.forgive_requests("/results")
    assert person.network
    expect(person.button("Add my result")).to_be_visible()
    person.network.down = True
    person.press(person.button("Add my result"))
    person.sees("The server cannot be reached.")
    person.network.mend()
    person.press(person.button("Add my result"))
    expect(person.button("Take my result off")).to_be_visible()
    assert len(person.network.asked_for_results) == 1


@IN_A_POCKET
def test_a_pocket_has_nobody_to_compare_with(come: Come) -> None:
    person = come(path="/daily", script=ALL_PLAYED)
    expect(person.page.get_by_role("heading", name="Earlier days")).to_be_visible()
    expect(person.page.get_by_role("heading", name=LIST)).to_have_count(0)
    expect(person.button("Add my result")).to_have_count(0)
