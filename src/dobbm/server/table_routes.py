"""The routes for tables, seats and actions (docs/server.md)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeAlias

from fastapi import APIRouter, Request, Response, status
from fastapi.responses import Response as Plain

from dobbm.game.actions import parse_action
from dobbm.game.rules import Rules
from dobbm.runtime.runtime import Runtime
from dobbm.server import models, responses
from dobbm.server.addresses import address_of
from dobbm.server.authentication import (
    TOKEN,
    AnyCaller,
    ASender,
    ASitter,
    Sitter,
    TableId,
    remember,
)
from dobbm.server.middleware import token_of
from dobbm.server.rate_limits import RateLimiter
from dobbm.table.commands import (
    Act,
    AllowTexts,
    Answer,
    ChoosePortrait,
    Command,
    Contribute,
    DeclineTexts,
    Delay,
    Fill,
    Leave,
    Say,
    SetRules,
    Swap,
    TakeBack,
    Vacate,
    Vote,
)
from dobbm.table.deadlines import missing
from dobbm.table.house_rules import Options
from dobbm.table.presentation import present_line, record_of, view_of
from dobbm.table.talk import PHRASES

Described: TypeAlias = dict[int | str, dict[str, Any]]

LATER = {"Retry-After": {"schema": {"type": "integer"}, "description": "seconds"}}

REFUSALS: Described = {
    401: {"description": "`token`: missing, or it opens no seat at this table"},
    403: {
        "description": "`origin`: according to the browser, another site's page sent the request. "
        "`banned`: the host has banned the address or the name. `host`: only the host of the table "
        "may do this. `removed`: the host has freed the caller's seat"
    },
    404: {"description": "`unknown`: no such table or deal"},
    409: {
        "description": "`full`, `stale`, `turn`, `seat`, `refused`, `handover`, `used`, "
        "`texts`: not possible now"
    },
    408: {"description": "`slow`: the body did not arrive in time"},
    410: {"description": "`closed`: the host has closed the table"},
    413: {"description": "`size`: the body is too large"},
    422: {
        "description": "does not match the schema (`request`) or breaks a rule, named by the code"
    },
    429: {"description": "`limit`: too many requests", "headers": LATER},
    503: {
        "description": "`unavailable`: the database is unavailable; nothing was done. "
        "`unreadable`: the table is set aside, because the server cannot read one of its events",
        "headers": LATER,
    },
}


def refused(*statuses: int) -> Described:
    """Return the OpenAPI description of these refusals, and of those that every route has."""
    always = (403, 422, 429, 503)
    return {
        status: REFUSALS[status] | {"model": responses.Problem}
        for status in sorted({*statuses, *always})
    }


AT_A_TABLE = refused(401, 404, 410)
CHANGING = refused(401, 404, 408, 409, 410, 413)
WITHOUT_TOKEN: dict[str, Any] = {"security": [{}, {TOKEN.scheme_name: []}]}
"""Marks requests in the OpenAPI document that need no token because spectators may make them."""

lobby_router = APIRouter(tags=["lobby"])
router = APIRouter(prefix="/tables/{table}", tags=["table"])


@lobby_router.post("/tables", status_code=status.HTTP_201_CREATED, responses=refused(408, 413))
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
        **_house_rules(wanted),
    )
    limiter: RateLimiter = request.state.rate_limiter
    limiter.count_table(address_of(request.scope), listed=wanted.listed)
    runtime: Runtime = request.state.runtime
    welcome = await runtime.open_table(options, wanted.name, wanted.bots, wanted.request)
    return responses.Opened(**welcome._asdict())


@lobby_router.get("/tables", response_model=list[responses.Listed], responses=refused())
async def lobby(request: Request) -> list[dict[str, Any]]:
    """List the lobby: listed tables with a free seat and a person present, newest first."""
    runtime: Runtime = request.state.runtime
    return await runtime.lobby()


@lobby_router.get("/talk", response_model=dict[str, responses.Phrase], responses=refused())
async def talk() -> dict[str, dict[str, str]]:
    """List the set phrases of table talk, with their meanings."""
    return {key: phrase._asdict() for key, phrase in PHRASES.items()}


@router.post(
    "/seats", status_code=status.HTTP_201_CREATED, responses=refused(404, 408, 409, 410, 413)
)
async def sit(request: Request, table: TableId, who: models.NewSeat) -> responses.Seated:
    """Take a free seat. When the last seat is taken, the first deal starts.

    With `seat`, take that seat: a free one or, before the first deal and between two deals, a
    bot's. At a table with a `ready_check`, the first deal starts when all people are ready.
    A request that is repeated with the same `request` returns the same seat and token.
    """
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

    Whom the host removes may sit down again only after the first deal.
    """
    return await _do(who, Vacate(who.seat, seat))


