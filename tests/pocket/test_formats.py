"""The formats of the rows on a device: all released ones are read, newer ones are left alone."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from dobbm.game.record import from_record, to_result
from dobbm.pocket.boot import opened
from dobbm.pocket.device import PassingDevice
from dobbm.pocket.device_store import FORMAT, DeviceStore, NewerTables
from dobbm.runtime.clock import SystemClock
from dobbm.runtime.finished_deals import finished_deals
from pocket.test_boot import ask, on_a_device, played, running

FROZEN = Path(__file__).parent / "frozen"
NAMES = sorted(path.stem for path in FROZEN.glob("*.json"))


async def frozen(name: str) -> PassingDevice:
    """Return a device with the rows of a real session, as an earlier version has left them."""
    device = PassingDevice()
    await device.write(json.loads((FROZEN / f"{name}.json").read_text()))
    return device


def fail(error: Exception) -> None:
    raise error


def test_every_format_is_frozen() -> None:
    assert [f"format-{number}" for number in range(1, FORMAT + 1)] == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_all_deals_of_an_earlier_format_are_found(name: str) -> None:
    async def found() -> list[object]:
        store = await DeviceStore.open(SystemClock(), await frozen(name))
        return [record async for record in finished_deals(store, fail)]

    records = asyncio.run(found())
    kept = (FROZEN / f"{name}.jsonl").read_text().splitlines()
    assert records == [json.loads(line) for line in kept]
    assert {to_result(from_record(record))["phase"] for record in records} == {"done"}


@pytest.mark.parametrize("name", NAMES)
@on_a_device
async def test_a_table_of_an_earlier_format_goes_on_to_the_card(name: str) -> None:
    device = await frozen(name)
    [table] = [key.removeprefix("table/") for key in device.rows if key.startswith("table/")]
    async with running(device) as pocket:
        shown = (await ask(pocket, "GET", f"/tables/{table}")).json
        assert shown["seat"] == 0
        assert shown["view"]["actions"]
        assert shown["deal"] == 3
        assert "result" in (await played(pocket, table))["view"]


@on_a_device
async def test_the_tables_of_a_newer_version_are_refused_and_not_touched() -> None:
    device = await frozen(NAMES[-1])
    await device.write({"format": str(FORMAT + 1)})
    before = dict(device.rows)
    with pytest.raises(NewerTables, match=f"format {FORMAT + 1} of a newer version"):
        async with opened(device):
            pass
    assert device.rows == before
