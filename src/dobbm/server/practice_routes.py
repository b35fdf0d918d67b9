"""The routes for practice: hints, analyses of finished deals, and deals that bots continue."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from dobbm.game.cards import NAMES, SUIT_LETTERS, SUITS
from dobbm.game.record import from_record, to_record
from dobbm.game.view import View
from dobbm.players import Explanation, Reason
from dobbm.runtime.runtime import Runtime
from dobbm.server import models, responses
from dobbm.server.authentication import AnyCaller, ASitter
from dobbm.server.middleware import RateLimiter, address_of
from dobbm.server.table_routes import AT_A_TABLE, WITHOUT_TOKEN, refused
from dobbm.server.threaded_bots import ThreadedBots
from dobbm.table.commands import TableError

router = APIRouter(prefix="/tables/{table}", tags=["practice"])
practice_router = APIRouter(tags=["practice"])


@router.get("/hint", response_model_exclude_unset=True, responses=refused(401, 404, 409, 410))
async def hint(request: Request, who: ASitter) -> responses.Hint:
    """Get a bot's assessment of every action, best first; the bot sees only what the caller sees.

    In the exchange, the bot assesses only the most promising discards. Hints are available only
    at tables where one person plays against bots.
    """
    _count(request)
    runner, seat = who
    view, turn, seed = runner.own_turn(seat), runner.table.turn, runner.seed("hint")
    bots: ThreadedBots = request.state.bots
    explanations = await bots.explain(view, seed)
    return responses.Hint(turn=turn, hints=[_advice(one) for one in explanations])


@router.get("/deals/{number}/analysis", responses=AT_A_TABLE, openapi_extra=WITHOUT_TOKEN)
async def analysis(request: Request, who: AnyCaller, number: int) -> responses.Analysis:
    """Get the double-dummy analysis of a finished deal: what each card played cost its side."""
    _count(request)
    played = await who.runner.feed.deal(number, who.seat)
    bots: ThreadedBots = request.state.bots
    return await bots.analyse(played.deal)


@practice_router.post(
    "/practice",
    response_model=responses.Practice,
    response_model_exclude_unset=True,
    responses=refused(408, 413),
)
async def practise(request: Request, wanted: models.PlayOn) -> dict[str, Any]:
    """Let bots continue a deal until the given seat is to act, or to its end.

    Nothing is stored, and the same request always gets the same answer.
    """
    _count(request)
    begun = from_record(wanted.record)
    if wanted.seat is not None and wanted.seat >= begun.setup.players:
        raise TableError("seats", f"there is no seat {wanted.seat} in this deal")
    runtime: Runtime = request.state.runtime
    runtime.verify_bot(wanted.bot)
    bots: ThreadedBots = request.state.bots
    deal, acted = await bots.continue_deal(begun, wanted.seat, wanted.bot)
    record = {**to_record(deal), "meta": {}}
    view = View.of(deal, wanted.seat).to_json()
    return {
        "record": record,
        "acted": acted,
        "view": view | {"record": record} if "record" in view else view,
    }


def _count(request: Request) -> None:
    limiter: RateLimiter = request.state.rate_limiter
    limiter.count_computation(address_of(request.scope))


def _advice(explanation: Explanation) -> responses.Advice:
    return responses.Advice(
        action=explanation.action,
        payment=round(explanation.payment, 2),
        spread=round(explanation.spread, 2),
        reason=_reason(explanation.reason),
    )


def _reason(reason: Reason) -> responses.Reason:
    lettered = zip(SUIT_LETTERS, SUITS, strict=True)
    values: dict[str, Any] = {
        "card": NAMES.get(reason.card),
        "seat": reason.seat,
        "often": reason.often,
        "points": reason.points,
        "suits": [letter for letter, suit in lettered if suit & reason.suits],
    }
    given = {name: value for name, value in values.items() if f"{{{name}}}" in reason.sentence}
    if "often" in given:
        given["percent"] = reason.percent
    return responses.Reason(sentence=reason.sentence, **given)
