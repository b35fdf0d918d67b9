"""Serve tables for people and bots, over HTTP.

Everything is kept in a database, a file unless told otherwise: stop whenever you like.

  dobbm serve
  dobbm serve --host 0.0.0.0 --port 8000 --public-url https://dobbm.example
  dobbm serve --database postgresql://dobbm@localhost/dobbm --workers 4
"""

from __future__ import annotations

import os
import resource
import secrets
from argparse import ArgumentParser, Namespace
from dataclasses import fields

from dobbm.cli.options import add_database, whole_number
from dobbm.errors import DobbmError
from dobbm.extras import extra_server
from dobbm.journal import sessions_folder
from dobbm.web.settings import Limits, Settings

GOODBYE = 2
"""Seconds that open event streams have to end when the server stops."""


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("--host", default="127.0.0.1", help="address (default: 127.0.0.1)")
    parser.add_argument(
        "--port", type=whole_number(0, 65_535), default=8000, metavar="N", help="default: 8000"
    )
    add_database(parser)
    parser.add_argument(
        "--workers",
        type=whole_number(1, 64),
        default=1,
        metavar="N",
        help="processes; more than one need PostgreSQL (default: 1)",
    )
    parser.add_argument("--public-url", metavar="URL", help="under which people reach the server")
    parser.add_argument(
        "--secret",
        default=os.environ.get("DOBBM_SECRET"),
        help="signs cookies (default: $DOBBM_SECRET, else one that is kept in the data folder)",
    )
    parser.add_argument(
        "--bot-seconds",
        type=float,
        default=0.4,
        metavar="S",
        help="how long an action of a bot takes on average (default: 0.4)",
    )
    group = parser.add_argument_group("limits", "addresses of this machine have none")
    for limit in fields(Limits):
        group.add_argument(
            f"--limit-{limit.name.replace('_', '-')}",
            type=whole_number(1),
            default=limit.default,
            metavar="N",
            help=f"default: {limit.default}",
        )


def run(options: Namespace) -> int:
    """Run the command."""
    with extra_server("dobbm serve"):
        import uvicorn

        from dobbm.store import default_url
        from dobbm.web import app, logs
    limits = {limit.name: getattr(options, f"limit_{limit.name}") for limit in fields(Limits)}
    settings = Settings(
        database=options.database or default_url(),
        secret=options.secret or _kept_secret(),
        public_url=options.public_url,
        bot_seconds=options.bot_seconds,
        limits=Limits(**limits),
    )
    if options.workers > 1 and not settings.database.startswith("postgresql"):
        raise DobbmError("several workers need PostgreSQL: --database postgresql://…")
    _open_many_files()
    os.environ[app.ENVIRONMENT] = settings.to_json()
    logs.configure()
    uvicorn.run(
        "dobbm.web.app:from_environment",
        factory=True,
        host=options.host,
        port=options.port,
        workers=options.workers,
        access_log=False,
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=GOODBYE,
    )
    return 0


def _kept_secret() -> str:
    """A secret of this machine, made when it is first asked for."""
    path = sessions_folder().with_name("secret")
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        unfinished = path.with_name(f"secret.{os.getpid()}")
        unfinished.touch(mode=0o600)
        unfinished.write_text(secrets.token_urlsafe(32))
        unfinished.replace(path)
    return path.read_text()


def _open_many_files() -> None:
    """Every event stream is an open file: allow as many as the system does."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
