"""Answers come in order, whoever found them, and nobody stays behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, islice
from operator import methodcaller
from pathlib import Path
from typing import TypeAlias

import pytest

from dobbm.crew import TOGETHER, WINDOW, Crew
from dobbm.game.errors import DobbmError

MakeTask: TypeAlias = Callable[[], Callable[[int], float]]

PATIENCE = 30.0
"""Seconds."""


def make_halving() -> Callable[[int], float]:
    """A task that takes the longer the larger the number, and has no answer to odd ones."""

    def halve(number: int) -> float:
        sum(range(number % 100 * 500))
        if number % 2:
            raise ValueError(f"{number} is odd")
        return number / 2

    return halve


def make_telling_who() -> Callable[[int], int]:
    return lambda _: os.getpid()


def make_dying() -> Callable[[int], int]:
    """A task that is too much for a mate, but not for the process that asks."""
    is_mate = os.getppid() == int(os.environ["ASKING"])

    def die(number: int) -> int:
        if is_mate:
            os._exit(3)
        return number

    return die


@pytest.mark.parametrize("processes", [1, 2, 3])
def test_answers_come_in_the_order_of_the_items(processes: int) -> None:
    numbers = [(37 * turn) % 1000 * 2 for turn in range(600)]
    with Crew(make_halving, processes) as crew:
        assert list(crew.map(numbers)) == [number / 2 for number in numbers]
        assert list(crew.map([8, 2])) == [4, 1]
        assert list(crew.map([])) == []


def test_the_mates_work_and_so_does_the_process_that_asks() -> None:
    with Crew(make_telling_who, 2) as crew:
        workers: set[int] = set()
        for worker in crew.map(count()):
            workers.add(worker)
            if len(workers) == 2:
                break
    assert os.getpid() in workers


@pytest.mark.parametrize("processes", [1, 2])
def test_endless_items_are_taken_only_as_answers_are(processes: int) -> None:
    taken = 0

    def numbers() -> Iterator[int]:
        nonlocal taken
        for number in count(0, 2):
            taken += 1
            yield number

    with Crew(make_halving, processes) as crew:
        for answers, answer in enumerate(islice(crew.map(numbers()), 1000)):
            assert answer == answers
            assert taken <= answers + processes * WINDOW * TOGETHER + TOGETHER


@pytest.mark.parametrize("processes", [1, 2])
def test_an_error_comes_in_the_place_of_its_item(processes: int) -> None:
    numbers = [*range(0, 1200, 2), 37, 4]
    with Crew(make_halving, processes) as crew:
        answers = crew.map(numbers)
        assert [next(answers) for _ in range(600)] == list(range(600))
        with pytest.raises(ValueError, match="37 is odd"):
            next(answers)


def test_a_mate_that_is_lost_is_told_with_what_it_worked_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("ASKING", str(os.getpid()))
    with (
        Crew(make_dying, 2) as crew,
        pytest.raises(DobbmError, match="ended with status 3"),
    ):
        for _ in crew.map(count()):
            pass


class LoadedWhenSentHome:
    """A task whose library, while it is imported, takes being sent home for an error."""

    def __reduce__(self) -> tuple[Callable[[], MakeTask], tuple[()]]:
        return _load_and_be_sent_home, ()

    def __call__(self) -> Callable[[int], float]:
        return make_halving()


def _load_and_be_sent_home() -> MakeTask:
    try:
        os.kill(os.getpid(), signal.SIGTERM)
    except SystemExit as error:
        raise ImportError("the library is half imported") from error
    return make_halving


def test_a_mate_that_is_sent_home_while_it_imports_goes_quietly(
    capfd: pytest.CaptureFixture[str],
) -> None:
    with (
        Crew(LoadedWhenSentHome(), 2) as crew,
        pytest.raises(DobbmError, match="ended with status 0"),
    ):
        for _ in crew.map(count(0, 2)):
            pass
    assert capfd.readouterr().err == ""


def test_a_mate_that_cannot_start_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with (
        Crew(partial(methodcaller, "lower"), 2) as crew,
        pytest.raises(DobbmError, match="a process has ended with status 1$"),
    ):
        list(crew.map(str(number) for number in count()))


ASKING = """
from itertools import count
from functools import partial
from operator import methodcaller
from dobbm.crew import Crew
with Crew(partial(methodcaller, "lower"), 3) as crew:
    for index, answer in enumerate(crew.map(str(number) for number in count())):
        if index == 20_000:
            print("at work", flush=True)
            END
"""


def talk_of_all(end: str = "pass", send: signal.Signals | None = None) -> str:
    """What a process and its mates have said when the last of them has gone."""
    with subprocess.Popen(
        [sys.executable, "-c", ASKING.replace("END", end)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as asking:
        assert asking.stdout
        assert asking.stdout.readline()
        if send:
            os.killpg(asking.pid, send)
        try:
            # The mates have the same standard error, so this waits for them too.
            return asking.communicate(timeout=PATIENCE)[1].decode()
        finally:
            asking.kill()


@pytest.mark.parametrize(
    "send",
    [
        signal.SIGINT,
        pytest.param(signal.SIGTERM, marks=pytest.mark.long),
        pytest.param(signal.SIGKILL, marks=pytest.mark.long),
    ],
)
def test_nobody_stays_behind_when_the_process_that_asks_is_ended(send: signal.Signals) -> None:
    talk = talk_of_all(send=send)
    assert talk.count("Traceback") == (send == signal.SIGINT)  # its own, and no mate's


@pytest.mark.parametrize(
    "end",
    [
        pytest.param("exit(3)", marks=pytest.mark.long),
        pytest.param("1 / 0", marks=pytest.mark.long),
        "break",
    ],
)
def test_nobody_stays_behind_when_the_process_that_asks_has_enough(end: str) -> None:
    assert talk_of_all(end).count("Traceback") == (end == "1 / 0")


class Open:
    """A task that leaves a file in its folder as long as it is open."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / str(os.getpid())
        self.file.touch()

    def __call__(self, number: int) -> int:
        return number

    def close(self) -> None:
        self.file.unlink()


def test_a_task_that_is_open_is_closed_by_everybody(tmp_path: Path) -> None:
    with Crew(partial(Open, tmp_path), 3) as crew:
        for _ in crew.map(count()):
            if len([*tmp_path.iterdir()]) == 3:
                break
    assert not [*tmp_path.iterdir()]
