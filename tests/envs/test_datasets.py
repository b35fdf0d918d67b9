"""Data sets: the same bytes from any workers, interrupted or not."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from clusters import RecordingExecutor
from dobbm import Rules
from dobbm.envs.datasets import Description, read, read_shards, write
from dobbm.envs.recording import Recording
from dobbm.envs.shards import FileFormat
from dobbm.game.errors import DobbmError

RECORDING = Recording(("simple", "random"), Rules(max_doublings=3), seed=1)

Files = dict[str, bytes]


def files(folder: Path) -> Files:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def written(folder: Path, deals: int = 7, **options: Any) -> Files:
    """Write a data set, three deals in a shard, and return its files."""
    counts = [*write(folder, RECORDING, deals, **{"per_shard": 3, **options})]
    assert counts[-1:] in ([], [deals])
    return files(folder)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole")
    written(folder)
    return folder


def test_the_files_of_a_data_set(whole: Path) -> None:
    numbers = ("00000", "00001", "00002")
    names = [*(f"records-{n}.jsonl" for n in numbers), *(f"shard-{n}.parquet" for n in numbers)]
    assert sorted(files(whole)) == ["dataset.json", *names]
    found = Description.of(whole)
    assert [shard.deals for shard in found.shards] == [3, 3, 1]
    assert sum(shard.rows for shard in found.shards) == found.rows == len(read(whole)["deal"])
    assert found.options["players"] == ["simple", "random"]
    assert found.options["rules"]["max_doublings"] == 3
    assert len(found.actions) == 41


@pytest.mark.parametrize("file_format", ["parquet", "npz"])
def test_the_columns_are_those_described(tmp_path: Path, file_format: FileFormat) -> None:
    written(tmp_path, file_format=file_format)
    found, columns = Description.of(tmp_path), read(tmp_path)
    assert [*columns] == [column.name for column in found.columns]
    for column in found.columns:
        values = columns[column.name]
        assert (str(values.dtype), values.shape) == (column.type, (found.rows, *column.shape))
    assert sorted(set(columns["deal"])) == [*range(7)]
    assert columns["legal"][np.arange(found.rows), columns["action"]].all()


@pytest.mark.parametrize("file_format", ["parquet", "npz"])
def test_the_files_do_not_depend_on_the_workers(tmp_path: Path, file_format: FileFormat) -> None:
    alone = written(tmp_path / "alone", file_format=file_format)
    assert written(tmp_path / "processes", file_format=file_format, jobs=2) == alone
    away = RecordingExecutor()
    assert written(tmp_path / "away", file_format=file_format, executor=away) == alone
    assert away.submitted > 1
    with ThreadPoolExecutor(2) as threads:
        assert written(tmp_path / "threads", file_format=file_format, executor=threads) == alone


@pytest.mark.parametrize("played", [1, 3, 5])
def test_an_interrupted_run_leaves_whole_shards_and_is_continued(
    tmp_path: Path, whole: Path, played: int
) -> None:
    with closing(write(tmp_path, RECORDING, 7, per_shard=3)) as counts:
        assert [*islice(counts, played)] == [*range(1, played + 1)]
    left = files(tmp_path)
    del left["dataset.json"]
    assert left.items() <= files(whole).items()
    assert len(left) == 2 * (played // 3)
    assert len([*read_shards(tmp_path)]) == played // 3
    assert next(write(tmp_path, RECORDING, 7, per_shard=3)) == played // 3 * 3 + 1
    assert written(tmp_path) == files(whole)


def test_a_killed_run_is_continued(tmp_path: Path, whole: Path) -> None:
    """Killed between two files, it leaves records without a shard, or an unfinished file."""
    with closing(write(tmp_path, RECORDING, 7, per_shard=3)) as counts:
        next(counts)
    (tmp_path / "records-00000.jsonl").write_text("{}")
    (tmp_path / "shard-00000.parquet.part").write_text("half")
    assert written(tmp_path) == files(whole)


@pytest.mark.parametrize("name", ["shard-00001.parquet", "records-00000.jsonl"])
def test_a_missing_file_is_written_again(tmp_path: Path, whole: Path, name: str) -> None:
    written(tmp_path)
    (tmp_path / name).unlink()
    assert len([*write(tmp_path, RECORDING, 7, per_shard=3)]) == 3
    assert files(tmp_path) == files(whole)


def test_more_deals_extend_a_data_set(tmp_path: Path, whole: Path) -> None:
    written(tmp_path, deals=4)
    assert next(write(tmp_path, RECORDING, 7, per_shard=3)) == 4
    assert written(tmp_path) == files(whole)
    assert not [*write(tmp_path, RECORDING, 7, per_shard=3)]
    with pytest.raises(DobbmError, match=r"has 7 deals, more than 6$"):
        next(write(tmp_path, RECORDING, 6, per_shard=3))


@pytest.mark.parametrize(
    ("changes", "difference"),
    [
        ({"players": ("simple",)}, "\"players\" is 'simple random', not 'simple'$"),
        ({"seed": 2}, '"seed" is 1, not 2'),
        ({"double_dummy": True}, '"double_dummy" is false, not true'),
        ({"seconds": 2.0}, '"seconds" is 1.0, not 2.0'),
        ({"rules": Rules(max_doublings=0)}, '"max_doublings" is 3, not 0'),
        ({"per_shard": 4}, '"per_shard" is 3, not 4'),
        ({"file_format": "npz"}, "\"format\" is 'parquet', not 'npz'"),
    ],
)
def test_a_folder_with_another_data_set_is_refused(
    whole: Path, changes: dict[str, Any], difference: str
) -> None:
    before = files(whole)
    options = {"per_shard": 3, **changes}
    fields = {name: options.pop(name) for name in changes if hasattr(RECORDING, name)}
    recording = Recording(**{**vars(RECORDING), **fields})
    with pytest.raises(DobbmError, match=f"{whole} holds another data set: {difference}"):
        next(write(whole, recording, 7, **options))
    assert files(whole) == before


def test_a_data_set_of_another_version_is_refused(
    whole: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dobbm.envs.datasets.version", lambda _: "99.0")
    with pytest.raises(DobbmError, match=r"another data set: \"version\" is '[\d.]+', not '99\.0'"):
        next(write(whole, RECORDING, 7, per_shard=3))


def test_a_folder_with_anything_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("years of work")
    with pytest.raises(DobbmError, match="is not empty, and holds no data set"):
        next(write(tmp_path, RECORDING, 7))
    with pytest.raises(DobbmError, match=r"holds no data set: it has no dataset\.json"):
        read(tmp_path)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda _: "{",
        lambda _: "[]",
        lambda found: json.dumps({**found, "more": 1}),
        lambda found: json.dumps({**found, "columns": [{"name": "deal"}]}),
    ],
)
def test_a_spoiled_description_is_refused(
    tmp_path: Path, whole: Path, spoil: Callable[[dict[str, Any]], str]
) -> None:
    found = json.loads((whole / "dataset.json").read_bytes())
    (tmp_path / "dataset.json").write_text(spoil(found))
    with pytest.raises(DobbmError, match=r"dataset\.json does not describe a data set"):
        read(tmp_path)


def test_some_columns_of_a_data_set(whole: Path) -> None:
    found, chosen = read(whole), read(whole, ["action", "seat"])
    assert [*chosen] == ["action", "seat"]
    assert np.array_equal(chosen["action"], found["action"])
    with pytest.raises(DobbmError, match="has no column 'colour', only deal, step, "):
        read(whole, ["colour"])


def test_the_example_for_pytorch_learns(tmp_path: Path) -> None:
    """PyTorch is no dependency, so this is skipped unless it happens to be installed."""
    pytest.importorskip("torch")
    page = (Path(__file__).parents[2] / "docs" / "datasets.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(# imitation\.py\n.*?)```", page, re.DOTALL)
    written(tmp_path / "deals", deals=60, per_shard=20)
    done = subprocess.run(
        [sys.executable, "-c", example], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    losses = [float(line.split()[-1]) for line in done.stdout.splitlines()]
    assert losses == sorted(losses, reverse=True)
    assert len(losses) == 3


@pytest.mark.parametrize("name", ["deals", "per_shard", "jobs"])
def test_numbers_below_one_are_refused(tmp_path: Path, name: str) -> None:
    options: dict[str, Any] = {"deals": 3, name: 0}
    with pytest.raises(ValueError, match=f'"{name}" must be a whole number from 1 to .*, not 0'):
        next(write(tmp_path, RECORDING, **options))
