"""Serve tables for people and bots over HTTP.

Everything is stored in a database, by default a file, so you can stop the server at any time.

  dobbm serve --open
  dobbm serve --host 0.0.0.0 --port 8000 --public-url https://dobbm.example
  dobbm serve --database postgresql://dobbm@localhost/dobbm --workers 4
"""

from __future__ import annotations

import asyncio
import logging
import math
import os
import secrets
import signal
import socket
import sys
import threading
import webbrowser
from argparse import ArgumentParser, Namespace
from contextlib import ExitStack, suppress
from dataclasses import fields
from http.client import HTTPConnection, HTTPException
from ipaddress import ip_address
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from dobbm.ai.machine import verify_machine
from dobbm.cli.arguments import add_database, whole_number
from dobbm.cli.listening import BACKLOG, PORT, address_of, listening_socket, own_names
from dobbm.cli.prune import LONGEST
from dobbm.cli.serve_arguments import (
    LARGEST_PORT,
    add_founding,
    add_push,
    contact,
    networks,
    not_empty,
    origin,
    seconds,
)
from dobbm.files import read_whole, write_text
from dobbm.folders import data_folder
from dobbm.game.errors import DobbmError
from dobbm.server.config import (
    ENVIRONMENT,
    KEEP_ALIVE,
    METRICS_FOLDER,
    SHUTDOWN_SECONDS,
    Limits,
    Settings,
)
from dobbm.server.systemd import ServiceManager, passed_sockets

TRUSTED = ",".join(Settings.trusted_proxies)
LOG_LEVELS = ("debug", "info", "warning", "error")

SHORTEST_SECRET = 16
"""Minimum number of characters of a secret; short ones can be guessed."""

log = logging.getLogger("dobbm.serve")


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "--host", default="127.0.0.1", help="address to listen on (default: 127.0.0.1)"
    )
    parser.add_argument(
        "--port",
        type=whole_number(0, LARGEST_PORT),
        metavar="N",
        help=f"the port to listen on (default: {PORT}, or the next free one)",
    )
    parser.add_argument("--open", action="store_true", help="open the page in a browser")
    add_database(parser)
    parser.add_argument(
        "--workers",
        type=whole_number(1, 64),
        default=1,
        metavar="N",
        help="number of processes; more than one requires PostgreSQL (default: 1)",
    )
    parser.add_argument(
        "--public-url",
        type=origin,
        metavar="URL",
        help="the URL at which people reach the server (default: the address of each request)",
    )
    parser.add_argument(
        "--trusted-proxies",
        type=networks,
        default=TRUSTED,
        metavar="LIST",
        help="addresses or networks, separated by commas, of proxies that report the client's "
        f"address in X-Forwarded-For (default: {TRUSTED})",
    )
    _add_secret(parser)
    parser.add_argument(
        "--log-level",
        choices=LOG_LEVELS,
        default=Settings.log_level,
        help=f"log only messages that are at least this severe (default: {Settings.log_level})",
    )
    parser.add_argument(
        "--keep-days",
        type=whole_number(1, LONGEST),
        metavar="DAYS",
        help="delete tables, with their deals, that nobody has touched for so many days, and "
        "results of the deals of the day as old as that "
        "(default: keep all)",
    )
    _add_offer(parser)
    _add_limits(parser)


def _add_secret(parser: ArgumentParser) -> None:
    secret = parser.add_mutually_exclusive_group()
    secret.add_argument(
        "--secret",
        type=not_empty,
        default=os.environ.get("DOBBM_SECRET"),
        help="key that signs cookies; the same on all machines that share a database. Other users "
        "of the machine can see it in the list of processes: prefer --secret-file "
        "(default: $DOBBM_SECRET, or a key stored in the data folder)",
    )
    secret.add_argument("--secret-file", metavar="FILE", help="a file with this key")


