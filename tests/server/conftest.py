"""Fixtures: servers in this process on simulated time."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog

from server.serving import Server, Tables
from server.simulated import Simulated

collect_ignore = ["clients"]
"""Scripts for packages that only ``test_clients`` installs."""


@pytest.fixture(autouse=True, scope="session")
def _silence() -> None:
    """Turn off the log line per request."""
    silent = structlog.make_filtering_bound_logger(logging.CRITICAL)
    structlog.configure(wrapper_class=silent)


@pytest.fixture
def serve() -> Iterator[Callable[..., Simulated]]:
    """Start a ``Simulated`` server with the given arguments; all are closed after the test."""
    started: list[Simulated] = []

    def start(*arguments: Any, **options: Any) -> Simulated:
        server = Simulated(*arguments, **options)
        started.append(server)
        return server

    yield start
    for server in started:
        server.close()


@pytest.fixture(params=[1, 2], ids=["one", "two"])
def server(request: pytest.FixtureRequest, serve: Callable[..., Simulated]) -> Simulated:
    """An empty server: once a single process, once two processes that share a database."""
    return serve(request.param)


@pytest.fixture(params=["one", "two", "sqlite", pytest.param("postgresql", marks=pytest.mark.long)])
def any_server(
    request: pytest.FixtureRequest, serve: Callable[..., Simulated], tmp_path: Path
) -> Iterator[Tables]:
    """Like ``server``, also on SQLite; in the long tier also two real processes on PostgreSQL."""
    match request.param:
        case "one":
            yield serve()
        case "two":
            yield serve(2)
        case "sqlite":
            yield serve(sqlite=tmp_path / "tables.sqlite")
        case "postgresql":
            url = request.getfixturevalue("postgres_url")
            with Server(url, tmp_path / "log", "--bot-seconds", "0", "--workers", "2") as server:
                yield server


@pytest.fixture(scope="module")
def idle_server() -> Iterator[Simulated]:
    """A server shared by the tests of a module, mostly for requests that it refuses."""
    server = Simulated()
    yield server
    server.close()
