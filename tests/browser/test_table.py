"""What a person may do at the table, and what the page makes of it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Request, Route, expect

from browser.conftest import Come
from browser.people import (
    PHONE,
    Fingers,
    Json,
    Keys,
    Person,
    cards_played,
    hurry,
    is_own,
    sensible,
    spoken,
    tricks_of,
    unbeatable,
)
from browser.test_secrets import on_page
from dobbm import Rules
from dobbm.settlement import worth
from web.serving import Server

RULE = re.compile("Farbzwang|Trumpfzwang")


NOTES_SOUNDS = """
globalThis.sounds = new Set();
for (const kind of [AudioBufferSourceNode, AudioScheduledSourceNode]) {
  const { start } = kind.prototype;
  kind.prototype.start = function (...when) {
    sounds.add(this.constructor.name);
    start.apply(this, when);
  };
}
"""
"""Cards rustle out of a buffer, words and turns are tones of an oscillator."""


def sent_actions(person: Person) -> list[str]:
    """The actions that the page sends from now on."""
    sent: list[str] = []

    def note(request: Request) -> None:
        if request.url.endswith("/actions"):
            sent.append((request.post_data_json or {})["action"])

    person.page.on("request", note)
    return sent


def in_play(view: Json) -> bool:
    return bool(view["phase"] == "play")


def invite(vroni: Person, lois: Person, players: int = 4, bots: int = 0) -> None:
    """Vroni opens a table and sends Lois the link, who sits down."""
    vroni.open()
    vroni.press(vroni.button("Invite friends"))
    vroni.page.get_by_label("Players").select_option(str(players))
    vroni.page.get_by_label("Seats for bots").select_option(str(bots))
    vroni.press(vroni.button("Open the table"))
    vroni.page.get_by_role("heading", name="Invite friends").wait_for()
    lois.page.goto(vroni.page.url)
    lois.press(lois.button("Sit down"))


def table_of_two(come: Come, to: Server | None = None) -> tuple[Person, Person]:
    """Vroni and Lois, who play with two bots."""
    vroni, lois = come(to=to, name="Vroni"), come(to=to, name="Lois")
    invite(vroni, lois, bots=2)
    for person in (vroni, lois):
        person.hand.first.wait_for()
    return vroni, lois


def test_an_illegal_card_tells_the_rule_and_nothing_is_sent(come: Come) -> None:
    person = come(Fingers, PHONE)
    person.sit_down_with_bots()
    story = hurry([person], lambda view: in_play(view) and view["legal"] != view["hand"])
    view = story["view"]
    sent = sent_actions(person)
    illegal = next(card for card in view["hand"] if card not in view["legal"])
    card = person.hand_card(spoken(illegal))
    expect(card).to_be_disabled()
    expect(card).to_have_accessible_name(RULE)
    person.press(card)
    person.hears(RULE)
    expect(person.hand).to_have_count(len(view["hand"]))
    assert sent == []
    assert person.story()["turn"] == story["turn"]


def test_a_card_is_dragged_onto_the_table(come: Come) -> None:
    person = come()
    person.sit_down_with_bots()
    view = hurry([person], in_play)["view"]
    sent = sent_actions(person)
    x, y = person.point(person.hand_card(spoken(view["legal"][0])))
    mouse = person.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x, y - 20, steps=3)
    mouse.up()
    expect(person.hand).to_have_count(len(view["hand"]))
    assert sent == [], "a short way is no play"
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 10, y - 160, steps=8)
    mouse.up()
    expect(person.hand).to_have_count(len(view["hand"]) - 1)
    assert sent == [view["legal"][0]]


def test_the_hand_is_arranged_by_dragging_and_by_keys(come: Come) -> None:
    person = come()
    person.sit_down_with_bots()
    names = person.card_names()
    (x, y), (to, _) = person.point(person.hand.first), person.point(person.hand.nth(2))
    mouse = person.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(to + 20, y, steps=8)
    mouse.up()
    dragged = [*names[1:3], names[0], *names[3:]]
    expect(person.hand.nth(2)).to_have_accessible_name(names[0])
    assert person.card_names() == dragged
    person.hand.first.focus()
    person.page.keyboard.press("Shift+End")
    expect(person.hand.last).to_have_accessible_name(dragged[0])
    person.page.reload()
    person.hand.first.wait_for()
    assert person.card_names() == [*dragged[1:], dragged[0]]


def test_a_card_is_planned_and_the_plan_given_up(come: Come) -> None:
    people = table_of_two(come)

    def waits(view: Json) -> Person:
        """Whoever of the two does not play in this view."""
        return people[1 - view["seat"]]

    def before_the_other(view: Json) -> bool:
        """A last card is legal, whatever is played before it."""
        last = in_play(view) and len(view["hand"]) == 1
        return last and len(waits(view).story()["view"]["hand"]) == 1

    view = hurry(people, before_the_other)["view"]
    one, other = waits(view), people[view["seat"]]
    # A tap while the trick before still rests would only sweep it.
    waited_for = one.page.locator(f"[data-seat='{view['seat']}'].turn")
    expect(waited_for.get_by_role("img", name="1 card", exact=True)).to_be_visible()
    expect(one.hand).to_have_count(1)
    card = one.hand.first
    one.press(card)
    expect(card).to_have_accessible_name(re.compile("played as soon as it is your turn"))
    one.hears("Planned")
    one.press(card)
    one.hears("Nothing is planned any more")
    one.press(card)
    expect(one.page.get_by_text("planned", exact=True)).to_be_visible()
    planned = one.wait(lambda story: story["own"]["plan"])["own"]["plan"]
    other.play(other.hand.first)
    expect(one.between).to_be_visible()
    record = one.story()["view"]["record"]
    assert planned in record["actions"][-3:]


def test_a_plan_that_may_not_be_played_is_none_any_more(come: Come) -> None:
    people = table_of_two(come)
    wanted: dict[str, str] = {}

    def leads_what_the_other_must_follow(view: Json) -> bool:
        if not in_play(view) or len(cards_played(view)) % 4:
            return False
        hand = people[1 - view["seat"]].story()["view"]["hand"]
        for led in view["legal"]:
            others = [card for card in hand if card[0] != led[0]]
            if others and len(others) < len(hand):
                wanted.update(led=led, planned=others[0])
                return True
        return False

    view = hurry(people, leads_what_the_other_must_follow)["view"]
    one, other = people[1 - view["seat"]], people[view["seat"]]
    expect(one.page.locator(f"[data-seat='{view['seat']}'].turn")).to_be_visible()
    planned = one.hand_card(spoken(wanted["planned"]))
    one.press(planned)
    expect(planned).to_have_accessible_name(re.compile("played as soon as"))
    other.play(other.hand_card(spoken(wanted["led"])))
    one.hears("What you had planned may not be played now.")
    expect(planned).to_have_accessible_name(RULE)
    expect(planned).not_to_have_accessible_name(re.compile("played as soon as"))
    expect(one.page.get_by_text("planned", exact=True)).to_have_count(0)


def test_a_careful_person_taps_twice(come: Come) -> None:
    person = come(Fingers, PHONE, confirm=True)
    person.sit_down_with_bots()
    view = hurry([person], in_play)["view"]
    sent = sent_actions(person)
    card = person.hand_card(spoken(view["legal"][0]))
    person.press(card)
    expect(card).to_have_accessible_name(re.compile("chosen"))
    assert sent == []
    person.play(card)
    assert sent == [view["legal"][0]]


def test_a_card_is_taken_back(come: Come) -> None:
    person = come()
    person.sit_down_with_bots()
    view = hurry([person], lambda view: in_play(view) and len(view["hand"]) > 4)["view"]
    card = spoken(view["legal"][0])
    person.play(person.hand_card(card))
    person.wait_for_turn()
    person.press(person.button("Menu"))
    person.press(person.button("Take back"))
    expect(person.hand).to_have_count(len(view["hand"]))
    expect(person.hand_card(card)).to_be_visible()
    person.hears("You take it back.")
    assert person.story()["view"]["actions"] == view["actions"]


def test_somebody_else_is_asked_before_a_card_is_taken_back(come: Come) -> None:
    vroni, lois = table_of_two(come)
    # Nobody may have acted since: Lois plays directly after Vroni.
    view = hurry([vroni, lois], lambda view: in_play(view) and view["seat"] == 0 and follows(view))
    vroni.press(vroni.button("Menu"))
    vroni.button("Settings").wait_for()
    expect(vroni.button("Take back")).to_have_count(0)
    vroni.page.keyboard.press("Escape")
    vroni.play(vroni.hand_card(spoken(view["view"]["legal"][0])))
    vroni.press(vroni.button("Menu"))
    vroni.press(vroni.button("Take back"))
    lois.sees(re.compile("Vroni would like to take"))
    vroni.sees("The others are asked.")
    lois.press(lois.button("Agree", exact=True))
    vroni.hears("You take it back.")
    lois.hears("Vroni takes it back.")
    assert vroni.story()["view"]["actions"] == view["view"]["actions"]


def follows(view: Json) -> bool:
    """Whether the trick is not full after the card of the seat to act: the next seat is Lois."""
    played = len([action for action in view["actions"] if re.fullmatch("[HLAB].", action)])
    return played % 4 < 3


def test_the_rest_is_claimed(come: Come) -> None:
    person = come()
    person.sit_down_with_bots()
    hurry([person], unbeatable)
    claim(person)
    person.hears("The rest is yours.")
    expect(person.between).to_be_visible()
    assert person.story()["view"]["result"]


def test_a_claim_that_is_not_proved_changes_nothing(come: Come) -> None:
    person = come()
    person.sit_down_with_bots()
    story = hurry([person], lambda view: in_play(view) and len(view["hand"]) == 8)
    claim(person)
    person.hears("Bots do not take your word")
    expect(person.hand).to_have_count(8)
    assert person.story()["turn"] == story["turn"]
    assert [complaint.rpartition("/")[2] for complaint in person.complaints] == ["claim"]
    person.complaints.clear()


def claim(person: Person) -> None:
    person.press(person.button("Menu"))
    person.press(person.button("The rest is mine"))


def test_a_hint_is_taken(come: Come) -> None:
    person = come()
    person.sit_down_with_bots()
    person.wait_for_turn()
    turn = person.story()["turn"]
    person.press(person.button("A hint"))
    hints = person.page.get_by_role("dialog", name="A hint").get_by_role("listitem")
    hints.first.wait_for()
    expect(hints.first).to_contain_text("±")
    person.press(hints.first.get_by_role("button"))
    expect(person.page.get_by_role("dialog")).to_have_count(0)
    person.wait(lambda story: story["turn"] > turn)


def test_a_hint_that_takes_its_time_can_be_given_up(come: Come) -> None:
    person = come(Keys)
    person.sit_down_with_bots()
    person.wait_for_turn()
    waiting: list[Route] = []
    person.page.route("**/hint", lambda route: waiting.append(route), times=1)
    person.press(person.button("A hint"))
    person.sees("The bot is thinking")
    person.page.keyboard.press("Escape")
    expect(person.page.get_by_role("dialog")).to_have_count(0)
    waiting[0].continue_()
    person.press(person.button("A hint"))
    hints = person.page.get_by_role("dialog", name="A hint").get_by_role("listitem")
    expect(hints.first.get_by_role("button")).to_be_focused()


def test_play_now_tells_for_what_money(come: Come) -> None:
    person = come()
    person.open()
    told = person.button("Play now").inner_text()
    person.press(person.button("Play now"))
    person.hand.first.wait_for()
    stake = worth(10, Rules(**person.story()["view"]["rules"]))
    assert f"10 points = {stake} Schilling" in told


def test_hints_of_the_exchange_fit_a_phone(come: Come) -> None:
    person = come(size=PHONE)
    person.sit_down_with_bots()
    hurry([person], lambda view: bool(view["phase"] == "exchange"))
    person.press(person.button("A hint"))
    hints = person.page.get_by_role("dialog", name="A hint").get_by_role("list")
    expect(hints).to_be_visible()
    assert hints.evaluate("list => list.scrollWidth <= list.clientWidth")


def test_table_talk_is_heard_and_muted(come: Come) -> None:
    vroni, lois = table_of_two(come)
    say(vroni, "Griaß enk!")
    lois.sees("Griaß enk!")
    expect(lois.page.locator(".bubble.talk small")).to_have_text("hello everybody")
    lois.hears("Vroni: Griaß enk! (hello everybody)")
    lois.press(lois.button("Table talk"))
    lois.press(lois.page.get_by_label("Do not hear Vroni"))
    lois.press(lois.button("Close"))
    assert lois.story()["own"]["muted"] == [0]
    say(vroni, "Hoppla!")
    say(lois, "Jo mei.")
    vroni.hears("Lois: Jo mei. (so it goes)")
    lois.page.get_by_text("Jo mei.").first.wait_for()
    expect(lois.page.get_by_text("Hoppla!")).to_have_count(0)
    assert not any("Hoppla" in line for line in lois.heard)


def say(person: Person, phrase: str) -> None:
    person.press(person.button("Table talk"))
    person.press(person.button(phrase))


def test_a_bot_stands_in_until_somebody_is_back(come: Come, hurried: Server) -> None:
    vroni, lois = table_of_two(come, to=hurried)
    address = lois.page.url
    lois.page.goto("about:blank")
    hurry_alone(vroni, lambda story: story["seats"][1]["stood_in"])
    vroni.hears("A bot stands in for Lois.")
    expect(vroni.page.get_by_role("group", name="Lois")).to_contain_text("bot stands in")
    lois.page.goto(address)
    vroni.hears("Lois is back.")
    expect(lois.hand.or_(lois.between).first).to_be_visible()


def hurry_alone(person: Person, until: Callable[[Json], Any]) -> None:
    """Act whenever it is one's turn, whatever the others do, until the table is so."""

    def acts(story: Json) -> bool:
        view = story["view"]
        if until(story):
            return True
        if story["stage"] == "between":
            person.post("/next")
        elif story["stage"] == "playing" and view["to_act"] == story["seat"]:
            person.post("/actions", {"action": sensible(view), "turn": story["turn"]})
        return False

    person.wait(acts)


