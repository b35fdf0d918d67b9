"""People who play on the page: with the mouse, with a finger, with keys, or by listening only.

They find everything by its role and name, as anybody does who cannot see the style sheets.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, TypeAlias, cast
from urllib.parse import urlsplit

from playwright.sync_api import (
    BrowserContext,
    CDPSession,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    StorageState,
    expect,
)

from dobbm.cards import name, parse_card, parse_cards
from dobbm.tricks import winning_card

Json: TypeAlias = dict[str, Any]
Size: TypeAlias = tuple[int, int]

PHONE: Size = (360, 640)
DESK: Size = (1280, 800)

RANKS = "6789UOKTS"

PATIENCE = 30_000
"""Milliseconds in which whatever must come has come."""

BEST_CALLS = ("i dob", "gut", "spiel zu", "weiter", "Solo")
"""What people here say, if they may."""

VISIBLE_POINT = """element => {
  const box = element.getBoundingClientRect();
  const points = [];
  for (let x = 1; x < 16; x += 1)
    for (let y = 1; y < 16; y += 1)
      points.push([box.x + box.width * x / 16, box.y + box.height * y / 16]);
  const hits = points.filter(([x, y]) => element.contains(document.elementFromPoint(x, y)));
  if (!hits.length) return null;
  const mean = (way) => hits.reduce((sum, point) => sum + point[way], 0) / hits.length;
  const [x, y] = [mean(0), mean(1)];
  return hits.reduce((best, point) =>
    Math.hypot(point[0] - x, point[1] - y) < Math.hypot(best[0] - x, best[1] - y) ? point : best);
}"""
"""The middle of what is to be seen of an element: cards lie one above the other."""


class Person:
    """Somebody with a browser window of their own, and a mouse."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context = context
        self.address = address
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.complaints: list[str] = []
        self.hosts: set[str] = set()
        self.page.on("console", self._note_console)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", self._note_host)

    def _note_console(self, message: ConsoleMessage) -> None:
        address = message.location.get("url", "")
        # On a busy machine a contribution to the shuffle comes too late: it is left out.
        if message.type == "error" and not address.endswith("/shuffle"):
            self.complaints.append(f"{message.text} {address}")

    def _note_host(self, request: Request) -> None:
        scheme, host, *_ = urlsplit(request.url)
        self.hosts.add(f"{scheme}://{host}")

    # -- what there is on the page ------------------------------------------------------------

    def button(self, name: str | re.Pattern[str], **more: Any) -> Locator:
        return self.page.get_by_role("button", name=name, **more)

    @property
    def hand(self) -> Locator:
        """The cards in the person's hand."""
        return self.page.get_by_role("group", name="Your hand").get_by_role("button")

    @property
    def legal(self) -> Locator:
        """Of these, the ones that can be used now."""
        group = self.page.get_by_role("group", name="Your hand")
        return group.get_by_role("button", disabled=False)

    @property
    def calls(self) -> Locator:
        """What may be said now."""
        return self.page.get_by_role("group", name="What you may say").get_by_role("button")

    @property
    def laying(self) -> Locator:
        """The button that lays four cards away."""
        return self.button(re.compile("^i lig"))

    @property
    def between(self) -> Locator:
        """What may be asked for after a deal."""
        return self.button(re.compile("Next deal|Another session"))

    @property
    def heard(self) -> list[str]:
        """What was announced, the newest last."""
        return self.page.get_by_role("log").get_by_role("paragraph").all_inner_texts()

    def hears(self, text: str | re.Pattern[str]) -> None:
        """Wait until this has been said."""
        expect(self.page.get_by_role("log")).to_contain_text(text, timeout=PATIENCE)

    def sees(self, text: str | re.Pattern[str]) -> None:
        """Wait until this is to be seen."""
        expect(self.page.get_by_text(text).first).to_be_visible(timeout=PATIENCE)

    # -- what the server knows of the table -----------------------------------------------------

    @property
    def api(self) -> str:
        """Where the server tells of the table that the page shows."""
        table = urlsplit(self.page.url).path.split("/")[2]
        return f"{self.address}/api/v1/tables/{table}"

    def story(self) -> Json:
        """The table as the server shows it to this person, who need not look at the page."""
        answer = self.context.request.get(self.api)
        assert answer.ok, answer.text()
        told: Json = answer.json()
        return told

    def post(self, way: str, body: Json | None = None) -> int:
        """Ask the server past the page, for what only leads to the scene of a test; the status."""
        return self.context.request.post(f"{self.api}{way}", data=body or {}).status

    def shows(self, view: Json) -> None:
        """Wait until the page shows one's turn in this view."""
        expect(self.hand).to_have_count(len(view["hand"]), timeout=PATIENCE)
        if view["phase"] == "play":
            expect(self.legal).to_have_count(len(view["legal"]), timeout=PATIENCE)
        else:
            expect(self.calls.or_(self.laying).first).to_be_visible(timeout=PATIENCE)

    # -- hands and fingers ----------------------------------------------------------------------

    def press(self, target: Locator) -> None:
        """Use a button or a card."""
        self.page.mouse.click(*self.point(target))

    def point(self, target: Locator) -> tuple[float, float]:
        """Where it can be touched, when it has come to rest."""
        target.scroll_into_view_if_needed()
        before = None
        for _ in range(50):
            point = target.evaluate(VISIBLE_POINT)
            if point and point == before:
                return point[0], point[1]
            before = point
            self.page.evaluate("() => new Promise((drawn) => requestAnimationFrame(drawn))")
        raise AssertionError(f"nothing of it can be touched: {target}")

    # -- playing --------------------------------------------------------------------------------

    def open(self, path: str = "/") -> None:
        self.page.goto(self.address + path)

    def sit_down_with_bots(self) -> None:
        """From the start page to one's cards."""
        self.open()
        self.press(self.button("Play now"))
        self.hand.first.wait_for()

    def wait_for_turn(self) -> None:
        """Until one may do something, be it only ask for the next deal."""
        self.calls.or_(self.legal).or_(self.between).first.wait_for()

    @property
    def may_act(self) -> bool:
        return bool(self.calls.count() or self.legal.count())

    @property
    def is_between(self) -> bool:
        """Whether the deal is over, for the eyes of this person."""
        return bool(self.between.count())

    def act(self) -> None:
        """Say or do something sensible, and see that it is done."""
        if self.calls.count():
            self.say()
        elif self.laying.count():
            self.lay_away()
        else:
            self.play(self.legal.first)

    def say(self) -> None:
        names = [name.replace("\n", " ") for name in self.calls.all_inner_texts()]
        chosen = next(call for call in BEST_CALLS if any(name.startswith(call) for name in names))
        call = self.calls.filter(has_text=re.compile(f"^\\s*{chosen}"))
        before = self.story()["turn"]
        self.press(call)
        # Two words may look the same on the page.
        self.wait(lambda story: story["turn"] > before)

    def wait(self, until: Callable[[Json], Any]) -> Json:
        """The table as the server shows it, as soon as it is so."""
        for _ in range(PATIENCE // 20):
            story = self.story()
            if until(story):
                return story
            self.page.wait_for_timeout(20)
        raise AssertionError(f"it has never come: {story}")

    def lay_away(self) -> None:
        """Four cards that are no sows may always go."""
        plain = [card for card in self.card_names() if not card.startswith("Sow")]
        for card in plain[-4:]:
            self.press(self.hand_card(card))
            expect(self.hand_card(card)).to_have_attribute("aria-pressed", "true")
        self.press(self.laying)
        expect(self.hand).to_have_count(8)

    def play(self, card: Locator) -> None:
        held = self.hand.count()
        self.press(card)
        expect(self.hand).to_have_count(held - 1)

    def card_names(self) -> list[str]:
        """What the cards are called, with all that is said of them."""
        return [card.get_attribute("aria-label") or "" for card in self.hand.all()]

    def hand_card(self, name: str) -> Locator:
        """A card by its name; what else is said of it may change."""
        plain = name.removesuffix(", from the Dobb")
        return self.page.get_by_role("group", name="Your hand").get_by_role(
            "button", name=re.compile(f"^{re.escape(plain)}")
        )

    def play_deal(self, until: Callable[[], bool] = lambda: False) -> None:
        """Play until the deal is over, or earlier if it is so when one is to act."""
        while True:
            self.wait_for_turn()
            if self.is_between or until():
                return
            self.act()

    def go_on(self) -> None:
        """Ask for what comes after a deal, and wait until it comes."""
        self.press(self.between)
        expect(self.between).to_have_count(0, timeout=PATIENCE)
        self.wait(lambda story: story["stage"] != "shuffling")

    def payments(self) -> list[int]:
        """What the page tells that everybody received in the last deal."""
        rows = self.page.get_by_role("table").get_by_role("row").all()[1:]
        cells = [row.get_by_role("cell").first.inner_text() for row in rows]
        return [int(cell.replace("−", "-").replace(",", "")) for cell in cells]


def hurry(people: Sequence[Person], until: Callable[[Json], bool]) -> Json:
    """Let people act past their pages, deal after deal, until a turn is so; the table at it."""
    for _ in range(3000):
        for person in people:
            story = person.story()
            view = story["view"]
            if story["stage"] == "between":
                person.post("/next")
            elif story["stage"] == "playing" and view["to_act"] == story["seat"]:
                if until(view):
                    person.shows(view)
                    return story
                status = person.post("/actions", {"action": sensible(view), "turn": story["turn"]})
                assert status == 200, story
        people[0].page.wait_for_timeout(10)
    raise AssertionError("it has never come")


def sensible(view: Json) -> str:
    """What people here do: the same words as through the page, and the lowest legal card."""
    if view["phase"] == "exchange":
        return " ".join(sorted(view["hand"], key=strength)[:4])
    if view["phase"] == "play":
        return str(min(view["legal"], key=strength))
    return next(word for word in ("dobbm", "gut", "weiter", "solo") if word in view["legal"])


def strength(card: str) -> tuple[bool, int]:
    """Sows above everything, then hearts."""
    return card[1] == "S", (card[0] == "H") * 9 + RANKS.index(card[1])


def spoken(card: str) -> str:
    """What the page calls a card."""
    suits = {"H": "hearts", "L": "leaves", "A": "acorns", "B": "bells"}
    words = "Sow Ten King Ober Unter Nine Eight Seven Six".split()
    ranks = dict(zip("STKOU9876", words, strict=True))
    return "Weli, the six of bells" if card == "B6" else f"{ranks[card[1]]} of {suits[card[0]]}"


def cards_played(view: Json) -> list[str]:
    return [action for action in view["actions"] if len(action) == 2]


def tricks_of(view: Json) -> list[tuple[int, list[str]]]:
    """The tricks taken, the winner and the cards of each, as the engine has it."""
    played = cards_played(view)
    tricks: list[tuple[int, list[str]]] = []
    leader = view["declarer"]
    for at in range(0, len(played) // 4 * 4, 4):
        cards = played[at : at + 4]
        best = name(winning_card(parse_cards(" ".join(cards)), parse_card(cards[0])))
        leader = (leader + cards.index(best)) % 4
        tricks.append((leader, cards))
    return tricks


def is_own(view: Json, winner: int) -> bool:
    """Whether a trick of this winner is one of the own side."""
    return bool((winner == view["declarer"]) == (view["seat"] == view["declarer"]))


def unbeatable(view: Json) -> bool:
    """Whether one leads, and holds nothing but cards that no card still unseen can beat."""
    played = cards_played(view)
    if view["phase"] != "play" or len(played) % 4:
        return False
    seen = {*played, *view["hand"], *(view["discards"] or [])}
    unseen = [suit + rank for suit in "HLAB" for rank in RANKS if suit + rank not in seen]

    def beaten(card: str, other: str) -> bool:
        if other[0] == card[0]:
            return RANKS.index(other[1]) > RANKS.index(card[1])
        return other[0] == "H"

    return not any(beaten(card, other) for card in view["hand"] for other in unseen)


class Fingers(Person):
    """Touches the screen."""

    def press(self, target: Locator) -> None:
        self.page.touchscreen.tap(*self.point(target))


class Keys(Person):
    """Has neither mouse nor finger: Tab, arrows, Enter."""

    def press(self, target: Locator) -> None:
        group = target.locator("xpath=ancestor::*[@role='group'][1]")
        in_hand = group.count() and group.get_attribute("aria-label") == "Your hand"
        if in_hand:
            self._tab_to(lambda: bool(group.evaluate("e => e.contains(document.activeElement)")))
            self.page.keyboard.press("Home")
            self._step("ArrowRight", 12, target)
        else:
            self._tab_to(lambda: self._is_focused(target))
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


class Node:
    """What assistive technology is told of one thing on the page."""

    def __init__(self, told: Json) -> None:
        self.role: str = told.get("role", {}).get("value", "")
        self.name: str = told.get("name", {}).get("value", "")
        self.id: int = told.get("backendDOMNodeId", 0)
        self.states = {one["name"]: one["value"].get("value") for one in told["properties"]}
        self.disabled = bool(self.states.get("disabled"))


class Listener:
    """Knows the page only as its accessibility tree, and the game only as it is announced."""

    def __init__(self, person: Person) -> None:
        self._page = person.page
        self._devtools: CDPSession = person.context.new_cdp_session(person.page)

    def nodes(self, role: str) -> list[Node]:
        """Everything of this role, in the order in which it is read."""
        tree = self._devtools.send("Accessibility.getFullAXTree")["nodes"]
        told = [{"properties": []} | node for node in tree if not node["ignored"]]
        return [node for node in map(Node, told) if node.role == role]

    def press(self, name: str, role: str = "button") -> None:
        """Do what the first thing does whose name begins so; wait for it if it is not there."""
        for _ in self._patience():
            for node in self.nodes(role):
                if node.name.startswith(name) and not node.disabled:
                    self._use(node)
                    return
        raise AssertionError(f"there is no {role} {name}")

    def _use(self, node: Node) -> None:
        found = self._devtools.send("DOM.resolveNode", {"backendNodeId": node.id})["object"]
        click = {"objectId": found["objectId"], "functionDeclaration": "function(){this.click()}"}
        self._devtools.send("Runtime.callFunctionOn", click)

    def listen(self) -> Iterator[str]:
        """All that is announced, once each and as it comes."""
        said: list[str] = []
        while True:
            lines = self._said_since(said)
            yield from new_lines(said, lines)
            said = lines

    def _said_since(self, said: list[str]) -> list[str]:
        """What has been said, as soon as there is more than this."""
        for _ in self._patience():
            lines = log_lines(self._devtools.send("Accessibility.getFullAXTree")["nodes"])
            if new_lines(said, lines):
                return lines
        raise AssertionError("nothing more is said")

    def _patience(self) -> Iterator[None]:
        for _ in range(PATIENCE // 50):
            yield
            self._page.wait_for_timeout(50)


def log_lines(tree: list[Json]) -> list[str]:
    """The paragraphs of the live region."""
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
    """What has been added at the end; what lies too far back goes at the beginning."""
    for gone in range(len(before) + 1):
        kept = before[gone:]
        if now[: len(kept)] == kept:
            return list(islice(now, len(kept), None))
    return now


def events_of(person: Person) -> list[str]:
    """The data of every event that comes from now on, as bytes on the wire."""
    told: list[str] = []
    devtools = person.context.new_cdp_session(person.page)
    devtools.send("Network.enable")
    devtools.on("Network.eventSourceMessageReceived", lambda event: told.append(event["data"]))
    return told


def device(address: str, **look: Any) -> StorageState:
    """What a device remembers of the page: short rests and no sounds, unless told otherwise."""
    silent = ["turn", "card", "sweep", "word", "end"]
    told = json.dumps({"stay": 0.3, "silent": silent, "motion": False} | look)
    kept = {"origin": address, "localStorage": [{"name": "dobbm", "value": told}]}
    return cast("StorageState", {"cookies": [], "origins": [kept]})
