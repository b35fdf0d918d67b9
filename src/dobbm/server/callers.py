"""Who makes a request: the seat that its token opens, from a header or from a signed cookie."""

from __future__ import annotations

import re
from typing import Annotated, NamedTuple, TypeAlias

from fastapi import Depends, Path, Request, Response
from fastapi.security import HTTPBearer
from itsdangerous import BadSignature, URLSafeSerializer

from dobbm.game.actions import Seat
from dobbm.runtime.runner import TableRunner
from dobbm.runtime.runtime import Runtime
from dobbm.server.guards import SAFE, token_of
from dobbm.server.settings import Settings
from dobbm.table.commands import TableError

MONTH = 30 * 24 * 3600
"""Seconds that a browser keeps a seat."""

API = "/api/v1"

TABLE = re.compile("[A-Za-z0-9_-]{1,40}")
"""What the identifier of a table looks like."""

TOKEN = HTTPBearer(auto_error=False, description="The token of a seat.")


class Caller(NamedTuple):
    """Who asks, and for which table."""

    runner: TableRunner
    seat: Seat | None
    """None: a spectator."""


class Sitter(NamedTuple):
    """Somebody who has a seat at the table."""

    runner: TableRunner
    seat: Seat


Named: TypeAlias = Annotated[str, Path(description="the `table` of `POST /tables`")]


async def table_id(table: Named) -> str:
    """The identifier of a table, if it can be one.

    Raises ``TableError`` with the code ``unknown``.
    """
    # A coroutine though nothing is waited for: FastAPI gives any other function a thread each time.
    if not TABLE.fullmatch(table):
        raise TableError("unknown", "there is no such table")
    return table


TableId: TypeAlias = Annotated[str, Depends(table_id)]


async def caller(request: Request, table: Named) -> Caller:
    """Whoever asks; a spectator has no token. A wrong token is refused.

    Somebody who was gone is here again, and has the seat back from the bot that stood in.
    """
    runtime: Runtime = request.state.runtime
    runner = await runtime.table(await table_id(table), fresh=request.method in SAFE)
    token = token_of(request.headers)
    if token:
        seat: Seat | None = await runner.seat_of(token)
    else:
        seat = await _remembered_seat(request, runner)
    if seat is not None and runner.table.occupant(seat).stood_in == "gone":
        await runner.come_back(seat)
    return Caller(runner, seat)


async def sitter(
    request: Request,
    table: Named,
    _: Annotated[object, Depends(TOKEN)],  # for the OpenAPI document
) -> Sitter:
    """Whoever asks must have a seat, and has it back from a bot that stood in.

    Raises ``TableError`` with the code ``token``.
    """
    # Asked here, as each dependency of a dependency costs FastAPI more than what it finds out.
    who = await caller(request, table)
    if who.seat is None:
        raise TableError("token", "this needs the token of a seat: Authorization: Bearer TOKEN")
    await who.runner.come_back(who.seat)
    return Sitter(who.runner, who.seat)


AnyCaller: TypeAlias = Annotated[Caller, Depends(caller)]
ASitter: TypeAlias = Annotated[Sitter, Depends(sitter)]


def remember(request: Request, response: Response, table: str, token: str) -> None:
    """Let a browser keep the token where no script can read it."""
    settings: Settings = request.state.settings
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


async def _remembered_seat(request: Request, runner: TableRunner) -> Seat | None:
    """The seat that a cookie opens; a browser cannot help sending one that opens none any more."""
    kept = request.cookies.get(_cookie(runner.table.id))
    if kept is None:
        return None
    try:
        token = str(_signer(request.state.settings, runner.table.id).loads(kept))
        return await runner.seat_of(token)
    except (BadSignature, TableError):
        return None


def _signer(settings: Settings, table: str) -> URLSafeSerializer:
    return URLSafeSerializer(settings.secret, salt=f"seat at {table}")


def _cookie(table: str) -> str:
    return f"dobbm-{table}"
