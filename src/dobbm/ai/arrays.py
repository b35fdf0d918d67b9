"""Reads and writes files of learned arrays, each with a format number and a note on its origin.

The files are those of NumPy (``.npz``). Reading them does not need NumPy.
"""

from __future__ import annotations

import struct
import zlib
from array import array
from ast import literal_eval
from collections.abc import Mapping, Sequence
from math import isfinite
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple
from zipfile import BadZipFile, ZipFile

from dobbm.ai.calling import Numbers
from dobbm.game.errors import DobbmError
from dobbm.game.json_text import parse_json, write_json

if TYPE_CHECKING:
    from numpy.typing import NDArray

UNREADABLE = (
    *(AttributeError, BadZipFile, EOFError, KeyError, NotImplementedError, RuntimeError),
    *(SyntaxError, TypeError, ValueError, struct.error, zlib.error),
)
"""Exceptions that may be raised if a file is damaged or of another kind."""

MAGIC = b"\x93NUMPY"
PIECE = 10_000
"""How many numbers are read at a time: as objects, they take ten times as much memory."""
FORMATS = {"<f2": "e", "<f4": "f", "<f8": "d", "<i8": "q"}
"""For each of NumPy's types of numbers, how ``struct`` names it."""


class Stored(NamedTuple):
    """An array as stored: its numbers, the last axis first to change, and its shape."""

    numbers: Numbers
    shape: tuple[int, ...]


def write_arrays(
    path: Path, number: int, made: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]
) -> None:
    """Write the arrays with the format number ``number`` and the note ``made``.

    The same contents always give the same bytes.
    """
    import numpy as np

    named: dict[str, Any] = dict(arrays)
    with path.open("wb") as target:
        np.savez_compressed(target, format=number, made=write_json(made), **named)


def read_arrays(
    source: IO[bytes], number: int, names: Sequence[str], kind: str, what: str
) -> tuple[dict[str, Stored], dict[str, Any]]:
    """Return the arrays called ``names``, as f or d (``kind``), and the note on how they were made.

    Raises ``DobbmError`` if the file is damaged or of another kind, if its format number is not
    ``number``, or if a value is not finite. The message calls the contents ``what``.
    """
    try:
        with ZipFile(source) as found:
            [format_number] = _read(found, "format").numbers
            arrays = {name: _read(found, name, kind) for name in names}
            made = parse_json(_read_text(found, "made"))
    except UNREADABLE:
        raise DobbmError(f"cannot read {what}: the file is damaged or of another kind") from None
    if format_number != number:
        raise DobbmError(f"{what} have a different format")
    if not all(isfinite(sum(one.numbers)) for one in arrays.values()):
        raise DobbmError(f"cannot read {what}: not all of them are numbers")
    return arrays, made


def _read(file: ZipFile, name: str, kind: str = "q") -> Stored:
    """Return the array called ``name``, with numbers of a ``kind``."""
    header, body = _parts(file, name)
    shape: tuple[int, ...] = header["shape"]
    if header["fortran_order"] and len(shape) > 1:
        raise ValueError(name)
    given = FORMATS[header["descr"]]
    size = struct.calcsize(f"<{given}")
    count = len(body) // size
    expected = 1
    for length in shape:
        expected *= length
    if count != expected:
        raise ValueError(name)
    numbers = array(kind)
    for start in range(0, len(body), PIECE * size):
        part = body[start : start + PIECE * size]
        numbers.extend(struct.unpack(f"<{len(part) // size}{given}", part))
    return Stored(numbers, shape)


def _read_text(file: ZipFile, name: str) -> str:
    """Return the text called ``name``."""
    header, body = _parts(file, name)
    if not header["descr"].startswith("<U"):
        raise ValueError(name)
    return body.decode("utf-32-le").rstrip("\0")


def _parts(file: ZipFile, name: str) -> tuple[dict[str, Any], bytes]:
    """Return the header and the body of an array in NumPy's own format."""
    content = file.read(f"{name}.npy")
    if content[:6] != MAGIC:
        raise ValueError(name)
    size, start = (2, 10) if content[6] == 1 else (4, 12)
    end = start + int.from_bytes(content[8 : 8 + size], "little")
    header: dict[str, Any] = literal_eval(content[start:end].decode())
    return header, content[end:]
