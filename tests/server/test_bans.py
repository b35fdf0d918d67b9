"""Bans and closed tables over HTTP."""

from __future__ import annotations

import re
from collections.abc import Callable

from dobbm.runtime.runtime import HEARTBEAT
from dobbm.runtime.store import Ban
from dobbm.server.authentication import API
from dobbm.table.house_rules import GRACE
from server.serving import refusal
from server.simulated import Simulated

SOON = HEARTBEAT + 0.1
AWAY = {"X-Forwarded-For": "192.0.2.7"}


def banned(server: Simulated, kind: str, value: str) -> None:
    """Ban as the command does, and let the server notice."""
    ban = Ban("name" if kind == "name" else "address", value)
    server.run(server.hosted.ban(ban))
    server.pass_time(SOON)


def test_every_request_from_a_banned_address_is_refused(server: Simulated) -> None:
    [vroni] = server.dealt("Vroni")
    banned(server, "address", "192.0.2.0/24")
    for method, path in (("GET", "/"), ("GET", f"{API}/tables"), ("POST", f"{API}/tables")):
        assert refusal(server.ask(method, path, headers=AWAY)) == (403, "banned")
    assert refusal(vroni.ask("GET", headers=AWAY)) == (403, "banned")
    assert vroni.ask("GET").status_code == 200
    assert server.ask("GET", f"{API}/tables", headers={"X-Forwarded-For": "192.0.3.7"}).is_success


def test_a_banned_address_may_know_what_is_stored_and_why(server: Simulated) -> None:
    [vroni] = server.dealt("Vroni")
    banned(server, "address", "192.0.2.0/24")
    for path in ("/privacy", f"{API}/privacy"):
        assert server.ask("GET", path, headers=AWAY).status_code == 200
    part = re.findall(r'"(/static/[^"]+)"', server.ask("GET", "/privacy", headers=AWAY).text)[0]
    assert server.ask("GET", part, headers=AWAY).status_code == 200
    assert vroni.ask("GET", "/about", headers=AWAY).json()["name"] == "Vroni"
    assert refusal(server.ask("POST", f"{API}/privacy", headers=AWAY)) == (403, "banned")


def test_people_with_a_banned_address_read_so_in_their_language(server: Simulated) -> None:
    banned(server, "address", "192.0.2.0/24")
    browser = AWAY | {"Accept": "text/html"}
    for path in ("/", "/t/stubai"):
        answer = server.ask("GET", path, headers=browser)
        assert answer.status_code == 403
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert "<p>The host of this server does not let you play.</p>" in answer.text
        assert '<p lang="de">Der Betreiber dieses Servers lässt dich nicht' in answer.text
        assert '<p lang="ja">このサーバーの運営者により' in answer.text
    assert refusal(server.ask("GET", f"{API}/tables", headers=browser)) == (403, "banned")


def test_the_streams_of_a_banned_address_and_name_end(server: Simulated) -> None:
    vroni, lois = server.dealt("Vroni", "Lois")
    with vroni.events(None, **AWAY) as away, lois.events() as events, vroni.events() as other:
        for stream in (away, events, other):
            next(stream)
        banned(server, "address", "192.0.2.7/32")
        at = server.clock_now()
        assert not [*away]
        assert server.clock_now() - at < 1
        banned(server, "name", "lois")
        assert not [message for message in events if message.table["change"]["kind"] == "acted"]
        assert vroni.post("/talk", {"phrase": "hello"}).status_code == 200
        assert next(other)


def test_a_person_with_a_banned_name_is_refused_and_a_bot_stands_in(server: Simulated) -> None:
    vroni, lois = server.dealt("Vroni", "Lois")
    banned(server, "name", "lois")
    assert refusal(lois.ask("GET")) == (403, "banned")
    assert refusal(lois.post("/talk", {"phrase": "hello"})) == (403, "banned")
    server.pass_time(GRACE + 20)
    assert vroni.see()["seats"][1]["stood_in"] == "gone"
    assert refusal(server.ask("POST", f"{API}/tables", json={"name": "LOIS"})) == (403, "banned")


def test_a_closed_table_is_gone(serve: Callable[..., Simulated]) -> None:
    server = serve()
    [vroni] = server.dealt("Vroni")
    with vroni.events() as events:
        next(events)
        server.run(server.hosted.close_table(vroni.table))
        server.pass_time(SOON)
        assert not [*events]
    for answer in (vroni.ask("GET"), vroni.ask("GET", "/events"), vroni.post("/next", {})):
        assert refusal(answer) == (410, "closed")
    path = f"{vroni.path}/seats"
    assert refusal(server.ask("POST", path, json={"name": "Lois"})) == (410, "closed")
