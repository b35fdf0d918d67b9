"""The command ``dobbm`` as a program of its own, and lines for it to read."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from dobbm import Deal
from drawing import open_deal
from tables import record_of

DOBBM = [sys.executable, "-m", "dobbm"]


def dobbm(*arguments: str, lines: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """The command run to its end, with these lines as standard input."""
    return subprocess.run([*DOBBM, *arguments], input=lines, capture_output=True, check=False)


def shell(script: str) -> subprocess.CompletedProcess[bytes]:
    """A line of shell in which ``dobbm`` is the command; the status is the first program's."""
    quoted = f'dobbm() {{ {sys.executable} -m dobbm "$@"; }}; {script}; exit ${{PIPESTATUS[0]}}'
    return subprocess.run(["bash", "-c", quoted], capture_output=True, check=False)


def answers(done: subprocess.CompletedProcess[bytes]) -> list[Any]:
    """The JSON objects of the standard output."""
    return [json.loads(line) for line in done.stdout.splitlines()]


def line_of(deal: Deal | None = None, **changes: Any) -> bytes:
    """The record of a deal, some of its fields changed, as a line of a file."""
    return json.dumps(record_of(deal or open_deal(), **changes)).encode() + b"\n"
