"""Verification of the arguments of public functions: one decorator, and one form of sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from inspect import signature
from typing import Any, NamedTuple, TypeAlias

from dobbm.game.errors import DobbmError, Found, Given, quoted
from dobbm.game.fields import is_whole, named


class Kind(NamedTuple):
    """A kind of argument that no class describes."""

    description: str
    fits: Callable[[Any], bool]

    def or_none(self) -> Kind:
        """Return the kind of an argument that may also be None."""
        return Kind(f"{self.description} or None", lambda value: value is None or self.fits(value))


Checked: TypeAlias = type | Kind
"""The class of an argument, or its kind."""


def is_ordered(value: object) -> bool:
    """Return whether a value gives other values one by one, in an order: no text, set or dict."""
    if type(value) in (list, tuple):
        return True
    unordered = isinstance(value, (str, bytes, set, frozenset, Mapping))
    return isinstance(value, Iterable) and not unordered


def between(least: int, most: int) -> Kind:
    """Return the kind of a whole number within limits."""
    return Kind(
        f"a whole number from {least} to {most}",
        lambda value: is_whole(value) and least <= value <= most,
    )


TEXT = Kind("a string", lambda value: isinstance(value, str))
FUNCTION = Kind("a function", callable)
ORDERED = Kind("a list", is_ordered)
SERIES = Kind("a list or another iterable", lambda value: isinstance(value, Iterable))
SEED = Kind("a whole number", is_whole)
AMOUNT = between(1, 10**9)
"""The kind of a number of deals, or of other work."""
WORKERS = between(1, 1024)


def takes(**kinds: Checked) -> Callable[[Callable[Given, Found]], Callable[Given, Found]]:
    """Verify the arguments of a function that are named in ``kinds``.

    A call takes a quarter of a microsecond longer; functions for which that is much call
    ``verify_argument`` themselves if the type is not the usual one.

    >>> @takes(name=TEXT)
    ... def greet(name): ...
    >>> greet(5)
    Traceback (most recent call last):
    dobbm.game.errors.DobbmError: "name" must be a string, not 5
    """

    def decorate(function: Callable[Given, Found]) -> Callable[Given, Found]:
        places = [*signature(function).parameters]
        checks = [(places.index(name), name, kind) for name, kind in kinds.items()]

        @wraps(function)
        def checked(*arguments: Given.args, **others: Given.kwargs) -> Found:
            for place, name, kind in checks:
                if place < len(arguments):
                    value = arguments[place]
                elif name in others:
                    value = others[name]
                else:
                    continue
                if type(value) is not kind:
                    verify_argument(value, name, kind)
            return function(*arguments, **others)

        return checked

    return decorate


def verify_argument(value: object, name: str, kind: Checked) -> None:
    """Raise ``DobbmError``, which names the argument, unless its value is of a kind."""
    if isinstance(kind, type):
        fits, description = isinstance(value, kind), f"a {kind.__name__}"
    else:
        fits, description = kind.fits(value), kind.description
    if not fits:
        raise DobbmError(f"{named(name)} must be {description}, not {quoted(value)}")
