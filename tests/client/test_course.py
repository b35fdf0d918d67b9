"""The page follows views and records exactly as the engine does, move by move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from client.scripts import Scripts, needs_node
from dobbm import Deal, View, from_record, to_record
from dobbm.game.actions import PLAY
from dobbm.game.cards import NAMES, names
from dobbm.game.errors import ActionError
from dobbm.game.play import Trick
from dobbm.terminal.announcements import own_side, spoken
from random_records import random_record
from tiers import sample_size

pytestmark = needs_node

DEALS = sample_size(600, long=20_000)

SIDES = """
import { ownSide } from "./game/seats.js";
respond(asked.map(ownSide));
"""

AFTER = """
import { predictedView } from "./table/prediction.js";
respond(asked.map(([view, action]) => predictedView(view, action)));
"""

SPOKEN = """
import { spokenSteps, words } from "./game/words.js";
const heard = (step) => (step.phase === "play" ? null : words(step));
respond(asked.map((steps) => spokenSteps(steps).map(heard)));
"""

MOMENTS = """
import { moment, openStory } from "./replay/story.js";
respond(asked.map(({ view, record, at }) => moment(openStory(view, record), at)));
"""


def random_deals(seed: int) -> Iterator[Deal]:
    """Yield deals of every kind: any preset, four or five players, unfinished ones and revokes."""
    rng = Random(seed)
    for _ in range(DEALS):
        record = random_record(rng)
        try:
            yield from_record(record)
        except ActionError as error:  # a prevented revoke: the deal before it
            yield from_record({**record, "actions": record["actions"][: error.action]})


def random_views(seed: int) -> Iterator[View]:
    """Yield views of such deals, each of a seat or a spectator."""
    rng = Random(seed)
    for deal in random_deals(seed):
        yield View.of(deal, rng.choice([None, *range(deal.setup.players)]))


def test_seats_whose_tricks_may_be_looked_back_at(scripts: Scripts) -> None:
    views = list(random_views(1))
    answer = scripts.run(SIDES, [view.to_json() for view in views])
    assert [tuple(side) for side in answer] == [own_side(view) for view in views]


def test_spoken_words_are_those_of_the_terminal(scripts: Scripts) -> None:
    views = list(random_views(4))
    answer = scripts.run(SPOKEN, [view.to_json()["steps"] for view in views])
    assert answer == [
        [None if step.phase == PLAY else spoken(step, view) for step in view.steps]
        for view in views
    ]


def test_an_own_action_is_shown_before_the_server_confirms_it(scripts: Scripts) -> None:
    """The page's view is the server's, apart from what others must do next."""
    rng = Random(5)
    before, expected, actions = [], [], []
    for deal in random_deals(5):
        if deal.to_act is None:
            continue
        action = rng.choice(deal.legal_actions())
        actions.append(action)
        before.append(View.of(deal, deal.to_act).to_json())
        expected.append(View.of(deal.apply(action), deal.to_act).to_json())
    answer = scripts.run(AFTER, [*zip(before, actions, strict=True)])
    for asked, shown, due in zip(before, answer, expected, strict=True):
        for field in ("actions", "steps", "tricks", "doublings"):
            assert shown[field] == due[field], asked
        if due["phase"] != "exchange":  # the declarer takes up the Dobb then
            assert shown["hand"] == due["hand"], asked
        assert (shown["to_act"], shown["legal"]) == (None, [])
    assert {view["phase"] for view in before} == {"bidding", "exchange", "doubling", "play"}
    assert {len(view["tricks"]) for view in before} == {*range(9)}


def test_the_deals_are_of_every_kind() -> None:
    views = list(random_views(1))
    kinds = Counter(view.result["outcome"] for view in views if view.result)
    assert {"won", "lost", "thrown_in", "revoke"} <= kinds.keys()
    assert {view.players for view in views} == {4, 5}
    assert {view.must for view in views} == {False, True}
    assert {view.rules.preset for view in views} == {"pagat", "wikipedia", "gamerules", "akagiri"}
    assert {view.phase for view in views} == {"bidding", "exchange", "doubling", "play", "done"}
    assert max(view.doublings for view in views) > 9


def trick_json(trick: Trick) -> dict[str, Any]:
    return {
        "seats": list(trick.seats),
        "cards": [NAMES[card] for card in trick.cards],
        "winner": trick.winning,
        "points": trick.points,
    }


def last_trick_json(trick: Trick) -> dict[str, Any]:
    return trick_json(trick) | {"taken": trick.winner is not None}


def expected_moment(deal: Deal) -> dict[str, Any]:
    """Return the state of a deal by the engine, in the page's format."""
    exchanges = deal.contract is not None and deal.contract.exchanges
    discards = None if deal.discards is None else names(deal.discards)
    hands = [names(deal.hand(seat)) for seat in range(deal.setup.players)]
    if deal.offender is not None:  # the card or the discards of a revoke have left the hand
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
        "steps": [(step.seat, step.phase, step.action) for step in deal.steps],
        "trick": last_trick_json(deal.tricks[-1]) if deal.tricks else None,
        "tricks": [trick_json(trick) for trick in deal.tricks if trick.winner is not None],
    }


def in_order(moment: dict[str, Any]) -> dict[str, Any]:
    """Return the page's state with sorted cards, and only the seat of what follows."""
    due: dict[str, Any] | None = moment["next"]
    return moment | {
        "hands": [sorted(hand) for hand in moment["hands"]],
        "dobb": moment["dobb"] and sorted(moment["dobb"]),
        "discards": moment["discards"] and sorted(moment["discards"]),
        "next": None if due is None else due["seat"],
        "steps": [(step["seat"], step["phase"], step["action"]) for step in moment["steps"]],
    }


def test_any_moment_of_any_record(scripts: Scripts) -> None:
    """At the end of the record, and after any number of its actions."""
    rng = Random(3)
    questions, expected = [], []
    for deal in random_deals(2):
        record = to_record(deal)
        seat = rng.choice([None, *range(deal.setup.players)])
        view = View.of(deal, seat).to_json()
        at = rng.choice([len(deal.actions), rng.randint(0, len(deal.actions))])
        questions.append({"view": view, "record": record, "at": at})
        expected.append(expected_moment(from_record(record | {"actions": record["actions"][:at]})))
    answer = scripts.run(MOMENTS, questions)
    for asked, moment, due in zip(questions, answer, expected, strict=True):
        shown = in_order(moment)
        assert {field: shown[field] for field in due} == due, asked
