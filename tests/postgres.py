"""A private PostgreSQL server, and the databases with which the store is tested."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from programs import miss

PROGRAMS = Path("/usr/lib/postgresql")
"""The folder in which Debian installs the programs of each version."""


class PostgreSQL:
    """A server with its data in ``folder``, reachable only from this machine.

    Without fsync it is faster: committed data survive its crash, but not that of the machine.
    """

    def __init__(self, programs: Path, folder: Path) -> None:
        self._programs = programs
        self._folder = folder
        self._data = folder / "data"
        self._names = count(1)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
        self._run("initdb", "--auth=trust", "--username=dobbm", "--no-locale", "--encoding=UTF8")
        self.start()

    def start(self) -> None:
        options = f"-k {self._folder} -h 127.0.0.1 -p {self.port} -c fsync=off"
        log = self._folder / "log"
        self._run("pg_ctl", "start", "--wait", f"--log={log}", f"--options={options}")

    def stop(self) -> None:
        """Stop as in a crash, without waiting for any client."""
        self._run("pg_ctl", "stop", "--wait", "--mode=immediate")

    def url(self, database: str) -> str:
        return f"postgresql+asyncpg://dobbm@127.0.0.1:{self.port}/{database}"

    def new_database(self) -> str:
        """Create an empty database and return its URL."""
        name = f"test{next(self._names)}"
        self.ask(f"CREATE DATABASE {name}")
        return self.url(name)

    def ask(self, statement: str) -> None:
        """Execute a statement in a connection of its own."""
        address = self.url("postgres").replace("+asyncpg", "")
        command = [str(self._programs / "psql"), "--quiet", f"--command={statement}", address]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)

    def _run(self, program: str, *arguments: str) -> None:
        # The server refuses to run as root.
        user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        command = [*user, str(self._programs / program), f"--pgdata={self._data}", *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=self._folder)


def newest_programs() -> Path:
    """The newest programs of the server; without any, skip the test, or fail it in CI."""
    found = sorted(PROGRAMS.glob("*/bin"), key=lambda path: int(path.parent.name))
    return found[-1] if found else miss("PostgreSQL")


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgreSQL]:
    # Not pytest's folder: another user may not enter it, and the path of a socket must be short.
    with tempfile.TemporaryDirectory(prefix="dobbm-") as folder:
        server = PostgreSQL(newest_programs(), Path(folder))
        yield server
        server.stop()


@pytest.fixture
def postgres_url(postgres: PostgreSQL) -> str:
    """The URL of an empty PostgreSQL database."""
    return postgres.new_database()


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """The URL of an SQLite file that does not exist yet."""
    return f"sqlite:///{tmp_path / 'tables.sqlite'}"


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest) -> str:
    """The URL of a new database, once of each kind."""
    kinds = {"sqlite": "sqlite_url", "postgresql": "postgres_url"}
    url: str = request.getfixturevalue(kinds[request.param])
    return url
