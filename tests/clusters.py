"""Executors for tests: one that sends every call away and back, and a Dask cluster of processes."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ParamSpec, TypeVar

Result = TypeVar("Result")
Given = ParamSpec("Given")


class RecordingExecutor(Executor):
    """Executes a call when it is submitted, pickled as for another machine; records how many."""

    def __init__(self) -> None:
        self.submitted = 0

    def submit(
        self, call: Callable[Given, Result], /, *arguments: Given.args, **named: Given.kwargs
    ) -> Future[Result]:
        self.submitted += 1
        there, given, by_name = pickle.loads(pickle.dumps((call, arguments, named)))
        future: Future[Result] = Future()
        future.set_result(pickle.loads(pickle.dumps(there(*given, **by_name))))
        return future


@contextmanager
def scheduler() -> Iterator[str]:
    """Run the scheduler of a cluster, and yield its address."""
    with _dask("scheduler", "--port=0", until="Scheduler at:") as (_, line):
        yield line.split()[-1]


@contextmanager
def worker(address: str, path: Path | None = None) -> Iterator[subprocess.Popen[str]]:
    """Run a worker process with one thread, which finds modules in ``path`` first.

    It has registered with the scheduler when the block begins.
    """
    with TemporaryDirectory() as folder:
        options = ("--no-nanny", "--nthreads=1", f"--local-directory={folder}")
        with _dask("worker", address, *options, until="Registered to", path=path) as (process, _):
            yield process


@contextmanager
def _dask(
    *arguments: str, until: str, path: Path | None = None
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run a program of Dask; yield it when it has logged a line with ``until``, and the line."""
    command = [sys.executable, "-m", "dask", *arguments, "--host=127.0.0.1", "--no-dashboard"]
    environment = {**os.environ, "PYTHONPATH": str(path)} if path else None
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr
        try:
            lines = (line for line in process.stderr if until in line)
            yield process, next(lines)
        finally:
            process.kill()
