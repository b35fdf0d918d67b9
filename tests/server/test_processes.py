"""The supervisor of the workers, with workers that the test controls."""

from __future__ import annotations

import signal
from typing import Any, cast

import pytest
from uvicorn import Config

from dobbm.server.processes import PAUSE, WorkerSupervisor
from dobbm.server.systemd import ServiceManager


class StubWorker:
    """A worker that does what the test says."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.is_ready = False
        self.ended = False
        self.could_not_start = False
        self.stopped = False
        self.closed = False

    def fail(self) -> None:
        self.ended = self.could_not_start = True

    def watch(self) -> None:
        assert not self.closed

    def stop(self) -> None:
        self.stopped = True

    def close(self) -> None:
        self.closed = True


class StubService:
    """A service manager that counts what it hears."""

    beats = 0

    def beat(self) -> None:
        self.beats += 1


class Watched(WorkerSupervisor):
    """A supervisor of two stubs."""

    def __init__(self) -> None:
        self.now = 100.0
        self.hearing = StubService()
        config = Config("no.application", workers=2, log_config=None)
        super().__init__(config, [], cast("ServiceManager", self.hearing), lambda: self.now)
        self.started: list[StubWorker] = []

    def _start(self) -> Any:
        self.started.append(StubWorker(len(self.started)))
        return self.started[-1]

    def turn(self) -> list[int]:
        """Take a turn; return the process numbers of the workers."""
        assert not self._turn()
        return [cast("int", worker.pid) for worker in self._workers]

    def become_ready(self) -> None:
        for worker in self.started:
            worker.is_ready = True

    def replace_all(self) -> None:
        self._replace(signal.SIGHUP, None)


@pytest.fixture
def watched() -> Watched:
    """A supervisor whose two workers are ready."""
    supervisor = Watched()
    assert supervisor.turn() == [0, 1]
    assert supervisor.hearing.beats == 0, "nobody can be served yet"
    supervisor.become_ready()
    assert supervisor.turn() == [0, 1]
    assert supervisor.hearing.beats == 1
    return supervisor


def test_a_dead_worker_is_replaced_at_the_next_turn(watched: Watched) -> None:
    watched.started[0].ended = True
    assert watched.turn() == [1, 2]
    assert watched.started[0].closed
    watched.started[1].ended = watched.started[2].ended = True
    assert watched.turn() == [3, 4]


def test_the_first_workers_must_be_able_to_start() -> None:
    supervisor = Watched()
    supervisor.turn()
    supervisor.started[1].fail()
    assert supervisor._turn()


def test_a_worker_that_cannot_start_is_replaced_after_a_pause(watched: Watched) -> None:
    """The database may be away for a while."""
    watched.started[0].ended = True
    watched.turn()
    watched.started[2].fail()
    assert watched.turn() == [1]
    watched.now += PAUSE
    assert watched.turn() == [1, 3]


def test_workers_are_replaced_one_after_another(watched: Watched) -> None:
    """The old one stops only when the new one is ready."""
    watched.replace_all()
    for old in (0, 1):
        assert watched.turn() == watched.turn() == [old, old + 1]
        assert [worker.stopped for worker in watched.started] == [True] * old + [False] * 3
        watched.become_ready()
        assert watched.turn() == [old + 1, old + 2]
        watched.started[old].ended = True
    assert watched.turn() == watched.turn() == [2, 3]
    assert [worker.closed for worker in watched.started] == [True, True, False, False]
    assert not watched.started[3].stopped


def test_a_new_worker_that_cannot_start_replaces_nobody(watched: Watched) -> None:
    watched.replace_all()
    watched.turn()
    watched.started[2].fail()
    assert watched.turn() == watched.turn() == [0, 1]
    assert len(watched.started) == 3
    assert not any(worker.stopped for worker in watched.started)


def test_a_worker_that_dies_during_the_replacement_leaves_no_surplus(watched: Watched) -> None:
    watched.replace_all()
    watched.turn()
    watched.started[0].ended = True
    assert watched.turn() == [1, 3]
    for _ in range(10):
        watched.become_ready()
        watched.turn()
    assert sum(not worker.stopped and not worker.ended for worker in watched.started) == 2
    assert watched.started[1].stopped