@router.post("/swap", responses=CHANGING)
async def swap(who: ASitter, wanted: models.Swap) -> responses.Turn:
    """As the host, let the occupants of two seats change places before the first deal."""
    one, other = wanted.seats
    return await _do(who, Swap(who.seat, (one, other)))


@router.put("/rules", responses=CHANGING)
async def set_rules(request: Request, who: ASitter, wanted: models.NewRules) -> responses.Turn:
    """As the host, change the house rules before the first deal; all must be ready again."""
    runtime: Runtime = request.state.runtime
    runtime.verify_bot(wanted.bot)
    options = replace(who.runner.table.options, **_house_rules(wanted))
    return await _do(who, SetRules(who.seat, options))


@router.post("/ready", responses=CHANGING)
async def be_ready(who: ASitter) -> responses.Turn:
    """Say that you are ready for the first deal, at a table with a `ready_check`."""
    return await _do(who, Vote(who.seat, "ready"))


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
    runtime: Runtime = request.state.runtime
    runner = await runtime.table(table)
    seat, token = await runner.take_handover(offered.code, offered.request)
    return responses.Seated(seat=seat, token=token)


@router.post("/bots", responses=CHANGING)
async def fill(who: ASitter) -> responses.Turn:
    """Fill the free seats with bots; the first deal starts."""
    return await _do(who, Fill(who.seat))


@router.get(
    "",
    response_model=responses.Table,
    responses=AT_A_TABLE,
    openapi_extra=WITHOUT_TOKEN,
)
async def show(who: AnyCaller) -> Plain:
    """Get the table as the caller's seat sees it; without a token, as a spectator sees it.

    If all seats have just been taken, the response to a seat waits for the first deal, about a
    second, unless the seat has contributed to its shuffle.
    """
    runner, seat = who
    if seat is not None and seat in missing(runner.table):
        await runner.feed.until_dealt()
    snapshot = await runner.feed.latest(seat)
    return Plain(runner.feed.message(snapshot, seat), media_type="application/json")


@router.post("/remember", status_code=status.HTTP_204_NO_CONTENT, responses=CHANGING)
async def keep(request: Request, response: Response, table: TableId, who: ASitter) -> None:  # noqa: ARG001 - the seat must be the caller's
    """Set a cookie that opens the seat, so that no script in the browser needs the token."""
    token = token_of(request.headers)
    if token:
        remember(request, response, table, token)


@router.post("/here", status_code=status.HTTP_204_NO_CONTENT, responses=CHANGING)
async def here(_: AnyCaller) -> None:
    """Show that the caller is there, who follows the table by a stream with beats."""


@router.post("/actions", responses=CHANGING)
async def act(who: ASitter, wanted: models.Action) -> responses.Turn:
    """Take an action: one of the strings in `view.legal`, or four cards in the exchange.

    Repeating the same action at the same turn is harmless and also answered with 200.
    """
    await who.runner.do(Act(who.seat, wanted.action, wanted.turn))
    return responses.Turn(turn=wanted.turn + 1)


@router.post("/next", responses=CHANGING)
async def ready(who: ASitter) -> responses.Turn:
    """Vote for the next deal, which starts when all people at the table have voted for it.

    If several people play, it starts 30 seconds after the last deal even without their votes.
    """
    return await _do(who, Vote(who.seat, "next"))


@router.post("/delay", responses=CHANGING)
async def delay(who: ASitter) -> responses.Turn:
    """Ask for more time before the next deal: the 30 seconds start again.

    A deal can be delayed ten times.
    """
    return await _do(who, Delay(who.seat))


