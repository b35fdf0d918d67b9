"""The routes for the deals of a day, and for what people have made of them."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Annotated, TypeAlias

from fastapi import Depends, Request

from dobbm.exercises.daily import DailyDeal, daily_deals, parse_day
from dobbm.game.errors import DobbmError
from dobbm.runtime.day_results import DayResult, ranked
from dobbm.runtime.people import digest
from dobbm.runtime.runtime import Runtime
from dobbm.server import models, responses
from dobbm.server.addresses import address_of
from dobbm.server.authentication import TOKEN
from dobbm.server.computations import compute, count_computation
from dobbm.server.daily_results import finished, payment
from dobbm.server.described_refusals import WITHOUT_TOKEN, refused
from dobbm.server.ledger_routes import count_page
from dobbm.server.middleware import token_of
from dobbm.server.rate_limits import RateLimiter
from dobbm.server.routers import make_router
from dobbm.server.threaded_bots import ThreadedBots
from dobbm.table.refusals import Refusal

SHOWN = 50
"""Number of results that everybody sees."""
MOST_RESULTS = 1000
"""Maximum number of results of a day."""

router = make_router("", "practice")


@router.get("/daily/{day}", responses=refused())
async def daily(day: str) -> responses.Daily:
    """Get the three deals of a day, which follow from its date alone.

    They are the same for everybody. Each record has the whole deck, because `POST /practice` needs
    it and nothing is stored: a fair client shows only the cards of `seat`.
    """
    deals = [responses.DailyDeal(**one.to_json()) for one in _deals(day)]
    return responses.Daily(day=day, deals=deals)


@router.get("/daily/{day}/results", responses=refused(), openapi_extra=WITHOUT_TOKEN)
async def day_results(request: Request, day: str) -> responses.DayResults:
    """Get what people on this server have made of the deals of a day, best first."""
    _deals(day)
    await count_page(request)
    token = token_of(request.headers)
    return await _shown(request, day, digest(token) if token else "")


async def device(request: Request, _: Annotated[object, Depends(TOKEN)]) -> str:
    """Return the digest of the token that a device has made for its result.

    Raises ``Refusal`` with the code ``token`` if there is none, or if it can be guessed.
    """
    token = token_of(request.headers)
    if token is None or not re.fullmatch(models.REQUEST, token):
        raise Refusal("token", "a result needs a random token: Authorization: Bearer TOKEN")
    return digest(token)


ADevice: TypeAlias = Annotated[str, Depends(device)]


@router.post("/daily/{day}/results", responses=refused(401, 408, 409, 413))
async def add_result(
    request: Request, day: str, token: ADevice, wanted: models.PlayedDay
) -> responses.DayResults:
    """Show what you have made of the deals of a day to everybody, under a name.

    The server plays the deals again: all actions must be legal, and those of the bots must be what
    they do. The device makes a random token of at least 128 bits, with which it can withdraw the
    result. The first result of a token counts; the same request with another name renames it.
    """
    runtime: Runtime = request.state.runtime
    deals = _deals(day)
    if deals[0].day > datetime.fromtimestamp(runtime.clock.now(), UTC).date() + timedelta(days=1):
        raise Refusal("day", "this day has not begun anywhere")
    if not wanted.name:
        raise Refusal("name", "a result needs a name")
    runtime.bans.verify_name(wanted.name)
    address = count_computation(request)
    limiter: RateLimiter = request.state.rate_limiter
    limiter.count_result(address)
    played = [finished(*one) for one in zip(deals, wanted.deals, strict=True)]
    bots: ThreadedBots = request.state.bots
    charge = partial(limiter.charge_computation, address)

    async def payments() -> list[int]:
        return [await payment(*one, bots, charge) for one in zip(deals, played, strict=True)]

    paid = await compute(request, f"result {address}", payments)
    result = DayResult(day, token, wanted.name, tuple(paid), round(runtime.clock.now(), 3))
    if not await runtime.store.keep_result(result, MOST_RESULTS):
        raise Refusal("crowded", f"this day has {MOST_RESULTS} results already")
    return await _shown(request, day, token)


@router.delete("/daily/{day}/results", responses=refused(401, 408, 413))
async def withdraw_result(request: Request, day: str, token: ADevice) -> responses.DayResults:
    """Delete the result that the token's device has added, if there is one."""
    _deals(day)
    limiter: RateLimiter = request.state.rate_limiter
    limiter.count_change(address_of(request.scope), token)
    runtime: Runtime = request.state.runtime
    await runtime.store.withdraw_result(day, token)
    return await _shown(request, day, token)


def _deals(day: str) -> tuple[DailyDeal, ...]:
    """Return the deals of a day; raise ``Refusal`` with the code ``day`` if it is none."""
    try:
        return daily_deals(parse_day(day))
    except DobbmError as error:
        raise Refusal("day", str(error)) from None


async def _shown(request: Request, day: str, token: str) -> responses.DayResults:
    """Return the best results of a day and that of the token, as the API shows them."""
    runtime: Runtime = request.state.runtime
    found = ranked(await runtime.store.results(day))
    lines = [
        responses.RankedResult(
            place=place, name=one.name, paid=[*one.paid], total=one.total, own=one.token == token
        )
        for at, (place, one) in enumerate(found)
        if at < SHOWN or one.token == token
    ]
    keep_days = request.state.settings.keep_days
    return responses.DayResults(day=day, count=len(found), results=lines, keep_days=keep_days)
