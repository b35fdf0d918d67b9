"""People who use the page: with the mouse, a finger, the keyboard, or by listening only.

They find everything by its role and name, like anybody who cannot see the style sheets.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from itertools import islice
from typing import Any, TypeAlias

from playwright.sync_api import CDPSession, Error, Locator, Page, expect

from browser.live import LiveTable
from browser.network import Network
from browser.windows import Window
from dobbm.game.cards import CARDS, name, parse_cards
from dobbm.game.tricks import winning_card

Json: TypeAlias = dict[str, Any]

PATIENCE = 30_000
"""Milliseconds after which a test gives up waiting."""

VISIBLE_POINT = """element => {
  element.scrollIntoView({ block: "nearest", inline: "nearest" });
  const box = element.getBoundingClientRect();
  const points = [];
  for (let x = 1; x < 10; x += 1)
    for (let y = 1; y < 10; y += 1)
      points.push([box.x + box.width * x / 10, box.y + box.height * y / 10]);
  const hits = points.filter(([x, y]) => element.contains(document.elementFromPoint(x, y)));
  if (!hits.length) return null;
  const mean = (way) => hits.reduce((sum, point) => sum + point[way], 0) / hits.length;
  const [x, y] = [mean(0), mean(1)];
  return hits.reduce((best, point) =>
    Math.hypot(point[0] - x, point[1] - y) < Math.hypot(best[0] - x, best[1] - y) ? point : best);
}"""
"""Returns a point near the middle of an element's visible part: cards overlap."""

AIM = """element => {
  globalThis.aimed?.abort();
  const aimed = globalThis.aimed = new AbortController();
  let astray = null;
  const watch = (event) => {
    astray ??= element.isConnected && !element.contains(event.target);
    if (astray) event.stopImmediatePropagation();
    if (event.type !== "click") return;
    aimed.abort();
    if (!astray) return;
    event.preventDefault();
    element.click();
  };
  for (const step of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"])
    addEventListener(step, watch, { capture: true, signal: aimed.signal });
}"""
"""Lets the next press reach the element even if it has moved meanwhile: a person would aim anew."""


