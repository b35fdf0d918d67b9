"""Say whether a server is well: a line for each thing, and what to do about it.

It looks at the database, disk, backups, clock, certificate, limits, bans, reports and proxies of
the server whose settings it finds (DOBBM_OPTIONS, DOBBM_DATABASE). The exit status is 0 if all is
well, 1 if something needs a look, and 2 if something is broken.

  dobbm doctor
  dobbm doctor --json
"""

from __future__ import annotations

import asyncio
import os
import shlex
import shutil
import socket
import ssl
import subprocess
import sys
import time
from argparse import ArgumentError, ArgumentParser, Namespace
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from dobbm.cli import diagnoses, serve
from dobbm.cli.arguments import add_database
from dobbm.cli.host_commands import COPY
from dobbm.cli.records import print_json
from dobbm.cli.stores import opened_store
from dobbm.game.errors import DobbmError
from dobbm.server.config import Limits

if TYPE_CHECKING:
    from dobbm.cli.diagnoses import Finding

PATIENCE = 5.0
"""Seconds to wait for the public address."""
MEGABYTE = 1_000_000


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    add_database(parser)
    parser.add_argument("--json", action="store_true", help="print JSON objects")


def run(options: Namespace) -> int:
    """Run the command; return how bad the worst finding is."""
    findings = asyncio.run(_examine(options.database, time.time()))
    if options.json:
        for finding in findings:
            print_json(finding._asdict())
    else:
        coloured = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
        for line in diagnoses.lines(findings, coloured=coloured):
            print(line)
    return diagnoses.worst(findings)


async def _examine(url: str | None, now: float) -> list[Finding]:
    from dobbm.server.silent_proxies import WARNING
    from dobbm.store import default_url
    from dobbm.store.notes import Notes

    url = url or default_url()
    settings = _settings()
    limits = Limits(
        **{limit.name: getattr(settings, f"limit_{limit.name}") for limit in fields(Limits)}
    )
    folder, notes = _folder(url), Notes(url).all()
    findings = await _ask(url, limits, now)
    with suppress(OSError):
        free = shutil.disk_usage(folder).free
        findings.append(diagnoses.disk(free, limits.free_disk * MEGABYTE, str(folder)))
    findings.append(diagnoses.backup(notes, now))
    findings.append(diagnoses.copy(notes, os.environ.get(COPY, ""), now))
    address = settings.public_url
    is_secure = bool(address) and urlsplit(address).scheme == "https"
    end = end_of_certificate(address) if is_secure else None
    findings.append(diagnoses.certificate(address if is_secure else None, end, now))
    findings.append(diagnoses.proxy(notes, WARNING, now))
    return findings


async def _ask(url: str, limits: Limits, now: float) -> list[Finding]:
    """Return what follows from the database, or why it says nothing."""
    from importlib.metadata import version

    from dobbm.server.quotas import shares
    from dobbm.store.schema import VERSION

    try:
        async with opened_store(url) as store:
            newest = [row.touched for row in await store.overview(1)]
            stored, bans = await store.stored(), await store.bans()
    except DobbmError as error:
        do = "see 'journalctl --unit dobbm'; if it is lost, restore a backup"
        return [diagnoses.Finding("database", "broken", str(error), do)]
    says = f"dobbm {version('dobbm')}, schema {VERSION}, {stored.tables:,} tables"
    used = shares(stored._replace(free=None), limits)  # the disk has a line of its own
    return [
        diagnoses.Finding("database", "ok", says),
        diagnoses.clock(newest[0] if newest else None, _is_synchronised(), now),
        diagnoses.limits(used),
        diagnoses.bans(bans, now),
        diagnoses.reports(stored.complaints),
    ]


def _settings() -> Namespace:
    """Return the options of the server, as its own settings give them."""
    parser = ArgumentParser(add_help=False, exit_on_error=False)
    serve.configure(parser)
    try:
        known, _ = parser.parse_known_args(shlex.split(os.environ.get("DOBBM_OPTIONS", "")))
    except (ArgumentError, ValueError) as error:
        raise DobbmError(f"DOBBM_OPTIONS cannot be read: {error}") from None
    return known


def _folder(url: str) -> Path:
    """Return the folder of the database or, if that is elsewhere, of the server's data."""
    from dobbm.folders import data_folder
    from dobbm.store.database import parse_url

    parsed = parse_url(url)
    is_file = parsed.get_backend_name() == "sqlite"
    return Path(parsed.database or "").resolve().parent if is_file else data_folder()


def _is_synchronised() -> bool | None:
    """Return whether the system keeps its clock right; None if it does not say."""
    program = shutil.which("timedatectl")
    if program is None:
        return None
    with suppress(OSError, subprocess.TimeoutExpired):
        asked = subprocess.run(  # noqa: S603 - nothing in it comes from outside
            [program, "show", "--property=NTPSynchronized", "--value"],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        return {"yes": True, "no": False}.get(asked.stdout.strip())
    return None


def end_of_certificate(address: str) -> float | str | None:
    """Return when the certificate at an address ends, in Unix seconds.

    If it is not valid, return why; None if the address cannot be reached.
    """
    parts = urlsplit(address)
    host = parts.hostname or ""
    try:
        with (
            socket.create_connection((host, parts.port or 443), PATIENCE) as connection,
            ssl.create_default_context().wrap_socket(connection, server_hostname=host) as secured,
        ):
            found = secured.getpeercert() or {}
            return float(ssl.cert_time_to_seconds(str(found["notAfter"])))
    except ssl.SSLCertVerificationError as error:
        return error.verify_message
    except OSError:
        return None
