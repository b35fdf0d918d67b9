"""The routes that open and list tables (docs/server.md)."""

from __future__ import annotations

from typing import Any

from fastapi import Request, status
from fastapi.responses import Response as Plain

from dobbm.game.rules import Rules
from dobbm.runtime.clock import Clock
from dobbm.runtime.json_bytes import dumps
from dobbm.runtime.runtime import Runtime
from dobbm.server import models, responses, table_models
from dobbm.server.addresses import address_of, origin_of
from dobbm.server.described_refusals import refused
from dobbm.server.quotas import Quotas
from dobbm.server.rate_limits import RateLimiter
from dobbm.server.routers import make_router
from dobbm.server.shared_answers import SharedAnswer
from dobbm.table.house_rules import Options
from dobbm.table.talk import PHRASES

router = make_router("", "lobby")


@router.post("/tables", status_code=status.HTTP_201_CREATED, responses=refused(408, 409, 413))
async def open_table(request: Request, wanted: models.NewTable) -> responses.Opened:
    """Open a table, take its first seat, and give the last `bots` seats to bots.

    If bots have all the other seats, the first deal starts at once. A request that is repeated with
    the same `request` returns the same table, seat and token.
    """
    options = Options(
        listed=wanted.listed,
        delay=wanted.delay,
        ready_check=wanted.ready_check,
        texts=not wanted.listed if wanted.texts is None else wanted.texts,
        **house_rules(wanted),
    )
    await verify_room(request, listed=wanted.listed)
    address, secret = address_of(request.scope), request.state.settings.secret
    origin = origin_of(address, secret) if wanted.listed else None
    runtime: Runtime = request.state.runtime
    welcome = await runtime.open_table(options, wanted.name, wanted.bots, wanted.request, origin)
    return responses.Opened(**welcome._asdict())


@router.get("/tables", response_model=list[table_models.Listed], responses=refused())
async def lobby(request: Request) -> Plain:
    """List the lobby: listed tables with a free seat and a person present, in a fair order.

    The list is at most a second old.
    """
    listed: SharedAnswer[bytes] = request.state.lobby
    return Plain(await listed.get(), media_type="application/json")


@router.get("/talk", response_model=dict[str, table_models.Phrase], responses=refused())
async def talk() -> dict[str, dict[str, str]]:
    """List the set phrases of table talk, with their meanings."""
    return {key: phrase._asdict() for key, phrase in PHRASES.items()}


def shared_lobby(runtime: Runtime, clock: Clock) -> SharedAnswer[bytes]:
    """Return the lobby as all who ask for it receive it."""

    async def make() -> bytes:
        return dumps(await runtime.lobby())

    return SharedAnswer(make, clock)


async def verify_room(request: Request, *, listed: bool = False) -> None:
    """Count a new table or club; raise ``Refusal`` if there are too many, or no room for more."""
    limiter: RateLimiter = request.state.rate_limiter
    limiter.count_table(address_of(request.scope), listed=listed)
    quotas: Quotas = request.state.quotas
    await quotas.verify()


def house_rules(wanted: models.NewRules) -> dict[str, Any]:
    """Return the fields of ``Options`` that the host may change."""
    rules = dict(wanted.rules)
    return {
        "players": wanted.players,
        "rules": Rules.of(rules.pop("preset", "pagat"), **rules),
        "bot": wanted.bot,
        "bank": wanted.bank,
        "free": wanted.free,
    }
