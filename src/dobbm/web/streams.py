"""Server-Sent Events: every change of a table, as the caller sees it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Header, Query, Request
from fastapi.responses import StreamingResponse

from dobbm.web.callers import AnyCaller, Caller
from dobbm.web.errors import Refused
from dobbm.web.tables import PROBLEMS

ALIVE = 15.0
"""Seconds after which a silent stream says that it is still there."""
AGAIN = 500
"""Milliseconds after which a browser is to try again when a stream is cut."""

Number = Annotated[int | None, Query(ge=0, le=10**9)]

router = APIRouter(responses=PROBLEMS)


class EventStream(StreamingResponse):
    """A stream of events, as the OpenAPI document tells it."""

    media_type = "text/event-stream"


@router.get("/tables/{table}/events", response_class=EventStream)
async def follow(
    request: Request,
    who: AnyCaller,
    after: Number = None,
    last_event_id: Annotated[int | None, Header(ge=0, le=10**9)] = None,
) -> EventStream:
    """Every change from now on, the table as it stands first; or every change after a number."""
    live, seat = who.live, who.seat
    most = request.app.state.settings.limits.streams
    if seat is not None and live.streams[live.person_of(seat).id] >= most:
        raise Refused("limit", f"a seat has {most} event streams at most", 1)
    number = after if last_event_id is None else last_event_id
    if number is None or number > live.table.number:
        number = (await who.house.latest(live, seat)).table.number - 1
    return EventStream(_told(who, number), headers={"X-Accel-Buffering": "no"})


async def _told(who: Caller, number: int) -> AsyncIterator[bytes]:
    house, live, seat = who
    yield f"retry: {AGAIN}\n\n".encode()
    moments = house.follow(live, seat, number)
    coming = asyncio.ensure_future(anext(moments))
    try:
        while True:
            done, _ = await asyncio.wait([coming], timeout=ALIVE)
            if not done:
                yield b": still here\n\n"
                continue
            moment = coming.result()
            data = house.message(live, moment, seat)
            yield b"id: %d\ndata: %b\n\n" % (moment.table.number, data)
            coming = asyncio.ensure_future(anext(moments))
    finally:
        coming.cancel()
        await asyncio.gather(coming, return_exceptions=True)
        await moments.aclose()
