"""A proxy that names no clients is noticed once."""

from __future__ import annotations

import pytest
from starlette.datastructures import Headers

from dobbm.server.silent_proxies import SilentProxies

PUBLIC = "https://karten.example.org"


def warnings(caplog: pytest.LogCaptureFixture, client: str, **headers: str) -> int:
    """Return how often three requests like this one make the server warn."""
    proxies = SilentProxies()
    given = Headers({name.replace("_", "-"): value for name, value in headers.items()})
    for _ in range(3):
        proxies.look({"client": (client, 4711) if client else None}, given, PUBLIC)
    return len(caplog.records)


@pytest.mark.parametrize("client", ["127.0.0.1", "::1", "172.18.0.2", ""])
@pytest.mark.parametrize(
    "sign",
    [
        {"x_forwarded_proto": "https"},
        {"via": "1.1 proxy"},
        {"x_real_ip": "192.0.2.7"},
        {"host": "karten.example.org"},
        {"x_forwarded_for": " ", "host": "karten.example.org:443"},
    ],
)
def test_a_proxy_that_names_no_clients_is_noticed_once(
    caplog: pytest.LogCaptureFixture, client: str, sign: dict[str, str]
) -> None:
    assert warnings(caplog, client, **sign) == 1
    assert "sends no X-Forwarded-For" in caplog.text


@pytest.mark.parametrize(
    ("client", "headers"),
    [
        ("127.0.0.1", {"host": "127.0.0.1:8000"}),
        ("127.0.0.1", {"x_forwarded_for": "192.0.2.7", "host": "karten.example.org"}),
        ("8.8.8.8", {"via": "1.1 proxy", "host": "karten.example.org"}),
    ],
)
def test_whoever_names_clients_or_comes_from_afar_is_no_such_proxy(
    caplog: pytest.LogCaptureFixture, client: str, headers: dict[str, str]
) -> None:
    assert warnings(caplog, client, **headers) == 0
