"""Write a backup of a server's database to a file, and replay every deal in it.

The server may be running: the backup has the state of one moment. It is an SQLite file, whichever
database it comes from. It contains the secrets of shuffles in progress, so only you can read it.
Back up the server's secret, too, if cookies are to stay valid.

  dobbm backup dobbm-backup.sqlite
  dobbm backup dobbm-backup.sqlite --database postgresql://dobbm@localhost/dobbm
"""

from __future__ import annotations

import asyncio
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from dobbm.cli.arguments import add_database, atomic_output
from dobbm.cli.stores import report_unreadable

if TYPE_CHECKING:
    from dobbm.store.backups import Verified


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("file", type=Path, help="the file to write; an older backup is replaced")
    add_database(parser)


def run(options: Namespace) -> int:
    """Run the command; return 1 if an event could not be read, else 0."""
    from dobbm.store import default_url
    from dobbm.store.backups import back_up, verify_target

    verify_target(options.file)
    with atomic_output(options.file) as unfinished:
        verified = asyncio.run(back_up(options.database or default_url(), unfinished))
    return report("saved", verified)


def report(done: str, verified: Verified) -> int:
    """Report what a backup or a restored database contains; return the exit status."""
    for error in verified.unreadable:
        report_unreadable(error, "it was copied as it is")
    print(f"{done}: tables {verified.tables:,}, deals {verified.deals:,}", file=sys.stderr)
    return 1 if verified.unreadable else 0
