"""The HTTP API: routes, error answers and the guard, without anything of a process.

The server adds the clubs, its pages, logs and metrics (``app``), the pocket edition nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from importlib.metadata import version
from typing import Any

from dobbm.extras import extra_server

with extra_server("dobbm.server.api"):
    from fastapi import APIRouter, FastAPI
    from fastapi.routing import APIRoute
    from starlette.middleware import Middleware

from dobbm.server import (
    daily_routes,
    ledger_routes,
    lobby_routes,
    practice_routes,
    privacy_routes,
    record_routes,
    seat_routes,
    streams,
    table_routes,
)
from dobbm.server.lean_routes import LeanRoutes
from dobbm.server.middleware import GuardMiddleware
from dobbm.server.problems import add_handlers

VERSION = version("dobbm")
DESCRIPTION = """
Tables of Dobbm, the card game of the Stubai valley, for people and programs.

Open a table or take a seat, keep the `token`, and send it with every request as
`Authorization: Bearer TOKEN`. Follow the events of the table: each shows the table as your seat
sees it. When `view.to_act` is your seat, answer with one of `view.legal` and the current
`turn`. If the response to a request is lost, you may send the request again.
"""


def make_api(
    outside: Sequence[Middleware] = (),
    lifespan: Callable[[FastAPI], AbstractAsyncContextManager[Any]] | None = None,
    more: Sequence[APIRouter] = (),
) -> FastAPI:
    """Return an application with the routes of the API; they and the middleware hold no state.

    Each request must come with the state that the routes read: ``settings``, ``runtime``, ``bots``,
    ``clubs`` and ``rate_limiter``. The middleware ``outside`` comes before the guard, the routes of
    ``more`` after the others.
    """
    app = FastAPI(
        title="Dobbm",
        version=VERSION,
        description=DESCRIPTION,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        # No environment variable may send what people do to somebody else.
        telemetry={"tracing": False, "metrics": False, "logs": False},
        generate_unique_id_function=lambda route: route.name,
        lifespan=lifespan,
        middleware=[*outside, Middleware(GuardMiddleware)],
    )
    add_handlers(app)
    for router in (
        # Every request tries the routes in this order, so those of the game come first.
        table_routes.router,
        streams.router,
        seat_routes.router,
        ledger_routes.router,
        lobby_routes.router,
        practice_routes.router,
        practice_routes.practice_router,
        record_routes.router,
        daily_routes.router,
        privacy_routes.router,
        *more,
    ):
        for route in router.routes:
            if isinstance(route, APIRoute):
                route.summary = re.split("[.,:;]", route.description)[0]
        app.routes.extend(router.routes)
    app.user_middleware.append(Middleware(LeanRoutes, routes=app.routes))
    return app