@router.post("/mussrunde", responses=CHANGING)
async def ask_mussrunde(who: ASitter) -> responses.Turn:
    """Vote for the Mußrunde, the closing round; it starts when all people have voted for it."""
    return await _do(who, Vote(who.seat, "mussrunde"))


@router.post("/end", responses=CHANGING)
async def ask_end(who: ASitter) -> responses.Turn:
    """Vote to end the session; it ends between two deals once all people have voted for it."""
    return await _do(who, Vote(who.seat, "end"))


@router.post("/again", responses=CHANGING)
async def ask_again(who: ASitter) -> responses.Turn:
    """Vote for another session at this table, after the end of one."""
    return await _do(who, Vote(who.seat, "again"))


@router.post("/leave", responses=CHANGING)
async def leave(who: ASitter) -> responses.Turn:
    """Leave your seat to a bot; between two deals you may sit down again (`PUT …/seat`)."""
    return await _do(who, Leave(who.seat))


@router.post("/back", responses=CHANGING)
async def come_back(who: ASitter) -> responses.Turn:
    """Take the seat back from a stand-in bot, as any other request that makes a change also does.

    A person who was `gone` gets the seat back with any request.
    """
    return _turn(who)


@router.post("/shuffle", responses=CHANGING)
async def contribute(who: ASitter, part: models.NewContribution) -> responses.Turn:
    """Contribute to the next shuffle; the seat on the dealer's right may also cut."""
    return await _do(who, Contribute(who.seat, part.value, part.cut))


@router.post("/claim", responses=CHANGING)
async def claim(request: Request, who: ASitter) -> responses.Turn:
    """Claim the rest of the deal: it is granted if proved, otherwise put to the other people."""
    limiter: RateLimiter = request.state.rate_limiter
    limiter.count_computation(address_of(request.scope))
    await who.runner.claim(who.seat)
    return _turn(who)


@router.post("/take-back", responses=CHANGING)
async def take_back(who: ASitter, at: models.AtTurn | None = None) -> responses.Turn:
    """Take back your last action; other people at the table must agree before the next action.

    With `turn`, a request that is sent twice takes back only one action.
    """
    return await _do(who, TakeBack(who.seat, at.turn if at else None))


@router.post("/answer", responses=CHANGING)
async def answer(who: ASitter, given: models.Answer) -> responses.Turn:
    """Answer the table's open question; with `turn`, only if it was asked at that turn."""
    return await _do(who, Answer(who.seat, given.agrees, given.turn))


@router.post("/talk", responses=CHANGING)
async def say(request: Request, who: ASitter, said: models.Talk) -> responses.Turn:
    """Say a set phrase."""
    limiter: RateLimiter = request.state.rate_limiter
    limiter.count_phrase(f"{who.runner.table.id} {who.seat}")
    return await _do(who, Say(who.seat, said.phrase))


@router.post("/texts", responses=CHANGING)
async def write(who: ASitter, written: models.NewText) -> responses.Turn:
    """Write a text to the people who sit at the table, at most five in ten seconds.

    Possible only while the table's `texts` are `on`.
    """
    await who.runner.write(who.seat, written.text, written.request)
    return _turn(who)


@router.get("/texts", responses=AT_A_TABLE, openapi_extra=WITHOUT_TOKEN)
async def texts(who: AnyCaller) -> list[responses.WrittenText]:
    """Get the texts written since the caller sat down, at most the last 100 of the table.

    Those of muted people are left out. A spectator gets none.
    """
    runner, seat = who
    read = [] if seat is None else runner.texts(seat)
    return [responses.WrittenText(**one._asdict()) for one in read]


@router.put("/texts/allowed", responses=CHANGING)
async def allow_texts(who: ASitter, wanted: models.Allowed) -> responses.Turn:
    """As the host, allow or forbid texts at the table, at any time."""
    return await _do(who, AllowTexts(who.seat, wanted.allowed))


@router.put("/texts/declined", responses=CHANGING)
async def decline_texts(who: ASitter, wanted: models.Declined) -> responses.Turn:
    """Decline texts: nobody can write any while you sit at this table. Nobody is named."""
    return await _do(who, DeclineTexts(who.seat, wanted.declined))


