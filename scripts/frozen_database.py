"""Write a database of the present schema and its deals, to test later upgrades.

Run this before you change the schema: ``python scripts/frozen_database.py``. It writes
``tests/store/frozen/version-N.sqlite`` and ``version-N.jsonl``, and overwrites neither.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
FROZEN = ROOT / "tests" / "store" / "frozen"
sys.path.append(str(ROOT / "tests"))

from dobbm.store import migrations  # noqa: E402 - after the path
from stored_tables import copy, played  # noqa: E402


def main() -> None:
    """Write both files."""
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
