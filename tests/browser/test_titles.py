"""The title of the window and the address say what the page is."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.conftest import Come
from browser.deals import WON
from tiers import only_long

TITLES = {
    "/": "Dobbm",
    "/tables": "Open tables – Dobbm",
    "/exercises": "Exercises – Dobbm",
    "/daily": "Deals of the day – Dobbm",
    "/learn": "Learn Dobbm – Dobbm",
    "/learn#tactics": "Tactics – Dobbm",
    "/rules": "The rules – Dobbm",
    "/rules#glossary": "Glossary – Dobbm",
    "/history": "History and kin – Dobbm",
    "/score": "Score sheet – Dobbm",
    "/settings": "Settings – Dobbm",
    "/t/stubai": "The table – Dobbm",
    "/t/stubai/deals/1": "Deal 1 – Dobbm",
}


def test_each_page_has_a_title_that_says_what_it_is(come: Come) -> None:
    person = come(table=WON.done(), path="/")
    for path, title in TITLES.items():
        person.open(path)
        expect(person.page).to_have_title(title)


def test_a_title_follows_the_person_from_page_to_page(come: Come) -> None:
    person = come(path="/rules")
    person.press(person.page.get_by_role("link", name="Glossary").first)
    expect(person.page).to_have_title("Glossary – Dobbm")
    person.press(person.page.get_by_role("link", name="Start page"))
    expect(person.page).to_have_title("Dobbm")


@pytest.mark.parametrize("path", ["/rules", "/history", "/learn", *only_long("/", "/settings")])
def test_a_place_that_a_page_does_not_have_leaves_the_address(come: Come, path: str) -> None:
    person = come(path=f"{path}#nonsense")
    expect(person.page).to_have_url(person.address + path)


@pytest.mark.parametrize(
    "place", ["rules#the-end", *only_long("rules#akagiri", "history#literature", "learn#tactics")]
)
def test_a_place_that_a_page_has_stays_in_the_address(come: Come, place: str) -> None:
    person = come(path=f"/{place}).")
    expect(person.page).to_have_url(f"{person.address}/{place}")


def test_a_moment_that_a_deal_does_not_have_leaves_the_address(come: Come) -> None:
    person = come(table=WON.done(), path="/t/stubai/deals/1#nonsense")
    expect(person.page).to_have_url(f"{person.address}/t/stubai/deals/1#0")
