"""Error messages for optional libraries that are not installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from dobbm.game.errors import DobbmError


class MissingLibrary(DobbmError, ModuleNotFoundError):
    """An optional library that is not installed; the message names its extra."""


@contextmanager
def extra_solver(what: str = "this", refusal: type[DobbmError] = MissingLibrary) -> Iterator[None]:
    """Guard imports of libraries from the ``solver`` extra.

    Raises ``refusal`` if one is missing, with a message that begins with ``what``.
    """
    with _extra("solver", what, refusal):
        yield


@contextmanager
def extra_server(what: str) -> Iterator[None]:
    """Guard imports of libraries from the ``server`` extra.

    Raises ``MissingLibrary`` if one is missing, with a message that begins with ``what``.
    """
    with _extra("server", what, MissingLibrary):
        yield


@contextmanager
def extra_envs(what: str) -> Iterator[None]:
    """Guard imports of libraries from the ``envs`` extra.

    Raises ``MissingLibrary`` if one is missing, with a message that begins with ``what``.
    """
    with _extra("envs", what, MissingLibrary):
        yield


@contextmanager
def extra_data(what: str) -> Iterator[None]:
    """Guard imports of libraries from the ``data`` extra.

    Raises ``DobbmError`` if one is missing, with a message that begins with ``what``.
    """
    with _extra("data", what, DobbmError):
        yield


@contextmanager
def extra_cluster(what: str) -> Iterator[None]:
    """Guard imports of libraries from the ``cluster`` extra.

    Raises ``DobbmError`` if one is missing, with a message that begins with ``what``.
    """
    with _extra("cluster", what, DobbmError):
        yield


@contextmanager
def extra_network(what: str) -> Iterator[None]:
    """Guard imports of libraries from the ``network`` extra.

    Raises ``DobbmError`` if one is missing, with a message that begins with ``what``.
    """
    with _extra("network", what, DobbmError):
        yield


@contextmanager
def _extra(extra: str, what: str, refusal: type[DobbmError]) -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError as error:
        missing = refusal(f"{what} needs {error.name}: pip install '.[{extra}]'")
        if isinstance(missing, MissingLibrary):
            missing.name = error.name
        raise missing from None
