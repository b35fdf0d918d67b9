"""The route for the notice of a club (docs/clubs.md)."""

from __future__ import annotations

from fastapi import Request

from dobbm.server import club_models
from dobbm.server.club_access import AFellow, clubs_of, verify_texts
from dobbm.server.described_refusals import CHANGING
from dobbm.server.routers import make_router
from dobbm.table.talk import clean_notice

router = make_router("/clubs/{club}", "club")


@router.put("/notice", responses=CHANGING)
async def change_notice(
    request: Request, who: AFellow, wanted: club_models.NewNotice
) -> club_models.Notice:
    """Write the notice of the club, or remove it, as a co-host; the text before it is deleted.

    A server that allows no texts only lets it be removed.
    """
    text = ""
    if wanted.text.strip():
        verify_texts(request)
        text = clean_notice(wanted.text)
    await clubs_of(request).change_notice(who.club.id, who.member, text)
    return club_models.Notice(text=text)
