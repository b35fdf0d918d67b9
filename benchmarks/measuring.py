"""Helpers shared by all measurements."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from statistics import median
from time import perf_counter

COMMAND = str(Path(sys.executable).with_name("dobbm"))

PRINT_PEAK = """
import re, sys
from pathlib import Path
from dobbm.cli import main
main(sys.argv[1:])
print(re.search(r"VmHWM:\\s*(\\d+)", Path("/proc/self/status").read_text())[1], file=sys.stderr)
"""
"""A program that runs ``dobbm`` and prints its own peak memory in KiB.

Measured from outside, the peak would include the memory of the parent process.
"""


def alternating(*tasks: Callable[[], object], rounds: int) -> list[float]:
    """Return the median seconds of each task, run in turns so that a slow moment affects all."""
    times: list[list[float]] = [[] for _ in tasks]
    for _ in range(rounds):
        for task, seconds in zip(tasks, times, strict=True):
            seconds.append(seconds_of(task))
    return [median(seconds) for seconds in times]


def seconds_of(task: Callable[[], object]) -> float:
    """Return the seconds that a task takes."""
    start = perf_counter()
    task()
    return perf_counter() - start


def running(*command: str) -> Callable[[], object]:
    """Return a task that runs a command to its end."""

    def run() -> None:
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)

    return run


def peak_memory(*arguments: str, lines: bytes = b"", times: int = 1) -> float:
    """Return the peak MiB of a ``dobbm`` command that reads ``times`` copies of ``lines``."""
    with subprocess.Popen(
        [sys.executable, "-c", PRINT_PEAK, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin
        assert process.stderr
        for _ in range(times):
            process.stdin.write(lines)
        process.stdin.close()
        return round(int(process.stderr.read()) / 1024, 1)


def machine() -> dict[str, object]:
    """Describe the machine and the versions that the figures depend on."""
    return {
        "python": platform.python_version(),
        "numba": version("numba"),
        "numpy": version("numpy"),
        "system": platform.platform(),
        "processor": platform.machine(),
        "cores": os.cpu_count(),
    }


def say(message: str) -> None:
    """Report progress on standard error."""
    print(message, file=sys.stderr)
