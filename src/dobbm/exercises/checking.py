"""Judges exercises anew: with other seeds, by a strong bot, and with open cards."""

from __future__ import annotations

from typing import NamedTuple

from dobbm.copying import CopiedWhole
from dobbm.exercises.exercise import Exercise
from dobbm.exercises.valuing import card_values, valued, worlds_for
from dobbm.game.actions import PLAY
from dobbm.game.seeds import generator
from dobbm.players import make_explainer


class Checked(NamedTuple):
    """The result of a second judgement of an exercise."""

    by_worlds: bool
    """Whether its answer is the best in other worlds, too."""
    by_bot: bool
    """Whether ``pimc:strong`` gives the answer, with another seed."""
    by_open_cards: bool | None
    """Whether the answer is the best with open cards, in as many worlds; None before the play."""

    @property
    def confirmed(self) -> bool:
        """Whether both the worlds and the bot confirm the answer."""
        return self.by_worlds and self.by_bot


class Checker(CopiedWhole):
    """Checks exercises; call the object with one of them and its number."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._judge = make_explainer()

    def __call__(self, numbered: tuple[int, Exercise]) -> Checked:
        """Return the judgement of an exercise with other seeds."""
        number, exercise = numbered
        rng, view, answers = generator(self._seed, number), exercise.view, exercise.answers
        again = valued(view, worlds_for(view), rng.getrandbits(32))
        opened = None
        if view.phase == PLAY:
            found = card_values(view, worlds_for(view), rng.getrandbits(32), played=0.0)
            opened = found.leader().answers == answers
        return Checked(
            again is not None and again.leader().answers == answers,
            self._judge.act(view, rng.getrandbits(32)) in answers,
            opened,
        )
