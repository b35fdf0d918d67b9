"""The examples for proxies, in front of a server, in the proxies that Debian has."""

from __future__ import annotations

import os
import socket
import ssl
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import httpx
import pytest

from programs import program
from server.serving import HOST, PATIENCE, Server, Stream, Tables, waiting

pytestmark = pytest.mark.long

HOSTING = Path(__file__).parents[2] / "hosting"
NAME = "localhost"
"""The domain of the proxy."""
MOST_TABLES = 3


def free_port() -> int:
    with socket.create_server((HOST, 0)) as found:
        port: int = found.getsockname()[1]
        return port


def other_address() -> str:
    """An address of this machine that does not count as its own, as 127.0.0.1 does."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect(("192.0.2.1", 9))  # nothing is sent
        except OSError:
            pytest.skip("this machine has no network")
        address: str = way.getsockname()[0]
        return address


class Proxy(ABC):
    """A proxy with the example's configuration, in which only names, ports and files differ."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port, self.http_port = free_port(), free_port()
        self.certificate, self.key = folder / "certificate.pem", folder / "key.pem"
        subprocess.run(
            [
                *(program("openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes"),
                *("-days", "2", "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"),
                *("-out", self.certificate, "-keyout", self.key),
            ],
            check=True,
            capture_output=True,
        )

    @abstractmethod
    def command(self, server: int) -> list[str]:
        """Write the configuration for a server's port, and return the command."""

    @contextmanager
    def running(self, server: int) -> Iterator[None]:
        """Run the proxy until the block ends."""
        log = self.folder / "log"
        with log.open("wb") as output:
            process = subprocess.Popen(
                self.command(server),
                env={**os.environ, "XDG_DATA_HOME": str(self.folder), "HOME": str(self.folder)},
                stdout=output,
                stderr=output,
            )
        try:
            for _ in waiting():
                assert process.poll() is None, log.read_text()
                with socket.socket() as probe:
                    if probe.connect_ex((HOST, self.port)) == 0:
                        break
            yield
        finally:
            process.terminate()
            process.wait(PATIENCE)


class Caddy(Proxy):
    def command(self, server: int) -> list[str]:
        example = (HOSTING / "Caddyfile").read_text()
        # The certificate that Caddy fetches for a domain, and the port, are those of the test.
        site = f"{NAME}:{self.port} {{\n\ttls {self.certificate} {self.key}\n"
        changed = example.replace("{$DOBBM_DOMAIN:dobbm.example} {\n", site).replace(
            ":8000", f":{server}"
        )
        ports = f"http_port {self.http_port}\n\thttps_port {self.port}"
        path = self.folder / "Caddyfile"
        path.write_text(changed.replace("\n{\n", f"\n{{\n\tadmin off\n\t{ports}\n", 1))
        return [program("caddy"), "run", "--adapter", "caddyfile", "--config", str(path)]


class Nginx(Proxy):
    def command(self, server: int) -> list[str]:
        changed = (HOSTING / "nginx.conf").read_text()
        for written, used in (
            ("/etc/letsencrypt/live/dobbm.example/fullchain.pem", str(self.certificate)),
            ("/etc/letsencrypt/live/dobbm.example/privkey.pem", str(self.key)),
            ("dobbm.example", NAME),
            ("listen 80;", f"listen {self.http_port};"),
            ("listen [::]:80;", ""),
            ("listen 443 ssl", f"listen {self.port} ssl"),
            ("listen [::]:443 ssl http2;", ""),
            (":8000", f":{server}"),
            ("/var/log/nginx", str(self.folder)),
        ):
            assert written in changed
            changed = changed.replace(written, used)
        (self.folder / "site.conf").write_text(changed)
        temporary = "".join(
            f"{kind}_temp_path {self.folder}/{kind};\n"
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        path = self.folder / "nginx.conf"
        path.write_text(
            f"pid {self.folder}/pid;\ndaemon off;\nevents {{}}\n"
            f"http {{\naccess_log off;\n{temporary}include {self.folder}/site.conf;\n}}\n"
        )
        return [program("nginx"), "-e", "stderr", "-c", str(path)]


class Behind(Tables):
    """A server behind a proxy, for guests with an address; used as a context manager."""

    def __init__(self, proxy: Proxy, guest: str) -> None:
        self.address = f"https://{NAME}:{proxy.port}"
        self._name = f"{NAME}:{proxy.port}"
        trusting = ssl.create_default_context(cafile=str(proxy.certificate))
        self.client = httpx.Client(
            base_url=f"https://{guest}:{proxy.port}",
            transport=httpx.HTTPTransport(verify=trusting, local_address=guest),
            timeout=PATIENCE,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()

    def _said(self, options: dict[str, Any]) -> dict[str, Any]:
        headers = {"Host": self._name} | options.pop("headers", {})
        return options | {"headers": headers, "extensions": {"sni_hostname": NAME}}

    def ask(self, method: str, path: str, **options: Any) -> httpx.Response:
        return self.client.request(method, path, **self._said(options))

    @contextmanager
    def stream(
        self, path: str, params: dict[str, Any], headers: dict[str, str]
    ) -> Iterator[Stream]:
        said = self._said({"params": params, "headers": headers})
        with self.client.stream("GET", path, **said) as answer:
            yield Stream(answer.status_code, answer.headers, answer.iter_lines())

    def waiting(self, within: float = PATIENCE) -> Iterator[None]:
        return waiting(within)


@pytest.fixture(scope="module", params=[Caddy, Nginx], ids=["Caddy", "nginx"])
def proxy(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Proxy]:
    """A proxy with a server behind it."""
    folder = tmp_path_factory.mktemp("proxy")
    found: Proxy = request.param(folder)
    url = f"sqlite:///{folder / 'tables.sqlite'}"
    options = ["--public-url", f"https://{NAME}:{found.port}"]
    options += ["--limit-address-tables", str(MOST_TABLES), "--bot-seconds", "0"]
    with Server(url, folder / "server.log", *options) as server, found.running(server.port):
        yield found


@pytest.fixture
def here(proxy: Proxy) -> Iterator[Behind]:
    """The server for guests on this machine, who are exempt from limits per address."""
    with Behind(proxy, HOST) as tables:
        yield tables


def test_the_page_arrives_over_tls_on_a_port_of_our_own(here: Behind) -> None:
    answer = here.ask("GET", "/")
    assert answer.status_code == 200
    assert "content-security-policy" in answer.headers


def test_a_page_at_the_public_address_may_open_a_table_and_no_other(here: Behind) -> None:
    def opened(origin: str) -> int:
        body = {"name": "Vroni", "bots": 3}
        headers = {"Origin": origin}
        return here.ask("POST", "/api/v1/tables", json=body, headers=headers).status_code

    assert opened(here.address) == 201
    assert opened(f"https://{NAME}") == 403
    assert opened("https://evil.example") == 403


def test_event_streams_pass_at_once(here: Behind) -> None:
    vroni, lois = here.seated("Vroni", "Lois")
    with lois.events() as events:
        assert next(events).table["number"] > 0
        # Each event must arrive before the next request; a buffer would keep it back.
        for phrase in ("hello", "thanks", "hello"):
            assert vroni.post("/talk", {"phrase": phrase}).status_code == 200
            said = next(one.table for one in events if one.table["change"]["kind"] == "said")
            assert said["change"]["phrase"] == phrase


def test_the_limits_count_the_address_of_the_client(proxy: Proxy, here: Behind) -> None:
    def opened(tables: Behind, **headers: str) -> int:
        return tables.ask("POST", "/api/v1/tables", json={"bots": 3}, headers=headers).status_code

    with Behind(proxy, other_address()) as guest:
        assert [opened(guest) for _ in range(MOST_TABLES + 1)] == [*[201] * MOST_TABLES, 429]
        for invented in ("203.0.113.7", HOST, f"{HOST}, 203.0.113.7"):
            assert opened(guest, **{"X-Forwarded-For": invented}) == 429
    assert opened(here) == 201


def test_nobody_can_read_the_metrics_through_the_proxy(here: Behind) -> None:
    assert here.ask("GET", "/metrics").status_code == 404
    assert here.ask("GET", "/readyz").status_code == 200


def test_http_leads_to_https(proxy: Proxy) -> None:
    answer = httpx.get(f"http://{HOST}:{proxy.http_port}/learn", headers={"Host": NAME})
    assert answer.status_code in (301, 308)
    assert answer.headers["location"].startswith(f"https://{NAME}")
