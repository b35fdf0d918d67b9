"""The page on privacy, and the file with all that a server stores about a person."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from browser.conftest import Come
from browser.deals import WON
from browser.homes import IN_A_POCKET
from browser.looks import TOO_WIDE, violations
from browser.people import Fingers, Person
from browser.windows import DESK, PHONE, Size

KNOWN = [{"table": "stubai", "at": 1}, {"table": "wipptal", "at": 0}]
"""Two tables at which a device has been; the second is gone."""
ADDED = """if (location.host)
  localStorage.setItem("dobbm-results", JSON.stringify({ "2026-11-26": "r".repeat(32) }));"""


def test_the_page_names_the_host_and_says_how_long_things_stay(come: Come) -> None:
    person = come(Fingers, PHONE, path="/settings")
    person.press(person.page.get_by_role("link", name="Privacy", exact=True))
    link = person.page.get_by_role("link", name="host@dobbm.example", exact=True)
    expect(link).to_have_attribute("href", "mailto:host@dobbm.example")
    person.sees("touched for 90 days are deleted")
    person.sees("The last hundred texts of each table.")
    assert violations(person) == []
    assert person.page.evaluate(TOO_WIDE) == []


@pytest.mark.parametrize(
    ("contact", "address"),
    [
        ("https://club.example/contact", "https://club.example/contact"),
        ("Hans Huber, Neustift 7", None),
        ("javascript:alert(1)", None),
        ("http://club.example", None),
        ("a@b?subject=x", None),
    ],
)
def test_only_mail_and_safe_pages_become_links(
    come: Come, contact: str, address: str | None
) -> None:
    person = come(path="/settings")
    assert person.network
    person.network.privacy |= {"contact": contact, "keep_days": None, "texts": False}
    person.press(person.page.get_by_role("link", name="Privacy", exact=True))
    shown = person.page.get_by_text(contact, exact=True)
    expect(shown).to_be_visible()
    assert shown.get_attribute("href") == address
    person.sees("stay until the host deletes them")
    person.sees("People cannot write texts to each other here.")


def test_who_gives_no_contact_is_not_hidden(come: Come) -> None:
    person = come(path="/settings")
    assert person.network
    person.network.privacy["contact"] = None
    person.press(person.page.get_by_role("link", name="Privacy", exact=True))
    person.sees("The host of this server does not say how to be reached.")


def add_contact(route: Route) -> None:
    """Answer with the page as of a server whose host gives a contact."""
    answer = route.fetch()
    route.fulfill(response=answer, body=answer.text().replace("<html", "<html data-privacy", 1))


@pytest.mark.parametrize(("kind", "size"), [(Person, DESK), (Fingers, PHONE)])
def test_the_start_page_leads_there_if_the_host_gives_a_contact(
    come: Come, kind: type[Person], size: Size
) -> None:
    person = come(kind, size)
    person.page.route(f"{person.address}/", add_contact)
    person.open()
    link = person.page.get_by_role("link", name="Privacy", exact=True)
    expect(link).to_be_visible()
    assert violations(person) == []
    assert person.page.evaluate(TOO_WIDE) == []
    person.press(link)
    person.sees("host@dobbm.example")


def test_the_start_page_does_not_lead_there_without_a_contact(come: Come) -> None:
    person = come(path="/")
    expect(person.page.get_by_role("link", name="Settings", exact=True)).to_be_visible()
    expect(person.page.get_by_role("link", name="Privacy", exact=True)).to_have_count(0)


def test_without_a_connection_the_page_says_so_and_asks_again(come: Come) -> None:
    person = come(path="/settings")
    assert person.network
    person.forgive_requests("/privacy")
    person.network.down = True
    person.press(person.page.get_by_role("link", name="Privacy", exact=True))
    person.sees("The server cannot be reached.")
    person.network.mend()
    person.press(person.button("Try again"))
    person.sees("host@dobbm.example")


def saved(person: Person) -> dict[str, list[dict[str, object]]]:
    """Save what is stored, and return what is in the file."""
    with person.page.expect_download() as download:
        person.press(person.button("Save as a file"))
    assert download.value.suggested_filename == "dobbm-about-me.json"
    found: dict[str, list[dict[str, object]]] = json.loads(Path(download.value.path()).read_text())
    return found


def test_a_person_saves_what_is_stored_at_the_tables_known_and_of_the_days(come: Come) -> None:
    person = come(table=WON.at("play", 18), path="/privacy", script=ADDED, tables=KNOWN)
    assert person.network
    person.forgive_requests("/about")
    person.network.results.append(person.network.results[0]._replace(token="", name="Vroni"))
    found = saved(person)
    assert [one["table"] for one in found["tables"]] == ["stubai"]
    [result] = found["results"]
    assert (result["day"], result["name"]) == ("2026-11-26", "Vroni")


@IN_A_POCKET
def test_in_a_pocket_everything_stays_on_the_device(come: Come) -> None:
    person = come(path="/privacy")
    person.sees("Everything stays on this device: your tables, your deals")
    expect(person.button("Save as a file")).to_have_count(0)
