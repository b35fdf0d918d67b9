"""The jobs of a table are done one at a time, whatever becomes of one or of its caller."""

from __future__ import annotations

import asyncio
from unittest.mock import Mock

import pytest

from dobbm.runtime.supervisor import RESTART, Interrupted
from dobbm.table.commands import Act
from dobbm.table.state import log_name
from runtime.driver import evening, open_table, serving, simulated

HOUR = 3600.0
SOON = 0.1


@pytest.mark.parametrize(
    ("error", "raised"),
    [(ZeroDivisionError, ZeroDivisionError), (asyncio.CancelledError, Interrupted)],
)
@simulated
async def test_a_failed_job_is_logged_with_its_table_and_the_next_one_runs(
    error: type[BaseException],
    raised: type[Exception],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with evening() as table:
        with monkeypatch.context() as patch:
            patch.setattr("dobbm.table.commands.Act.decide", Mock(side_effect=error))
            with pytest.raises(raised):
                await table.act("weiter")
        [logged] = caplog.records
        assert log_name(table.table.id) in logged.getMessage()
        await table.act("weiter")
        assert table.table.turn == 1


@simulated
async def test_a_crashed_runner_is_restarted(caplog: pytest.LogCaptureFixture) -> None:
    async with evening() as table:
        table.runner._jobs._inbox.put_nowait(None)  # type: ignore[arg-type]
        await table.wait(RESTART + SOON)
        assert log_name(table.table.id) in caplog.text
        await table.act("weiter")
        assert table.server.runtime.alive


@simulated
async def test_a_caller_does_not_wait_for_a_runner_that_has_stopped() -> None:
    async with serving() as server:
        table = await open_table(server)
        await table.until_dealt()
        server.store.appending_seconds = HOUR
        requests = [asyncio.create_task(table.act("weiter")) for _ in range(2)]
        await table.wait(0.1)
    done = await asyncio.gather(*requests, return_exceptions=True)
    assert [type(one) for one in done] == [asyncio.CancelledError] * 2


@simulated
async def test_a_command_is_carried_out_even_if_its_caller_gives_up() -> None:
    async with evening() as table:
        request = asyncio.create_task(table.runner.do(Act(table.to_act, "weiter", 0)))
        await asyncio.sleep(0)
        request.cancel()
        await table.wait(0.1)
        assert table.table.turn == 1
