"""The command ``dobbm``: one thin module per command, imported only when that command is run."""

from __future__ import annotations

import argparse
import codecs
import os
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from errno import EBADF, EFBIG, EINVAL, EIO, ENOSPC
from importlib import import_module
from io import TextIOWrapper

from dobbm.cli.parser import Parser, PlainParser
from dobbm.game.errors import DobbmError

COMMANDS = {
    "play": "play a session at the terminal",
    "replay": "print the result of every record in a file",
    "perft": "count the sequences of actions that can follow",
    "solve": "print what every card is worth with all cards open",
    "judge": "judge decisions by what their seats could know",
    "deal": "print a random record without actions",
    "daily": "print the three deals of a day",
    "verify": "check that decks follow from the proofs of their shuffles",
    "serve": "serve tables for people and bots over HTTP",
    "export": "print the records of all finished deals in a server's database",
    "backup": "write a backup of a server's database to a file",
    "restore": "copy a backup to a server's database",
    "doctor": "say whether a server is well, and what to do",
    "tables": "list and close tables in a server's database, remove and ban people",
    "clubs": "found clubs, save them as files, and make a member's link anew",
    "prune": "delete tables that nobody has touched for long",
    "about": "print all that a server's database holds about a person",
    "erase": "remove a person's name from a server's database",
    "match": "compare two players on the same decks",
    "league": "let every player play every other, and rank them",
    "study": "test a claim about the game on many deals",
    "dataset": "play deals and write them as a data set",
    "exercises": "find exercises in games of bots, and check them",
    "players": "list the available players",
    "train-policy": "train the card-play policy by self-play, or against a player",
    "train-network": "train the network by self-play, on an accelerator if there is one",
    "train-tables": "train the lookup tables of hand values",
    "rules": "print a summary of the rules",
}

EXTRAS = {
    **dict.fromkeys(("study", "dataset", "train-policy", "train-tables"), "solver"),
    "train-network": "network",
    **dict.fromkeys(("solve", "judge", "exercises"), "bots"),
    **dict.fromkeys(
        (
            *("serve", "export", "backup", "restore", "doctor", "tables", "clubs"),
            *("prune", "about", "erase"),
        ),
        "server",
    ),
}
"""The extra that a command needs for all that it does."""

UNWRITABLE = (ENOSPC, EFBIG, EIO, EBADF)
"""The errors of a write; those of files name them, so the others are of standard output."""

EXIT_USAGE = 2
EXIT_INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    codecs.register_error("dobbm", _replaced)
    if sys.stdout is None:  # closed by the parent process
        return _complain("standard output is closed")
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - messages must not go to the output
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="dobbm")  # print ss where a terminal has no ß
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        try:
            status = _run(arguments)
        except SystemExit:  # the parser has printed help or an error
            sys.stdout.flush()
            raise
        sys.stdout.flush()
    except DobbmError as error:
        return _complain(str(error))
    except ModuleNotFoundError as error:
        from dobbm.extras import explanation

        return _complain(explanation(f"dobbm {arguments[0]}", error))
    except OSError as error:
        place = error.filename or ("standard output" if error.errno in UNWRITABLE else "")
        if error.filename == "":
            place = "''"
        _forget_output()
        if reader_has_gone(error):
            return 0
        return _complain(f"{place}: {error.strerror}" if place else str(error.strerror))
    except UnicodeEncodeError:
        return _complain("an argument is not text in UTF-8")
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    return status


def reader_has_gone(error: OSError) -> bool:
    """Return whether the reader of standard output has closed the pipe."""
    on_windows = sys.platform == "win32" and error.errno == EINVAL and error.filename is None
    return isinstance(error, BrokenPipeError) or on_windows


def _run(arguments: list[str]) -> int:
    if not arguments or arguments[0] not in COMMANDS:
        return _overview(arguments)
    name = arguments[0]
    command = import_module(f"dobbm.cli.{name.replace('-', '_')}")
    parser = Parser(
        prog=f"dobbm {name}",
        description=command.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.configure(parser)
    options = parser.parse_args(arguments[1:])
    with _guarding(name):
        status: int = command.run(options)
    return status


def _guarding(name: str) -> AbstractContextManager[None]:
    """Return what names the extra that a command lacks; commands without one load nothing."""
    if name not in EXTRAS:
        return nullcontext()
    from dobbm.extras import extra

    return extra(EXTRAS[name], f"dobbm {name}")


def _forget_output() -> None:
    """Discard all further output, including what is still buffered at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(message: str) -> int:
    if not message.isprintable():
        from dobbm.text.characters import printable

        message = printable(message)
    print(f"dobbm: {message}", file=sys.stderr)
    return EXIT_USAGE


def _replaced(error: UnicodeError) -> tuple[str | bytes, int]:
    from dobbm.text.characters import replaced  # seldom needed

    return replaced(error)


def _overview(arguments: list[str]) -> int:
    """Print help or the version, or report an unknown command."""
    parser = PlainParser(
        prog="dobbm",
        description="Dobbm (Tappen), the card game of the Stubai valley.",
        epilog="'dobbm COMMAND --help' explains a command. To start playing: dobbm play",
    )
    parser.add_argument("--version", action="store_true", help="print the version and exit")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    for name, summary in COMMANDS.items():
        commands.add_parser(name, help=summary, add_help=False)
    if parser.parse_args(arguments).version:
        from importlib.metadata import version

        print(f"dobbm {version('dobbm')}")
    else:
        parser.print_help()
    return 0