def test_a_seat_is_left_for_good(come: Come) -> None:
    vroni, lois = table_of_two(come)
    lois.press(lois.button("Menu"))
    lois.press(lois.button("Leave for good"))
    lois.press(lois.button("Stay"))
    assert lois.story()["seat"] == 1
    lois.press(lois.button("Menu"))
    lois.press(lois.button("Leave for good"))
    lois.press(lois.button("Leave", exact=True))
    expect(lois.button("Play now")).to_be_visible()
    vroni.hears("Lois leaves; a bot plays on.")
    assert vroni.story()["seats"][1]["kind"] == "bot"
    expect(lois.page.get_by_role("link", name="Continue")).to_have_count(0)


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("hurried")
    database = f"sqlite:///{folder}/tables.sqlite"
    with Server(database, folder / "log", "--bot-seconds", "0.02", hurried=True) as serving:
        yield serving


def test_the_settings_follow_the_language_while_they_are_open(come: Come) -> None:
    person = come(size=PHONE)
    person.sit_down_with_bots()
    person.press(person.button("Menu"))
    person.press(person.button("Settings"))
    person.page.get_by_label("Language").select_option("de")
    person.page.get_by_role("dialog").get_by_role("heading", name="Einstellungen").wait_for()
    expect(person.page.get_by_role("dialog", name="Einstellungen")).to_be_visible()


