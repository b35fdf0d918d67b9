"""Limits for browsers and strangers, and secrets that never leave the server."""

from __future__ import annotations

import asyncio
from asyncio import Event
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from time import perf_counter

import pytest

from dobbm.game.errors import RecordError
from dobbm.game.json_text import verify_keys
from dobbm.server.config import IMPORT, Limits
from dobbm.server.middleware import PATIENCE
from dobbm.server.models import MOST_FIELDS
from dobbm.server.rate_limits import (
    ADDRESS_CHANGE_BURST,
    AT_ONCE,
    CHANGE_BURST,
    CHANGE_RATE,
    HOUR,
    LISTED_TABLES,
    SWEEP,
    RateLimiter,
    TokenBuckets,
)
from dobbm.server.site import Site
from runtime.simulation import SimulatedClock, simulate
from server.serving import Guest, refusal
from server.simulated import Simulated

API = "/api/v1"
SITE = Site()


def test_every_response_has_security_headers(idle_server: Simulated) -> None:
    vroni = idle_server.open(bots=0)
    answers = [
        vroni.ask("GET"),
        vroni.post("/actions", []),
        idle_server.ask("GET", "/nothing"),
        idle_server.ask("GET", f"{API}/openapi.json"),
        idle_server.ask("POST", f"{API}/tables", content=b" " * 20_000),
    ]
    with idle_server.stream(f"{vroni.path}/events", {}, {}) as stream:
        heads = [stream.headers, *[answer.headers for answer in answers]]
    for headers in heads:
        policy = dict(
            part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";")
        )
        assert policy["default-src"] == "'self'"
        assert policy["frame-ancestors"] == policy["object-src"] == policy["base-uri"] == "'none'"
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cache-control"] == "no-store"
        assert "server" not in headers
        assert headers["cross-origin-opener-policy"] == "same-origin"


@pytest.mark.parametrize("path", ["app.js", "styles/base.css", "fonts/grenze.woff2"])
def test_a_part_of_a_page_has_only_the_headers_that_concern_it(
    idle_server: Simulated, path: str
) -> None:
    headers = idle_server.ask("GET", f"/static/{SITE.version}/{path}").headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "content-security-policy" not in headers


@pytest.mark.parametrize(
    "path", ["/", "/sw.js", "/static/{version}/decks/tell/HS.svg", "/static/1/x.js"]
)
def test_what_may_be_opened_or_run_alone_has_a_content_security_policy(
    idle_server: Simulated, path: str
) -> None:
    headers = idle_server.ask("GET", path.format(version=SITE.version)).headers
    assert "default-src 'self'" in headers["content-security-policy"]
    assert headers["x-frame-options"] == "DENY"


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
def test_pages_of_other_servers_change_nothing(idle_server: Simulated, origin: str) -> None:
    vroni = idle_server.open(bots=0)
    headers = {"Origin": origin}
    assert refusal(vroni.ask("POST", "/next", headers=headers)) == (403, "origin")
    assert refusal(vroni.ask("PUT", "/forced", headers=headers)) == (403, "origin")
    opening = idle_server.ask("POST", f"{API}/tables", json={}, headers=headers)
    assert refusal(opening) == (403, "origin")
    assert vroni.ask("GET", headers=headers).status_code == 200


def test_a_browser_that_names_no_origin_may_say_that_it_is_another_sites(
    idle_server: Simulated,
) -> None:
    for site, status in {"cross-site": 403, "same-origin": 201, "none": 201}.items():
        headers = {"Sec-Fetch-Site": site}
        answer = idle_server.ask("POST", f"{API}/tables", json={}, headers=headers)
        assert answer.status_code == status, site


def test_the_servers_own_page_may_open_a_table(idle_server: Simulated) -> None:
    answer = idle_server.ask(
        "POST", f"{API}/tables", json={}, headers={"Origin": idle_server.address}
    )
    assert answer.status_code == 201


