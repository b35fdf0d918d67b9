"""Identifies the caller of a request by its seat token, from a header or a signed cookie."""

from __future__ import annotations

import re
from typing import Annotated, NamedTuple, TypeAlias

from fastapi import Depends, Path, Request, Response
from fastapi.security import HTTPBearer
from itsdangerous import BadSignature, URLSafeSerializer

from dobbm.game.actions import Seat
from dobbm.runtime.people import digest
from dobbm.runtime.runner import TableRunner
from dobbm.runtime.runtime import Runtime
from dobbm.server.addresses import address_of
from dobbm.server.config import COOKIE, Settings
from dobbm.server.middleware import SAFE, token_of
from dobbm.server.rate_limits import RateLimiter
from dobbm.server.watching import Watch, is_strict
from dobbm.table.refusals import Refusal

MONTH = 30 * 24 * 3600
"""Lifetime of a seat cookie, in seconds."""

API = "/api/v1"

TABLE = re.compile("[A-Za-z0-9_-]{1,40}")
"""Pattern of table identifiers."""

TOKEN = HTTPBearer(auto_error=False, description="A seat's token.")


class Caller(NamedTuple):
    """The sender of a request to a table: a seat or a spectator, with the table's runner."""

    runner: TableRunner
    seat: Seat | None
    """None for a spectator."""


class Sender(NamedTuple):
    """The sender of a request with a token that may open no seat, as its person has left."""

    runner: TableRunner
    token: str


class Sitter(NamedTuple):
    """A caller who has a seat at the table."""

    runner: TableRunner
    seat: Seat


Named: TypeAlias = Annotated[str, Path(description="the `table` returned by `POST /tables`")]


async def table_id(table: Named) -> str:
    """Return the identifier of a table if it is well formed.

    Raises ``Refusal`` with the code ``unknown`` if it is not.
    """
    # A coroutine although it awaits nothing: FastAPI runs plain functions on a thread.
    if not TABLE.fullmatch(table):
        raise Refusal("unknown", "there is no such table")
    return table


TableId: TypeAlias = Annotated[str, Depends(table_id)]


async def caller(request: Request, table: Named) -> Caller:
    """Return the caller: the seat that the token or the cookie opens, or else a spectator.

    A person who was ``gone`` is welcomed back. Raises ``Refusal`` with the code ``token`` if the
    header's token opens no seat here, unless the caller prefers to watch then; an outdated cookie
    is ignored. At a table of a club, a spectator must belong to it (``server.watching``).
    """
    runtime: Runtime = request.state.runtime
    runner = await runtime.table(await table_id(table), fresh=request.method in SAFE)
    if runner.table.options.club:
        await request.state.clubs.tables.release(runner)
    token, strict = token_of(request.headers), is_strict(request)
    if token and strict and runner.table.options.club is None:
        seat: Seat | None = await runner.seat_of(token)
    else:
        seat = await _seat_if_any(runner, token)
        if seat is None and not strict:
            seat = await _seat_if_any(runner, _remembered_token(request, runner.table.id))
    if seat is None:
        await Watch(request, runner).verify()
    else:
        await runner.welcome_back(seat)
    return Caller(runner, seat)


async def mover(
    request: Request,
    table: Named,
    _: Annotated[object, Depends(TOKEN)],  # for the OpenAPI document
) -> Sitter:
    """Return the caller, who must have a seat and gets it back from a stand-in bot, if any.

    Raises ``Refusal`` with the code ``token`` for a spectator.
    """
    # A direct call: a nested dependency costs FastAPI more than the call itself.
    who = await caller(request, table)
    if who.seat is None:
        raise Refusal("token", "this request needs a seat's token: Authorization: Bearer TOKEN")
    await who.runner.come_back(who.seat)
    return Sitter(who.runner, who.seat)


async def sitter(
    request: Request,
    table: Named,
    token: Annotated[object, Depends(TOKEN)],
) -> Sitter:
    """Return the caller as ``mover`` does, and count the change that the request stores.

    Raises ``Refusal`` with the code ``limit``, too.
    """
    who = await mover(request, table, token)
    if request.method not in SAFE:
        limiter: RateLimiter = request.state.rate_limiter
        person = who.runner.people.on_seat(who.runner.table, who.seat)
        limiter.count_change(address_of(request.scope), person.id)
    return who


async def sender(
    request: Request,
    table: Named,
    _: Annotated[object, Depends(TOKEN)],  # for the OpenAPI document
) -> Sender:
    """Return the token of the header or the cookie.

    Raises ``Refusal`` with the code ``token`` if there is none, or with the code ``role`` for who
    belongs no more to the club whose table it is.
    """
    runtime: Runtime = request.state.runtime
    runner = await runtime.table(await table_id(table), fresh=True)
    token = needed_token(request, runner.table.id)
    if runner.table.options.club:
        await request.state.clubs.tables.verify_belongs(runner, token)
    limiter: RateLimiter = request.state.rate_limiter
    limiter.count_change(address_of(request.scope), digest(token))
    return Sender(runner, token)


AnyCaller: TypeAlias = Annotated[Caller, Depends(caller)]
ASender: TypeAlias = Annotated[Sender, Depends(sender)]
ASitter: TypeAlias = Annotated[Sitter, Depends(sitter)]
AMover: TypeAlias = Annotated[Sitter, Depends(mover)]
"""A caller who makes a move of the game, which is not counted as other changes are."""


def remember(request: Request, response: Response, table: str, token: str) -> None:
    """Set a signed cookie that contains the token and that no script can read."""
    settings: Settings = request.state.settings
    response.set_cookie(
        _cookie(table),
        _signer(settings, table).dumps(token),
        max_age=MONTH,
        path=f"{API}/tables/{table}",
        secure=is_secure(request),
        httponly=True,
        samesite="strict",
    )


def is_secure(request: Request) -> bool:
    """Return whether browsers reach the server by HTTPS only, so that cookies can be for it."""
    settings: Settings = request.state.settings
    return bool(settings.public_url and settings.public_url.startswith("https:"))


async def _seat_if_any(runner: TableRunner, token: str | None) -> Seat | None:
    """Return the seat that a token opens; None for one out of date, which browsers still send."""
    if token is None:
        return None
    try:
        return await runner.seat_of(token)
    except Refusal:
        return None


def needed_token(request: Request, table: str) -> str:
    """Return the token of the header or of the cookie of a table.

    Raises ``Refusal`` with the code ``token`` if there is none.
    """
    token = token_of(request.headers) or _remembered_token(request, table)
    if token is None:
        raise Refusal("token", "this request needs a token: Authorization: Bearer TOKEN")
    return token


def _remembered_token(request: Request, table: str) -> str | None:
    """Return the token in the cookie of a table, if there is one with a valid signature."""
    kept = request.cookies.get(_cookie(table))
    if kept is None:
        return None
    try:
        return str(_signer(request.state.settings, table).loads(kept))
    except BadSignature:
        return None


def _signer(settings: Settings, table: str) -> URLSafeSerializer:
    return URLSafeSerializer(settings.secret, salt=f"seat at {table}")


def _cookie(table: str) -> str:
    return f"{COOKIE.decode()}{table}"
