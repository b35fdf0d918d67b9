"""Anonymous clients attack a server; other people must not notice.

The attackers have a low priority: on the Internet, they would use their own processors.
"""

from __future__ import annotations

import json
import sys
import time
from asyncio import create_subprocess_exec, create_task, run, sleep
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

import pytest

from dobbm import Deal, to_record
from dobbm.game.actions import DONE
from dobbm.game.cards import shuffled
from entries import opened
from loading.server import HOST
from loading.wire import Wire
from server.servers import Served
from server.test_long_tables import talk

pytestmark = pytest.mark.long

SECONDS = 6
"""Seconds of each attack."""
STALLED = 1.0
"""Seconds within which 95 of 100 requests of other people are answered during an attack.

On an idle machine it is a tenth of that; without the limits it was seven seconds and more.
"""
GROWTH = 1.2
"""Memory after an attack, as a multiple of that before."""
PAUSE = 0.02
SETTLED = 3
"""Seconds after which a server has ended the connections of an attack."""

ATTACKER = f"""
import asyncio, os, resource, sys, time
os.nice(15)
resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
port, begin, piece, connections = int(sys.argv[1]), *map(eval, sys.argv[2:])
end = time.monotonic() + {SECONDS}

async def attack(number):
    await asyncio.sleep(number / 1000)
    while time.monotonic() < end:
        try:
            reader, writer = await asyncio.open_connection("{HOST}", port)
            writer.write(begin)
            while time.monotonic() < end and not reader.at_eof():
                writer.write(piece)
                await writer.drain()
                await asyncio.sleep(0 if piece else 0.5)
            writer.transport.abort()
        except OSError:
            await asyncio.sleep(0.01)

async def main():
    await asyncio.gather(*(attack(number) for number in range(connections)))

asyncio.run(main())
"""
"""Sends the beginning of a request, then the same piece until the connection ends; and again."""

GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST /api/v1/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"
LONG = b"x" * 65_536
OLD_EVENTS = b"GET /api/v1/tables/long/events?after=0 HTTP/1.1\r\nHost: localhost\r\n\r\n"
DEAL = to_record(Deal.start(shuffled(Random(1)), dealer=0))
BODY = json.dumps({"record": DEAL, "seat": None, "bot": "pimc:strong"}).encode()


def get(path: bytes) -> bytes:
    """Return a whole request for a resource of the API."""
    return GET.replace(b"/", b"/api/v1/" + path, 1) + b"\r\n"


def post(path: bytes, body: bytes) -> bytes:
    """Return a whole request that sends a JSON body."""
    head = POST.replace(b"tables", path) + b"Content-Length: %d\r\n\r\n" % len(body)
    return head + body


def finished(random: Random) -> Deal:
    """Return a deal that has been played at random."""
    deal = Deal.start(shuffled(random), dealer=0)
    while deal.phase != DONE:
        deal = deal.apply(random.choice(deal.legal_actions()))
    return deal


PRACTICE = post(b"practice", BODY)
CLUB = b"the-club"
"""Stands for the club that the attacked server has."""
FOUNDING = json.dumps({"name": "Donnerstag", "founder": "Vroni", "zone": "Europe/Vienna"}).encode()
IMPORT = POST.replace(b"tables", b"clubs/import") + b"Content-Length: 9000000\r\n\r\n"
LINE = b'{"kind": "founded", "name": "' + b"x" * 900 + b'"}\n'
KEYS = json.dumps({f"key{number}": number for number in range(600)}).encode()
PLAYED = json.dumps({"record": to_record(finished(Random(2)))}).encode()
GUEST = b"clubs/" + CLUB + b"/guests"


@dataclass
class Attack:
    """The data that an attacker sends, and the number of its connections.

    Those that read nothing leave what the server answers where it is.
    """

    name: str
    begin: bytes
    piece: bytes
    connections: int = 5


