"""Error messages for optional libraries that are not installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from dobbm.game.errors import DobbmError


@contextmanager
def extra_solver(what: str = "this", refusal: type[DobbmError] = DobbmError) -> Iterator[None]:
    """Guard imports of libraries from the ``solver`` extra.

    Raises ``refusal`` if one is missing, with a message that begins with ``what``.
    """
    with _extra("solver", what, refusal):
        yield


@contextmanager
def extra_server(what: str) -> Iterator[None]:
    """Guard imports of libraries from the ``server`` extra.

    Raises ``DobbmError`` if one is missing, with a message that begins with ``what``.
    """
    with _extra("server", what, DobbmError):
        yield


@contextmanager
def _extra(extra: str, what: str, refusal: type[DobbmError]) -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError as error:
        raise refusal(f"{what} needs {error.name}: pip install '.[{extra}]'") from None
