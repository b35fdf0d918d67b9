"""Servers that stop, restart and lose workers while people send requests."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from asyncio import Task, create_task, gather, run, sleep, to_thread
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest

from loading.server import HOST
from loading.wire import Wire
from server.servers import Served
from server.serving import PATIENCE, Server, waiting

pytestmark = pytest.mark.long

RESTARTS = 10
CLIENTS = 20
PAUSE = 0.01
"""Seconds between two requests of one client."""
SOON = 2.0
"""Seconds within which a dead worker is replaced."""
HUNG = 10.0
"""Seconds within which a worker that hangs is replaced."""

PASS_SOCKET = 'exec 3<&"$0"; LISTEN_PID=$$ LISTEN_FDS=1 exec "$@"'
"""A script that passes an open socket to a command as a service manager does.

It is for bash: other shells know no descriptors above 9.
"""


class Load:
    """Clients that send requests in a loop, on connections they keep, and count the answers."""

    def __init__(self, port: int) -> None:
        self.statuses: Counter[int] = Counter()
        self.lost: list[str] = []
        """Requests that were not answered, and why."""
        self._port = port

    async def send(self) -> None:
        """Send one request after another, until cancelled."""
        wire = Wire(HOST, self._port)
        try:
            while True:
                try:
                    self.statuses[(await wire.get("/api/v1/tables")).status] += 1
                except OSError as error:
                    self.lost.append(repr(error))
                await sleep(PAUSE)
        finally:
            wire.close()


@asynccontextmanager
async def under_load(port: int) -> AsyncIterator[Load]:
    """Let clients send requests until the block ends."""
    load = Load(port)
    tasks: list[Task[None]] = [create_task(load.send()) for _ in range(CLIENTS)]
    yield load
    for task in tasks:
        task.cancel()
    await gather(*tasks, return_exceptions=True)


@contextmanager
def activated(folder: Path, listening: socket.socket) -> Iterator[Callable[[], None]]:
    """Serve on a socket that outlives the server; yield a function that restarts the server."""
    number = listening.fileno()
    serve = [sys.executable, "-m", "dobbm", "serve", "--secret", "secret of the tests"]
    serve += ["--database", f"sqlite:///{folder}/tables.sqlite"]
    processes: list[subprocess.Popen[bytes]] = []

    def start() -> None:
        with (folder / "log").open("ab") as log:
            command = ["bash", "-c", PASS_SOCKET, str(number), *serve]
            processes.append(subprocess.Popen(command, stderr=log, pass_fds=[number]))

    def stop() -> None:
        processes[-1].terminate()
        assert processes[-1].wait(PATIENCE) == 0

    def restart() -> None:
        stop()
        start()

    start()
    try:
        yield restart
    finally:
        stop()


def test_no_request_is_refused_while_a_server_on_a_passed_socket_restarts(tmp_path: Path) -> None:
    with socket.create_server((HOST, 0), backlog=1_000) as listening:
        port = listening.getsockname()[1]

        async def watch(restart: Callable[[], None]) -> None:
            async with under_load(port) as load:
                for _ in range(RESTARTS):
                    known = load.statuses.total()
                    while load.statuses.total() < known + 10 * CLIENTS:
                        await sleep(PAUSE)
                    await to_thread(restart)
                known = load.statuses.total()
                while load.statuses.total() < known + CLIENTS:
                    await sleep(PAUSE)
            print(f"\n{RESTARTS} restarts, {load.statuses}, lost: {load.lost}", file=sys.stderr)
            assert load.lost == []
            assert {*load.statuses} == {200}

        with activated(tmp_path, listening) as restart:
            run(watch(restart))
    log = (tmp_path / "log").read_text()
    assert "Traceback" not in log
    assert '"level": "error"' not in log


def workers_of(server: Server) -> set[int]:
    """Return the worker processes of a server."""
    pid = server.process.pid
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    commands = {int(child): Path(f"/proc/{child}/cmdline").read_bytes() for child in children}
    return {child for child, command in commands.items() if b"spawn_main" in command}


def started(server: Server) -> int:
    """Return how many processes have started to serve so far."""
    return server.log.count("Application startup complete")


def test_no_request_is_refused_while_workers_are_replaced(
    postgres_url: str, tmp_path: Path
) -> None:
    with Server(postgres_url, tmp_path / "log", "--workers", "2") as server:

        async def watch() -> None:
            async with under_load(server.port) as load:
                for _ in range(RESTARTS):
                    before = workers_of(server)
                    server.process.send_signal(signal.SIGHUP)
                    end = time.monotonic() + PATIENCE
                    while len(now := workers_of(server)) != 2 or now & before:
                        assert time.monotonic() < end
                        await sleep(0.1)
            print(f"\n{RESTARTS} times, {load.statuses}, lost: {load.lost}", file=sys.stderr)
            assert load.lost == []
            assert {*load.statuses} == {200}

        run(watch())
        assert started(server) == 2 * (RESTARTS + 1)
    assert "Traceback" not in server.log


def replaced_within(server: Server, how: signal.Signals) -> float:
    """Send a signal to a worker; return the seconds until another process replaces it."""
    before = workers_of(server)
    victim = min(before)
    begin = time.monotonic()
    os.kill(victim, how)
    for _ in waiting():
        if workers_of(server) - before:
            return time.monotonic() - begin
    raise AssertionError("nobody replaces it")


def test_a_dead_worker_is_replaced_at_once_and_a_hung_one_soon(
    postgres_url: str, tmp_path: Path
) -> None:
    with Server(postgres_url, tmp_path / "log", "--workers", "2") as server:
        for number in range(2, 6):
            for _ in waiting():
                if started(server) == number:
                    break
            how, limit = (signal.SIGSTOP, HUNG) if number == 5 else (signal.SIGKILL, SOON)
            seconds = replaced_within(server, how)
            print(f"\n{how.name}: replaced after {seconds:.1f} s", file=sys.stderr)
            assert seconds < limit


def test_a_worker_killed_while_it_starts_is_replaced_at_once(
    postgres_url: str, tmp_path: Path
) -> None:
    with Server(postgres_url, tmp_path / "log", "--workers", "2") as server:
        replaced_within(server, signal.SIGKILL)
        for _ in range(3):
            newest = max(workers_of(server))
            before = workers_of(server)
            begin = time.monotonic()
            os.kill(newest, signal.SIGKILL)
            for _ in waiting():
                if workers_of(server) - before:
                    break
            assert time.monotonic() - begin < SOON


def test_ctrl_c_while_workers_start_leaves_no_traceback(postgres_url: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "dobbm", "serve", "--port", "0", "--workers", "2"]
    with (
        (tmp_path / "log").open("wb") as log,
        subprocess.Popen(
            [*command, "--database", postgres_url], stderr=log, start_new_session=True
        ) as process,
    ):
        for _ in waiting():
            if b"listening on" in (tmp_path / "log").read_bytes():
                break
        time.sleep(0.5)
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(PATIENCE) == 0
    assert "Traceback" not in (tmp_path / "log").read_text()


def test_half_a_request_does_not_hold_up_the_end(sqlite_url: str, tmp_path: Path) -> None:
    served = Served(sqlite_url, tmp_path / "log")

    async def stop() -> list[bytes]:
        await served.start()
        parts = (
            b"",
            b"GET / HTTP/1.1\r\n",
            b"POST /api/v1/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{",
        )
        connections = []
        for part in parts:
            connection = socket.create_connection((HOST, served.port))
            connection.sendall(part)
            connections.append(connection)
        await sleep(0.2)
        served.stop()
        answers = [connection.recv(9_999) for connection in connections]
        for connection in connections:
            connection.close()
        return answers

    nothing, *refused = run(stop())
    assert nothing == b""
    for answer in refused:
        assert answer.startswith(b"HTTP/1.1 503 ")
        assert b'"stopping"' in answer
    log = (tmp_path / "log").read_text()
    assert "Traceback" not in log
    assert '"level": "error"' not in log


NAMESPACE = f"dobbm-{os.getpid()}"
HERE, THERE = f"dobbm{os.getpid()}h", f"dobbm{os.getpid()}t"
"""The two ends of the cable between this machine and the other."""
NETWORK = f"198.18.{os.getpid() % 256}"
"""The network of the two, of those reserved for tests."""


@contextmanager
def other_machine() -> Iterator[str]:
    """Make a network namespace with an address of its own; yield this machine's address there."""

    def ip(*arguments: str) -> None:
        subprocess.run(["ip", *arguments], check=True, capture_output=True)

    if os.geteuid() != 0 or not shutil.which("ip"):
        pytest.skip("only root can make a network namespace, with the program ip")
    try:
        ip("netns", "add", NAMESPACE)
    except subprocess.CalledProcessError as error:
        pytest.skip(f"no network namespaces: {error.stderr.decode()}")
    try:
        ip("link", "add", HERE, "type", "veth", "peer", "name", THERE, "netns", NAMESPACE)
        ip("addr", "add", f"{NETWORK}.1/24", "dev", HERE)
        ip("link", "set", HERE, "up")
        ip("-n", NAMESPACE, "addr", "add", f"{NETWORK}.2/24", "dev", THERE)
        ip("-n", NAMESPACE, "link", "set", THERE, "up")
        yield f"{NETWORK}.1"
    finally:
        ip("netns", "del", NAMESPACE)