ATTACKS = (
    Attack("endless-header", GET + b"Cookie: ", LONG),
    Attack("many-endless-headers", GET + b"Cookie: ", LONG, 20),
    Attack("many-headers", GET, b"A: b\r\n" * 10_000),
    Attack("endless-address", b"GET /", LONG),
    Attack("endless-body", POST + b"Content-Length: 9999999999\r\n\r\n", LONG),
    Attack("body-of-get", GET + b"Content-Length: 9999999999\r\n\r\n", LONG),
    Attack("endless-extension", CHUNKED + b"1;", LONG),
    Attack("endless-trailer", CHUNKED + b"2\r\n{}\r\n0\r\nX: ", LONG),
    Attack("tiny-chunks", CHUNKED, b"1\r\nx\r\n" * 10_000),
    Attack("empty-lines", b"", b"\r\n" * 30_000),
    Attack("pipelining", b"", (GET + b"\r\n") * 2_000),
    Attack("old-events", OLD_EVENTS, b"", 200),
    Attack("old-events-again", b"", OLD_EVENTS, 20),
    Attack("practice", PRACTICE, b"", 200),
    Attack("practice-again", b"", PRACTICE, 20),
    Attack("nothing", b"", b"", 3_000),
    Attack("half-heads", GET + b"Cookie: " + b"x" * 16_000, b"", 3_000),
    Attack("half-bodies", POST + b"Content-Length: 16000\r\n\r\n" + b"x" * 15_000, b"", 3_000),
    Attack("idle-connections", GET + b"\r\n", b"", 3_000),
    Attack("founding", b"", post(b"clubs", FOUNDING), 20),
    Attack("archives", IMPORT, LINE * 70, 20),
    Attack("half-archives", IMPORT + LINE * 100, b"", 300),
    Attack("club-of-others", b"", get(b"clubs/" + CLUB), 20),
    Attack("clubs-that-are-not", b"", get(b"clubs/no-such-club"), 20),
    Attack("calendar", b"", get(b"clubs/" + CLUB + b"/calendar.ics"), 20),
    Attack("guessed-invitations", b"", post(GUEST, b'{"name": "Sepp", "code": "one"}'), 20),
    Attack("days", b"", get(b"daily/2026-11-05"), 20),
    Attack("lobby", b"", get(b"tables"), 20),
    Attack("opening", b"", post(b"tables", b'{"bots": 3}'), 20),
    Attack("deep-json", b"", post(b"tables", b"[" * 8_000), 20),
    Attack("many-keys", b"", post(b"tables", KEYS), 20),
    Attack("analysis", b"", post(b"records/analysis", PLAYED), 20),
    Attack("upgrades", b"", GET + b"Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n", 20),
    Attack("other-hosts", b"", GET.replace(b"localhost", b"other.example") + b"\r\n", 20),
    Attack("no-hosts", b"", b"GET / HTTP/1.1\r\n\r\n", 20),
    Attack("missing-pages", b"", GET.replace(b"/", b"/static/none/x.js", 1) + b"\r\n", 20),
    Attack("unread-schema", b"", GET.replace(b"/", b"/api/v1/openapi.json", 1) + b"\r\n", 200),
)


async def honest(port: int, is_over: list[bool]) -> list[float]:
    """Send a request now and then until the attack is over; return how long each took."""
    wire, times = Wire(HOST, port), []
    while not is_over:
        begin = time.perf_counter()
        assert (await wire.get("/api/v1/tables")).status == 200
        times.append(time.perf_counter() - begin)
        await sleep(PAUSE)
    wire.close()
    return times


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that has been running for a while."""
    folder = tmp_path_factory.mktemp("attacked")
    url = f"sqlite:///{folder}/tables.sqlite"
    run(store_long_table(url))
    served = Served(url, folder / "log", "--log-level", "error")
    run(served.start())
    run(practise(served.port))  # loads the bots
    yield served
    served.stop()
    assert (folder / "log").read_text() == ""


@pytest.fixture(scope="module")
def club(attacked: Served) -> bytes:
    """A club of others."""

    async def founded() -> bytes:
        wire = Wire(HOST, attacked.port)
        answer = await wire.post("/api/v1/clubs", json.loads(FOUNDING))
        wire.close()
        return str(answer.body["club"]).encode()

    return run(founded())


async def practise(port: int) -> None:
    wire = Wire(HOST, port)
    assert (await wire.post("/api/v1/practice", json.loads(BODY))).status == 200
    wire.close()


async def store_long_table(url: str) -> None:
    async with opened(url) as store:
        await talk(store)


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_others_notice_nothing(attack: Attack, attacked: Served, club: bytes) -> None:
    attack = replace(attack, piece=attack.piece.replace(CLUB, club))
    before = attacked.use().memory
    times = sorted(run(answer_times(attacked.port, attack)))
    time.sleep(SETTLED)
    after = attacked.use().memory
    p95 = times[int(0.95 * len(times))]
    print(
        f"\n{attack.name}: {len(times)} requests, p95 {1000 * p95:.0f} ms, "
        f"memory {before / 2**20:.0f} MiB before, {after / 2**20:.0f} MiB after",
        file=sys.stderr,
    )
    assert p95 <= STALLED
    assert after <= GROWTH * before


async def answer_times(port: int, attack: Attack) -> list[float]:
    """Return how long each request of other people takes during an attack."""
    is_over: list[bool] = []
    others = create_task(honest(port, is_over))
    arguments = [repr(attack.begin), repr(attack.piece), str(attack.connections)]
    attacker = await create_subprocess_exec(sys.executable, "-c", ATTACKER, str(port), *arguments)
    assert await attacker.wait() == 0
    is_over.append(True)
    return await others
