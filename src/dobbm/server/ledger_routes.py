"""The routes for the finished deals of a table (docs/server.md)."""

from __future__ import annotations

from fastapi import Request

from dobbm.game.record import Record
from dobbm.game.view_shape import ViewShape
from dobbm.server import table_models
from dobbm.server.addresses import address_of
from dobbm.server.authentication import AnyCaller
from dobbm.server.described_refusals import AT_A_TABLE, WITHOUT_TOKEN
from dobbm.server.rate_limits import RateLimiter
from dobbm.server.routers import make_router
from dobbm.table import shapes
from dobbm.table.presentation import present_line, record_of, view_of

router = make_router("/tables/{table}", "table")


@router.get(
    "/deals",
    response_model=list[table_models.LedgerLine],
    response_model_exclude_unset=True,
    responses=AT_A_TABLE,
    openapi_extra=WITHOUT_TOKEN,
)
async def ledger(request: Request, who: AnyCaller, after: int = 0) -> list[shapes.LedgerLine]:
    """Get the ledger, a line for every finished deal after number `after`, at most 25 at once.

    Ask again with the number of the last deal received, until the answer is empty.
    """
    runner, seat = who
    await count_page(request)
    about = runner.table.options.bot, runner.people.names, runner.people.namesakes
    return [present_line(one, *about) for one in await runner.feed.lines(after, seat)]


@router.get(
    "/deals/{number}",
    response_model=table_models.Record,
    responses=AT_A_TABLE,
    openapi_extra=WITHOUT_TOKEN,
)
async def record(request: Request, who: AnyCaller, number: int) -> Record:
    """Get the record of a finished deal, with the proof of its shuffle; deals count from 1."""
    runner, seat = who
    await count_page(request)
    played = await runner.feed.deal(number, seat)
    return record_of(runner.table.id, played, runner.people.names)


@router.get(
    "/deals/{number}/view",
    response_model=table_models.View,
    response_model_exclude_unset=True,
    responses=AT_A_TABLE,
    openapi_extra=WITHOUT_TOKEN,
)
async def finished_view(request: Request, who: AnyCaller, number: int) -> ViewShape:
    """Get the caller's view of a finished deal, with its steps, tricks, record and result."""
    runner, seat = who
    await count_page(request)
    played = await runner.feed.deal(number, seat)
    return view_of(runner.table.id, played, seat, runner.people.names)


async def count_page(request: Request) -> None:
    """Count what costs as much to read as a page of old events, and wait for its turn."""
    limiter: RateLimiter = request.state.rate_limiter
    address = address_of(request.scope)
    limiter.verify_old_pages(address)
    await limiter.old_page(address)
