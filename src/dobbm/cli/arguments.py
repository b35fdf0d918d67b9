"""Options shared by several commands."""

from __future__ import annotations

import os
import shlex
from argparse import ArgumentError, ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, contextmanager
from errno import EDQUOT, EFBIG, EISDIR, ENOSPC
from os import strerror
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dobbm.game.errors import DobbmError, quoted
from dobbm.game.rules import OPTIONS, PRESETS, Option, Rules

if TYPE_CHECKING:
    from concurrent.futures import Executor

DIGITS = 1000
"""Numbers with this many digits or more are rejected; the rules name smaller limits."""
DEFAULT_PRESET = "pagat"

SEED_DIGITS = 18
"""Maximum number of digits in a seed, so that it fits into 64 bits."""

MOST_JOBS = 256
"""Maximum number of workers on this machine."""


def add_rules(parser: ArgumentParser, **usual: int) -> None:
    """Add command-line options for the preset and for every option of the rules.

    ``usual`` gives the defaults of options that do not depend on the preset.
    """
    group = parser.add_argument_group("rules", "a preset, and options that override it")
    group.add_argument(
        "--preset", **one_of(PRESETS), help="the source whose rules are followed (default: pagat)"
    )
    for option in OPTIONS.values():
        default = f"(default: {usual[option.name]})" if option.name in usual else _by_preset(option)
        limit = ", or 'none' for no limit" if option.limits else ""
        group.add_argument(
            f"--{option.name.replace('_', '-')}",
            **(one_of(option.words) if option.words else _number_for(option)),
            help=f"{option.summary}{limit} {default}",
        )
    parser.set_defaults(**usual)


def _number_for(option: Option) -> dict[str, Any]:
    return {"type": _limit if option.limits else whole_number(option.smallest), "metavar": "N"}


def _by_preset(option: Option) -> str:
    """Describe the default of an option: its value, and the presets in which it differs."""
    values = {name: rules.options()[option.name] for name, rules in PRESETS.items()}
    usual = values.pop(DEFAULT_PRESET)
    others = [f"{name}: {_named(value)}" for name, value in values.items() if value != usual]
    return f"(default: {'; '.join([_named(usual), *others])})"


def _named(value: int | str | None) -> str:
    return "none" if value is None else str(value)


def rules_from(options: Namespace) -> Rules:
    """Return the rule set that the options describe."""
    given = {option: getattr(options, option) for option in OPTIONS}
    overrides = {
        option: None if value == "none" else value
        for option, value in given.items()
        if value is not None
    }
    return Rules.of(options.preset or DEFAULT_PRESET, **overrides)


def add_database(parser: ArgumentParser) -> None:
    """Add the option for a server's database."""
    parser.add_argument(
        "--database",
        default=_configured_database(),
        metavar="URL",
        help="the server's database: sqlite:///FILE or postgresql://… (default: that in "
        "$DOBBM_OPTIONS, $DOBBM_DATABASE, or tables.sqlite in the data folder)",
    )


def _configured_database() -> str | None:
    """Return the database of the server's settings, as a server with these settings finds it."""
    server = ArgumentParser(add_help=False, exit_on_error=False)
    server.add_argument("--database", default=os.environ.get("DOBBM_DATABASE") or None)
    try:
        known, _ = server.parse_known_args(shlex.split(os.environ.get("DOBBM_OPTIONS", "")))
    except (ArgumentError, ValueError) as error:
        raise DobbmError(f"DOBBM_OPTIONS cannot be read: {error}") from None
    database: str | None = known.database
    return database


def add_training(parser: ArgumentParser) -> None:
    """Add the options for the random seed and the workers."""
    add_seed(parser)
    add_workers(parser, "threads")


def add_seed(parser: ArgumentParser, what: str = "all random choices") -> None:
    """Add the option for the random seed, which is 0 unless it is given."""
    parser.add_argument(
        "--seed", type=seed, default=0, metavar="N", help=f"the seed of {what} (default: 0)"
    )


