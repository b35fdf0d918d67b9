"""The start page of those who come back: the last session, and one thing to try."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from browser.conftest import Come
from browser.deals import WON
from browser.judged_deals import DISCARD, judged
from browser.kept import keeping
from browser.people import Person
from browser.windows import PHONE

KNOWN = [{"table": "stubai", "at": 0}]


def test_a_rule_of_thumb_is_offered_until_it_is_known(come: Come) -> None:
    person = come(Person, PHONE, table=WON.at("play"), path="/", tables=KNOWN)
    expect(person.page.get_by_role("link", name="Learn")).to_contain_text("Which hands suffice")
    person.page.evaluate("localStorage.setItem('dobbm.tactics.solved', '[0, 1]')")
    person.page.reload()
    thing = person.page.get_by_role("link", name="Learn")
    expect(thing).to_contain_text("one thing to try: What a Solo is for")
    person.press(thing)
    expect(person.page.get_by_role("heading", level=1)).to_be_visible()


def test_the_thing_to_try_follows_from_the_record(come: Come) -> None:
    """After twenty discards that have been judged, the page asks for better ones."""
    record = judged(DISCARD)
    said = {**record["meta"]["judged"], "chances": {"exchange": 20}, "lost": {"exchange": 60}}
    script = keeping({**record, "meta": {**record["meta"], "judged": said}})
    person = come(Person, PHONE, table=WON.at("play"), path="/me", script=script, tables=KNOWN)
    person.sees("Points given away")
    person.open("/")
    person.press(person.page.get_by_role("link", name="Exercises"))
    expect(person.page.get_by_label("Kind of exercise")).to_have_value("discard")


PERSISTING = """
globalThis.asked = 0;
const kept = { persist: async () => ++asked > 0, persisted: async () => asked > 0 };
Object.defineProperty(navigator, "storage", { value: kept });
"""


def test_the_browser_is_asked_once_to_keep_the_deals(come: Come) -> None:
    live = WON.done()
    person = come(table=live, script=PERSISTING)
    person.page.wait_for_function("asked === 1")
    person.page.evaluate("history.pushState(null, '', '/me'); dispatchEvent(new Event('popstate'))")
    person.sees("this browser has promised to keep them")
    assert json.loads(person.page.evaluate("String(asked)")) == 1


def test_a_newcomer_is_not_told_what_to_try(come: Come) -> None:
    person = come(Person, PHONE, path="/")
    expect(person.page.get_by_role("link", name="Learn")).to_contain_text("New here?")
    expect(person.page.get_by_text("one thing to try")).to_have_count(0)