@pytest.mark.parametrize(
    ("silent", "heard"),
    [(["turn", "word", "end"], "AudioBufferSourceNode"), (["card", "sweep"], "OscillatorNode")],
)
def test_each_sound_is_switched_by_itself(come: Come, silent: list[str], heard: str) -> None:
    person = come(silent=silent)
    person.page.add_init_script(NOTES_SOUNDS)
    person.sit_down_with_bots()
    hurry([person], in_play)
    for _ in range(2):
        person.legal.first.wait_for()
        person.press(person.legal.first)
    person.page.wait_for_function("sounds.size")
    assert person.page.evaluate("[...sounds]") == [heard]


@pytest.mark.parametrize("declares", [True, False])
def test_only_the_tricks_of_ones_own_side_are_looked_back_at(come: Come, declares: bool) -> None:
    person = come()
    person.sit_down_with_bots()

    def both_have_some(view: Json) -> bool:
        if not in_play(view) or (view["seat"] == view["declarer"]) != declares:
            return False
        sides = {is_own(view, winner) for winner, _ in tricks_of(view)[:-1]}
        return len(sides) == 2

    story = hurry([person], both_have_some)
    view, tricks = story["view"], tricks_of(story["view"])
    mine = [cards for winner, cards in tricks if is_own(view, winner)]
    count = len(mine)
    person.press(person.button(f"{count} trick{'s' * (count > 1)} of your side"))
    shown = person.page.get_by_role("dialog").get_by_role("figure")
    expect(shown).to_have_count(count)
    assert [cards_in(trick) for trick in shown.all()] == mine
    on_table = cards_played(view)[4 * len(tricks) :]
    assert on_page(person) == {*view["hand"], *on_table}.union(*mine)
    person.press(person.button("Close"))
    person.press(person.button("Last trick"))
    assert [cards_in(trick) for trick in shown.all()] == [tricks[-1][1]]
    # The deal as a whole is told when it is over.
    answer = person.context.request.get(f"{person.api}/deals/{story['deal']}")
    assert answer.status == 404


