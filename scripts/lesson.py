"""Write the deals of the browser's lesson and of its tactics, as views of the learner's seat.

In the lesson, the learner defends in the first deal and declares in the second; every exercise in
tactics has a deal of its own. This script fixes their course; legal actions and every way
to play the last three tricks of the lesson come from the engine.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from dobbm import Deal, View
from dobbm.game.actions import BIDDING, DONE, Seat
from dobbm.game.cards import CARDS, PACK, names
from dobbm.game.setup import active_seats
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


def bidding(hand: str, dealer: Seat, *actions: str) -> Story:
    """Return a story about the bids on the learner's hand; the other hands do not matter."""
    others = [card for card in names(PACK) if card not in hand.split()]
    dobb, dealt = others[::7], [card for index, card in enumerate(others) if index % 7]
    return Story(
        dealer, (hand, *(" ".join(dealt[seat::3]) for seat in range(3))), " ".join(dobb), actions
    )


SUFFICIENT = bidding("HS H8 AS A9 LK L8 B9 B7", 3, "dobbm", "weiter", "weiter", "weiter")
"""The sow of hearts, another heart and another sow."""

THREE_HEARTS = bidding("HK H9 H6 BS B8 LU L7 A8", 2, "weiter", "dobbm", "weiter", "weiter")
"""Three hearts and a sow."""

TOO_LITTLE = bidding("H9 H7 AS A9 LK L8 BU B6", 2, "weiter", "weiter", "dobbm", "weiter")
"""Two hearts without the sow, and a sow."""

PLAYABLE = bidding("HS HT H8 AS A7 LT B9 B7", 3, "dobbm", "weiter", "weiter", "weiter")
"""A strong hand, before anybody else has spoken."""

FIRST = bidding("HS HT HO AS A7 LT B9 B7", 3, "dobbm", "weiter", "weiter", "weiter")
"""A very strong hand, before anybody else has spoken."""

OUTBID = bidding("HS HT HO AS A7 LT B9 B7", 0, "dobbm", "weiter", "weiter", "solo")
"""The same hand after a Dobbm."""

DOUBLED = Story(
    dealer=0,
    hands=(
        "HS HK HO H7 AS AT LS B8",
        "HT HU H9 BS BK L9 L8 A9",
        "H8 LT LK L7 AK AU B9 B7",
        "H6 LU L6 AO A8 A7 BO BU",
    ),
    dobb="BT LO A6 B6",
    actions=("dobbm", "weiter", "weiter", "weiter", "L9 L8 LO A6", "gut", "gut", "schwacher"),
)
"""Vroni declares, against a strong hand of the learner's."""

LONG_SUIT = Story(
    dealer=3,
    hands=(
        "AS AU B6 B7 B9 HS HU LT",
        "AT BT H7 H9 HO LO LS LU",
        "A6 A7 AK BK HK HT L6 L8",
        "A8 A9 BO BS BU H8 L9 LK",
    ),
    dobb="B8 H6 AO L7",
    actions=(
        *("dobbm", "weiter", "weiter", "weiter", "AO AU L7 LT", "gut", "gut", "gut"),
        *("B6", "BT", "BK", "BU"),
        *("H7", "HK", "H8", "HS"),
        *("B7", "H9", "HT", "BO"),
    ),
)
"""The learner declares with three hearts and four weak bells, and wins by leading the bells."""

SCHIEBEN = Story(
    dealer=0,
    hands=(
        "AS AT B6 B8 BK BU H7 LK",
        "AK HO HS HT L6 L8 L9 LO",
        "A7 A8 B7 B9 H9 L7 LS LT",
        "A9 BO BS BT H6 H8 HU LU",
    ),
    dobb="AU AO A6 HK",
    actions=(
        *("dobbm", "weiter", "weiter", "weiter", "A6 AK AO AU", "gut", "gut", "gut"),
        *("L6", "L7", "LU", "LK"),
        *("H7", "HO", "H9", "H6"),
        *("L8", "LT", "HU", "AT"),
        *("H8", "B6", "HK", "A7"),
        *("L9", "LS", "BS", "AS"),
    ),
)
"""Vroni leads leaves when the defenders have no hearts left: she loses only if the sows fall."""

