"""Streams every change of a table, as the caller sees it, as Server-Sent Events."""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from math import inf
from typing import Annotated

from fastapi import Header, Query, Request
from fastapi.responses import StreamingResponse
from pydantic import BeforeValidator

from dobbm.runtime.bans import Banned
from dobbm.runtime.history import Message
from dobbm.runtime.runner import TableRunner
from dobbm.runtime.runtime import SILENCE, Runtime
from dobbm.runtime.store import StoreError
from dobbm.server.addresses import address_of
from dobbm.server.authentication import AnyCaller, Caller
from dobbm.server.described_refusals import AT_A_TABLE, PROBLEM, REFUSALS, WITHOUT_TOKEN
from dobbm.server.models import SpectatorName
from dobbm.server.rate_limits import RECENT, RateLimiter
from dobbm.server.routers import make_router
from dobbm.server.unsent import UNREAD
from dobbm.server.watching import Watch
from dobbm.table.refusals import Refusal

AGAIN = 500
"""Milliseconds after which a browser reconnects when a stream is cut."""

BEAT = 2.0
"""Seconds between two beats of a stream; it may be a second more."""

UNHEARD = 8.0
"""Seconds after which a stream with beats ends if nothing has been heard from the person."""

LONGEST = 25.0
"""The most seconds that a request may wait for events."""

MOST = 10**9
"""The largest event number accepted in a request, far above that of any event."""

OR_NOTHING = BeforeValidator(lambda given: None if given in ("", "null") else given)
"""Lets clients without an event to resume after send the name of the parameter alone."""

DELTA = b"event: delta\n"
"""The name of an event that only says what has changed."""

SILENT = b": still here\n"
"""A comment, which keeps a connection alive."""

log = logging.getLogger(__name__)

router = make_router("", "table")


class EventStream(StreamingResponse):
    """An event stream, with its media type for the OpenAPI document."""

    media_type = "text/event-stream"


@router.get(
    "/tables/{table}/events",
    response_class=EventStream,
    # FastAPI would describe a model as one of a stream.
    responses=AT_A_TABLE | {422: REFUSALS[422] | PROBLEM},
    openapi_extra=WITHOUT_TOKEN,
)
async def follow(
    request: Request,
    who: AnyCaller,
    after: Annotated[
        int | None,
        Query(ge=0, le=MOST, description="resume after the event of this `id`"),
        OR_NOTHING,
    ] = None,
    last_event_id: Annotated[
        int | None,
        Header(ge=0, le=MOST, description="sent by browsers to resume"),
        OR_NOTHING,
    ] = None,
    again: Annotated[
        int | None,
        Query(alias="from", ge=1, le=MOST, description="resume with the event of this `id`"),
    ] = None,
    beat: Annotated[bool, Query(description="also send an event `beat` in every silence")] = False,
    name: Annotated[
        SpectatorName, Query(description="shown to the others while the caller watches")
    ] = "",
    wait: Annotated[
        float | None,
        Query(ge=0, le=LONGEST, description="end with the first events, or after these seconds"),
    ] = None,
    delta: Annotated[
        bool, Query(description="only say what has changed since the event before")
    ] = False,
) -> EventStream:
    """Follow the table with Server-Sent Events: one event per change, without gaps.

    The `id` of an event is its `number`; its `data` is a `Table` as JSON. The first event contains
    the current state of the table; with `after` or `Last-Event-ID`, the stream instead starts
    after that event and sends all later ones, as the caller sees them. With `from`, it begins with
    that event, so that the caller can tell by the time of its `change` whether it is still the
    same: the host may have restored an older database. While the stream is open,
    the seat counts as present. Lines that begin with `:` only keep the connection alive. The stream
    ends when the server stops or the caller has left the seat, or the club whose table it is.

    With `beat`, an event named `beat` follows the first event and comes every two to three seconds,
    so that the caller notices a lost connection. Its data has the time `now`, the seats `connected`
    at this moment or until a few seconds ago, the number of `spectators`, and the names of those
    `watching` who have given one with `name`. A caller with
    a seat must then send a request every four to six seconds, if only to `/here`: the stream ends
    when nothing has been heard from the person for eight seconds.

    With `wait`, the stream ends as soon as it has sent something: the events that there are, the
    next ones or, after so many seconds, nothing but a beat. So a caller follows the table through a
    proxy that holds streams back. Such a request does not count as one of the seat's streams.

    With `delta`, the first event is as above; later ones may be named `delta`. The `data` of such
    an event has only the fields that have changed since the event before; in its `view`, too. Of
    the lists of the view, it has in `lists` how many elements stay and those that follow them, as
    in `{"actions": [20, ["HS"]]}`. The fields of the table or the view that are `gone` are named.
    """
    runner, seat = who
    limiter: RateLimiter = request.state.rate_limiter
    address = address_of(request.scope)
    limiter.verify_stream(address)
    person = None if seat is None else runner.people.on_seat(runner.table, seat).id
    if person and runner.table.options.club:
        request.state.clubs.came(runner.table, person)
    most = request.state.settings.limits.streams
    if seat is not None and wait is None and runner.streams(seat) >= most:
        raise Refusal("limit", f"a seat may have at most {most} event streams", 1)
    number = await _start(who, after if last_event_id is None else last_event_id, again)
    if _is_old(runner, number):
        limiter.verify_old_pages(address)
    return EventStream(
        _encoded_events(
            who,
            number,
            limiter,
            address,
            _verifying(request, who, name),
            request.scope.get("extensions", {}).get(UNREAD, lambda: True),
            name,
            wait,
            beats=beat,
            deltas=delta,
        ),
        headers={"X-Accel-Buffering": "no"},
    )


