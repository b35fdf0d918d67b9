"""Write a database of the present schema and its deals, to test later upgrades.

Run this before you change the schema: ``python scripts/frozen_database.py``. It writes
``tests/store/frozen/version-N.sqlite`` and ``version-N.jsonl``, and overwrites neither. With
``--pocket``, it writes the rows that the pocket edition keeps, ``tests/pocket/frozen/format-N``.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
FROZEN = ROOT / "tests" / "store" / "frozen"
sys.path.insert(0, str(ROOT / "tests"))

from dobbm.pocket.device import PassingDevice  # noqa: E402 - after the path
from dobbm.pocket.device_store import FORMAT, DeviceStore  # noqa: E402
from dobbm.runtime.clock import SystemClock  # noqa: E402
from dobbm.runtime.finished_deals import finished_deals  # noqa: E402
from dobbm.store import migrations  # noqa: E402
from pocket import test_boot  # noqa: E402
from stored_tables import copy, played  # noqa: E402


def main() -> None:
    """Write both files."""
    if sys.argv[1:] == ["--pocket"]:
        freeze_device()
    else:
        freeze_database()


def freeze_device() -> None:
    """Play two deals and begin another; write the rows of the device, and the deals."""
    name = ROOT / "tests" / "pocket" / "frozen" / f"format-{FORMAT}"
    rows, deals = name.with_suffix(".json"), name.with_suffix(".jsonl")
    if rows.exists():
        sys.exit(f"{rows} exists; give the rows another format before freezing them again")
    name.parent.mkdir(exist_ok=True)
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

    async def records() -> list[str]:
        store = await DeviceStore.open(SystemClock(), device)
        return [json.dumps(record) async for record in finished_deals(store, print)]

    test_boot.on_a_device(play)()
    rows.write_text(json.dumps(device.rows, indent=1) + "\n")
    deals.write_text("".join(f"{line}\n" for line in asyncio.run(records())))


def freeze_database() -> None:
    """Write a database and its deals."""
    name = FROZEN / f"version-{migrations.known_versions()[-1]}"
    database, deals = name.with_suffix(".sqlite"), name.with_suffix(".jsonl")
    if database.exists():
        sys.exit(f"{database} exists; add a migration before freezing the database again")
    FROZEN.mkdir(exist_ok=True)
    url = f"sqlite:///{database}"
    asyncio.run(copy(played(tables=2, deals=2), url))
    with deals.open("wb") as output:
        command = [sys.executable, "-m", "dobbm", "export", "--database", url]
        subprocess.run(command, stdout=output, check=True)
    Path(f"{database}.lock").unlink()


if __name__ == "__main__":
    main()
