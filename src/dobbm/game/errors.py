"""What can be wrong, as a tree of exceptions with the codes of a record's error.

::

    DobbmError
    ├── RecordError          json, record   a line that is no record
    ├── RulesError           rules          an unknown preset, option or value
    ├── DeckError            deck           not the 36 cards, once each
    ├── ActionError
    │   ├── UnknownAction    action         no word, card or list of distinct cards
    │   ├── WrongPhase       phase          not the kind of action that comes now
    │   ├── CardNotHeld      held           a card that the player does not hold
    │   └── IllegalAction    illegal        the right kind, but the rules forbid it
    │       └── Revoke       illegal        ... and where revokes are penalised it ends the deal
    ├── SessionError         session        a step that the session does not allow now
    ├── ShuffleError         shuffle        a proof of a shuffle that proves nothing
    └── PlayerError          player         no player of that name, or one that cannot be started

The codes, and which of them comes first, are set down in ``docs/records.md``.
"""

from __future__ import annotations


class DobbmError(ValueError):
    """Something that the rules of the game, or the format of a record, do not allow.

    ``code`` names the kind of error for programs, ``str(error)`` is a sentence for people, and
    ``action`` is the index of the action at fault, or None where no action is.
    """

    code = "error"

    def __init__(self, message: str, *, action: int | None = None) -> None:
        super().__init__(message)
        self.action = action


class RecordError(DobbmError):
    """A line that is not a record of a deal: no JSON object, or a field amiss."""

    def __init__(self, message: str, *, code: str = "record") -> None:
        super().__init__(message)
        self.code = code


class RulesError(DobbmError):
    """A preset, an option or a value of an option that does not exist."""

    code = "rules"


class DeckError(DobbmError):
    """A deck that is not the 36 cards, once each."""

    code = "deck"


class ActionError(DobbmError):
    """An action that cannot be taken."""


class UnknownAction(ActionError):
    """Not a word of the game, a card, or a list of distinct cards."""

    code = "action"


class WrongPhase(ActionError):
    """An action of a kind that does not come now."""

    code = "phase"


class CardNotHeld(ActionError):
    """A card that the player does not hold."""

    code = "held"


class IllegalAction(ActionError):
    """An action of the right kind that the rules forbid."""

    code = "illegal"


class Revoke(IllegalAction):
    """A card or a discard that the hand holds but the rules forbid (*verleugnen*)."""


class SessionError(DobbmError):
    """A step that the session does not allow now."""

    code = "session"


class ShuffleError(DobbmError):
    """A proof of a shuffle that is amiss, or whose deck is another; a contribution that is none."""

    code = "shuffle"


class PlayerError(DobbmError):
    """A player that does not exist or cannot be started."""

    code = "player"


def shown(value: object) -> str:
    """A wrong value as an error message names it: short, and whatever it is.

    >>> shown("HX"), shown([["HX"]]), shown(None), shown(4.0)
    ("'HX'", 'a list', 'null', '4.0')
    """
    match value:
        case None:
            return "null"
        case dict():
            return "an object"
        case list() | tuple():
            return "a list"
        case int() if abs(value) >= 10**60:
            return "a very long number"
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