def _verifying(request: Request, who: Caller, name: str) -> Callable[[], Awaitable[None]]:
    """Return what raises ``Banned`` or ``Refusal`` once the caller may follow no more.

    The host has banned the caller since the stream began, or the caller has left the club.
    """
    runner, seat = who
    runtime: Runtime = request.state.runtime
    watch = Watch(request, runner)
    person = None if seat is None else runner.people.on_seat(runner.table, seat).id

    async def verify() -> None:
        runtime.bans.verify_address(address_of(request.scope))
        runtime.bans.verify_name(name if person is None else runner.people.names[person])
        if seat is None:
            await watch.verify()

    return verify


async def _start(who: Caller, after: int | None, again: int | None) -> int:
    """Return the number of the event after which a stream begins."""
    runner, seat = who
    if after is None and again is not None and again <= runner.table.number:
        return again - 1
    if after is not None and after <= runner.table.number:
        return after
    return (await runner.feed.latest(seat)).table.number - 1


async def _encoded_events(
    who: Caller,
    number: int,
    limiter: RateLimiter,
    address: str,
    verify: Callable[[], Awaitable[None]],
    is_unread: Callable[[], bool],
    name: str,
    wait: float | None,
    *,
    beats: bool,
    deltas: bool,
) -> AsyncIterator[bytes]:
    runner, seat = who
    interval, patience = (BEAT, UNHEARD) if beats else (SILENCE, inf)
    if wait is not None:
        interval, patience = wait or SILENCE, inf
    has_begun = False
    # A part of the first event, because some clients take a block without data for an event.
    yield b"retry: %d\n" % AGAIN
    if wait == 0 and number >= runner.table.number:
        yield _beat(runner) if beats else SILENT
        return
    with limiter.stream(address):
        try:
            following = runner.follow(seat, number, interval, patience, name, deltas=deltas)
            async with aclosing(following) as stream:
                while True:
                    if _is_old(runner, number):
                        await limiter.old_page(address)
                    messages = await anext(stream, None)
                    if messages is None:
                        return
                    await verify()
                    needs_beat = beats and not (has_begun and messages)
                    number = messages[-1].number if messages else number
                    has_begun = True
                    yield _chunk(messages) + (_beat(runner) if needs_beat else b"") or SILENT
                    if wait is not None:
                        return
                    if is_unread():
                        yield b""  # waits until the client has read, and holds nothing meanwhile
        except (StoreError, Banned, Refusal) as error:
            log.warning("an event stream was cut: %s", error)


def _chunk(messages: list[Message]) -> bytes:
    """Return all messages at once, so that a page of old events is one chunk; empty the list.

    It would be kept for as long as the client does not read.
    """
    chunk = b"".join(
        b"%bid: %d\ndata: %b\n\n" % (DELTA if one.is_delta else b"", one.number, one.data)
        for one in messages
    )
    messages.clear()
    return chunk


def _beat(runner: TableRunner) -> bytes:
    return b"event: beat\ndata: %b\n\n" % json.dumps(runner.pulse()).encode()


def _is_old(runner: TableRunner, number: int) -> bool:
    """Return whether the events after ``number`` are too many for a short interruption."""
    return runner.table.number - number > RECENT