def cards_in(trick: Locator) -> list[str]:
    faces = trick.locator("[data-face]").all()
    return [face.get_attribute("data-face") or "" for face in faces]


def test_the_last_card_of_a_deal_brings_its_end(come: Come) -> None:
    """One's own, after which nobody else acts: the end is told, and is where the focus is."""
    person = come(Keys)
    person.sit_down_with_bots()

    def last_of_all(view: Json) -> bool:
        return in_play(view) and sum(len(action) == 2 for action in view["actions"]) == 31

    hurry([person], last_of_all)
    person.press(person.hand.first)
    person.hears(re.compile(r"(won|lost) with|eingestellt"))
    person.hears(re.compile(r"You (receive|pay) [\d,]+ Schilling|eingestellt"))
    expect(person.page.locator("#outcome")).to_be_focused()


def test_going_back_leaves_nothing_open(come: Come) -> None:
    person = come(size=PHONE)
    person.sit_down_with_bots()
    person.press(person.button("Menu"))
    person.page.get_by_role("dialog").wait_for()
    person.page.go_back()
    expect(person.button("Play now")).to_be_visible()
    expect(person.page.get_by_role("dialog")).to_have_count(0)


def test_a_link_to_no_table_says_so_once(come: Come) -> None:
    person = come()
    person.open("/t/nonsense")
    expect(person.page.get_by_role("heading", level=1)).to_have_text("There is no such table")
    expect(person.page.get_by_text("There is no such table")).to_have_count(1)
    expect(person.page.get_by_role("main").get_by_role("link")).to_have_text(["Start page"])
    person.complaints.clear()


