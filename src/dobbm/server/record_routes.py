"""The routes that read records, such as those that a device has kept."""

from __future__ import annotations

from typing import Any, cast

from fastapi import Request

from dobbm.game.actions import DONE
from dobbm.game.deal import Deal
from dobbm.game.errors import DobbmError
from dobbm.game.json_text import parse_line
from dobbm.game.record import Record, from_record, to_record
from dobbm.game.view import View
from dobbm.game.view_shape import ViewShape
from dobbm.server import models, responses, table_models
from dobbm.server.computations import compute, count_computation, verify_length
from dobbm.server.described_refusals import refused
from dobbm.server.hand_worth import VERSION
from dobbm.server.routers import make_router
from dobbm.server.threaded_bots import ThreadedBots
from dobbm.table.refusals import Refusal

UNFINISHED = "unfinished"
"""The code for the record of a deal in progress."""

router = make_router("", "records")


@router.post("/records", responses=refused(408, 413))
async def read_records(request: Request, sent: models.Lines) -> list[table_models.ReadRecord]:
    """Read lines of a file of records: each is the record of a finished deal, or has an error.

    Nothing is stored. Equal deals get equal records, except for `meta`.
    """
    address = count_computation(request)
    read = [_read(line) for line in sent.lines]
    deals = [deal for _, deal in read if deal]
    bots: ThreadedBots = request.state.bots
    worths = iter(await compute(request, f"worth {address}", lambda: bots.hand_worths(deals)))
    for answer, deal in read:
        seats = next(worths) if deal else None
        answer.worth = table_models.Worth(version=VERSION, seats=seats) if seats else None
    return [answer for answer, _ in read]


@router.post(
    "/records/view",
    response_model=table_models.View,
    response_model_exclude_unset=True,
    responses=refused(408, 413),
)
async def view_record(request: Request, sent: models.ToView) -> ViewShape:
    """Get a seat's view of the finished deal in a record, with its steps, tricks and result.

    Nothing is stored.
    """
    count_computation(request)
    deal = _finished(sent.record)
    if sent.seat is not None and sent.seat >= deal.setup.players:
        raise Refusal("seats", f"there is no seat {sent.seat} in this deal")
    record: Record = {**to_record(deal), "meta": {}}
    return cast("ViewShape", {**View.of(deal, sent.seat).to_json(), "record": record})


@router.post("/records/analysis", responses=refused(408, 413))
async def analyse_record(request: Request, sent: models.ToAnalyse) -> responses.Analysis:
    """Get the double-dummy analysis of the finished deal in a record, as of a table's deal."""
    address = count_computation(request)
    deal = _finished(sent.record)
    bots: ThreadedBots = request.state.bots
    return await compute(request, f"analysis {address}", lambda: bots.analyse(deal))


def _read(line: str) -> tuple[table_models.ReadRecord, Deal | None]:
    """Return the answer to a line, and the deal in its record."""
    try:
        given = parse_line(line.encode(errors="surrogatepass"))
        deal = from_record(given)
    except DobbmError as error:
        return _unread(error.code, error.action), None
    if deal.phase != DONE:
        return _unread(UNFINISHED), None
    whole = to_record(deal) | {"meta": given.get("meta", {})}
    record = table_models.Record.model_validate(whole)
    return table_models.ReadRecord(record=record, worth=None, code="", action=None), deal


def _unread(code: str, action: int | None = None) -> table_models.ReadRecord:
    return table_models.ReadRecord(record=None, worth=None, code=code, action=action)


def _finished(record: dict[str, Any]) -> Deal:
    """Return the deal in a record; raise ``DobbmError`` unless it is a finished one."""
    deal = from_record(verify_length(record))
    if deal.phase != DONE:
        raise Refusal(UNFINISHED, f"the deal is not over: it is in the {deal.phase} phase")
    return deal
