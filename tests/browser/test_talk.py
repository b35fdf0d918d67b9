"""Texts between people: writing, reading, muting, declining, with every kind of device."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import Come
from browser.deals import PAIR, WON, gathering, played
from browser.live import LiveTable
from browser.people import Fingers, Keys, Person
from browser.windows import PHONE, Size
from dobbm.table import commands
from dobbm.table.talk import LONGEST_TEXT, PHRASES

HOSTILE = "<img src=x onerror=alert(1)><script>alert(2)</script> ${1} {name}"


def friends(state: str = "play") -> LiveTable:
    """Return a table of Vroni and Lois, who may write to each other."""
    table = PAIR.at(state)
    table.do(commands.AllowTexts, 0, allowed=True)
    return table


def pair(come: Come, table: LiveTable) -> tuple[Person, Person]:
    return come(table=table), come(table=table, seat=1)


def open_talk(person: Person) -> None:
    person.press(person.button(re.compile("^Table talk")))


def field(person: Person) -> Locator:
    return person.page.get_by_role("textbox", name="Write to the table")


def texts(person: Person) -> Locator:
    return person.page.get_by_role("list", name="Texts").get_by_role("listitem")


def write(person: Person, text: str) -> None:
    """Write a text in the open dialog."""
    field(person).fill(text)
    with person.sends("/texts"):
        person.page.keyboard.press("Enter")


def test_a_text_is_read_and_heard_once(come: Come) -> None:
    vroni, lois = pair(come, friends())
    open_talk(vroni)
    expect(field(vroni)).to_be_focused()
    write(vroni, "Wer gibt?")
    expect(texts(vroni)).to_have_text(["Vroni: Wer gibt?"])
    expect(field(vroni)).to_have_value("")
    expect(field(vroni)).to_be_focused()
    lois.sees("Vroni: Wer gibt?")
    assert [line for line in lois.heard if "Wer gibt?" in line] == ["Vroni: Wer gibt?"]
    assert not [line for line in vroni.heard if "Wer gibt?" in line]


def test_the_button_counts_the_texts_not_seen(come: Come) -> None:
    table = friends()
    vroni, lois = pair(come, table)
    for text in ("Griaß di!", "Bist no da?"):
        table.write(0, text)
    table.publish()
    expect(lois.button("Table talk: 2 new texts").locator(".count")).to_have_text("2")
    expect(vroni.button("Table talk", exact=True).locator(".count")).to_have_count(0)
    open_talk(lois)
    expect(texts(lois)).to_have_text(["Vroni: Griaß di!", "Vroni: Bist no da?"])
    table.write(0, "Ja oder na?")
    table.publish()
    expect(texts(lois)).to_have_count(3)
    lois.escape()
    expect(lois.button("Table talk", exact=True).locator(".count")).to_have_count(0)


def test_an_open_dialog_is_a_live_region_and_the_log_stays_silent(come: Come) -> None:
    table = friends()
    lois = come(table=table, seat=1)
    open_talk(lois)
    expect(lois.page.get_by_role("list", name="Texts")).to_have_attribute("aria-live", "polite")
    table.write(0, "Hosch mi?")
    table.publish()
    expect(texts(lois)).to_have_text(["Vroni: Hosch mi?"])
    assert not [line for line in lois.heard if "Hosch" in line]


def test_after_a_reload_the_texts_are_there_but_not_those_from_before_one_sat_down(
    come: Come,
) -> None:
    table = PAIR.at("play")
    table.evening.play_out()
    table.do(commands.AllowTexts, 0, allowed=True)
    table.write(0, "Vor dir")
    person = table.sit("Moidl", 3)
    table.write(1, "Mit dir")
    moidl = come(table=table, seat=3)
    assert table.seat_of(person) == 3
    open_talk(moidl)
    expect(texts(moidl)).to_have_text(["Lois: Mit dir"])
    expect(moidl.page.get_by_text("Vor dir")).to_have_count(0)


def test_a_hostile_text_is_only_text(come: Come) -> None:
    vroni, lois = pair(come, friends())
    open_talk(vroni)
    write(vroni, HOSTILE)
    lois.hears(f"Vroni: {HOSTILE}")
    open_talk(lois)
    expect(texts(lois)).to_have_text([f"Vroni: {HOSTILE}"])
    for person in (vroni, lois):
        assert not person.page.locator(
            "#page img:not(.face img), dialog img:not(.phrases img), dialog script, .toast img"
        ).count()


def test_typing_plays_no_card_and_sweeps_no_trick(come: Come) -> None:
    table = friends()
    vroni = come(table=table)
    before = table.evening.table.turn
    open_talk(vroni)
    field(vroni).press_sequentially("1 2 3 gemma 4 5")
    with vroni.sends("/texts"):
        vroni.page.keyboard.press("Enter")
    assert table.evening.table.turn == before
    assert table.actions == []
    assert [one.text for one in table.texts.values()] == ["1 2 3 gemma 4 5"]


def test_enter_that_ends_a_composition_sends_nothing(come: Come) -> None:
    table = friends()
    vroni = come(table=table, language="ja")
    vroni.press(vroni.page.locator(".talking"))
    field = vroni.page.locator(".write input")
    field.focus()
    devtools = vroni.window.devtools
    devtools.send(
        "Input.imeSetComposition", {"text": "こん", "selectionStart": 2, "selectionEnd": 2}
    )
    vroni.page.keyboard.press("Enter")
    devtools.send("Input.insertText", {"text": "こんばんは"})
    assert not table.texts
    with vroni.sends("/texts"):
        vroni.page.keyboard.press("Enter")
    assert [one.text for one in table.texts.values()] == ["こんばんは"]


def test_a_text_that_is_not_sent_stays_in_the_field(come: Come) -> None:
    table = friends()
    vroni = come(table=table)
    open_talk(vroni)
    expect(vroni.page.get_by_role("list", name="Texts")).to_be_attached()
    table.refusal = "limit"
    write(vroni, "z'schnell")
    vroni.sees("Too fast: wait a moment.")
    vroni.forgive_requests("/texts")
    expect(field(vroni)).to_have_value("z'schnell")
    table.refusal = None
    vroni.page.keyboard.press("Enter")
    expect(field(vroni)).to_have_value("")
    expect(texts(vroni)).to_have_text(["Vroni: z'schnell"])


def test_a_half_written_text_is_there_again_when_the_dialog_or_the_page_opens_again(
    come: Come,
) -> None:
    vroni = come(table=friends())
    open_talk(vroni)
    field(vroni).press_sequentially("Wer gi")
    vroni.escape()
    open_talk(vroni)
    expect(field(vroni)).to_have_value("Wer gi")
    vroni.page.reload()
    open_talk(vroni)
    expect(field(vroni)).to_have_value("Wer gi")
    write(vroni, "Wer gibt?")
    expect(field(vroni)).to_have_value("")
    vroni.escape()
    open_talk(vroni)
    expect(field(vroni)).to_have_value("")


def test_a_text_that_is_refused_after_the_dialog_was_closed_is_not_lost(come: Come) -> None:
    table = friends()
    vroni = come(table=table)
    open_talk(vroni)
    expect(vroni.page.get_by_role("list", name="Texts")).to_be_attached()
    table.refusal = "limit"
    assert vroni.network
    vroni.network.held = []
    field(vroni).fill("z'schnell")
    vroni.page.keyboard.press("Enter")
    vroni.escape()
    vroni.network.release()
    vroni.sees("Too fast: wait a moment.")
    vroni.forgive_requests("/texts")
    table.refusal = None
    open_talk(vroni)
    expect(field(vroni)).to_have_value("z'schnell")


def test_a_new_text_is_shown_although_the_earlier_ones_were_refused(come: Come) -> None:
    table = friends()
    vroni = come(table=table)
    table.refusal = "limit"
    open_talk(vroni)
    vroni.sees("Too fast: wait a moment.")
    vroni.forgive_requests("/texts")
    table.refusal = None
    write(vroni, "Wer gibt?")
    expect(texts(vroni)).to_have_text(["Vroni: Wer gibt?"])


def test_a_person_with_a_keyboard_only_writes_and_goes_on_playing(come: Come) -> None:
    table = friends()
    vroni = come(Keys, table=table)
    vroni.press(vroni.button("Table talk"))
    expect(vroni.page.locator(".write input")).to_be_focused()
    vroni.page.keyboard.type("i kimm glei")
    with vroni.sends("/texts"):
        vroni.page.keyboard.press("Enter")
    vroni.escape()
    with vroni.sends("/actions"):
        vroni.press(vroni.legal.first)
    assert [one.text for one in table.texts.values()] == ["i kimm glei"]


def test_nothing_is_sent_for_an_empty_field(come: Come) -> None:
    vroni = come(table=friends())
    open_talk(vroni)
    vroni.page.keyboard.press("Enter")
    field(vroni).fill("   ")
    vroni.page.keyboard.press("Enter")
    write(vroni, "Iatz")
    assert [one.route for one in vroni.table.requests].count("/texts") == 1


def test_a_muted_person_is_not_read(come: Come) -> None:
    table = friends()
    lois = come(table=table, seat=1)
    open_talk(lois)
    with lois.sends("/muted"):
        lois.press(lois.page.get_by_label("Mute Vroni"))
    expect(lois.page.get_by_label("Mute Vroni")).to_be_checked()
    table.write(0, "Hörst mi?")
    table.do(commands.Say, 1, "hello")
    lois.is_up_to_date()
    expect(lois.page.get_by_text("Hörst mi?")).to_have_count(0)
    assert not any("Hörst" in line for line in lois.heard)


def test_a_text_is_reported_to_the_host_of_the_server(come: Come) -> None:
    table = friends()
    table.write(1, "Depp!")
    table.write(0, "Selber")
    vroni, lois = pair(come, table)
    open_talk(vroni)
    vroni.press(vroni.button("Report something…"))
    choices = vroni.page.get_by_role("radio")
    expect(choices).to_have_count(2)
    vroni.sees("The host of this server will see it, with the table, the deal and the name.")
    vroni.press(vroni.page.get_by_label("Lois: Depp!"))
    with vroni.sends("/reports"):
        vroni.press(vroni.page.get_by_role("button", name="Report", exact=True))
    vroni.sees("Reported: the host of this server will see it.")
    [text] = [one for one in table.texts.values() if one.text == "Depp!"]
    assert table.reports == [{"text": text.number}]
    assert not [line for line in lois.heard if "report" in line.lower()]


def test_a_name_is_reported_and_nothing_is_sent_without_a_choice(come: Come) -> None:
    table = friends()
    vroni = come(table=table)
    open_talk(vroni)
    vroni.press(vroni.button("Report something…"))
    vroni.press(vroni.page.get_by_role("button", name="Report", exact=True))
    assert table.reports == []
    vroni.press(vroni.page.get_by_label("The name of Lois, or the conduct"))
    with vroni.sends("/reports"):
        vroni.press(vroni.page.get_by_role("button", name="Report", exact=True))
    assert table.reports == [{"seat": 1}]


def test_who_wants_no_texts_is_not_named(come: Come) -> None:
    table = friends()
    vroni, lois = pair(come, table)
    open_talk(vroni)
    open_talk(lois)
    with lois.sends("/texts/declined"):
        lois.press(lois.page.get_by_label("No texts while I sit here"))
    lois.sees("You want no texts here: nobody can write.")
    vroni.sees("Somebody at this table wants no texts: nobody can write.")
    expect(field(vroni)).to_have_count(0)
    with lois.sends("/texts/declined"):
        lois.press(lois.page.get_by_label("No texts while I sit here"))
    expect(field(vroni)).to_be_visible()


def test_who_declines_where_nobody_may_write_disturbs_nobody(come: Come) -> None:
    table = PAIR.at("play")
    lois = come(table=table, seat=1)
    table.do(commands.DeclineTexts, 0, declined=True)
    table.do(commands.Say, 0, "hello")
    lois.hears("Vroni: Griaß enk!")
    assert not any("texts" in line for line in lois.heard)


def test_friends_who_wait_for_the_others_write_to_each_other(come: Come) -> None:
    table = gathering(people=2, texts=True)
    vroni, lois = pair(come, table)
    open_talk(vroni)
    write(vroni, "Der Sepp kimmt glei.")
    lois.sees("Vroni: Der Sepp kimmt glei.")
    expect(lois.button("Table talk: 1 new text")).to_be_visible()


def test_the_host_turns_texts_off_and_on(come: Come) -> None:
    table = friends()
    vroni, lois = pair(come, table)
    open_talk(lois)
    expect(lois.page.get_by_label("People may write to each other")).to_have_count(0)
    open_talk(vroni)
    with vroni.sends("/texts/allowed"):
        vroni.press(vroni.page.get_by_label("People may write to each other"))
    expect(field(lois)).to_have_count(0)
    lois.hears("The host has turned texts off.")
    lois.sees("The host has turned texts off.")
    vroni.hears("You have turned texts off.")
    vroni.sees("Nobody can write here until you let people write to each other.")
    expect(vroni.page.get_by_text("The host has turned texts off.")).to_have_count(0)
    with vroni.sends("/texts/allowed"):
        vroni.press(vroni.page.get_by_label("People may write to each other"))
    expect(field(lois)).to_be_visible()


def test_alone_against_bots_there_are_only_phrases(come: Come) -> None:
    table = WON.at("bidding")
    table.do(commands.AllowTexts, 0, allowed=True)
    vroni = come(table=table)
    open_talk(vroni)
    expect(vroni.button("Griaß enk!")).to_be_visible()
    expect(field(vroni)).to_have_count(0)


@pytest.mark.parametrize("language", ["de", "en", "ja"])
def test_a_phone_shows_the_last_texts_and_the_field_above_its_keyboard(
    come: Come, language: str
) -> None:
    table = friends()
    for number in range(9):
        for seat in (0, 1):
            table.write(seat, f"{number} " + "Des isch a langer Satz. " * 8)
        table.evening.now += 10.0
    keyboard_open = (360, 340)
    vroni = come(Fingers, keyboard_open, table=table, language=language)
    vroni.press(vroni.page.locator(".talking"))
    last = vroni.page.locator(".texts li").last
    expect(last).to_be_in_viewport()
    expect(vroni.page.locator(".write input")).to_be_in_viewport(ratio=1)
    expect(vroni.page.locator(".write button")).to_be_in_viewport(ratio=1)
    assert vroni.page.evaluate("document.documentElement.scrollWidth") <= 360
    dialog = vroni.page.locator("dialog")
    assert dialog.evaluate("one => one.scrollWidth <= one.clientWidth")


def test_a_long_word_does_not_widen_the_dialog(come: Come) -> None:
    table = friends()
    table.write(1, "x" * LONGEST_TEXT)
    vroni = come(Fingers, PHONE, table=table)
    open_talk(vroni)
    expect(texts(vroni)).to_have_count(1)
    dialog = vroni.page.get_by_role("dialog")
    assert dialog.evaluate("one => one.scrollWidth <= one.clientWidth")


RAGGED = """() => {
  const { left, right } = document.querySelector(".phrases").getBoundingClientRect();
  const lines = new Map();
  for (const one of document.querySelectorAll(".phrases button")) {
    const box = one.getBoundingClientRect();
    const [from, to] = lines.get(box.top) ?? [box.left, box.right];
    lines.set(box.top, [Math.min(from, box.left), Math.max(to, box.right)]);
  }
  return [...lines.values()].filter(([from, to]) => from - left > 1 || right - to > 1);
}"""

COVERED = """() => {
  const bubbles = [...document.querySelectorAll(".bubble")];
  const box = (one) => one.getBoundingClientRect();
  const meet = (one, other) =>
    one.left < other.right && other.left < one.right &&
    one.top < other.bottom && other.top < one.bottom;
  return bubbles.flatMap((one) =>
    bubbles.filter((other) => other !== one && meet(box(one.querySelector("b")), box(other)))
      .map((other) => `${one.innerText} / ${other.innerText}`),
  );
}"""


@pytest.mark.parametrize("size", [PHONE, (375, 667)])
def test_the_phrases_fill_their_lines(come: Come, size: Size) -> None:
    person = come(size=size, table=friends())
    open_talk(person)
    expect(person.page.locator(".phrases button")).to_have_count(len(PHRASES))
    assert person.page.evaluate(RAGGED) == []


@pytest.mark.parametrize("size", [PHONE, (375, 667)])
@pytest.mark.parametrize("players", [4, 5])
def test_all_can_speak_at_once_on_a_phone(come: Come, size: Size, players: int) -> None:
    table = played(6, players)
    person = come(size=size, table=table)
    words = ("good_cards", "moment", "oops", "hello", "bye")
    for phrases in (words, ("up", "applause", "laugh", "thinking", "round")):
        for seat in range(players):
            table.do(commands.Say, seat, phrases[seat])
        expect(person.page.locator(".bubble.talk")).to_have_count(players)
        assert person.page.evaluate(COVERED) == []
