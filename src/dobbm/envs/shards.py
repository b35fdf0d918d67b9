"""The files of a data set: columns as Parquet or NPZ, written whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Any, Literal, NamedTuple, TypeAlias

import numpy as np

from dobbm.envs.recording import Column, Columns
from dobbm.extras import extra_data
from dobbm.game.errors import DobbmError, naming_json, quoted
from dobbm.game.fields import named

FileFormat: TypeAlias = Literal["parquet", "npz"]


class Storage(NamedTuple):
    """How columns are stored in a file."""

    write: Callable[[IO[bytes], Columns], None]
    read: Callable[[Path, Sequence[Column]], Columns]


def storage(file_format: FileFormat) -> Storage:
    """Return how files of a format are written and read.

    Raises ``DobbmError`` if the library for it is missing.
    """
    if file_format == "npz":
        return Storage(_write_npz, _read_npz)
    with extra_data("the format parquet"):
        import pyarrow.parquet  # noqa: F401 - fails now rather than after the first deals
    return Storage(_write_parquet, _read_parquet)


@naming_json
def verify_same(place: Path, what: str, found: dict[str, Any], due: dict[str, Any]) -> None:
    """Raise ``DobbmError`` unless the settings found in a place are those due there."""
    for field, value in due.items():
        other = found.get(field)
        if other != value:
            raise DobbmError(
                f"{place} holds another {what}: "
                f"{named(field)} is {quoted(other)}, not {quoted(value)}"
            )


def _write_npz(file: IO[bytes], columns: Columns) -> None:
    np.savez_compressed(file, **columns)  # type: ignore[arg-type]  # its types miss the keywords


def _read_npz(path: Path, columns: Sequence[Column]) -> Columns:
    with np.load(path, allow_pickle=False) as arrays:
        return {column.name: arrays[column.name] for column in columns}


def _write_parquet(file: IO[bytes], columns: Columns) -> None:
    import pyarrow as pa
    from pyarrow import parquet

    arrays = {
        name: pa.array(values)
        if values.ndim == 1
        else pa.FixedSizeListArray.from_arrays(pa.array(values.ravel()), values.shape[1])
        for name, values in columns.items()
    }
    parquet.write_table(pa.table(arrays), file, compression="zstd")


def _read_parquet(path: Path, columns: Sequence[Column]) -> Columns:
    from pyarrow import parquet

    table = parquet.read_table(path, columns=[column.name for column in columns])
    found = {}
    for column in columns:
        values = table[column.name].combine_chunks()
        if column.shape:
            values = values.flatten()
        numbers = values.to_numpy(zero_copy_only=False, writable=True)
        found[column.name] = numbers.reshape(table.num_rows, *column.shape)
    return found
