"""Libraries that not everybody has installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from dobbm.errors import DobbmError


@contextmanager
def extra_solver(what: str = "this", refusal: type[DobbmError] = DobbmError) -> Iterator[None]:
    """``what`` is asked for here needs the libraries of the extra ``solver``.

    Raises ``refusal`` for one that is missing.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        raise refusal(f"{what} needs {error.name}: pip install 'dobbm[solver]'") from None
