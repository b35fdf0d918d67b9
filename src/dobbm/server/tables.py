"""The requests of the protocol: tables, seats, actions (docs/server.md)."""

from __future__ import annotations

from typing import Any, TypeAlias

from fastapi import APIRouter, Request, Response, status
from fastapi.responses import Response as Plain

from dobbm.game.actions import parse_action
from dobbm.game.rules import Rules
from dobbm.runtime.runtime import Runtime
from dobbm.server import answers, models
from dobbm.server.callers import TOKEN, AnyCaller, ASitter, Sitter, TableId, remember
from dobbm.server.guards import Counter, address_of, token_of
from dobbm.table.clock import missing
from dobbm.table.commands import (
    Act,
    Answer,
    Command,
    Contribute,
    Fill,
    Leave,
    Say,
    TakeBack,
    Vote,
)
from dobbm.table.options import Options
from dobbm.table.shown import record_of, view_of
from dobbm.table.talk import PHRASES

Described: TypeAlias = dict[int | str, dict[str, Any]]

LATER = {"Retry-After": {"schema": {"type": "integer"}, "description": "seconds"}}

REFUSALS: Described = {
    401: {"description": "`token`: none, or one that opens no seat at this table"},
    403: {"description": "`origin`: a browser says that another server's page has asked"},
    404: {"description": "`unknown`: there is no such table, or deal"},
    409: {"description": "`full`, `stale`, `turn`, `seat`, `refused`: it does not fit now"},
    408: {"description": "`slow`: the body has not come in time"},
    413: {"description": "`size`: the body is too long"},
    422: {"description": "not as described (`request`), or against the rules: the code says which"},
    429: {"description": "`limit`: too much was asked for", "headers": LATER},
    503: {"description": "`unavailable`: the database is; nothing is done", "headers": LATER},
}


def refused(*statuses: int) -> Described:
    """How the OpenAPI document tells with which statuses a request may be refused."""
    always = (422, 429, 503)
    return {
        status: REFUSALS[status] | {"model": answers.Problem}
        for status in sorted({*statuses, *always})
    }


AT_A_TABLE = refused(401, 404)
CHANGING = refused(401, 403, 404, 408, 409, 413)
WITHOUT_TOKEN: dict[str, Any] = {"security": [{}, {TOKEN.scheme_name: []}]}
"""A request that spectators may make, too."""

lobby_router = APIRouter(tags=["lobby"])
router = APIRouter(prefix="/tables/{table}", tags=["table"])


@lobby_router.post("/tables", status_code=status.HTTP_201_CREATED, responses=refused(403, 408, 413))
async def open_table(request: Request, wanted: models.NewTable) -> answers.Opened:
    """Open a table, take the first seat, and let bots have the last ones.

    Where they have all others, the first deal starts at once.
    """
    rules = dict(wanted.rules)
    options = Options(
        players=wanted.players,
        rules=Rules.of(rules.pop("preset", "pagat"), **rules),
        bot=wanted.bot,
        bank=wanted.bank,
        free=wanted.free,
        listed=wanted.listed,
        delay=wanted.delay,
    )
    counter: Counter = request.state.counter
    counter.count_table(address_of(request.scope))
    runtime: Runtime = request.state.runtime
    welcome = await runtime.open_table(options, wanted.name, wanted.bots)
    return answers.Opened(**welcome._asdict())


@lobby_router.get("/tables", response_model=list[answers.Listed], responses=refused())
async def lobby(request: Request) -> list[dict[str, Any]]:
    """The tables that are listed and have a free seat, the newest first."""
    runtime: Runtime = request.state.runtime
    return await runtime.lobby()


@lobby_router.get("/talk", response_model=dict[str, answers.Phrase], responses=refused())
async def talk() -> dict[str, dict[str, str]]:
    """What may be said at a table, and what it means."""
    return {key: phrase._asdict() for key, phrase in PHRASES.items()}


@router.post(
    "/seats", status_code=status.HTTP_201_CREATED, responses=refused(403, 404, 408, 409, 413)
)
async def sit(request: Request, table: TableId, who: models.NewSeat) -> answers.Seated:
    """Take a free seat. When the last one is taken, the first deal starts."""
    runtime: Runtime = request.state.runtime
    welcome = await runtime.join(table, who.name)
    return answers.Seated(seat=welcome.seat, token=welcome.token)


@router.post("/bots", responses=CHANGING)
async def fill(who: ASitter) -> answers.Turn:
    """Let bots take the seats that are still free; the first deal starts."""
    return await _do(who, Fill(who.seat))


@router.get(
    "",
    response_model=answers.Table,
    responses=AT_A_TABLE,
    openapi_extra=WITHOUT_TOKEN,
)
async def show(who: AnyCaller) -> Plain:
    """The table as the caller sees it: a seat with its token, without one a spectator.

    A table that has just been filled is shown with its first deal, which may take a second.
    """
    runner, seat = who
    if seat is not None and seat in missing(runner.table):
        await runner.feed.until_dealt()
    snapshot = await runner.feed.latest(seat)
    return Plain(runner.feed.message(snapshot, seat), media_type="application/json")


@router.post("/remember", status_code=status.HTTP_204_NO_CONTENT, responses=CHANGING)
async def keep(request: Request, response: Response, table: TableId, who: ASitter) -> None:  # noqa: ARG001 - the seat must be the caller's
    """Give the browser a cookie that opens the seat, so that no script need keep the token."""
    token = token_of(request.headers)
    if token:
        remember(request, response, table, token)


