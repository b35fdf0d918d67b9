"""A second judgement of an exercise, with other seeds."""

from __future__ import annotations

from dobbm.exercises.checking import Checked, Checker
from exercises.samples import BID, ENDING, first_of


def test_the_answers_found_are_confirmed() -> None:
    check = Checker(seed=8)
    assert check((0, first_of(BID))) == Checked(by_worlds=True, by_bot=True, by_open_cards=None)
    ending = check((1, first_of(ENDING)))
    assert (ending.by_worlds, ending.by_bot) == (True, True)


def test_a_wrong_answer_is_not_confirmed() -> None:
    exercise = first_of(BID)
    best, second, *others = exercise.choices
    wrong = exercise._replace(choices=(second, best, *others))
    assert Checker(seed=8)((0, wrong))[:2] == (False, False)
