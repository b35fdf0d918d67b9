"""Copy a backup to a server's database, which is created if necessary, and replay every deal in it.

The file may come from the other kind of database, or from an older version. Stop the server first.
Names and texts that have been erased since, and bans that have been lifted, do not come back if the
database still has them in its list. Restoring to a new one, name the database before or a newer
backup: --erased-in NEWER.

  dobbm restore dobbm-backup.sqlite
  dobbm restore dobbm-backup.sqlite --database postgresql://dobbm@localhost/dobbm
"""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser, Namespace
from pathlib import Path

from dobbm.cli.arguments import add_database
from dobbm.cli.backup import report


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("file", type=Path, help="a file written by 'dobbm backup'")
    add_database(parser)
    parser.add_argument(
        "--replace",
        action="store_true",
        help="first delete everything that is in the database, except for its bans",
    )
    parser.add_argument(
        "--erased-in",
        type=Path,
        metavar="NEWER",
        help="a newer backup: what it says has been erased is erased here, too",
    )


def run(options: Namespace) -> int:
    """Run the command; return 1 if an event could not be read, else 0."""
    from dobbm.store import default_url
    from dobbm.store.backups import restore

    url = options.database or default_url()
    restored = restore(options.file, url, replace=options.replace, newer=options.erased_in)
    return report("restored", asyncio.run(restored))
