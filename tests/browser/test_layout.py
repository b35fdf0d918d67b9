"""Everything can be read and reached, in windows of all sizes and at 400 %."""

from __future__ import annotations

import pytest

from browser.conftest import Come
from browser.crowded import CROWDED
from browser.deals import WON
from browser.layout import AT_400_PERCENT, SIZES, out_of_reach, under_a_notice, unreadable
from browser.live import LiveTable
from browser.looks import set_font_size
from browser.people import Fingers
from browser.screens import SCREENS, tap_illegal_card
from browser.windows import DESK, FONT_SIZE, PHONE, Size
from dobbm.arena.seating import first_legal_action
from table.driver import Evening, between
from tiers import only_long

TAUGHT = {"lesson", "tactics"}
"""The lesson has tests of its own."""


def next_action(evening: Evening) -> str:
    """Return an action by which everybody says something."""
    for action in ("schwacher", "dobbm" if evening.deal.to_act == 2 else "weiter", "weiter"):
        if evening.deal.phase != "play" and evening.deal.is_legal(action):
            return action
    return first_legal_action(evening.deal)


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (5, [PHONE, (640, 360)]),
        pytest.param(4, SIZES, marks=pytest.mark.long),
        pytest.param(5, SIZES, marks=pytest.mark.long),
    ],
)
def test_clocks_words_and_calls_can_be_read_from_the_bids_to_the_second_trick(
    come: Come, players: int, sizes: list[Size]
) -> None:
    """Among people, who have clocks, and in German, whose words are long."""
    evening = between(players, players)
    evening.vote("next")
    evening.until_dealt()
    table = LiveTable(evening)
    person = come(table=table, seat=2, language="de")
    faults = set()
    for _step in range(12):
        faults |= {f"{evening.deal.phase}: {one}" for one in unreadable(person, sizes)}
        table.play(next_action(evening))
        person.is_up_to_date()
    assert not faults, "\n".join(sorted(faults))


ZOOMED = ["bidding", "result", "invitation", "rules"]
"""Screens of each kind."""


PAGES = ["start again", "settings", "score", "final score", "lesson", "tactics", "replay", "rules"]
"""More pages with letters twice as large."""

TO_ACT = ["exchange", "doubling", "replay", "careful player", "five players"]
"""Other screens where somebody is to act."""


@pytest.mark.parametrize(
    "name",
    [
        *ZOOMED,
        *(pytest.param(one, marks=pytest.mark.long) for one in SCREENS if one not in ZOOMED),
    ],
)
def test_everything_can_be_reached_at_400_percent(come: Come, name: str) -> None:
    faults = []
    for look, person in SCREENS[name].looks(come, language="de"):
        faults += [f"{look}: {fault}" for fault in out_of_reach(person, AT_400_PERCENT)]
        person.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("name", ["bidding", "invitation", *only_long("result")])
def test_everything_can_be_reached_with_letters_twice_as_large(come: Come, name: str) -> None:
    faults = []
    for look, person in SCREENS[name].looks(come, language="de"):
        set_font_size(person, 2 * FONT_SIZE)
        faults += [f"{look}: {fault}" for fault in out_of_reach(person, [PHONE, PHONE[::-1]])]
        person.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        set_font_size(person, FONT_SIZE)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("name", ["start", "score sheet", *only_long(*PAGES)])
