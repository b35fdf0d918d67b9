"""Every deal of a pocket is that of a server: the same chance leads to the same events."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from pocket.devices import PassingDevice
from pocket.evenings import EVENINGS, is_done, kept, on_a_server, opening, wish
from pocket.test_boot import ask, running
from server.simulated import Loop
from tiers import sample_size

DEALS = sample_size(1, long=10)
"""Deals against each bot: fifty in all."""


async def evening(device: PassingDevice, bot: str) -> str:
    """Play an evening in a pocket; return the table's identifier."""
    async with running(device) as pocket:
        opened = (await ask(pocket, "POST", "/tables", opening(bot))).json
        table, token = f"/tables/{opened['table']}", {"authorization": f"Bearer {opened['token']}"}
        while True:
            shown: dict[str, Any] = (await ask(pocket, "GET", table, **token)).json
            if is_done(shown, DEALS):
                return str(opened["table"])
            if wanted := wish(shown):
                done = await ask(pocket, "POST", table + wanted.route, wanted.body, **token)
                assert done.status == 200, done
            await asyncio.sleep(0.1)


@pytest.mark.parametrize("bot", EVENINGS)
def test_a_pocket_deals_and_plays_as_a_server(bot: str) -> None:
    """Also the times are the same, because time is simulated in both."""
    device = PassingDevice()
    with asyncio.Runner(loop_factory=Loop) as runner:
        table = runner.run(evening(device, bot))
    events = kept(device.rows, table)
    assert on_a_server(bot, DEALS, device.rows["secret"], table, events) == events
