"""Shows progress on standard error, as lines or, on a terminal, as a bar."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

Step = TypeVar("Step")

NOTES = 500
"""Roughly how often the note is updated; each update takes longer as the steps accumulate."""


def shows_progress() -> bool:
    """Return whether standard error is an open terminal."""
    return sys.stderr is not None and sys.stderr.isatty()


def report_progress(what: str, done: int, total: int) -> None:
    """Print the number of steps done and their total, as a line on standard error."""
    print(f"{what}: {done:,} of {total:,}", file=sys.stderr)


def with_progress(steps: Iterable[Step], total: int, note: Callable[[], str]) -> Iterator[Step]:
    """Yield ``steps``, with a progress bar and a ``note`` if standard error is a terminal."""
    if not shows_progress():
        yield from steps
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}", markup=False))
    with Progress(
        *columns,
        TimeRemainingColumn(),
        console=Console(stderr=True),
        redirect_stdout=False,  # standard output may carry the answers
    ) as progress:
        task = progress.add_task("", total=total)
        stride = max(1, total // NOTES)
        for number, step in enumerate(steps, 1):
            yield step
            progress.advance(task)
            if number % stride == 0:
                progress.update(task, description=note())