def test_a_page_with_letters_twice_as_large_can_be_read_and_used(come: Come, name: str) -> None:
    sizes = [PHONE, PHONE[::-1], DESK, (1920, 1080)]
    faults = []
    for look, person in SCREENS[name].looks(come, language="de"):
        set_font_size(person, 2 * FONT_SIZE)
        found = unreadable(person, sizes) + out_of_reach(person, sizes)
        faults += [f"{look}: {fault}" for fault in found]
        person.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        set_font_size(person, FONT_SIZE)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("font", [2 * FONT_SIZE, *only_long(FONT_SIZE * 3 // 2)])
def test_calls_after_a_dobbm_cover_nothing_in_a_wide_window_with_large_letters(
    come: Come, font: int
) -> None:
    evening = between(4, 4)
    evening.vote("next")
    evening.until_dealt()
    table = LiveTable(evening)
    table.play("dobbm")
    person = come(table=table, seat=evening.deal.to_act, language="de")
    person.page.locator(".calls button").first.wait_for()
    set_font_size(person, font)
    sizes = [(1280, 800), (1024, 768)]
    faults = unreadable(person, sizes) + out_of_reach(person, sizes)
    set_font_size(person, FONT_SIZE)
    assert not faults, "\n".join(faults)


def test_a_notice_lies_below_the_bar_of_a_phone(come: Come) -> None:
    _, person = next(SCREENS["bidding"].looks(come))
    person.page.keyboard.press("1")
    notice = person.page.locator(".toast").bounding_box()
    bar = person.page.locator("header").bounding_box()
    assert notice
    assert bar
    assert notice["y"] >= bar["y"] + bar["height"]


def test_the_title_of_the_lesson_breaks_between_its_words_only(come: Come) -> None:
    person = come(Fingers, PHONE, path="/learn", language="de")
    title = person.page.get_by_role("heading", level=1)
    title.wait_for()
    set_font_size(person, 2 * FONT_SIZE)
    lines = title.evaluate("one => one.clientHeight / parseFloat(getComputedStyle(one).lineHeight)")
    set_font_size(person, FONT_SIZE)
    assert lines < 2.5


@pytest.mark.parametrize(
    "name", ["bidding", *(pytest.param(one, marks=pytest.mark.long) for one in TO_ACT)]
)
def test_a_notice_lies_over_nothing_to_act_with(come: Come, name: str) -> None:
    faults = []
    for look, person in SCREENS[name].looks(come, language="de"):
        faults += [f"{look}: {fault}" for fault in under_a_notice(person, SIZES)]
        person.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("size", AT_400_PERCENT, ids=str)
def test_a_notice_has_room_for_several_words_in_each_line_at_400_percent(
    come: Come, size: Size
) -> None:
    person = come(Fingers, size, table=WON.at("play", 18), language="de")
    tap_illegal_card(person)
    notice = person.page.locator(".toast").bounding_box()
    assert notice
    assert notice["width"] >= 200
    assert notice["height"] <= size[1] / 2


SMALL: list[Size] = [PHONE, PHONE[::-1]]
LOOKED_AT = {**SCREENS, **{f"{name}, crowded": screen for name, screen in CROWDED.items()}}
THEMES = ("light", "dark")


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("bids below strips", SMALL),
        ("bids of five", [(640, 360)]),
        pytest.param("trick of five", [DESK], marks=pytest.mark.long),
        pytest.param("four who wait for a fifth", [DESK], marks=pytest.mark.long),
    ],
)
def test_strips_and_long_names_and_lost_connections_cover_nothing(
    come: Come, name: str, sizes: list[Size]
) -> None:
    faults = []
    for look, person in CROWDED[name].looks(come, language="de"):
        faults += [f"{look}: {fault}" for fault in unreadable(person, sizes)]
        person.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert not faults, "\n".join(faults)


@pytest.mark.long
@pytest.mark.parametrize("language", ["de", "en", "ja"])
@pytest.mark.parametrize("name", [one for one in LOOKED_AT if one not in TAUGHT])
def test_no_text_covers_another_on_any_screen(come: Come, name: str, language: str) -> None:
    """In one of the themes, which differ in nothing that moves a text; in German at all sizes."""
    faults = []
    sizes = SIZES if language == "de" else [*SMALL, DESK]
    theme = THEMES[[*LOOKED_AT].index(name) % 2]
    for look, person in LOOKED_AT[name].looks(come, language=language, theme=theme):
        faults += [f"{look}: {fault}" for fault in unreadable(person, sizes)]
        person.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert not faults, "\n".join(faults)
