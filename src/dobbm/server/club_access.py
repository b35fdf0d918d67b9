"""Identifies the callers of a club by the tokens of their personal links."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace
from typing import Annotated, NamedTuple, TypeAlias

from fastapi import Depends, Path, Request, Response
from itsdangerous import BadSignature

from dobbm.club.club_state import Club
from dobbm.runtime.club_tables import ClubTables
from dobbm.runtime.clubs import Clubs, Lost
from dobbm.runtime.device_messages import PushService
from dobbm.runtime.pushing import Pushing
from dobbm.runtime.runtime import Runtime
from dobbm.runtime.store import Store
from dobbm.runtime.tournaments import Tournaments
from dobbm.server import models
from dobbm.server.addresses import address_of
from dobbm.server.authentication import API, TABLE, TOKEN, is_secure
from dobbm.server.club_cookies import LASTS, cookie_name, remembered, signer
from dobbm.server.config import Settings
from dobbm.server.lobby_routes import house_rules
from dobbm.server.middleware import SAFE, token_of
from dobbm.server.rate_limits import RateLimiter
from dobbm.server.watching import is_strict
from dobbm.table.house_rules import Options
from dobbm.table.refusals import Refusal
from dobbm.table.state import Table

UPLOADS = 3
"""Number of files of clubs that are received at a time."""


class ClubState(NamedTuple):
    """The parts that the routes for clubs call."""

    clubs: Clubs
    tables: ClubTables
    tournaments: Tournaments
    pushing: Pushing | None
    """None if no messages are sent to devices."""
    uploads: asyncio.Semaphore
    """Held by those who send the file of a club."""
    reading: asyncio.Lock
    """Held while such a file is read, which takes seconds."""

    def came(self, table: Table, person: str) -> None:
        """Note that somebody follows a table, to whom the next turn is news again."""
        if self.pushing:
            self.pushing.came(table, person)


@asynccontextmanager
async def club_state(
    runtime: Runtime, service: PushService | None = None
) -> AsyncIterator[ClubState]:
    """Serve the clubs of a runtime; messages to devices need a ``service``."""
    clubs = Clubs(runtime)
    async with AsyncExitStack() as stack:
        tables = await stack.enter_async_context(ClubTables(runtime, clubs))
        pushing = None
        if service:
            pushing = await stack.enter_async_context(Pushing(runtime, clubs, service))
        tournaments = Tournaments(runtime, clubs, tables)
        uploads, reading = asyncio.Semaphore(UPLOADS), asyncio.Lock()
        yield ClubState(clubs, tables, tournaments, pushing, uploads, reading)


class Visitor(NamedTuple):
    """The caller of a request to a club, and the club."""

    club: Club
    member: str | None
    """None for somebody without a personal link."""
    token: str | None
    lost: Lost | None = None
    """Why the link of this device opens nothing any more; None if it has had none."""


class Fellow(NamedTuple):
    """A caller who has a personal link; whether it allows a request, the commands decide."""

    club: Club
    member: str
    token: str


NamedClub: TypeAlias = Annotated[str, Path(description="the `club` returned by `POST /clubs`")]


def clubs_of(request: Request) -> Clubs:
    """Return the clubs that a request reads or changes."""
    state: ClubState = request.state.clubs
    return state.clubs


def tables_of(request: Request) -> ClubTables:
    """Return the tables of the clubs that a request reads or changes."""
    state: ClubState = request.state.clubs
    return state.tables


def pushing_of(request: Request) -> Pushing | None:
    """Return what sends messages to devices; None if nothing does."""
    state: ClubState = request.state.clubs
    return state.pushing


def store_of(request: Request) -> Store:
    """Return the store with the clubs."""
    runtime: Runtime = request.state.runtime
    return runtime.store


def tournaments_of(request: Request) -> Tournaments:
    """Return the tournaments of the clubs that a request reads or changes."""
    state: ClubState = request.state.clubs
    return state.tournaments


def verify_may_found(request: Request) -> None:
    """Raise ``Refusal`` with the code ``founding`` if only the host of the server founds clubs."""
    settings: Settings = request.state.settings
    if settings.founding != "anyone":
        raise Refusal("founding", "only the host of this server founds clubs: ask there")


def verify_texts(request: Request) -> None:
    """Raise ``Refusal`` with the code ``texts`` where the server allows none."""
    settings: Settings = request.state.settings
    if not settings.texts:
        raise Refusal("texts", "this server allows no texts")


def table_options(club: Club, wanted: models.NewRules) -> Options:
    """Return the options of a new table of a club: what is left out is as the club wishes."""
    if club.rules and "rules" not in wanted.model_fields_set:
        wanted = wanted.model_copy(update={"rules": club.rules})
    options = Options(texts=club.texts, **house_rules(wanted))
    return options if "free" in wanted.model_fields_set else replace(options, free=club.free)


async def club_id(club: NamedClub) -> str:
    """Return the identifier of a club if it is well formed, as that of a table is."""
    if not TABLE.fullmatch(club):
        raise Refusal("unknown", "there is no such club")
    return club


async def visitor(
    request: Request,
    club: NamedClub,
    _: Annotated[object, Depends(TOKEN)],  # for the OpenAPI document
) -> Visitor:
    """Return the caller; an outdated cookie opens nothing, an outdated token is refused.

    Only who has held a link learns why it opens nothing: a cookie is signed, and tokens are secret.
    """
    clubs = clubs_of(request)
    found = await clubs.club(await club_id(club))
    token = token_of(request.headers)
    if token and is_strict(request):
        return Visitor(found, await clubs.member(found, token), token)
    held = [one for one in (token, remembered(request, found.id)) if one]
    for one in held:
        with suppress(Refusal):
            return Visitor(found, await clubs.member(found, one), one)
    return Visitor(found, None, None, await clubs.lost(found, held[-1]) if held else None)


async def fellow(
    request: Request, club: NamedClub, token: Annotated[object, Depends(TOKEN)]
) -> Fellow:
    """Return the caller, who must have a personal link, and count the change that is stored."""
    found, member, kept, _ = await visitor(request, club, token)
    if member is None or kept is None:
        raise Refusal("token", "this request needs the token of a personal link")
    if request.method not in SAFE:
        limiter: RateLimiter = request.state.rate_limiter
        limiter.count_change(address_of(request.scope), member)
    return Fellow(found, member, kept)


async def former_fellow(
    request: Request, club: NamedClub, _: Annotated[object, Depends(TOKEN)]
) -> Fellow:
    """Return the caller like ``fellow``, also after leaving or after the evening of a guest."""
    clubs = clubs_of(request)
    found = await clubs.club(await club_id(club))
    token = token_of(request.headers) or remembered(request, found.id)
    if token is None:
        raise Refusal("token", "this request needs the token of a personal link")
    member = await clubs.member(found, token, even_gone=True)
    limiter: RateLimiter = request.state.rate_limiter
    limiter.count_change(address_of(request.scope), member)
    return Fellow(found, member, token)


AFormerFellow: TypeAlias = Annotated[Fellow, Depends(former_fellow)]
AVisitor: TypeAlias = Annotated[Visitor, Depends(visitor)]
AFellow: TypeAlias = Annotated[Fellow, Depends(fellow)]
ClubId: TypeAlias = Annotated[str, Depends(club_id)]


def remember_club(request: Request, response: Response, club: str, token: str) -> None:
    """Set a signed cookie with the token, which no script can read, for another year."""
    response.set_cookie(
        cookie_name(club),
        signer(request, f"chair in {club}").dumps(token),
        max_age=LASTS,
        path=API,  # the tables of the club, too, are shown to its people
        secure=is_secure(request),
        httponly=True,
        samesite="strict",
    )


def invitation(request: Request, club: str, by: str, made: float, until: float) -> str:
    """Return a code, made now, with which guests come until a time."""
    return str(signer(request, f"guests of {club}").dumps([by, made, until]))


def invited_by(request: Request, club: Club, code: str, now: float) -> tuple[str, float]:
    """Return who has invited the guests of a code, and until when they may stay.

    Raises ``Refusal`` with the code ``invitation`` if it is none, or out of date.
    """
    try:
        by, made, until = signer(request, f"guests of {club.id}").loads(code)
    except BadSignature:
        raise Refusal("invitation", "this is no link of this club: ask for a new one") from None
    if until < now or made <= club.shut:
        raise Refusal("invitation", "this link was for another evening: ask for a new one")
    return by, until
