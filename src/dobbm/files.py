"""Files whose errors name them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike, fspath
from pathlib import Path


@contextmanager
def naming(path: str | PathLike[str]) -> Iterator[None]:
    """Name a file in errors of the system that name none, such as those of a full disk."""
    try:
        yield
    except OSError as error:
        if error.filename is None:
            error.filename = fspath(path)
        raise


def write_text(path: Path, text: str) -> None:
    """Write a text to a file in UTF-8."""
    with naming(path):
        path.write_text(text, encoding="utf-8")
