"""Files whose errors name them, of which no more is read than fits, and which are written whole."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count
from os import PathLike, fspath
from pathlib import Path
from typing import IO, Any, BinaryIO

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


def write_whole(path: Path, fill: Callable[[IO[bytes]], Any], mode: int = 0o666) -> None:
    """Write a file beside, and give it its name when all of it is on disk.

    If the disk is full, the file is as before. ``mode`` has the rights of a new file.
    """
    if path.exists() and not path.is_file():  # such as /dev/stdout
        with naming(path), path.open("wb") as file:
            fill(file)
        return
    target = path.resolve()  # a link stays one
    unfinished = target.with_name(f"{target.name}.part")
    try:
        with naming(path), open(unfinished, "wb", opener=partial(os.open, mode=mode)) as file:
            fill(file)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)


def write_text(path: Path, text: str, mode: int = 0o666) -> None:
    """Write a text to a file in UTF-8, as ``write_whole`` does."""
    write_whole(path, lambda file: file.write(text.encode()), mode)


def give_to_owner(file: Path, of: Path) -> None:
    """Give a file that root has made to the owner of another, who will want to write it."""
    if hasattr(os, "chown") and os.geteuid() == 0 and of.exists():  # Windows has no such thing
        owner = of.stat()
        os.chown(file, owner.st_uid, owner.st_gid)
