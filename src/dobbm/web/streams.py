"""Server-Sent Events: every change of a table, as the caller sees it."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager, aclosing
from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Request
from fastapi.responses import StreamingResponse

from dobbm.actions import Seat
from dobbm.store import StoreUnavailable
from dobbm.table.state import Table
from dobbm.web.callers import AnyCaller, Caller
from dobbm.web.errors import Refused
from dobbm.web.guards import Counter, address_of
from dobbm.web.tables import AT_A_TABLE, WITHOUT_TOKEN

ALIVE = 15.0
"""Seconds after which a silent stream says that it is still there."""
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
    live, seat = who.live, who.seat
    counter: Counter = request.app.state.counter
    address = address_of(request.scope)
    counter.verify_stream(address)
    most = request.app.state.settings.limits.streams
    if seat is not None and live.streams[live.person_of(seat).id] >= most:
        raise Refused("limit", f"a seat has {most} event streams at most", 1)
    number = after if last_event_id is None else last_event_id
    if number is None or number > live.table.number:
        number = (await who.house.latest(live, seat)).table.number - 1
    return EventStream(
        _told(who, number, counter.stream(address)), headers={"X-Accel-Buffering": "no"}
    )


async def _told(
    who: Caller, number: int, counted: AbstractContextManager[None]
) -> AsyncIterator[bytes]:
    house, live, seat = who
    yield f"retry: {AGAIN}\n\n".encode()
    with counted:
        try:
            async with aclosing(house.follow(live, seat, number, ALIVE)) as moments:
                async for moment in moments:
                    if moment is None:
                        yield b": still here\n\n"
                        continue
                    if _is_a_bots(moment.table, seat):
                        return  # whoever has left the seat is not to see what it holds from now on
                    data = house.message(live, moment, seat)
                    yield b"id: %d\ndata: %b\n\n" % (moment.table.number, data)
        except StoreUnavailable as error:
            log.warning("an event stream is cut: %s", error)


def _is_a_bots(table: Table, seat: Seat | None) -> bool:
    """Whether a bot has the seat, for good."""
    occupant = None if seat is None else table.seats[seat]
    return occupant is not None and occupant.person is None
