"""Error messages for optional libraries that are not installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from dobbm.game.errors import DobbmError

LIBRARIES = {
    "bots": ("wasmtime",),
    "solver": ("numpy", "numba", "llvmlite"),
    "server": (
        *("alembic", "asyncpg", "cryptography", "fastapi", "httptools", "itsdangerous", "orjson"),
        *("prometheus_client", "pydantic", "segno", "sqlalchemy", "starlette", "structlog"),
        *("uvicorn", "uvloop"),
    ),
    "envs": ("gymnasium", "pettingzoo", "pyspiel"),
    "data": ("pyarrow",),
    "cluster": ("distributed",),
    "network": ("jax", "optax"),
}
"""The libraries of each extra, by the names under which they are imported."""


class MissingLibrary(DobbmError, ModuleNotFoundError):
    """An optional library that is not installed; the message names its extra."""


@contextmanager
def extra(
    name: str, what: str = "this", refusal: type[DobbmError] = MissingLibrary
) -> Iterator[None]:
    """Guard imports of libraries from the extra called ``name``.

    Raises ``refusal`` if one is missing, with a message that begins with ``what``. Of several
    guards around an import, the outermost one says what is missing the library.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        missing = refusal(explanation(what, error, name))
        if isinstance(missing, MissingLibrary):
            missing.name = error.name
        raise missing from None


extra_solver = partial(extra, "solver")
extra_server = partial(extra, "server")
extra_envs = partial(extra, "envs")
extra_network = partial(extra, "network")
# A command that needs another extra, too, does not name that one for these.
extra_data = partial(extra, "data", refusal=DobbmError)
extra_cluster = partial(extra, "cluster", refusal=DobbmError)


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
