"""Structured logs: one JSON object per line or, on a terminal, a line of readable text.

They include each request with its outcome, but no cards, tokens or names. A table appears only as a
hash of its identifier, which gives no access to it.
"""

from __future__ import annotations

import logging
import os
import sys
import time
from typing import TYPE_CHECKING

import structlog
from structlog.typing import Processor

from dobbm.table.state import log_name

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from dobbm.server.config import Settings
    from dobbm.server.health import Metrics

STREAMS = "text/event-stream"
PROBES = ("/healthz", "/readyz", "/api/v1/tables/{table}/here")
"""Requests that are logged only if they fail."""
BAD_REQUEST = 400

log = structlog.get_logger()


def on_terminal() -> bool:
    """Return whether standard error is an open terminal, where people read the logs."""
    return sys.stderr is not None and sys.stderr.isatty()


def configure(level: str = "info") -> None:
    """Send all logs to standard error, as JSON or, on a terminal, as readable text.

    Messages that are less severe than ``level`` are dropped.
    """
    shared: list[Processor] = [structlog.stdlib.add_log_level]
    renderer: Processor
    chatty = ["uvicorn.access", "asyncio", "alembic"]
    if on_terminal():
        shared.append(structlog.processors.TimeStamper(fmt="%H:%M:%S", utc=False))
        renderer = structlog.dev.ConsoleRenderer(
            colors=not os.environ.get("NO_COLOR"),
            exception_formatter=structlog.dev.plain_traceback,
        )
        chatty.append("uvicorn")  # it logs every step of its startup and shutdown
    else:
        shared.append(structlog.processors.TimeStamper(fmt="iso"))
        shared.append(structlog.processors.format_exc_info)
        renderer = structlog.processors.JSONRenderer()
    # Every request is logged, so write to standard error directly, without the handler below.
    structlog.configure(
        processors=[*shared, renderer],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.add_logger_name, *shared],
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                renderer,
            ],
        )
    )
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    for name in chatty:
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLogger().level))


class LoggingMiddleware:
    """Middleware that measures requests, except event streams, and logs them if so configured."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, then measure and log it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        metrics: Metrics = scope["state"]["metrics"]
        start, status, streams = time.perf_counter(), 500, False

        async def send_watched(message: Message) -> None:
            nonlocal status, streams
            if message["type"] == "http.response.start":
                status = message["status"]
                streams = any(
                    name == b"content-type" and value.startswith(STREAMS.encode())
                    for name, value in message["headers"]
                )
            await send(message)

        try:
            await self._app(scope, receive, send_watched)
        finally:
            seconds = time.perf_counter() - start
            route = _route(scope)
            if not streams:
                metrics.seconds.labels(scope["method"], route, status).observe(seconds)
            settings: Settings = scope["state"]["settings"]
            if settings.log_requests and (route not in PROBES or status >= BAD_REQUEST):
                log.info(
                    "request",
                    logger="dobbm.requests",
                    method=scope["method"],
                    route=route,
                    status=status,
                    ms=round(1000 * seconds, 1),
                    table=_disguised(scope),
                )


def _route(scope: Scope) -> str:
    """Return the route's path pattern, without the values of its parameters."""
    route = scope.get("route")
    return getattr(route, "path", "unknown")


def _disguised(scope: Scope) -> str | None:
    """Return a name that identifies a table in logs but gives no access to it."""
    table = scope.get("path_params", {}).get("table")
    return log_name(str(table)) if table else None
