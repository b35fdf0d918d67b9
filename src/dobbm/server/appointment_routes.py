"""The routes for the evenings of a club: when it meets, and who comes (docs/clubs.md)."""

from __future__ import annotations

from fastapi import Request
from fastapi.responses import Response as Plain

from dobbm.club.appointments import calendar
from dobbm.club.away_commands import SetAbsence
from dobbm.club.club_commands import Appoint, CancelDay, ClubCommand, MoveDay, Reply
from dobbm.server import club_models
from dobbm.server.club_access import AFellow, ClubId, Visitor, clubs_of
from dobbm.server.club_routes import page_of
from dobbm.server.config import Settings
from dobbm.server.described_refusals import CHANGING, refused
from dobbm.server.links import origin_of
from dobbm.server.routers import make_router

router = make_router("/clubs", "club")


@router.put("/{club}/appointment", responses=CHANGING)
async def appoint(
    request: Request, who: AFellow, wanted: club_models.NewAppointment
) -> club_models.ClubPage:
    """Say when the club meets every week, as a co-host."""
    command = Appoint(who.member, wanted.weekday, wanted.time)
    club = await clubs_of(request).do(who.club.id, command)
    return await page_of(request, Visitor(club, who.member, who.token))


@router.put("/{club}/appointment/{day}", responses=CHANGING)
async def plan_day(
    request: Request, who: AFellow, day: str, wanted: club_models.Meeting
) -> club_models.ClubPage:
    """Cancel or move one of the next evenings, as a co-host; it keeps its `day`.

    With `meets` alone, the evening is as every week again. On another day, people answer anew.
    """
    command: ClubCommand = CancelDay(who.member, day, not wanted.meets)
    if wanted.meets and (wanted.to or wanted.time):
        command = MoveDay(who.member, day, wanted.to or day, wanted.time or who.club.time)
    elif wanted.meets and day in who.club.moved:
        command = MoveDay(who.member, day, "", "")
    club = await clubs_of(request).do(who.club.id, command)
    return await page_of(request, Visitor(club, who.member, who.token))


@router.put("/{club}/coming", responses=CHANGING)
async def reply(request: Request, who: AFellow, wanted: club_models.Coming) -> club_models.ClubPage:
    """Say whether you come to one of the next appointments, or look for a substitute."""
    club = await clubs_of(request).do(who.club.id, Reply(who.member, wanted.day, wanted.answer))
    return await page_of(request, Visitor(club, who.member, who.token))


@router.put("/{club}/absence", responses=CHANGING)
async def be_away(request: Request, who: AFellow, wanted: club_models.Away) -> club_models.ClubPage:
    """Say from which day to which you are away, at all tables by post of the club."""
    command = SetAbsence(who.member, wanted.first or "", wanted.last or "")
    club = await clubs_of(request).do(who.club.id, command)
    return await page_of(request, Visitor(club, who.member, who.token))


@router.get("/{club}/calendar.ics", responses=refused(404, 410), response_class=Plain)
async def club_calendar(request: Request, club: ClubId) -> Plain:
    """Get the appointments as a calendar, which programs can follow: it names no member."""
    clubs = clubs_of(request)
    found = await clubs.club(club)
    settings: Settings = request.state.settings
    address = f"{origin_of(request, settings.public_url)}/c/{club}"
    text = calendar(found, address, clubs.now())
    return Plain(text, media_type="text/calendar; charset=utf-8")
