"""The application: guards, routes, and a house that is open as long as the server runs."""

from __future__ import annotations

import gc
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version

from fastapi import FastAPI
from fastapi.responses import JSONResponse
from starlette.middleware import Middleware

from dobbm.house.house import House
from dobbm.store import Store
from dobbm.web import health, logs, streams, tables
from dobbm.web.callers import API
from dobbm.web.errors import add_handlers
from dobbm.web.guards import Counter, Guards
from dobbm.web.settings import Settings

ENVIRONMENT = "DOBBM_SERVER"
"""Where the settings are handed on to worker processes."""


def make_app(settings: Settings) -> FastAPI:
    """The application with these settings."""
    metrics, counter = health.Metrics(), Counter(settings.limits)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = await Store.open(settings.database)
        try:
            async with House(store, settings.secret.encode(), settings.bot_seconds) as house:
                app.state.house = house
                metrics.registry.register(health.Counted(house))
                _spare_collections()
                yield
        finally:
            await store.close()

    app = FastAPI(
        title="Dobbm",
        version=version("dobbm"),
        description="Tables of Dobbm, the card game of the Stubai valley.",
        openapi_url=f"{API}/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        middleware=[
            Middleware(logs.Logged, metrics=metrics),
            Middleware(Guards, settings=settings, counter=counter),
        ],
    )
    app.state.settings = settings
    app.state.metrics = metrics
    app.state.counter = counter
    add_handlers(app)
    app.include_router(tables.router, prefix=API)
    app.include_router(streams.router, prefix=API)
    app.include_router(health.router)

    @app.get("/openapi.json", include_in_schema=False)
    async def described() -> JSONResponse:
        return JSONResponse(app.openapi())

    return app


def _spare_collections() -> None:
    """Let the garbage collector look at all objects seldom.

    A table is made of tens of thousands that hold no cycles; looking at those of 500 tables takes
    longer than anybody should wait for an answer.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000, 10, 500)


def from_environment() -> FastAPI:
    """The application of a worker process."""
    logs.configure()
    return make_app(Settings.from_json(os.environ[ENVIRONMENT]))
