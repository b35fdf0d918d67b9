"""A newcomer's first three deals, in which the table explains itself."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import Come
from browser.deals import WON
from browser.hints import EXCHANGE, LEAD
from browser.live import Json, LiveTable
from browser.looks import resize
from browser.people import Fingers, Keys, Person
from browser.windows import DESK, PHONE, Size
from tiers import only_long

LONG: Json = {
    "sentence": "a hand like this makes only about {points} without the Dobb: "
    "more than 60 are needed",
    "points": 59,
}
BID: list[Json] = [
    {**LEAD[0], "action": "dobbm", "wins": 0.62, "reason": LONG},
    {**LEAD[1], "action": "weiter", "wins": 0.4},
]

COVERED = """() => {
  const faults = [];
  const open = ".laid, .held, .pack > *, .calls button, .plate .face, .bubble, .bar .icon";
  for (const note of document.querySelectorAll(".guide"))
    for (const one of document.querySelectorAll(open)) {
      const [below, card] = [note, one].map((element) => element.getBoundingClientRect());
      if (!one.checkVisibility({ visibilityProperty: true })) continue;
      const apart = card.left >= below.right || below.left >= card.right ||
        card.top >= below.bottom || below.top >= card.bottom;
      if (!apart) faults.push(`${note.innerText} covers ${one.getAttribute("class")}`);
    }
  return faults;
}"""
"""Returns what a note lies over: cards, faces, what is and may be said, the bar's buttons."""


def newcomer(come: Come, table: LiveTable, kind: type[Person] = Person, **look: Any) -> Person:
    return come(kind, table=table, **({"guided": []} | look))


def notes(person: Person) -> Locator:
    return person.page.locator(".guide:visible")


def texts_of_a_deal(person: Person) -> list[str]:
    """Play a deal, and return all that is explained in it."""
    texts = []
    while not person.is_over():
        for text in notes(person).all_inner_texts():
            if text not in texts:
                texts.append(text)
        person.act()
        person.table.go_on()
    return texts


def test_the_table_explains_itself_less_in_each_of_three_deals(come: Come) -> None:
    person = newcomer(come, WON.at("bidding"))
    expect(notes(person)).to_contain_text("Hearts are trumps.")
    counts = []
    for _deal in range(4):
        texts = texts_of_a_deal(person)
        counts.append(len(texts))
        person.press(person.between)
        expect(person.between).to_have_count(0)
        person.table.go_on()
    assert counts[0] > counts[1] > 0
    assert counts[2:] == [0, 0]


def test_each_explanation_is_heard_once(come: Come) -> None:
    person = newcomer(come, WON.at("play", 0))
    expect(notes(person)).to_have_text("You lead: play any card.")
    person.page.set_viewport_size({"width": 800, "height": 800})
    person.play("AS")
    person.table.play(*WON.cards.split()[1:4])
    person.is_up_to_date()
    assert person.heard.count("You lead: play any card.") == 1


def test_the_adviser_says_what_it_would_do_and_why_until_the_third_deal(come: Come) -> None:
    table = WON.at("play", 0)
    table.hints = LEAD
    person = newcomer(come, table, guided=["stubai-8", "stubai-9"])
    expect(notes(person)).to_have_text("wins about 1 in 10 · takes the trick most of the time")
    person.hears("Hint: Sow of acorns. wins about 1 in 10 · takes the trick most of the time")
    person.act()
    expect(notes(person)).to_have_count(0)


def test_the_sum_of_the_discards_grows_with_them(come: Come) -> None:
    person = newcomer(come, WON.at("exchange"))
    expect(notes(person)).to_have_text("Your discards count for you: 0 points so far.")
    person.press(person.card("LT"))
    expect(notes(person)).to_have_text("Your discards count for you: 10 points so far.")


def test_it_needs_no_tap_and_the_keyboard_goes_on_as_before(come: Come) -> None:
    person = newcomer(come, WON.at("bidding"), Keys)
    expect(notes(person)).to_have_count(1)
    person.act()
    assert person.table.actions == ["dobbm"]


def test_the_settings_turn_it_off_and_on_again(come: Come) -> None:
    person = newcomer(come, WON.at("bidding"))
    switch = person.page.get_by_role("checkbox", name="Explain the table in the next three deals")
    for before, after in ((1, 0), (0, 1)):
        expect(notes(person)).to_have_count(before)
        person.press(person.button("Menu", exact=True))
        person.press(person.button("Settings", exact=True))
        switch.set_checked(bool(after))
        person.escape()
        expect(notes(person)).to_have_count(after)


def test_who_has_played_before_is_no_newcomer(come: Come) -> None:
    known = "{ name: 'Vroni', stay: 0, tables: [{ table: 'stubai', at: 1 }] }"
    person = come(
        table=WON.at("bidding"),
        script=f"if (location.host) localStorage.setItem('dobbm', JSON.stringify({known}));",
    )
    expect(person.calls).to_have_count(3)
    expect(notes(person)).to_have_count(0)


SIZES: list[Size] = [
    *(PHONE, (360, 740), (390, 844), (820, 1180), DESK, (2560, 1440)),
    *((640, 360), (844, 390)),  # a phone held sideways
]


@pytest.mark.parametrize("language", ["de", *only_long("en", "ja")])
def test_a_note_hides_no_card_no_face_and_no_call(come: Come, language: str) -> None:
    faults = []
    passed = WON._replace(dealer=0, before=("weiter",) * 4)
    moments = [
        *[(WON, "bidding", 0, BID), (passed, "bidding", 0, BID), (WON, "exchange", 0, EXCHANGE)],
        *[(WON, "play", cards, LEAD) for cards in (0, 5, 18)],
    ]
    for deal, phase, cards, hints in moments:
        table = deal.at(phase, cards)
        table.hints = hints
        person = newcomer(come, table, Fingers, size=PHONE, language=language)
        adviser = person.page.locator(".guide .adviser")
        for size in SIZES:
            resize(person, size)
            expect(adviser).to_be_visible()
            found = person.page.evaluate(COVERED)
            faults += [f"{phase} {cards} at {size}: {fault}" for fault in found]
    assert not faults, "\n".join(faults)
