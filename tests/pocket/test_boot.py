"""The application inside a worker: whole deals as on a server, kept on the device."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import wraps
from typing import Any, NamedTuple

from dobbm.pocket.boot import Pocket, opened
from dobbm.pocket.device import Device
from dobbm.server.threaded_bots import LADDER
from pocket.devices import Full, PassingDevice
from runtime.simulation import SeededEntropy, SimulatedClock
from server.simulated import Loop

SEATED = {"name": "Anna", "bots": 3, "bot": "simple"}


class Answered(NamedTuple):
    """The answer to a request."""

    status: int
    headers: dict[str, str]
    json: Any


async def ask(
    pocket: Pocket, method: str, path: str, body: object = None, **headers: str
) -> Answered:
    """Send a request as the page's worker does."""
    begun: list[tuple[int, list[tuple[str, str]]]] = []
    parts: list[bytes] = []
    sent = json.dumps(body).encode() if body is not None else b""
    named = [("content-type", "application/json"), *headers.items()]
    await pocket.request(
        method,
        f"/api/v1{path}",
        named,
        sent,
        lambda *start: begun.append(start),
        lambda part, _: parts.append(part),
        asyncio.Event(),
    )
    text = b"".join(parts)
    [(status, answered)] = begun
    return Answered(status, dict(answered), json.loads(text) if text else None)


def on_a_device(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    @wraps(test)
    def run(*arguments: Any, **options: Any) -> None:
        with asyncio.Runner(loop_factory=Loop) as runner:
            runner.run(test(*arguments, **options))

    return run


@asynccontextmanager
async def running(device: Device, seed: int = 1) -> AsyncIterator[Pocket]:
    clock, entropy = SimulatedClock(), SeededEntropy(seed)
    async with opened(device, clock=clock, entropy=entropy, bot_seconds=0.0) as pocket:
        pocket.complete()
        yield pocket


async def seated(pocket: Pocket, bot: str = "simple") -> str:
    """Open a table, keep the seat in a cookie, and return the table's identifier."""
    opening = (await ask(pocket, "POST", "/tables", SEATED | {"bot": bot})).json
    table, token = opening["table"], opening["token"]
    path = f"/tables/{table}/remember"
    remembered = await ask(pocket, "POST", path, authorization=f"Bearer {token}")
    assert remembered.status == 204
    assert "set-cookie" not in remembered.headers
    return str(table)


async def played(pocket: Pocket, table: str) -> dict[str, Any]:
    """Play the first legal action until the deal is over; return the table then."""
    while True:
        shown = (await ask(pocket, "GET", f"/tables/{table}")).json
        view = shown["view"]
        if view and "result" in view:
            return dict(shown)
        if view and view["to_act"] == shown["seat"]:
            action = "weiter" if "weiter" in view["legal"] else view["legal"][0]
            acted = {"action": action, "turn": shown["turn"]}
            answer = await ask(pocket, "POST", f"/tables/{table}/actions", acted)
            assert answer.status == 200, answer
        else:
            await asyncio.sleep(0.1)


@on_a_device
async def test_a_deal_is_played_and_found_again_by_the_cookie_alone() -> None:
    device = PassingDevice()
    async with running(device) as pocket:
        table = await seated(pocket)
        shown = await played(pocket, table)
    async with running(device, seed=2) as pocket:
        again = (await ask(pocket, "GET", f"/tables/{table}")).json
        assert again["seat"] == shown["seat"] == 0
        assert again["view"] == shown["view"]
        ledger = await ask(pocket, "GET", f"/tables/{table}/ledger")
        assert len(ledger.json) == 1


@on_a_device
async def test_a_stream_ends_when_the_page_has_gone() -> None:
    async with running(PassingDevice()) as pocket:
        table = await seated(pocket)
        parts: list[bytes] = []
        gone = asyncio.Event()
        url = f"/api/v1/tables/{table}/events"
        stream = pocket.request(
            "GET", url, [], b"", lambda *_: None, lambda part, _: parts.append(part), gone
        )
        task = asyncio.create_task(stream)
        await asyncio.sleep(5.0)
        assert b"data: " in b"".join(parts)
        gone.set()
        await asyncio.wait_for(task, 5.0)


@on_a_device
async def test_a_wrong_request_gets_the_answer_of_a_server() -> None:
    async with running(PassingDevice()) as pocket:
        missing = await ask(pocket, "GET", "/tables/nowhere")
        assert (missing.status, missing.json["error"]["code"]) == (404, "unknown")
        refused = await ask(pocket, "POST", "/tables", SEATED | {"bots": 9})
        assert refused.status == 422


@on_a_device
async def test_a_full_device_refuses_and_loses_nothing() -> None:
    device = Full()
    async with running(device) as pocket:
        table = await seated(pocket)
        await asyncio.sleep(10.0)
        before = (await ask(pocket, "GET", f"/tables/{table}")).json
        device.is_full = True
        acted = {"action": before["view"]["legal"][0], "turn": before["turn"]}
        refused = await ask(pocket, "POST", f"/tables/{table}/actions", acted)
        assert (refused.status, refused.json["error"]["code"]) == (503, "unavailable")
        assert (await ask(pocket, "GET", f"/tables/{table}")).json["turn"] == before["turn"]
        device.is_full = False
        answer = await ask(pocket, "POST", f"/tables/{table}/actions", acted)
        assert answer.status == 200


@on_a_device
async def test_bots_of_every_strength_play() -> None:
    for bot in LADDER:
        async with running(PassingDevice()) as pocket:
            shown = await played(pocket, await seated(pocket, bot))
            assert "result" in shown["view"]
