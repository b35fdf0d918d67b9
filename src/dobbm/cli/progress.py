"""Progress on standard error, when somebody is there to see it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

Step = TypeVar("Step")

NOTES = 500
"""How often, at most, a note is made anew: one about all steps so far takes ever longer."""


def somebody_watches() -> bool:
    """Whether standard error is a terminal; it is nothing at all if it has been closed."""
    return sys.stderr is not None and sys.stderr.isatty()


def tell(what: str, done: int, total: int) -> None:
    """Tell how much has been done, on standard error, a line each time."""
    print(f"{what}: {done:,} of {total:,}", file=sys.stderr)


def following(steps: Iterable[Step], total: int, note: Callable[[], str]) -> Iterator[Step]:
    """Pass ``steps`` on while a bar on standard error shows how far they are, with a ``note``."""
    if not somebody_watches():
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
        redirect_stdout=False,  # it may carry the answers
    ) as progress:
        task = progress.add_task("", total=total)
        stride = max(1, total // NOTES)
        for number, step in enumerate(steps, 1):
            yield step
            progress.advance(task)
            if number % stride == 0:
                progress.update(task, description=note())
