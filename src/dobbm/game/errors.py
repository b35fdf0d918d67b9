"""The package's exceptions and their error codes.

::

    DobbmError
    ├── RecordError          json, record   not a JSON object, or not a valid record
    ├── RulesError           rules          an unknown preset, option or value
    ├── DeckError            deck           not the 36 cards, once each
    ├── ActionError
    │   ├── UnknownAction    action         neither a word, a card nor a list of distinct cards
    │   ├── WrongPhase       phase          an action of the wrong kind for the phase
    │   ├── CardNotHeld      held           a card that the player does not hold
    │   └── IllegalAction    illegal        the right kind, but the rules forbid it
    │       └── Revoke       illegal        a card or discards held, but against the rules
    ├── SessionError         session        a step not allowed now, or an unusable session file
    ├── ShuffleError         shuffle        an invalid proof of a shuffle
    └── PlayerError          player         an unknown, unusable or misconfigured player

``docs/records.md`` defines the codes and their precedence.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from functools import wraps
from typing import ParamSpec, TypeVar

Given = ParamSpec("Given")
Found = TypeVar("Found")

_NAMES_JSON = ContextVar("names_json", default=False)


class DobbmError(ValueError):
    """The base class of the package's errors.

    ``code`` names the kind of error for programs, and ``str(error)`` is a sentence for people. If a
    sequence of actions was being applied, ``action`` is the index of the one at fault; otherwise it
    is None.
    """

    code = "error"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.action: int | None = None


class RecordError(DobbmError):
    """A line that is not a JSON object, or a record with a missing, unknown or invalid field."""

    def __init__(self, message: str, *, code: str = "record") -> None:
        super().__init__(message)
        self.code = code


class RulesError(DobbmError):
    """An unknown preset or option, or an invalid option value."""

    code = "rules"


class DeckError(DobbmError):
    """A deck that does not have each of the 36 cards exactly once."""

    code = "deck"


class ActionError(DobbmError):
    """An action that cannot be taken."""


class UnknownAction(ActionError):
    """An action that is neither a word of the game, a card nor a list of distinct cards."""

    code = "action"


class WrongPhase(ActionError):
    """An action of the wrong kind for the current phase."""

    code = "phase"


class CardNotHeld(ActionError):
    """A card that the player does not hold."""

    code = "held"


class IllegalAction(ActionError):
    """An action of the right kind that the rules forbid."""

    code = "illegal"


class Revoke(IllegalAction):
    """A card or discards that the player holds but the rules forbid (*verleugnen*).

    Where revokes are penalised, ``Deal.apply`` ends the deal instead of raising this error.
    """


class SessionError(DobbmError):
    """A step that the session does not allow now, or a session file that cannot be used."""

    code = "session"


class ShuffleError(DobbmError):
    """An invalid proof, contribution or cut, or a proof of a different deck."""

    code = "shuffle"


class PlayerError(DobbmError):
    """A player that is unknown, has invalid options, or cannot be used or started."""

    code = "player"


def quoted(value: object) -> str:
    """Return a short description of an invalid value, for error messages.

    >>> quoted("HX"), quoted([["HX"]]), quoted(None), quoted(True), quoted(4.0)
    ("'HX'", 'a list', 'None', 'True', '4.0')
    >>> naming_json(quoted)(None)
    'null'
    """
    match value:
        case None | bool() if names_json():
            return "null" if value is None else str(value).lower()
        case dict() if names_json():
            return "an object"
        case list() | tuple() if names_json():
            return "a list"
        case dict() | list() | tuple() | set() | frozenset():
            return _some(value)
        case int() if abs(value) >= 10**60:
            return "a very long number"
    text = repr(value).replace("\n", " ")
    if text.startswith("<"):
        return _some(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def naming_json(function: Callable[Given, Found]) -> Callable[Given, Found]:
    """Let the errors of a function that reads JSON name values as JSON does, not as Python does."""

    @wraps(function)
    def reading(*arguments: Given.args, **named: Given.kwargs) -> Found:
        before = _NAMES_JSON.set(True)
        try:
            return function(*arguments, **named)
        finally:
            _NAMES_JSON.reset(before)

    return reading


def names_json() -> bool:
    """Return whether a function is running that ``naming_json`` decorates."""
    return _NAMES_JSON.get()


def _some(value: object) -> str:
    kind = type(value).__name__
    return f"{'an' if kind[0] in 'AEIOUaeiou' else 'a'} {kind}"


def counted(number: int, thing: str) -> str:
    """Return a number with its unit, in the plural unless it is 1.

    >>> counted(1, "deck"), counted(1200, "deck")
    ('1 deck', '1,200 decks')
    """
    return f"{number:,} {thing}{'' if number == 1 else 's'}"
