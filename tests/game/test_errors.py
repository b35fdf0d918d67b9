from __future__ import annotations

import re
from typing import Any

import pytest

from dobbm.game import errors
from dobbm.game.errors import (
    CardNotHeld,
    DeckError,
    DobbmError,
    IllegalAction,
    PlayerError,
    RecordError,
    Revoke,
    RulesError,
    SessionError,
    ShuffleError,
    UnknownAction,
    WrongPhase,
    counted,
    naming_json,
    quoted,
)

CODES = [
    (RecordError, "record"),
    (RulesError, "rules"),
    (DeckError, "deck"),
    (UnknownAction, "action"),
    (WrongPhase, "phase"),
    (CardNotHeld, "held"),
    (IllegalAction, "illegal"),
    (Revoke, "illegal"),
    (SessionError, "session"),
    (ShuffleError, "shuffle"),
    (PlayerError, "player"),
]


@pytest.mark.parametrize(("error", "code"), CODES)
def test_every_error_has_its_code(error: type[DobbmError], code: str) -> None:
    assert error("why").code == code
    assert error("why").action is None


def test_a_line_that_is_not_json_has_its_own_code() -> None:
    assert RecordError("why", code="json").code == "json"


def test_our_errors_are_value_errors() -> None:
    with pytest.raises(ValueError, match="^the sentence for people$"):
        raise Revoke("the sentence for people")


def test_a_revoke_is_an_illegal_action() -> None:
    assert issubclass(Revoke, IllegalAction)


def test_the_docstring_draws_all_classes() -> None:
    assert errors.__doc__
    drawn = re.findall(r"(?:├──|└──) (\w+)", errors.__doc__)
    real = [
        name
        for name, value in vars(errors).items()
        if isinstance(value, type) and issubclass(value, DobbmError) and value is not DobbmError
    ]
    assert sorted(drawn) == sorted(real)


@pytest.mark.parametrize(("error", "code"), [(e, c) for e, c in CODES if e is not Revoke])
def test_the_docstring_has_the_right_codes(error: type[DobbmError], code: str) -> None:
    assert errors.__doc__
    assert re.search(rf"── {error.__name__} +.*\b{code}\b", errors.__doc__)


@pytest.mark.parametrize(
    ("value", "in_python", "in_json"),
    [
        (None, "None", "null"),
        ("HX", "'HX'", "'HX'"),
        (4.0, "4.0", "4.0"),
        (True, "True", "true"),
        (-1, "-1", "-1"),
        ([["HX"]], "a list", "a list"),
        (("HX",), "a tuple", "a list"),
        ({"HX"}, "a set", "a set"),
        ({"preset": "pagat"}, "a dict", "an object"),
        (object(), "an object", "an object"),
        ("\ud800", r"'\ud800'", r"'\ud800'"),
    ],
)
def test_how_an_invalid_value_is_quoted(value: Any, in_python: str, in_json: str) -> None:
    assert quoted(value) == in_python
    assert naming_json(quoted)(value) == in_json
    assert quoted(value) == in_python


def test_a_long_value_is_cut_short() -> None:
    assert quoted("x" * 58) == "'" + "x" * 58 + "'"
    assert quoted("x" * 59) == "'" + "x" * 56 + "..."
    assert quoted(10**5000) == quoted(-(10**5000)) == "a very long number"


@pytest.mark.parametrize(("number", "said"), [(1, "1 deck"), (1200, "1,200 decks")])
def test_a_number_is_said_with_its_unit(number: int, said: str) -> None:
    assert counted(number, "deck") == said
