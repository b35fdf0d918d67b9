"""Servers in this process, on simulated time; the page's scripts."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import structlog

from web.scripts import Scripts
from web.simulated import Simulated


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


@pytest.fixture
def one_server(serve: Callable[..., Simulated]) -> Simulated:
    """A server with nothing on it."""
    return serve()


@pytest.fixture(scope="module")
def idle_server() -> Iterator[Simulated]:
    """A server that many tests share: for requests that are refused."""
    server = Simulated()
    yield server
    server.close()
