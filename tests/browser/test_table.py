"""A person acts at the table, and the page responds."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import Come
from browser.deals import HOLIDAY, PAIR, SURE, WON, Recorded, gathering
from browser.hints import EXCHANGE, LEAD
from browser.live import LiveTable
from browser.people import Fingers, Keys, Person, cards_played, is_own, tricks_of
from browser.test_secrets import on_page
from browser.windows import DESK, PHONE, Size
from dobbm.table import commands
from dobbm.table.events import StoodIn
from table.driver import dealt
from tiers import only_long

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
"""Cards rustle from a buffer; words and turns are tones of an oscillator."""

HIDDEN_POINTS = """element => {
  const { x, y, width, height } = element.getBoundingClientRect();
  const tenths = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((count) => count / 10);
  const points = tenths.flatMap((one) => tenths.map((two) => [x + width * one, y + height * two]));
  return points.filter((point) => !element.contains(document.elementFromPoint(...point))).length;
}"""
"""Returns how many points of an element something else covers."""


def pair(come: Come, table: LiveTable) -> tuple[Person, Person]:
    """Bring Vroni and Lois to their table."""
    return come(table=table), come(table=table, seat=1)


def test_no_call_stands_out_in_the_bidding(come: Come) -> None:
    person = come(table=WON.at("bidding"))
    expect(person.calls.filter(has_text="i dob")).to_be_visible()
    styles = """calls => calls.map((call) => {
      const { backgroundImage, borderColor, color, fontSize } = getComputedStyle(call);
      return [backgroundImage, borderColor, color, fontSize].join();
    })"""
    assert len({*person.calls.evaluate_all(styles)}) == 1


def test_an_illegal_card_states_the_rule_and_nothing_is_sent(come: Come) -> None:
    """Vroni has no leaves and must trump."""
    table = WON.at("play", 9)
    person = come(Fingers, PHONE, table=table)
    card = person.card("A8")
    expect(card).to_be_disabled()
    expect(card).to_have_accessible_name(RULE)
    person.press(card)
    person.hears(RULE)
    expect(person.hand).to_have_count(6)
    person.play("H6")
    assert table.actions == ["H6"]


def test_a_card_is_dragged_onto_the_table(come: Come) -> None:
    table = WON.at("play")
    person = come(table=table)
    x, y = person.point(person.card("AS"))
    mouse = person.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x, y - 20, steps=3)
    mouse.up()
    expect(person.hand).to_have_count(8)
    with person.sends("/actions"):
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + 10, y - 160, steps=8)
        mouse.up()
    expect(person.hand).to_have_count(7)
    assert table.actions == ["AS"], "a short way is no play"


def test_the_hand_is_arranged_by_dragging_and_by_keys(come: Come) -> None:
    person = come(table=WON.at("bidding"))
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
    person.is_up_to_date()
    assert person.card_names() == [*dragged[1:], dragged[0]]


def test_a_card_is_planned_and_the_plan_cancelled(come: Come) -> None:
    """Vroni plays the third-last card, and Lois the next."""
    table = PAIR.at("play", 29)
    vroni, lois = pair(come, table)
    card = lois.hand.first
    expect(card).to_be_enabled()
    group = lois.page.get_by_role("group", name="Your hand")
    expect(group).to_have_accessible_description(re.compile("^Choose a card to plan it"))
    expect(card).to_have_attribute("aria-pressed", "false")
    lois.press(card)
    expect(card).to_have_accessible_name(re.compile("played as soon as it is your turn"))
    expect(card).to_be_enabled()
    expect(card).to_have_attribute("aria-pressed", "true")
    lois.hears("Planned")
    lois.press(card)
    lois.hears("Plan cancelled.")
    with lois.sends("/plan"):
        lois.press(card)
    expect(lois.page.get_by_text("planned", exact=True)).to_be_visible()
    (last,) = table.view(0)["hand"]
    (planned,) = table.view(1)["hand"]
    vroni.play(last)
    table.go_on()
    expect(lois.between).to_be_visible()
    assert planned in table.view(1)["record"]["actions"][-2:]


def test_an_illegal_plan_is_dropped(come: Come) -> None:
    """Lois has leaves, which Vroni leads, but has planned another suit."""
    table = PAIR.at("play", 12)
    vroni, lois = pair(come, table)
    planned = lois.card(next(card for card in table.view(1)["hand"] if card[0] != "L"))
    with lois.sends("/plan"):
        lois.press(planned)
    expect(planned).to_have_accessible_name(re.compile("played as soon as"))
    vroni.play("LT")
    lois.hears("You may not play your planned card now.")
    expect(planned).to_have_accessible_name(RULE)
    expect(planned).not_to_have_accessible_name(re.compile("played as soon as"))
    expect(lois.page.get_by_text("planned", exact=True)).to_have_count(0)


def test_no_two_signs_of_the_table_look_alike(come: Come) -> None:
    person = come(table=WON.at("play", 11))
    person.press(person.button("Menu"))
    signs = person.page.locator(".sign path")
    drawn = signs.evaluate_all("paths => paths.map((path) => path.getAttribute('d'))")
    assert len(drawn) > 10
    assert len({*drawn}) == len(drawn)


def test_a_careful_person_must_tap_twice(come: Come) -> None:
    table = WON.at("play")
    person = come(Fingers, PHONE, table=table, confirm=True)
    person.press(person.card("AS"))
    expect(person.card("AS")).to_have_accessible_name(re.compile("chosen"))
    assert table.actions == []
    person.play("AS")
    expect(person.hand).to_have_count(7)


def test_a_card_is_taken_back(come: Come) -> None:
    table = WON.at("play")
    person = come(table=table)
    before = table.view()["actions"]
    person.play("AS")
    table.go_on()
    person.press(person.button("Menu"))
    person.press(person.button("Take back"))
    expect(person.hand).to_have_count(8)
    expect(person.card("AS")).to_be_visible()
    person.hears("You take back your last move.")
    assert table.view()["actions"] == before


def test_somebody_else_is_asked_before_a_card_is_taken_back(come: Come) -> None:
    table = PAIR.at("play", 17)
    vroni, lois = pair(come, table)
    before = table.view()["actions"]
    vroni.press(vroni.button("Menu"))
    vroni.button("Settings").wait_for()
    expect(vroni.button("Take back somebody has moved since")).to_be_disabled()
    vroni.escape()
    vroni.play("HS")
    vroni.press(vroni.button("Menu"))
    vroni.press(vroni.button("Take back"))
    lois.sees(re.compile("Vroni would like to take"))
    vroni.sees("Waiting for the others to answer.")
    with lois.sends("/answer"):
        lois.press(lois.button("Agree", exact=True))
    table.go_on()
    vroni.hears("You take back your last move.")
    lois.hears("Vroni takes back the last move.")
    assert table.view()["actions"] == before


def test_the_rest_is_claimed(come: Come) -> None:
    person = come(table=SURE.at("play", 20))
    claim(person)
    person.hears("The rest is yours.")
    expect(person.between).to_be_visible()


def test_a_claim_that_is_not_proved_changes_nothing(come: Come) -> None:
    person = come(table=WON.at("play"))
    claim(person)
    person.hears("Bots do not take your word")
    expect(person.hand).to_have_count(8)
    person.forgive_requests("/claim")


def claim(person: Person) -> None:
    person.press(person.button("Menu"))
    person.press(person.button("The rest is mine"))


def test_a_hint_is_taken(come: Come) -> None:
    table = WON.at("play")
    table.hints = LEAD
    person = come(table=table)
    person.press(person.button("Hint"))
    hints = person.page.get_by_role("dialog", name="Hint").get_by_role("listitem")
    expect(hints.first).to_contain_text("wins about 1 in 10")
    with person.sends("/actions"):
        person.press(hints.first.get_by_role("button"))
    expect(person.page.get_by_role("dialog")).to_have_count(0)
    assert table.actions == [LEAD[0]["action"]]


def test_a_slow_hint_can_be_cancelled(come: Come) -> None:
    table = WON.at("play")
    table.hints = LEAD
    person = come(Keys, table=table)
    assert person.network
    person.network.held = []
    person.press(person.button("Hint"))
    person.sees("The bot is thinking")
    person.escape()
    person.network.release()
    person.press(person.button("Hint"))
    hints = person.page.get_by_role("dialog", name="Hint").get_by_role("listitem")
    expect(hints.first.get_by_role("button")).to_be_focused()


def test_hints_of_the_exchange_fit_a_phone(come: Come) -> None:
    table = WON.at("exchange")
    table.hints = EXCHANGE
    person = come(size=PHONE, table=table)
    person.press(person.button("Hint"))
    hints = person.page.get_by_role("dialog", name="Hint").get_by_role("list")
    expect(hints).to_be_visible()
    assert hints.evaluate("list => list.scrollWidth <= list.clientWidth")
    window = person.page.get_by_role("dialog", name="Hint").bounding_box()
    hand = person.page.locator(".hand").bounding_box()
    assert window
    assert hand
    assert window["y"] + window["height"] <= hand["y"]


def test_table_talk_is_heard_and_muted(come: Come) -> None:
    vroni, lois = pair(come, PAIR.at("bidding"))
    say(vroni, "Griaß enk!")
    lois.sees("Griaß enk!")
    expect(lois.page.locator(".bubble.talk small")).to_have_text("hello everybody")
    lois.hears("Vroni: Griaß enk! (hello everybody)")
    lois.press(lois.button("Table talk"))
    with lois.sends("/muted"):
        lois.press(lois.page.get_by_label("Mute Vroni"))
    lois.press(lois.button("Close"))
    say(vroni, "Hoppla!")
    say(lois, "Jo mei.")
    vroni.hears("Lois: Jo mei. (so it goes)")
    lois.page.get_by_text("Jo mei.").first.wait_for()
    expect(lois.page.get_by_text("Hoppla!")).to_have_count(0)
    assert not any("Hoppla" in line for line in lois.heard)


def say(person: Person, phrase: str) -> None:
    person.press(person.button("Table talk"))
    with person.sends("/talk"):
        person.press(person.button(phrase))


def test_a_phrase_stays_over_its_seat_for_five_seconds(come: Come) -> None:
    table = PAIR.at("bidding")
    lois = come(table=table, seat=1, timed=True)
    table.do(commands.Say, 0, "hello")
    phrase = lois.page.locator(".bubble.talk")
    lois.page.clock.run_for(4_900)
    expect(phrase).to_contain_text("Griaß enk!")
    lois.page.clock.run_for(200)
    expect(phrase).to_have_count(0)


def test_a_bot_stands_in_until_somebody_is_back(come: Come) -> None:
    table = PAIR.at("play", 1)
    vroni, lois = pair(come, table)
    table.happen(StoodIn(table.evening.now, 1, "gone"))
    vroni.hears("A bot stands in for Lois.")
    expect(vroni.page.get_by_role("group", name="Lois")).to_contain_text("bot stands in")
    lois.sees("You were away: a bot is playing for you.")
    lois.press(lois.button("Resume playing"))
    vroni.hears("Lois is back.")
    expect(lois.button("Resume playing")).to_have_count(0)


@pytest.mark.parametrize("size", [(320, 640), *only_long(DESK, PHONE, (640, 360))])
@pytest.mark.parametrize("players", [4, 5])
def test_nothing_covers_the_way_back_before_the_play(come: Come, size: Size, players: int) -> None:
    table = dealt(1, players, dealer=players - 1, seed=22, name="stubai")
    table.act("dobbm")
    for _ in range(3):
        table.act("weiter")
    live = LiveTable(table)
    live.happen(StoodIn(table.now, 0, "gone"))
    person = come(size=size, table=live)
    button = person.button("Resume playing")
    assert button.evaluate(HIDDEN_POINTS) == 0
    expect(person.discard_button).to_have_count(0)
    with person.sends("/back"):
        person.press(person.hand.first)
    expect(button).to_have_count(0)
    expect(person.discard_button).to_have_count(1)


def test_who_stands_up_watches_and_sits_down_again(come: Come) -> None:
    table = PAIR.at("bidding")
    vroni, lois = pair(come, table)
    lois.press(lois.button("Menu"))
    lois.press(lois.button("Stand up"))
    lois.press(lois.button("Stay"))
    lois.press(lois.button("Menu"))
    lois.press(lois.button("Stand up"))
    with lois.sends("/leave"):
        lois.press(lois.button("Stand up", exact=True))
    lois.sees("A bot has your seat now. Between two deals, you can sit down again.")
    vroni.hears("Lois leaves; a bot takes over.")
    assert [one.route for one in table.requests] == ["/leave"]


def test_the_settings_follow_the_language_while_they_are_open(come: Come) -> None:
    person = come(size=PHONE, table=WON.at("bidding"))
    person.press(person.button("Menu"))
    person.press(person.button("Settings"))
    person.page.get_by_label("Deutsch").check()
    person.page.get_by_role("dialog").get_by_role("heading", name="Einstellungen").wait_for()
    expect(person.page.get_by_role("dialog", name="Einstellungen")).to_be_visible()


@pytest.mark.parametrize(
    ("silent", "heard"),
    [(["turn", "word", "end"], "AudioBufferSourceNode"), (["card", "sweep"], "OscillatorNode")],
)
def test_each_sound_is_switched_separately(come: Come, silent: list[str], heard: str) -> None:
    table = WON.at("play")
    person = come(table=table, silent=silent)
    person.window.prepare(NOTES_SOUNDS)
    person.page.reload()
    person.is_up_to_date()
    for card in ("AS", "A7"):
        person.play(card)
        table.go_on()
    person.page.wait_for_function("sounds.size")
    assert person.page.evaluate("[...sounds]") == [heard]


@pytest.mark.parametrize(("deal", "cards"), [(WON, 12), (PAIR, 17)])
def test_only_tricks_of_the_own_side_can_be_looked_back_at(
    come: Come, deal: Recorded, cards: int
) -> None:
    """For the declarer and for a defender, when both sides have tricks."""
    table = deal.at("play", cards)
    person = come(size=PHONE, table=table)
    view = table.view()
    tricks = tricks_of(view)
    mine = [cards for winner, cards in tricks if is_own(view, winner)]
    assert 0 < len(mine) < len(tricks)
    count = len(mine)
    person.press(person.button(f"{count} trick{'s' * (count > 1)} won by your side"))
    shown = person.page.get_by_role("dialog").get_by_role("figure")
    expect(shown).to_have_count(count)
    assert [cards_in(trick) for trick in shown.all()] == mine
    on_table = cards_played(view)[4 * len(tricks) :]
    assert on_page(person) == {*view["hand"], *on_table}.union(*mine)
    person.press(person.button("Close"))
    person.press(person.button("Last trick"))
    assert [cards_in(trick) for trick in shown.all()] == [tricks[-1][1]]


def test_the_tray_of_a_wide_window_has_what_its_buttons_would_open(come: Come) -> None:
    table = WON.at("play", 12)
    person = come(size=DESK, table=table)
    view = table.view()
    mine = [cards for winner, cards in tricks_of(view) if is_own(view, winner)]
    tray = person.page.locator(".tray")
    assert cards_in(tray) == mine[-1]
    expect(person.button("Last trick")).to_have_count(0)
    person.press(tray.get_by_role("button"))
    shown = person.page.get_by_role("dialog").get_by_role("figure")
    assert [cards_in(trick) for trick in shown.all()] == mine


def cards_in(trick: Locator) -> list[str]:
    faces = trick.locator("[data-face]").all()
    return [face.get_attribute("data-face") or "" for face in faces]


def test_the_last_card_of_a_deal_shows_the_result(come: Come) -> None:
    """Nobody else acts after it: the page announces the result and moves the focus there."""
    person = come(Keys, table=WON.at("play", 31))
    person.press(person.hand.first)
    person.hears(re.compile("won with"))
    person.hears(re.compile(r"You receive 12 Schilling"))
    expect(person.page.locator("#outcome")).to_be_focused()


def test_going_back_closes_a_dialog_before_it_leaves_the_table(come: Come) -> None:
    table = WON.at("bidding")
    person = come(size=PHONE, table=table)
    person.open()
    person.press(person.page.get_by_role("link", name="Continue"))
    person.press(person.button("Menu"))
    person.page.get_by_role("dialog").wait_for()
    person.page.evaluate("history.back()")
    expect(person.page.get_by_role("dialog")).to_have_count(0)
    expect(person.hand).to_have_count(8)
    person.press(person.button("Menu"))
    person.press(person.button("Settings"))
    person.page.get_by_role("dialog", name="Settings").wait_for()
    person.escape()
    person.press(person.button("Ledger"))
    person.press(person.button("Close"))
    expect(person.page.get_by_role("dialog")).to_have_count(0)
    person.page.evaluate("history.back()")
    expect(person.button("Play now")).to_be_visible()


def test_a_link_in_a_dialog_leads_on_and_back_to_the_table(come: Come) -> None:
    person = come(size=PHONE, table=WON.done())
    person.press(person.button("Ledger"))
    person.press(person.page.get_by_role("dialog").get_by_role("link"))
    person.page.locator(".r-summons").wait_for()
    person.page.evaluate("history.back()")
    person.is_up_to_date()
    expect(person.between).to_be_visible()
    expect(person.page.get_by_role("dialog")).to_have_count(0)


def test_a_link_to_an_unknown_table_says_so_once(come: Come) -> None:
    person = come()
    person.open("/t/nonsense")
    expect(person.page.get_by_role("heading", level=1)).to_have_text("There is no such table")
    expect(person.page.get_by_text("There is no such table")).to_have_count(1)
    expect(person.page.get_by_role("main").get_by_role("link")).to_have_text(["Start page"])
    person.forgive_requests()


def test_a_waiting_table_can_begin_with_bots(come: Come) -> None:
    table = gathering(people=2)
    vroni, lois = pair(come, table)
    lois.sees("Vroni, the host, can begin with bots in the free seats.")
    expect(lois.button("Begin with bots in the free seats")).to_have_count(0)
    vroni.press(vroni.button("Begin with bots in the free seats"))
    vroni.sees("Bots take 2 free seats.")
    vroni.press(vroni.button("Cancel"))
    assert table.requests == []
    vroni.press(vroni.button("Begin with bots in the free seats"))
    with vroni.sends("/bots"):
        vroni.press(vroni.button("Begin", exact=True))
    with vroni.sends("/shuffle"), lois.sends("/shuffle"):
        table.go_on()
    table.go_on()
    for person in (vroni, lois):
        expect(person.hand).to_have_count(8)
    lois.hears("fills the free seats with bots.")


def test_an_invitation_warns_of_a_local_address(come: Come) -> None:
    """Links are as high as a finger; an address of this device only is folded, with a warning."""
    person = come(size=PHONE, table=gathering())
    person.sees("Share the link, and friends can take a seat.")
    person.press(person.page.get_by_text("Friends on other devices"))
    for link in ("As in the Stubai", person.address):
        box = person.page.get_by_role("main").get_by_role("link", name=link).bounding_box()
        assert box is not None
        assert box["height"] >= 44
    person.sees("This link works on this device only.")


def test_a_seat_cannot_be_left_without_a_connection(come: Come) -> None:
    table = WON.at("bidding")
    person = come(table=table)
    assert person.network
    person.network.cut()
    person.hears("Connection lost; reconnecting.")
    person.press(person.button("Menu"))
    person.press(person.button("Stand up"))
    person.press(person.button("Stand up", exact=True))
    person.hears("The server cannot be reached.")
    assert table.requests == []
    person.network.mend()
    person.hears("Reconnected.")
    expect(person.hand.first).to_be_visible()
    person.forgive_requests()


def test_a_refused_card_comes_back_with_a_message(come: Come) -> None:
    table = WON.at("play")
    person = come(table=table)
    table.refusal = "phase"
    person.press(person.card("AS"))
    person.hears("You cannot do that now.")
    expect(person.hand).to_have_count(8)
    person.forgive_requests("/actions")
    table.refusal = None
    person.play("AS")
    expect(person.hand).to_have_count(7)


def test_settings_change_the_cards_in_the_hand_at_once(come: Come) -> None:
    """Index settings affect only cards drawn as symbols; suit letters lie above either kind."""
    person = come(table=WON.at("bidding"))
    picture, symbol = (person.hand.first.locator(drawn) for drawn in ("image", "use"))
    letters = person.page.get_by_label("Suit letters")

    def deck(name: str) -> Callable[[], object]:
        decks = person.page.get_by_role("group", name="Deck")
        return decks.get_by_role("radio", name=name, exact=True).check

    def choose(setting: Callable[[], object]) -> None:
        person.press(person.button("Menu"))
        person.press(person.button("Settings"))
        setting()
        person.escape()

    expect(picture).to_have_attribute("href", re.compile(r"/tell/..\.svg$"))
    choose(deck("French"))
    expect(symbol).to_have_attribute("href", re.compile(r"/french\.svg#..$"))
    choose(deck("Tell, four colours"))
    expect(symbol).to_have_attribute("href", re.compile(r"/tell/..\.svg#card$"))
    choose(deck("Tell"))
    expect(symbol).to_have_count(0)
    expect(person.hand.first.locator("text")).to_have_count(0)
    choose(letters.check)
    expect(person.hand.first.locator("text")).to_have_text([re.compile("^[HLAB]$")] * 2)
    expect(picture).to_have_count(1)


def test_cards_that_arrive_together_are_seen_one_after_the_other(come: Come) -> None:
    """With animations every 350 ms, without them every 150 ms."""
    for motion, step in ((True, 350), (False, 150)):
        table = WON.at("play")
        person = come(table=table, stay=None, motion=motion, timed=True)
        person.play("AS")
        for card in ("AO", "A9", "A6"):
            table.evening.act(card)
        table.publish()
        laid = person.page.locator(".laid")
        for count in (1, 2, 3):
            person.page.clock.run_for(step - 1)
            expect(laid).to_have_count(count)
            person.page.clock.run_for(1)
            expect(laid).to_have_count(count + 1)


COVERED = """() => [...document.querySelectorAll(".laid")].flatMap((card) => {
  const { x, y, width, height } = card.getBoundingClientRect();
  const turned = new DOMMatrix().rotate(parseFloat(getComputedStyle(card).rotate) || 0);
  const there = [-1, 1].map((side) => {
    const corner = new DOMPoint(side * card.offsetWidth * .38, side * card.offsetHeight * .4);
    const { x: aside, y: below } = corner.matrixTransform(turned);
    return document.elementFromPoint(x + width / 2 + aside, y + height / 2 + below);
  });
  const above = there.filter((one) => !one.closest(".laid"));
  return above.map((one) => `${card.dataset.card} under ${one.closest("[class]").className}`);
})"""
"""Returns the corners of a trick's cards that lie under anything but another card."""

