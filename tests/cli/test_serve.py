"""``dobbm serve``: how it starts, what it says when it cannot, and how it ends."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from cli.command import dobbm
from test_architecture import loaded_by
from web.serving import Server, waiting

GOODBYE = 10.0
"""Seconds in which a server ends even on a busy machine, whoever follows its tables: it gives
requests two, and streams would go on for ever."""


def complaint(*options: str) -> str:
    """What it says to options with which it cannot serve: one line, and no traceback."""
    usual = signal.getsignal(signal.SIGTERM)
    done = dobbm("serve", *options)
    signal.signal(signal.SIGTERM, usual)
    assert (done.returncode, done.stdout) == (2, b"")
    *_, line = done.stderr.decode().splitlines()
    assert b"Traceback" not in done.stderr
    return line


def sqlite(folder: Path) -> str:
    return f"sqlite:///{folder / 'tables.sqlite'}"


def test_help_names_everything_that_can_be_told() -> None:
    done = dobbm("serve", "--help")
    assert done.returncode == 0
    for option in b"--host --port --database --workers --public-url --secret --limit-body".split():
        assert option in done.stdout


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--port", "65536"], "argument --port: a whole number from 0 to 65535 is expected"),
        (["--port", "http"], "argument --port"),
        (["--workers", "0"], "argument --workers"),
        (["--bot-seconds", "nan"], "argument --bot-seconds: a number from 0 to 60 is expected"),
        (["--bot-seconds", "-1"], "argument --bot-seconds: a number from 0 to 60 is expected"),
        (["--limit-requests", "49"], "argument --limit-requests"),
        (["--limit-body", "0"], "argument --limit-body"),
        (
            ["--public-url", "dobbm.example"],
            "argument --public-url: https://dobbm.example or the like",
        ),
        (
            ["--public-url", "https://dobbm.example/table"],
            "argument --public-url: https://dobbm.example or the like",
        ),
        (["--public-url", "http://["], "argument --public-url: https://dobbm.example or the like"),
        (["--public-url", "https://dobbm.example:65536"], "argument --public-url"),
        (["--public-url", "https://vroni:1234@dobbm.example"], "argument --public-url"),
        (["--public-url", "https://dobbm.example?table"], "argument --public-url"),
        (["--public-url", "https://dobbm .example"], "argument --public-url"),
        (["--secret", ""], "argument --secret: something is expected"),
        (["--database", ""], "a database is named by a URL"),
        (["--database", "postgresql://dobbm@localhost:port/x"], "a database is named by a URL"),
        (["--database", "sqlite:///tables.sqlite?mode=ro"], "has no options: not ?mode="),
        (["--database", "tables.sqlite"], "a database is named by a URL"),
        (["--database", "mysql://localhost/dobbm"], "a database is sqlite or postgresql"),
        (["--database", "sqlite:////no/such/folder/x.sqlite"], "there is no folder"),
        (["--database", "postgresql://dobbm@127.0.0.1:1/x"], "the database cannot be used now"),
        (["--host", "no.such.host.invalid"], "cannot listen on no.such.host.invalid, port "),
    ],
)
def test_what_cannot_be(tmp_path: Path, options: list[str], said: str) -> None:
    assert said in complaint("--port", "0", "--database", sqlite(tmp_path), *options)


def test_several_workers_need_a_database_for_several(tmp_path: Path) -> None:
    line = complaint("--port", "0", "--workers", "2", "--database", sqlite(tmp_path))
    assert line == "dobbm: several workers need PostgreSQL: --database postgresql://…"


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        line = complaint("--port", str(port), "--database", sqlite(tmp_path))
    assert line == f"dobbm: cannot listen on 127.0.0.1, port {port}: Address already in use"


def test_a_database_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite").write_bytes(b"no database at all, but a diary" * 99)
    line = complaint("--port", "0", "--database", sqlite(tmp_path))
    assert "the database cannot be used now: file is not a database" in line


def test_a_file_that_another_server_has(tmp_path: Path) -> None:
    with Server(sqlite(tmp_path), tmp_path / "log"):
        line = complaint("--port", "0", "--database", sqlite(tmp_path))
        (tmp_path / "other.sqlite").symlink_to(tmp_path / "tables.sqlite")
        url = f"sqlite:///{tmp_path / 'other.sqlite'}"
        other_name = complaint("--port", "0", "--database", url)
    for said in (line, other_name):
        assert "is served by another process" in said


@pytest.mark.parametrize(
    "how", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.long)]
)
def test_it_ends_soon_whoever_follows(tmp_path: Path, how: signal.Signals) -> None:
    server = Server(sqlite(tmp_path), tmp_path / "log")
    server.start()
    with ExitStack() as streams:
        people = server.seated("Vroni", "Lois", bots=2)
        followed = [streams.enter_context(guest.events()) for guest in people * 2]
        for events in followed:
            next(events)
        readers = [threading.Thread(target=lambda told: [*told], args=[one]) for one in followed]
        for reader in readers:
            reader.start()
        start = time.monotonic()
        server.process.send_signal(how)
        assert server.process.wait(60) == 0
        assert time.monotonic() - start < GOODBYE
        for reader in readers:
            reader.join()
    assert "Traceback" not in server.log
    assert '"level": "error"' not in server.log


ENDED = """
import os, signal, sys
from dobbm.cli import main, serve

