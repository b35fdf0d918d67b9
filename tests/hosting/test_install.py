"""``hosting/install.sh`` on a clean Debian system, and the units under a real systemd."""

from __future__ import annotations

import re
import stat
import zipfile
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from hosting.system import CHECKOUT, ROOT, Booted, System
from server.pockets import build_pocket
from server.serving import waiting

pytestmark = pytest.mark.long

SCRIPT = f"{CHECKOUT}/hosting/install.sh"
DOMAIN = "dobbm.example"
READY = '{"status":"ready"}'

# Asks in a loop, each time over a new connection, and counts the answers.
ASK = """
import pathlib, urllib.request
for asked in range(1, 1_000_000):
    urllib.request.urlopen("http://127.0.0.1:8000/healthz", timeout=60).read()
    pathlib.Path("/run/new").write_text(str(asked))
    pathlib.Path("/run/new").rename("/run/asked")
"""

# Restarts the server three times; before and after each, another request must be answered.
RESTART = """
echo 0 > /run/asked
/opt/dobbm/current/bin/python -c "$1" 2> /run/fault & asking=$!
answered() {
    before=$(cat /run/asked)
    until [ "$(cat /run/asked)" -gt "$before" ]; do
        kill -0 $asking || { cat /run/fault; exit 1; }
        sleep 0.05
    done
}
answered
for restart in 1 2 3; do
    systemctl restart dobbm.service
    answered
done
kill $asking
"""


@pytest.fixture(scope="module")
def installed() -> Iterator[System]:
    """A system in which the script has run once, without systemd."""
    with TemporaryDirectory(prefix="dobbm-") as folder:
        system = System.bootstrap(Path(folder) / "root")
        done = system.run(SCRIPT, DOMAIN)
        assert done.status == 0, done.text
        assert "nothing was started" in done.text
        assert f"{DOMAIN} has no DNS record yet" in done.text
        yield system


@pytest.fixture(scope="module")
def booted(installed: System) -> Iterator[Booted]:
    """The same system with the server running: the second run of the script starts it."""
    with installed.booted() as running:
        done = running.run(SCRIPT, DOMAIN)
        assert done.status == 0, done.text + running.run("journalctl", "--unit=dobbm").text
        yield running


def steps(beginning: str) -> str:
    """Return the commands, for root, below the words on the page for hosts."""
    page = (ROOT / "docs" / "hosting.md").read_text()
    found = re.search(rf"{beginning}.*?```sh\n(.*?)```", page, re.DOTALL)
    assert found
    return found[1].replace("sudo ", "")


def mode(path: Path) -> str:
    return stat.filemode(path.stat().st_mode)


def test_only_root_can_read_the_secret_and_only_the_server_its_tables(installed: System) -> None:
    secret = installed.path("/etc/dobbm/secret")
    assert mode(secret) == "-rw-------"
    assert secret.stat().st_uid == 0
    assert len(secret.read_text().strip()) >= 32
    tables = installed.path("/var/lib/dobbm")
    assert mode(tables) == "drwx------"
    assert tables.stat().st_uid != 0


def test_the_domain_is_set_where_it_matters(installed: System) -> None:
    settings = installed.path("/etc/dobbm/environment").read_text()
    assert f'DOBBM_OPTIONS="--public-url https://{DOMAIN}"' in settings
    assert f"\n{DOMAIN} {{\n" in installed.path("/etc/caddy/Caddyfile").read_text()


def test_the_second_run_starts_the_server_and_keeps_all_settings(
    installed: System, booted: Booted
) -> None:
    assert booted.ask("/readyz") == READY
    assert booted.run("systemctl", "is-active", "dobbm.service", "caddy.service").status == 0
    assert booted.run("systemctl", "is-enabled", "dobbm.service", "dobbm.socket").status == 0
    folders = [path for path in installed.path("/opt/dobbm").iterdir() if not path.is_symlink()]
    assert len(folders) == 1


def test_the_secret_is_not_in_the_process_list(installed: System, booted: Booted) -> None:
    secret = installed.path("/etc/dobbm/secret").read_text().strip()
    processes = booted.run("sh", "-c", "cat /proc/[0-9]*/cmdline /proc/[0-9]*/environ").text
    assert "dobbm\0serve" in processes
    assert secret not in processes


def test_the_command_works_on_the_tables_of_the_server(booted: Booted) -> None:
    opened = booted.python(
        "from urllib.request import Request, urlopen\n"
        'url = "http://127.0.0.1:8000/api/v1/tables"\n'
        """body = b'{"name": "Vroni", "bots": 3}'\n"""
        'print(urlopen(Request(url, body, {"Content-Type": "application/json"})).status)'
    )
    assert opened.strip() == "201"
    done = booted.run("dobbm", "erase", "Vroni")
    assert (done.status, done.text.strip()) == (0, "names erased: 1")


def test_the_timer_backs_up_the_tables_while_the_server_runs(
    installed: System, booted: Booted
) -> None:
    assert booted.run("systemctl", "is-active", "dobbm-backup.timer").status == 0
    done = booted.run("systemctl", "start", "dobbm-backup.service")
    log = booted.run("journalctl", "--unit=dobbm-backup").text
    assert done.status == 0, log
    assert "saved: tables 1" in log
    backups = list(installed.path("/var/lib/dobbm/backups").iterdir())
    assert [mode(path) for path in backups] == ["-rw-------"]


