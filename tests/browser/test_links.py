"""Links that people share: with leftovers of chats, to things that are gone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.conftest import Come
from browser.deals import PAIR, WON
from browser.people import Person
from tiers import only_long

TRACKED = "?fbclid=IwAR0&utm_source=chat"


@pytest.mark.parametrize(
    "rest", [")", "%20", f"/{TRACKED}", *only_long("/", ".", "%0A", "。", "\u200b", "…")]
)
def test_what_clings_to_the_link_of_a_table_does_no_harm(come: Come, rest: str) -> None:
    """The address in the bar is clean again, and can be shared."""
    person = come(table=PAIR.at("play"), path=f"/t/stubai{rest}")
    person.is_up_to_date()
    assert person.page.url == f"{person.address}/t/stubai"


def test_the_page_mends_the_addresses_that_it_goes_to_itself(come: Come) -> None:
    person = come(path="/")
    person.page.evaluate("history.pushState(null, '', '/RULES/%22' + '#glossary).')")
    person.page.evaluate("dispatchEvent(new PopStateEvent('popstate'))")
    expect(person.page.get_by_role("heading", name="Glossary", level=1)).to_be_visible()
    assert person.page.url.startswith(f"{person.address}/rules#glossary")


def test_a_link_to_a_moment_of_a_deal_keeps_its_moment(come: Come) -> None:
    person = come(table=WON.done(), path="/t/stubai/deals/1).#27/2).")
    expect(person.page.get_by_role("combobox", name="Visible cards")).to_have_value("2")
    expect(person.page.get_by_role("slider")).to_have_value("27")


def is_told(person: Person, title: str) -> None:
    """Wait until the page says what a wrong link is, and leave it by the way that it offers."""
    expect(person.page.get_by_role("heading", name=title)).to_be_visible()
    person.forgive_requests()
    person.page.get_by_role("link", name="Start page").click()
    expect(person.button("Play now")).to_be_visible()


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/t/neustift", "There is no such table"),
        ("/t/neustift/deals/1", "There is no such table"),
        ("/t/stubai/deals/9", "There is no such deal"),
        ("/tabels", "There is no such page"),
        ("/t/stubai/deals/one", "There is no such page"),
    ],
)
def test_a_wrong_link_says_what_it_is(come: Come, path: str, title: str) -> None:
    is_told(come(table=WON.done(), path=path), title)


@pytest.mark.parametrize("path", ["/t/neustift", "/t/neustift/deals/1"])
def test_a_table_that_the_device_knows_has_been_removed(come: Come, path: str) -> None:
    person = come(table=WON.done(), path=path, tables=[{"table": "neustift", "at": 0}])
    is_told(person, "The table has been removed")
