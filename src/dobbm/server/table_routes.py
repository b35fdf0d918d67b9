"""The routes that show a table, and what people do at it (docs/server.md)."""

from __future__ import annotations

from typing import Any

from fastapi import Request, Response, status
from fastapi.responses import Response as Plain

from dobbm.game.actions import parse_action
from dobbm.server import models, responses, table_models
from dobbm.server.addresses import address_of
from dobbm.server.authentication import AMover, AnyCaller, ASitter, TableId, remember
from dobbm.server.described_refusals import AT_A_TABLE, CHANGING, WITHOUT_TOKEN
from dobbm.server.middleware import token_of
from dobbm.server.rate_limits import RateLimiter
from dobbm.server.routers import make_router
from dobbm.server.turns import do, turn
from dobbm.table.commands import (
    Act,
    AllowTexts,
    Answer,
    ChoosePortrait,
    Contribute,
    DeclineTexts,
    Delay,
    Excuse,
    Leave,
    Say,
    TakeBack,
    Vote,
)
from dobbm.table.deadlines import missing

router = make_router("/tables/{table}", "table")


@router.get(
    "",
    response_model=table_models.Table,
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
async def act(who: AMover, wanted: models.Action) -> responses.Turn:
    """Take an action: one of the strings in `view.legal`, or four cards in the exchange.

    Repeating the same action at the same turn is harmless and also answered with 200.
    """
    await who.runner.do(Act(who.seat, wanted.action, wanted.turn))
    return responses.Turn(turn=wanted.turn + 1)


@router.post("/next", responses=CHANGING)
async def ready(who: AMover) -> responses.Turn:
    """Vote for the next deal, which starts when all people at the table have voted for it.

    If several people play, it starts 30 seconds after the last deal even without their votes.
    """
    return await do(who, Vote(who.seat, "next"))


@router.post("/delay", responses=CHANGING)
async def delay(who: ASitter) -> responses.Turn:
    """Ask for more time before the next deal: the 30 seconds start again.

    A deal can be delayed ten times.
    """
    return await do(who, Delay(who.seat))


@router.post("/mussrunde", responses=CHANGING)
async def ask_mussrunde(who: ASitter) -> responses.Turn:
    """Vote for the Mußrunde, the closing round; it starts when all people have voted for it."""
    return await do(who, Vote(who.seat, "mussrunde"))


@router.post("/end", responses=CHANGING)
async def ask_end(who: ASitter) -> responses.Turn:
    """Vote to end the session; it ends between two deals once all people have voted for it."""
    return await do(who, Vote(who.seat, "end"))


@router.post("/again", responses=CHANGING)
async def ask_again(who: ASitter) -> responses.Turn:
    """Vote for another session at this table, after the end of one."""
    return await do(who, Vote(who.seat, "again"))


@router.post("/leave", responses=CHANGING)
async def leave(who: ASitter) -> responses.Turn:
    """Leave your seat to a bot; between two deals you may sit down again (`PUT …/seat`)."""
    return await do(who, Leave(who.seat))


@router.post("/back", responses=CHANGING)
async def come_back(who: ASitter) -> responses.Turn:
    """Take the seat back from a stand-in bot, as any other request that makes a change also does.

    A person who was `gone` gets the seat back with any request.
    """
    return turn(who)


@router.post("/shuffle", responses=CHANGING)
async def contribute(who: AMover, part: models.NewContribution) -> responses.Turn:
    """Contribute to the next shuffle; the seat on the dealer's right may also cut."""
    return await do(who, Contribute(who.seat, part.value, part.cut))


@router.post("/claim", responses=CHANGING)
async def claim(request: Request, who: ASitter) -> responses.Turn:
    """Claim the rest of the deal: it is granted if proved, otherwise put to the other people."""
    limiter: RateLimiter = request.state.rate_limiter
    limiter.count_computation(address_of(request.scope))
    await who.runner.claim(who.seat)
    return turn(who)


@router.post("/take-back", responses=CHANGING)
async def take_back(who: ASitter, at: models.AtTurn | None = None) -> responses.Turn:
    """Take back your last action; other people at the table must agree before the next action.

    With `turn`, a request that is sent twice takes back only one action.
    """
    return await do(who, TakeBack(who.seat, at.turn if at else None))


@router.post("/answer", responses=CHANGING)
async def answer(who: ASitter, given: models.Answer) -> responses.Turn:
    """Answer the table's open question; with `turn`, only if it was asked at that turn."""
    return await do(who, Answer(who.seat, given.agrees, given.turn))


@router.post("/talk", responses=CHANGING)
async def say(request: Request, who: ASitter, said: models.Talk) -> responses.Turn:
    """Say a set phrase."""
    limiter: RateLimiter = request.state.rate_limiter
    limiter.count_phrase(f"{who.runner.table.id} {who.seat}")
    return await do(who, Say(who.seat, said.phrase))


@router.post("/texts", responses=CHANGING)
async def write(who: ASitter, written: models.NewText) -> responses.Turn:
    """Write a text to the people who sit at the table, at most five in ten seconds.

    Possible only while the table's `texts` are `on`.
    """
    await who.runner.write(who.seat, written.text, written.request)
    return turn(who)


@router.get(
    "/texts",
    response_model=list[table_models.WrittenText],
    responses=AT_A_TABLE,
    openapi_extra=WITHOUT_TOKEN,
)
async def texts(who: AnyCaller) -> list[dict[str, Any]]:
    """Get the texts written since the caller sat down, at most the last 100 of the table.

    Those of muted people are left out. A spectator gets none.
    """
    runner, seat = who
    read = [] if seat is None else runner.texts(seat)
    return [one._asdict() for one in read]


@router.put("/texts/allowed", responses=CHANGING)
async def allow_texts(who: ASitter, wanted: models.Allowed) -> responses.Turn:
    """As the host, allow or forbid texts at the table, at any time."""
    return await do(who, AllowTexts(who.seat, wanted.allowed))


@router.put("/texts/declined", responses=CHANGING)
async def decline_texts(who: ASitter, wanted: models.Declined) -> responses.Turn:
    """Decline texts: nobody can write any while you sit at this table. Nobody is named."""
    return await do(who, DeclineTexts(who.seat, wanted.declined))


@router.post("/reports", responses=CHANGING)
async def report(request: Request, who: ASitter, wanted: models.NewReport) -> responses.Turn:
    """Report a text or a person at the table to the host of the server.

    The host sees the table, the deal, who is reported and the text as written, not who reports it.
    The same person can report the same thing only once: a repeated request changes nothing.
    """
    limiter: RateLimiter = request.state.rate_limiter
    limiter.count_complaint(address_of(request.scope))
    if wanted.text is not None:
        await who.runner.complain_of_text(who.seat, wanted.text)
    elif wanted.seat is not None:
        await who.runner.complain_of_person(who.seat, wanted.seat)
    return turn(who)


@router.put("/portrait", responses=CHANGING)
async def choose_portrait(who: ASitter, wanted: models.Portrait) -> responses.Turn:
    """Choose a portrait, which everybody at the table sees."""
    return await do(who, ChoosePortrait(who.seat, wanted.portrait))


@router.put("/excused", responses=CHANGING)
async def be_excused(who: ASitter, wanted: models.Excused) -> responses.Turn:
    """Say until when you are away, at a table by post: the time of your turns begins only then.

    You can act meanwhile, and be back at any time. Everybody at the table sees it.
    """
    return await do(who, Excuse(who.seat, wanted.until))


@router.put("/plan", responses=CHANGING)
async def plan(who: ASitter, planned: models.Plan) -> responses.Turn:
    """Plan the seat's next action in this deal; the plan is dropped if it is illegal by then."""
    if planned.action is not None:
        parse_action(planned.action)
    await who.runner.set_preferences(who.seat, plan=planned.action)
    return turn(who)


@router.put("/forced", responses=CHANGING)
async def forced(who: ASitter, wanted: models.Forced) -> responses.Turn:
    """Set whether the server plays a seat's only legal card, after the time a bot would take."""
    await who.runner.set_preferences(who.seat, forced=wanted.on)
    return turn(who)


@router.put("/hurried", responses=CHANGING)
async def hurry(who: ASitter, wanted: models.Hurried) -> responses.Turn:
    """Let the bots play the deal in progress without pauses, or with pauses again.

    This takes effect while the only person at the table is on holiday.
    """
    number = who.runner.table.deal_number if wanted.on else None
    await who.runner.set_preferences(who.seat, hurried=number)
    return turn(who)


@router.put("/muted", responses=CHANGING)
async def mute(who: ASitter, wanted: models.Muted) -> responses.Turn:
    """Mute the people in these seats, wherever they sit later: their phrases and texts.

    At a table that the lobby lists, muting somebody also declines texts.
    """
    await who.runner.mute(who.seat, wanted.seats)
    return turn(who)