def add_number(parser: ArgumentParser, name: str, least: int, default: int, what: str) -> None:
    """Add an option for a whole number of at least ``least``."""
    parser.add_argument(
        name,
        type=whole_number(least),
        default=default,
        metavar="N",
        help=f"{what} (default: {default})",
    )


def add_workers(parser: ArgumentParser, kind: str) -> None:
    """Add the options for the workers: a number of processes or threads, or a cluster."""
    workers = parser.add_mutually_exclusive_group()
    workers.add_argument(
        "--jobs",
        type=whole_number(1, MOST_JOBS),
        default=1,
        metavar="N",
        help=f"number of {kind} (default: 1)",
    )
    workers.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="use the workers of the Dask cluster whose scheduler has this address "
        "(needs the extra 'cluster')",
    )


def cluster_of(options: Namespace) -> AbstractContextManager[Executor] | None:
    """Return an executor on the cluster that the options name; None if they name none."""
    if options.cluster is None:
        return None
    import logging

    from dobbm.cluster import Cluster  # its library is optional

    # What matters becomes an error.
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
    return Cluster(options.cluster)


def one_of(values: Collection[str] | Collection[int]) -> dict[str, Any]:
    """Return the arguments of ``add_argument`` for an option with a fixed set of values."""
    by_text = {str(value): value for value in values}
    *others, last = by_text

    def read(text: str) -> str | int:
        if text not in by_text:
            raise ArgumentTypeError(f"must be {', '.join(others)} or {last}, not {quoted(text)}")
        return by_text[text]

    return {"type": read, "metavar": f"{{{','.join(by_text)}}}"}


def whole_number(least: int, most: int | None = None) -> Callable[[str], int]:
    """Return a parser for whole numbers from ``least`` to ``most``; None means no upper bound."""
    bounds = f"of at least {least}" if most is None else f"from {least} to {most}"

    def read(text: str) -> int:
        is_number = text.isascii() and text.isdigit()
        if is_number and most is None and len(text) >= DIGITS:
            raise ArgumentTypeError(f"must have fewer than {DIGITS} digits, not {len(text)}")
        number = int(text) if is_number and len(text) < DIGITS else -1
        if number < least or (most is not None and number > most):
            raise ArgumentTypeError(f"must be a whole number {bounds}, not {quoted(text)}")
        return number

    return read


def seed(text: str) -> int:
    """Parse a command-line argument as a random seed."""
    digits = text.removeprefix("-")
    if not digits.isascii() or not digits.isdigit() or len(digits) > SEED_DIGITS:
        rule = f"must be a whole number of at most {SEED_DIGITS} digits"
        raise ArgumentTypeError(f"{rule}, not {quoted(text)}")
    return int(text)


@contextmanager
def atomic_output(path: Path) -> Iterator[Path]:
    """Yield a temporary file that replaces ``path`` if the block succeeds; otherwise delete it.

    Raises ``DobbmError`` before the block runs if the file, beside ``path``, cannot be written, and
    names ``path`` if the block cannot write it.
    """
    try:
        if path.is_dir():
            raise IsADirectoryError(EISDIR, strerror(EISDIR))
        if path.exists() and not path.is_file():
            raise DobbmError(f"{path} is not an ordinary file, so it cannot be replaced")
        unfinished = path.with_name(f"{path.name}.part")
        unfinished.touch()
    except OSError as error:
        raise DobbmError(f"{path}: {error.strerror}") from None
    try:
        yield unfinished
        unfinished.replace(path)
    except OSError as error:
        # These say that there is no room; any other error may be about another file.
        if error.errno not in (ENOSPC, EFBIG, EDQUOT):
            raise
        raise DobbmError(f"{path}: {error.strerror}") from None
    finally:
        unfinished.unlink(missing_ok=True)


def _limit(text: str) -> int | str:
    if text == "none":
        return text
    try:
        return whole_number(0)(text)
    except ArgumentTypeError:
        rule = "must be 'none' or a whole number of at least 0"
        raise ArgumentTypeError(f"{rule}, not {quoted(text)}") from None
