"""The formats of the rows on a device: all released ones are read, newer ones are left alone."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from dobbm.game.record import from_record, to_result
from dobbm.pocket.boot import opened
from dobbm.pocket.device_store import FORMAT, DeviceStore, NewerTables
from dobbm.runtime.clock import SystemClock
from dobbm.runtime.finished_deals import finished_deals
from pocket.devices import PassingDevice
from pocket.test_boot import ask, on_a_device, played, running
from releases.frozen import RELEASES, lines

FORMATS = sorted((Path(__file__).parent / "frozen").glob("*.json"))
FROZEN = [*FORMATS, *(release / "device.json" for release in RELEASES)]

each_device = pytest.mark.parametrize("file", FROZEN, ids=lambda file: file.stem)


async def frozen(file: Path) -> PassingDevice:
    """Return a device with the rows of a real session, as an earlier version has left them."""
    device = PassingDevice()
    await device.write(json.loads(file.read_text()))
    return device


def fail(error: Exception) -> None:
    raise error


def test_every_format_is_frozen() -> None:
    assert [f"format-{number}" for number in range(1, FORMAT + 1)] == [
        path.stem for path in FORMATS
    ]


@each_device
def test_all_deals_of_an_earlier_format_are_found(file: Path) -> None:
    async def found() -> list[object]:
        store = await DeviceStore.open(SystemClock(), await frozen(file))
        return [record async for record in finished_deals(store, fail)]

    records = asyncio.run(found())
    assert records == lines(file.with_suffix(".jsonl"))
    assert {to_result(from_record(record))["phase"] for record in records} == {"done"}


@each_device
@on_a_device
async def test_a_table_of_an_earlier_format_goes_on_to_the_card(file: Path) -> None:
    device = await frozen(file)
    [table] = [key.removeprefix("table/") for key in device.rows if key.startswith("table/")]
    async with running(device) as pocket:
        shown = (await ask(pocket, "GET", f"/tables/{table}")).json
        assert shown["seat"] == 0
        assert shown["view"]["actions"]
        assert shown["deal"] == 3
        assert "result" in (await played(pocket, table))["view"]


@on_a_device
async def test_the_tables_of_a_newer_version_are_refused_and_not_touched() -> None:
    device = await frozen(FORMATS[-1])
    await device.write({"format": str(FORMAT + 1)})
    before = dict(device.rows)
    with pytest.raises(NewerTables, match=f"format {FORMAT + 1} of a newer version"):
        async with opened(device):
            pass
    assert device.rows == before
