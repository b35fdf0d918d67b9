"""Friends who play a whole evening on a real server, each in a language, and what their pages say.

The pages note every announcement, every notice and the number of the event on screen, with times;
``report`` compares them with the events that the server has stored.
"""

from __future__ import annotations

import json
import re
import time
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from statistics import median
from typing import Any, NamedTuple

from playwright.sync_api import ConsoleMessage, Locator

from browser.people import PATIENCE, Fingers, Person
from dobbm.game.actions import Seat
from dobbm.table.events import (
    Acted,
    CameBack,
    Claimed,
    Dealt,
    Delayed,
    Event,
    Left,
    Proposed,
    Refused,
    RulesSet,
    Said,
    Sat,
    StoodIn,
    Swapped,
    TookBack,
    Wished,
    Wrote,
)
from dobbm.table.reducer import apply_event, opened
from dobbm.table.state import Table
from dobbm.table.talk import PHRASES
from dobbm.text.translations import translator

SOON = 5.0
"""Seconds within which everybody concerned must see and hear what has happened."""
JUST_BEFORE = 0.5
"""Seconds before a person leaves the page in which it may show an event and not say it any more."""

NOTES = """
{
  const note = (...noted) => console.debug(JSON.stringify(["noted", Date.now() / 1000, ...noted]));
  const seen = {};
  const look = (what, value) => {
    if (seen[what] !== value) note(what, (seen[what] = value));
  };
  new MutationObserver((changes) => {
    look("number", document.getElementById("page")?.dataset.number ?? "");
    look("banner", Boolean(document.querySelector(".offline")));
    for (const { addedNodes, target } of changes)
      for (const node of addedNodes) {
        if (target.id === "said") note("said", node.textContent);
        if (node.className === "toast") note("notice", node.textContent);
      }
  }).observe(document, { subtree: true, childList: true, attributeFilter: ["data-number"] });
  note("number", "");
}
"""
"""Notes what a person sees and hears, from the moment at which a page begins to load."""

CHANCE = """
{
  let state = %d;
  crypto.getRandomValues = (array) => {
    for (let at = 0; at < array.length; at += 1) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      array[at] = state >>> 24;
    }
    return array;
  };
}
"""
"""Makes a page's random numbers follow from a seed."""

SHOWS = "number => Number(document.getElementById('page').dataset.number) >= number"
WORDS: dict[str, str | re.Pattern[str]] = {
    "weiter": re.compile("weiter|spiel zu"),
    "dobbm": "i dob",
    "solo": "Solo",
    "gut": "gut",
    "schwacher": "an Schwochn",
}
"""The texts on the buttons, by action."""


USUAL = {
    "card": r"[^.。]*(?: of |-|の)[^.。]*",
    "word": r"(?:weiter|i dob|Solo|spiel zu|i lig|gut|an Schwochn|retour)",
}
"""Patterns of what replaces placeholders, in any language."""


VOTES = {
    "ready": ("", "{name} is ready."),
    "next": ("", "{name} is ready for the next deal."),
    "mussrunde": (
        "You have asked for the Mußrunde: it begins with the next deal if everybody agrees.",
        "{name} asks for the Mußrunde: last deals in which forehand must play.",
    ),
}
"""The announcements of a vote: to the voter, and to the others."""
AGREES = ("You agree to the Mußrunde.", "{name} agrees to the Mußrunde.")
"""The same about a further vote for a Mußrunde."""
AGREED = (
    "The Mußrunde begins with the next deal.",
    "{name} agrees too: the Mußrunde begins with the next deal.",
)
"""The same about the last agreement to a Mußrunde."""


class Noted(NamedTuple):
    """A note of a page."""

    at: float
    what: str
    value: Any


