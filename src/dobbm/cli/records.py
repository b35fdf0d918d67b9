"""Line-by-line input and output for the commands that read records (docs/records.md)."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Mapping
from errno import EBADF
from io import BufferedReader
from typing import Any, NamedTuple, TypeAlias

from dobbm.files import lines_of, naming, verify_line
from dobbm.game.deal import Deal
from dobbm.game.errors import DobbmError
from dobbm.game.json_text import parse_line, write_json
from dobbm.game.record import from_record, to_error

JSON_BLANKS = b" \t\r\n"

STANDARD_INPUT = 0

CHUNK = 1 << 16
"""Default for the maximum number of bytes read at once."""

Answer: TypeAlias = Callable[[Deal], Mapping[str, Any]]
Check: TypeAlias = Callable[[Any], Mapping[str, Any]]
"""A function that returns the answer to a JSON value, which need not be a record."""


class Reply(NamedTuple):
    """A line of output."""

    text: str
    bad: bool = False
    """Whether the line reports an error."""


def add_file(parser: ArgumentParser) -> None:
    """Add the argument for a file of records."""
    parser.add_argument(
        "file", nargs="?", default="-", help="records, one per line; '-' or no file: standard input"
    )


def answer_records(path: str, answer: Answer) -> int:
    """Print an answer or an error for every record of a file, as the input arrives.

    Blank lines are skipped. Returns the exit status: 1 if a line was bad, else 0.
    """
    return check_lines(path, lambda data: answer(from_record(data)))


def check_lines(path: str, check: Check) -> int:
    """Print an answer or an error for every line of a file; the lines need not be records.

    Otherwise works like ``answer_records``.
    """
    return print_replies(replies(path, lambda lines: (_reply(line, check) for line in lines)))


def reply_to(line: bytes, answer: Answer) -> Reply:
    """Return the output for a line: the answer to its record, or the error."""
    return _reply(line, lambda data: answer(from_record(data)))


def _reply(line: bytes, check: Check) -> Reply:
    try:
        return Reply(write_json(check(parse_line(line))))
    except DobbmError as error:
        return Reply(write_json(to_error(error)), bad=True)


def replies(
    path: str, reply_to_all: Callable[[Iterable[bytes]], Iterable[Reply]], at_once: int = CHUNK
) -> Iterator[Reply]:
    """Yield replies to the non-blank lines, reading at most ``at_once`` bytes at a time."""
    # After a long chain of retours, payments have more digits than Python prints by default.
    sys.set_int_max_str_digits(0)
    if path == "-" and sys.stdin is None:  # closed by the parent process
        raise OSError(EBADF, "closed", "standard input")
    source = STANDARD_INPUT if path == "-" else path
    with open(source, "rb", closefd=path != "-") as stream:
        for number, lines in enumerate(arriving_lines(stream, at_once, path)):
            if number == 0:
                lines[0] = lines[0].removeprefix(BOM_UTF8)  # Windows programs write one
            yield from reply_to_all(line for line in lines if line.strip(JSON_BLANKS))
            # Another program may wait for these answers before it sends more records.
            sys.stdout.flush()


def count_records(path: str) -> int:
    """Count the non-blank lines; return 0 for a pipe and any other input that is not a file."""
    if not os.path.isfile(path):
        return 0
    with naming(path), open(path, "rb") as file:
        return sum(1 for line in lines_of(file, path) if line.strip(JSON_BLANKS))


def print_json(value: Any) -> None:
    """Print a value as a line of JSON, with letters as they are if standard output has them."""
    text = write_json(value, ascii_only=False)
    try:
        text.encode(sys.stdout.encoding)
    except UnicodeEncodeError:  # a letter in its place would be another name
        text = write_json(value)
    print(text)


def print_replies(found: Iterable[Reply]) -> int:
    """Print replies as they arrive; return the exit status: 1 if a line was bad, else 0."""
    status = 0
    for reply in found:
        print(reply.text)
        status |= reply.bad
    return status


def arriving_lines(stream: BufferedReader, at_once: int, path: str) -> Iterator[list[bytes]]:
    """Yield the lines of a stream, read from ``path``, in the batches in which they arrive.

    Raises ``DobbmError`` for a line that is too long to read, such as that of an endless device.
    """
    place = "standard input" if path == "-" else path
    pieces: list[bytes] = []
    size, number = 0, 1

    def read() -> bytes:
        with naming(place):
            return stream.read1(at_once)

    while chunk := read():
        first, *lines = chunk.split(b"\n")
        pieces.append(first)
        size += len(first)
        verify_line(size, number, place)
        if lines:
            yield [b"".join(pieces), *lines[:-1]]
            pieces = [lines[-1]]
            size = len(lines[-1])
            number += len(lines)
    yield [b"".join(pieces)]
