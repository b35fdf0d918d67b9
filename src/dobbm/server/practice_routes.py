"""The routes for practice: hints, analyses of finished deals, and deals that bots continue."""

from __future__ import annotations

from functools import partial
from typing import cast

from fastapi import Request

from dobbm.game.deal import Deal
from dobbm.game.record import Record, from_record, to_record
from dobbm.game.view import View
from dobbm.game.view_shape import ViewShape
from dobbm.players import Explanation
from dobbm.runtime.runtime import Runtime
from dobbm.server import models, responses, table_models
from dobbm.server.authentication import AnyCaller, ASitter
from dobbm.server.computations import compute, count_computation, verify_length
from dobbm.server.described_refusals import AT_A_TABLE, WITHOUT_TOKEN, refused
from dobbm.server.rate_limits import RateLimiter
from dobbm.server.routers import make_router
from dobbm.server.threaded_bots import ThreadedBots
from dobbm.table import shapes
from dobbm.table.refusals import Refusal

router = make_router("/tables/{table}", "practice")
practice_router = make_router("", "practice")


@router.get("/hint", response_model_exclude_unset=True, responses=refused(401, 404, 409, 410))
async def hint(request: Request, who: ASitter) -> responses.Hint:
    """Get a bot's assessment of every action, best first; the bot sees only what the caller sees.

    In the exchange, the bot assesses only the most promising discards. Hints are available only
    at tables where one person plays against bots.
    """
    address = count_computation(request)
    runner, seat = who
    view, turn, seed = runner.own_turn(seat), runner.table.turn, runner.seed("hint")
    bots: ThreadedBots = request.state.bots
    lane = f"hint {address} {runner.table.id} {seat}"
    explanations = await compute(request, lane, lambda: bots.explain(view, seed))
    return responses.Hint(turn=turn, hints=[_advice(one) for one in explanations])


@router.get("/deals/{number}/analysis", responses=AT_A_TABLE, openapi_extra=WITHOUT_TOKEN)
async def analysis(request: Request, who: AnyCaller, number: int) -> responses.Analysis:
    """Get the double-dummy analysis of a finished deal: what each card played cost its side."""
    address = count_computation(request)
    played = await who.runner.feed.deal(number, who.seat)
    bots: ThreadedBots = request.state.bots
    return await compute(request, f"analysis {address}", lambda: bots.analyse(played.deal))


@practice_router.post(
    "/practice",
    response_model=table_models.Practice,
    response_model_exclude_unset=True,
    responses=refused(408, 413),
)
async def practise(request: Request, wanted: models.PlayOn) -> shapes.Practice:
    """Let bots continue a deal until the given seat is to act, or to its end.

    Nothing is stored, and the same request always gets the same answer: what a bot does in a seat
    follows from the record so far. An address may have one deal continued at a time; others wait.
    Strong bots cost more of its limit than others.
    """
    address = count_computation(request)
    begun = _deal_of(wanted)
    names = _bots_by_seat(wanted, begun.setup.players)
    runtime: Runtime = request.state.runtime
    for name in dict.fromkeys(names):
        runtime.verify_bot(name)
    bots: ThreadedBots = request.state.bots
    limiter: RateLimiter = request.state.rate_limiter
    deal, acted = await compute(
        request,
        f"practice {address}",
        lambda: bots.continue_deal(
            begun, wanted.seat, names, partial(limiter.charge_computation, address)
        ),
    )
    record: Record = {**to_record(deal), "meta": {}}
    view = cast("ViewShape", View.of(deal, wanted.seat).to_json())
    if "record" in view:
        view["record"] = record
    return {"record": record, "acted": acted, "view": view}


def _bots_by_seat(wanted: models.PlayOn, players: int) -> list[str]:
    """Return the name of the bot for each seat, including the one that no bot plays."""
    bots = wanted.bots if wanted.bots is not None else [None] * players
    if len(bots) != players:
        raise Refusal("seats", f"`bots` must name one for each of the {players} seats")
    return [wanted.bot if bot is None else bot for bot in bots]


@practice_router.post("/judgement", response_model_exclude_unset=True, responses=refused(408, 413))
async def judge(request: Request, wanted: models.ToJudge) -> responses.Judgement:
    """Judge the decisions of a seat in a deal by what the seat could know at each moment.

    Nothing is stored, and the same request always gets the same answer. An address may have one
    deal judged at a time; others wait.
    """
    address = count_computation(request)
    deal = _deal_of(wanted)
    bots: ThreadedBots = request.state.bots
    limiter: RateLimiter = request.state.rate_limiter
    charge = partial(limiter.charge_computation, address)
    lane = f"judgement {address}"
    return await compute(request, lane, lambda: bots.judge(deal, wanted.seat, charge))


def _deal_of(wanted: models.PlayOn | models.ToJudge) -> Deal:
    """Return the deal of a request; raise ``DobbmError`` unless it has the record and the seat."""
    deal = from_record(verify_length(wanted.record))
    if wanted.seat is not None and wanted.seat >= deal.setup.players:
        raise Refusal("seats", f"there is no seat {wanted.seat} in this deal")
    return deal


def _advice(explanation: Explanation) -> responses.Advice:
    return responses.Advice(
        action=explanation.action,
        payment=round(explanation.payment, 2),
        spread=round(explanation.spread, 2),
        wins=None if explanation.wins is None else round(explanation.wins, 2),
        reason=responses.Reason(**explanation.reason.to_json()),
    )
