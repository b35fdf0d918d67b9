"""Answers come in the order of the items, and no worker outlives the process that started it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest

from clusters import RecordingExecutor
from dobbm.game.errors import DobbmError
from dobbm.workers import CHUNK, WINDOW, WorkerPool, run_all

PATIENCE = 30.0
"""Seconds."""

EXECUTORS: dict[str, Callable[[], Any]] = {
    "none": nullcontext,
    "threads": partial(ThreadPoolExecutor, 2),
    "processes": partial(WorkerPool, 2),
}


@pytest.fixture(scope="module", params=EXECUTORS)
def executor(request: pytest.FixtureRequest) -> Iterator[Any]:
    with EXECUTORS[request.param]() as started:
        yield started


def make_halving() -> Callable[[int], float]:
    """A task that takes longer for larger numbers and fails for odd ones."""

    def halve(number: int) -> float:
        sum(range(number % 100 * 500))
        if number % 2:
            raise ValueError(f"{number} is odd")
        return number / 2

    return halve


def make_worker_name() -> Callable[[int], tuple[int, int]]:
    return lambda _: (os.getpid(), threading.get_ident())


def make_naming() -> Callable[[int], str]:
    return str


def make_dying() -> Callable[[int], int]:
    return lambda _: os._exit(3)


def test_answers_come_in_the_order_of_the_items(executor: Any) -> None:
    numbers = [(37 * turn) % 1000 * 2 for turn in range(600)]
    assert list(run_all(make_halving, numbers, executor)) == [number / 2 for number in numbers]
    assert list(run_all(make_halving, [8, 2], executor)) == [4, 1]
    assert list(run_all(make_halving, [], executor)) == []


def test_items_are_read_only_as_answers_are_consumed(executor: Any) -> None:
    taken = 0

    def numbers() -> Iterator[int]:
        nonlocal taken
        for number in count(0, 2):
            taken += 1
            yield number

    answers = run_all(make_halving, numbers(), executor)
    for place, answer in enumerate(islice(answers, 1000)):
        assert answer == place
        assert taken <= place + (WINDOW + 1) * CHUNK


def test_an_executor_may_say_how_much_to_submit_ahead() -> None:
    class Wide(RecordingExecutor):
        window = 100

    executor = Wide()
    assert next(run_all(make_naming, count(), executor, chunk=1)) == "0"
    assert executor.submitted == 100


def test_an_error_comes_in_place_of_its_answer(executor: Any) -> None:
    numbers = [*range(0, 1200, 2), 37, 4]
    answers = run_all(make_halving, numbers, executor)
    assert [next(answers) for _ in range(600)] == list(range(600))
    with pytest.raises(ValueError, match="37 is odd"):
        next(answers)


@pytest.mark.parametrize("kind", ["threads", "processes"])
def test_all_workers_work(kind: str) -> None:
    workers = set()
    with EXECUTORS[kind]() as executor:
        for worker in run_all(make_worker_name, count(), executor):
            workers.add(worker)
            if len(workers) == 2:
                break


@pytest.mark.parametrize(("run", "tasks"), [("solve", 1), ("", 2)])
def test_calls_of_the_same_run_share_their_tasks(run: str, tasks: int) -> None:
    made: list[Callable[[int], float]] = []

    def make_task() -> Callable[[int], float]:
        made.append(make_halving())
        return made[-1]

    with ThreadPoolExecutor(1) as thread:
        for _ in range(2):
            assert list(run_all(make_task, [2, 4], thread, run=run)) == [1, 2]
    assert len(made) == tasks


def test_a_lost_worker_is_reported() -> None:
    with (
        WorkerPool(2) as pool,
        pytest.raises(DobbmError, match='a worker process ended unexpectedly; .*"__main__"'),
    ):
        list(run_all(make_dying, [1], pool))


MAIN = """
from itertools import count
from functools import partial
from operator import methodcaller
from dobbm.workers import WorkerPool, run_all
with WorkerPool(3) as pool:
    answers = run_all(partial(methodcaller, "lower"), map(str, count()), pool)
    for index, answer in enumerate(answers):
        if index == 20_000:
            print("at work", flush=True)
            END
"""


def stderr_until_all_end(end: str = "pass", send: signal.Signals | None = None) -> str:
    """The standard error of a process and its workers, complete when the last of them ends."""
    with subprocess.Popen(
        [sys.executable, "-c", MAIN.replace("END", end)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as main:
        assert main.stdout
        assert main.stdout.readline()
        if send == signal.SIGINT:
            os.killpg(main.pid, send)  # as a terminal does
        elif send:
            main.send_signal(send)
        try:
            # The workers share its standard error, so this waits for them too.
            return main.communicate(timeout=PATIENCE)[1].decode()
        finally:
            main.kill()


@pytest.mark.parametrize(
    "send",
    [
        signal.SIGINT,
        pytest.param(signal.SIGTERM, marks=pytest.mark.long),
        pytest.param(signal.SIGKILL, marks=pytest.mark.long),
    ],
)
def test_no_worker_outlives_a_process_ended_by_a_signal(send: signal.Signals) -> None:
    stderr = stderr_until_all_end(send=send)
    assert ("KeyboardInterrupt" in stderr) == (send == signal.SIGINT)
    assert "Process SpawnProcess" not in stderr


@pytest.mark.parametrize(
    "end",
    [
        pytest.param("exit(3)", marks=pytest.mark.long),
        pytest.param("1 / 0", marks=pytest.mark.long),
        "break",
    ],
)
def test_no_worker_outlives_a_process_that_ends(end: str) -> None:
    assert stderr_until_all_end(end).count("Traceback") == (end == "1 / 0")


class FileTask:
    """A task that keeps a file in its folder until it is closed."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / str(os.getpid())
        self.file.touch()

    def __call__(self, number: int) -> int:
        return number

    def close(self) -> None:
        self.file.unlink()


@pytest.mark.parametrize("kind", ["none", "processes"])
def test_every_worker_closes_its_task(tmp_path: Path, kind: str) -> None:
    with EXECUTORS[kind]() as executor:
        for _ in run_all(partial(FileTask, tmp_path), range(1000), executor):
            pass
        if executor:
            list(run_all(make_halving, [2], executor))
    assert not [*tmp_path.iterdir()]