def test_a_backup_is_restored_as_the_page_says(installed: System, booted: Booted) -> None:
    [backup] = installed.path("/var/lib/dobbm/backups").iterdir()
    script = steps("These commands make one now").replace("Monday.sqlite", backup.name)
    done = booted.run("bash", "-ec", script)
    assert done.status == 0, done.text
    assert "restored: tables 1" in done.text
    assert booted.ask("/readyz") == READY


def test_backups_are_checked_and_copied_as_the_page_says(installed: System, booted: Booted) -> None:
    [backup] = installed.path("/var/lib/dobbm/backups").iterdir()
    drill = booted.run("bash", "-ec", steps("A \\*\\*drill").replace("Monday.sqlite", backup.name))
    assert drill.status == 0, drill.text
    assert "checked: tables 1, " in drill.text
    settings = installed.path("/etc/dobbm/environment")
    before = settings.read_text()
    settings.write_text(f'{before}DOBBM_BACKUP_COPY="/mnt/backup/dobbm"\n')
    booted.run("systemctl", "start", "dobbm-backup.service")
    assert booted.run("systemctl", "is-failed", "dobbm-backup.service").text.strip() == "failed"
    for _ in waiting():
        said = booted.run("dobbm", "doctor")
        if "dobbm-backup.service has failed" in said.text:
            break
    assert said.status == 2, said.text
    made = booted.run("bash", "-ec", f"mkdir /mnt/backup; {steps('#### Copies elsewhere')}")
    assert made.status == 0, made.text
    done = booted.run("systemctl", "start", "dobbm-backup.service")
    assert done.status == 0, booted.run("journalctl", "--unit=dobbm-backup").text
    [copy] = installed.path("/mnt/backup/dobbm").iterdir()
    assert (copy.name, mode(copy)) == (backup.name, "-rw-------")
    assert "has failed" not in booted.run("dobbm", "doctor").text
    settings.write_text(before)


def test_a_killed_server_comes_back(booted: Booted) -> None:
    kill = booted.run("systemctl", "kill", "--kill-whom=main", "--signal=KILL", "dobbm.service")
    assert kill.status == 0, kill.text
    # The socket is still open, so the request waits for the next server.
    assert booted.ask("/readyz") == READY


def test_nobody_is_refused_while_the_server_restarts(booted: Booted) -> None:
    done = booted.run("bash", "-ec", RESTART, "restart", ASK)
    assert done.status == 0, done.text


def test_an_upgrade_keeps_the_version_before_and_its_tables(
    installed: System, booted: Booted
) -> None:
    before = installed.path("/opt/dobbm/current").readlink()
    secret = installed.path("/etc/dobbm/secret").read_bytes()
    with installed.path(f"{CHECKOUT}/src/dobbm/__init__.py").open("a") as file:
        file.write("\n# A newer version.\n")
    done = booted.run(SCRIPT, DOMAIN)
    assert done.status == 0, done.text
    after = installed.path("/opt/dobbm/current").readlink()
    assert after != before
    assert {path.name for path in installed.path("/opt/dobbm").iterdir()} == {
        "current",
        before.name,
        after.name,
    }
    assert installed.path("/etc/dobbm/secret").read_bytes() == secret
    [saved] = installed.path("/var/lib/dobbm/backups").glob("before-upgrade-*.sqlite")
    assert saved.name.endswith(f"-{before.name}.sqlite")
    assert booted.ask("/readyz") == READY


def test_one_can_go_back_after_an_upgrade(installed: System, booted: Booted) -> None:
    now = installed.path("/opt/dobbm/current").readlink().name
    before = {path.name for path in installed.path("/opt/dobbm").iterdir()} - {"current", now}
    [saved] = installed.path("/var/lib/dobbm/backups").glob("before-upgrade-*.sqlite")
    script = steps("To go back, ").replace(
        "before-upgrade-DATE-TIME-VERSION-NAME.sqlite", saved.name
    )
    done = booted.run("bash", "-ec", script.replace("NAME", before.pop()))
    assert done.status == 0, done.text
    assert "restored: tables 1" in done.text
    assert booted.ask("/readyz") == READY
    assert installed.path("/opt/dobbm/current").readlink().name != now


def test_a_pocket_edition_stays_through_upgrades(
    installed: System, booted: Booted, tmp_path: Path
) -> None:
    build_pocket(tmp_path / "dobbm")
    with zipfile.ZipFile(installed.path("/srv/pocket.zip"), "w") as archive:
        for path in (tmp_path / "dobbm").rglob("*"):
            archive.write(path, path.relative_to(tmp_path))
    for options in (["--pocket", "/srv/pocket.zip"], []):
        done = booted.run(SCRIPT, *options, DOMAIN)
        assert done.status == 0, done.text
        assert 'data-edition="pocket" data-server="/"' in booted.ask("/pocket/")
    settings = installed.path("/etc/dobbm/environment").read_text()
    assert settings.count("--pocket /opt/dobbm/pocket") == 1


@pytest.mark.parametrize(
    ("place", "problem"),
    [
        ("/etc/hosts", "is neither a folder nor an archive"),
        ("/srv", "/srv is no pocket edition"),
        ("/nowhere", "there is no /nowhere"),
    ],
)
def test_what_is_no_pocket_edition_stops_the_script_and_not_the_server(
    booted: Booted, place: str, problem: str
) -> None:
    done = booted.run(SCRIPT, "--pocket", place, DOMAIN)
    assert done.status != 0
    assert problem in done.text
    assert booted.ask("/readyz") == READY