def test_behind_a_proxy_the_pages_origin_is_the_public_url(serve: Callable[..., Simulated]) -> None:
    server = serve(public_url="https://dobbm.example")
    opening = {"https://dobbm.example": 201, server.address: 403, "http://dobbm.example": 403}
    for origin, status in opening.items():
        answer = server.ask("POST", f"{API}/tables", json={}, headers={"Origin": origin})
        assert answer.status_code == status, origin
    vroni = server.open(bots=0)
    assert "Secure" in vroni.post("/remember").headers["set-cookie"]


def test_a_request_must_name_this_server(serve: Callable[..., Simulated]) -> None:
    """Another name that leads here could belong to a page that reads a private network's tables."""
    server = serve(public_url="https://dobbm.example:8443", hosts=("stube", "stube.local"))
    known = ["dobbm.example:8443", "Dobbm.Example", "localhost:8000", "192.0.2.7:8000", "stube"]
    for host in [*known, "[2001:db8::7]:8000", "dobbm.example.", "stube.local:1", ""]:
        answer = server.ask("GET", f"{API}/tables", headers={"Host": host})
        assert answer.status_code == 200, host
    for host in ("evil.example", "dobbm.example.evil.example", "stube.evil.example:8000", "[", "_"):
        answer = server.ask("GET", f"{API}/tables", headers={"Host": host})
        assert refusal(answer) == (403, "origin"), host
        message = answer.json()["error"]["message"]
        known_names = "dobbm.example, stube, stube.local, localhost and numeric addresses"
        assert message.startswith(f"this server answers to {known_names}, not to ")
        assert "--public-url" in message
        for path in ("/healthz", "/readyz", "/metrics"):
            assert server.ask("GET", path, headers={"Host": host}).status_code == 200


def test_a_server_for_friends_is_reached_by_its_addresses(idle_server: Simulated) -> None:
    for host in ("localhost:8000", "127.0.0.1:8000", "192.168.1.7:8000"):
        answer = idle_server.ask("GET", "/", headers={"Host": host})
        assert answer.status_code == 200
        assert "strict-transport-security" not in answer.headers
    for path in ("/", f"{API}/tables"):
        answer = idle_server.ask("GET", path, headers={"Host": "rebound.example"})
        assert refusal(answer) == (403, "origin")


def test_browsers_remember_a_public_url_with_https(serve: Callable[..., Simulated]) -> None:
    server = serve(public_url="https://dobbm.example")
    for path in ("/", "/nothing", f"{API}/tables"):
        answer = server.ask("GET", path)
        assert answer.headers["strict-transport-security"] == "max-age=31536000"
    answer = serve(public_url="http://dobbm.example").ask("GET", "/")
    assert "strict-transport-security" not in answer.headers


def test_the_body_of_a_get_is_limited_too(idle_server: Simulated) -> None:
    answer = idle_server.ask("GET", f"{API}/tables", content=b"{}")
    assert answer.status_code == 200
    answer = idle_server.ask("GET", f"{API}/tables", content=b" " * 20_000)
    assert refusal(answer) == (413, "size")


def test_a_browser_keeps_the_seat_in_a_cookie_hidden_from_scripts(server: Simulated) -> None:
    vroni = server.open(bots=0)
    answer = vroni.post("/remember")
    assert (answer.status_code, answer.content) == (204, b"")
    set_cookie = answer.headers["set-cookie"]
    assert {"HttpOnly", "SameSite=strict", f"Path={vroni.path}"} <= {*set_cookie.split("; ")}
    cookie = set_cookie.split(";")[0]
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


def test_a_browser_without_cookies_plays_watches_and_sits_down_again_with_its_token(
    server: Simulated,
) -> None:
    """Its header says that it may only watch, which a cookie says without one."""
    lenient = {"Prefer": "handling=lenient"}
    (vroni,) = server.dealt("Vroni")
    with vroni.events(Prefer="handling=lenient") as events:
        assert next(events).table["seat"] == 0
    assert vroni.ask("GET", headers=lenient).json()["seat"] == 0
    assert vroni.post("/leave").status_code == 200
    assert refusal(vroni.ask("GET")) == (401, "token")
    with vroni.events(Prefer="handling=lenient") as events:
        assert next(events).table["seat"] is None
    assert vroni.ask("GET", headers=lenient).json()["seat"] is None
    assert refusal(vroni.ask("POST", "/next", headers=lenient)) == (401, "token")
    # A token out of date does not hide the cookie.
    lois = vroni.server.open("Lois", bots=0)
    cookie = lois.post("/remember").headers["set-cookie"].split(";")[0]
    outdated = {"Authorization": "Bearer nonsense", "Cookie": cookie}
    assert lois.ask("GET", headers=outdated | lenient).json()["seat"] == 0


