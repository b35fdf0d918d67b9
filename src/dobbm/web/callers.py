"""Who makes a request: the seat that its token opens, from a header or from a signed cookie."""

from __future__ import annotations

from typing import Annotated, NamedTuple, TypeAlias

from fastapi import Depends, Path, Request, Response
from itsdangerous import BadSignature, URLSafeSerializer

from dobbm.actions import Seat
from dobbm.house.house import House
from dobbm.house.live import Live
from dobbm.table.commands import TableError
from dobbm.web.guards import token_of
from dobbm.web.settings import Settings

MONTH = 30 * 24 * 3600
"""Seconds that a browser keeps a seat."""

API = "/api/v1"

TableId: TypeAlias = Annotated[str, Path(pattern="^[A-Za-z0-9_-]{1,40}$")]


class Caller(NamedTuple):
    """Who asks, and for which table."""

    house: House
    live: Live
    seat: Seat | None
    """None: a spectator."""


class Sitter(NamedTuple):
    """Somebody who has a seat at the table."""

    house: House
    live: Live
    seat: Seat


async def caller(request: Request, table: TableId) -> Caller:
    """Whoever asks; a spectator has no token. A wrong token is refused."""
    house: House = request.app.state.house
    live = await house.live(table)
    token = token_of(request.headers) or _remembered(request, table)
    return Caller(house, live, house.seat_of(live, token) if token else None)


async def sitter(who: Annotated[Caller, Depends(caller)]) -> Sitter:
    """Whoever asks must have a seat, and has it back from a bot that stood in."""
    if who.seat is None:
        raise TableError("token", "this needs the token of a seat: Authorization: Bearer TOKEN")
    return Sitter(who.house, who.live, who.seat)


AnyCaller: TypeAlias = Annotated[Caller, Depends(caller)]
ASitter: TypeAlias = Annotated[Sitter, Depends(sitter)]


def remember(request: Request, response: Response, table: str, token: str) -> None:
    """Let a browser keep the token where no script can read it."""
    settings: Settings = request.app.state.settings
    secure = bool(settings.public_url and settings.public_url.startswith("https:"))
    response.set_cookie(
        _cookie(table),
        _signer(settings, table).dumps(token),
        max_age=MONTH,
        path=f"{API}/tables/{table}",
        secure=secure,
        httponly=True,
        samesite="strict",
    )


def _remembered(request: Request, table: str) -> str | None:
    kept = request.cookies.get(_cookie(table))
    if kept is None:
        return None
    try:
        return str(_signer(request.app.state.settings, table).loads(kept))
    except BadSignature:
        return None


def _signer(settings: Settings, table: str) -> URLSafeSerializer:
    return URLSafeSerializer(settings.secret, salt=f"seat at {table}")


def _cookie(table: str) -> str:
    return f"dobbm-{table}"
