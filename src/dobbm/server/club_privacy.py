"""The route for what a server stores about a member of a club (docs/clubs.md)."""

from __future__ import annotations

from fastapi import Request

from dobbm.club.club_ids import stream_of
from dobbm.runtime.about import StoredPerson, stored_about
from dobbm.runtime.runtime import Runtime
from dobbm.server import responses
from dobbm.server.club_access import AFormerFellow, clubs_of
from dobbm.server.described_refusals import refused
from dobbm.server.ledger_routes import count_page
from dobbm.server.routers import make_router

router = make_router("", "privacy")


@router.get(
    "/clubs/{club}/about", response_model=responses.StoredPerson, responses=refused(401, 404, 410)
)
async def about_in_club(request: Request, who: AFormerFellow) -> StoredPerson:
    """Get all that is stored about the caller as a member of a club, except for the book.

    It works after leaving, too.
    """
    await count_page(request)
    runtime: Runtime = request.state.runtime
    people = await clubs_of(request).people(who.club)
    return await stored_about(runtime.store, stream_of(who.club.id), people[who.member])
