"""Write a backup of a server's database to a file, and replay every deal in it.

The server may be running: the backup has the state of one moment. It is an SQLite file, whichever
database it comes from. It contains the secrets of shuffles in progress, so only you can read it.
Back up the server's secret, too, if cookies are to stay valid.

  dobbm backup dobbm-backup.sqlite
  dobbm backup dobbm-backup.sqlite --database postgresql://dobbm@localhost/dobbm
  dobbm backup dobbm-backup.sqlite --check
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from dobbm.cli.arguments import add_database, atomic_output
from dobbm.cli.host_commands import COPY, COPYING, TELL, copy_elsewhere, run_with
from dobbm.cli.stores import report_unreadable
from dobbm.cli.times import iso
from dobbm.game.errors import DobbmError

if TYPE_CHECKING:
    from dobbm.store.backups import Verified


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "file", nargs="?", type=Path, help="the file to write; an older backup is replaced"
    )
    add_database(parser)
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument(
        "--check",
        action="store_true",
        help="write nothing: restore FILE into a temporary database and check all that is in it",
    )
    instead.add_argument(
        "--copy",
        action="store_true",
        help=f"write nothing: copy FILE to the folder, or with the command, in ${COPY}",
    )
    instead.add_argument(
        "--failed",
        metavar="WHAT",
        help=f"write nothing: note that WHAT has failed, and run the command in ${TELL}",
    )


def run(options: Namespace) -> int:
    """Run the command; return 1 if an event could not be read or is wrong, else 0."""
    from dobbm.store import default_url
    from dobbm.store.notes import BACKUP, FAILED

    url = options.database or default_url()
    if options.failed is not None:
        return _tell(url, options.failed)
    file: Path | None = options.file
    if file is None:
        raise DobbmError("name the file of the backup: dobbm backup FILE")
    if options.check:
        return _check(file)
    if options.copy:
        return _copy(url, file)
    from dobbm.store.backups import back_up, verify_target

    verify_target(file, url)
    with atomic_output(file) as unfinished:
        verified = asyncio.run(back_up(url, unfinished))
    _note(url, BACKUP, str(file.resolve()))
    _note(url, FAILED, None)
    return report("saved", verified)


def report(done: str, verified: Verified) -> int:
    """Report what a backup or a restored database contains; return the exit status."""
    for error in verified.unreadable:
        report_unreadable(error, "it was copied as it is")
    print(f"{done}: tables {verified.tables:,}, deals {verified.deals:,}", file=sys.stderr)
    return 1 if verified.unreadable else 0


def _check(file: Path) -> int:
    from dobbm.store.drill import rehearse

    found = asyncio.run(rehearse(file))
    for fault in found.faults:
        print(f"dobbm: {fault}", file=sys.stderr)
    newest = "none" if found.newest is None else iso(found.newest)
    print(
        f"checked: tables {found.tables:,}, events {found.events:,}, deals {found.deals:,}, "
        f"schema {found.schema}, last event {newest}, faults {len(found.faults):,}"
    )
    return 1 if found.faults else 0


def _copy(url: str, file: Path) -> int:
    from dobbm.store.notes import COPIED, FAILED

    target = os.environ.get(COPY, "")
    if not file.is_file():
        raise DobbmError(f"there is no backup {file}")
    if not target:
        print(f"not copied: {COPY} is not set", file=sys.stderr)
        return 0
    try:
        copy_elsewhere(file, target)
    except (OSError, DobbmError):
        _note(url, FAILED, COPYING)
        raise
    _note(url, COPIED, target)
    _note(url, FAILED, None)
    print(f"copied: {file}", file=sys.stderr)
    return 0


def _tell(url: str, what: str) -> int:
    from dobbm.store.notes import FAILED

    message = f"Dobbm: {what} has failed. 'dobbm doctor' says more."
    print(message, file=sys.stderr)
    _note(url, FAILED, what)
    if os.environ.get(TELL):
        run_with(TELL, os.environ[TELL], message)
    return 0


def _note(url: str, kind: str, what: str | None) -> None:
    """Note something beside the database, for the server and the doctor; None ends it."""
    from dobbm.store.notes import Note, Notes

    try:
        if what is None:
            Notes(url).remove(kind)
        else:
            Notes(url).write(kind, Note(time.time(), what))
    except (OSError, DobbmError) as error:
        print(f"dobbm: this could not be noted beside the database: {error}", file=sys.stderr)
