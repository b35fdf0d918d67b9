"""A drag that anything interrupts drops nothing, neither a card nor a swipe."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.conftest import Come
from browser.deals import WON
from browser.people import Person


def another_button(person: Person) -> None:
    """Press the right button, too; with a real one, the browser's own menu would stay open."""
    person.page.evaluate(
        "document.querySelector('.dragged').dispatchEvent(new PointerEvent('pointermove',"
        " { pointerId: 1, buttons: 3, bubbles: true }))"
    )


def menu(person: Person) -> None:
    person.page.evaluate(
        "document.querySelector('.dragged').dispatchEvent("
        "new MouseEvent('contextmenu', { bubbles: true }))"
    )


def escape(person: Person) -> None:
    person.page.keyboard.press("Escape")


def another_finger(person: Person) -> None:
    person.page.evaluate(
        "document.body.dispatchEvent(new PointerEvent('pointerdown',"
        " { pointerId: 77, pointerType: 'touch', bubbles: true }))"
    )


def lost_window(person: Person) -> None:
    person.page.evaluate("window.dispatchEvent(new Event('blur'))")


def cancelled(person: Person) -> None:
    """The browser takes the finger for a scroll."""
    person.page.evaluate(
        "document.querySelector('.dragged').dispatchEvent(new PointerEvent('pointercancel',"
        " { pointerId: 1, bubbles: true }))"
    )


def lost_capture(person: Person) -> None:
    person.page.evaluate("document.querySelector('.dragged').releasePointerCapture(1)")


def test_an_interrupted_drag_plays_no_card(come: Come) -> None:
    person = come(table=WON.at("play"))
    for interrupt in (
        *(another_button, menu, escape, another_finger, lost_window, cancelled),
        lost_capture,
    ):
        lift(person, "AS")
        interrupt(person)
        person.page.mouse.move(300, 300)
        person.page.mouse.up()
        expect(person.page.locator(".dragged")).to_have_count(0)
        expect(person.card("AS")).to_have_count(1)
        assert person.table.requests == [], interrupt
    person.play("AS")
    assert person.table.actions == ["AS"]


def test_a_card_that_leaves_the_hand_while_it_is_dragged_is_not_played_again(come: Come) -> None:
    person = come(table=WON.at("play"))
    lift(person, "AS")
    person.table.play("AS", "AO", "A9", "A6")
    person.is_up_to_date()
    person.page.mouse.up()
    assert person.table.requests == []


def test_a_drag_goes_on_while_the_others_play(come: Come) -> None:
    person = come(table=WON.at("play", 1))
    lift(person, "AS" if person.card("AS").count() else "HT")
    person.table.go_on()
    expect(person.page.locator(".dragged")).to_have_count(1)
    person.page.keyboard.press("Escape")
    person.page.mouse.up()
    assert person.table.requests == []


def lift(person: Person, card: str) -> None:
    """Drag a card far enough up to play it, but hold it."""
    x, y = person.point(person.card(card))
    person.page.mouse.move(x, y)
    person.page.mouse.down()
    person.page.mouse.move(x, y - 60)
    person.page.mouse.move(x, y - 120)
    expect(person.page.locator(".dragged")).to_have_count(1)
