"""People press what they aim at, even if the page moves it at the last moment."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import Come
from browser.people import Fingers, Person
from browser.windows import PHONE


class Late(Person):
    """Presses a moment after something else has come above."""

    def touch(self, x: float, y: float) -> None:
        self.page.evaluate("document.body.firstElementChild.style.height = '300px'")
        super().touch(x, y)


class LateFingers(Late, Fingers):
    """The same with fingers."""


def pressed(button: Locator) -> int:
    return int(button.evaluate("element => element.presses ?? 0"))


@pytest.mark.parametrize("kind", [Person, Late, LateFingers])
def test_a_button_that_moves_is_pressed_once(come: Come, kind: type[Person]) -> None:
    person = come(kind, PHONE)
    person.page.set_content("<div></div><button>Next</button><button>Other</button>")
    buttons = [person.button("Next"), person.button("Other")]
    for button in buttons:
        button.evaluate("e => e.onclick = () => (e.presses = (e.presses ?? 0) + 1)")
    for times in (1, 2):
        person.press(buttons[0])
        expect(buttons[0]).to_be_visible()
        assert [pressed(button) for button in buttons] == [times, 0]
        person.page.evaluate("document.body.firstElementChild.style.height = ''")
    person.press(buttons[1])
    assert [pressed(button) for button in buttons] == [2, 1]
