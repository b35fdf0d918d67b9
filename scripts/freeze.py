"""Write the files that later versions are held against.

    python scripts/freeze.py [--database | --device]

Writes the folder of the version in ``tests/releases``: the interface, the command line, records
with their results and views, what an outside player hears, a database, and the rows of a device.
Run it before you tag a release; until then it may write them again.

Between two releases, ``--database`` writes ``tests/store/frozen/version-N.sqlite``, and
``--device`` ``tests/pocket/frozen/format-N.json``, each with its deals: run it before you change
the schema or the format.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "tests"
sys.path.insert(0, str(TESTS))

from dobbm.pocket.device_store import FORMAT, DeviceStore  # noqa: E402 - after the path
from dobbm.runtime.clock import SystemClock  # noqa: E402
from dobbm.runtime.finished_deals import finished_deals  # noqa: E402
from dobbm.runtime.store import Store  # noqa: E402
from dobbm.store import migrations  # noqa: E402
from entries import opened  # noqa: E402
from game import playthroughs  # noqa: E402
from pocket import test_boot  # noqa: E402
from pocket.devices import PassingDevice  # noqa: E402
from releases import frozen  # noqa: E402
from stored_tables import copy, played  # noqa: E402


def main(arguments: list[str]) -> None:
    """Write what is asked for."""
    if arguments == ["--database"]:
        freeze_database(new(TESTS / "store/frozen" / f"version-{migrations.known_versions()[-1]}"))
    elif arguments == ["--device"]:
        freeze_device(new(TESTS / "pocket/frozen" / f"format-{FORMAT}"))
    else:
        project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
        freeze_release(TESTS / "releases" / project["version"])


def new(name: Path) -> Path:
    """Return the name; exit if there are files of this name."""
    if list(name.parent.glob(f"{name.name}.*")):
        sys.exit(f"{name} exists; add a version before you freeze it again")
    return name


def freeze_release(folder: Path) -> None:
    """Write the files of a release."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / "openapi.json").write_text(compact(frozen.interface()) + "\n")
    (folder / "commands.json").write_text(json.dumps(frozen.command_line(), indent=1) + "\n")
    records = [json.loads(playthroughs.read_head(path)[1]) for path in playthroughs.PATHS]
    write_lines(folder / "records.jsonl", records)
    write_lines(folder / "results.jsonl", map(frozen.result, records))
    write_lines(folder / "views.jsonl", ([*frozen.views(record)] for record in records))
    with TemporaryDirectory() as apart:
        write_lines(folder / "messages.jsonl", frozen.messages(records[0], Path(apart)))
    freeze_database(folder / "tables")
    freeze_device(folder / "device")


def freeze_database(name: Path) -> None:
    """Write a database with two tables, and its deals."""
    file = name.with_suffix(".sqlite")
    url = f"sqlite:///{file}"
    asyncio.run(copy(played(tables=2, deals=2), url))

    async def records() -> list[Any]:
        async with opened(url) as store:
            return await deals(store)

    write_lines(name.with_suffix(".jsonl"), asyncio.run(records()))
    Path(f"{file}.lock").unlink(missing_ok=True)
    with sqlite3.connect(file) as connection:
        connection.execute("VACUUM")


def freeze_device(name: Path) -> None:
    """Play two deals and begin another; write the rows of the device, and the deals."""
    device = PassingDevice()

    async def play() -> None:
        async with test_boot.running(device, seed=2) as pocket:
            table = f"/tables/{await test_boot.seated(pocket)}"
            while (shown := (await test_boot.ask(pocket, "GET", table)).json)["deal"] < 3:
                view = shown["view"]
                if view and "result" in view:
                    await test_boot.ask(pocket, "POST", f"{table}/next")
                elif view and view["to_act"] == shown["seat"]:
                    hint = (await test_boot.ask(pocket, "GET", f"{table}/hint")).json
                    acted = {"action": hint["hints"][0]["action"], "turn": shown["turn"]}
                    await test_boot.ask(pocket, "POST", f"{table}/actions", acted)
                await asyncio.sleep(1.0)  # on the simulated clock
            await asyncio.sleep(10.0)

    async def records() -> list[Any]:
        return await deals(await DeviceStore.open(SystemClock(), device))

    test_boot.on_a_device(play)()
    name.with_suffix(".json").write_text(json.dumps(device.rows, indent=1) + "\n")
    write_lines(name.with_suffix(".jsonl"), asyncio.run(records()))


async def deals(store: Store) -> list[Any]:
    """Return the records of all finished deals."""
    return [record async for record in finished_deals(store, print)]


def write_lines(path: Path, values: Iterable[Any]) -> None:
    """Write JSON values, one a line."""
    path.write_text("".join(f"{compact(value)}\n" for value in values), encoding="utf-8")


def compact(value: Any) -> str:
    """Return a value as JSON without spaces."""
    return json.dumps(value, separators=(",", ":"))


if __name__ == "__main__":
    main(sys.argv[1:])
