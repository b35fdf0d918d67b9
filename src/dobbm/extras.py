"""Error messages for optional libraries that are not installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from dobbm.game.errors import DobbmError

LIBRARIES = {
    "solver": ("numpy", "numba", "llvmlite"),
    "server": (
        *("alembic", "asyncpg", "fastapi", "httptools", "itsdangerous", "orjson"),
        *("prometheus_client", "pydantic", "segno", "sqlalchemy", "starlette", "structlog"),
        *("uvicorn", "uvloop"),
    ),
    "envs": ("gymnasium", "pettingzoo", "pyspiel"),
    "data": ("pyarrow",),
    "cluster": ("distributed",),
    "network": ("jax",),
}
"""The libraries of each extra, by the names under which they are imported."""


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
        missing = refusal(explanation(what, error, extra))
        if isinstance(missing, MissingLibrary):
            missing.name = error.name
        raise missing from None


def verify_solver(what: str, extra: str) -> None:
    """Raise ``MissingLibrary``, which names ``extra``, if a library of ``solver`` is missing.

    Unlike importing them, this takes no time.
    """
    for library in LIBRARIES["solver"]:
        if find_spec(library) is None:
            error = MissingLibrary(explanation(what, ModuleNotFoundError(name=library), extra))
            error.name = library
            raise error


def explanation(what: str, error: ModuleNotFoundError, extra: str | None = None) -> str:
    """Return what needs the missing library, and how to install it.

    Without ``extra``, that is the extra that has the library; other libraries are only named.

    >>> explanation("dobbm export", ModuleNotFoundError(name="orjson"))
    "dobbm export needs orjson: pip install '.[server]'"
    """
    library = error.name or "a library"
    root = library.partition(".")[0]
    found = extra or next((one for one, names in LIBRARIES.items() if root in names), None)
    return f"{what} needs {library}" + (f": pip install '.[{found}]'" if found else "")
