"""Options shared by several commands."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from errno import EISDIR
from os import strerror
from pathlib import Path

from dobbm.game.errors import DobbmError
from dobbm.game.rules import OPTIONS, PRESETS, Rules

DIGITS = 20
"""Numbers with this many digits or more are rejected."""


def add_rules(parser: ArgumentParser) -> None:
    """Add command-line options for the preset and for every option of the rules."""
    group = parser.add_argument_group("rules", "a preset, and options that override it")
    group.add_argument("--preset", choices=PRESETS, help="default: pagat")
    group.add_argument(
        "--match", type=whole_number(1), metavar="N", help="the price of a Match in Schilling"
    )
    group.add_argument(
        "--unit", type=whole_number(1), metavar="N", help="round payments up to multiples of N"
    )
    group.add_argument(
        "--sow-companion", choices=("plain", "any"), help="the trump required with a discarded sow"
    )
    group.add_argument(
        "--doubling-from",
        choices=("declarer", "dealer"),
        help="from whose left the defenders answer",
    )
    group.add_argument("--revokes", choices=("prevented", "penalised"))
    group.add_argument(
        "--max-doublings", type=_limit, metavar="N", help="a number, or 'none' for no limit"
    )


def rules_from(options: Namespace) -> Rules:
    """Return the rule set that the options describe."""
    given = {option: getattr(options, option) for option in OPTIONS}
    overrides = {option: value for option, value in given.items() if value is not None}
    if options.max_doublings == "none":
        overrides["max_doublings"] = None
    return Rules.of(options.preset or "pagat", **overrides)


def add_database(parser: ArgumentParser) -> None:
    """Add the option for a server's database."""
    parser.add_argument(
        "--database", metavar="URL", help="sqlite:///FILE or postgresql://… (default: a file)"
    )


def add_training(parser: ArgumentParser) -> None:
    """Add the options for the random seed and the number of threads."""
    parser.add_argument(
        "--seed", type=int, default=0, help="seed for all random choices (default: 0)"
    )
    parser.add_argument(
        "--jobs",
        type=whole_number(1),
        default=1,
        metavar="N",
        help="number of threads (default: 1)",
    )


def whole_number(least: int, most: int | None = None) -> Callable[[str], int]:
    """Return a parser for whole numbers from ``least`` up, and up to ``most`` unless it is None."""
    bounds = f"of at least {least}" if most is None else f"from {least} to {most}"

    def read(text: str) -> int:
        is_number = text.isascii() and text.isdigit()
        if is_number and len(text) >= DIGITS:
            raise ArgumentTypeError(f"must have fewer than {DIGITS} digits, not {len(text)}")
        number = int(text) if is_number else -1
        if number < least or (most is not None and number > most):
            raise ArgumentTypeError(f"must be a whole number {bounds}, not {text!r}")
        return number

    return read


@contextmanager
def atomic_output(path: Path) -> Iterator[Path]:
    """Yield a temporary file that replaces ``path`` if the block succeeds; otherwise it is deleted.

    Raises ``DobbmError`` at once if the temporary file cannot be written beside ``path``.
    """
    unfinished = path.with_name(f"{path.name}.part")
    try:
        if path.is_dir():
            raise IsADirectoryError(EISDIR, strerror(EISDIR))
        unfinished.touch()
    except OSError as error:
        raise DobbmError(f"{path}: {error.strerror}") from None
    try:
        yield unfinished
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def _limit(text: str) -> int | str:
    return text if text == "none" else whole_number(0)(text)