prepare = serve._prepare

async def prepare_and_end(database):
    await prepare(database)
    os.kill(os.getpid(), signal.SIGTERM)

serve._prepare = prepare_and_end
sys.exit(main(["serve", "--port", "0", "--database", sys.argv[1]]))
"""
"""The command, which is told to end when its database is ready."""


def test_it_ends_before_it_serves(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ENDED, sqlite(tmp_path)],
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr


@pytest.mark.long
def test_workers_end_with_it(postgres_url: str, tmp_path: Path) -> None:
    server = Server(postgres_url, tmp_path / "log", "--workers", "2")
    server.start()
    with server.open(bots=0).events() as events:
        next(events)
        start = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        assert [*events] == []
        assert server.process.wait(60) == 0
        assert time.monotonic() - start < GOODBYE
    assert "Traceback" not in server.log


@pytest.mark.long
def test_workers_do_not_outlive_it(postgres_url: str, tmp_path: Path) -> None:
    server = Server(postgres_url, tmp_path / "log", "--workers", "2")
    server.start()
    server.stop(signal.SIGKILL)
    for _ in waiting():
        try:
            socket.create_connection(("127.0.0.1", server.port)).close()
        except ConnectionRefusedError:
            return
    raise AssertionError("somebody still listens")


@pytest.mark.long
def test_what_is_kept_is_there_again(tmp_path: Path) -> None:
    with Server(sqlite(tmp_path), tmp_path / "log") as server:
        vroni = server.open(bots=0, name="Vroni")
    with Server(sqlite(tmp_path), tmp_path / "log") as server:
        vroni.server = server
        story = vroni.see()
    assert (story["seat"], story["seats"][0]["name"]) == (0, "Vroni")


@pytest.mark.long
def test_for_friends_it_tells_the_address_in_the_network(tmp_path: Path) -> None:
    with Server(sqlite(tmp_path), tmp_path / "log", "--host", "0.0.0.0") as server:
        told = re.search(r"listening on (http://[^ \"]+)", server.log)
        assert told, server.log
        assert httpx.get(f"{told[1]}/readyz", trust_env=False).status_code == 200
    assert "0.0.0.0" not in told[1]


def test_nothing_slow_is_loaded_before_it_is_needed() -> None:
    loaded = loaded_by("import dobbm.cli.serve, uvicorn, dobbm.web.app")
    assert not loaded & {"numba", "numpy", "llvmlite", "dobbm.kernel.bits", "dobbm.players.pimc"}


def test_help_needs_no_libraries() -> None:
    loaded = loaded_by("import dobbm.cli.serve")
    assert {name.partition(".")[0] for name in loaded} <= sys.stdlib_module_names | {"dobbm"}
