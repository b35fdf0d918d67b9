"""A device that dies at any moment: what was answered is there once, and the game goes on."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from random import Random

import pytest

from dobbm.pocket.boot import Pocket
from dobbm.runtime.history import apply_stored
from dobbm.table.state import Table
from pocket.devices import PassingDevice
from pocket.test_boot import ask, on_a_device, running, seated
from tiers import sample_size

DEATHS = sample_size(30, long=300)
"""Deaths in a row of each device."""


class Dying(PassingDevice):
    """A device that dies before or after a write: nobody hears whether its rows were kept."""

    def __init__(self, random: Random) -> None:
        super().__init__()
        self.random = random
        self.left = 0
        self.dead = asyncio.Event()

    def live(self) -> None:
        """Live for some more writes."""
        self.left = self.random.randint(0, 12)
        self.dead.clear()

    async def write(self, rows: Mapping[str, str | None]) -> None:
        if self.left:
            self.left -= 1
            await super().write(rows)
            return
        if not self.dead.is_set() and self.random.random() < 0.5:
            await super().write(rows)
        self.dead.set()
        await asyncio.Event().wait()


async def act(pocket: Pocket, table: str, told: list[list[str]], random: Random) -> None:
    """Act in a table, and note after each answer all actions of the deals that were shown."""
    path = f"/tables/{table}"
    while True:
        shown = (await ask(pocket, "GET", path)).json
        view = shown["view"]
        if view:
            note(told, shown["deal"], view["actions"])
        if view and "result" in view:
            await ask(pocket, "POST", f"{path}/next")
        elif view and view["to_act"] == shown["seat"]:
            legal = view["legal"]
            if legal is None:
                hint = (await ask(pocket, "GET", f"{path}/hint")).json
                legal = [hint["hints"][0]["action"]]
            wish = {"action": random.choice(legal), "turn": shown["turn"]}
            answer = await ask(pocket, "POST", f"{path}/actions", wish)
            assert answer.status == 200, answer
            note(told, shown["deal"], [*view["actions"], wish["action"]])
        await asyncio.sleep(0.1)


def note(told: list[list[str]], deal: int, actions: list[str]) -> None:
    """Note the actions of a deal that were shown."""
    told.extend([] for _ in range(deal - len(told)))
    told[deal - 1] = [hidden(action) for action in actions]


def hidden(action: str) -> str:
    return "? ? ? ?" if " " in action else action


def replayed(device: PassingDevice, table_id: str) -> list[list[str]]:
    """Return the actions of all deals that the events of a device give; they have no gaps."""
    prefix = f"event/{table_id}/"
    kept = sorted(key for key in device.rows if key.startswith(prefix))
    assert kept == [f"{prefix}{number:010}" for number in range(1, len(kept) + 1)]
    table: Table | None = None
    found: list[list[str]] = []
    for key in kept:
        table, _ = apply_stored(table_id, table, json.loads(device.rows[key]))
        if deal := table.displayed_deal:
            note(found, table.deal_number, list(deal.actions))
    return found


@pytest.mark.parametrize("seed", range(4))
@on_a_device
async def test_nothing_is_lost_or_doubled_when_the_device_dies(seed: int) -> None:
    random = Random(seed)
    device = Dying(random)
    device.left = 1000
    async with running(device) as pocket:
        table = await seated(pocket)
    told: list[list[str]] = []
    for death in range(DEATHS):
        device.live()
        running_until_death = asyncio.create_task(live_once(device, table, told, random, death))
        await device.dead.wait()
        running_until_death.cancel()
        await asyncio.wait([running_until_death])
        kept = replayed(device, table)
        assert len(kept) >= len(told)
        for shown, actions in zip(told, kept, strict=False):
            assert actions[: len(shown)] == shown
    assert sum(map(len, told)) >= DEATHS


async def live_once(
    device: Dying, table: str, told: list[list[str]], random: Random, seed: int
) -> None:
    async with running(device, seed=seed) as pocket:
        await act(pocket, table, told, random)
