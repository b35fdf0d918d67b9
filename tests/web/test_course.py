"""What the page makes of views and records agrees with the engine, move by move."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from dobbm import Deal, View, from_record, to_record
from dobbm.actions import BIDS, DONE
from dobbm.cards import NAMES, names
from dobbm.errors import ActionError
from dobbm.memory import Memory
from dobbm.play import Trick
from dobbm.terminal.talk import own_side
from random_records import random_record
from web.scripts import Scripts, needs_node

pytestmark = needs_node

DEALS = 20_000 if os.environ.get("DOBBM_LONG") else 2000

COURSES = """
import { course, ownSide } from "./game/course.js";
tell(asked.map((view) => ({ ...course(view), side: ownSide(view) })));
"""

MOMENTS = """
import { moment, opened } from "./replay/story.js";
const told = ({ record, at, due }) => {
  const { hands, dobb, phase, declarer, contract, doublings, next, discards, trick, tricks } =
    moment(opened(record, due), at);
  return { hands, dobb, phase, declarer, contract, doublings, next, discards, trick, tricks };
};
tell(asked.map(told));
"""


def random_deals(seed: int) -> Iterator[Deal]:
    """Deals of every kind: any preset, four or five players, whole or begun, some with a revoke."""
    rng = Random(seed)
    for _ in range(DEALS):
        record = random_record(rng)
        try:
            yield from_record(record)
        except ActionError as error:  # a revoke that is prevented: the deal before it
            yield from_record({**record, "actions": record["actions"][: error.action]})


def random_views(seed: int) -> Iterator[View]:
    """What somebody knows of such a deal: a seat, or a spectator."""
    rng = Random(seed)
    for deal in random_deals(seed):
        yield View.of(deal, rng.choice([None, *range(deal.setup.players)]))


def told_trick(trick: Trick) -> dict[str, Any]:
    return {"seats": list(trick.seats), "cards": [NAMES[card] for card in trick.cards]}


def taken_trick(trick: Trick) -> dict[str, Any]:
    return {**told_trick(trick), "winner": trick.winning, "points": trick.points}


def consents(step: dict[str, Any], view: View) -> bool:
    bids = [action for action in view.actions if action in BIDS]
    place = [bid for seat, bid in zip(view.active, bids, strict=False) if seat != step["seat"]]
    turn = view.active.index(step["seat"])
    return step["action"] == "weiter" and "dobbm" in place[:turn]


def told_course(view: View) -> dict[str, Any]:
    """The course of a deal as Python tells it, in the words of the page."""
    told = view.to_json()
    return {
        "steps": [
            step | ({"consents": consents(step, view)} if step["phase"] == "bidding" else {})
            for step in told["steps"]
        ],
        "tricks": [trick for trick in told["tricks"] if trick["winner"] is not None],
        "trick": None if view.declarer is None else told_trick(Memory.of(view).trick),
        "side": list(own_side(view)),
    }


def test_the_course_of_any_deal(scripts: Scripts) -> None:
    views = list(random_views(1))
    told = scripts.run(COURSES, [view.to_json() for view in views])
    for view, course in zip(views, told, strict=True):
        assert course == told_course(view), view.to_json()


def test_the_deals_are_of_every_kind() -> None:
    views = list(random_views(1))
    kinds = Counter(view.result["outcome"] for view in views if view.result)
    assert {"won", "lost", "thrown_in", "revoke"} <= kinds.keys()
    assert {view.players for view in views} == {4, 5}
    assert {view.must for view in views} == {False, True}
    assert {view.rules.preset for view in views} == {"pagat", "wikipedia", "gamerules", "akagiri"}
    assert {view.phase for view in views} == {"bidding", "exchange", "doubling", "play", "done"}
    assert max(view.doublings for view in views) > 9


def looked_at(deal: Deal, trick: Trick, taken: tuple[Trick, ...]) -> dict[str, Any] | None:
    """The trick that a replay shows: the one on the table, or else the last one taken."""
    shown = trick if trick.cards else taken[-1] if taken else None
    if deal.declarer is None or shown is None:
        return None
    told = taken_trick(shown)
    if shown is trick:
        del told["points"]
    return told | {"taken": shown is not trick}


def told_moment(deal: Deal) -> dict[str, Any]:
    """How a deal stands as Python tells it, in the words of the page."""
    memory = Memory.of(View.of(deal, None))
    exchanges = deal.contract is not None and deal.contract.exchanges
    discards = None if deal.discards is None else names(deal.discards)
    hands = [names(deal.hand(seat)) for seat in range(deal.setup.players)]
    if deal.offender is not None:  # what was played or laid away as a revoke has left the hand
        gone = deal.actions[-1].split()
        hands[deal.offender] = [card for card in hands[deal.offender] if card not in gone]
        discards = discards if deal.play else sorted(gone)
    return {
        "hands": hands,
        "dobb": None if exchanges else names(deal.setup.dobb),
        "phase": deal.phase,
        "declarer": deal.declarer,
        "contract": deal.contract.name if deal.contract else None,
        "doublings": deal.doublings,
        "next": deal.to_act,
        "discards": discards,
        "trick": looked_at(deal, memory.trick, memory.tricks),
        "tricks": [taken_trick(trick) for trick in memory.tricks],
    }


def in_order(moment: dict[str, Any]) -> dict[str, Any]:
    """What the page tells, with cards sorted and only the seat of what comes next."""
    due: dict[str, Any] | None = moment["next"]
    return moment | {
        "hands": [sorted(hand) for hand in moment["hands"]],
        "dobb": moment["dobb"] and sorted(moment["dobb"]),
        "discards": moment["discards"] and sorted(moment["discards"]),
        "next": None if due is None else due["seat"],
    }


def test_any_moment_of_any_record(scripts: Scripts) -> None:
    """Where the record stops, and after any number of its actions."""
    rng = Random(3)
    questions, expected = [], []
    for deal in random_deals(2):
        record = to_record(deal)
        due = None if deal.phase == DONE else {"seat": deal.to_act, "phase": deal.phase}
        at = rng.choice([len(deal.actions), rng.randint(0, len(deal.actions))])
        questions.append({"record": record, "at": at, "due": due})
        expected.append(told_moment(from_record(record | {"actions": record["actions"][:at]})))
    told = scripts.run(MOMENTS, questions)
    for asked, moment, due in zip(questions, told, expected, strict=True):
        assert in_order(moment) == due, asked
