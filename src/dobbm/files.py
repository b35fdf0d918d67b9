"""Files whose errors name them, and of which no more is read than memory holds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from os import PathLike, fspath
from pathlib import Path
from typing import BinaryIO

from dobbm.game.errors import DobbmError

LONGEST_LINE = 1 << 24
"""Maximum number of bytes in a line of a file; a record has about a thousand."""

LARGEST = 1 << 28
"""Maximum number of bytes in a file that is read as a whole."""


@contextmanager
def naming(path: str | PathLike[str]) -> Iterator[None]:
    """Name a file in errors of the system that name none, such as those of a full disk."""
    try:
        yield
    except OSError as error:
        if error.filename is None:
            error.filename = fspath(path)
        raise


def lines_of(stream: BinaryIO, path: str | PathLike[str]) -> Iterator[bytes]:
    """Yield the lines of a stream, read from ``path``; raise ``DobbmError`` for an endless one."""
    with naming(path):
        for number in count(1):
            line = stream.readline(LONGEST_LINE + 1)
            if not line:
                return
            verify_line(len(line), number, path)
            yield line


def verify_line(size: int, number: int, path: str | PathLike[str]) -> None:
    """Raise ``DobbmError``, which names the file and the line, if a line is too long to read."""
    if size > LONGEST_LINE:
        rule = f"a line may have at most {LONGEST_LINE:,} bytes"
        raise DobbmError(f"{fspath(path)}, line {number}: {rule}")


def read_whole(path: str | PathLike[str]) -> bytes:
    """Return the content of a file; raise ``DobbmError`` if it is too large to be read at once."""
    with naming(path), open(path, "rb") as file:
        content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise DobbmError(f"{fspath(path)}: such a file may have at most {LARGEST:,} bytes")
    return content


def write_text(path: Path, text: str) -> None:
    """Write a text to a file in UTF-8."""
    with naming(path):
        path.write_text(text, encoding="utf-8")