def _add_offer(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--contact",
        type=contact,
        default=os.environ.get("DOBBM_CONTACT") or None,
        metavar="TEXT",
        help="who is responsible and how to reach you, for the page on privacy: a name, an address "
        "of mail or of a page (default: $DOBBM_CONTACT)",
    )
    add_push(parser)
    add_founding(parser)
    parser.add_argument(
        "--no-texts",
        action="store_true",
        help="let people say set phrases only, and write no texts, at any table",
    )
    parser.add_argument(
        "--pocket",
        metavar="FOLDER",
        help="offer the pocket edition in this folder, with which people play alone when they "
        "have no connection (docs/pocket.md)",
    )
    parser.add_argument(
        "--bot-seconds",
        type=seconds,
        default=Settings.bot_seconds,
        metavar="S",
        help=f"average time a bot takes for an action (default: {Settings.bot_seconds})",
    )


def _add_limits(parser: ArgumentParser) -> None:
    group = parser.add_argument_group(
        "limits", "this machine's own addresses are exempt from the limits per address"
    )
    for limit in fields(Limits):
        group.add_argument(
            f"--limit-{limit.name.replace('_', '-')}",
            type=whole_number(limit.metadata["least"]),
            default=limit.default,
            metavar="N",
            help=f"{limit.metadata['counts']} (default: {limit.default})",
        )


def run(options: Namespace) -> int:
    """Run the command."""
    if sys.platform == "win32":
        raise DobbmError("dobbm serve needs Linux or macOS")
    signal.signal(signal.SIGTERM, _end_at_once)
    with ExitStack() as stack:
        passed = passed_sockets()
        listening = passed or [listening_socket(options.host, options.port)]
        for one in listening:
            stack.enter_context(one)
        return _serve(options, listening, passed=bool(passed))


def _serve(options: Namespace, listening: list[socket.socket], passed: bool) -> int:
    import uvicorn

    from dobbm.server import logs
    from dobbm.server.processes import ReportingServer, WorkerSupervisor, run_apart

    verify_machine("dobbm serve", "server")  # for the bots, which load it later
    settings = _settings(options)
    verify_together(options)
    _open_many_files()
    if options.workers > 1:
        signal.signal(signal.SIGTERM, _end)
        run_apart(_prepare, settings)  # a supervisor does without most libraries
    else:
        _prepare(settings)
    os.environ[ENVIRONMENT] = settings.to_json()
    logs.configure(options.log_level)
    address = address_of(listening[0])
    if not logs.on_terminal():
        log.info("listening on %s", address)
    if not passed and options.port is None and listening[0].getsockname()[1] != PORT:
        log.warning("port %d is taken", PORT)
    if options.open or logs.on_terminal():
        page = options.public_url or address
        threading.Thread(target=_announce, args=(address, page, options.open), daemon=True).start()
    config = uvicorn.Config(
        "dobbm.server.app:from_environment",
        factory=True,
        http="dobbm.server.http_protocol:GuardedProtocol",
        forwarded_allow_ips=list(options.trusted_proxies),
        timeout_keep_alive=KEEP_ALIVE,
        backlog=BACKLOG,
        workers=options.workers,
        access_log=False,
        log_config=None,
        server_header=False,
        ws="none",
        timeout_graceful_shutdown=math.ceil(SHUTDOWN_SECONDS) + 2,  # the protocol ends them before
    )
    manager = ServiceManager()
    if options.workers > 1:
        with TemporaryDirectory(prefix="dobbm-metrics-") as folder:
            os.environ[METRICS_FOLDER] = folder
            return WorkerSupervisor(config, listening, manager).run()
    with suppress(KeyboardInterrupt):
        ReportingServer(config, manager).run(listening)
    return 0


def verify_together(options: Namespace) -> None:
    """Raise ``DobbmError`` if options do not go together, or the secret they name is none."""
    database = _default_database() if options.database is None else options.database
    if options.workers > 1 and database.startswith("sqlite"):
        raise DobbmError("several workers need PostgreSQL: --database postgresql://…")
    page = urlsplit(options.public_url or "")
    if options.push and page.scheme != "https" and page.hostname != "localhost":
        why = "browsers take messages from no other pages"
        raise DobbmError(f"--push needs --public-url https://…: {why}")
    if options.secret_file is not None or options.secret is not None:
        _secret(options)


