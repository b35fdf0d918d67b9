"""The routes by which people take, arrange and move seats (docs/server.md)."""

from __future__ import annotations

from dataclasses import replace

from fastapi import Request, status

from dobbm.runtime.runtime import Runtime
from dobbm.server import models, responses
from dobbm.server.addresses import address_of
from dobbm.server.authentication import ASender, ASitter, TableId
from dobbm.server.described_refusals import CHANGING, refused
from dobbm.server.lobby_routes import house_rules
from dobbm.server.rate_limits import RateLimiter
from dobbm.server.routers import make_router
from dobbm.server.turns import do
from dobbm.table.commands import Fill, SetRules, Swap, Vacate, Vote

router = make_router("/tables/{table}", "table")


@router.post(
    "/seats", status_code=status.HTTP_201_CREATED, responses=refused(404, 408, 409, 410, 413)
)
async def sit(request: Request, table: TableId, who: models.NewSeat) -> responses.Seated:
    """Take a free seat. When the last seat is taken, the first deal starts.

    With `seat`, take that seat: a free one or, before the first deal and between two deals, a
    bot's. At a table with a `ready_check`, the first deal starts when all people are ready.
    A request that is repeated with the same `request` returns the same seat and token.
    """
    count_change(request)
    runtime: Runtime = request.state.runtime
    welcome = await runtime.join(table, who.name, who.request, who.seat)
    return responses.Seated(seat=welcome.seat, token=welcome.token)


@router.put("/seat", responses=CHANGING)
async def sit_again(who: ASender, wanted: models.OwnSeat) -> responses.Moved:
    """Sit down again after leaving, or move to another seat, with the same token and winnings.

    The seat must be free or, before the first deal and between two deals, a bot's. Whom the host
    has removed before the first deal may not sit down until it has begun.
    """
    return responses.Moved(seat=await who.runner.sit_again(who.token, wanted.seat))


@router.delete("/seats/{seat}", responses=CHANGING)
async def vacate(who: ASitter, seat: models.Place) -> responses.Turn:
    """Free a seat before the first deal: your own or, as the host, anybody's.

    Whom the host removes may sit down again only after the first deal. Between two deals, the host
    gives the seat of a person who is away to a bot or, while the host is away, all who are there do
    together; the person keeps the winnings and can sit down again.
    """
    absent = who.runner.people.absent(who.runner.table)
    return await do(who, Vacate(who.seat, seat, absent))


@router.post("/swap", responses=CHANGING)
async def swap(who: ASitter, wanted: models.Swap) -> responses.Turn:
    """As the host, let the occupants of two seats change places before the first deal."""
    one, other = wanted.seats
    return await do(who, Swap(who.seat, (one, other)))


@router.put("/rules", responses=CHANGING)
async def set_rules(request: Request, who: ASitter, wanted: models.NewRules) -> responses.Turn:
    """As the host, change the house rules before the first deal; all must be ready again."""
    runtime: Runtime = request.state.runtime
    runtime.verify_bot(wanted.bot)
    options = replace(who.runner.table.options, **house_rules(wanted))
    return await do(who, SetRules(who.seat, options))


@router.post("/ready", responses=CHANGING)
async def be_ready(who: ASitter) -> responses.Turn:
    """Say that you are ready for the first deal, at a table with a `ready_check`."""
    return await do(who, Vote(who.seat, "ready"))


@router.post("/handover", responses=CHANGING)
async def offer_handover(who: ASitter) -> responses.Handover:
    """Get a code that moves your seat to another device; it is good for five minutes."""
    code, until = await who.runner.offer_handover(who.seat)
    return responses.Handover(code=code, until=until)


@router.put("/handover", responses=refused(404, 408, 409, 410, 413))
async def take_handover(
    request: Request, table: TableId, offered: models.HandoverCode
) -> responses.Seated:
    """Move a seat to this device with a code; its old token opens it no longer.

    A code moves the seat once. A request that is repeated with the same `request` returns the same
    token.
    """
    count_change(request)
    runtime: Runtime = request.state.runtime
    runner = await runtime.table(table)
    seat, token = await runner.take_handover(offered.code, offered.request)
    return responses.Seated(seat=seat, token=token)


@router.post("/bots", responses=CHANGING)
async def fill(who: ASitter) -> responses.Turn:
    """Fill the free seats with bots; the first deal starts."""
    return await do(who, Fill(who.seat))


def count_change(request: Request) -> None:
    """Count what a caller changes who has no token yet."""
    limiter: RateLimiter = request.state.rate_limiter
    limiter.count_change(address_of(request.scope))
