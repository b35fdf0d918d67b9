"""Reads and writes files of learned arrays, each with a format number and a note on its origin."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any
from zipfile import BadZipFile

from dobbm.extras import extra_solver
from dobbm.game.errors import DobbmError
from dobbm.game.json_text import parse_json, write_json

with extra_solver("dobbm.ai.arrays"):
    import numpy as np
    from numpy.typing import DTypeLike, NDArray
Arrays = dict[str, NDArray[Any]]

UNREADABLE = (AttributeError, BadZipFile, EOFError, KeyError, TypeError, ValueError, zlib.error)
"""Exceptions that may be raised if a file is damaged or of another kind."""


def write_arrays(
    path: Path, number: int, made: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]
) -> None:
    """Write the arrays with the format number ``number`` and the note ``made``.

    The same contents always give the same bytes.
    """
    named: dict[str, Any] = dict(arrays)
    with path.open("wb") as target:
        np.savez_compressed(target, format=number, made=write_json(made), **named)


def read_arrays(
    source: IO[bytes],
    number: int,
    names: Sequence[str],
    kind: DTypeLike,
    *,
    length: int,
    what: str,
) -> tuple[Arrays, dict[str, Any]]:
    """Return the arrays called ``names``, cast to ``kind``, and the note on how they were made.

    Raises ``DobbmError`` if the file is damaged or of another kind, if its format number is not
    ``number``, or if its first array does not have the length ``length``. The message calls the
    contents ``what``.
    """
    try:
        with np.load(source) as found:
            known = int(found["format"]) == number and len(found[names[0]]) == length
            arrays = {name: found[name].astype(kind) for name in names}
            made = parse_json(str(found["made"]))
    except UNREADABLE:
        raise DobbmError(f"cannot read {what}: the file is damaged or of another kind") from None
    if not known:
        raise DobbmError(f"{what} have a different format")
    return arrays, made
