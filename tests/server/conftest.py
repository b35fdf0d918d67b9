"""Servers in this process, on simulated time; the page's scripts."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog

from server.scripts import Scripts
from server.serving import Server, Tables
from server.simulated import Simulated


@pytest.fixture(scope="session")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> Scripts:
    return Scripts(tmp_path_factory.mktemp("scripts"))


@pytest.fixture(autouse=True, scope="session")
def _silence() -> None:
    """No line for every request."""
    silent = structlog.make_filtering_bound_logger(logging.CRITICAL)
    structlog.configure(wrapper_class=silent)


@pytest.fixture
def serve() -> Iterator[Callable[..., Simulated]]:
    """Starts servers of one's own, as ``Simulated`` takes them."""
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
    """A server with nothing on it; another time two processes that share a database."""
    return serve(request.param)


@pytest.fixture(params=["one", "two", "sqlite", pytest.param("postgresql", marks=pytest.mark.long)])
def any_server(
    request: pytest.FixtureRequest, serve: Callable[..., Simulated], tmp_path: Path
) -> Iterator[Tables]:
    """The same, and on SQLite; in the long tier also two real processes on PostgreSQL."""
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
    """A server that many tests share: for requests that are refused."""
    server = Simulated()
    yield server
    server.close()
