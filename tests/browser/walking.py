"""Walks through the page by pressing everything that it offers.

A walk knows no button by name. In each place it presses every control once, fills in every form in
the right way and in wrong ones, and notes what leads nowhere: so a new button, dialog or field is
walked without a new test. Walks that share what they know do not press the same things again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from playwright.sync_api import ElementHandle, Error, FilePayload

from browser.clubs import StandInClub
from browser.live import LiveTable
from browser.network import Network
from browser.people import VISIBLE_POINT, Person
from browser.screens import HAPPENINGS, Screen
from dobbm.arena.seating import first_legal_action
from table.driver import person_on

MOST = 400
"""A walk of more presses goes round in circles."""
DEEP = 8
"""The greatest number of presses from the start of a walk to a control."""
DEAD = 10_000
"""Milliseconds after which a control that has changed nothing is dead, on a busy machine, too."""
STUCK = 10_000
"""Milliseconds after which a page without a control has no way out, and the walk an error."""

SCRIPT = (Path(__file__).parent / "walking.js").read_text()
"""Runs before every page of a walk, and answers it."""

WRONG = {"": "", "\u3164": "-1", "<b>&" + "W" * 300: "999999999"}
"""Texts that no field should take as they are, each with a number that none should take."""
RIGHT = ("Anna", "Berta", "Clara", "Dora", "Emma")
NUMBER = "60"
DAY = "2026-11-19"
TIME = "19:30"
VARYING = re.compile(rf"[\d.,:]+|(?:<b>&)?W{{9,}}|\u3164|{'|'.join(RIGHT)}")
COVERED = "nothing of it can be touched"
FIELDS = ("text", "number", "date", "time", "textarea", "search")
REFUSED = r"^Failed to load resource: (?!.*/static/)"
"""A browser complains like this when the server refuses something: no fault of the page."""


Happening: TypeAlias = Callable[[Person], None]


class Control(NamedTuple):
    """Something to press or to fill in, in one place."""

    place: str
    """The headings; without a dialog, the stage of the table and the address before them.

    For what leads to other places, the page alone.
    """
    name: str
    """For a form, the text with which it is filled in."""
    kind: str
    filled: str = ""
    """For the main button of a form: the text with which it has been filled in."""


ESCAPE = Control("", "Escape", "key")


class Start:
    """A screen from which a walk begins, again and again, after some things have happened there."""

    def __init__(self, person: Person, screen: Screen, happened: list[Happening]) -> None:
        self.person = person
        self.path = screen.path or "/t/stubai"
        self._screen = screen
        self._happened = happened
        self._begun = False

    def begin(self) -> None:
        """Show the screen as if the person came for the first time."""
        person, screen = self.person, self._screen
        page, network = person.page, person.network
        assert network
        network.down = False
        network.release()
        network.club = StandInClub()
        network.table = screen.table() if screen.table else None
        network.person = None if screen.seat is None else person_on(screen.seat)
        device = {**screen.device}
        forget = "([device, again]) => globalThis.walk?.forget(device, again)"
        if not page.evaluate(forget, [device, self._begun]):
            person.open("")
            person.window.forget()
            person.open(self.path)
            page.get_by_role("heading", level=1).first.wait_for()
            assert page.evaluate(forget, [device, True])
        self._begun = True
        if screen.script:
            page.evaluate(screen.script)
        page.evaluate("path => walk.open(path)", self.path)
        for happening in self._happened:
            happening(person)


def starts(person: Person, screen: Screen) -> Iterator[Start]:
    """Yield a screen as it is, then after each thing that happens there."""
    happenings: list[Happening] = [one for one in screen.opened.values() if one in HAPPENINGS]
    for count in range(len(happenings) + 1):
        yield Start(person, screen, happenings[:count])


class Walk:
    """A walk from a start to everything that can be reached from there."""

    def __init__(self, start: Start, known: set[Control], alike: int) -> None:
        """Controls that are ``known`` are not pressed again.

        Of those that look the same and stand side by side, at most ``alike`` are pressed.
        """
        self._start = start
        self._person = start.person
        self._home = re.split(r"[?#]", start.path)[0]
        self._known = known
        self._alike = alike
        self._ways: list[tuple[list[Control], list[Control]]] = [([], [])]
        """Ways from the start to places with more to press, and what that was; the latest last."""
        self._way: list[Control] = []
        self._places: list[object] = []
        """Where the person has been on the way, from the start to here."""
        self._filled = ""
        self._found: dict[str, Any] = {}
        """The place and the controls that the page offers now."""
        self._offered: dict[Control, tuple[int, int]] = {}
        """These controls, each with its rank and its position."""
        self._language = ""
        self.presses = 0
        self._faults: list[str] = []
        self._person.forgive(REFUSED)

    def to_its_end(self) -> list[str]:
        """Press everything, and return what leads nowhere."""
        while self._ways and self.presses < MOST:
            way, more = self._ways.pop()
            if more and self._known.issuperset(more):
                continue
            if more and self._go(way, more):
                self._ways.append((way, more))  # the short cut need not lead to all of it
                self._press_all()
            elif self._go(way):
                self._press_all()
        if self._ways:
            self._faults.append(f"there is more to press after {MOST} presses")
        return self._faults

    def _go(self, way: list[Control], wanted: Collection[Control] = ()) -> bool:
        """Begin again and go this way; return whether it still exists.

        If something is wanted, take the shortest cut to where a part of it is on offer.
        """
        self._start.begin()
        self._filled = ""
        self._settle()
        self._way = []
        self._language = self._found["language"]
        self._places = [self._here()]
        if not wanted:
            return all(self._use(control) for control in way)
        while not set(wanted).intersection(self._new()):
            cuts = [at for at, control in enumerate(way) if self._can_use(control)]
            if not cuts or not self._use(way[cuts[-1]]):
                return False
            way = way[cuts[-1] + 1 :]
        return True

    def _can_use(self, control: Control) -> bool:
        return self._found["dialog"] if control == ESCAPE else control in self._offered

    def _press_all(self) -> None:
        """Press what is new here and wherever that leads, and note the places with more."""
        left: tuple[list[Control], list[Control]] = ([], [])
        while len(self._way) < DEEP and self.presses < MOST:
            here, new = [*self._way], self._new()
            if not new:
                if self._leave_dialog():
                    continue
                # Another language may come so late that what has seemed to stay is gone.
                if not self._known.issuperset(left[1]):
                    self._ways.append(left)
                return
            self._known.add(new[0])
            self.presses += 1
            can_go_on = self._use(new[0])
            left = (here, new[1:])
            if len(new) > 1 and not (can_go_on and new[1] in self._new()):
                self._ways.append(left)
            if not can_go_on:
                return

    @property
    def _network(self) -> Network:
        """The network of the person, which answers in place of a server."""
        assert self._person.network
        return self._person.network

    # -- what is here ---------------------------------------------------------------------------

    def _new(self) -> list[Control]:
        """Return what can be pressed here and is not known; what leads away comes last."""
        found = self._found
        if found["language"] != self._language or found["address"].partition("#")[0] != self._home:
            return []
        groups: dict[str, int] = {}
        ranked = []
        for control, (rank, at) in self._offered.items():
            if control.kind != "form" and not found["controls"][at]["navigates"]:
                group = found["controls"][at]["group"]
                groups[group] = groups.get(group, 0) + 1
                if groups[group] > self._alike:
                    continue
            if control not in self._known:
                ranked.append((rank, control))
        return [control for _, control in sorted(ranked, key=lambda one: one[0])]

    def _ranked(self) -> dict[Control, tuple[int, int]]:
        """Return the controls here, each with its rank and its position."""
        place = self._place()
        offered: dict[Control, tuple[int, int]] = {}
        controls = self._found["controls"]
        for at, one in enumerate(controls):
            if one["chosen"] or one["kind"] in FIELDS:
                continue
            filled = self._filled if one["main"] else ""
            rank = 3 if one["leads"] else 2 if one["closes"] else int(one["main"])
            navigates = one["leads"] or one["navigates"]
            at_home = self._home if navigates and not self._found["dialog"] else place
            control = Control(at_home, general(one["name"]), one["kind"], filled)
            offered.setdefault(control, (rank, at))
        if any(one["kind"] in FIELDS for one in controls):
            for text in (*WRONG, "right"):
                offered[Control(place, text, "form")] = (0, 0)
        return offered

    def _place(self) -> str:
        """Return where the person is; a dialog is the same place wherever it is opened."""
        found = self._found
        at = ["dialog"] if found["dialog"] else [self._stage(), found["address"]]
        return general(" / ".join([*at, *found["headings"]]))

    def _here(self) -> object:
        """Return this place with all that it offers."""
        return frozenset(self._offered), self._filled

    def _stage(self) -> str:
        """Return what can be done at the table."""
        network = self._network
        if not network.table or not self._person.number:
            return ""
        table = network.table.evening.table
        if not table.deal:
            return str(table.stage)
        return f"{table.deal.phase} {table.deal.to_act == network.seat}"

    # -- what the person does -------------------------------------------------------------------

    def _use(self, control: Control, *, again: bool = True) -> bool:
        """Press a control or fill in a form; return whether the person can go on."""
        if control == ESCAPE:
            return self._leave_dialog()
        offered = self._offered
        if control not in offered:
            return False
        before = len(self._person.faults)
        fault = None
        try:
            if control.kind == "form":
                self._fill_in(control.name)
            else:
                fault = self._press(control, offered[control][1])
            if fault == COVERED and again:
                self._settle()  # a dialog may have come over it meanwhile
                return self._use(control, again=False)
            self._advance(control)
        except (AssertionError, Error) as error:
            fault = str(error).partition("\n")[0]
            if "not attached" in fault and again:
                self._settle()  # the page was drawn anew meanwhile
                return self._use(control, again=False)
        fault = fault or "; ".join(self._person.faults[before:])
        if fault:
            way = " > ".join(one.name for one in [*self._way, control])
            self._faults.append(f"{control.place}: {way}: {fault}")
        return not fault

    def _press(self, control: Control, at: int) -> str | None:
        """Press a control; return what is wrong."""
        page = self._person.page
        if control.kind == "select-one":
            self._choose_each(self._element(at))
            return None
        point = page.evaluate(f"walk.aim({at}, {VISIBLE_POINT})")
        if control.kind == "file":
            wrong = FilePayload(name="x.json", mimeType="text/plain", buffer=b"{]")
            self._element(at).set_input_files(wrong)
        elif control.kind == "range":
            self._element(at).press("Home")
            self._element(at).press("ArrowRight")
        elif point:
            self._person.touch(*point)
        else:
            return COVERED
        self._filled = ""
        return None if page.evaluate(f"walk.changes({DEAD})") else "nothing happens"

    def _element(self, at: int) -> ElementHandle:
        element = self._person.page.evaluate_handle(f"walk.offered[{at}]").as_element()
        assert element
        return element

    def _choose_each(self, element: ElementHandle) -> None:
        """Choose each option of a list, in the end the one that was chosen before."""
        now = element.input_value()
        values = element.evaluate("one => [...one.options].map(({ value }) => value)")
        for value in [*(one for one in values if one != now), now]:
            if not element.evaluate("one => one.isConnected"):
                return
            element.select_option(value)
            self._settle()

    def _fill_in(self, text: str) -> None:
        """Fill in all fields of the page, or of the dialog on top of it."""
        self._filled = f"filled in with {text}"
        given = []
        for at, one in enumerate(self._found["controls"]):
            if one["kind"] in FIELDS:
                words = RIGHT[at % len(RIGHT)] if text == "right" else text
                number = WRONG.get(text, NUMBER)
                day, time = (DAY, TIME) if text == "right" else ("", "")
                fits = {"number": number, "date": day, "time": time}
                given.append([at, fits.get(one["kind"], words)])
        self._person.page.evaluate(f"walk.type({json.dumps(given)})")

    def _leave_dialog(self) -> bool:
        """Close the dialog on top; return whether there was one."""
        if not self._found["dialog"]:
            return False
        self._person.page.keyboard.press("Escape")
        self._advance(ESCAPE)
        return True

    def _advance(self, control: Control) -> None:
        """Note the step just taken, and forget the steps of a detour that has led back."""
        self._settle()
        self._way.append(control)
        here = self._here()
        if here in self._places:
            del self._way[self._places.index(here) :]
            del self._places[len(self._way) :]
        self._places.append(here)

    def _settle(self) -> None:
        """Wait until the page rests, and let everybody else at the table act."""
        page, network = self._person.page, self._network
        rest = f"walk.rest({json.dumps(network.held is None)})"
        before, number = -1, self._let_others_act()
        while number != before:
            self._found = page.evaluate(rest)
            before, number = number, self._let_others_act()
        if not self._found["controls"]:
            page.wait_for_function(
                "walk.rest(false).then(({ controls }) => controls.length)", timeout=STUCK
            )
            self._found = page.evaluate(rest)
        self._offered = self._ranked()

    def _let_others_act(self) -> int:
        """Let others act until it is the person's turn; return the number of the last event."""
        table = self._network.table
        if not table:
            return 0
        if self._network.held is None:
            table.go_on()
            while self._waits_for_others(table):
                table.play(first_legal_action(table.evening.deal))
                table.go_on()
        return table.number

    def _waits_for_others(self, table: LiveTable) -> bool:
        """Whether somebody else is to act; a question waits for the person's answer."""
        deal, question = table.evening.table.deal, table.evening.table.question
        return bool(deal and not question and deal.to_act not in (None, self._network.seat))


@cache
def general(text: str) -> str:
    """Return a text without what differs from one state to the next: numbers and given texts."""
    return VARYING.sub("0", text)
