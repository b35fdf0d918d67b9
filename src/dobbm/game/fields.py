"""Validation of values from files, requests and callers.

Each function returns the value if it is valid, NumPy's whole numbers and bools as Python's;
otherwise it raises the given class of ``error``, with a message that names the value's ``place``.
"""

from __future__ import annotations

import operator
from collections.abc import Collection
from contextlib import suppress
from typing import Any, TypeVar

from dobbm.game.errors import DobbmError, names_json, quoted

Kind = TypeVar("Kind")

DESCRIPTIONS = {
    bool: "True or False",
    dict: "a dict",
    int: "a whole number",
    list: "a list",
}
IN_JSON = {**DESCRIPTIONS, bool: "true or false", dict: "an object"}
"""The descriptions of the same types in JSON."""


def named(place: str) -> str:
    """Return a field name in quotation marks, or a phrase of several words unchanged.

    >>> named("must"), named("a record")
    ('"must"', 'a record')
    """
    return place if " " in place else f'"{place}"'


def verified(value: Any, kind: type[Kind], place: str, error: type[DobbmError]) -> Kind:
    """Return ``value`` if it is of the type ``kind``; a bool does not pass as an int.

    >>> verified(True, int, "dealer", DobbmError)
    Traceback (most recent call last):
    dobbm.game.errors.DobbmError: "dealer" must be a whole number, not True
    """
    found = _plain(value)
    if kind is list and type(found) is tuple:
        found = list(found)
    if type(found) is not kind:
        descriptions = IN_JSON if names_json() else DESCRIPTIONS
        raise error(f"{named(place)} must be {descriptions[kind]}, not {quoted(value)}")
    return found


def whole_number(value: Any, place: str, error: type[DobbmError]) -> int:
    """Return ``value`` as an int if it is a whole number of any kind, but not a bool."""
    return value if type(value) is int else verified(value, int, place, error)


def is_whole(value: object) -> bool:
    """Return whether ``value`` is a whole number of any kind, and not a bool."""
    return type(_plain(value)) is int


def verified_number(value: Any, least: int, most: int, place: str, error: type[DobbmError]) -> int:
    """Return ``value`` if it is a whole number, not a bool, from ``least`` to ``most``.

    >>> verified_number(36, 1, 35, "cut.at", DobbmError)
    Traceback (most recent call last):
    dobbm.game.errors.DobbmError: "cut.at" must be a whole number from 1 to 35, not 36
    """
    found = _plain(value)
    if type(found) is not int or not least <= found <= most:
        raise error(
            f"{named(place)} must be a whole number from {least} to {most}, not {quoted(found)}"
        )
    return found


def _plain(value: Any) -> Any:
    """Return a whole number or a bool of another library, such as NumPy, as Python's own."""
    if type(value) in (bool, int):
        return value
    if getattr(value, "dtype", None) == "bool" and not value.shape:
        return bool(value)
    with suppress(TypeError):
        number = operator.index(value)
        return value if getattr(value, "mask", False) else number  # NumPy's masks hide numbers
    return value


def verified_object(
    value: Any,
    place: str,
    error: type[DobbmError],
    *,
    required: Collection[str],
    optional: Collection[str] = (),
) -> dict[str, Any]:
    """Return ``value`` if it is an object with all required fields and no unknown ones."""
    data: dict[str, Any] = verified(value, dict, place, error)
    for field in required:
        if field not in data:
            raise error(f'the field "{field}" of {named(place)} is missing')
    for field in data:
        if field not in required and field not in optional:
            raise error(f"unknown field {quoted(field)} in {named(place)}")
    return data
