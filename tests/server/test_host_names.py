"""The names of a server: those of home networks open the page, others lead to a readable one."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from dobbm.server.host_names import advice, answers_to
from server.serving import refusal
from server.simulated import Simulated

PAGE = {"Accept": "text/html,*/*"}

AT_HOME = (
    *("stube.fritz.box", "STUBE.FRITZ.BOX:8000", "stube.lan", "stube.home", "stube.local:8000"),
    *("stube.home.arpa", "stube.internal", "stube.tail1234.ts.net", "stube", "other.lan."),
    *("192.168.178.20:8000", "[fe80::1]:8000", "[2001:db8::7]", "127.0.0.1", "dobbm.localhost"),
)
"""Names and numbers by which people reach the machine ``stube`` at home."""

FOREIGN = (
    *("evil.example", "stube.evil.example:8000", "fritz.box", "other.fritz.box", "evil.ts.net"),
    *("fritz.box.evil.example", "lan.evil.example", "192.168.1.7.evil.example", "evillan.com"),
    *("_", "-", "stube..lan", "stube_1.lan", "<script>.lan"),
)
"""Names that may belong to others, or to nobody."""


@pytest.mark.parametrize("host", AT_HOME)
def test_a_browser_opens_the_page_by_the_names_of_a_home(
    serve: Callable[..., Simulated], host: str
) -> None:
    server = serve(hosts=("stube", "stube.local"))
    for path in ("/", "/api/v1/tables"):
        assert server.ask("GET", path, headers={"Host": host} | PAGE).status_code == 200
    opening = {"Host": host, "Origin": f"http://{host}"}
    assert server.ask("POST", "/api/v1/tables", json={}, headers=opening).status_code == 201


@pytest.mark.parametrize("host", FOREIGN)
def test_people_with_another_name_read_what_to_do(
    serve: Callable[..., Simulated], host: str
) -> None:
    """In three languages, without a file that would be refused, too; programs get JSON."""
    server = serve(hosts=("stube", "stube.local"))
    answer = server.ask("GET", "/t/a", headers={"Host": host} | PAGE)
    assert answer.status_code == 403
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "This server does not answer to" in answer.text
    assert {*re.findall('<p lang="(..)"', answer.text)} == {"de", "ja"}
    assert "dobbm serve --public-url http://" in answer.text
    assert "<script" not in answer.text
    assert "/static/" not in answer.text
    for path in ("/api/v1/tables", "/static/x/app.js"):
        assert refusal(server.ask("GET", path, headers={"Host": host} | PAGE)) == (403, "origin")
    assert refusal(server.ask("GET", "/", headers={"Host": host})) == (403, "origin")


def test_the_page_names_the_option_and_the_number() -> None:
    scope = {"scheme": "http", "path": "/t/a b", "server": ("192.168.178.20", 8000)}
    text = " ".join([sentence for _, sentence in advice(scope, "Stube.example:8000")])
    assert "<code>dobbm serve --public-url http://stube.example:8000</code>" in text
    assert '<a href="http://192.168.178.20:8000/t/a%20b">' in text
    behind_a_proxy = advice(scope | {"server": ("127.0.0.1", 8000)}, "stube.example")
    assert not any("href" in sentence for _, sentence in behind_a_proxy)


def test_a_name_that_the_machine_does_not_have_may_belong_to_another_site() -> None:
    assert not any(answers_to(host, ["stube"]) for host in ("", ".", "evil.example", "a.fritz.box"))
