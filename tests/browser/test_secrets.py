"""A card that the person may not know appears nowhere in the page."""

from __future__ import annotations

import re

from browser.conftest import Come
from browser.deals import WON
from browser.people import Json, Person

CARD = re.compile(r"(?<![\w-])[HLAB][STKOU6-9](?![\w-])")
SHOWN = re.compile(r'(?:data-card|data-face)="([HLAB].)"|[/#]([HLAB].)(?:\.svg|")')


def on_page(person: Person) -> set[str]:
    """Return the cards that appear anywhere in the page."""
    return {one or other for one, other in SHOWN.findall(person.page.content())}


def may_know(view: Json) -> set[str]:
    """Return the cards that were dealt to the person or played openly."""
    return {
        *view["hand"],
        *(view["dobb"] or []),
        *(view["discards"] or []),
        *[action for action in view["actions"] if CARD.fullmatch(action)],
    }


def test_no_card_is_shown_before_its_time(come: Come) -> None:
    table = WON.at("bidding")
    person = come(table=table)
    for action in WON.actions[:-1]:
        table.play(action)
        person.is_up_to_date()
        view = table.view()
        assert {*view["hand"]} <= on_page(person) <= may_know(view)
