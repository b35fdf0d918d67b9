"""Upgrades and ways back with pip and with compose, as the page for hosts says them.

The commands of the page run in a temporary folder; what they reach outside stands in for itself.
"""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from dobbm.store import SqlStore
from stored_tables import copy, played

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "hosting.md").read_text()
BACKUPS = "/var/lib/dobbm/backups"

DOBBM = f'#!/bin/sh\nexec {sys.executable} -m dobbm "$@"\n'
DOCKER = """#!/bin/sh
[ "$1" = compose ] && shift || exit 0
case "$1 $2 $3" in
    "exec backups "*) shift 2; exec "$@" ;;
    "exec database dropdb") rm "$DATABASE"* ;;
    "run --rm --no-deps") shift 4; exec sh -c "$@" ;;
esac
"""
"""Runs what runs in `backups` and lets the database be a file; all else has no effect."""
SLEEP = "#!/bin/sh\necho $1 > slept\nkill $PPID\n"
"""Ends the loop of the service `backups`."""


def steps(section: str, beginning: str) -> str:
    """The commands below the words in a section of the page."""
    found = re.search(rf"## {section}\n.*?{beginning}.*?```sh\n(.*?)```", PAGE, re.DOTALL)
    assert found
    return found[1]


class Host:
    """A folder in which a host works, with a database of two tables."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.database = folder / ".local" / "share" / "dobbm" / "tables.sqlite"
        self.database.parent.mkdir(parents=True)
        self.tables = asyncio.run(copy(played(tables=2), f"sqlite:///{self.database}"))
        self.programs = {"dobbm": DOBBM}

    def run(self, script: str, **variables: str) -> str:
        """Run a script of the page; return what it prints."""
        bin_folder = self.folder / "bin"
        bin_folder.mkdir(exist_ok=True)
        for name, text in self.programs.items():
            (bin_folder / name).write_text(text)
            (bin_folder / name).chmod(0o755)
        known = {name: value for name, value in os.environ.items() if not name.startswith("DOBBM")}
        own = {
            "HOME": str(self.folder),
            "XDG_DATA_HOME": "",
            "PATH": f"{bin_folder}:{os.environ['PATH']}",
            "DATABASE": str(self.database),
        }
        done = subprocess.run(
            ["bash", "-ec", script],
            cwd=self.folder,
            env=known | own | variables,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode in (0, 143), done.stdout + done.stderr
        return done.stdout + done.stderr

    def lose_a_table(self) -> None:
        """Do what a failed upgrade might do."""

        async def prune() -> None:
            store = await SqlStore.open(f"sqlite:///{self.database}")
            assert await store.prune(9e9)
            await store.close()

        asyncio.run(prune())

    def listed(self) -> list[str]:
        """The tables that the database has now."""
        shown = self.run("dobbm tables list")
        return sorted(line.split()[0] for line in shown.splitlines())


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return Host(tmp_path)


def only(found: list[Path]) -> str:
    [path] = found
    return path.name


def test_with_pip(host: Host) -> None:
    def install() -> None:
        (host.folder / ".venv" / "bin").mkdir(parents=True, exist_ok=True)
        (host.folder / ".venv" / "bin" / "dobbm").write_text(DOBBM)
        (host.folder / ".venv" / "bin" / "dobbm").chmod(0o755)

    section = "Upgrading, and going back"
    install()
    host.programs["python3"] = "#!/bin/sh\n"  # the new environment is made below
    host.run(steps(section, "With `pip`"))
    install()
    host.lose_a_table()
    saved = only([*host.folder.glob("before-upgrade-*.sqlite")])
    back = steps(section, "And this goes back").replace("before-upgrade-DATE-TIME.sqlite", saved)
    assert "restored: tables 2" in host.run(back)
    assert host.listed() == host.tables
    assert {path.name for path in host.folder.glob(".venv*")} == {".venv", ".venv-failed"}


def test_with_compose(host: Host) -> None:
    place = host.folder / "backups"
    place.mkdir()
    host.programs |= {"docker": DOCKER, "git": "#!/bin/sh\n"}
    host.run(steps("Containers", "To \\*\\*upgrade").replace(BACKUPS, str(place)))
    host.lose_a_table()
    saved = only([*place.iterdir()])
    back = steps("Containers", "To \\*\\*go back").replace(BACKUPS, str(place))
    shown = host.run(back.replace("before-upgrade-DATE-TIME.sqlite", saved))
    assert "restored: tables 2" in shown
    assert host.listed() == host.tables


@pytest.fixture
def compose() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((ROOT / "hosting" / "compose.yaml").read_text())
    return loaded


def test_the_commands_for_compose_name_its_services_and_its_image(compose: dict[str, Any]) -> None:
    containers = PAGE[PAGE.index("## Containers") : PAGE.index("## Playing alone")]
    named = re.findall(r"docker compose (?:exec|run --rm --no-deps|stop) (\w+)", containers)
    assert {*named} == {"backups", "database", "server"}
    assert {*named} <= {*compose["services"]}
    for service in ("server", "backups"):
        assert compose["services"][service]["image"] == "dobbm-server"
    assert "docker tag dobbm-server dobbm-server:before" in containers


def loop_of(compose: dict[str, Any], place: Path) -> str:
    """The script of the service `backups`, with another place for the backups."""
    [script] = compose["services"]["backups"]["command"]
    return str(script).replace("$$", "$").replace(BACKUPS, str(place))


def test_the_service_backs_up_and_copies_every_day(compose: dict[str, Any], host: Host) -> None:
    host.programs["sleep"] = SLEEP
    for name in ("backups", "copies"):
        (host.folder / name).mkdir()
    script = loop_of(compose, host.folder / "backups")
    host.run(f"sh -c '{script}'", DOBBM_BACKUP_COPY=str(host.folder / "copies"))
    day = only([*(host.folder / "backups").iterdir()])
    assert day.removesuffix(".sqlite").endswith("day")
    assert only([*(host.folder / "copies").iterdir()]) == day
    assert 0 < int((host.folder / "slept").read_text()) <= 86_400


def test_the_service_tells_of_a_copy_that_fails(compose: dict[str, Any], host: Host) -> None:
    host.programs["sleep"] = SLEEP
    (host.folder / "backups").mkdir()
    script = loop_of(compose, host.folder / "backups")
    shown = host.run(f"sh -c '{script}'", DOBBM_BACKUP_COPY="/nowhere/disk")
    assert "the backup has failed" in shown
