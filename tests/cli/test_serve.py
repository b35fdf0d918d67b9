"""``dobbm serve``: how it starts, the errors that prevent that, and how it ends."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import socket
import subprocess
import sys
import time
from argparse import ArgumentParser
from asyncio import Runner
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from io import StringIO
from ipaddress import ip_network
from pathlib import Path
from typing import NamedTuple
from unittest.mock import Mock

import httpx
import pytest
import segno

from cli.command import dobbm
from dobbm.cli.serve import _announce, configure
from dobbm.game.actions import Seat
from dobbm.game.cards import CARDS
from dobbm.server.config import Settings
from dobbm.store import SqlStore
from server.serving import HOST, Guest, Server, play, waiting
from test_architecture import loaded_by

CARD = re.compile(r"\b[HLAB][STKOU6-9]\b")
SHUTDOWN_SECONDS = 10.0
"""Seconds within which a server ends even on a busy machine while people follow its tables. It
gives requests two seconds; streams would continue forever."""


def complaint(*options: str) -> str:
    """Return the one-line error for options with which the server cannot start."""
    handler = signal.getsignal(signal.SIGTERM)
    done = dobbm("serve", *options)
    signal.signal(signal.SIGTERM, handler)
    assert (done.returncode, done.stdout) == (2, b"")
    *_, line = done.stderr.decode().splitlines()
    assert b"Traceback" not in done.stderr
    return line


def sqlite(folder: Path) -> str:
    return f"sqlite:///{folder / 'tables.sqlite'}"


def test_help_names_every_option() -> None:
    done = dobbm("serve", "--help")
    assert done.returncode == 0
    options = b"host port database workers public-url secret secret-file log-level limit-body"
    for option in [*options.split(), b"no-texts", b"pocket"]:
        assert b"--" + option in done.stdout
    assert b"prefer --secret-file" in b" ".join(done.stdout.split())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--port", "65536"], "argument --port: must be a whole number from 0 to 65535"),
        (["--port", "http"], "argument --port"),
        (["--workers", "0"], "argument --workers"),
        (["--bot-seconds", "nan"], "argument --bot-seconds: must be a number from 0 to 60"),
        (["--bot-seconds", "-1"], "argument --bot-seconds: must be a number from 0 to 60"),
        (["--limit-requests", "49"], "argument --limit-requests"),
        (["--limit-body", "0"], "argument --limit-body"),
        (
            ["--public-url", "dobbm.example"],
            "argument --public-url: must be a URL such as https://dobbm.example",
        ),
        (
            ["--public-url", "https://dobbm.example/table"],
            "argument --public-url: must be a URL such as https://dobbm.example",
        ),
        (
            ["--public-url", "http://["],
            "argument --public-url: must be a URL such as https://dobbm.example",
        ),
        (["--public-url", "https://dobbm.example:65536"], "argument --public-url"),
        (["--public-url", "https://vroni:1234@dobbm.example"], "argument --public-url"),
        (["--public-url", "https://dobbm.example?table"], "argument --public-url"),
        (["--public-url", "https://dobbm .example"], "argument --public-url"),
        (["--secret", ""], "argument --secret: must not be empty"),
        (["--secret", "short"], "--secret: the secret must have at least 16 characters"),
        (["--secret-file", "/no/such/file"], "cannot read /no/such/file: No such file"),
        (["--secret-file", "/dev/null"], "/dev/null is empty; it must contain the secret"),
        (["--secret-file", "x", "--secret", "x"], "not allowed with argument --secret-file"),
        (["--log-level", "loud"], "argument --log-level: invalid choice: 'loud'"),
        (
            ["--trusted-proxies", "10.0.0.0/8,proxy"],
            "argument --trusted-proxies: must be addresses or networks such as 10.0.0.0/8, "
            "separated by commas: 'proxy' does not appear to be an IPv4 or IPv6 network",
        ),
        (["--trusted-proxies", "10.0.0.1/8"], "10.0.0.1/8 has host bits set"),
        (["--push"], "--push needs --public-url https://…: browsers"),
        (["--push", "--public-url", "http://dobbm.example"], "--push needs --public-url https"),
        (["--push-hosts", "push.example,127.0.0.1"], "must be names such as push.dobbm.example"),
        (["--push-hosts", "localhost"], "must be names such as push.dobbm.example"),
        (["--push-hosts", "*"], "must be names such as push.dobbm.example"),
        (["--push-hosts", "https://push.example"], "must be names such as push.dobbm.example"),
        (["--database", ""], "the database must be given as a URL"),
        (
            ["--database", "postgresql://dobbm@localhost:port/x"],
            "the database must be given as a URL",
        ),
        (["--database", "sqlite:///tables.sqlite?mode=ro"], "takes no options: remove ?mode="),
        (["--database", "tables.sqlite"], "the database must be given as a URL"),
        (["--database", "mysql://localhost/dobbm"], "the database must be sqlite or postgresql"),
        (["--database", "sqlite:////no/such/folder/x.sqlite"], "there is no folder"),
        (["--database", "postgresql://dobbm@127.0.0.1:1/x"], "127.0.0.1:1 is unavailable"),
        (["--pocket", "/no/such"], "/no/such is no pocket edition, as make pocket builds one"),
        (["--host", "no.such.host.invalid"], "cannot listen on no.such.host.invalid, port "),
        (["--host", "ü" * 80], "it is not a host name"),
    ],
)
def test_impossible_options_are_refused(tmp_path: Path, options: list[str], message: str) -> None:
    assert message in complaint("--port", "0", "--database", sqlite(tmp_path), *options)


def test_a_short_secret_in_a_file_is_refused(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("abc\n")
    line = complaint("--port", "0", "--database", sqlite(tmp_path), f"--secret-file={secret}")
    assert line == f"dobbm: {secret}: the secret must have at least 16 characters"


def test_several_workers_need_a_shared_database(tmp_path: Path) -> None:
    line = complaint("--port", "0", "--workers", "2", "--database", sqlite(tmp_path))
    assert line == "dobbm: several workers need PostgreSQL: --database postgresql://…"


def test_a_port_already_in_use(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        line = complaint("--port", str(port), "--database", sqlite(tmp_path))
    assert line == f"dobbm: cannot listen on 127.0.0.1, port {port}: Address already in use"


def test_a_file_that_is_not_a_database(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite").write_bytes(b"no database at all, but a diary" * 99)
    line = complaint("--port", "0", "--database", sqlite(tmp_path))
    assert f"the database {tmp_path}/tables.sqlite is unavailable: it is damaged, or not" in line


def test_a_secret_that_is_not_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (tmp_path / "dobbm").mkdir()
    (tmp_path / "dobbm" / "secret").write_bytes(b"\xff")
    line = complaint("--port", "0", "--database", sqlite(tmp_path))
    assert line.startswith(
        f"dobbm: {tmp_path}/dobbm/secret is damaged: it should be a line of text"
    )


def test_a_file_that_another_server_uses(tmp_path: Path) -> None:
    (tmp_path / "other.sqlite").symlink_to(tmp_path / "tables.sqlite")
    other_name = f"sqlite:///{tmp_path / 'other.sqlite'}"
    with Runner() as runner:
        store = runner.run(SqlStore.open(sqlite(tmp_path)))
        lines = [
            complaint("--port", "0", "--database", url) for url in (sqlite(tmp_path), other_name)
        ]
        runner.run(store.close())
    for line in lines:
        assert "another process is serving" in line


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("https://Dobbm.example:443/", "https://dobbm.example"),
        ("http://dobbm.example:80", "http://dobbm.example"),
        ("http://dobbm.example:8000", "http://dobbm.example:8000"),
        ("https://[2001:DB8::7]:8443/", "https://[2001:db8::7]:8443"),
    ],
)
def test_the_public_url_is_normalised_as_browsers_do(url: str, origin: str) -> None:
    parser = ArgumentParser()
    configure(parser)
    assert parser.parse_args(["--public-url", url]).public_url == origin


def test_trusted_proxies_also_count_on_sockets_for_both_protocols() -> None:
    parser = ArgumentParser()
    configure(parser)
    for given, wanted in {
        "": ["127.0.0.1", "::ffff:127.0.0.1", "::1"],
        "10.89.0.0/16, 2001:db8::/32": ["10.89.0.0/16", "::ffff:10.89.0.0/112", "2001:db8::/32"],
    }.items():
        options = ["--trusted-proxies", given] if given else []
        networks = parser.parse_args(options).trusted_proxies
        assert [ip_network(one) for one in networks] == [ip_network(one) for one in wanted]


def test_further_push_services_are_named_by_their_hosts() -> None:
    parser = ArgumentParser()
    configure(parser)
    options = parser.parse_args(["--push-hosts", "Push.example, *.below.example"])
    assert options.push_hosts == ("push.example", "*.below.example")
    settings = Settings("x", "y", push=True, push_hosts=options.push_hosts)
    assert Settings.from_json(settings.to_json()) == settings


class Visit(NamedTuple):
    """A visit to a server, as the client saw it."""

    opened: list[int]
    """Status codes of two requests to open a table, behind a proxy."""
    seat: Seat | None
    """The seat that a cookie of the first server opens."""
    texts: str
    """Whether people may write at a private table."""
    malformed: bytes
    """The answer to a request that is not HTTP."""
    command: bytes
    log: str


@pytest.fixture(scope="module")
def visits(tmp_path_factory: pytest.TempPathFactory) -> list[Visit]:
    """Visits to two servers with different options, one after the other on the same database."""
    folder = tmp_path_factory.mktemp("club")
    (folder / "secret").write_text("Griass enk mitanond\n")
    first = f"--secret-file={folder}/secret", "--trusted-proxies=127.0.0.1", "--log-level=warning"
    second = (
        *("--secret=Griass enk mitanond", "--trusted-proxies=192.0.2.1"),
        *("--log-level=debug", "--no-texts"),
    )
    found: list[Visit] = []
    for number, options in enumerate([first, second]):
        log, limit = folder / f"log{number}", "--limit-address-tables=1"
        with OwnSecret(sqlite(folder), log, *options, limit) as server:
            if not found:
                vroni = server.open(bots=0)
                cookie = vroni.post("/remember").headers["set-cookie"].split(";")[0]
            headers = {"X-Forwarded-For": "192.0.2.7"}
            answers = [
                server.ask("POST", "/api/v1/tables", json={}, headers=headers) for _ in range(2)
            ]
            seen = Guest(server, vroni.table).ask("GET", headers={"Cookie": cookie}).json()
            with socket.create_connection((HOST, server.port)) as connection:
                connection.sendall(b"no HTTP\r\n")
                malformed = connection.recv(999)
            command = Path(f"/proc/{server.process.pid}/cmdline").read_bytes()
        opened = [answer.status_code for answer in answers]
        found.append(Visit(opened, seen["seat"], seen["texts"], malformed, command, server.log))
    return found


class OwnSecret(Server):
    """A server whose options name the secret."""

    def __init__(self, database: str, log: Path, *options: str) -> None:
        super().__init__(database, log, *options)
        number = self._command.index("--secret")
        del self._command[number : number + 2]


def test_proxies_that_are_not_trusted_do_not_name_the_client(visits: list[Visit]) -> None:
    assert [visit.opened for visit in visits] == [[201, 429], [201, 201]]


def test_the_secret_may_be_in_a_file(visits: list[Visit]) -> None:
    """A cookie that the first server signs is valid at the second."""
    assert [visit.seat for visit in visits] == [0, 0]
    assert b"Griass enk mitanond" not in visits[0].command


def test_a_server_may_forbid_texts(visits: list[Visit]) -> None:
    assert [visit.texts for visit in visits] == ["on", "forbidden"]


def test_the_log_has_only_what_is_severe_enough(visits: list[Visit]) -> None:
    assert all(b" 400 " in visit.malformed for visit in visits)
    assert visits[0].log == ""
    assert "refused a connection: 400" in visits[1].log


def end(server: Server, people: Sequence[Guest], how: signal.Signals) -> None:
    """Tell a server that people follow to end; check that it ends quickly and cleanly."""
    with ExitStack() as streams:
        followed = [streams.enter_context(guest.events()) for guest in people]
        for events in followed:
            next(events)
        begin = time.monotonic()
        server.process.send_signal(how)
        for events in followed:
            for _ in events:
                pass
        assert server.process.wait(60) == 0
        assert time.monotonic() - begin < SHUTDOWN_SECONDS
    server.client.close()
    assert "Traceback" not in server.log
    assert '"level": "error"' not in server.log


def test_a_deal_over_http(tmp_path: Path) -> None:
    """Neither the log nor the metrics reveal the cards or the people."""
    server = Server(sqlite(tmp_path), tmp_path / "log", "--bot-seconds", "0")
    server.start()
    people = server.dealt("Genoveva", "Balthasar")
    play(people, lambda message: message["stage"] == "between")
    people[0].post("/actions", {"action": "HX", "turn": 0})
    Guest(server, people[0].table, 0, "wrong-token").ask("GET")
    figures = server.ask("GET", "/metrics").text
    assert "dobbm_events_total" in figures
    assert '/actions"' in figures
    end(server, people * 2, signal.SIGTERM)
    lines = [json.loads(line) for line in server.log.splitlines()]
    assert len(lines) > 20
    assert all(line["event"] and line["level"] in {"info", "warning"} for line in lines)
    secrets = ["Genoveva", "Balthasar", "wrong-token", people[0].table, "of the tests"]
    secrets += [str(guest.token) for guest in people]
    for text in (figures, server.log):
        assert not [secret for secret in secrets if secret in text]
        assert not {*CARD.findall(text)} & {*CARDS}


@pytest.mark.long
def test_two_workers_share_a_database(postgres_url: str, tmp_path: Path) -> None:
    server = Server(postgres_url, tmp_path / "log", "--bot-seconds", "0", "--workers", "2")
    server.start()
    people = server.dealt("Vroni", "Lois")
    play(people, lambda message: message["stage"] == "between")
    assert [message.number for message in people[0].history()] == [
        *range(1, people[1].see()["number"] + 1)
    ]
    end(server, people, signal.SIGTERM)


ENDED_EARLY = """
import asyncio, os, signal, sys
from dobbm.cli import main

