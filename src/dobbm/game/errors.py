"""The package's exceptions and their error codes.

::

    DobbmError
    ├── RecordError          json, record   a line that is not a record
    ├── RulesError           rules          an unknown preset, option or value
    ├── DeckError            deck           not the 36 cards, once each
    ├── ActionError
    │   ├── UnknownAction    action         neither a word, a card nor a list of distinct cards
    │   ├── WrongPhase       phase          an action of the wrong kind for the phase
    │   ├── CardNotHeld      held           a card that the player does not hold
    │   └── IllegalAction    illegal        the right kind, but the rules forbid it
    │       └── Revoke       illegal        ... that ends the deal where revokes are penalised
    ├── SessionError         session        a step that the session does not allow now
    ├── ShuffleError         shuffle        an invalid proof of a shuffle
    └── PlayerError          player         an unknown player, or one that cannot be started

``docs/records.md`` defines the codes and their precedence.
"""

from __future__ import annotations


class DobbmError(ValueError):
    """The base class of the package's errors.

    ``code`` names the kind of error for programs, ``str(error)`` is a sentence for people, and
    ``action`` is the index of the action at fault, or None if the error concerns no action.
    """

    code = "error"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.action: int | None = None


class RecordError(DobbmError):
    """A line that is not a record of a deal: not a JSON object, or with an invalid field."""

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
    """A card or discards held by the player but forbidden by the rules (*verleugnen*)."""


class SessionError(DobbmError):
    """A step that the session does not allow now."""

    code = "session"


class ShuffleError(DobbmError):
    """An invalid proof, contribution or cut, or a proof of a different deck."""

    code = "shuffle"


class PlayerError(DobbmError):
    """A player that does not exist or cannot be started."""

    code = "player"


def quoted(value: object) -> str:
    """Return a short description of an invalid value, for error messages.

    >>> quoted("HX"), quoted([["HX"]]), quoted(None), quoted(True), quoted(4.0)
    ("'HX'", 'a list', 'null', 'true', '4.0')
    """
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case dict():
            return "an object"
        case list() | tuple():
            return "a list"
        case int() if abs(value) >= 10**60:
            return "a very long number"
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
