"""Files of arrays that were learnt, with a format and a word on how they were made."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import DTypeLike, NDArray

from dobbm.game.errors import DobbmError

Arrays = dict[str, NDArray[Any]]

UNREADABLE = (AttributeError, BadZipFile, EOFError, KeyError, TypeError, ValueError, zlib.error)
"""What reading may raise if the file is another's, or damaged."""


def write_arrays(
    path: Path, number: int, made: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]
) -> None:
    """Write a file of format ``number``; the same arrays give the same bytes."""
    named: dict[str, Any] = dict(arrays)
    with path.open("wb") as target:
        np.savez_compressed(target, format=number, made=json.dumps(made), **named)


def read_arrays(
    source: IO[bytes],
    number: int,
    names: Sequence[str],
    kind: DTypeLike,
    *,
    length: int,
    what: str,
) -> tuple[Arrays, dict[str, Any]]:
    """The arrays of these names, as numbers of this kind, and how they were made.

    Raises ``DobbmError`` that names ``what`` is read for a file that ``write_arrays`` has not
    written, or of another format: another ``number``, or a first array of another ``length``.
    """
    try:
        with np.load(source) as found:
            known = int(found["format"]) == number and found[names[0]].shape == (length,)
            arrays = {name: found[name].astype(kind) for name in names}
            made = json.loads(str(found["made"]))
    except UNREADABLE:
        raise DobbmError(
            f"{what} cannot be read: the file is damaged, or of something else"
        ) from None
    if not known:
        raise DobbmError(f"{what} are of another format")
    return arrays, made
