"""Walks through the page by pressing everything that it offers.

A walk knows no button by name. In each place it presses every control once, fills in every form in
the right way and in wrong ones, and notes what leads nowhere: so a new button, dialog or field is
walked without a new test.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from playwright.sync_api import ElementHandle, Error, FilePayload

from browser.people import Person
from dobbm.arena.seating import first_legal_action

MOST = 400
"""A walk of more presses goes round in circles."""
DEEP = 5
"""The greatest number of presses from the start of a walk to a control."""
DEAD = 2000
"""Milliseconds after which a control that has changed nothing is dead."""
STUCK = 10_000
"""Milliseconds after which a page without a control has no way out, and the walk an error."""

OFFERED = """() => {
  const box = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  const isSeen = (one) => one.checkVisibility({ visibilityProperty: true })
    && one.getClientRects().length > 0 && !one.closest("[inert]");
  const said = (one) => one?.innerText.trim() || one?.textContent.trim() || "";
  const controls = "button, a[href], summary, select, input, textarea";
  globalThis.offered = [...box.querySelectorAll(controls)]
    .filter((one) => isSeen(one) && !one.matches(":disabled, [aria-disabled=true]"));
  return {
    language: document.documentElement.lang,
    address: location.pathname + location.hash,
    place: [location.pathname + location.hash, box === document.body ? "" : "dialog",
      ...[...box.querySelectorAll("h1, h2")].filter(isSeen).map(said)],
    controls: globalThis.offered.map((one) => ({
      name: one.dataset.card ? `card ${one.className}`
        : one.getAttribute("aria-label") || said(one.labels?.[0]) || said(one),
      kind: one.type || one.localName,
      group: `${one.className} ${one.name ?? ""} ${one.parentElement.closest("[class]").className}`,
      leads: Boolean(one.href),
      chosen: one.matches(":checked[type=radio], a[href='#']") || one.href === location.href
        || (one.ariaCurrent && one.ariaCurrent !== "false") || false,
      main: one.matches(".primary, [type=submit]"),
      closes: one.matches(".close"),
    })),
  };
}"""
"""Returns where the person is, and the controls of the page or of the dialog on top of it."""

CHANGED = """(note) => {
  const fields = [...document.querySelectorAll("input, select, textarea, details, dialog")];
  const root = document.documentElement;
  const now = JSON.stringify([location.href, document.title, document.body.innerHTML, root.lang,
    { ...root.dataset }, fields.map((one) => [one.value, one.checked, one.open]),
    Math.round(scrollX), Math.round(scrollY), globalThis.effects]);
  const changed = now !== globalThis.before;
  if (note) globalThis.before = now;
  return changed;
}"""
"""Returns whether anything has changed that a press may change, since it was last noted."""

EFFECTS = """
globalThis.effects = 0;
const count = (owner, name, instead) => {
  const work = owner?.[name];
  if (!work) return;
  owner[name] = function (...given) {
    globalThis.effects += 1;
    return instead ? instead() : work.apply(this, given);
  };
};
count(globalThis, "print", () => {});
count(globalThis, "open", () => null);
count(globalThis.AudioContext?.prototype, "createGain");
count(globalThis.Clipboard?.prototype, "writeText", async () => {});
count(globalThis.Navigator?.prototype, "share", async () => {});
count(globalThis.HTMLInputElement?.prototype, "click", () => {});
count(globalThis.HTMLAnchorElement?.prototype, "click", () => {});
addEventListener("click", (event) => {
  const link = event.target.closest?.("a[download], a[target], a[href^=http], a[href^='/api/']");
  if (!link) return;
  globalThis.effects += 1;
  event.preventDefault();
}, { capture: true });
"""
"""Counts what presses do outside the page, and keeps the browser here."""

TOUCHED = "one => one.matches('input') && (one.closest('label') ?? one.labels[0]) || one"
"""Returns what a person touches: the label of a box or a circle."""

AT_REST = """() => new Promise((resolve) => {
  const look = (before) => requestAnimationFrame(() => setTimeout(() => {
    const now = document.body.innerHTML;
    if (now === before) resolve();
    else look(now);
  }));
  look("");
})"""
"""Waits until two frames are alike."""

WRONG = ("", "\u3164", "-1", "999999999", "<b>&", "W" * 300)
RIGHT = ("Anna", "Berta", "Clara", "Dora", "Emma")
NUMBER = "60"
FIELDS = ("text", "number", "textarea", "search")


class Control(NamedTuple):
    """Something to press or to fill in, in one place."""

    place: str
    """The stage of the table, the address, and the headings."""
    name: str
    """For a form, the text with which it is filled in."""
    kind: str
    filled: str = ""
    """For the main button of a form: the text with which it has been filled in."""


ESCAPE = Control("", "Escape", "key")


class Walk:
    """A walk from a start to everything that can be reached from there."""

    def __init__(
        self,
        person: Person,
        begin: Callable[[], None],
        home: str,
        known: set[Control],
        alike: int,
    ) -> None:
        """``begin`` brings the person to the start; the walk does not leave the address ``home``.

        Controls that are ``known`` are not pressed again, and of those that look the same and stand
        side by side, at most ``alike``.
        """
        self._person = person
        self._begin = begin
        self._home = home
        self._known = known
        self._alike = alike
        self._ways: list[list[Control]] = [[]]
        """Ways from the start to places where there is more to press, the latest last."""
        self._way: list[Control] = []
        self._places: list[str] = []
        """Where the person has been on the way, from the start to here."""
        self._filled = ""
        self._found: dict[str, Any] = {}
        """The place and the controls that the page offers now."""
        self._language = ""
        self._presses = 0
        self._faults: list[str] = []

    def to_its_end(self) -> list[str]:
        """Press everything, and return what leads nowhere."""
        while self._ways and self._presses < MOST:
            if self._go(self._ways.pop()):
                self._press_all()
        if self._ways:
            self._faults.append(f"there is more to press after {MOST} presses")
        complaints = self._person.complaints
        complaints[:] = filter(is_fault, complaints)
        return self._faults

    def _go(self, way: list[Control]) -> bool:
        """Begin again and go this way; return whether it still exists."""
        self._begin()
        self._settle()
        self._way, self._filled = [], ""
        self._language = self._found["language"]
        self._places = [self._place()]
        return all(self._use(control) for control in way)

    def _press_all(self) -> None:
        """Press what is new here and wherever that leads, and note the places with more."""
        while len(self._way) < DEEP and self._presses < MOST:
            here, new = [*self._way], self._new()
            if not new:
                if self._leave_dialog():
                    continue
                return
            self._known.add(new[0])
            self._presses += 1
            can_go_on = self._use(new[0])
            if len(new) > 1 and not (can_go_on and new[1] in self._new()):
                self._ways.append(here)
            if not can_go_on:
                return

    # -- what is here ---------------------------------------------------------------------------

    def _new(self) -> list[Control]:
        """Return what can be pressed here and is not known; what leads away comes last."""
        found = self._found
        if found["language"] != self._language or found["address"].partition("#")[0] != self._home:
            return []
        groups: dict[str, int] = {}
        ranked = []
        for control, (rank, at) in self._offered().items():
            if control.kind != "form":
                group = found["controls"][at]["group"]
                groups[group] = groups.get(group, 0) + 1
                if groups[group] > self._alike:
                    continue
            if control not in self._known:
                ranked.append((rank, control))
        return [control for _, control in sorted(ranked, key=lambda one: one[0])]

    def _offered(self) -> dict[Control, tuple[int, int]]:
        """Return the controls here, each with its rank and its position."""
        place = self._place()
        offered: dict[Control, tuple[int, int]] = {}
        controls = self._found["controls"]
        for at, one in enumerate(controls):
            if one["chosen"] or one["kind"] in FIELDS:
                continue
            filled = self._filled if one["main"] else ""
            rank = 3 if one["leads"] else 2 if one["closes"] else int(one["main"])
            control = Control(place, general(one["name"]), one["kind"], filled)
            offered.setdefault(control, (rank, at))
        if any(one["kind"] in FIELDS for one in controls):
            for text in (*WRONG, "right"):
                offered[Control(place, text, "form")] = (0, 0)
        return offered

    def _place(self) -> str:
        return general(" / ".join([self._stage(), *self._found["place"]]))

    def _stage(self) -> str:
        """Return what can be done at the table."""
        network = self._person.network
        if not network or not network.table or not self._person.number:
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
        offered = self._offered()
        if control not in offered:
            return False
        complaints = self._person.complaints
        before = len(complaints)
        fault = None
        try:
            if control.kind == "form":
                self._fill_in(control.name)
            else:
                fault = self._press(control, offered[control][1])
            self._advance(control)
        except (AssertionError, Error) as error:
            fault = str(error).partition("\n")[0]
            if "not attached" in fault and again:
                self._settle()  # the page was drawn anew meanwhile
                return self._use(control, again=False)
        fault = fault or "; ".join(filter(is_fault, complaints[before:]))
        del complaints[before:]
        if fault:
            way = " > ".join(one.name for one in [*self._way, control])
            self._faults.append(f"{control.place}: {way}: {fault}")
        return not fault

    def _press(self, control: Control, at: int) -> str | None:
        """Press a control; return what is wrong."""
        page = self._person.page
        element = self._element(at)
        if control.kind == "select-one":
            self._choose_each(element)
            return None
        page.evaluate(CHANGED, True)
        if control.kind == "file":
            element.set_input_files(FilePayload(name="x.json", mimeType="text/plain", buffer=b"{]"))
        elif control.kind == "range":
            element.press("Home")
            element.press("ArrowRight")
        else:
            touched = element.evaluate_handle(TOUCHED).as_element()
            assert touched
            self._person.press(touched)  # type: ignore[arg-type]
        self._filled = ""
        try:
            page.wait_for_function(CHANGED, arg=False, timeout=DEAD)
        except Error:
            return "nothing happens"
        return None

    def _element(self, at: int) -> ElementHandle:
        element = self._person.page.evaluate_handle("at => offered[at]", at).as_element()
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
        for at, one in enumerate(self._found["controls"]):
            if one["kind"] not in FIELDS:
                continue
            given = RIGHT[at % len(RIGHT)] if text == "right" else text
            if one["kind"] == "number":
                given = NUMBER if text == "right" else re.sub(r"[^\d-]", "", text)
            self._element(at).fill(given)

    def _leave_dialog(self) -> bool:
        """Close the dialog on top; return whether there was one."""
        page = self._person.page
        if not page.locator("dialog[open]").count():
            return False
        page.keyboard.press("Escape")
        self._advance(ESCAPE)
        return True

    def _advance(self, control: Control) -> None:
        """Note the step just taken, and forget the steps of a detour that has led back."""
        self._settle()
        self._way.append(control)
        place = self._place() + self._filled
        if place in self._places:
            del self._way[self._places.index(place) :]
            del self._places[len(self._way) :]
        self._places.append(place)

    def _settle(self) -> None:
        """Wait until the page rests, and let everybody else at the table act."""
        page, network = self._person.page, self._person.network
        if network and network.table:
            table = network.table
            table.go_on()
            while not network.held and (deal := table.evening.table.deal):
                if deal.to_act in (None, network.seat):
                    break
                table.play(first_legal_action(deal))
                table.go_on()
        page.evaluate(AT_REST)
        self._found = page.evaluate(OFFERED)
        if not self._found["controls"]:
            page.wait_for_function(f"({OFFERED})().controls.length", timeout=STUCK)
            self._found = page.evaluate(OFFERED)


def general(text: str) -> str:
    """Return a text without its numbers, which differ from one state to the next."""
    return re.sub(r"[\d.,:]+", "0", text)


def is_fault(complaint: str) -> bool:
    """Whether a browser complains of more than an answer that refuses a request."""
    return "Failed to load resource" not in complaint or "/static/" in complaint
