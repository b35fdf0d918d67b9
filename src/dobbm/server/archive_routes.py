"""The routes that save a club as a file, and found it again from one (docs/clubs.md)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Annotated, Any, TypeVar

from fastapi import Query, Request, status
from fastapi.responses import Response as Plain
from fastapi.responses import StreamingResponse

from dobbm.club.club_commands import verify_host
from dobbm.runtime.club_export import archived
from dobbm.runtime.club_import import found_again, read_archive
from dobbm.runtime.history import History
from dobbm.runtime.runtime import Runtime
from dobbm.server import club_models, models
from dobbm.server.addresses import address_of
from dobbm.server.book_routes import completed
from dobbm.server.club_access import AFellow, ClubState, clubs_of, verify_may_found
from dobbm.server.config import Settings
from dobbm.server.described_refusals import refused
from dobbm.server.ledger_routes import count_page
from dobbm.server.lobby_routes import verify_room
from dobbm.server.rate_limits import RateLimiter
from dobbm.server.routers import make_router
from dobbm.server.threaded_bots import ThreadedBots
from dobbm.table.refusals import Refusal

UPLOAD = 120.0
"""Seconds within which a file must arrive."""
AGAIN = 5
"""Seconds after which to try again while others found their clubs again."""

Done = TypeVar("Done")

router = make_router("/clubs", "club")


SENT: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "description": "a file from `GET …/export`",
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}
"""Describes the body, which the route reads itself."""


@router.get("", responses=refused())
async def founding(request: Request) -> club_models.Founding:
    """Get who may found clubs on this server, and how large a file of a club may be."""
    settings: Settings = request.state.settings
    return club_models.Founding(founding=settings.founding, archive=settings.limits.archive)


@router.get("/{club}/export", responses=refused(401, 404, 409, 410), response_class=Plain)
async def export_club(request: Request, who: AFellow) -> StreamingResponse:
    """Save the whole club as a file, as a co-host: founded again from it, it goes on elsewhere.

    The file has the book, the names of the people and all finished deals of the tables, but no
    tokens, no texts of the tables, and nothing of a deal in progress.
    """
    await count_page(request)
    clubs = clubs_of(request)
    verify_host(who.club, who.member, clubs.now())
    club = await completed(request, who)
    runtime: Runtime = request.state.runtime
    pages = archived(runtime.store, History(runtime.store, _aside), club.id, clubs.now())
    first = await anext(pages)  # what cannot be read is refused before the answer begins
    headers = {"content-disposition": 'attachment; filename="dobbm-club.jsonl"'}
    lines = _paced(request, first, pages)
    return StreamingResponse(lines, media_type="application/x-ndjson", headers=headers)


@router.post(
    "/import",
    status_code=status.HTTP_201_CREATED,
    responses=refused(408, 409, 413),
    openapi_extra=SENT,
)
async def import_club(
    request: Request,
    repeated: Annotated[
        models.Repeatable, Query(alias="request", description="as in other requests")
    ] = None,
) -> club_models.Link:
    """Found a club again from a file of `GET …/export`; the answer has the founder's link.

    All other links must be made anew. A request that is repeated with the same `request` returns
    the same token. 409 `taken`: the club is here already. 422 `archive`: the file is none, or
    something in it cannot have happened; the message names the line.
    """
    verify_may_found(request)
    await verify_room(request)
    limiter: RateLimiter = request.state.rate_limiter
    clubs: ClubState = request.state.clubs
    if clubs.uploads.locked():
        raise Refusal("limit", "others found their clubs again just now", AGAIN)
    bots: ThreadedBots = request.state.bots
    runtime: Runtime = request.state.runtime
    async with limiter.computing(f"archive {address_of(request.scope)}"), clubs.uploads:
        lines = (await _body(request)).splitlines(keepends=True)
        async with clubs.reading:
            now = clubs.clubs.now()
            archive = await _aside(lambda: read_archive(lines, now, bots.names))
    runtime.bans.verify_name(archive.founder)
    settings: Settings = request.state.settings
    if not settings.texts:  # nobody may write them here
        archive = archive._replace(comments={})
    found = await found_again(runtime.store, runtime.entropy, archive, repeated, _aside)
    return club_models.Link(**found._asdict())


async def _body(request: Request) -> bytes:
    """Return the file; raise ``Refusal`` if it is too large or does not arrive in time."""
    settings: Settings = request.state.settings
    body, most = bytearray(), settings.limits.archive
    try:
        async with asyncio.timeout(UPLOAD):
            async for piece in request.stream():
                body += piece
                if len(body) > most:
                    raise Refusal(
                        "size",
                        f"a file may have at most {most} bytes here: ask the host of the server "
                        "to found this club ('dobbm clubs found')",
                    )
    except TimeoutError:
        raise Refusal("slow", f"the file must arrive within {UPLOAD:.0f} seconds") from None
    return bytes(body)


async def _paced(request: Request, first: str, rest: AsyncIterator[str]) -> AsyncIterator[bytes]:
    """Send the pages of a file, no faster than pages of old events."""
    limiter: RateLimiter = request.state.rate_limiter
    yield first.encode()
    async for page in rest:
        await limiter.old_page(address_of(request.scope))
        yield page.encode()


async def _aside(work: Callable[[], Done]) -> Done:
    """Do long work on a thread, so that other requests go on."""
    return await asyncio.to_thread(work)