@router.put("/portrait", responses=CHANGING)
async def choose_portrait(who: ASitter, wanted: models.Portrait) -> responses.Turn:
    """Choose a portrait, which everybody at the table sees."""
    return await _do(who, ChoosePortrait(who.seat, wanted.portrait))


@router.put("/plan", responses=CHANGING)
async def plan(who: ASitter, planned: models.Plan) -> responses.Turn:
    """Plan the seat's next action in this deal; the plan is dropped if it is illegal by then."""
    if planned.action is not None:
        parse_action(planned.action)
    await who.runner.set_preferences(who.seat, plan=planned.action)
    return _turn(who)


@router.put("/forced", responses=CHANGING)
async def forced(who: ASitter, wanted: models.Forced) -> responses.Turn:
    """Set whether the server plays a seat's only legal card, after the time a bot would take."""
    await who.runner.set_preferences(who.seat, forced=wanted.on)
    return _turn(who)


@router.put("/hurried", responses=CHANGING)
async def hurry(who: ASitter, wanted: models.Hurried) -> responses.Turn:
    """Let the bots play the deal in progress without pauses, or with pauses again.

    This takes effect while the only person at the table is on holiday.
    """
    number = who.runner.table.deal_number if wanted.on else None
    await who.runner.set_preferences(who.seat, hurried=number)
    return _turn(who)


@router.put("/muted", responses=CHANGING)
async def mute(who: ASitter, wanted: models.Muted) -> responses.Turn:
    """Mute the people in these seats, wherever they sit later: their phrases and texts.

    At a table that the lobby lists, muting somebody also declines texts.
    """
    await who.runner.mute(who.seat, wanted.seats)
    return _turn(who)


@router.get(
    "/deals",
    response_model=list[responses.LedgerLine],
    responses=AT_A_TABLE,
    openapi_extra=WITHOUT_TOKEN,
)
async def ledger(request: Request, who: AnyCaller, after: int = 0) -> list[dict[str, Any]]:
    """Get the ledger, a line for every finished deal after number `after`, at most 25 at once.

    Ask again with the number of the last deal received, until the answer is empty.
    """
    runner, seat = who
    limiter: RateLimiter = request.state.rate_limiter
    address = address_of(request.scope)
    limiter.verify_old_pages(address)
    await limiter.old_page(address)
    names, bot = runner.people.names, runner.table.options.bot
    return [present_line(one, bot, names) for one in await runner.feed.lines(after, seat)]


@router.get(
    "/deals/{number}",
    response_model=responses.Record,
    responses=AT_A_TABLE,
    openapi_extra=WITHOUT_TOKEN,
)
async def record(who: AnyCaller, number: int) -> dict[str, Any]:
    """Get the record of a finished deal, with the proof of its shuffle; deals count from 1."""
    runner, seat = who
    played = await runner.feed.deal(number, seat)
    return {**record_of(runner.table.id, played, runner.people.names)}


@router.get(
    "/deals/{number}/view",
    response_model=responses.View,
    response_model_exclude_unset=True,
    responses=AT_A_TABLE,
    openapi_extra=WITHOUT_TOKEN,
)
async def finished_view(who: AnyCaller, number: int) -> dict[str, Any]:
    """Get the caller's view of a finished deal, with its steps, tricks, record and result."""
    runner, seat = who
    played = await runner.feed.deal(number, seat)
    return view_of(runner.table.id, played, seat, runner.people.names)


def _house_rules(wanted: models.NewRules) -> dict[str, Any]:
    """Return the fields of ``Options`` that the host may change."""
    rules = dict(wanted.rules)
    return {
        "players": wanted.players,
        "rules": Rules.of(rules.pop("preset", "pagat"), **rules),
        "bot": wanted.bot,
        "bank": wanted.bank,
        "free": wanted.free,
    }


async def _do(who: Sitter, command: Command) -> responses.Turn:
    await who.runner.do(command)
    return _turn(who)


def _turn(who: Sitter) -> responses.Turn:
    return responses.Turn(turn=who.runner.table.turn)
