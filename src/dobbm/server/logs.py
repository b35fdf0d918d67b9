"""Structured logs, one JSON object a line: what was asked for and how it went; no cards, no tokens,
no names, and of a table not so much that one could come to it.
"""

from __future__ import annotations

import logging
import sys
import time

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog.typing import Processor

from dobbm.server.health import Metrics
from dobbm.table.state import log_name

STREAMS = "text/event-stream"

log = structlog.get_logger()


def configure() -> None:
    """Let everything that is logged go to standard error as JSON."""
    shared: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
        structlog.processors.format_exc_info,
    ]
    # Every request is logged: straight to where the libraries' loggers write to in the end.
    structlog.configure(
        processors=[*shared, structlog.processors.JSONRenderer()],
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.add_logger_name, *shared],
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.JSONRenderer(),
            ],
        )
    )
    logging.basicConfig(handlers=[handler], level=logging.INFO, force=True)
    for chatty in ("uvicorn.access", "asyncio", "alembic"):
        logging.getLogger(chatty).setLevel(logging.WARNING)


class Logged:
    """The application, every request to it logged and measured."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and tell how it went."""
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
    """The route's pattern, without what stands in its places."""
    route = scope.get("route")
    return getattr(route, "path", "unknown")


def _disguised(scope: Scope) -> str | None:
    """What tells a table from others, but does not open it."""
    table = scope.get("path_params", {}).get("table")
    return log_name(str(table)) if table else None
