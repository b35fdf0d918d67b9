"""The sockets that a service manager passes, and the reports to it."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from dobbm.server.systemd import ServiceManager, passed_sockets

PASSED = """
import os, sys
os.environ["LISTEN_PID"] = str(os.getpid() + int(sys.argv[1]))
os.dup2(int(sys.argv[2]), 3)
from dobbm.game.errors import DobbmError
from dobbm.server.systemd import passed_sockets
try:
    print([passed.getsockname()[1] for passed in passed_sockets()], len(passed_sockets()))
except DobbmError as error:
    print(error)
"""
"""Prints the ports of the sockets that are passed; only for the right process, and only once."""


def passed(number: int, wrong: int = 0, count: str = "1") -> str:
    """Pass this file descriptor to a process, and return what that prints."""
    done = subprocess.run(
        [sys.executable, "-c", PASSED, str(wrong), str(number)],
        env={**os.environ, "LISTEN_FDS": count},
        pass_fds=[number],
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_a_passed_socket_is_taken_once_and_by_the_right_process() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        assert passed(listening.fileno()) == f"[{port}] 0"
        assert passed(listening.fileno(), wrong=1) == "[] 0"
        assert passed(listening.fileno(), count="many") == "[] 0"


def test_what_cannot_be_served_is_refused(tmp_path: Path) -> None:
    with socket.socket() as idle, socket.socket(socket.AF_UNIX) as other:
        other.bind(str(tmp_path / "socket"))
        other.listen()
        for unsuitable in (idle, other):
            message = passed(unsuitable.fileno())
            assert "must be a TCP socket that listens" in message
            assert "ListenStream=8000" in message
    with (tmp_path / "file").open("w") as file:
        assert passed(file.fileno()) == "file descriptor 3 (LISTEN_FDS) is not a socket"


def test_nothing_is_passed_without_a_service_manager() -> None:
    assert passed_sockets() == []


@pytest.mark.parametrize("is_abstract", [False, True])
def test_the_service_manager_hears_of_the_start_the_life_and_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_abstract: bool
) -> None:
    name = f"@dobbm-{os.getpid()}" if is_abstract else str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as hearing:
        hearing.bind(name.replace("@", "\0"))
        monkeypatch.setenv("NOTIFY_SOCKET", name)
        manager = ServiceManager()
        manager.beat()
        manager.beat()
        manager.stop()
        heard = [hearing.recv(100) for _ in range(3)]
    assert heard == [b"READY=1", b"WATCHDOG=1", b"STOPPING=1"]
    manager.beat()
    assert "NOTIFY_SOCKET" not in os.environ


def test_without_a_service_manager_nobody_is_told() -> None:
    ServiceManager().beat()
