"""Runs a study: plays its deals, and keeps what was observed in a file to continue from."""

from __future__ import annotations

from collections.abc import Callable, Generator
from concurrent.futures import Executor
from contextlib import closing, contextmanager
from functools import partial
from hashlib import blake2b
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple, TypeAlias
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from dobbm.envs.shards import verify_same
from dobbm.files import naming, write_whole
from dobbm.game.errors import DobbmError, counted
from dobbm.game.json_text import parse_json, write_json
from dobbm.game.seeds import verified_seed
from dobbm.locks import locked_beside
from dobbm.studies.playing import TOGETHER
from dobbm.studies.report import Finding
from dobbm.workers import no_interrupt, run_all

Rows: TypeAlias = NDArray[np.int64]
"""Observations, one per row; each study has its own columns."""
Observer: TypeAlias = Callable[[range], Rows]
"""Plays the deals with these numbers, and returns what was observed in them."""

SAVES = 20
"""Roughly how often the observations are saved."""


class Study(NamedTuple):
    """A study that can be run."""

    summary: str
    deals: int
    """How many deals it plays unless told otherwise."""
    observer: Callable[[int], Observer]
    """Makes an observer from a seed. The rows of a deal depend only on the seed and its number."""
    conclude: Callable[[Rows], Finding]
    together: int = TOGETHER
    """How many deals a worker plays at a time."""
    in_threads: bool = False
    """Whether it runs compiled code, for which threads are enough."""

    def run(self, deals: int, seed: int = 0) -> Finding:
        """Return what so many deals show."""
        return self.conclude(self.observer(seed)(range(deals)))


class Run:
    """A study under way, with a name, a seed and what has been observed so far.

    With a ``path``, it continues with the observations in that file, if there are any. Raises
    ``DobbmError`` if the file holds anything else.
    """

    def __init__(self, name: str, study: Study, seed: int, path: Path | None = None) -> None:
        self._study, self._seed, self._path = study, verified_seed(seed), path
        self._identity = {
            "version": version("dobbm"),
            "study": name,
            "seed": self._seed,
            "weights": _weights(),
        }
        self._rows: list[Rows] = []
        self.deals = 0
        """The number of deals played so far."""
        if path and path.exists():
            self._load(path)

    def play(self, deals: int, executor: Executor | None = None) -> Generator[int]:
        """Play the deals that are still missing; yield the number played, now and then.

        However the run ends, the observations so far remain, in the file too if there is one. They
        do not depend on the executor. Raises ``DobbmError`` if another process is writing to the
        file.
        """
        with self._alone():
            yield from self._play(deals, executor)

    def _play(self, deals: int, executor: Executor | None) -> Generator[int]:
        if self.deals > deals:
            raise DobbmError(f"{self._path} has {counted(self.deals, 'deal')}, more than {deals:,}")
        together, saved = self._study.together, self.deals
        spans = [range(n, min(n + together, deals)) for n in range(self.deals, deals, together)]
        observer = partial(self._study.observer, self._seed)
        try:
            with closing(run_all(observer, spans, executor, chunk=1)) as observed:
                for span, rows in zip(spans, observed, strict=True):
                    with no_interrupt():  # a span counts with all its deals or not at all
                        self._rows.append(rows)
                        self.deals += len(span)
                    if (self.deals - saved) * SAVES >= deals:
                        self._save()
                        saved = self.deals
                    yield self.deals
        finally:
            if saved < self.deals:
                self._save()

    def finding(self) -> Finding:
        """Return what the deals so far show."""
        return self._study.conclude(np.concatenate(self._rows))

    @contextmanager
    def _alone(self) -> Generator[None]:
        """Keep other processes from the file, and continue with what they have left in it."""
        if self._path is None:
            yield
            return
        try:
            with locked_beside(self._path):
                if self._path.exists():
                    self._load(self._path)
                yield
        except BlockingIOError:
            raise DobbmError(f"another study is being saved in {self._path}") from None

    def _save(self) -> None:
        if self._path is None:
            return
        identity, rows = np.array(write_json(self._identity)), np.concatenate(self._rows)
        with no_interrupt():
            write_whole(
                self._path,
                lambda file: np.savez(
                    file, identity=identity, deals=np.array(self.deals), rows=rows
                ),
            )

    def _load(self, path: Path) -> None:
        try:
            with naming(path), path.open("rb") as file, np.load(file, allow_pickle=False) as kept:
                found = parse_json(str(kept["identity"]))
                rows, deals = kept["rows"], int(kept["deals"])
        except (ValueError, TypeError, KeyError, EOFError, BadZipFile):
            raise DobbmError(f"{path} holds no study") from None
        verify_same(path, "study", found, self._identity)
        self._rows, self.deals = [rows], deals


def by_deal(observe: Callable[[int], tuple[object, ...]]) -> Observer:
    """Return an observer from a function that returns the row of the deal with a number."""
    return lambda numbers: np.array([observe(number) for number in numbers], np.int64)


def _weights() -> str:
    """Return a digest of everything learned, on which the observations depend."""
    digest = blake2b(digest_size=8)
    learned = files("dobbm.ai").joinpath("data").iterdir()
    for file in sorted(learned, key=lambda file: file.name):
        digest.update(file.read_bytes())
    return digest.hexdigest()
