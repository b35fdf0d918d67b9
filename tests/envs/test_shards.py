"""The files of data sets: what is written can be read, and nothing is written by half."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import IO

import numpy as np
import pytest

from dobbm.envs.recording import Column
from dobbm.envs.shards import FileFormat, storage
from dobbm.files import write_whole

COLUMNS = (
    Column("deal", "int64", (), ""),
    Column("seat", "int8", (), ""),
    Column("payment", "float64", (), ""),
    Column("legal", "bool", (5,), ""),
    Column("observation", "int8", (7,), ""),
)


@pytest.mark.parametrize("file_format", ["parquet", "npz"])
def test_what_is_written_can_be_read(tmp_path: Path, file_format: FileFormat) -> None:
    rng = np.random.default_rng(1)
    written = {
        column.name: rng.integers(-100, 100, (30, *column.shape)).astype(column.type)
        for column in COLUMNS
    }
    kept = storage(file_format)
    for name in ("once", "again"):
        write_whole(tmp_path / name, lambda file: kept.write(file, written))
    assert (tmp_path / "once").read_bytes() == (tmp_path / "again").read_bytes()
    found = kept.read(tmp_path / "once", COLUMNS)
    assert [*found] == [*written]
    for name, values in written.items():
        assert found[name].dtype == values.dtype
        assert found[name].flags.writeable
        assert np.array_equal(found[name], values)
    assert [*kept.read(tmp_path / "once", COLUMNS[2:4])] == ["payment", "legal"]


def test_a_file_appears_only_when_it_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "shard"
    path.write_bytes(b"old")

    def fail(file: IO[bytes]) -> None:
        file.write(b"half")
        file.flush()
        assert path.read_bytes() == b"old"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_whole(path, fail)
    assert [*tmp_path.iterdir()] == [path]
    assert path.read_bytes() == b"old"


def test_only_parquet_needs_its_library(tmp_path: Path) -> None:
    (tmp_path / "pyarrow.py").write_text("raise ModuleNotFoundError(name='pyarrow')")
    program = f"""
import sys
sys.path.insert(0, {str(tmp_path)!r})
from dobbm.envs.shards import storage
storage("npz")
storage("parquet")
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.stderr.endswith("the format parquet needs pyarrow: pip install '.[data]'\n")