class Person:
    """A person with a browser window and a mouse."""

    def __init__(self, window: Window, address: str) -> None:
        self.window = window
        self.address = address
        self.page: Page = window.page
        self.context = window.context
        self.complaints = window.complaints
        self.network: Network | None = None
        """Answers in place of a server; None if there is a server."""
        self._forgiven: list[str] = []

    def forgive(self, complaint: str) -> None:
        """Allow the browser to complain like this pattern, at any time before or after."""
        self._forgiven.append(complaint)

    def forgive_requests(self, to: str = "") -> None:
        """Allow requests to fail whose address ends like this."""
        self.forgive(f"^Failed to load resource: .*{to}$")

    @property
    def faults(self) -> list[str]:
        """The browser's complaints, except those that are forgiven."""
        known = re.compile("|".join(self._forgiven) or "(?!)")
        return [complaint for complaint in self.complaints if not known.search(complaint)]

    @property
    def table(self) -> LiveTable:
        """The person's table."""
        assert self.network
        assert self.network.table
        return self.network.table

    # -- parts of the page --------------------------------------------------------------------

    def button(self, name: str | re.Pattern[str], **more: Any) -> Locator:
        return self.page.get_by_role("button", name=name, **more)

    @property
    def hand(self) -> Locator:
        """The cards in the person's hand."""
        return self.page.get_by_role("group", name="Your hand").get_by_role("button")

    @property
    def legal(self) -> Locator:
        """The cards in the hand that can be played or put aside now; others can be planned."""
        return self.hand.and_(self.page.locator(".legal, .toggles"))

    @property
    def calls(self) -> Locator:
        """The words that may be said now."""
        return self.page.get_by_role("group", name="Possible calls").get_by_role("button")

    @property
    def discard_button(self) -> Locator:
        """The button that discards four cards."""
        return self.button(re.compile("^i lig"))

    @property
    def between(self) -> Locator:
        """The button for the next deal or session."""
        return self.button(re.compile("Next deal|Another session"))

    @property
    def heard(self) -> list[str]:
        """All announcements, the newest last."""
        return self.page.get_by_role("log").get_by_role("paragraph").all_inner_texts()

    def hears(self, text: str | re.Pattern[str]) -> None:
        """Wait until this text is announced."""
        expect(self.page.get_by_role("log")).to_contain_text(text)

    def sees(self, text: str | re.Pattern[str]) -> None:
        """Wait until this text is visible."""
        expect(self.page.get_by_text(text).first).to_be_visible(timeout=PATIENCE)

    # -- state of the page ----------------------------------------------------------------------

    def is_at(self, number: int) -> None:
        """Wait until the page shows the table as of this event."""
        expect(self.page.locator("#page")).to_have_attribute("data-number", str(number))

    @property
    def number(self) -> str | None:
        """The number of the table's last event that the page shows."""
        return self.page.locator("#page").get_attribute("data-number")

    def is_up_to_date(self) -> None:
        """Wait until the page shows the current table."""
        self.is_at(self.table.number)

    def sends(self, route: str) -> AbstractContextManager[Any]:
        """Wait until the block has made the page send this request, and it is answered."""
        return self.page.expect_response(f"**{route}")

    # -- mouse and fingers ----------------------------------------------------------------------

    def escape(self) -> None:
        """Close a dialog with Escape; a closed one stays in the page for a moment, invisible."""
        self.page.keyboard.press("Escape")
        expect(self.page.locator("dialog")).to_have_count(0)

    def press(self, target: Locator) -> None:
        """Press a button or a card."""
        point = self.point(target)
        target.evaluate(AIM)
        self.touch(*point)

    def touch(self, x: float, y: float) -> None:
        """Press what is at a place of the window."""
        self.page.mouse.click(x, y)

    def point(self, target: Locator) -> tuple[float, float]:
        """Return where an element can be touched, as soon as it rests and nothing covers it."""
        before = None
        for _ in range(150):
            found = target.evaluate(VISIBLE_POINT)
            if found and found == before:
                x, y = found
                return x, y
            try:
                # Waits until the element is at the same place in two frames of the browser.
                target.scroll_into_view_if_needed()
            except Error as error:
                # The page may have drawn the element anew meanwhile.
                if "not attached" not in str(error):
                    raise
            before = found
        raise AssertionError(f"nothing of it can be touched: {target}")

    def stop_the_clock(self) -> None:
        """Stop the page's clock: from now on, only the test lets time pass."""
        self.page.clock.install(time=0)
        self.page.clock.pause_at(1)

    # -- playing --------------------------------------------------------------------------------

    def open(self, path: str = "/") -> None:
        """Open an address of the site, or a blank page if it is empty."""
        address = self.address + path if path else "about:blank"
        for tries_left in (3, 2, 1, 0):
            try:
                self.page.goto(address)
            except Error as error:
                # A page that misses a part may load itself anew at the same moment, once; what it
                # has interrupted can still interrupt the next attempt.
                if not tries_left or "interrupted by another navigation" not in str(error):
                    raise
            else:
                return

    @contextmanager
    def acting(self) -> Iterator[None]:
        """Wait until the page shows the result of the person's actions in this block.

        Until then it still offers what could be done before.
        """
        before = self.number
        yield
        expect(self.page.locator("#page")).not_to_have_attribute("data-number", before or "")

    def act(self) -> None:
        """Take the first sensible action, and wait until the table has it."""
        with self.acting():
            if self.discard_button.count():
                plain = [card for card in self.hand.all() if not name_of(card).startswith("Sow")]
                for card in plain[-4:]:
                    self.press(card)
                self.press(self.discard_button)
            elif self.calls.count():
                dobbm = self.calls.filter(has_text="i dob")
                self.press(dobbm if dobbm.count() else self.calls.first)
            else:
                self.press(self.legal.first)

    def play_deal(self) -> None:
        """Act on every turn of the person until the deal is over."""
        while not self.is_over():
            self.act()

    def is_over(self, patience: float = PATIENCE) -> bool:
        """Wait for the person's turn or the end of the deal; return whether it is over."""
        turn = self.calls.or_(self.discard_button).or_(self.legal).or_(self.between)
        turn.first.wait_for(timeout=patience)
        return self.between.count() > 0

    def play(self, card: str) -> None:
        """Play a card, and wait until the table has it."""
        with self.sends("/actions"):
            self.press(self.card(card))

    def card(self, card: str) -> Locator:
        """Return a card in the hand by its short name; the rest of its label may change."""
        return self.page.get_by_role("group", name="Your hand").get_by_role(
            "button", name=re.compile(f"^{spoken(card)}")
        )

    def card_names(self) -> list[str]:
        """Return the full labels of the cards in the hand."""
        return [name_of(card) for card in self.hand.all()]


def name_of(card: Locator) -> str:
    return card.get_attribute("aria-label") or ""


def spoken(card: str) -> str:
    """Return the page's name of a card."""
    suits = {"H": "hearts", "L": "leaves", "A": "acorns", "B": "bells"}
    words = "Sow Ten King Ober Unter Nine Eight Seven Six".split()
    ranks = dict(zip("STKOU9876", words, strict=True))
    return "Weli, the six of bells" if card == "B6" else f"{ranks[card[1]]} of {suits[card[0]]}"


def cards_played(view: Json) -> list[str]:
    return [action for action in view["actions"] if len(action) == 2]


