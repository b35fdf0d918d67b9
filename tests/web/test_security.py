"""What browsers and strangers may not do, and what nobody is told."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Callable
from time import sleep

import httpx
import pytest

from dobbm.cards import CARDS
from dobbm.web.guards import PATIENCE
from web.serving import Guest, play, refusal
from web.simulated import Simulated

API = "/api/v1"

CARD = re.compile(r"\b[HLAB][STKOU6-9]\b")


def test_every_answer_tells_browsers_to_be_careful(idle_server: Simulated) -> None:
    vroni = idle_server.open(bots=0)
    answers = [
        vroni.ask("GET"),
        vroni.post("/actions", []),
        idle_server.ask("GET", "/nothing"),
        idle_server.ask("GET", f"{API}/openapi.json"),
        idle_server.ask("POST", f"{API}/tables", content=b" " * 20_000),
    ]
    with idle_server.client.stream("GET", f"{vroni.path}/events") as stream:
        answers.append(stream)
    for answer in answers:
        said = answer.headers
        policy = dict(
            part.strip().split(" ", 1) for part in said["content-security-policy"].split(";")
        )
        assert policy["default-src"] == "'self'"
        assert policy["frame-ancestors"] == policy["object-src"] == policy["base-uri"] == "'none'"
        assert "unsafe" not in said["content-security-policy"]
        assert said["x-content-type-options"] == "nosniff"
        assert said["x-frame-options"] == "DENY"
        assert said["referrer-policy"] == "no-referrer"
        assert said["cache-control"] == "no-store"
        assert "server" not in said


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "null",
        "http://[",
        "",
        "file://",
        "http://127.0.0.1",
        "http://127.0.0.1:1",
    ],
)
def test_a_page_of_another_server_changes_nothing(idle_server: Simulated, origin: str) -> None:
    vroni = idle_server.open(bots=0)
    told = {"Origin": origin}
    assert refusal(vroni.ask("POST", "/next", headers=told)) == (403, "origin")
    assert refusal(vroni.ask("PUT", "/forced", headers=told)) == (403, "origin")
    opening = idle_server.ask("POST", f"{API}/tables", json={}, headers=told)
    assert refusal(opening) == (403, "origin")
    assert vroni.ask("GET", headers=told).status_code == 200


def test_the_own_page_may_do_all(idle_server: Simulated) -> None:
    answer = idle_server.ask(
        "POST", f"{API}/tables", json={}, headers={"Origin": idle_server.address}
    )
    assert answer.status_code == 201


def test_behind_a_proxy_the_page_is_where_people_reach_it(serve: Callable[..., Simulated]) -> None:
    server = serve("--public-url", "https://Dobbm.example:443/")
    opening = {"https://dobbm.example": 201, server.address: 403, "http://dobbm.example": 403}
    for origin, status in opening.items():
        answer = server.ask("POST", f"{API}/tables", json={}, headers={"Origin": origin})
        assert answer.status_code == status, origin
    vroni = server.open(bots=0)
    assert "Secure" in vroni.post("/remember").headers["set-cookie"]


def test_a_browser_keeps_the_seat_where_no_script_can_read_it(server: Simulated) -> None:
    vroni = server.open(bots=0)
    answer = vroni.post("/remember")
    assert (answer.status_code, answer.content) == (204, b"")
    said = answer.headers["set-cookie"]
    assert {"HttpOnly", "SameSite=strict", f"Path={vroni.path}"} <= {*said.split("; ")}
    cookie = said.split(";")[0]
    browser = Guest(server, vroni.table)
    assert browser.ask("GET", headers={"Cookie": cookie}).json()["seat"] == 0
    for wrong in (cookie[:-1], f"{cookie}x", cookie.split("=")[0], "dobbm=1"):
        assert browser.ask("GET", headers={"Cookie": wrong}).json()["seat"] is None
        assert refusal(browser.ask("POST", "/next", headers={"Cookie": wrong})) == (401, "token")
    other = server.open(bots=0)
    moved = f"dobbm-{other.table}={cookie.split('=', 1)[1]}"
    assert other.spectator().ask("GET", headers={"Cookie": moved}).json()["seat"] is None
    assert browser.ask("POST", "/leave", headers={"Cookie": cookie}).status_code == 200
    assert browser.ask("GET", headers={"Cookie": cookie}).json()["seat"] is None


def test_a_token_that_asks_too_often_must_wait(serve: Callable[..., Simulated]) -> None:
    server = serve("--limit-requests", "50")
    vroni, lois = server.seated("Vroni", "Lois")
    limits = httpx.Limits(max_keepalive_connections=1)
    with httpx.Client(base_url=server.address, limits=limits, trust_env=False) as client:
        for _ in range(1_000):
            answer = client.get(vroni.path, headers=vroni.headers)
            if answer.status_code != 200:
                break
        assert refusal(answer) == (429, "limit")
        wait = int(answer.headers["retry-after"])
        assert 1 <= wait <= 2
        assert client.get(lois.path, headers=lois.headers).status_code == 200
        sleep(wait)
        assert client.get(vroni.path, headers=vroni.headers).status_code == 200


def test_an_address_opens_so_many_tables(serve: Callable[..., Simulated]) -> None:
    """Told by the proxy on this machine; this machine itself may open any number."""
    server = serve("--limit-address-tables", "3", "--limit-address-requests", "1000")

    def status(address: str) -> int:
        told = {"X-Forwarded-For": address}
        return server.ask("POST", f"{API}/tables", json={}, headers=told).status_code

    assert [status("192.0.2.7") for _ in range(4)] == [201, 201, 201, 429]
    assert [status(f"2001:db8::{host}") for host in range(4)] == [201, 201, 201, 429]
    assert status("2001:db8:0:1::7") == 201
    assert status("::ffff:192.0.2.7") == 429
    assert [status("nonsense") for _ in range(4)] == [201, 201, 201, 429]
    assert [status("127.0.0.1") for _ in range(4)] == [201] * 4


def test_an_address_makes_so_many_requests(serve: Callable[..., Simulated]) -> None:
    server = serve("--limit-address-requests", "1")
    told = {"X-Forwarded-For": "192.0.2.7"}
    answers = [server.ask("GET", f"{API}/talk", headers=told) for _ in range(60)]
    assert answers[0].status_code == 200
    assert refusal(answers[-1]) == (429, "limit")
    assert server.ask("GET", f"{API}/talk").status_code == 200


def test_a_request_that_does_not_come_is_not_waited_for(idle_server: Simulated) -> None:
    """A body of which three bytes come and then nothing."""
    head = f"POST {API}/tables HTTP/1.1\r\nHost: dobbm\r\nContent-Length: 100\r\n\r\n{{}}\n"
    with socket.create_connection(("127.0.0.1", idle_server.port)) as slow:
        slow.settimeout(2 * PATIENCE)
        slow.sendall(head.encode())
        answer = slow.recv(4096)
    assert answer.startswith(b"HTTP/1.1 408 ")


def test_logs_and_metrics_tell_no_cards_no_tokens_and_no_names(
    serve: Callable[..., Simulated],
) -> None:
    server = serve()
    people = server.dealt("Genoveva", "Balthasar")
    play(people, lambda story: story["stage"] == "between")
    people[0].post("/actions", {"action": "HX", "turn": 0})
    Guest(server, people[0].table, 0, "wrong-token").ask("GET")
    metrics = server.ask("GET", "/metrics").text
    assert "dobbm_events_total" in metrics
    assert 'route="/tables/{table}/actions"' in metrics or "/actions" in metrics
    assert server.stop() == 0
    lines = server.log.splitlines()
    assert len(lines) > 20
    for line in lines:
        told = json.loads(line)
        assert told["event"]
        assert told["level"] in {"info", "warning"}
    secrets = ["Genoveva", "Balthasar", "wrong-token", people[0].table, "of the tests"]
    secrets += [str(guest.token) for guest in people]
    for text in (metrics, server.log):
        assert not [secret for secret in secrets if secret in text]
        assert not {*CARD.findall(text)} & {*CARDS}


def test_the_database_knows_no_tokens(serve: Callable[..., Simulated]) -> None:
    server = serve()
    vroni, lois = server.seated("Vroni", "Lois")
    assert server.stop() == 0
    kept = b"".join(path.read_bytes() for path in server.folder.iterdir())
    assert b"Vroni" in kept
    for guest in (vroni, lois):
        assert str(guest.token).encode() not in kept
