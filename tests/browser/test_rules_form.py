"""The form for the house rules of a table."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.conftest import Come
from browser.deals import gathering
from dobbm.game.rules import PRESETS


@pytest.mark.parametrize(
    ("preset", "name", "note"),
    [
        ("pagat", "As in the Stubai", "pagat.com: a Match costs 60;"),
        ("wikipedia", "Dealer's left first", "the dealer's left is asked first"),
        ("gamerules", "A stake per five points", "a Match costs 12 stakes"),
        ("akagiri", "Rounded up to fives", "rounded up to multiples of 5."),
    ],
)
def test_presets_are_named_by_what_they_mean(come: Come, preset: str, name: str, note: str) -> None:
    person = come(path="/")
    person.press(person.button("Invite friends"))
    chosen = person.page.locator("select[name=preset]")
    expect(chosen.locator("option")).to_have_count(len(PRESETS))
    values = chosen.locator("option").evaluate_all("options => options.map((one) => one.value)")
    assert values == [*PRESETS]
    chosen.select_option(label=name)
    assert chosen.input_value() == preset
    person.sees(note)


@pytest.mark.parametrize("others", [True, False])
def test_the_open_tables_offer_to_list_a_table_of_ones_own(come: Come, others: bool) -> None:
    person = come(table=gathering(listed=True) if others else None, path="/tables")
    person.press(person.button("Open a table"))
    assert person.page.get_by_label("List among the open tables").is_checked()
    person.open("/")
    person.press(person.button("Invite friends"))
    assert not person.page.get_by_label("List among the open tables").is_checked()


def test_choices_survive_that_the_form_is_closed_by_mistake(come: Come) -> None:
    """They count only once they are submitted."""
    person = come(path="/")
    choose = person.page.get_by_label
    person.press(person.button("Invite friends"))
    choose("Seats for bots").select_option("2")
    choose("Price of a Match in Schilling").fill("120")
    person.escape()
    person.press(person.button("Invite friends"))
    expect(choose("Seats for bots")).to_have_value("2")
    expect(choose("Price of a Match in Schilling")).to_have_value("120")
    person.escape()
    person.page.reload()
    person.press(person.button("Invite friends"))
    expect(choose("Seats for bots")).to_have_value("0")


def test_against_bots_no_clock_runs_and_none_is_offered(come: Come) -> None:
    person = come(path="/")
    person.press(person.button("Change"))
    expect(person.page.get_by_label("Price of a Match in Schilling")).to_be_visible()
    expect(person.page.get_by_label("Reserve time per deal")).to_have_count(0)
    person.press(person.button("Use these rules"))
    assert "bank" not in person.page.evaluate("localStorage.getItem('dobbm')")
    person.press(person.button("Invite friends"))
    expect(person.page.get_by_label("Reserve time per deal")).to_be_visible()
