"""Server-Sent Events: every change of a table, as the caller sees it."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager, aclosing
from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Request
from fastapi.responses import StreamingResponse

from dobbm.runtime.runtime import SILENCE
from dobbm.runtime.store import StoreUnavailable
from dobbm.server.callers import AnyCaller, Caller
from dobbm.server.errors import Refused
from dobbm.server.guards import Counter, address_of
from dobbm.server.tables import AT_A_TABLE, WITHOUT_TOKEN

AGAIN = 500
"""Milliseconds after which a browser is to try again when a stream is cut."""

MOST = 10**9
"""No event has so high a number."""

log = logging.getLogger(__name__)

router = APIRouter(tags=["table"])


class EventStream(StreamingResponse):
    """A stream of events, as the OpenAPI document tells it."""

    media_type = "text/event-stream"


def _as_json(refusal: dict[str, Any]) -> dict[str, Any]:
    """How the OpenAPI document tells of a refusal, where answers have another form."""
    schema = {"$ref": f"#/components/schemas/{refusal['model'].__name__}"}
    rest = {key: told for key, told in refusal.items() if key != "model"}
    return rest | {"content": {"application/json": {"schema": schema}}}


@router.get(
    "/tables/{table}/events",
    response_class=EventStream,
    responses={status: _as_json(refusal) for status, refusal in AT_A_TABLE.items()},
    openapi_extra=WITHOUT_TOKEN,
)
async def follow(
    request: Request,
    who: AnyCaller,
    after: Annotated[
        int | None, Query(ge=0, le=MOST, description="resume after the event of this `id`")
    ] = None,
    last_event_id: Annotated[
        int | None, Header(ge=0, le=MOST, description="what a browser sends to resume")
    ] = None,
) -> EventStream:
    """Follow the table by Server-Sent Events: one for every change, without a gap.

    The `id` of an event is its `number`, its `data` a `Table` as JSON. The first event tells how
    the table stands; with `after` or `Last-Event-ID` all events after that one come, as the caller
    sees them. As long as it is open the seat counts as present. Lines that begin with `:` only say
    that the connection is alive. It ends when the server does, or the caller has left the seat.
    """
    runner, seat = who
    counter: Counter = request.state.counter
    address = address_of(request.scope)
    counter.verify_stream(address)
    most = request.state.settings.limits.streams
    if seat is not None and runner.streams(seat) >= most:
        raise Refused("limit", f"a seat has {most} event streams at most", 1)
    number = after if last_event_id is None else last_event_id
    if number is None or number > runner.table.number:
        number = (await runner.feed.latest(seat)).table.number - 1
    return EventStream(
        _told(who, number, counter.stream(address)), headers={"X-Accel-Buffering": "no"}
    )


async def _told(
    who: Caller, number: int, counted: AbstractContextManager[None]
) -> AsyncIterator[bytes]:
    runner, seat = who
    yield f"retry: {AGAIN}\n\n".encode()
    with counted:
        try:
            async with aclosing(runner.follow(seat, number, SILENCE)) as told:
                async for messages in told:
                    # One write for all of them: a page of old events is one piece.
                    lines = [b"id: %d\ndata: %b\n\n" % (one.number, one.data) for one in messages]
                    yield b"".join(lines) or b": still here\n\n"
        except StoreUnavailable as error:
            log.warning("an event stream is cut: %s", error)