SCHINDEN = Story(
    dealer=2,
    hands=(
        "A7 B6 B8 B9 BS L6 L9 LK",
        "AK AT AU BT H6 H8 LS LT",
        "A6 A9 AS BK HK HT L8 LU",
        "A8 AO BU H7 H9 HS L7 LO",
    ),
    dobb="B7 BO HO HU",
    actions=(
        *("dobbm", "weiter", "weiter", "weiter", "A8 AO L7 LO", "gut", "gut", "gut"),
        *("B7", "B6", "BT", "BK"),
    ),
)
"""Moidl leads bells, and wins if the learner plays the sow at once."""

FUCHS = Story(
    dealer=3,
    hands=(
        "HS HK H8 AS A9 A7 LK BO",
        "L9 LU LO AK HT H7 BT B8",
        "LS L7 AT AU HO H6 BS B7",
        "LT L8 A8 A6 AO H9 BK B6",
    ),
    dobb="HU BU B9 L6",
    actions=(
        *("dobbm", "weiter", "weiter", "weiter", "BO BU B9 L6", "gut", "gut", "gut"),
        *("A7", "AK", "AT", "A6"),
        *("L7", "L8", "LK", "L9"),
    ),
)
"""The learner declares with a single leaf, and Hias and Moidl play low leaves."""


class Scene(NamedTuple):
    """A position in which the learner acts."""

    story: Story
    actions: int
    """The number of actions before it."""
    also: tuple[str, ...] = ()
    """Actions that are as good as the one in the story."""
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

TACTICS = {
    "sufficient": Scene(SUFFICIENT, 0),
    "three_hearts": Scene(THREE_HEARTS, 1),
    "too_little": Scene(TOO_LITTLE, 1),
    "playable": Scene(PLAYABLE, 0),
    "strong": Scene(DOUBLED, 7),
    "weak": Scene(DEFENDING, 7),
    "first": Scene(FIRST, 0),
    "outbid": Scene(OUTBID, 3),
    "long_suit": Scene(LONG_SUIT, 8, also=("B7", "B8", "B9")),
    "trumps_spent": Scene(LONG_SUIT, 16, also=("B8", "B9")),
    "schieben": Scene(SCHIEBEN, 27),
    "schinden": Scene(SCHINDEN, 9, also=("B8", "B9")),
    "fuchs": Scene(FUCHS, 14),
}
"""The exercises in tactics, after the "Notes on Tactics" of pagat.com."""


def lesson() -> dict[str, Any]:
    """Return everything that the page needs from the deals."""
    end = DECLARING.deal(len(DECLARING.actions))
    return {
        "scenes": {name: scene_json(scene) for name, scene in (SCENES | TACTICS).items()},
        "ending": dict(endings(end)),
    }


def scene_json(scene: Scene) -> dict[str, Any]:
    """Return the learner's view, the discards to try, and the right actions with the view after.

    The right action of the story comes first.
    """
    told = scene.story.actions[scene.actions]
    return {
        "view": View.of(scene.story.deal(scene.actions), LEARNER).to_json(),
        "right": {action: after(scene, action) for action in (told, *scene.also)},
        "tried": scene.tried,
    }


def after(scene: Scene, action: str) -> dict[str, Any]:
    """Return the learner's view when the scene's trick, or the bidding, has gone on as told."""
    actions = scene.story.actions
    changed = (*actions[: scene.actions], action, *actions[scene.actions + 1 :])
    story = scene.story._replace(actions=changed)
    return View.of(story.deal(until(scene)), LEARNER).to_json()


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