def test_a_token_may_make_a_limited_number_of_requests(serve: Callable[..., Simulated]) -> None:
    server = serve(limits=Limits(requests=50))
    vroni, lois = server.seated("Vroni", "Lois")
    answers = [vroni.ask("GET") for _ in range(101)]
    assert [answer.status_code for answer in answers] == [200] * 100 + [429]
    assert refusal(answers[-1]) == (429, "limit")
    assert answers[-1].headers["retry-after"] == "1"
    assert lois.ask("GET").status_code == 200
    server.pass_time(1)
    assert vroni.ask("GET").status_code == 200


def test_an_address_may_open_a_limited_number_of_tables(serve: Callable[..., Simulated]) -> None:
    """The proxy on this machine sends the address; this machine itself may open any number."""
    server = serve(limits=Limits(address_tables=3))

    def status(address: str) -> int:
        headers = {"X-Forwarded-For": address}
        return server.ask("POST", f"{API}/tables", json={}, headers=headers).status_code

    assert [status("192.0.2.7") for _ in range(4)] == [201, 201, 201, 429]
    assert [status(f"2001:db8::{host}") for host in range(4)] == [201, 201, 201, 429]
    assert status("2001:db8:0:1::7") == 201
    assert status("::ffff:192.0.2.7") == 429
    assert [status("nonsense") for _ in range(4)] == [201, 201, 201, 429]
    assert [status("127.0.0.1") for _ in range(4)] == [201] * 4


def test_an_address_cannot_fill_the_lobby(serve: Callable[..., Simulated]) -> None:
    """Others can still list their tables, and it can open tables outside the lobby."""
    server = serve()

    def status(address: str, *, listed: bool) -> int:
        headers = {"X-Forwarded-For": address}
        table = {"listed": listed}
        return server.ask("POST", f"{API}/tables", json=table, headers=headers).status_code

    tried = [status("192.0.2.7", listed=True) for _ in range(LISTED_TABLES + 1)]
    assert tried == [201] * LISTED_TABLES + [429]
    assert status("192.0.2.7", listed=False) == 201
    assert status("192.0.2.8", listed=True) == 201
    server.pass_time(HOUR / LISTED_TABLES)
    assert status("192.0.2.7", listed=True) == 201


def test_nor_can_all_the_addresses_of_one_customer(serve: Callable[..., Simulated]) -> None:
    """A customer has 256 or 65,536 networks, and each wider one counts for twice as much."""
    server = serve()

    def opened(addresses: list[str]) -> int:
        """Let each address list as many tables as one may; return how many were listed."""
        statuses = [
            server.ask(
                "POST", f"{API}/tables", json={"listed": True}, headers={"X-Forwarded-For": address}
            ).status_code
            for address in addresses
            for _ in range(LISTED_TABLES)
        ]
        assert {*statuses} <= {201, 429}
        return statuses.count(201)

    assert opened([f"2001:db8:1:{number:x}::7" for number in range(10)]) == 2 * LISTED_TABLES
    assert opened([f"2001:db8:1:{number:x}00::7" for number in range(10)]) == 2 * LISTED_TABLES
    assert opened([f"192.0.2.{number}" for number in range(1, 11)]) == 2 * LISTED_TABLES
    assert opened(["2001:db8:2::7", "192.0.3.7"]) == 2 * LISTED_TABLES


