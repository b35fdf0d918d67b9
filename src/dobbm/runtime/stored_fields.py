"""Verifies the fields of events that come from outside, by the types of their classes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from dobbm.game.errors import DobbmError, quoted
from dobbm.runtime.store import UNWRITABLE

LARGEST = 2**31
"""No whole number in an event is larger."""
LATEST = 1e11
"""No time in an event, in seconds, is larger: the year 5138."""
LONGEST = 400
"""Maximum characters of a text in an event, and entries of an object or a list."""
UNION = type(int | None)
PLAIN: Any = bool | float | str | None
"""The types of the options of a table, and of those of its rules."""


class ArchiveError(DobbmError):
    """A file that is not the archive of a club, with the line that is wrong."""

    code = "archive"


def made(kinds: Mapping[str, Any], stored: Mapping[str, Any], latest: float) -> Any:
    """Return the event of one of these kinds that an object describes.

    Raises ``ArchiveError`` for an unknown kind, for a field that is missing, unknown or wrong, and
    for an event after the ``latest`` time.
    """
    kind = stored.get("kind")
    if not isinstance(kind, str) or kind not in kinds:
        raise ArchiveError(f"unknown kind of event: {quoted(kind)}")
    hints, given = _hints(kinds[kind]), {key: stored[key] for key in stored if key != "kind"}
    for name in given:
        if name not in hints:
            raise ArchiveError(f'{kind}: unknown field "{quoted(name)}"')
        if not fits(given[name], hints[name]):
            raise ArchiveError(f'{kind}: "{name}" cannot be {quoted(given[name])}')
    for name in hints:
        if name not in given and name not in kinds[kind]._field_defaults:
            raise ArchiveError(f'{kind}: "{name}" is missing')
    event = kinds[kind](**given)
    if not 0 < event.at <= latest:
        raise ArchiveError(f"{kind}: it cannot have been at {quoted(event.at)}")
    return event


def fits(value: Any, hint: Any) -> bool:
    """Return whether a value from JSON is of a type, and not too large."""
    origin, inside = get_origin(hint), get_args(hint)
    if hint is Any:
        return fits(value, PLAIN) or fits(value, dict[str, PLAIN])
    if origin in (Union, UNION):
        return any(fits(value, one) for one in inside)
    if origin is Literal:
        return any(type(value) is type(one) and value == one for one in inside)
    if origin in (dict, Mapping):
        pairs = value.items() if isinstance(value, dict) else ()
        fitting = all(fits(key, inside[0]) and fits(one, inside[1]) for key, one in pairs)
        return isinstance(value, dict) and len(value) <= LONGEST and fitting
    if origin is list:
        is_short = isinstance(value, list) and len(value) <= LONGEST
        return is_short and all(fits(one, inside[0]) for one in value)
    if hint is float:
        return type(value) in (int, float) and abs(value) <= LATEST
    if hint is str:
        return type(value) is str and len(value) <= LONGEST and not UNWRITABLE.search(value)
    return type(value) is hint and (hint is not int or abs(value) <= LARGEST)


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)
