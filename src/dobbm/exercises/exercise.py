"""An exercise: a decision with one answer, and what is known of it, as an object and as JSON."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, TypeAlias

from dobbm.exercises.themes import THEMES
from dobbm.game.deal import Deal
from dobbm.game.errors import RecordError
from dobbm.game.fields import verified, verified_object
from dobbm.game.record import from_record, to_record
from dobbm.game.view import View

Kind: TypeAlias = Literal["bid", "discard", "schwacher", "lead", "defence", "ending"]

KINDS: tuple[Kind, ...] = ("bid", "discard", "schwacher", "lead", "defence", "ending")
"""Bid this hand, find the discard, Schwacher or gut, the declarer's lead, the defenders' card, and
the last four tricks."""

BOTS = ("simple", "trained", "network", "pimc:quick", "pimc")
"""The bots whose answers make the level: each one that misses the answer is worth one level."""


class Choice(NamedTuple):
    """A choice at the decision: actions that count as one, and what they are worth."""

    actions: tuple[str, ...]
    value: float
    """The declarer's final card points or, for words, what the seat is paid at a Match of 60."""


class Exercise(NamedTuple):
    """A decision for the seat to act, of which the first choice is the answer."""

    kind: Kind
    deal: Deal
    """The deal up to the decision."""
    choices: tuple[Choice, ...]
    """The choices compared, the best first."""
    missed: tuple[str, ...]
    """The bots that give another answer."""
    theme: str
    reason: dict[str, Any]
    """The reason for the answer, as in a hint."""
    found: dict[str, Any]
    """The stream in which it was found: its seed, whether ``trained`` misses it, its number."""

    @property
    def answers(self) -> tuple[str, ...]:
        """The right answers, which count as one."""
        return self.choices[0].actions

    @property
    def level(self) -> int:
        """How many of the bots miss the answer."""
        return len(self.missed)

    @property
    def view(self) -> View:
        """The view of the seat that must decide."""
        return View.of(self.deal, self.deal.to_act)

    def to_json(self) -> dict[str, Any]:
        """Return the exercise as a JSON object."""
        return {
            "kind": self.kind,
            "record": to_record(self.deal),
            "seat": self.deal.to_act,
            "answers": list(self.answers),
            "choices": [[list(one.actions), one.value] for one in self.choices],
            "missed": list(self.missed),
            "level": self.level,
            "theme": self.theme,
            "reason": self.reason,
            "found": self.found,
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Exercise:
        """Return the exercise in a JSON object; raise ``DobbmError`` if it is none."""
        verified_object(value, "an exercise", RecordError, required=_FIELDS)
        for field, kind in _FIELDS.items():
            verified(value[field], kind, field, RecordError)
        deal = from_record(value["record"])
        choices = tuple([_choice(one) for one in value["choices"]])
        found = value["found"]
        verified_object(found, "found", RecordError, required=_FOUND)
        for field, kind in _FOUND.items():
            verified(found[field], kind, field, RecordError)
        if value["theme"] not in THEMES or not all(bot in BOTS for bot in value["missed"]):
            raise RecordError("an exercise must have a known theme, and name the bots that miss it")
        exercise = cls(
            value["kind"],
            deal,
            choices,
            tuple(value["missed"]),
            value["theme"],
            value["reason"],
            found,
        )
        if (
            exercise.kind not in KINDS
            or not choices
            or not all(map(deal.is_legal, choices[0].actions))
        ):
            raise RecordError("an exercise must have a known kind and answers that are legal")
        return exercise


def _choice(value: object) -> Choice:
    """Return the choice in a pair of actions and their worth."""
    match value:
        case [[*actions], int() | float() as worth] if all(type(one) is str for one in actions):
            return Choice(tuple(map(str, actions)), worth)
    raise RecordError('"choices" of an exercise must be pairs of actions and worth')


_FOUND: dict[str, type] = {"seed": int, "hard": bool, "number": int}
_FIELDS: dict[str, type] = {
    "kind": str,
    "record": dict,
    "seat": int,
    "answers": list,
    "choices": list,
    "missed": list,
    "level": int,
    "theme": str,
    "reason": dict,
    "found": dict,
}
