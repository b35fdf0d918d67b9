"""A line in, a line out: what the commands on records share (docs/records.md)."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping
from errno import EBADF
from io import BufferedReader
from typing import Any

from dobbm.deal import Deal
from dobbm.errors import DobbmError
from dobbm.record import from_record, parse_line, to_error

JSON_BLANKS = b" \t\r\n"

STANDARD_INPUT = 0

CHUNK = 1 << 16
"""Bytes read at once."""


def add_file(parser: ArgumentParser) -> None:
    """Let the command take a file of records."""
    parser.add_argument(
        "file", nargs="?", default="-", help="records, one a line; '-' or none: standard input"
    )


def answer_records(path: str, answer: Callable[[Deal], Mapping[str, Any]]) -> int:
    """Print an answer, or the error, for every record of a file, in step with the input.

    Blank lines are skipped. Returns the exit status: 1 if a line was bad, else 0.
    """
    # The payments after a long chain of retours have more digits than Python prints by default.
    sys.set_int_max_str_digits(0)
    if path == "-" and sys.stdin is None:  # closed by whoever started the program
        raise OSError(EBADF, "it is closed", "standard input")
    source = STANDARD_INPUT if path == "-" else path
    with open(source, "rb", closefd=path != "-") as stream:
        return _answer_stream(stream, answer)


def _answer_stream(stream: BufferedReader, answer: Callable[[Deal], Mapping[str, Any]]) -> int:
    status = 0
    for lines in arriving_lines(stream):
        for line in lines:
            if not line.strip(JSON_BLANKS):
                continue
            try:
                reply = answer(from_record(parse_line(line)))
            except DobbmError as error:
                reply = to_error(error)
                status = 1
            print(json.dumps(reply))
        # Another program may wait for these answers before it asks again.
        sys.stdout.flush()
    return status


def arriving_lines(stream: BufferedReader) -> Iterator[list[bytes]]:
    """The lines of a stream, in the batches in which they arrive."""
    pieces: list[bytes] = []
    while chunk := stream.read1(CHUNK):
        first, *lines = chunk.split(b"\n")
        pieces.append(first)
        if lines:
            yield [b"".join(pieces), *lines[:-1]]
            pieces = [lines[-1]]
    yield [b"".join(pieces)]
