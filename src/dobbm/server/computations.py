"""Computations that an address asks for: counted, one at a time, ended when the client goes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from fastapi import Request
from starlette.requests import ClientDisconnect

from dobbm.server.addresses import address_of
from dobbm.server.rate_limits import RateLimiter
from dobbm.table.refusals import Refusal

MOST_ACTIONS = 100
"""Maximum number of actions in a record that something is computed for."""

Result = TypeVar("Result")


def verify_length(record: dict[str, Any]) -> dict[str, Any]:
    """Return a record; raise ``Refusal`` with the code ``record`` if it is longer than a deal.

    A deal can be longer only if it is doubled more often than a table allows.
    """
    actions = record.get("actions")
    if isinstance(actions, list) and len(actions) > MOST_ACTIONS:
        raise Refusal("record", f"the deal may have at most {MOST_ACTIONS} actions")
    return record


def count_computation(request: Request) -> str:
    """Count a computation for the caller's address, and return the address.

    Raises ``Refusal`` with the code ``limit`` if there are too many.
    """
    limiter: RateLimiter = request.state.rate_limiter
    address = address_of(request.scope)
    limiter.count_computation(address)
    return address


async def compute(
    request: Request, lane: str, work: Callable[[], Coroutine[Any, Any, Result]]
) -> Result:
    """Return the result of ``work``, after earlier work in the same lane.

    When the client disconnects, the work is cancelled; raises ``ClientDisconnect``.
    """
    limiter: RateLimiter = request.state.rate_limiter

    async def in_turn() -> Result:
        async with limiter.computing(lane):
            return await work()

    working = asyncio.create_task(in_turn())
    watching = asyncio.create_task(_disconnected(request))
    try:
        await asyncio.wait((working, watching), return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        raise ClientDisconnect
    finally:
        working.cancel()
        watching.cancel()


async def _disconnected(request: Request) -> None:
    """Wait until the client disconnects."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
