"""Metrics of one process, and of several workers together."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from dobbm.server.config import METRICS_FOLDER
from dobbm.server.shared_answers import LASTS
from server.serving import Server, Tables
from server.simulated import Simulated

WORKER = """
import sys
from types import SimpleNamespace
from dobbm.server.health import Metrics

metrics = Metrics()
for line in sys.stdin:
    tables, streams, acted = map(int, line.split())
    runtime = SimpleNamespace(
        tables=tables, unreadable=0, subscribers=streams, counted={"acted": acted}
    )
    metrics.update(runtime)
    metrics.seconds.labels("GET", "/", 200).observe(0.25)
    text = metrics.to_text().decode()
    print(len(text.splitlines()), text, end="", flush=True)
"""
"""A worker that reports the figures it reads, and prints the metrics of all."""


class Worker:
    """A process with metrics."""

    def __init__(self, folder: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", WORKER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {METRICS_FOLDER: str(folder)},
        )

    @property
    def pid(self) -> int:
        return self._process.pid

    def metrics(self, tables: int, streams: int, acted: int) -> dict[str, float]:
        """Let the worker report its figures; return the metrics that it then shows."""
        assert self._process.stdin
        assert self._process.stdout
        print(tables, streams, acted, file=self._process.stdin, flush=True)
        lines = int(self._read_word())
        return parsed([self._process.stdout.readline() for _ in range(lines)])

    def kill(self) -> None:
        self._process.kill()
        self._process.communicate()

    def _read_word(self) -> str:
        assert self._process.stdout
        word = ""
        while (letter := self._process.stdout.read(1)) != " ":
            assert letter, "the worker has ended"
            word += letter
        return word


def parsed(lines: list[str]) -> dict[str, float]:
    """Return the values of the server's own metrics, by name and labels."""
    values = [line.rsplit(" ", 1) for line in lines if line.startswith("dobbm_")]
    return {name: float(value) for name, value in values}


def shown(server: Tables) -> dict[str, float]:
    return parsed(server.ask("GET", "/metrics").text.splitlines())


ACTED = 'dobbm_events_total{kind="acted"}'
COUNT = 'dobbm_request_seconds_count{method="GET",route="/",status="200"}'


def test_counters_are_summed_and_gauges_are_those_of_living_workers(tmp_path: Path) -> None:
    first, second = Worker(tmp_path), Worker(tmp_path)
    first.metrics(tables=3, streams=5, acted=10)
    values = second.metrics(tables=4, streams=6, acted=20)
    assert (values["dobbm_tables"], values["dobbm_streams"]) == (7, 11)
    assert (values[ACTED], values[COUNT]) == (30, 2)
    first.kill()
    values = second.metrics(tables=4, streams=6, acted=21)
    assert (values["dobbm_tables"], values["dobbm_streams"]) == (4, 6)
    assert (values[ACTED], values[COUNT]) == (31, 3)
    assert second.metrics(tables=4, streams=6, acted=21)[ACTED] == 31
    third = Worker(tmp_path)
    third.metrics(tables=1, streams=0, acted=1)
    third.kill()
    values = second.metrics(tables=0, streams=0, acted=21)
    assert (values["dobbm_tables"], values[ACTED], values[COUNT]) == (0, 32, 6)
    second.kill()


def test_no_files_of_dead_workers_remain(tmp_path: Path) -> None:
    last = Worker(tmp_path)
    for _ in range(2):
        worker = Worker(tmp_path)
        worker.metrics(tables=1, streams=1, acted=1)
        worker.kill()
    assert last.metrics(tables=0, streams=0, acted=0)[ACTED] == 2
    pids = {file.stem.rpartition("_")[2] for file in tmp_path.glob("*.db")}
    last.kill()
    assert len(pids) == 2  # the living worker, and 0 for all the dead


def test_a_worker_may_start_or_die_while_another_reads(tmp_path: Path) -> None:
    """The files are empty when they are made."""
    worker, other = Worker(tmp_path), Worker(tmp_path)
    other.metrics(tables=1, streams=1, acted=1)
    dead = Worker(tmp_path)
    dead.kill()
    for pid in (other.pid, dead.pid):
        for kind in ("counter", "histogram", "gauge_livesum"):
            (tmp_path / f"{kind}_{pid}.db").write_bytes(b"")
    assert worker.metrics(tables=2, streams=0, acted=3)[ACTED] == 3
    assert not [*tmp_path.glob(f"*_{dead.pid}.db")]
    worker.kill()
    other.kill()


def test_a_single_process_shows_its_own_metrics(serve: Callable[..., Simulated]) -> None:
    server = serve()
    vroni = server.open(bots=0)
    with vroni.events() as events:
        next(events)
        values = shown(server)
    assert (values["dobbm_tables"], values["dobbm_streams"]) == (1, 1)
    assert values['dobbm_events_total{kind="sat"}'] == 1
    assert values["dobbm_unreadable_tables"] == 0
    vroni.bring("Lois")
    server.pass_time(LASTS)
    assert shown(server)['dobbm_events_total{kind="sat"}'] == 2


@pytest.mark.long
def test_every_worker_of_a_server_shows_the_metrics_of_all(
    postgres_url: str, tmp_path: Path
) -> None:
    with Server(postgres_url, tmp_path / "log", "--workers", "2") as server:
        for _ in range(20):
            server.open(bots=0)
        seen = [eventually(server, "opened", 20) for _ in range(10)]
        assert set(seen) == {20.0}
        key = re.compile(r'count.*tables",status="201"')
        created = [name for name in shown(server) if key.search(name)]
        assert [shown(server)[name] for name in created] == [20]
        worker = re.findall(r"Started server process \[(\d+)\]", server.log)[0]
        os.kill(int(worker), signal.SIGKILL)
        assert eventually(server, "opened", 20) == 20


def eventually(server: Server, kind: str, wanted: float) -> float:
    """Return how many events of a kind the server counts, once it is as many as wanted."""
    value = -1.0
    for _ in server.waiting():
        try:
            value = shown(server).get(f'dobbm_events_total{{kind="{kind}"}}', 0.0)
        except httpx.TransportError:
            continue  # the worker that had the connection was killed
        if value == wanted:
            break
    return value