DRAWN_ANEW = """async () => {
  for (let frame = 0; frame < 2; frame += 1)
    await new Promise((drawn) => requestAnimationFrame(drawn));
}"""
"""Waits until a resized window is drawn."""

WINDOWS = [(360, 640), (390, 844), (640, 360), (844, 390), (1366, 640), (768, 1024)]


def can_be_read(person: Person, cards: int) -> None:
    """Check that nothing covers a trick of this many cards, in any window."""
    expect(person.page.locator(".laid")).to_have_count(cards)
    for width, height in WINDOWS:
        person.page.set_viewport_size({"width": width, "height": height})
        person.page.evaluate(DRAWN_ANEW)
        assert person.page.evaluate(COVERED) == [], (width, height)


def test_a_trick_can_be_read_in_every_window(come: Come) -> None:
    table = WON.at("play")
    person = come(Fingers, PHONE, table=table, stay=None)
    person.play("AS")
    table.go_on()
    person.button(re.compile("^Next Your turn")).wait_for()
    can_be_read(person, cards=4)


def test_a_trick_can_be_read_by_a_dealer_on_holiday(come: Come) -> None:
    vroni = come(Fingers, PHONE, table=HOLIDAY.at("play", 10, seat=1))
    vroni.sees("You are on holiday in this deal: with five, the dealer sits out.")
    can_be_read(vroni, cards=2)


def test_a_notice_disappears_with_the_next_action(come: Come) -> None:
    person = come(Fingers, PHONE, table=WON.at("bidding"))
    notice = person.page.get_by_text("You cannot play before the bidding and doubling are over.")
    person.press(person.hand.first)
    expect(notice.last).to_be_in_viewport()
    with person.sends("/actions"):
        person.press(person.calls.first)
    expect(person.page.locator(".toast")).to_have_count(0)


def test_a_notice_survives_the_key_that_caused_it(come: Come) -> None:
    person = come(table=WON.at("bidding"))
    person.page.keyboard.press("1")
    notice = person.page.locator(".toast")
    expect(notice).to_have_text("You cannot play before the bidding and doubling are over.")
    person.page.keyboard.press("Shift")
    expect(notice).to_have_count(0)
