"""The page in a folder of a site, which refers to its files from where it lies."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from browser.conftest import Come
from browser.deals import PAIR
from browser.network import Undrawn, files
from browser.people import Fingers, Person
from browser.windows import PHONE

FOLDER = "/dobbm"
READY = "navigator.serviceWorker.ready.then(({ scope }) => scope)"


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """The address of a site with the page's files in a folder."""
    with files(of=lambda: Undrawn(home="./"), folder=FOLDER) as address:
        yield address


def is_shown(person: Person, path: str, title: str) -> None:
    """Wait until a page is shown at its address below the folder."""
    expect(person.page.get_by_role("heading", name=title, level=1)).to_be_visible()
    assert person.page.url == f"{person.address}{FOLDER}{path}"


def test_all_pages_lead_on_below_a_folder(come: Come) -> None:
    person = come(path=f"{FOLDER}/")
    is_shown(person, "/", "Dobbm")
    link = person.page.get_by_role("link")
    for name, path, title in (
        ("Learn", "/learn", "Learn Dobbm"),
        ("Score sheet", "/score", "Score sheet"),
        ("Rules", "/rules", "The rules"),
    ):
        link.filter(has_text=name).click()
        is_shown(person, path, title)
        person.page.get_by_role("link", name="Start page").click()
        is_shown(person, "/", "Dobbm")
    for path, title in (
        ("/rules", "The rules"),
        ("/", "Dobbm"),
        ("/score", "Score sheet"),
    ):
        person.page.go_back()
        is_shown(person, path, title)
    person.page.reload()
    is_shown(person, "/score", "Score sheet")


def test_a_table_below_a_folder_is_one_of_this_site(come: Come) -> None:
    known = f"""localStorage.setItem('dobbm{FOLDER}/', '[{{"table": "stubai", "at": 0}}]')"""
    person = come(table=PAIR.at("play"), path=f"{FOLDER}/", script=known)
    person.page.get_by_role("link", name="Continue").click()
    person.is_up_to_date()
    assert person.page.url == f"{person.address}{FOLDER}/t/stubai"
    icon = person.page.locator('link[rel="icon"]').get_attribute("href")
    assert (icon or "").startswith(f"{person.address}{FOLDER}/static/")
    person.press(person.button("Menu"))
    person.page.get_by_role("link", name="To the start page").click()
    is_shown(person, "/", "Dobbm")


def test_a_page_below_a_folder_works_without_a_connection(come: Come) -> None:
    person = come(Fingers, PHONE, path=f"{FOLDER}/", keeps=True)
    assert person.page.evaluate(READY) == f"{person.address}{FOLDER}/"
    person.context.set_offline(offline=True)
    person.open(f"{FOLDER}/rules/")
    is_shown(person, "/rules", "The rules")
    person.open(f"{FOLDER}/t/stubai/deals/1")
    person.page.get_by_role("link", name="Start page").click()
    is_shown(person, "/", "Dobbm")
    person.forgive_requests()  # the browser complains about being offline