def test_honest_tables_stay_in_the_lobby_whoever_fills_it(serve: Callable[..., Simulated]) -> None:
    """Ten networks with ten tables each, all newer than that of somebody else."""
    server = serve()

    def list_table(address: str, name: str) -> str:
        answer = server.ask(
            "POST",
            f"{API}/tables",
            json={"listed": True, "name": name},
            headers={"X-Forwarded-For": address},
        )
        return str(answer.json()["table"])

    honest = list_table("2001:db8:17::1", "Vroni")
    for number in range(10):
        for one in range(LISTED_TABLES):
            list_table(f"2001:db8:{number:x}::1", f"Sepp {number} {one}")
    lobby = [listed["table"] for listed in server.ask("GET", f"{API}/tables").json()]
    assert len(lobby) == 100
    assert lobby.index(honest) <= 10


CHANGES = {
    ("PUT", "/portrait"): {"portrait": "cap"},
    ("PUT", "/excused"): {"until": None},
    ("PUT", "/forced"): {"on": True},
    ("PUT", "/plan"): {"action": None},
    ("PUT", "/hurried"): {"on": True},
    ("PUT", "/muted"): {"seats": []},
    ("PUT", "/texts/allowed"): {"allowed": True},
    ("PUT", "/texts/declined"): {"declined": True},
    ("PUT", "/seat"): {"seat": 0},
    ("POST", "/handover"): {},
    ("POST", "/take-back"): {},
}


@pytest.mark.parametrize("change", [*CHANGES], ids="".join)
def test_nobody_fills_the_disk_with_changes(
    change: tuple[str, str], serve: Callable[..., Simulated]
) -> None:
    server = serve()
    [vroni] = server.dealt("Vroni")
    method, path = change

    def status() -> int:
        return vroni.ask(method, path, json=CHANGES[change]).status_code

    statuses = [status() for _ in range(CHANGE_BURST + 1)]
    assert 429 not in statuses[:-1]
    assert statuses[-1] == 429
    server.pass_time(1 / CHANGE_RATE)
    assert status() != 429


def test_every_request_that_changes_a_table_is_limited(serve: Callable[..., Simulated]) -> None:
    """Moves of the game are not, since a game has only so many."""
    server = serve(limits=Limits(requests=10_000, address_requests=10_000))
    vroni = server.open(bots=0)
    headers = {"X-Forwarded-For": "192.0.2.7", "Authorization": f"Bearer {vroni.token}"}

    def is_limited(method: str, path: str) -> bool:
        target = path.replace("{table}", vroni.table).replace("{seat}", "3")
        body = {"code": "stubai"} if (method, path[-9:]) == ("PUT", "/handover") else {}
        answer = server.ask(method, f"{API}{target}", json=body, headers=headers)
        return "too many changes" in answer.text

    for _ in range(ADDRESS_CHANGE_BURST):
        is_limited("PUT", "/tables/{table}/portrait")
    paths = server.ask("GET", f"{API}/openapi.json").json()["paths"]
    changing = [
        (method.upper(), path.removeprefix(API))
        for path, methods in paths.items()
        if path.startswith(f"{API}/tables/{{table}}")
        for method in methods
        if method != "get"
    ]
    free = {path for method, path in changing if not is_limited(method, path)}
    assert {path.rpartition("/")[2] for path in free} == {"actions", "next", "shuffle", "here"}


def test_a_body_of_many_fields_is_refused_with_one_sentence(idle_server: Simulated) -> None:
    body = {f"field{number}": number for number in range(MOST_FIELDS + 1)}
    answer = idle_server.ask("POST", f"{API}/tables", json=body)
    assert refusal(answer) == (422, "request")
    assert answer.json()["error"]["message"].endswith(f"a body has at most {MOST_FIELDS} fields")


