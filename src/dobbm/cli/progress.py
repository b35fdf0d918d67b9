"""Progress on standard error, when somebody is there to see it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator


def following(steps: Iterable[None], total: int, note: Callable[[], str]) -> Iterator[None]:
    """Pass ``steps`` on while a bar on standard error shows how far they are, with a ``note``."""
    if not sys.stderr.isatty():
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

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"))
    with Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True)) as progress:
        task = progress.add_task("", total=total)
        for step in steps:
            yield step
            progress.update(task, advance=1, description=note())