class Friend(Person):
    """A person who uses the page in a language, with a mouse."""

    name: str
    language: str
    notes: list[Noted]
    outages: list[tuple[float, float]]
    """When the network was down, and when it was back."""

    def introduce(self, name: str, language: str, seed: int) -> None:
        """Say who it is; what the page notes is kept from now on."""
        self.name, self.language = name, language
        self.notes, self.outages = [], []
        self.page.on("console", self._note)
        self.window.prepare(CHANCE % seed)

    def part(self) -> None:
        """Note no more."""
        self.page.remove_listener("console", self._note)

    def _note(self, message: ConsoleMessage) -> None:
        if message.text.startswith('["noted"'):
            self.notes.append(Noted(*json.loads(message.text)[1:]))

    # -- in the person's language -----------------------------------------------------------------

    def words(self, message: str, **values: Any) -> str:
        """Return a message of the page in the person's language."""
        return translator(self.language).gettext(message).format(**values)

    def button(self, name: str | re.Pattern[str], **more: Any) -> Locator:
        """Return a button by its English name."""
        named = self.words(name) if isinstance(name, str) else name
        return super().button(named, **more)

    def entry(self, name: str) -> None:
        """Choose an entry of the menu."""
        self.press(self.button("Menu"))
        self.press(self.page.get_by_role("dialog").get_by_role("button", name=self.words(name)))

    def label(self, text: str, **values: Any) -> Locator:
        return self.page.get_by_label(self.words(text, **values))

    @property
    def hand(self) -> Locator:
        group = self.page.get_by_role("group", name=self.words("Your hand"))
        return group.get_by_role("button")

    @property
    def calls(self) -> Locator:
        group = self.page.get_by_role("group", name=self.words("Possible calls"))
        return group.get_by_role("button")

    @property
    def between(self) -> Locator:
        return self.button("Next deal").or_(self.button("Another session"))

    def says(self, message: str, **values: Any) -> None:
        """Wait until the page announces a message."""
        self.hears(self.words(message, **values))

    # -- playing ----------------------------------------------------------------------------------

    def shows(self, number: int) -> None:
        """Wait until the page shows the table as of this event or a later one."""
        self.page.wait_for_function(SHOWS, arg=number, timeout=PATIENCE)

    def call(self, action: str) -> None:
        self.press(self.calls.filter(has_text=WORDS[action]).first)

    def discard(self) -> None:
        """Discard four cards that are not sows."""
        plain = self.page.locator(".hand .toggles:not([data-card$=S])")
        plain.first.wait_for()
        cards = [card.get_attribute("data-card") for card in plain.all()][-4:]
        for card in cards:
            self.press(self.page.locator(f".hand [data-card={card}]"))
        self.press(self.discard_button)

    def lead_or_follow(self, choose: Callable[[Sequence[str]], str]) -> str:
        """Play one of the legal cards, and return it."""
        self.legal.first.wait_for()
        cards = [card.get_attribute("data-card") or "" for card in self.legal.all()]
        card = choose(sorted(cards))
        self.press(self.page.locator(f".hand [data-card={card}]"))
        return card

    # -- what the page has noted ------------------------------------------------------------------

    def noted(self, what: str, text: Any, since: float) -> float:
        """Wait until the page notes something, and return when it did."""
        for _ in range(1000):
            for one in self.notes:
                if one.what != what or one.at < since:
                    continue
                if text in one.value if isinstance(text, str) else text == one.value:
                    return one.at
            self.page.wait_for_timeout(50)
        raise AssertionError(f"{self.name} has not noted {what} {text!r}: {self.notes[-9:]}")

    @contextmanager
    def outage(self) -> Iterator[None]:
        """Note that the network is down during the block."""
        down = time.time()
        yield
        self.outages.append((down, time.time()))

    def expected_by(self, at: float) -> float:
        """Return when the page should have shown an event, at the latest."""
        # What happens just before an outage is lost on the way.
        back = [up for down, up in self.outages if down - 0.5 <= at < up]
        return max([at, *back]) + SOON


class Touching(Friend, Fingers):
    """The same, with fingers."""


class Visit(NamedTuple):
    """A look at the table, without another page in between."""

    end: float
    numbers: list[tuple[int, float]]
    """The numbers on screen, and when each appeared."""
    said: list[Noted]

    def shown(self, number: int) -> float | None:
        """Return when this event or a later one appeared."""
        at = bisect_left(self.numbers, (number, 0.0))
        return self.numbers[at][1] if at < len(self.numbers) else None


def visits(friend: Friend) -> list[Visit]:
    """Return the visits of a person to the table, from the notes of the page."""
    found: list[Visit] = []
    numbers: list[tuple[int, float]] = []
    said: list[Noted] = []

    def close(end: float) -> None:
        if numbers:
            found.append(Visit(end, [*numbers], [*said]))
        numbers.clear()
        said.clear()

    for one in friend.notes:
        if one.what == "said":
            said.append(one)
        elif one.what == "number" and one.value == "":
            close(one.at)
        elif one.what == "number":
            numbers.append((int(one.value), one.at))
    close(time.time())
    return found


def heard_around(visit: Visit, at: float) -> str:
    """Return what a page said, and the numbers it showed, shortly before and after a time."""
    numbers = [Noted(when, "number", number) for number, when in visit.numbers]
    notes = sorted([*numbers, *visit.said], key=lambda one: one.at)
    near = [one for one in notes if -4 < one.at - at < 8]
    return "; ".join(f"{one.at - at:+.2f} {one.value}" for one in near)


# -- what the pages should say --------------------------------------------------------------------


class Moment(NamedTuple):
    """An event with the table before and after it."""

    number: int
    event: Event
    before: Table
    table: Table

    @property
    def kind(self) -> str:
        return type(self.event).__name__