def test_an_address_may_make_a_limited_number_of_requests(serve: Callable[..., Simulated]) -> None:
    server = serve(limits=Limits(address_requests=1))
    headers = {"X-Forwarded-For": "192.0.2.7"}
    answers = [server.ask("GET", f"{API}/talk", headers=headers) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert refusal(answers[-1]) == (429, "limit")
    assert server.ask("GET", f"{API}/talk").status_code == 200
    server.pass_time(1)
    assert server.ask("GET", f"{API}/talk", headers=headers).status_code == 200


def test_a_flood_waits_for_its_turn() -> None:
    """One request of somebody else is not delayed by a thousand."""

    async def flood() -> None:
        clock = SimulatedClock()
        begin = clock.monotonic()
        limiter = RateLimiter(Limits(address_requests=100), clock)
        turns = [asyncio.create_task(limiter.turn("192.0.2.7")) for _ in range(1_000)]
        await asyncio.sleep(0)
        await limiter.turn("192.0.2.8")
        for address in ("127.0.0.1", ""):
            await asyncio.gather(*(limiter.turn(address) for _ in range(100)))
        assert clock.monotonic() == begin
        assert sum(turn.done() for turn in turns) == AT_ONCE
        await clock.sleep(1.001)
        assert sum(turn.done() for turn in turns) == AT_ONCE + 200
        await asyncio.gather(*turns)

    simulate(flood())


def test_full_buckets_are_forgotten() -> None:
    """Buckets that are not full yet are kept."""

    async def draw() -> None:
        clock = SimulatedClock()
        buckets = TokenBuckets(1.0, 2.0 * SWEEP, clock)
        for _ in range(2 * int(SWEEP)):
            assert buckets.take("Vroni") == 0
        assert buckets.take("Lois") == 0
        await clock.sleep(SWEEP + 1)
        assert buckets.take("Moidl") == 0
        assert {*buckets._levels} == {"Vroni", "Moidl"}

    simulate(draw())


def test_an_incomplete_request_is_refused_after_a_while(idle_server: Simulated) -> None:
    """Three bytes of the body arrive, and then nothing."""

    async def body() -> AsyncIterator[bytes]:
        yield b"{}\n"
        await Event().wait()

    begin = idle_server.clock_now()
    headers = {"Content-Length": "100"}
    answer = idle_server.ask("POST", f"{API}/tables", content=body(), headers=headers)
    assert refusal(answer) == (408, "slow")
    assert idle_server.clock_now() - begin == pytest.approx(PATIENCE)


def test_the_database_contains_no_tokens(serve: Callable[..., Simulated], tmp_path: Path) -> None:
    server = serve(sqlite=tmp_path / "tables.sqlite")
    vroni, lois = server.seated("Vroni", "Lois")
    server.stop()
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"Vroni" in kept
    for guest in (vroni, lois):
        assert str(guest.token).encode() not in kept


TWICE = (
    b'{"name": "Vroni", "bots": 3, "turn": 1, "list": [{"at": 1}, {"at": 1, "turn": 2}], "bots": 0}'
)


def test_a_key_that_appears_twice_is_refused_and_named_on_every_route(
    idle_server: Simulated,
) -> None:
    vroni = idle_server.open(bots=0)
    paths = idle_server.ask("GET", f"{API}/openapi.json").json()["paths"]
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {vroni.token}"}
    asked = 0
    for path, methods in paths.items():
        if path == IMPORT:  # a file, not JSON
            continue
        for method in methods.keys() - {"get"}:
            where = path.replace("{table}", vroni.path.rpartition("/")[2])
            answer = idle_server.ask(method.upper(), where, content=TWICE, headers=headers)
            assert refusal(answer) == (422, "request")
            assert "the key 'bots' appears twice in one object" in answer.text
            asked += 1
    assert asked > 15


@pytest.mark.parametrize("coding", ["utf-16", "utf-32", "utf-8-sig"])
def test_a_key_is_found_twice_in_every_encoding(idle_server: Simulated, coding: str) -> None:
    body = '{"name": "Vroni", "name": "Lois"}'.encode(coding)
    headers = {"Content-Type": "application/json"}
    answer = idle_server.ask("POST", f"{API}/tables", content=body, headers=headers)
    assert answer.status_code == 422


def test_looking_for_keys_takes_no_time_that_a_stranger_could_use() -> None:
    keys = [f'"{number}":0' for number in range(1600)]
    body = f"{{{','.join([*keys, keys[-1]])}}}".encode()
    started = perf_counter()
    with pytest.raises(RecordError, match="the key '1599' appears twice"):
        verify_keys(body)
    assert perf_counter() - started < 0.25
    verify_keys(b"[" * 16_000)
    verify_keys(b'{"a": ')
    verify_keys(b"\xff")
    verify_keys(b"9" * 16_000)
