"""The command ``dobbm`` in this process and in a new one, and lines for it to read."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryFile
from typing import IO, Any

from dobbm import Deal
from dobbm.cli import main
from drawing import open_deal
from tables import record_of

DOBBM = [sys.executable, "-m", "dobbm"]


Done = subprocess.CompletedProcess[bytes]


def dobbm(*arguments: str, lines: bytes = b"", encoding: str = "utf-8") -> Done:
    """Run the command in this process, with ``lines`` as standard input."""
    with standard_files(lines, encoding) as (out, err):
        try:
            status = main(arguments)
        except SystemExit as end:
            status = int(end.code or 0)
        for stream, file in ((sys.stdout, out), (sys.stderr, err)):
            stream.flush()
            file.seek(0)
        return Done(arguments, status, out.read(), err.read())


@contextmanager
def standard_files(lines: bytes, encoding: str = "utf-8") -> Iterator[tuple[IO[bytes], IO[bytes]]]:
    """Replace the standard input, which yields ``lines``, output and error by files."""
    original, digits = (sys.stdin, sys.stdout, sys.stderr), sys.get_int_max_str_digits()
    saved = [os.dup(number) for number in range(3)]
    with TemporaryFile() as stdin, TemporaryFile() as out, TemporaryFile() as err:
        stdin.write(lines)
        stdin.seek(0)
        for number, file in enumerate((stdin, out, err)):
            os.dup2(file.fileno(), number)
        try:
            with (
                open(0, encoding="utf-8", closefd=False) as sys.stdin,
                open(1, "w", encoding=encoding, closefd=False) as sys.stdout,
                open(2, "w", encoding=encoding, closefd=False) as sys.stderr,
            ):
                yield out, err
        finally:
            sys.stdin, sys.stdout, sys.stderr = original
            sys.set_int_max_str_digits(digits)
            for number, descriptor in enumerate(saved):
                os.dup2(descriptor, number)
                os.close(descriptor)


def process(*arguments: str, lines: bytes = b"") -> Done:
    """Run the command in a new process."""
    return subprocess.run([*DOBBM, *arguments], input=lines, capture_output=True, check=False)


def at_terminal(*arguments: str) -> Done:
    """Run the command in a new process, with a terminal as its standard error."""
    command = [*DOBBM, *arguments]
    ours, theirs = pty.openpty()
    with TemporaryFile() as out:
        usual = os.environ | {"TERM": "xterm", "COLUMNS": "80"}
        with subprocess.Popen(command, stdout=out, stderr=theirs, env=usual) as running:
            os.close(theirs)
            shown = b"".join(iter(lambda: _read(ours), b""))
        os.close(ours)
        out.seek(0)
        return Done(command, running.returncode, out.read(), shown)


def _read(terminal: int) -> bytes:
    """Return some of what a terminal has been given; nothing once nobody writes to it anymore."""
    try:
        return os.read(terminal, 1 << 16)
    except OSError:
        return b""


def shell(script: str) -> subprocess.CompletedProcess[bytes]:
    """Run a line of shell in which ``dobbm`` is the command; the status is the first program's."""
    quoted = f'dobbm() {{ {sys.executable} -m dobbm "$@"; }}; {script}; exit ${{PIPESTATUS[0]}}'
    return subprocess.run(["bash", "-c", quoted], capture_output=True, check=False)


def answers(done: subprocess.CompletedProcess[bytes]) -> list[Any]:
    """Return the JSON objects of the standard output."""
    return [json.loads(line) for line in done.stdout.splitlines()]


def line_of(deal: Deal | None = None, **changes: Any) -> bytes:
    """Return the record of a deal with some fields changed, as a line of a file."""
    return json.dumps(record_of(deal or open_deal(), **changes)).encode() + b"\n"
