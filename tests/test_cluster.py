"""A Dask cluster as an executor: the same results, whatever happens to its workers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from clusters import scheduler, worker
from dobbm.ai.machine import CHOICE, use_machine
from dobbm.ai.solver import solve_many
from dobbm.arena.match import Board, Match, play_boards
from dobbm.cluster import Cluster
from dobbm.game.deal import Deal
from dobbm.game.errors import DobbmError
from dobbm.game.rules import Rules
from drawing import lying

MATCH = Match("simple", "random", Rules(max_doublings=3), seed=5)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A cluster with one worker, which runs the kernel as WebAssembly."""
    with ExitStack() as stack:
        with pytest.MonkeyPatch.context() as environment:
            environment.setenv(CHOICE, "wasm")
            found = stack.enter_context(scheduler())
            stack.enter_context(worker(found))
        yield found


def deals(board: Board) -> list[Deal]:
    """The deals of a board, without the times that the players needed."""
    return [one.deal for one in board.deals]


def test_the_workers_do_what_this_process_would_do(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(CHOICE, "native")
    use_machine("native")
    strong = replace(MATCH, a="pimc:worlds=4", b="trained")
    positions = [lying().apply("HS"), lying().apply("LS")]
    with Cluster(address) as executor:
        assert executor.submit(pow, 2, 3).result() == 8
        assert executor.window == 4
        boards = play_boards(MATCH, range(3), executor=executor)
        assert [*map(deals, boards)] == [*map(deals, play_boards(MATCH, range(3)))]
        boards = play_boards(strong, range(1), executor=executor)
        assert [*map(deals, boards)] == [*map(deals, play_boards(strong, range(1)))]
        found = [solution.cards for solution in solve_many(positions, executor=executor)]
    assert found == [solution.cards for solution in solve_many(positions)]
    use_machine(None)


def test_an_error_of_a_task_arrives(address: str) -> None:
    with Cluster(address) as executor, pytest.raises(ZeroDivisionError):
        executor.submit(divmod, 1, 0).result()


def test_shutdown_waits_for_the_calls(address: str) -> None:
    executor = Cluster(address)
    future = executor.submit(pow, 2, 5)
    executor.shutdown()
    assert future.result() == 32


def test_a_worker_with_another_version_is_refused(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dobbm.cluster.version", lambda _: "99.0")
    with pytest.raises(DobbmError, match=r"the worker tcp://\S+ has Dobbm [\d.]+, not 99\.0"):
        Cluster(address)


def test_a_worker_without_the_package_is_refused(tmp_path: Path) -> None:
    (tmp_path / "dobbm.py").write_text("raise ModuleNotFoundError(\"No module named 'dobbm'\")")
    with (
        scheduler() as address,
        worker(address, path=tmp_path),
        pytest.raises(DobbmError, match=r"Dobbm is not installed on the worker tcp://\S+: .*dobbm"),
    ):
        Cluster(address)


def test_a_cluster_without_workers_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dobbm.cluster.PATIENCE", 0.5)
    with (
        scheduler() as address,
        pytest.raises(DobbmError, match=f"the cluster at {address} has no workers"),
    ):
        Cluster(address)


@pytest.mark.parametrize("address", ["nonsense", "foo://127.0.0.1:8786", "tcp://127.0.0.1:1"])
def test_an_address_without_a_cluster_is_refused(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dobbm.cluster.PATIENCE", 0.5)
    with pytest.raises(DobbmError, match=f"there is no cluster at {address}: "):
        Cluster(address)


def test_a_lost_cluster_is_reported() -> None:
    with ExitStack() as stack:
        address = stack.enter_context(scheduler())
        stack.enter_context(worker(address))
        executor = Cluster(address)
        boards = play_boards(MATCH, range(1000), executor=executor)
        next(boards)
        stack.close()
        with pytest.raises(DobbmError, match="the connection to the cluster is lost"), executor:
            list(boards)


@pytest.mark.long
def test_a_match_is_the_same_when_one_of_two_workers_is_killed() -> None:
    with (
        scheduler() as address,
        worker(address) as first,
        worker(address),
        Cluster(address) as executor,
    ):
        assert executor.window == 8
        boards = play_boards(MATCH, range(60), executor=executor)
        found = [deals(next(boards))]
        first.kill()
        found += map(deals, boards)
        assert executor.window == 4
    assert found == [*map(deals, play_boards(MATCH, range(60)))]