def moments(table: str, events: list[Event]) -> list[Moment]:
    """Return all events of a table but the first one."""
    state = opened(table, events[0])  # type: ignore[arg-type]
    found = []
    for number, event in enumerate(events[1:], 2):
        after = apply_event(state, event)
        found.append(Moment(number, event, state, after))
        state = after
    return found


@dataclass
class Report:
    """Compares what all pages have shown and said with the events of a table."""

    moments: list[Moment]
    people: dict[str, str]
    """The names of all people, by their identifiers."""
    texts: list[str]
    """All texts that people have written, in order."""
    muted: set[tuple[str, str]]
    """Pairs of names: the first has muted the second."""
    faults: list[str] = field(default_factory=list)
    delays: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """Seconds between an event and its announcement or, if it has none, the screen; by kind."""

    def add(self, friend: Friend) -> None:
        """Check everything that a person's page has shown and said."""
        for visit in visits(friend):
            self._check(friend, visit)

    def _check(self, friend: Friend, visit: Visit) -> None:
        said = [*visit.said]
        for moment in self.moments:
            seats = [self._seat_of(friend, table) for table in (moment.before, moment.table)]
            seat = next((one for one in seats if one is not None), None)
            if moment.number <= visit.numbers[0][0]:
                continue
            if seat is None:
                self._overheard(friend, moment, said)
                continue
            late = friend.expected_by(moment.event.at)
            shown = visit.shown(moment.number)
            if shown is None or shown > visit.end:
                if late < visit.end:
                    self.faults.append(f"{friend.name} never saw {moment.number} {moment.event}")
                continue
            at = shown
            for wanted in self._sentences(friend, seat, moment):
                heard = next((one for one in said if re.search(wanted, one.value)), None)
                if heard is None and shown > visit.end - JUST_BEFORE:
                    continue
                if heard is None:
                    self.faults.append(
                        f"{friend.name} never heard {wanted!r}: {moment.number} {moment.event}; "
                        f"then: {heard_around(visit, at)}"
                    )
                    continue
                said.remove(heard)
                at = max(at, heard.at)
            delay = max(0.0, at - (late - SOON))
            self.delays[moment.kind].append(delay)
            if delay > SOON:
                self.faults.append(
                    f"{friend.name} knew after {delay:.1f} s: {moment.number} {moment.event}"
                )
        self._check_doubles(friend, visit, said)

    def _overheard(self, friend: Friend, moment: Moment, said: list[Noted]) -> None:
        """Forget what a person has heard about an event without a seat at the table."""
        for line in self._sentences(friend, None, moment):
            heard = next((one for one in said if re.search(line, one.value)), None)
            if heard:
                said.remove(heard)

    def _check_doubles(self, friend: Friend, visit: Visit, left: list[Noted]) -> None:
        """Complain about steps that a page has announced although nobody took them."""
        for step in ("You play {card}.", "{name} plays {card}.", "{name}: {word} ({meaning})."):
            wanted = f"^{pattern(friend, step)}"
            meanwhile = friend.words("Meanwhile:")
            said = [
                one
                for one in left
                if re.search(wanted, one.value) and not one.value.startswith(meanwhile)
            ]
            self.faults += [
                f"{friend.name} heard once too often: {one.value!r}; "
                f"then: {heard_around(visit, one.at)}"
                for one in said
            ]

    def _seat_of(self, friend: Friend, table: Table) -> Seat | None:
        people = [seat.person if seat else None for seat in table.seats]
        names = [self.people.get(person or "", "") for person in people]
        return names.index(friend.name) if friend.name in names else None

    def _name(self, seat: Seat, table: Table) -> str | None:
        occupant = table.seats[seat]
        return self.people[occupant.person] if occupant and occupant.person else None

    def _sentences(self, friend: Friend, own: Seat | None, moment: Moment) -> list[str]:
        """Return patterns of what a person must hear; ``own`` is None without a seat."""
        event, before, table = moment.event, moment.before, moment.table
        kind = type(event)
        seat = getattr(event, "seat", None)
        mine = seat is not None and seat == own
        by = None if seat is None else self._name(seat, before if kind is Left else table)

        def say(mine_text: str, text: str, **values: str | None) -> list[str]:
            chosen = mine_text if mine else text
            return [pattern(friend, chosen, name=by, **values)] if chosen else []

        match event:
            case Sat(seat=taken):
                text = "{name} sits down."
                if before.seats[taken]:
                    text = "{name} sits down for {bot} and begins at {amount}."
                sentences = say("", text)
            case Left():
                sentences = say(
                    "A bot has your seat now. Between two deals, you can sit down again.",
                    "{name} leaves; a bot takes over.",
                )
            case Swapped(seats=[one, other]):
                names = {"one": self._name(one, table), "other": self._name(other, table)}
                sentences = [pattern(friend, "{one} and {other} change places.", **names)]
            case RulesSet():
                sentences = [pattern(friend, "The host has changed the house rules: {rules}.")]
            case Dealt():
                assert table.deal
                dealer = self._name(table.deal.setup.dealer, table)
                holiday = "Dealer, on holiday in this deal: {name}."
                sentences = [pattern(friend, holiday, name=dealer)]
            case Acted():
                sentences = self._step(friend, moment, by, mine=mine)
            case StoodIn():
                sentences = say("", "{name}")
            case CameBack():
                sentences = say("You are back.", "{name} is back.")
            case Wished(wish=wish):
                chosen = VOTES[wish]
                if wish == "mussrunde" and table.session and table.session.mussrunde_left:
                    chosen = AGREED
                elif wish == "mussrunde" and sum(vote == wish for vote, _ in table.votes) > 1:
                    chosen = AGREES
                sentences = say(*chosen)
            case Delayed():
                sentences = say(
                    "The next deal waits for 30 seconds.",
                    "{name} needs more time: the next deal waits for 30 seconds.",
                )
            case Proposed(what=what):
                question = {
                    "claim": "{name} claims the rest of the tricks.",
                    "take_back": "{name} would like to take back the last move.",
                }
                sentences = say("Waiting for the others to answer.", question[what])
            case Refused():
                sentences = [pattern(friend, "The table did not agree.")]
            case Claimed():
                sentences = say("The rest is yours.", "The rest goes to {name}.")
            case TookBack():
                sentences = say("You take back your last move.", "{name} takes back the last move.")
            case Said() | Wrote() if mine or (friend.name, by) in self.muted:
                sentences = []
            case Said(phrase=phrase):
                sentences = [re.escape(f"{by}: {PHRASES[phrase].text}")]
            case Wrote():
                written = [one for one in self.moments if isinstance(one.event, Wrote)]
                sentences = [re.escape(f"{by}: {self.texts[written.index(moment)]}")]
            case _:
                sentences = []
        is_over = table.stage == "over" and before.stage != "over"
        if is_over:
            sentences.append(pattern(friend, "The session is over: {amounts} Schilling."))
        return sentences

    def _step(self, friend: Friend, moment: Moment, name: str | None, *, mine: bool) -> list[str]:
        assert moment.before.deal
        if moment.before.deal.phase != "play":
            said = friend.words("You say") if mine else name
            return ["^" + pattern(friend, "{name}: {word} ({meaning}).", name=said)]
        text = "You play {card}." if mine else "{name} plays {card}."
        return ["^" + pattern(friend, text, name=None if mine else name)]


