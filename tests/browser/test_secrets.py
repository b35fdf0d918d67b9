"""A card that the person may not know is nowhere: not in the page, not on the wire."""

from __future__ import annotations

import json
import re

from browser.conftest import Come
from browser.people import Json, Person, events_of
from dobbm import View, from_record

CARD = re.compile(r"(?<![\w-])[HLAB][STKOU6-9](?![\w-])")
SHOWN = re.compile(r'(?:data-card|data-face)="([HLAB].)"|[/#]([HLAB].)(?:\.svg|")')


def on_page(person: Person) -> set[str]:
    """The cards that are anywhere in the page."""
    return {one or other for one, other in SHOWN.findall(person.page.content())}


def may_know(view: Json) -> set[str]:
    """What has been dealt to the person, or was played for all to see."""
    return {
        *view["hand"],
        *(view["dobb"] or []),
        *(view["discards"] or []),
        *[action for action in view["actions"] if CARD.fullmatch(action)],
    }


def test_no_card_is_told_before_its_time(come: Come) -> None:
    person = come()
    told = events_of(person)
    person.sit_down_with_bots()
    while True:
        person.wait_for_turn()
        if person.is_between:
            break
        view = person.story()["view"]
        assert on_page(person) <= may_know(view)
        assert len(on_page(person)) >= len(view["hand"])
        person.act()
    record = person.story()["view"]["record"]
    checked = 0
    for data in told:
        view = json.loads(data)["view"]
        if view is None or view["phase"] == "done":
            continue
        checked += 1
        known = dealt(record, view["seat"]) | played(record, len(view["actions"]))
        if view["declarer"] == view["seat"] and view["contract"] == "dobbm":
            known |= {*record["deck"][32:]}
        assert {*CARD.findall(data)} <= known, data
    assert checked >= len(record["actions"])


def dealt(record: Json, seat: int) -> set[str]:
    """The cards that a seat was dealt."""
    deal = from_record(record | {"actions": []})
    return {*View.of(deal, seat).to_json()["hand"]}


def played(record: Json, actions: int) -> set[str]:
    """The cards that were played in the first so many actions."""
    return {action for action in record["actions"][:actions] if CARD.fullmatch(action)}