def _settings(options: Namespace) -> Settings:
    limits = {limit.name: getattr(options, f"limit_{limit.name}") for limit in fields(Limits)}
    return Settings(
        database=_default_database() if options.database is None else options.database,
        secret=_secret(options),
        public_url=options.public_url,
        bot_seconds=options.bot_seconds,
        texts=not options.no_texts,
        pocket=options.pocket and os.path.abspath(options.pocket),
        keep_days=options.keep_days,
        contact=options.contact,
        push=options.push,
        push_hosts=options.push_hosts,
        founding=options.founding,
        limits=Limits(**limits),
        log_requests=not options.open,  # so that the address remains the last line
        log_level=options.log_level,
        trusted_proxies=options.trusted_proxies,
        hosts=own_names(options.host),
    )


def _end_at_once(*_: object) -> None:
    """Exit with status 0, as stopping a server on request is not a failure.

    Until it serves, nothing can be lost. Much of what it does until then, such as the imports of
    libraries, could swallow an exception, and the server would go on.
    """
    os._exit(0)


def _end(*_: object) -> None:
    """Exit with status 0, after the process that prepares the database for several workers."""
    sys.exit(0)


def _announce(address: str, page: str, in_browser: bool) -> None:
    """Print the page's address as soon as the server responds; open it first if ``in_browser``."""
    own = urlsplit(address)
    server = HTTPConnection(own.hostname or "", own.port)
    with suppress(OSError, HTTPException):
        server.request("GET", "/readyz")  # an early connection waits for the server to start
        server.getresponse()
        if sys.stderr.isatty() and not ip_address(own.hostname or "").is_loopback:
            _draw_for_phones(page)
        line = f"Dobbm is ready. The table is at {page} (Ctrl-C stops the server)"
        if in_browser and not webbrowser.open(page):
            line = f"No browser could be opened. {line}"
        print(line, file=sys.stderr, flush=True)


def _draw_for_phones(page: str) -> None:
    """Draw a QR code of the address on the terminal."""
    import segno

    segno.make(page).terminal(out=sys.stderr, border=2, compact=True)


def _default_database() -> str:
    from dobbm.store import default_url

    return default_url()


def _prepare(settings: Settings) -> None:
    """Load all libraries and upgrade the database, so that any problem is reported only once."""
    import dobbm.server.app  # noqa: F401 - only to load them
    from dobbm.server.pocket_folder import PocketFolder
    from dobbm.store import SqlStore

    async def open_once() -> None:
        await (await SqlStore.open(settings.database)).close()

    if settings.pocket is not None:
        PocketFolder(Path(settings.pocket))
    asyncio.run(open_once())


def _secret(options: Namespace) -> str:
    """Return the secret that the options name, or this machine's own."""
    if options.secret_file is None and options.secret is None:
        return _kept_secret()
    place, secret = options.secret_file, options.secret
    if secret is None:
        secret = _secret_in(place)
    else:
        place = "DOBBM_SECRET" if secret == os.environ.get("DOBBM_SECRET") else "--secret"
    if len(secret) < SHORTEST_SECRET:
        raise DobbmError(f"{place}: the secret must have at least {SHORTEST_SECRET} characters")
    return str(secret)


def _secret_in(file: str) -> str:
    """Return the secret in a file."""
    try:
        secret = read_whole(file).decode().strip()
    except OSError as error:
        raise DobbmError(f"cannot read {file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise DobbmError(f"{file} must be text in UTF-8") from None
    if not secret:
        raise DobbmError(f"{file} is empty; it must contain the secret")
    return secret


def _kept_secret() -> str:
    """Return this machine's secret; create it on first use."""
    path = data_folder() / "secret"
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        unfinished = path.with_name(f"secret.{os.getpid()}")  # another server may start, too
        write_text(unfinished, secrets.token_urlsafe(32), 0o600)
        unfinished.replace(path)
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise DobbmError(
            f"{path} is damaged: it should be a line of text; delete it, and the server makes "
            "a new secret"
        ) from None


def _open_many_files() -> None:
    """Raise the limit on open files to the maximum, as every event stream needs one."""
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
