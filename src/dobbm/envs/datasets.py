"""Data sets of played deals, as folders of Parquet or NPZ files (docs/datasets.md).

A folder has ``dataset.json``, which describes it, and for every thousand deals a shard and a file
of records. ``write`` continues where an earlier run was interrupted; ``read`` returns the columns
as NumPy arrays.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import asdict
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple, get_args

import numpy as np

from dobbm.envs.encoding import ACTIONS
from dobbm.envs.recording import Column, Columns, RecordedDeal, Recorder, Recording
from dobbm.envs.shards import FileFormat, storage, verify_same
from dobbm.files import read_whole, write_whole
from dobbm.game.arguments import AMOUNT, ORDERED, WORKERS, Kind, takes
from dobbm.game.errors import DobbmError, RecordError, counted, quoted
from dobbm.game.json_text import parse_json, write_json
from dobbm.workers import EXECUTOR, WorkerPool, run_all

PER_SHARD = 1000
"""Default number of deals in a shard."""

PATH = Kind("a path", lambda value: isinstance(value, (str, Path)))
FORMAT = Kind('"parquet" or "npz"', lambda value: value in get_args(FileFormat))

DESCRIPTION = "dataset.json"
"""The name of the file that describes a data set."""


class Shard(NamedTuple):
    """Some deals of a data set, in two files."""

    file: str
    """The name of the file with the columns."""
    records: str
    """The name of the file with the deals as records, one per line."""
    deals: int
    rows: int
    faults: int
    """The number of illegal, late and missing answers, each replaced by the first legal action."""


class Description(NamedTuple):
    """The contents of ``dataset.json``."""

    version: str
    """The version of Dobbm that wrote the data set."""
    options: dict[str, Any]
    """The options of the data set: players, rules, seed, format and so on."""
    columns: tuple[Column, ...]
    actions: tuple[str, ...]
    """The name of each action, by its number."""
    deals: int
    """The number of deals when the data set is finished."""
    rows: int
    """The number of rows in the shards so far."""
    shards: tuple[Shard, ...]
    """The shards so far."""

    @classmethod
    @takes(folder=PATH)
    def of(cls, folder: str | Path) -> Description:
        """Return the description in a folder; raise ``DobbmError`` if it has none."""
        path = Path(folder) / DESCRIPTION
        try:
            found = parse_json(read_whole(path))
            columns = [{**column, "shape": tuple(column["shape"])} for column in found["columns"]]
            parts = {
                "columns": tuple([Column(**column) for column in columns]),
                "actions": tuple(found["actions"]),
                "shards": tuple([Shard(**shard) for shard in found["shards"]]),
            }
            return cls(**{**found, **parts})
        except (FileNotFoundError, NotADirectoryError):
            raise DobbmError(f"{folder} holds no data set: it has no {DESCRIPTION}") from None
        except RecordError as error:
            raise DobbmError(f"{path} does not describe a data set: {error}") from None
        except (ValueError, TypeError, KeyError):
            raise DobbmError(f"{path} does not describe a data set") from None

    def to_json(self) -> str:
        """Return the description as text."""
        entry = self._asdict()
        for field in ("columns", "shards"):
            entry[field] = [part._asdict() for part in entry[field]]
        return write_json(entry, indent=1) + "\n"


@takes(folder=PATH, columns=ORDERED.or_none())
def read(folder: str | Path, columns: Sequence[str] | None = None) -> Columns:
    """Return the columns of a data set by name, all of them or those named in ``columns``.

    Raises ``DobbmError`` if the folder holds no data set, or none with such a column.
    """
    shards = [*read_shards(folder, columns)]
    names = shards[0] if shards else {}
    return {name: np.concatenate([shard[name] for shard in shards]) for name in names}


@takes(folder=PATH, columns=ORDERED.or_none())
def read_shards(folder: str | Path, columns: Sequence[str] | None = None) -> Iterator[Columns]:
    """Yield the columns of one shard after the other; arguments and errors are those of ``read``.

    Of an unfinished data set, these are the shards so far.
    """
    found = Description.of(folder)
    known = {column.name: column for column in found.columns}
    for name in columns or ():
        if name not in known:
            raise DobbmError(f"{folder} has no column {quoted(name)}, only {', '.join(known)}")
    chosen = [known[name] for name in (known if columns is None else columns)]
    read_file = storage(found.options["format"]).read
    for shard in found.shards:
        yield read_file(Path(folder) / shard.file, chosen)


@takes(
    folder=PATH,
    recording=Recording,
    deals=AMOUNT,
    file_format=FORMAT,
    per_shard=AMOUNT,
    jobs=WORKERS,
    executor=EXECUTOR,
)
def write(
    folder: str | Path,
    recording: Recording,
    deals: int,
    *,
    file_format: FileFormat = "parquet",
    per_shard: int = PER_SHARD,
    jobs: int = 1,
    executor: Executor | None = None,
) -> Generator[int]:
    """Write a data set; yield the number of its deals that have been played, after each of them.

    The deals are played in ``jobs`` processes or in ``executor``; the files depend on neither. A
    file appears in the folder only when it is complete. The shards that an earlier run has written
    are kept, and more ``deals`` extend a data set.

    Raises ``DobbmError`` if the folder holds anything else, if a library is missing or if a worker
    dies, and the errors of ``Recorder``.
    """
    shards = _Shards(Path(folder), recording, deals, file_format, per_shard)
    record = partial(run_all, partial(Recorder, recording), shards.missing_deals())
    if executor or jobs == 1:
        yield from shards.fill(record(executor))
    else:
        with WorkerPool(jobs) as pool:
            yield from shards.fill(record(pool))


class _Shards:
    """The shards of a data set that is being written."""

    def __init__(
        self,
        folder: Path,
        recording: Recording,
        deals: int,
        file_format: FileFormat,
        per_shard: int,
    ) -> None:
        self._folder, self._deals, self._per_shard = folder, deals, per_shard
        self._storage, self._columns = storage(file_format), recording.columns
        self._options = {
            **asdict(recording),
            "players": list(recording.players),
            "format": file_format,
            "per_shard": per_shard,
        }
        spans = range(0, deals, per_shard)
        self._spans = [range(first, min(first + per_shard, deals)) for first in spans]
        self._written: dict[int, Shard] = {}
        folder.mkdir(parents=True, exist_ok=True)
        if (folder / DESCRIPTION).exists():
            self._resume(Description.of(folder))
        elif any(folder.iterdir()):
            raise DobbmError(f"{folder} is not empty, and holds no data set")
        self._describe()

    def missing_deals(self) -> Iterator[int]:
        """Yield the numbers of the deals that no shard has yet."""
        for index, span in enumerate(self._spans):
            if index not in self._written:
                yield from span

    def fill(self, recorded: Generator[RecordedDeal]) -> Generator[int]:
        """Write the missing shards from their deals; yield how many deals have been played."""
        done = sum(shard.deals for shard in self._written.values())
        with closing(recorded):
            for index, span in enumerate(self._spans):
                if index in self._written:
                    continue
                part: list[RecordedDeal] = []
                for one in recorded:
                    part.append(one)
                    done += 1
                    if len(part) == len(span):
                        break
                    yield done
                self._write(index, part)
                yield done

    def _resume(self, found: Description) -> None:
        due = Description(version("dobbm"), self._options, (), (), 0, 0, ())
        verify_same(self._folder, "data set", _settings(found), _settings(due))
        if found.deals > self._deals:
            raise DobbmError(
                f"{self._folder} has {counted(found.deals, 'deal')}, more than {self._deals:,}"
            )
        shards = {shard.file: shard for shard in found.shards}
        for index, span in enumerate(self._spans):
            shard = shards.get(self._file(index))
            if shard and shard.deals == len(span) and self._exist(shard):
                self._written[index] = shard

    def _file(self, index: int) -> str:
        return f"shard-{index:05}.{self._options['format']}"

    def _exist(self, shard: Shard) -> bool:
        return all((self._folder / name).exists() for name in (shard.file, shard.records))

    def _write(self, index: int, part: list[RecordedDeal]) -> None:
        columns = {
            column.name: np.concatenate([one.columns[column.name] for one in part])
            for column in self._columns
        }
        shard = Shard(
            file=self._file(index),
            records=f"records-{index:05}.jsonl",
            deals=len(part),
            rows=len(columns["deal"]),
            faults=sum(one.faults for one in part),
        )
        lines = "".join(f"{one.record}\n" for one in part).encode()
        write_whole(self._folder / shard.records, lambda file: file.write(lines))
        write_whole(self._folder / shard.file, lambda file: self._storage.write(file, columns))
        self._written[index] = shard
        self._describe()

    def _describe(self) -> None:
        shards = tuple([self._written[index] for index in sorted(self._written)])
        rows = sum(shard.rows for shard in shards)
        description = Description(
            version("dobbm"), self._options, self._columns, ACTIONS, self._deals, rows, shards
        )
        text = description.to_json().encode()
        write_whole(self._folder / DESCRIPTION, lambda file: file.write(text))


def _settings(description: Description) -> dict[str, Any]:
    """Return what two descriptions of the same data set have in common, by name."""
    options = dict(description.options)
    rules, players = options.pop("rules"), " ".join(options.pop("players"))
    return {"version": description.version, "players": players, **options, **rules}
