"""The exercises that come with the page, judged anew with other seeds."""

from __future__ import annotations

from random import Random
from typing import Any

from client.test_exercises_page import ROWS, deal_of
from dobbm import View
from dobbm.exercises.valuing import valued, worlds_for
from dobbm.players import make_explainer
from exercises.samples import spelled
from tiers import sample_size

CHECKED = sample_size(6, long=150)
SEED = 4
CONFIRMED = 0.97
"""The share of answers that another judgement must confirm."""


def answers_of(row: list[Any]) -> list[set[str]]:
    """Return the right answers of a packed exercise, each as the set of its words or cards."""
    equal = row[5].split(" ")[0].split("/")
    return [{*" ".join(spelled(text)).split(" ")} for text in equal]


def test_other_seeds_confirm_the_answers() -> None:
    sample = Random(SEED).sample(ROWS, CHECKED)
    judge, by_bot, by_worlds = make_explainer(), 0, 0
    for number, row in enumerate(sample):
        deal, answers = deal_of(row), answers_of(row)
        view = View.of(deal, deal.to_act)
        said = judge.act(view, SEED + number)
        assert said is not None
        by_bot += {*said.split(" ")} in answers
        again = valued(view, worlds_for(view), SEED + number)
        by_worlds += again is not None and {*again.leader().answers[0].split(" ")} in answers
    assert by_bot >= CONFIRMED * CHECKED
    assert by_worlds >= CONFIRMED * CHECKED
