"""Walks through the lesson and the tactics by everything that the page offers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path as File
from typing import NamedTuple, TypeAlias

from playwright.sync_api import Locator

from browser.people import Person

LESSON = File(__file__).parents[2] / "src" / "dobbm" / "client" / "learn" / "lesson.json"
SCENES = json.loads(LESSON.read_text())["scenes"].values()

Answer: TypeAlias = tuple[str, ...]
"""A word, a card, or the cards of a discard."""
Path: TypeAlias = tuple[Answer, ...]
"""Answers that lead from the beginning of a step to one of its places."""

SEEN = """presses => {
  for (const press of presses) document.querySelector(press).click();
  const all = (place) => [...document.querySelectorAll(place)];
  const cards = (place) => all(place).map((card) => card.dataset.card);
  const inside = ({ top, bottom }) => top >= -1 && bottom <= innerHeight + 1;
  const controls = all(".calls button, .hand button");
  return {
    ended: all(".farewell").length > 0,
    question: all(".task > h2, .task > p").map((one) => one.textContent).join(" "),
    words: all(".calls [data-word]").map((word) => word.dataset.word),
    hand: cards(".hand .held"),
    chosen: cards(".hand .held.chosen"),
    discards: all(".discarding").length > 0,
    lying: cards(".board .laid"),
    reply: all(".reply p").map((one) => one.textContent.trim().slice(1).trim()).join(" "),
    goes_on: all(".go-on").length > 0,
    below: controls.filter((one) => !inside(one.getBoundingClientRect()))
      .map((one) => one.getAttribute("aria-label") ?? one.textContent.trim()),
    heard: all("#said p").map((one) => one.textContent),
    nameless: all("main button, main a").filter((one) =>
      !(one.getAttribute("aria-label") ?? one.textContent).trim()).length,
    focus: document.activeElement === document.body ? "" : document.activeElement.className,
  };
}"""
"""Presses buttons, and returns what the page then shows."""


class Seen(NamedTuple):
    """A moment of a course, as the page shows it."""

    ended: bool
    question: str
    words: list[str]
    hand: list[str]
    chosen: list[str]
    discards: bool
    lying: list[str]
    reply: str
    goes_on: bool
    """Whether a button leads on."""
    below: list[str]
    """The controls of the task that are not in the window."""
    heard: list[str]
    nameless: int
    focus: str

    @property
    def place(self) -> tuple[object, ...]:
        """The features that no two places of the course share."""
        return self.ended, self.question, tuple(self.words), frozenset(self.hand), self.discards

    def answers(self) -> Iterator[Answer]:
        """Yield every answer that the page offers; of the discards, a few that are systematic."""
        if self.words:
            yield from ((word,) for word in self.words)
        elif self.discards:
            yield tuple(self.chosen)
            yield from zip(*(self.hand[first:] for first in range(4)), strict=False)
            yield tuple(self.hand[:3])
            yield from best_discards(self.hand)
        else:
            yield from ((card,) for card in self.hand)


def best_discards(hand: list[str]) -> Iterator[Answer]:
    """Yield the discards that the lesson wants from a hand."""
    for scene in SCENES:
        if set(scene["view"]["hand"]) == set(hand):
            yield from (tuple(right.split()) for right in scene["right"])


def card_button(card: str) -> str:
    """Return the selector of a card in the hand."""
    return f".hand [data-card={card}]"


class Walk:
    """A walk of a learner through a course."""

    def __init__(self, person: Person, *, fits: bool, by_hand: bool = True) -> None:
        """If everything ``fits``, a task needs no scrolling. ``by_hand``, everything is touched."""
        self.person = person
        self.fits = fits
        self.by_hand = by_hand
        self.seen = self.press()

    @property
    def pegs(self) -> Locator:
        """The ways to the steps."""
        return self.person.page.locator(".parts button")

    @property
    def step(self) -> int:
        """The number of the present step."""
        current = self.person.page.locator(".parts [aria-current=step]")
        return int(current.evaluate("peg => [...peg.parentElement.children].indexOf(peg)"))

    def press(self, *buttons: str) -> Seen:
        """Press buttons, and return what the page shows then."""
        if self.by_hand:
            for button in buttons:
                self.person.press(self.person.page.locator(button))
            buttons = ()
        self.seen = seen = Seen(**self.person.page.evaluate(SEEN, buttons))
        assert self.person.faults == [], seen.question
        assert not seen.nameless, seen.question
        assert seen.ended or seen.goes_on or seen.words or seen.hand, f"no way out: {seen}"
        return seen

    def begin(self, *buttons: str) -> Seen:
        """Press buttons that lead to a task, and return what the page shows there."""
        seen = self.press(*buttons)
        assert not (self.fits and seen.below), f"below the fold: {seen.below}: {seen.question}"
        return seen

    def answer(self, answer: Answer) -> bool:
        """Give an answer; return whether it leads on."""
        before = self.seen
        if before.words:
            after = self.press(f".calls [data-word={answer[0]}]")
        elif before.discards:
            changed = [card for card in before.hand if (card in before.chosen) != (card in answer)]
            changed.sort(key=before.chosen.__contains__, reverse=True)
            after = self.press(*map(card_button, changed), ".discarding .call")
        else:
            after = self.press(card_button(answer[0]))
        assert after.reply, f"no reply to {answer}: {before.question}"
        assert any(after.reply in heard for heard in after.heard), f"not announced: {after.reply}"
        if after.goes_on:
            assert "go-on" in after.focus, f"the focus is on {after.focus!r}"
        else:
            assert after.place == before.place, f"a wrong answer changes the task: {answer}"
        played = set(before.hand) - set(after.hand)
        if len(played) == 1:
            assert played <= set(after.lying), f"the board does not show {played}: {after.lying}"
        elif after.lying:
            assert after.lying == before.lying, f"the board shows another trick: {before.question}"
        return after.goes_on

    def go_on(self) -> Seen:
        """Go on after an answer."""
        return self.begin(".go-on")

    def tap_each_card(self) -> None:
        """Tap each card that can be put aside, and again: each tap shows something."""
        for card in self.seen.hand:
            for _again in range(2):
                before = self.seen
                after = self.press(card_button(card))
                assert after.reply or after.chosen != before.chosen, f"a dead tap on {card}"

    def follow(self, step: int, path: Path) -> Seen:
        """Begin a step, and give the answers that lead to one of its places."""
        seen = self.begin(f".parts button:nth-child({step + 1})")
        for answer in path:
            assert self.answer(answer), answer
            seen = self.go_on()
        return seen

    # -- walks --------------------------------------------------------------------------------

    def everywhere(self) -> None:
        """Give every answer at every place, and go on to the end of the course."""
        for step in range(self.pegs.count()):
            seen = self.follow(step, self.whole_step(step))
        assert seen.ended

    def whole_step(self, step: int) -> Path:
        """Give every answer at every place of a step; return answers that lead to its end."""
        begin = self.follow(step, ())
        known = {begin.place}
        waiting: list[tuple[Seen, Path]] = [(begin, ())]
        for seen, path in waiting:
            here, leads_on = not path, False
            if seen.discards:
                here = False
                self.follow(step, path)
                self.tap_each_card()
            for answer in seen.answers():
                if not here:
                    assert self.follow(step, path).place == seen.place
                here = not self.answer(answer)
                if not here:
                    leads_on, after = True, self.go_on()
                    if after.ended or self.step != step:
                        end = (*path, answer)
                    elif after.place not in known:
                        known.add(after.place)
                        waiting.append((after, (*path, answer)))
            assert leads_on, f"no answer leads on: {seen.question}"
        return end

    def straight(self) -> None:
        """Give answers until one leads on, and go on so to the end of the course."""
        seen = self.begin()
        while not seen.ended:
            assert any(self.answer(answer) for answer in seen.answers()), seen.question
            seen = self.go_on()

    def play_now(self) -> None:
        """Begin a game at the end of the course."""
        self.person.press(self.person.page.locator(".farewell .primary"))
        self.person.page.wait_for_url("**/t/*")
        self.person.is_up_to_date()