run = asyncio.run

def end_and_go_on(work):
    try:
        os.kill(os.getpid(), signal.SIGTERM)
    except SystemExit:
        return run(work)

asyncio.run = end_and_go_on
sys.exit(main(["serve", "--port", "0", "--database", sys.argv[1]]))
"""
"""The command, told to end where it opens its database and an exception would be lost."""


def test_the_server_can_end_before_it_serves(tmp_path: Path) -> None:
    command = [sys.executable, "-c", ENDED_EARLY, sqlite(tmp_path)]
    done = subprocess.run(command, capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.long
def test_ctrl_c_ends_the_server_as_quickly(tmp_path: Path) -> None:
    server = Server(sqlite(tmp_path), tmp_path / "log")
    server.start()
    end(server, server.seated("Vroni", "Lois", bots=2), signal.SIGINT)


@pytest.mark.long
def test_workers_do_not_outlive_the_command(postgres_url: str, tmp_path: Path) -> None:
    server = Server(postgres_url, tmp_path / "log", "--workers", "2")
    server.start()
    server.stop(signal.SIGKILL)
    for _ in waiting():
        try:
            socket.create_connection((HOST, server.port)).close()
        except ConnectionRefusedError:
            return
    raise AssertionError("somebody still listens")


@pytest.mark.long
def test_a_server_for_friends_reports_its_address_in_the_network(tmp_path: Path) -> None:
    with Server(sqlite(tmp_path), tmp_path / "log", "--host", "0.0.0.0") as server:
        address = re.search(r"listening on (http://[^ \"]+)", server.log)
        assert address, server.log
        assert httpx.get(f"{address[1]}/readyz", trust_env=False).status_code == 200
    assert "0.0.0.0" not in address[1]


class OpenedInBrowser:
    """``dobbm serve --open`` with a browser that records the address it is given."""

    def __init__(self, folder: Path, *options: str, browser: str | None = None) -> None:
        self.shown = folder / "shown"
        command = [sys.executable, "-m", "dobbm", "serve", "--open", *options]
        url = f"sqlite:///{folder}/tables.sqlite"
        self.log = folder / "log"
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [*command, "--database", url],
                env=os.environ | {"BROWSER": browser or f"sh -c 'echo %s > {self.shown}'"},
                stderr=log,
            )

    def wait(self, until: Callable[[str], bool]) -> str:
        """Return the recorded address and the log once ``until`` accepts them."""
        for _ in waiting():
            text = self.shown.read_text() if self.shown.exists() else ""
            text += self.log.read_text()
            if until(text):
                return text
        raise AssertionError(f"it has never come: {text}")

    def stop(self) -> int:
        self.process.terminate()
        return self.process.wait(60)


def test_the_browser_opens_the_page_when_it_is_served(tmp_path: Path) -> None:
    opened = OpenedInBrowser(tmp_path, "--port", "0")
    shown = opened.wait(lambda text: "Ctrl-C" in text)
    page = shown.splitlines()[0]
    assert page.startswith("http://127.0.0.1:")
    assert httpx.get(page, trust_env=False).status_code == 200
    last = opened.log.read_text().splitlines()[-1]
    assert last == f"Dobbm is ready. The table is at {page} (Ctrl-C stops the server)"
    assert opened.stop() == 0


def test_logs_on_a_terminal_are_lines_for_people(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    database = f"sqlite:///{tmp_path}/tables.sqlite"
    with subprocess.Popen(
        [sys.executable, "-m", "dobbm", "serve", "--port", "0", "--database", database],
        env=os.environ | {"NO_COLOR": "1"},
        stderr=theirs,
    ) as process:
        os.close(theirs)
        try:
            with open(ours, buffering=1, errors="replace") as terminal:
                ready = terminal.readline()
                page = re.search(r"http://127.0.0.1:\d+", ready)
                assert page, ready
                assert ready.startswith("Dobbm is ready. The table is at http://")
                assert httpx.get(f"{page[0]}/rules", trust_env=False).status_code == 200
                # The bots may report first that they are compiled.
                request = next(line for line in terminal if "route=/rules" in line)
                assert re.match(r"\d\d:\d\d:\d\d \[info +\] request ", request), request
        finally:
            process.terminate()
    assert process.returncode == 0


def test_on_a_terminal_phones_find_the_address_in_a_picture(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn = StringIO()
    drawn.isatty = lambda: True  # type: ignore[method-assign]
    monkeypatch.setattr(sys, "stderr", drawn)
    monkeypatch.setattr("dobbm.cli.serve.HTTPConnection", Mock())
    _announce("http://127.0.0.1:8000", "http://127.0.0.1:8000", in_browser=False)
    assert drawn.getvalue().count("\n") == 1, "no phone could reach it"
    _announce("http://192.168.1.7:8000", "http://192.168.1.7:8000", in_browser=False)
    picture = StringIO()
    segno.make("http://192.168.1.7:8000").terminal(out=picture, border=2, compact=True)
    assert drawn.getvalue().count("\n") > 10
    assert picture.getvalue() in drawn.getvalue()
    assert drawn.getvalue().endswith("at http://192.168.1.7:8000 (Ctrl-C stops the server)\n")


@pytest.mark.long
def test_the_browser_opens_the_public_address(tmp_path: Path) -> None:
    opened = OpenedInBrowser(tmp_path, "--port", "0", "--public-url", "https://dobbm.example")
    opened.wait(lambda text: text.startswith("https://dobbm.example\n"))
    assert opened.stop() == 0


@pytest.mark.long
def test_without_a_browser_the_log_says_so(tmp_path: Path) -> None:
    opened = OpenedInBrowser(tmp_path, "--port", "0", browser="false %s")
    found = opened.wait(lambda text: "No browser" in text)
    assert "No browser could be opened. Dobbm is ready. The table is at http://127.0.0.1:" in found
    assert opened.stop() == 0


@pytest.mark.long
def test_by_default_the_next_free_port_is_taken(tmp_path: Path) -> None:
    with ExitStack() as held:
        with suppress(OSError):  # port 8000 is already taken
            held.enter_context(socket.create_server((HOST, 8000)))
        opened = OpenedInBrowser(tmp_path)
        shown = opened.wait(lambda text: text.startswith("http://127.0.0.1:80"))
        address = shown.splitlines()[0]
        assert 8001 <= int(address.rpartition(":")[2]) <= 8020
        assert "port 8000 is taken" in shown
        assert httpx.get(address, trust_env=False).status_code == 200
        assert opened.stop() == 0


def test_nothing_slow_is_loaded_before_it_is_needed() -> None:
    loaded = loaded_by("import dobbm.cli.serve, uvicorn, dobbm.server.app")
    assert not loaded & {"numba", "numpy", "llvmlite", "dobbm.ai.kernel.bits", "dobbm.players.pimc"}


def test_help_needs_no_libraries() -> None:
    loaded = loaded_by("import dobbm.cli.serve")
    assert {name.partition(".")[0] for name in loaded} <= sys.stdlib_module_names | {"dobbm"}