def pattern(friend: Friend, message: str, **values: str | None) -> str:
    """Return a pattern of a message in the person's language; other values may vary."""
    template = re.escape(translator(friend.language).gettext(message))
    for name, value in values.items():
        if value is not None:
            template = template.replace(rf"\{{{name}\}}", re.escape(value))
    for name, usual in USUAL.items():
        template = template.replace(rf"\{{{name}\}}", usual)
    return re.sub(r"\\{\w+\\}", ".+", template)


def table_of_delays(delays: dict[str, list[float]]) -> str:
    """Return a line for each kind of event: how many, and the median and longest delay."""
    lines = [
        f"{kind:12} {len(times):5} {median(times):6.2f} {max(times):6.2f}"
        for kind, times in sorted(delays.items())
    ]
    return "\n".join([f"{'event':12} {'pages':>5} {'median':>6} {'max':>6}  (seconds)", *lines])


COLUMNS = """(table) => {
  const names = [...table.querySelectorAll("thead .name")].map((name) => name.textContent);
  const rows = [...table.querySelectorAll("tbody tr:not(.gone)")];
  const gone = [...table.querySelectorAll(".gone")].map((row) => [...row.cells]);
  return [
    names.map((name, seat) => [name, ...rows.map((row) => row.cells[seat + 1].textContent)]),
    gone.map((cells) => cells.map((cell) => cell.textContent)),
  ];
}"""


SOFT_HYPHEN = "\u00ad"
"""Where a narrow column may divide a long name."""


def figures(friend: Friend) -> list[dict[str, list[int]]]:
    """Return the amounts of a result by name: of those who played, then of the others."""
    found: list[list[list[str]]] = friend.page.locator(".settlement table").evaluate(COLUMNS)
    return [
        {
            name.replace(SOFT_HYPHEN, ""): [amount(cell) for cell in cells if cell.strip()]
            for name, *cells in rows
        }
        for rows in found
    ]


def amount(text: str) -> int:
    """Return the amount that a cell shows."""
    return int(re.sub(r"[^\d-]", "", text.replace("−", "-")))
