"""Say whether a server is well: a line for each thing, and what to do about it.

It looks at the settings, whether the server answers, the database, clock, limits, bans, reports,
disk, backups, certificate and proxies. It finds them by the server's settings: DOBBM_OPTIONS, which
is the place for --host and --port, too, and DOBBM_DATABASE. The exit status is 0 if all is well, 1
if something needs a look, and 2 if something is broken.

  dobbm doctor
  dobbm doctor --json
"""

from __future__ import annotations

import asyncio
import json
import os
import shlex
import shutil
import socket
import ssl
import subprocess
import sys
import time
from argparse import ArgumentParser, Namespace
from contextlib import closing, suppress
from dataclasses import fields
from http.client import HTTPConnection, HTTPException
from importlib.metadata import version
from pathlib import Path
from typing import NoReturn
from urllib.parse import urlsplit

from dobbm.cli import diagnoses, serve
from dobbm.cli.arguments import add_database
from dobbm.cli.diagnoses import Finding
from dobbm.cli.host_commands import COPY, TELL, verify_commands
from dobbm.cli.listening import PORT
from dobbm.cli.parser import Parser
from dobbm.cli.records import print_json
from dobbm.cli.stores import opened_store
from dobbm.game.errors import DobbmError, counted
from dobbm.server.config import Limits

PATIENCE = 5.0
"""Seconds to wait for the public address."""
MEGABYTE = 1_000_000
USUAL = {
    "host": "127.0.0.1",
    "port": None,
    "public_url": None,
    **{f"limit_{limit.name}": limit.default for limit in fields(Limits)},
}
"""The options that are looked at, while those of the server cannot be read."""
UNITS = Path("/etc/systemd/system/dobbm.service")
"""The unit that the script installs."""
VARIABLES = {
    "DOBBM_OPTIONS",
    "DOBBM_DATABASE",
    "DOBBM_CONTACT",
    "DOBBM_FOUNDING",
    "DOBBM_SECRET",
    "DOBBM_KERNEL",
    COPY,
    TELL,
}
"""The names of all settings."""


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
    settings, fault = read_settings()
    limits = Limits(
        **{limit.name: getattr(settings, f"limit_{limit.name}") for limit in fields(Limits)}
    )
    findings = [diagnoses.settings(fault), await asyncio.to_thread(server_at, settings)]
    try:
        folder, kept = _folder(url), Notes(url)
    except DobbmError as error:
        return [*findings, diagnoses.database(error)]
    notes = kept.all()
    findings += await _ask(url, limits, now)
    with suppress(OSError):
        free = shutil.disk_usage(folder).free
        findings.append(diagnoses.disk(free, limits.free_disk * MEGABYTE, str(folder)))
    has_units = UNITS.exists()
    findings.append(diagnoses.backup(notes, now, has_units=has_units, fault=kept.fault))
    findings.append(diagnoses.copy(notes, os.environ.get(COPY, ""), now, has_units=has_units))
    address = settings.public_url
    is_secure = bool(address) and urlsplit(address).scheme == "https"
    end = end_of_certificate(address) if is_secure else None
    findings.append(
        diagnoses.certificate(address if is_secure else None, end, now, has_units=has_units)
    )
    findings.append(diagnoses.proxy(notes, WARNING, now))
    return findings


async def _ask(url: str, limits: Limits, now: float) -> list[Finding]:
    """Return what follows from the database, or why it says nothing."""
    from dobbm.server.quotas import shares
    from dobbm.store.database import parse_url
    from dobbm.store.failures import damage, name_of
    from dobbm.store.schema import VERSION
    from dobbm.store.soundness import is_damaged, refusal

    try:
        async with opened_store(url) as store:
            newest = [row.touched for row in await store.overview(1)]
            stored, bans = await store.stored(), await store.bans()
        if await asyncio.to_thread(is_damaged, url):
            raise damage(name_of(parse_url(url)))
    except (DobbmError, OSError) as error:
        return [diagnoses.database(error)]
    says = f"dobbm {version('dobbm')}, schema {VERSION}, {counted(stored.tables, 'table')}"
    refused = refusal(url)
    used = shares(stored._replace(free=None), limits)  # the disk has a line of its own
    return [
        diagnoses.database(refused) if refused else Finding("database", "ok", says),
        diagnoses.clock(newest[0] if newest else None, _is_synchronised(), now),
        diagnoses.limits(used),
        diagnoses.bans(bans, now),
        diagnoses.reports(stored.complaints),
    ]


class _Reader(Parser):
    """A parser whose errors are raised."""

    def error(self, message: str) -> NoReturn:
        raise DobbmError(message)


def read_settings() -> tuple[Namespace, str]:
    """Return the options of the server, and what is wrong with its settings.

    Of options that cannot be read together, those count that can be read alone.
    """
    reader = _Reader(add_help=False)
    serve.configure(reader)
    place, options = "DOBBM_CONTACT, DOBBM_FOUNDING, DOBBM_SECRET: ", Namespace(**USUAL)
    try:
        options = reader.parse_args([])
        place = "DOBBM_OPTIONS: "
        words = shlex.split(os.environ.get("DOBBM_OPTIONS", ""))
        options = _readable(reader, words)
        options = reader.parse_args(words)
        place = ""  # the errors below name a setting, or the file that it names
        serve.verify_together(options)
        if options.pocket is not None:
            from dobbm.server.pocket_folder import PocketFolder

            PocketFolder(Path(options.pocket))
        verify_commands()
        _verify_names()
    except DobbmError as error:
        return options, f"{place}{error}"
    return options, ""


def _readable(reader: _Reader, words: list[str]) -> Namespace:
    """Return the options that can be read alone, so that others do not hide the port."""
    options = reader.parse_args([])
    for at, word in enumerate(words):
        if word.startswith("--"):
            for given in (words[at : at + 2], [word]):
                with suppress(DobbmError):
                    options = reader.parse_args(given, options)
                    break
    return options


def _verify_names() -> None:
    """Raise ``DobbmError`` for a variable that is none of the settings."""
    unknown = {name for name in os.environ if name.startswith("DOBBM_")} - VARIABLES
    if unknown:
        raise DobbmError(f"{min(unknown)} is none of {', '.join(sorted(VARIABLES))}")


def server_at(options: Namespace) -> Finding:
    """Ask the server on this machine, or where ``--host`` and ``--port`` say."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(options.host, options.host)  # noqa: S104
    port = options.port or PORT
    address = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
    status: int | None = None
    running = None
    with suppress(OSError, HTTPException, ValueError, AttributeError):
        status, _ = _answer(host, port, "/readyz")
        running = json.loads(_answer(host, port, "/healthz")[1]).get("version", "an older one")
    return diagnoses.server(address, status, running, version("dobbm"))


def _answer(host: str, port: int, path: str) -> tuple[int, bytes]:
    with closing(HTTPConnection(host, port, timeout=PATIENCE)) as connection:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read(1000)


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
