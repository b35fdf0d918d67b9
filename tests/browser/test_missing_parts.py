"""A part of the page that does not arrive leaves a text and a button, and is asked for again."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Error, Locator, Route, expect

from browser.conftest import Come
from browser.deals import PAIR, WON, gathering
from browser.live import LiveTable
from browser.parts import PARTS, STALLS, WAY_OUT, WAYS, missing, with_version
from browser.people import Fingers, Person
from browser.screens import by_post
from browser.session import ended
from browser.windows import PHONE
from dobbm.server.site import STATIC
from tiers import only_long

STARTS = {"start page": "/", "lesson": "/learn"}

PAGES: dict[str, tuple[str, Callable[[], LiveTable]]] = {
    **{name: (path, WON.done) for name, path in STARTS.items()},
    "score": ("/score", WON.done),
    "result": ("/t/stubai", WON.done),
    "replay": ("/t/stubai/deals/1", WON.done),
    "waiting room": ("/t/stubai", lambda: gathering(2)),
    "end of a session": ("/t/evening", ended),
}
"""The pages with their addresses, and the table that there is."""

SAMPLE = {
    "/": [
        ("app.js", "no answer"),
        ("guard.js", "404"),
        ("vendor/lit-html.js", "half"),
        ("base/settings.js", "500"),
        ("pages/start.js", "a web page"),
        ("styles/base.css", "noise"),
        ("styles/start.css", "404"),
    ],
    "/learn": [("learn/lesson.json", "half"), ("learn/steps.js", "noise")],
}
"""A file of every kind, and every way to be missing."""


def has_a_way_out(person: Person, path: str, part: str, way: str) -> bool:
    """Whether the page at this address shows a text and a button although a part is missing."""
    person.open("")
    person.forgive("")  # without a part, anything may go wrong
    with missing(person, part, way):
        person.page.goto(person.address + path, wait_until="commit")
        try:
            person.page.wait_for_function(WAY_OUT)
        except Error:
            return False
    return True


@pytest.fixture
def visitor(come: Come) -> Person:
    return come(Fingers, PHONE, path="")


def banner(person: Person, words: str) -> Locator:
    """Return a strip with these words and a button that loads the page anew."""
    strip = person.page.locator(".banner").filter(has_text=words)
    expect(strip.get_by_role("button", name="Reload")).to_be_visible()
    return strip


def stuck(person: Person) -> Locator:
    """Return the button of a page that does not go on."""
    return person.page.locator(".stuck").get_by_role("button")


@pytest.mark.parametrize("path", STARTS.values(), ids=STARTS)
def test_a_start_without_a_part_shows_a_text_and_a_button(visitor: Person, path: str) -> None:
    dead = [it for it in SAMPLE[path] if not has_a_way_out(visitor, path, *it)]
    assert dead == []


@pytest.mark.long
@pytest.mark.parametrize(
    ("page", "turn"),
    [(page, turn) for page in PAGES for turn in ((0, 3) if page in STARTS else (0,))],
)
def test_every_part_may_be_missing_at_the_start(come: Come, page: str, turn: int) -> None:
    """Parts that the page does not ask for are not missed. The ways to be missing take turns."""
    path, table = PAGES[page]
    ways = {part: [*WAYS][(at + turn) % len(WAYS)] for at, part in enumerate(PARTS)}
    visitor = come(Fingers, PHONE, table=table(), path="")
    with missing(visitor, "*", "404", times=0) as asked:
        visitor.open(path)
        visitor.page.get_by_role("heading", level=1).first.wait_for()
    needed = {address.partition("/static/")[2].partition("/")[2] for address in asked}
    assert len(needed & {*PARTS}) > 20
    dead = [
        (part, way)
        for part, way in ways.items()
        if part in needed and not has_a_way_out(visitor, path, part, way)
    ]
    assert dead == []


def test_the_start_is_tried_once_more_and_no_further(visitor: Person) -> None:
    pages: list[str] = []
    visitor.page.on("framenavigated", lambda frame: pages.append(frame.url))
    with missing(visitor, "base/dom.js", "404"):
        visitor.open("/")
        expect(stuck(visitor)).to_be_visible()
    assert len(pages) == 2
    visitor.press(stuck(visitor))
    visitor.button("Play now").wait_for()


def test_a_part_that_fails_once_at_the_start_is_not_missed(visitor: Person) -> None:
    for part in ("base/dom.js", "pages/learn.js", "learn/lesson.json", "styles/learn.css"):
        visitor.open("")
        with missing(visitor, part, "no answer", times=1):
            visitor.open("/learn")
            expect(visitor.page.locator("main.learn")).to_be_visible()
        expect(stuck(visitor)).to_be_hidden()
        expect(visitor.page.locator(".banner")).to_have_count(0)


def test_a_broken_file_that_the_browser_keeps_is_replaced(visitor: Person) -> None:
    """A network that wants a consent first has answered instead of the server."""
    visitor.forgive("^Unexpected end of input$")
    with missing(visitor, "base/dom.js", "half"):
        visitor.open("/rules")
        expect(stuck(visitor)).to_be_visible()
    with visitor.page.expect_request("**/base/dom.js") as request:
        visitor.press(stuck(visitor))
    assert request.value.all_headers()["cache-control"] == "no-cache"
    expect(visitor.page.locator("main")).to_be_visible()


def test_without_any_script_a_text_and_a_button_appear(visitor: Person) -> None:
    with missing(visitor, "guard.js", "404"), missing(visitor, "app.js", "404"):
        visitor.open("/")
        expect(stuck(visitor)).to_be_hidden()
        visitor.page.evaluate("document.getAnimations().forEach((one) => one.finish())")
        expect(stuck(visitor)).to_be_visible()
    visitor.press(stuck(visitor))
    visitor.button("Play now").wait_for()


def test_an_old_browser_is_told_at_once(come: Come) -> None:
    person = come(Fingers, PHONE, path="", script="delete [].__proto__.findLast")
    person.open("/")
    person.sees("this browser is too old")
    person.button("Play now").wait_for()
    expect(stuck(person)).to_be_visible()


def test_without_its_texts_a_language_is_english_and_says_so(come: Come) -> None:
    person = come(Fingers, PHONE, path="", language="ja")
    with missing(person, "locale/ja.json", "404"):
        person.open("/settings")
        banner(person, "英語で表示しています")
        person.page.get_by_role("heading", name="Settings").wait_for()
        assert person.page.evaluate("document.documentElement.lang") == "en"


def test_a_page_that_does_not_arrive_leaves_the_one_before(visitor: Person) -> None:
    visitor.open("/")
    with missing(visitor, "pages/rules.js", "no answer"):
        visitor.press(visitor.page.get_by_role("link", name=re.compile("^Rules")).first)
        banner(visitor, "A part of the page did not arrive.")
    assert visitor.page.url == f"{visitor.address}/"
    visitor.button("Play now").wait_for()


# -- a part that is late -------------------------------------------------------------------------


def late(person: Person) -> Locator:
    """Return the sign that something is late."""
    return person.page.locator(".late", has_text="Loading …")


def link(person: Person, name: str) -> Locator:
    return person.page.get_by_role("link", name=re.compile(f"^{name}")).first


def is_at_start(person: Person) -> None:
    expect(person.page).to_have_url(f"{person.address}/")
    person.button("Play now").wait_for()
    expect(late(person)).to_have_count(0)


@pytest.mark.parametrize(
    ("name", "part"),
    [("Rules", "pages/rules.js"), ("Learn", "styles/lesson.css"), ("Learn", "learn/lesson.json")],
)
def test_who_waits_for_a_page_sees_so_and_may_stay(visitor: Person, name: str, part: str) -> None:
    visitor.open("/")
    with missing(visitor, part, STALLS):
        visitor.press(link(visitor, name))
        visitor.press(late(visitor).get_by_role("button", name="Cancel"))
        is_at_start(visitor)


def test_a_page_that_comes_when_nobody_wants_it_draws_nothing(visitor: Person) -> None:
    visitor.open("/")
    with (
        visitor.page.expect_response("**/lesson.json"),
        missing(visitor, "learn/lesson.json", STALLS),
    ):
        visitor.press(link(visitor, "Learn"))
        late(visitor).wait_for()
        visitor.page.go_back()
        is_at_start(visitor)
    visitor.page.evaluate("() => new Promise((drawn) => setTimeout(drawn))")
    is_at_start(visitor)
    expect(visitor.page.locator("main")).to_have_count(1)


def test_a_dialog_that_is_late_does_not_open_once_it_is_given_up(come: Come) -> None:
    person = at_table(come, WON.at("play"))
    with missing(person, "table/settings-form.js", STALLS):
        press("Menu", "Settings")(person)
        person.press(late(person).get_by_role("button", name="Cancel"))
        expect(late(person)).to_have_count(0)
    person.page.evaluate("() => new Promise((drawn) => setTimeout(drawn))")
    expect(person.page.locator("dialog")).to_have_count(0)
    press("Menu", "Settings")(person)
    expect(person.page.get_by_role("dialog", name="Settings")).to_be_visible()


# -- at the table -------------------------------------------------------------------------------


def last_trick() -> LiveTable:
    """Return a table with a trick to go."""
    return WON.at("play", 31)


def at_table(come: Come, table: LiveTable) -> Person:
    return come(Fingers, PHONE, table=table)


@pytest.mark.parametrize("motion", [True, False])
def test_what_stands_in_for_a_result_comes_only_when_that_is_late(come: Come, motion: bool) -> None:
    """It would show a button for a moment that has moved away when somebody presses it."""
    person = come(Fingers, PHONE, table=WON.done(), motion=motion)
    with missing(person, "table/result.js", STALLS):
        person.page.reload()
        expect(person.page.locator(".awaited")).to_have_css("animation-name", "awaited")
        expect(person.page.locator(".stuck")).to_have_css("animation-name", "stuck")


def test_a_result_that_fails_once_is_asked_for_under_another_address(come: Come) -> None:
    person = at_table(come, WON.done())
    with missing(person, "table/result.js", "no answer", times=1) as asked:
        person.page.reload()
        person.is_up_to_date()
        expect(person.page.locator("#outcome")).to_be_visible()
    assert [address.partition("?")[2] for address in asked] == ["", "again=1"]
    expect(person.page.locator(".banner")).to_have_count(0)


def test_a_result_that_fails_for_longer_comes_as_soon_as_it_can(come: Come) -> None:
    person = at_table(come, WON.done())
    with missing(person, "table/result.js", "500", times=3):
        person.page.reload()
        strip = banner(person, "A part of the page did not arrive.")
        expect(person.page.locator("#outcome")).to_be_visible()
        expect(strip).to_have_count(0)


def test_a_new_version_of_the_server_is_told_as_what_it_is(come: Come) -> None:
    person = at_table(come, WON.done())
    with missing(person, "table/result.js", "404"), with_version(person, "0123456789ab"):
        person.page.reload()
        strip = banner(person, "A new version of Dobbm is here.")
        person.press(strip.get_by_role("button", name="Reload"))
    expect(person.page.locator("#outcome")).to_be_visible()


def test_a_server_that_cannot_be_reached_is_told_as_what_it_is(come: Come) -> None:
    person = at_table(come, WON.done())
    with missing(person, "table/result.js", "no answer"), with_version(person, None):
        person.page.reload()
        strip = banner(person, "The server cannot be reached")
        person.press(strip.get_by_role("button", name="Reload"))
        person.hears("The server cannot be reached.")
    expect(person.page.locator("main.table")).to_be_visible()


def test_what_has_been_typed_is_not_lost_without_a_question(come: Come) -> None:
    person = at_table(come, PAIR.at("play"))
    person.press(person.button("Table talk"))
    person.page.get_by_role("dialog").wait_for()
    with missing(person, "table/seats.js", "404"):
        person.page.evaluate(
            """() => {
              const field = document.createElement("input");
              document.querySelector("dialog .dialog-body").append(field);
            }"""
        )
        person.page.locator("dialog input").last.fill("Grüaß enk")
        person.page.evaluate("setTimeout(() => { throw new Error('oh') })")
        person.press(banner(person, "Something went wrong.").get_by_role("button", name="Reload"))
        person.sees("You lose what you have typed here.")
        person.press(person.button("Cancel"))
    expect(person.page.locator("dialog input").last).to_have_value("Grüaß enk")
    person.forgive("^oh$")


@pytest.mark.parametrize("part", ["table/qr-code.js", *only_long("vendor/uqr.js")])
def test_a_waiting_room_needs_no_code(come: Come, part: str) -> None:
    person = at_table(come, gathering(2))
    with missing(person, part, "404"):
        person.page.reload()
        person.button("Share the link").wait_for()
        expect(person.page.locator(".who li")).to_have_count(4)


@pytest.mark.parametrize(
    "part", ["table/invitation.js", *only_long("table/seats.js", "table/little-table.js")]
)
def test_a_waiting_room_that_is_missing_leaves_the_start_page(come: Come, part: str) -> None:
    person = at_table(come, gathering(2))
    with missing(person, part, "no answer"):
        person.page.reload()
        banner(person, "A part of the page did not arrive.")  # it moves what is below it
        person.press(person.page.get_by_role("link", name="Start page"))
        is_at_start(person)


STYLED = """() => {
  const { src } = document.querySelector("script[src$='app.js']");
  const links = () => [...document.querySelectorAll("link[href*='styles/waiting.css']")];
  const loaded = import(src.replace("app.js", "table/invitation.js"));
  return loaded.then(() => links().some(({ disabled }) => !disabled));
}"""
"""Whether the styles of the waiting room hold, once the module that asks for them has run."""


def test_a_part_that_comes_when_the_table_is_left_leaves_the_next_page_alone(come: Come) -> None:
    person = at_table(come, gathering(2))
    held: list[Route] = []
    person.page.route("**/table/invitation.js", lambda route: held.append(route))
    person.page.reload()
    while not held:
        person.page.evaluate("0")
    person.press(person.page.get_by_role("link", name="Start page"))
    is_at_start(person)
    held[0].continue_()
    assert person.page.evaluate(STYLED) is False


@pytest.mark.parametrize("part", ["table/result.js", *only_long("table/laurel.js")])
def test_without_the_result_the_game_goes_on(come: Come, part: str) -> None:
    person = at_table(come, WON.done())
    with missing(person, part, "no answer"):
        person.page.reload()
        expect(link(person, "Start page")).to_be_visible()
        with person.sends("/next"):
            person.press(person.button("Next deal"))


def nothing(_: Person) -> None:
    """Do nothing: the part is needed at once."""


def press(*names: str) -> Callable[[Person], None]:
    """Return a function that presses buttons one after another."""

    def use(person: Person) -> None:
        for name in names:
            person.press(person.button(re.compile(f"^{name}")).first)

    return use


LAZY: dict[str, tuple[Callable[[], LiveTable], Callable[[Person], None]]] = {
    "table/result.js": (WON.done, nothing),
    "table/session-end.js": (ended, nothing),
    "table/picture.js": (ended, press("A picture to share")),
    "table/invitation.js": (lambda: gathering(2), nothing),
    "table/rules-form.js": (lambda: gathering(2), press("Change the rules")),
    "table/ledger.js": (lambda: WON.at("play"), press("Ledger")),
    "table/settings-form.js": (lambda: WON.at("play"), press("Menu", "Settings")),
    "table/seats.js": (lambda: WON.at("play"), press("Menu", "Seats")),
    "club/excuse.js": (by_post, press("Menu", "I am away until")),
    "table/talk.js": (lambda: WON.at("play"), press("Table talk")),
    "game/mussrunde.js": (lambda: PAIR.at("play"), press("Menu", "Ask for the Mußrunde")),
    "vendor/uqr.js": (lambda: WON.at("play"), press("Menu", "Continue on another device")),
}
"""The parts of the table that are loaded when they are needed, and how they are needed."""


SAMPLED = ["table/result.js", "table/picture.js", "table/seats.js", "vendor/uqr.js"]
"""Parts of each kind: needed at once, by a button of a page, and by one of the menu."""


@pytest.mark.parametrize(
    "part", [*SAMPLED, *only_long(*(part for part in LAZY if part not in SAMPLED))]
)
def test_a_part_of_the_table_that_is_missing_is_told_each_time(come: Come, part: str) -> None:
    table, use = LAZY[part]
    person = at_table(come, table())
    with missing(person, part, "404"):
        person.page.reload()
        person.page.locator("main").wait_for()
        for _ in range(2):
            use(person)
            strip = banner(person, "A part of the page did not arrive.")
            person.press(strip.get_by_role("button", name="Close"))
            if use is nothing or part.startswith("vendor/"):
                break


def test_every_part_that_is_loaded_when_it_is_needed_is_tested() -> None:
    types = (STATIC / "types.d.ts").read_text()
    parts = set(re.findall(r'^  "(.+?)": typeof import', types, re.MULTILINE))
    of_pages = {part for part in parts if part.startswith("pages/")}
    assert parts - of_pages - {*LAZY} == ASKED_FOR_LATER


@pytest.mark.parametrize("part", ["table/new-table.js", "base/api.js"])
def test_who_cannot_play_since_a_part_is_missing_is_told(visitor: Person, part: str) -> None:
    button = visitor.page.get_by_role("button", name="Play now")
    with missing(visitor, part, "404"):
        visitor.page.goto(f"{visitor.address}/")
        banner(visitor, "A part of the page did not arrive.")
        visitor.press(button)
        expect(button).to_be_enabled()
        banner(visitor, "A part of the page did not arrive.")


ASKED_FOR_LATER = {
    *("base/alone.js", "base/api.js", "me/collecting.js", "me/one-thing.js"),
    *("me/exercise-deal.js", "me/exercise-values.js", "me/first-beaten.js", "me/share-deal.js"),
    *("table/new-table.js", "table/opening.js", "club/tournament-form.js"),
    *("base/banner.js", "base/faults.js", "base/header-stream.js", "base/keeping.js"),
    *("pocket/arrival.js", "pocket/connection.js", "score/json-text.js", "shuffle.js"),
    *("table/review.js", "table/session-review.js", "table/guide.js", "game/manners.js"),
    *("club/own-seat.js", "table/elsewhere.js", "table/missing.js", "table/qr-code.js"),
}
"""Parts without which a page goes on and only says less; the proof of a shuffle names its own,
and what leads to the worker of a pocket is no part on a server."""
