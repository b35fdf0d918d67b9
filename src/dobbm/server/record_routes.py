"""The route that reads records, such as those that a device has kept."""

from __future__ import annotations

from fastapi import APIRouter, Request

from dobbm.game.actions import DONE
from dobbm.game.errors import DobbmError
from dobbm.game.json_text import parse_line
from dobbm.game.record import from_record, to_record
from dobbm.server import models, table_models
from dobbm.server.addresses import address_of
from dobbm.server.described_refusals import refused
from dobbm.server.rate_limits import RateLimiter

UNFINISHED = "unfinished"
"""The code for the record of a deal in progress."""

router = APIRouter(tags=["records"])


@router.post("/records", responses=refused(408, 413))
async def read_records(request: Request, sent: models.Lines) -> list[table_models.ReadRecord]:
    """Read lines of a file of records: each is the record of a finished deal, or has an error.

    Nothing is stored. Equal deals get equal records, except for `meta`.
    """
    limiter: RateLimiter = request.state.rate_limiter
    limiter.count_computation(address_of(request.scope))
    return [_read(line) for line in sent.lines]


def _read(line: str) -> table_models.ReadRecord:
    try:
        given = parse_line(line.encode(errors="surrogatepass"))
        deal = from_record(given)
    except DobbmError as error:
        return table_models.ReadRecord(record=None, code=error.code, action=error.action)
    if deal.phase != DONE:
        return table_models.ReadRecord(record=None, code=UNFINISHED, action=None)
    whole = to_record(deal) | {"meta": given.get("meta", {})}
    record = table_models.Record.model_validate(whole)
    return table_models.ReadRecord(record=record, code="", action=None)