def tricks_of(view: Json) -> list[tuple[int, list[str]]]:
    """Return the winner and the cards of each trick taken, by the engine."""
    played = cards_played(view)
    tricks: list[tuple[int, list[str]]] = []
    leader = view["declarer"]
    for at in range(0, len(played) // 4 * 4, 4):
        cards = played[at : at + 4]
        best = name(winning_card(parse_cards(" ".join(cards)), CARDS[cards[0]]))
        leader = (leader + cards.index(best)) % 4
        tricks.append((leader, cards))
    return tricks


def is_own(view: Json, winner: int) -> bool:
    """Whether a trick of this winner belongs to the viewer's side."""
    return bool((winner == view["declarer"]) == (view["seat"] == view["declarer"]))


class Fingers(Person):
    """Touches the screen."""

    def touch(self, x: float, y: float) -> None:
        self.page.touchscreen.tap(x, y)


class Keys(Person):
    """Uses the keyboard only: Tab, arrow keys, Enter."""

    def press(self, target: Locator) -> None:
        group = target.locator("xpath=ancestor::*[@role='group'][1]")
        in_hand = group.count() and group.get_attribute("aria-label") == "Your hand"
        if in_hand:
            self._tab_to(lambda: bool(group.evaluate("e => e.contains(document.activeElement)")))
            self.page.keyboard.press("Home")
            self._step("ArrowRight", 12, target)
        else:
            self._tab_to(lambda: self._is_focused(target))
        self.page.keyboard.press("Shift")  # a key pressed on purpose, not twice by accident
        assert target.evaluate("e => getComputedStyle(e).outlineStyle !== 'none'"), "focus is seen"
        self.page.keyboard.press("Enter")

    def _tab_to(self, there: Callable[[], bool]) -> None:
        for _ in range(60):
            if there():
                return
            self.page.keyboard.press("Tab")
        raise AssertionError("Tab never gets there")

    def _step(self, key: str, most: int, target: Locator) -> None:
        for _ in range(most):
            if self._is_focused(target):
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"{key} never gets there")

    @staticmethod
    def _is_focused(target: Locator) -> bool:
        return bool(target.evaluate("e => e === document.activeElement"))


MORE_IS_SAID = """said => {
  const lines = [...document.querySelectorAll("#said p")].map((line) => line.textContent);
  return JSON.stringify(lines) !== JSON.stringify(said);
}"""


class Node:
    """An element as assistive technology sees it."""

    def __init__(self, node: Json) -> None:
        self.role: str = node.get("role", {}).get("value", "")
        self.name: str = node.get("name", {}).get("value", "")
        self.id: int = node.get("backendDOMNodeId", 0)


class Listener:
    """Knows the page only by its accessibility tree, and the game only by announcements."""

    def __init__(self, person: Person) -> None:
        self._page = person.page
        self._devtools: CDPSession = person.context.new_cdp_session(person.page)

    def nodes(self, role: str) -> list[Node]:
        """Return all nodes with this role, in reading order."""
        tree = self._devtools.send("Accessibility.getFullAXTree")["nodes"]
        exposed = [Node(node) for node in tree if not node["ignored"]]
        return [node for node in exposed if node.role == role]

    def press(self, name: str) -> None:
        """Press the first button whose name begins like this; wait for it if necessary."""
        named = re.compile(f"^{re.escape(name)}")
        self._page.get_by_role("button", name=named, disabled=False).first.wait_for()
        self._use(next(node for node in self.nodes("button") if named.match(node.name)))

    def _use(self, node: Node) -> None:
        found = self._devtools.send("DOM.resolveNode", {"backendNodeId": node.id})["object"]
        click = {"objectId": found["objectId"], "functionDeclaration": "function(){this.click()}"}
        self._devtools.send("Runtime.callFunctionOn", click)

    def listen(self) -> Iterator[str]:
        """Yield every announcement once, as it arrives."""
        said: list[str] = []
        while True:
            lines = self._said_since(said)
            yield from new_lines(said, lines)
            said = lines

    def _said_since(self, said: list[str]) -> list[str]:
        """Return all announcements, as soon as there are more than these."""
        self._page.wait_for_function(MORE_IS_SAID, arg=said)
        return log_lines(self._devtools.send("Accessibility.getFullAXTree")["nodes"])


def log_lines(tree: list[Json]) -> list[str]:
    """Return the paragraphs of the live region."""
    by_id = {node["nodeId"]: node for node in tree}

    def texts(node: Json) -> Iterator[str]:
        if node.get("role", {}).get("value") == "StaticText":
            yield node["name"]["value"]
            return
        for child in node.get("childIds", []):
            if child in by_id:
                yield from texts(by_id[child])

    log = next(node for node in tree if node.get("role", {}).get("value") == "log")
    return ["".join(texts(by_id[child])) for child in log["childIds"] if child in by_id]


def new_lines(before: list[str], now: list[str]) -> list[str]:
    """Return the lines added at the end; the oldest ones may have been removed."""
    for gone in range(len(before) + 1):
        kept = before[gone:]
        if now[: len(kept)] == kept:
            return list(islice(now, len(kept), None))
    return now


def events_of(person: Person) -> list[str]:
    """Collect the data of every event of the table from now on, as sent over the network."""
    received: list[str] = []

    def receive(event: Any) -> None:
        if event["eventName"] != "beat":
            received.append(event["data"])

    devtools = person.context.new_cdp_session(person.page)
    devtools.send("Network.enable")
    devtools.on("Network.eventSourceMessageReceived", receive)
    return received