def test_who_does_not_want_to_wait_begins_with_bots(come: Come) -> None:
    vroni, lois = come(size=PHONE), come(size=PHONE)
    invite(vroni, lois)
    lois.press(lois.button("Begin with bots on the free seats"))
    lois.sees("Bots take 2 free seats.")
    lois.press(lois.button("Cancel"))
    assert lois.story()["stage"] == "gathering"
    lois.press(lois.button("Begin with bots on the free seats"))
    lois.press(lois.button("Begin", exact=True))
    for person in (vroni, lois):
        person.hand.first.wait_for()
    vroni.hears("lets bots take the free seats.")


def test_links_of_an_invitation_are_as_high_as_a_finger(come: Come) -> None:
    person = come(size=PHONE)
    person.open()
    person.press(person.button("Invite friends"))
    person.press(person.button("Open the table"))
    for link in ("pagat.com", person.address):
        box = person.page.get_by_role("main").get_by_role("link", name=link).bounding_box()
        assert box is not None
        assert box["height"] >= 44


def test_a_seat_cannot_be_left_without_a_connection(come: Come) -> None:
    person = come()
    person.sit_down_with_bots()
    table = person.page.url
    person.context.set_offline(offline=True)
    person.press(person.button("Menu"))
    person.press(person.button("Leave for good"))
    person.press(person.button("Leave", exact=True))
    person.hears("The server cannot be reached.")
    assert person.page.url == table
    person.complaints.clear()  # of the browser, which is offline
    person.context.set_offline(offline=False)
    expect(person.hand.first).to_be_visible()


def test_a_refused_card_comes_back_with_a_word(come: Come) -> None:
    person = come()
    person.sit_down_with_bots()
    view = hurry([person], in_play)["view"]
    refused = {"error": {"code": "phase", "action": None, "message": "not now"}}

    def refuse(route: Route) -> None:
        route.fulfill(status=422, content_type="application/json", body=json.dumps(refused))

    person.page.route("**/actions", refuse)
    card = person.hand_card(spoken(view["legal"][0]))
    person.press(card)
    person.hears("That cannot be done now.")
    expect(person.hand).to_have_count(len(view["hand"]))
    assert [complaint.rpartition("/")[2] for complaint in person.complaints] == ["actions"]
    person.complaints.clear()
    person.page.unroute("**/actions")
    person.play(card)


