"""Background work is restarted when it crashes, and its end is noticed."""

from __future__ import annotations

import asyncio

import pytest

from dobbm.runtime.store import StoreDamaged, StoreUnavailable
from dobbm.runtime.supervisor import DEAD, QUIET, RESTART, Supervisor
from runtime.driver import simulated
from runtime.simulation import SimulatedClock


class Work:
    """Work that crashes the first time."""

    def __init__(self, error: BaseException | None = None) -> None:
        self.begun = 0
        self._error = error or ZeroDivisionError("the dealer has dropped the cards")

    async def __call__(self) -> None:
        self.begun += 1
        if self.begun == 1:
            raise self._error
        await asyncio.Event().wait()


@simulated
async def test_crashed_work_is_logged_and_restarted(caplog: pytest.LogCaptureFixture) -> None:
    clock, work = SimulatedClock(), Work()
    supervisor = Supervisor(clock)
    supervisor.start("stubai", work, "table 4711")
    await clock.sleep(RESTART / 2)
    assert work.begun == 1
    assert supervisor.alive
    await clock.sleep(RESTART)
    assert work.begun == 2
    [logged] = caplog.records
    assert "table 4711" in logged.getMessage()
    assert "the dealer has dropped the cards" in str(logged.exc_info)
    await supervisor.stop()


@simulated
async def test_work_whose_awaited_task_is_cancelled_counts_as_crashed(
    caplog: pytest.LogCaptureFixture,
) -> None:
    clock, work = SimulatedClock(), Work(asyncio.CancelledError())
    supervisor = Supervisor(clock)
    supervisor.start("stubai", work)
    await clock.sleep(2 * RESTART)
    assert work.begun == 2
    assert "stubai" in caplog.text
    await supervisor.stop()


@simulated
async def test_a_crash_leaves_other_work_running() -> None:
    clock, crashing, steady = SimulatedClock(), Work(), Work()
    steady.begun = 1
    supervisor = Supervisor(clock)
    supervisor.start("steady", steady)
    supervisor.start("crashing", crashing)
    await clock.sleep(10)
    assert (steady.begun, crashing.begun) == (2, 2)
    await supervisor.stop("steady")
    assert supervisor.alive
    await supervisor.stop()


@simulated
async def test_killed_work_is_noticed() -> None:
    clock, work = SimulatedClock(), Work()
    supervisor = Supervisor(clock)
    supervisor.start("the heartbeat", work)
    await clock.sleep(2 * RESTART)
    [task] = [task for task in asyncio.all_tasks() if task.get_name() == "the heartbeat"]
    task.cancel()
    await clock.sleep(0.1)
    assert not supervisor.alive
    await supervisor.stop()
    assert supervisor.alive


@simulated
async def test_the_same_error_is_logged_only_once_in_a_while(
    caplog: pytest.LogCaptureFixture,
) -> None:
    clock = SimulatedClock()
    supervisor = Supervisor(clock)
    for _ in range(int(QUIET) * 2):
        with supervisor.guarded("the notices"):
            raise ValueError("no notice")
        await clock.sleep(1)
    assert [record.getMessage() for record in caplog.records] == ["the notices failed"] * 2
    with supervisor.guarded("the notices"):
        raise ValueError("something else")
    assert len(caplog.records) == 3


@simulated
async def test_damage_at_one_part_lets_the_others_go_on(caplog: pytest.LogCaptureFixture) -> None:
    supervisor = Supervisor(SimulatedClock())
    with supervisor.guarded("table 1", passing=(StoreUnavailable,)):
        raise StoreDamaged("the database is damaged")
    with (
        pytest.raises(StoreUnavailable),
        supervisor.guarded("table 2", passing=(StoreUnavailable,)),
    ):
        raise StoreUnavailable("the disk is full")
    assert caplog.messages == ["table 1 failed: the database is damaged"]


@simulated
async def test_repeated_work_whose_store_is_unavailable_is_no_crash(
    caplog: pytest.LogCaptureFixture,
) -> None:
    clock, done = SimulatedClock(), Work()
    done.begun = 1

    async def work() -> None:
        done.begun += 1
        raise StoreUnavailable("it is full")

    supervisor = Supervisor(clock)
    supervisor.repeat("the heartbeat", work, 2.0)
    await clock.sleep(2 * DEAD + 1)
    assert done.begun == 2 + 10
    assert supervisor.alive
    [logged] = caplog.records
    assert logged.getMessage() == "the heartbeat failed: it is full"
    assert not logged.exc_info
    await supervisor.stop()


@simulated
async def test_rare_work_counts_as_alive_between_its_turns() -> None:
    clock = SimulatedClock()

    async def work() -> None:
        """Do nothing."""

    supervisor = Supervisor(clock)
    supervisor.repeat("the pruning", work, 10 * DEAD)
    await clock.sleep(9 * DEAD)
    assert supervisor.alive
    await supervisor.stop()