@router.post("/actions", responses=CHANGING)
async def act(who: ASitter, wanted: models.Action) -> answers.Turn:
    """Act, with one of the strings of `view.legal`, or in the exchange with four cards.

    The same action at the same turn again does no harm, and is answered with 200, too.
    """
    await who.runner.do(Act(who.seat, wanted.action, wanted.turn))
    return answers.Turn(turn=wanted.turn + 1)


@router.post("/next", responses=CHANGING)
async def ready(who: ASitter) -> answers.Turn:
    """Ready for the next deal: it starts when everybody is, or after 30 seconds."""
    return await _do(who, Vote(who.seat, "next"))


@router.post("/mussrunde", responses=CHANGING)
async def ask_mussrunde(who: ASitter) -> answers.Turn:
    """Ask for the closing round: it starts when all people have asked."""
    return await _do(who, Vote(who.seat, "mussrunde"))


@router.post("/end", responses=CHANGING)
async def ask_end(who: ASitter) -> answers.Turn:
    """Ask to end the session: it ends between two deals when all people have asked."""
    return await _do(who, Vote(who.seat, "end"))


@router.post("/again", responses=CHANGING)
async def ask_again(who: ASitter) -> answers.Turn:
    """Ask for another session at this table, after the end of one."""
    return await _do(who, Vote(who.seat, "again"))


@router.post("/leave", responses=CHANGING)
async def leave(who: ASitter) -> answers.Turn:
    """Give the seat to a bot, for good."""
    return await _do(who, Leave(who.seat))


@router.post("/back", responses=CHANGING)
async def come_back(who: ASitter) -> answers.Turn:
    """Take the seat back from the bot that stands in; any other request with a body does, too."""
    return _turn(who)


@router.post("/shuffle", responses=CHANGING)
async def contribute(who: ASitter, part: models.Contribution) -> answers.Turn:
    """Contribute to the next shuffle, and cut if it is one's place to."""
    return await _do(who, Contribute(who.seat, part.value, part.cut))


@router.post("/claim", responses=CHANGING)
async def claim(who: ASitter) -> answers.Turn:
    """Claim the rest: granted if it can be proved, else put to the others."""
    await who.runner.claim(who.seat)
    return _turn(who)


@router.post("/take-back", responses=CHANGING)
async def take_back(who: ASitter, at: models.AtTurn | None = None) -> answers.Turn:
    """Take back one's last action; where others play, if they agree before the next one.

    With `turn` a request that is sent twice does not take back two.
    """
    return await _do(who, TakeBack(who.seat, at.turn if at else None))


@router.post("/answer", responses=CHANGING)
async def answer(who: ASitter, given: models.Answer) -> answers.Turn:
    """Agree to what is asked of the table, or not; with `turn`, to what was asked at that one."""
    return await _do(who, Answer(who.seat, given.agrees, given.turn))


@router.post("/talk", responses=CHANGING)
async def say(request: Request, who: ASitter, said: models.Phrase) -> answers.Turn:
    """Say a set phrase."""
    counter: Counter = request.state.counter
    counter.count_phrase(f"{who.runner.table.id} {who.seat}")
    return await _do(who, Say(who.seat, said.phrase))


@router.put("/plan", responses=CHANGING)
async def plan(who: ASitter, planned: models.Plan) -> answers.Turn:
    """Plan one's next action of this deal; it is dropped if it cannot be taken then."""
    if planned.action is not None:
        parse_action(planned.action)
    await who.runner.set_wishes(who.seat, plan=planned.action)
    return _turn(who)


@router.put("/forced", responses=CHANGING)
async def forced(who: ASitter, wanted: models.Forced) -> answers.Turn:
    """Let the server play a card that is the only legal one, after the time a bot would take."""
    await who.runner.set_wishes(who.seat, forced=wanted.on)
    return _turn(who)


@router.put("/muted", responses=CHANGING)
async def mute(who: ASitter, wanted: models.Muted) -> answers.Turn:
    """Do not hear the talk of these seats any more."""
    await who.runner.set_wishes(who.seat, muted=wanted.seats)
    return _turn(who)


@router.get(
    "/deals/{number}",
    response_model=answers.Record,
    responses=AT_A_TABLE,
    openapi_extra=WITHOUT_TOKEN,
)
async def record(who: AnyCaller, number: int) -> dict[str, Any]:
    """The record of a finished deal, with the proof of its shuffle; the first is number 1."""
    runner, seat = who
    played = await runner.feed.deal(number, seat)
    return {**record_of(runner.table.id, played, runner.people.names)}


@router.get(
    "/deals/{number}/view",
    response_model=answers.View,
    response_model_exclude_unset=True,
    responses=AT_A_TABLE,
    openapi_extra=WITHOUT_TOKEN,
)
async def finished_view(who: AnyCaller, number: int) -> dict[str, Any]:
    """The caller's view of a finished deal, with its steps, tricks, record and result."""
    runner, seat = who
    played = await runner.feed.deal(number, seat)
    return view_of(runner.table.id, played, seat, runner.people.names)


async def _do(who: Sitter, command: Command) -> answers.Turn:
    await who.runner.do(command)
    return _turn(who)


def _turn(who: Sitter) -> answers.Turn:
    return answers.Turn(turn=who.runner.table.turn)
