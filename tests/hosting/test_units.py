"""The units, as far as they can be checked without systemd running."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from programs import program

HOSTING = Path(__file__).parents[2] / "hosting"
SERVICE = HOSTING / "dobbm.service"
UNITS = [
    "dobbm.service",
    "dobbm.socket",
    "dobbm-backup.service",
    "dobbm-backup.timer",
    "dobbm-failed@.service",
]
NOBODY = 65534
MOST_EXPOSED = 2.0
"""The highest exposure that ``systemd-analyze security`` may find; 10 is no protection at all."""


def settings(unit: Path) -> dict[str, str]:
    lines = [line for line in unit.read_text().splitlines() if re.match(r"\w+=", line)]
    return dict(line.split("=", 1) for line in lines)


@pytest.mark.parametrize("name", ["dobbm.service", "dobbm-backup.service"])
def test_the_services_are_sandboxed(name: str) -> None:
    analysed = subprocess.run(
        [program("systemd-analyze"), "security", "--offline=true", "--no-pager", HOSTING / name],
        capture_output=True,
        text=True,
        check=True,
    )
    found = re.search(rf"Overall exposure level for {name}: ([\d.]+)", analysed.stdout)
    assert found
    assert float(found[1]) <= MOST_EXPOSED, analysed.stdout


@pytest.mark.parametrize("name", UNITS)
def test_systemd_knows_every_setting(name: str) -> None:
    verified = subprocess.run(
        [program("systemd-analyze"), "verify", HOSTING / name],
        capture_output=True,
        text=True,
        check=False,
    )
    faults = [
        line for line in verified.stderr.splitlines() if f"/{name}:" in line or "Unknown" in line
    ]
    assert faults == []


def test_the_service_reports_when_it_is_ready_and_always_comes_back() -> None:
    service = settings(SERVICE)
    assert service["Type"] == "notify"
    assert service["Restart"] == "always"
    # Otherwise systemd gives up after five quick failures.
    assert service["StartLimitIntervalSec"] == "0"


def test_the_command_for_root_says_so_to_others() -> None:
    refused = subprocess.run(
        ["sh", "-s", "tables", "list"],
        input=(HOSTING / "dobbm.sh").read_text(),
        capture_output=True,
        text=True,
        check=False,
        user=NOBODY if os.geteuid() == 0 else None,
    )
    assert (refused.returncode, refused.stderr) == (
        2,
        "dobbm: run it as root: sudo dobbm tables list\n",
    )


def test_the_secret_comes_from_a_file_that_only_root_can_read() -> None:
    service = settings(SERVICE)
    assert service["LoadCredential"] == "secret:/etc/dobbm/secret"
    assert "--secret-file %d/secret" in service["ExecStart"]
    assert "--secret " not in service["ExecStart"]


def test_the_socket_listens_on_this_machine_only() -> None:
    assert settings(HOSTING / "dobbm.socket")["ListenStream"] == "127.0.0.1:8000"


def test_a_failing_backup_or_copy_is_told() -> None:
    backup = settings(HOSTING / "dobbm-backup.service")
    assert backup["OnFailure"] == "dobbm-failed@%n.service"
    assert " backup --failed %i" in settings(HOSTING / "dobbm-failed@.service")["ExecStart"]


def test_the_script_installs_every_unit() -> None:
    script = (HOSTING / "install.sh").read_text()
    assert {path.name for path in HOSTING.glob("dobbm*.*") if path.suffix != ".sh"} == {*UNITS}
    assert all(f"hosting/{name}" in script for name in UNITS)