FOLLOW = """
import sys, time, http.client
connection = http.client.HTTPConnection(sys.argv[1], int(sys.argv[2]))
connection.request("GET", sys.argv[3], headers={"Authorization": f"Bearer {sys.argv[4]}"})
print(connection.getresponse().status, flush=True)
time.sleep(999)
"""
"""Follows a table from another machine."""


def test_a_phone_that_has_lost_the_network_is_noticed(sqlite_url: str, tmp_path: Path) -> None:
    """It does not say goodbye: its packets just stop."""
    with (
        other_machine() as address,
        Server(sqlite_url, tmp_path / "log", "--host", "0.0.0.0") as server,
    ):
        vroni = server.open(bots=0)
        arguments = [address, str(server.port), f"{vroni.path}/events", str(vroni.token)]
        command = ["ip", "netns", "exec", NAMESPACE, sys.executable, "-c", FOLLOW, *arguments]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as phone:
            try:
                assert phone.stdout
                assert phone.stdout.readline() == b"200\n"
                assert "dobbm_streams 1.0" in server.ask("GET", "/metrics").text
                subprocess.run(["ip", "-n", NAMESPACE, "link", "set", THERE, "down"], check=True)
                begin = time.monotonic()
                for _ in waiting():
                    if "dobbm_streams 0.0" in server.ask("GET", "/metrics").text:
                        break
                    time.sleep(0.5)
                seconds = time.monotonic() - begin
            finally:
                phone.kill()
        print(f"\nnoticed after {seconds:.0f} s", file=sys.stderr)
        assert seconds < 25
