"""The page's exercises: as they were packed, rated by Glicko-2, and coming back if missed."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from typing import Any

import pytest

from client.scripts import Scripts, needs_node
from dobbm import Deal, View
from dobbm.exercises.exercise import KINDS
from dobbm.exercises.packing import CARDS
from dobbm.exercises.themes import THEMES
from dobbm.game import cards
from dobbm.server.site import STATIC
from exercises.samples import spelled

FILE = STATIC / "me" / "exercises.json"
COLLECTION = json.loads(FILE.read_text(encoding="utf-8"))
ROWS = COLLECTION["exercises"]
MOST_BYTES = 200_000


def deal_of(row: list[Any]) -> Deal:
    """Return the deal of a packed exercise, up to the decision."""
    names = {letter: name for name, letter in CARDS.items()}
    deck = [cards.CARDS[names[letter]] for letter in row[3]]
    return Deal.start(deck, dealer=row[2]).apply_all([*spelled(row[4])])


def test_the_exercises_are_small_and_of_all_kinds() -> None:
    assert len(gzip.compress(FILE.read_bytes())) <= MOST_BYTES
    kinds = Counter(row[1] for row in ROWS)
    assert min(kinds[at] for at in range(len(KINDS))) >= len(ROWS) / len(KINDS) - 10
    assert len({row[0] for row in ROWS}) == len(ROWS)


def test_a_third_is_missed_by_trained() -> None:
    trained = 1 << COLLECTION["bots"].index("trained")
    assert sum(bool(row[7] & trained) for row in ROWS) >= len(ROWS) / 3


SEEN = """
import { unpacked } from "./me/exercises.js";
import { viewToAct } from "./game/position.js";
respond(asked.exercises.map((row) => {
  const exercise = unpacked(asked, row);
  return [viewToAct(exercise.record), exercise.choices[0].actions, exercise.level];
}));
"""


@needs_node
def test_the_page_sees_what_the_seat_sees(scripts: Scripts) -> None:
    for row, (view, answers, level) in zip(ROWS, scripts.run(SEEN, COLLECTION), strict=True):
        deal = deal_of(row)
        expected = View.of(deal, 0).to_json()
        assert deal.to_act == 0
        expected["rules"] = view["rules"]
        assert {**view, "hand": sorted(view["hand"])} == {
            **expected,
            "dobb": expected["dobb"] and view["dobb"],
            "discards": expected["discards"] and view["discards"],
        }
        assert all(deal.is_legal(answer) for answer in answers)
        assert level == row[7].bit_count()


RATING = """
import { rated } from "./me/glicko.js";
respond(rated(...asked));
"""


@needs_node
def test_a_rating_changes_as_in_the_paper(scripts: Scripts) -> None:
    """The example of Glickman's "Example of the Glicko-2 system"."""
    before = {"rating": 1500, "deviation": 200, "volatility": 0.06}
    games = [
        {"rating": 1400, "deviation": 30, "score": 1},
        {"rating": 1550, "deviation": 100, "score": 0},
        {"rating": 1700, "deviation": 300, "score": 0},
    ]
    after = scripts.run(RATING, [before, games])
    assert after["rating"] == pytest.approx(1464.06, abs=0.01)
    assert after["deviation"] == pytest.approx(151.52, abs=0.01)
    assert after["volatility"] == pytest.approx(0.05999, abs=0.00001)


@needs_node
def test_an_upset_makes_a_rating_more_volatile(scripts: Scripts) -> None:
    before = {"rating": 2400, "deviation": 50, "volatility": 0.06}
    after = scripts.run(RATING, [before, [{"rating": 1100, "deviation": 30, "score": 0}]])
    assert after["volatility"] > 0.06
    assert after["rating"] < 2400


TRAINING = """
globalThis.localStorage = { getItem: () => null, setItem: () => {} };
const { afterAnswer, nextRow, training } = await import("./me/training.js");
const { collection, answers } = asked;
let now = training();
let last = "";
respond(answers.map((right) => {
  const row = nextRow(collection, now, "", 0, last);
  now = afterAnswer(now, row, right);
  last = row[0];
  return [row[0], now.rating.rating];
}));
"""


def trained(scripts: Scripts, answers: list[bool]) -> list[list[Any]]:
    found = scripts.run(TRAINING, {"collection": COLLECTION, "answers": answers})
    assert isinstance(found, list)
    return found


@needs_node
def test_a_missed_exercise_comes_back_at_growing_intervals(scripts: Scripts) -> None:
    names = [name for name, _ in trained(scripts, [False, *[True] * 99])]
    [first, *again] = [at for at, name in enumerate(names) if name == names[0]]
    assert [later - earlier for earlier, later in zip([first, *again], again, strict=False)] == [
        7,
        19,
        55,
    ]


@needs_node
def test_right_answers_lead_to_harder_exercises(scripts: Scripts) -> None:
    levels = {row[0]: row[7].bit_count() for row in ROWS}
    found = trained(scripts, [True] * 8)
    assert found[-1][1] > found[0][1] > 1500
    assert levels[found[-1][0]] > levels[found[0][0]]


THEMED = """
import { themeText } from "./me/exercise-texts.js";
respond(asked.map(themeText));
"""


@needs_node
def test_every_theme_has_a_text(scripts: Scripts) -> None:
    assert all(scripts.run(THEMED, [*THEMES]))