def test_settings_change_the_cards_in_the_hand_at_once(come: Come) -> None:
    """Only symbols are reached by what changes an index; letters lie above either."""
    person = come()
    person.sit_down_with_bots()
    picture, symbol = (person.hand.first.locator(drawn) for drawn in ("image", "use"))
    deck, letters = (person.page.get_by_label(label) for label in ("Deck", "Suit letters"))

    def choose(setting: Callable[[], object]) -> None:
        person.press(person.button("Menu"))
        person.press(person.button("Settings"))
        setting()
        person.page.keyboard.press("Escape")

    expect(picture).to_have_attribute("href", re.compile(r"/tell/..\.svg$"))
    choose(lambda: deck.select_option("french"))
    expect(symbol).to_have_attribute("href", re.compile(r"/french\.svg#..$"))
    choose(lambda: deck.select_option("tell4"))
    expect(symbol).to_have_attribute("href", re.compile(r"/tell/..\.svg#card$"))
    choose(lambda: deck.select_option("tell"))
    expect(symbol).to_have_count(0)
    expect(person.hand.first.locator("text")).to_have_count(0)
    choose(letters.check)
    expect(person.hand.first.locator("text")).to_have_text([re.compile("^[HLAB]$")] * 2)
    expect(picture).to_have_count(1)


COVERED = """() => [...document.querySelectorAll(".laid")].flatMap((card) => {
  const { x, y, width, height } = card.getBoundingClientRect();
  const corners = [[x + width * .12, y + height * .1], [x + width * .88, y + height * .9]];
  const there = corners.map(([left, top]) => document.elementFromPoint(left, top));
  const above = there.filter((one) => !one.closest(".laid"));
  return above.map((one) => `${card.dataset.card} under ${one.closest("[class]").className}`);
})"""
"""The corners of a trick's cards that lie under something else than another card."""


AT_REST = """async cards => {
  // A window of another size is drawn anew in its first frame.
  for (let frame = 0; frame < 2; frame += 1)
    await new Promise((drawn) => requestAnimationFrame(drawn));
  await Promise.all(cards.flatMap((card) => card.getAnimations()).map((one) => one.finished));
}"""
"""Waits until the cards are where they travel to."""


WINDOWS = [(360, 640), (390, 844), (640, 360), (844, 390), (1366, 640), (768, 1024)]


def test_a_trick_can_be_read_in_every_window(come: Come) -> None:
    person = come(Fingers, PHONE, stay=None)
    person.sit_down_with_bots()
    hurry([person], lambda view: in_play(view) and len(view["hand"]) == 8)
    person.act()
    person.button("Go on").wait_for()
    cards = person.page.locator(".laid")
    expect(cards).to_have_count(4)
    for width, height in WINDOWS:
        person.page.set_viewport_size({"width": width, "height": height})
        cards.evaluate_all(AT_REST)
        assert person.page.evaluate(COVERED) == [], (width, height)


def test_a_trick_can_be_read_by_a_dealer_on_holiday(come: Come) -> None:
    vroni, lois = come(Fingers, PHONE), come(name="Lois")
    invite(vroni, lois, players=5, bots=3)

    def in_a_trick(view: Json) -> bool:
        return in_play(view) and view["dealer"] == 0 and len(cards_played(view)) % 4 > 1

    trick = len(cards_played(hurry([vroni, lois], in_a_trick)["view"])) % 4
    vroni.sees("You are on holiday in this deal.")
    cards = vroni.page.locator(".laid")
    expect(cards).to_have_count(trick)
    for width, height in WINDOWS:
        vroni.page.set_viewport_size({"width": width, "height": height})
        cards.evaluate_all(AT_REST)
        assert vroni.page.evaluate(COVERED) == [], (width, height)


def test_a_notice_goes_with_the_next_deed(come: Come) -> None:
    person = come(Fingers, PHONE)
    person.sit_down_with_bots()
    hurry([person], lambda view: view["phase"] == "bidding")
    notice = person.page.get_by_text("No card is played before all has been said.")
    person.press(person.hand.first)
    expect(notice.last).to_be_in_viewport()
    person.press(person.calls.first)
    expect(person.page.locator(".toast")).to_have_count(0)


def test_a_notice_stays_that_a_key_has_brought(come: Come) -> None:
    person = come()
    person.sit_down_with_bots()
    hurry([person], lambda view: view["phase"] == "bidding")
    person.page.keyboard.press("1")
    notice = person.page.locator(".toast")
    expect(notice).to_have_text("No card is played before all has been said.")
    person.page.keyboard.press("Shift")
    expect(notice).to_have_count(0)


def test_who_invites_from_an_address_of_one_device_is_told(come: Come) -> None:
    person = come()
    person.open()
    person.press(person.button("Invite friends"))
    person.press(person.button("Open the table"))
    person.sees("Only this device finds it there.")
