"""An exercise as an object and as JSON."""

from __future__ import annotations

from typing import Any

import pytest

from dobbm.exercises.exercise import BOTS, Exercise
from dobbm.game.errors import DobbmError
from exercises.samples import BID, first_of


def test_an_exercise_is_read_as_it_was_written() -> None:
    written = first_of(BID).to_json()
    assert Exercise.from_json(written).to_json() == written


def test_the_level_is_how_many_bots_miss_it() -> None:
    exercise = first_of(BID)
    assert exercise.level == len(exercise.missed)
    assert set(exercise.missed) <= set(BOTS)


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"kind": "riddle"}, "known kind"),
        ({"choices": [[["retour"], 3.0]]}, "answers that are legal"),
        ({"choices": [1]}, '"choices"'),
        ({"choices": []}, "answers that are legal"),
        ({"choices": [[[1], 3.0]]}, '"choices"'),
        ({"choices": [[["weiter"], "much"]]}, '"choices"'),
        ({"theme": "luck"}, "known theme"),
        ({"missed": ["nobody"]}, "bots that miss"),
        ({"missed": [[]]}, "bots that miss"),
        ({"found": {}}, '"found"'),
        ({"found": {"seed": 1, "hard": 1, "number": 2}}, "hard"),
        ({"record": {}}, "dealer"),
        ({"level": "high"}, "level"),
    ],
)
def test_what_is_no_exercise_is_refused(changed: dict[str, Any], complaint: str) -> None:
    with pytest.raises(DobbmError, match=complaint):
        Exercise.from_json({**first_of(BID).to_json(), **changed})
