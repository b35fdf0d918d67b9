"""Servers that many tests share, each of which opens tables of its own; the page's scripts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from postgres import PostgreSQL
from web.scripts import Scripts
from web.serving import Server

AT_ONCE = ("--bot-seconds", "0")


@pytest.fixture(scope="session")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> Scripts:
    return Scripts(tmp_path_factory.mktemp("scripts"))


@pytest.fixture(scope="session")
def sqlite_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("serving")
    with Server(f"sqlite:///{folder}/tables.sqlite", folder / "log", *AT_ONCE) as server:
        yield server


@pytest.fixture(scope="session")
def postgres_server(
    postgres: PostgreSQL, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """Two processes behind one address."""
    log = tmp_path_factory.mktemp("serving") / "log"
    with Server(postgres.new_database(), log, *AT_ONCE, "--workers", "2") as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest) -> Server:
    """A server on each kind of database."""
    kinds = {"sqlite": "sqlite_server", "postgresql": "postgres_server"}
    found: Server = request.getfixturevalue(kinds[request.param])
    return found


@pytest.fixture(scope="session")
def hurried_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that waits for people a second or so where others wait for many."""
    folder = tmp_path_factory.mktemp("serving")
    database = f"sqlite:///{folder}/tables.sqlite"
    with Server(database, folder / "log", *AT_ONCE, hurried=True) as server:
        yield server


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Starts servers of one's own, with these options."""
    started: list[Server] = []

    def start(*options: str, database: str | None = None, hurried: bool = False) -> Server:
        url = database or f"sqlite:///{tmp_path}/tables.sqlite"
        server = Server(url, tmp_path / "log", *AT_ONCE, *options, hurried=hurried)
        server.start()
        started.append(server)
        return server

    yield start
    for server in started:
        if server.process.poll() is None:
            assert server.stop() == 0
