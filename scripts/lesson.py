"""Write the deals of the browser's lesson, as views of the learner's seat.

The learner defends in the first deal and declares in the second. This script fixes the course of
both; legal actions, refusals and every way to play the last three tricks come from the engine.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from dobbm import Deal, View
from dobbm.game.actions import BIDDING, BIDS, DONE, DOUBLING, DOUBLING_WORDS, PLAY, Seat
from dobbm.game.cards import CARDS, names
from dobbm.game.deal import active_seats
from dobbm.game.errors import ActionError
from dobbm.players.simple import play_simply

LESSON = Path(__file__).parents[1] / "src" / "dobbm" / "client" / "learn" / "lesson.json"

LEARNER: Seat = 0


class Story(NamedTuple):
    """A deal of the lesson with all bids, discards and cards."""

    dealer: Seat
    hands: tuple[str, ...]
    """The cards dealt to each seat, from seat 0 on."""
    dobb: str
    actions: tuple[str, ...]

    def deal(self, actions: int) -> Deal:
        """Return the deal after this many actions."""
        dealt: list[str] = [""] * 32
        for turn, seat in enumerate(active_seats(self.dealer, 4)):
            hand = self.hands[seat].split()
            dealt[4 * turn : 4 * turn + 4] = hand[:4]
            dealt[16 + 4 * turn : 20 + 4 * turn] = hand[4:]
        deck = [CARDS[card] for card in (*dealt, *self.dobb.split())]
        return Deal.start(deck, dealer=self.dealer).apply_all(self.actions[:actions])


DEFENDING = Story(
    dealer=0,
    hands=(
        "H7 LT LK LU L7 BK BO B8",
        "HT HO H9 H6 AS AT BS L6",
        "H8 LS L8 AK AO A9 A6 B7",
        "HS HU L9 AU A8 A7 BU B9",
    ),
    dobb="HK BT LO B6",
    actions=(
        *("dobbm", "weiter", "weiter", "weiter", "AT B6 L6 LO", "gut", "gut", "gut"),
        *("BS", "B7", "B9", "B8"),
        *("AS", "A6", "A7", "H7"),
        *("L7", "H6", "L8", "L9"),
        *("HO", "H8", "HS", "LT"),
    ),
)
"""Vroni declares. The learner follows suit, has to trump, leads, and is free to play any card."""

DECLARING = Story(
    dealer=2,
    hands=(
        "HS HK H6 AS A8 A7 LU L7",
        "H9 H8 LS L8 L6 AO A6 B7",
        "HT HO LK AT AK AU A9 BS",
        "H7 LT LO BT BK BU B8 B6",
    ),
    dobb="HU L9 BO B9",
    actions=(
        *("weiter", "dobbm", "weiter", "weiter", "A7 A8 B9 BO", "gut", "schwacher", "gut"),
        *("AS", "A6", "A9", "H7"),
        *("B6", "H6", "B7", "BS"),
        *("L7", "L6", "LK", "LT"),
        *("B8", "HU", "H8", "HO"),
        *("AT", "BT", "HK", "AO"),
    ),
)
"""The learner declares, and wins only by leading the sow of hearts to the sixth trick."""


class Scene(NamedTuple):
    """A position in which the learner acts."""

    story: Story
    actions: int
    """The number of actions before it."""
    tried: str | None = None
    """Discards that the engine refuses, for the learner to try."""


SCENES = {
    "overbid": Scene(DEFENDING, 3),
    "follow": Scene(DEFENDING, 11),
    "trump": Scene(DEFENDING, 15),
    "lead": Scene(DEFENDING, 16),
    "smear": Scene(DEFENDING, 23),
    "bid": Scene(DECLARING, 1),
    "exchange": Scene(DECLARING, 4, tried="A7 A8 AS B9"),
    "doubling": Scene(DECLARING, 7),
}


def lesson() -> dict[str, Any]:
    """Return everything that the page needs from the two deals."""
    end = DECLARING.deal(len(DECLARING.actions))
    return {
        "scenes": {name: scene_json(scene) for name, scene in SCENES.items()},
        "ending": dict(endings(end)),
    }


def scene_json(scene: Scene) -> dict[str, Any]:
    """Return the learner's view, the expected action, the refused ones, and the view afterwards."""
    deal = scene.story.deal(scene.actions)
    tried = [scene.tried] if scene.tried else []
    return {
        "view": View.of(deal, LEARNER).to_json(),
        "expected": scene.story.actions[scene.actions],
        "refused": refusals(deal, [*choices(deal), *tried]),
        "after": View.of(scene.story.deal(until(scene)), LEARNER).to_json(),
    }


def choices(deal: Deal) -> list[str]:
    """Return the cards or words that the page offers, legal or not."""
    offered = {BIDDING: BIDS, DOUBLING: DOUBLING_WORDS, PLAY: names(deal.hand(LEARNER))}
    return list(offered.get(deal.phase, ()))


def refusals(deal: Deal, actions: list[str]) -> dict[str, str]:
    """Return the actions that the engine refuses, with its reasons."""
    reasons = {}
    for action in actions:
        try:
            deal.verify(action)
        except ActionError as error:
            reasons[action] = str(error)
    return reasons


def until(scene: Scene) -> int:
    """Return the number of the deal's actions when the scene's trick, or the bidding, is over."""
    story, done = scene.story, scene.actions
    phase = story.deal(done).phase
    done += 1
    while True:
        deal = story.deal(done)
        bidding = phase == BIDDING and deal.phase == BIDDING
        if not bidding and not (deal.play and deal.play.trick):
            return done
        done += 1


def endings(deal: Deal, played: tuple[str, ...] = ()) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every way for the learner to play on: the learner's cards, and the view after them."""
    while deal.phase != DONE and deal.to_act != LEARNER:
        deal = deal.apply(play_simply(View.of(deal, deal.to_act), seed=0))
    yield " ".join(played), View.of(deal, LEARNER).to_json()
    if deal.phase != DONE:
        for card in deal.legal_actions():
            yield from endings(deal.apply(card), (*played, card))


def text() -> str:
    """Return the text of the file."""
    return json.dumps(lesson(), ensure_ascii=False, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    LESSON.write_text(text())
