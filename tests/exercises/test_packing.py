"""The short form of exercises."""

from __future__ import annotations

import pytest

from dobbm.exercises.packing import packed, short
from dobbm.exercises.themes import THEMES
from exercises.samples import BID, ENDING, first_of, spelled


@pytest.mark.parametrize(
    "actions",
    [
        ["weiter", "dobbm", "weiter", "weiter", "H6 L7 A8 B9", "gut", "schwacher", "retour", "HS"],
        ["dobbm", "solo", "gut", "gut", "gut", "H6", "H7", "H8", "H9"],
        [],
    ],
)
def test_actions_are_spelled_again(actions: list[str]) -> None:
    assert [*spelled("".join(map(short, actions)))] == actions


def test_a_collection_names_what_its_numbers_stand_for() -> None:
    found = [first_of(BID), first_of(ENDING)]
    short_form = packed(found)
    for exercise, row in zip(found, short_form["exercises"], strict=True):
        name, kind, dealer, _deck, actions, choices, values, missed, theme, [sentence, _] = row
        assert short_form["kinds"][kind] == exercise.kind
        assert dealer == (exercise.deal.setup.dealer - (exercise.view.seat or 0)) % 4
        assert name.endswith(f"-{exercise.found['number']}")
        assert tuple(spelled(actions)) == exercise.deal.actions
        assert len(choices.split(" ")) == len(values) == len(exercise.choices)
        bots = [bot for at, bot in enumerate(short_form["bots"]) if missed >> at & 1]
        assert tuple(bots) == exercise.missed
        assert THEMES[theme] == exercise.theme
        assert short_form["sentences"][sentence] == exercise.reason["sentence"]
