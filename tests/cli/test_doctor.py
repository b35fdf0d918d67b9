"""``dobbm doctor``: what it says of each thing, by a clock that is passed in."""

from __future__ import annotations

import asyncio
import json
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.metadata import version
from pathlib import Path

import pytest

from cli.command import answers, dobbm
from dobbm.cli import diagnoses
from dobbm.cli.diagnoses import DAY, HOUR, Finding
from dobbm.cli.doctor import end_of_certificate
from dobbm.runtime.store import (
    Ban,
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreMissing,
    StoreReadOnly,
    StoreUnavailable,
)
from dobbm.store.notes import BACKUP, COPIED, FAILED, PROXY, Note, Notes
from programs import program
from stored_tables import copy, played

NOW = 1_800_000_000.0
GIGABYTE = 1_000_000_000
SETTINGS = "DOBBM_CONTACT, DOBBM_FOUNDING, DOBBM_SECRET: "
MONDAY = Note(NOW - 5 * HOUR, "Monday.sqlite")


def judged(finding: Finding) -> tuple[str, str]:
    """Return what a finding says; a bad one also says what to do."""
    assert finding.do or finding.state == "ok"
    return finding.state, finding.says


@pytest.mark.parametrize(
    ("free", "state", "says"),
    [
        (50 * GIGABYTE, "ok", "50.0 GB free at /var/lib/dobbm"),
        (GIGABYTE, "look at", "1.0 GB free at /var/lib/dobbm"),
        (
            GIGABYTE // 10,
            "broken",
            "0.1 GB free at /var/lib/dobbm, but new tables leave 0.2 GB free (--limit-free-disk): "
            "none can be opened",
        ),
        (0, "broken", "0.0 GB free at /var/lib/dobbm: nothing can be stored"),
    ],
)
def test_disk(free: int, state: str, says: str) -> None:
    assert judged(diagnoses.disk(free, GIGABYTE // 5, "/var/lib/dobbm")) == (state, says)


@pytest.mark.parametrize(
    ("notes", "state", "says"),
    [
        ({}, "broken", "there is none"),
        ({BACKUP: MONDAY}, "ok", "5 hours ago: Monday.sqlite"),
        ({BACKUP: Note(NOW - 3 * DAY)}, "broken", "3 days ago"),
        (
            {BACKUP: MONDAY, FAILED: Note(NOW - HOUR, "the copy")},
            "broken",
            "the copy has failed 1 hour ago; the last one: 5 hours ago: Monday.sqlite",
        ),
    ],
)
def test_backup(notes: dict[str, Note], state: str, says: str) -> None:
    assert judged(diagnoses.backup(notes, NOW, has_units=True)) == (state, says)


@pytest.mark.parametrize(
    ("notes", "target", "state", "says"),
    [
        ({BACKUP: MONDAY}, "", "look at", "backups are on this machine only"),
        ({BACKUP: MONDAY}, "/mnt/backup", "broken", "there is none"),
        ({COPIED: Note(NOW - 2 * HOUR, "/mnt/backup")}, "", "ok", "2 hours ago: /mnt/backup"),
        ({COPIED: Note(NOW - 2 * DAY)}, "/mnt/backup", "broken", "2 days ago"),
    ],
)
def test_copy(notes: dict[str, Note], target: str, state: str, says: str) -> None:
    assert judged(diagnoses.copy(notes, target, NOW, has_units=False)) == (state, says)


@pytest.mark.parametrize(
    ("newest", "synchronised", "state", "says"),
    [
        (None, None, "ok", "it agrees with the events"),
        (NOW - DAY, None, "ok", "it agrees with the events"),
        (NOW - DAY, True, "ok", "it is kept right"),
        (NOW - DAY, False, "look at", "nothing keeps it right"),
        (NOW + 2 * HOUR, True, "broken", "it is 2 hours behind the newest event"),
    ],
)
def test_clock(newest: float | None, synchronised: bool | None, state: str, says: str) -> None:
    assert judged(diagnoses.clock(newest, synchronised, NOW)) == (state, says)


@pytest.mark.parametrize(
    ("end", "state", "says"),
    [
        (NOW + 60 * DAY, "ok", "valid for 60 days"),
        (NOW + 9 * DAY, "look at", "valid for 9 days"),
        (NOW - 2 * DAY, "broken", "expired 2 days ago"),
        ("self-signed certificate", "broken", "self-signed certificate"),
    ],
)
def test_certificate(end: float | str, state: str, says: str) -> None:
    address = "https://dobbm.example"
    found = diagnoses.certificate(address, end, NOW, has_units=True)
    assert judged(found) == (state, f"{address}: {says}")


def test_a_certificate_that_cannot_be_asked_for() -> None:
    none_set = diagnoses.certificate(None, None, NOW, has_units=True)
    assert judged(none_set) == ("ok", "no public address with https is set")
    unreachable = diagnoses.certificate("https://dobbm.example", None, NOW, has_units=True)
    assert unreachable.state == "look at"


@pytest.mark.parametrize(
    ("used", "state", "says"),
    [
        ({"tables": 0.79, "database": 0.0}, "ok", "none is near"),
        ({"tables": 0.8}, "look at", "used: --limit-tables 80%"),
        ({"tables": 0.9, "table_events": 1.5}, "broken", "used: --limit-tables 90%, --limit-table"),
    ],
)
def test_limits(used: dict[str, float], state: str, says: str) -> None:
    found = judged(diagnoses.limits(used))
    assert found[0] == state
    assert found[1].startswith(says)


def test_who_is_locked_out() -> None:
    ended = Ban("name", "lois", NOW - DAY, NOW - HOUR)
    assert judged(diagnoses.bans([ended], NOW)) == ("ok", "nobody is locked out")
    bans = [Ban("name", f"grobian {number}", NOW - DAY) for number in range(7)]
    says = judged(diagnoses.bans([ended, *bans], NOW))[1]
    assert says.startswith("7 bans: name grobian 0, ")
    assert says.endswith(", 2 more")


def test_open_reports_need_a_look() -> None:
    assert judged(diagnoses.reports(0)) == ("ok", "none is open")
    assert judged(diagnoses.reports(1)) == ("look at", "1 report is open")
    assert judged(diagnoses.reports(3)) == ("look at", "3 reports are open")


def test_proxies() -> None:
    assert diagnoses.proxy({}, "it is silent", NOW).state == "ok"
    met = diagnoses.proxy({PROXY: Note(NOW - DAY)}, "it is silent", NOW)
    assert judged(met) == ("look at", "1 day ago, it is silent")


@pytest.mark.parametrize(
    ("status", "running", "state", "says"),
    [
        (200, "1.0.0", "ok", "ready at http://club, version 1.0.0"),
        (200, "0.9", "look at", "version 0.9 runs, but 1.0.0 is installed"),
        (503, "1.0.0", "broken", "it runs at http://club, but is not ready"),
        (404, None, "broken", "another program answers at http://club"),
        (None, None, "broken", "nothing answers at http://club"),
    ],
)
def test_server(status: int | None, running: str | None, state: str, says: str) -> None:
    assert judged(diagnoses.server("http://club", status, running, "1.0.0")) == (state, says)


def test_advice_without_units_names_no_unit() -> None:
    for has_units in (True, False):
        findings = [
            diagnoses.backup({}, NOW, has_units=has_units),
            diagnoses.copy({}, "/mnt/backup", NOW, has_units=has_units),
            diagnoses.certificate("https://club", NOW, NOW, has_units=has_units),
        ]
        assert ["journalctl" in finding.do for finding in findings] == [has_units] * 3


FINE, BAD = Finding("disk", "ok", "50 GB"), Finding("backup", "broken", "none", "make one")


def test_lines_are_aligned_and_say_what_to_do() -> None:
    assert [*diagnoses.lines([FINE, BAD], coloured=False)] == [
        "ok      disk    50 GB",
        "broken  backup  none → make one",
    ]
    assert next(diagnoses.lines([FINE], coloured=True)) == "\x1b[32mok      \x1b[0mdisk  50 GB"


def test_the_worst_finding_is_the_status() -> None:
    soon = Finding("copy", "look at", "here only", "elsewhere")
    assert [diagnoses.worst([FINE, *more]) for more in ([], [soon], [soon, BAD])] == [0, 1, 2]


@pytest.fixture
def well() -> Iterator[int]:
    """The port of a server that is ready."""

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps({"status": "ok", "version": version("dobbm")}).encode())

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with HTTPServer(("127.0.0.1", 0), Answers) as serving:
        thread = threading.Thread(target=serving.serve_forever)
        thread.start()
        yield serving.server_port
        serving.shutdown()
        thread.join()


@pytest.fixture
def server(sqlite_url: str, tmp_path: Path, well: int, monkeypatch: pytest.MonkeyPatch) -> str:
    """The database of a server that runs, and has a table and a backup."""
    asyncio.run(copy(played(), sqlite_url))
    for name in ("DOBBM_BACKUP_COPY", "DOBBM_DATABASE"):
        monkeypatch.delenv(name, raising=False)
    options = f"--limit-free-disk 1 --port {well} --database {sqlite_url}"
    monkeypatch.setenv("DOBBM_OPTIONS", options)
    assert dobbm("backup", str(tmp_path / "backup.sqlite")).returncode == 0
    return sqlite_url


def test_the_command_prints_a_line_for_each_thing(server: str) -> None:
    assert server
    done = dobbm("doctor")
    lines = done.stdout.decode().splitlines()
    names = "settings server database clock limits bans reports disk backup copy certificate proxy"
    assert [line[8:].split()[0] for line in lines] == names.split()
    assert "\x1b" not in done.stdout.decode()
    assert done.returncode == 1, lines  # backups are on this machine only


def test_as_json(server: str) -> None:
    Notes(server).write(PROXY, Note(time.time()))
    by_name = {one["about"]: one for one in answers(dobbm("doctor", "--json"))}
    assert by_name["backup"]["state"] == "ok"
    assert by_name["proxy"]["state"] == "look at"
    assert set(by_name["copy"]) == {"about", "state", "says", "do"}


def test_the_limits_are_those_of_the_server(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOBBM_OPTIONS", f"--limit-tables 1 --database {server}")
    done = dobbm("doctor", "--json")
    assert done.returncode == 2
    [limits] = [one for one in answers(done) if one["about"] == "limits"]
    assert limits["says"] == "used: --limit-tables 100%"


@pytest.mark.parametrize("wrong", ["--limt-tables 5 --port {}", "--port={} --limit-tables many"])
def test_options_that_are_wrong_do_not_hide_where_the_server_is(
    server: str, well: int, wrong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOBBM_OPTIONS", f"{wrong.format(well)} --database {server}")
    by_name = {one["about"]: one for one in answers(dobbm("doctor", "--json"))}
    assert by_name["settings"]["state"] == "broken"
    assert f":{well}" in by_name["server"]["says"]
    assert by_name["server"]["state"] == "ok"


@pytest.mark.parametrize(
    ("error", "do"),
    [
        (StoreMissing("there is none"), "the first start makes one"),
        (StoreDamaged("it is damaged"), "'dobbm restore --help'"),
        (StoreFull("its disk is full"), "delete other files on its disk"),
        (StoreReadOnly("it is somebody else's"), "'ls -l' shows owners"),
        (StoreUnavailable("nobody answers"), "start it, or mend DOBBM_DATABASE"),
        (StoreError("it is of a newer dobbm"), "mend DOBBM_DATABASE, or see docs/hosting.md"),
    ],
)
def test_a_database_that_says_nothing(error: StoreError, do: str) -> None:
    found = diagnoses.database(error)
    assert judged(found) == ("broken", str(error))
    assert found.do.startswith(do)


def test_a_database_that_is_gone_is_broken_and_the_rest_is_judged(tmp_path: Path) -> None:
    done = dobbm("doctor", "--json", "--database", f"sqlite:///{tmp_path / 'gone.sqlite'}")
    by_name = {one["about"]: one for one in answers(done)}
    assert done.returncode == 2
    assert "there is no database" in by_name["database"]["says"]
    assert {"disk", "backup", "copy", "certificate"} <= by_name.keys()


@pytest.mark.parametrize(
    ("variable", "value", "says"),
    [
        ("DOBBM_OPTIONS", "--limit-tables many", "DOBBM_OPTIONS: argument --limit-tables: must be"),
        ("DOBBM_OPTIONS", "--limt-tables 5", "DOBBM_OPTIONS: unrecognized arguments: --limt-"),
        ("DOBBM_OPTIONS", "--workers 2", "several workers need PostgreSQL"),
        ("DOBBM_OPTIONS", "--secret-file /nowhere", "cannot read /nowhere"),
        ("DOBBM_OPTIONS", "--pocket /nowhere", "/nowhere is no pocket edition"),
        ("DOBBM_SECRET", "short", "DOBBM_SECRET: the secret must have at least 16"),
        ("DOBBM_CONTACT", "x" * 301, f"{SETTINGS}argument --contact: must be"),
        ("DOBBM_FOUNDING", "nobody", f"{SETTINGS}argument --founding: must be anyone or host"),
        ("DOBBM_BACKUP_COPY", "/nowhere", "DOBBM_BACKUP_COPY: there is no folder /now"),
        ("DOBBM_BACKUP_COPY", "rclown copy {}", "DOBBM_BACKUP_COPY: there is no program"),
        ("DOBBM_TELL", "'open", "DOBBM_TELL cannot be read: No closing quotation"),
        ("DOBBM_OPTION", "", "DOBBM_OPTION is none of DOBBM_BACKUP_COPY, DOBBM_CONTACT"),
    ],
)
def test_settings_that_are_wrong_are_broken(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, variable: str, value: str, says: str
) -> None:
    monkeypatch.setenv("DOBBM_DATABASE", sqlite_url)
    monkeypatch.setenv(variable, value)
    found, *_ = answers(dobbm("doctor", "--json"))
    assert (found["about"], found["state"]) == ("settings", "broken")
    assert found["says"].startswith(says)


@pytest.mark.parametrize(
    "url", ["tables.sqlite", "mysql://club", "postgresql://club@localhost:abc/x"]
)
def test_a_database_that_is_named_wrongly_is_broken(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOBBM_DATABASE", url)
    done = dobbm("doctor", "--json")
    by_name = {one["about"]: one for one in answers(done)}
    assert by_name["database"]["state"] == "broken"
    assert "DOBBM_DATABASE" in by_name["database"]["do"]
    assert (done.returncode, done.stderr) == (2, b"")


def test_options_that_are_no_words_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOBBM_OPTIONS", "--public-url 'https")
    done = dobbm("doctor")
    assert done.returncode == 2
    assert b"DOBBM_OPTIONS cannot be read" in done.stderr


def test_tables_warns_of_a_proxy_that_names_nobody(server: str) -> None:
    assert dobbm("tables", "list").stderr == b""
    Notes(server).write(PROXY, Note(time.time()))
    assert b"sends no X-Forwarded-For" in dobbm("tables", "list").stderr


def test_a_certificate_nobody_has_signed_is_described(tmp_path: Path) -> None:
    key, found = tmp_path / "key.pem", tmp_path / "certificate.pem"
    subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    command = [program("openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "9"]
    files = ["-keyout", str(key), "-out", str(found)]
    subprocess.run([*command, *subject, *files], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(found, key)
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def answer() -> None:
            connection, _ = listening.accept()
            with connection, suppress(OSError):
                context.wrap_socket(connection, server_side=True)

        serving = threading.Thread(target=answer)
        serving.start()
        end = end_of_certificate(f"https://localhost:{listening.getsockname()[1]}")
        serving.join()
    assert end == "self-signed certificate"


def test_nobody_answers_at_the_address() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    assert end_of_certificate(f"https://127.0.0.1:{port}") is None
