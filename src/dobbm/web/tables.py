"""The requests of the protocol: tables, seats, actions (docs/server.md)."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response, status
from fastapi.responses import Response as Plain

from dobbm.actions import Seat
from dobbm.house.house import House
from dobbm.rules import Rules
from dobbm.table import commands
from dobbm.table.commands import TableError
from dobbm.table.events import Wish
from dobbm.table.options import Options
from dobbm.table.shown import record_of
from dobbm.table.talk import PHRASES
from dobbm.web import models
from dobbm.web.callers import AnyCaller, ASitter, Sitter, TableId, remember
from dobbm.web.guards import Counter, address_of, token_of

PROBLEMS: dict[int | str, dict[str, Any]] = {
    code: {"model": models.Problem} for code in (401, 403, 404, 409, 413, 422, 429, 503)
}

router = APIRouter(responses=PROBLEMS)


@router.post("/tables", status_code=status.HTTP_201_CREATED)
async def open_table(request: Request, wanted: models.NewTable) -> models.Opened:
    """Open a table, take the first seat, and let bots have the last ones."""
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
    counter: Counter = request.app.state.counter
    counter.count_table(address_of(request.scope))
    welcome = await request.app.state.house.open_table(options, wanted.name, wanted.bots)
    return models.Opened(**welcome._asdict())


@router.get("/tables")
async def lobby(request: Request) -> list[dict[str, Any]]:
    """The tables that are listed and have a free seat, the newest first."""
    house: House = request.app.state.house
    return await house.lobby()


@router.get("/talk")
async def talk() -> dict[str, dict[str, str]]:
    """What may be said at a table, and what it means."""
    return {key: phrase._asdict() for key, phrase in PHRASES.items()}


@router.post("/tables/{table}/seats", status_code=status.HTTP_201_CREATED)
async def sit(request: Request, table: TableId, who: models.NewSeat) -> models.Seated:
    """Take a free seat. When the last one is taken, the first deal starts."""
    welcome = await request.app.state.house.join(table, who.name)
    return models.Seated(seat=welcome.seat, token=welcome.token)


@router.get("/tables/{table}")
async def show(who: AnyCaller) -> Plain:
    """The table as the caller sees it: a seat with its token, without one a spectator."""
    house, live, seat = who
    if seat is not None and seat in _silent(who):
        await house.dealt(live)
    moment = await house.latest(live, seat)
    return Plain(house.message(live, moment, seat), media_type="application/json")


@router.post("/tables/{table}/remember", status_code=status.HTTP_204_NO_CONTENT)
async def keep(request: Request, response: Response, table: TableId, who: ASitter) -> None:  # noqa: ARG001 - the seat must be the caller's
    """Give the browser a cookie that opens the seat, so that no script need keep the token."""
    token = token_of(request.headers)
    if token:
        remember(request, response, table, token)


@router.post("/tables/{table}/actions")
async def act(who: ASitter, wanted: models.Action) -> models.Turn:
    """Act. The same action at the same turn again does no harm."""
    house, live, seat = who
    await house.act(live, seat, wanted.action, wanted.turn)
    return models.Turn(turn=wanted.turn + 1)


@router.post("/tables/{table}/next")
async def ready(who: ASitter) -> models.Turn:
    """Ready for the next deal: it starts when everybody is, or after 30 seconds."""
    return await _wish(who, "next")


@router.post("/tables/{table}/mussrunde")
async def ask_mussrunde(who: ASitter) -> models.Turn:
    """Ask for the closing round: it starts when all people have asked."""
    return await _wish(who, "mussrunde")


@router.post("/tables/{table}/end")
async def ask_end(who: ASitter) -> models.Turn:
    """Ask to end the session: it ends between two deals when all people have asked."""
    return await _wish(who, "end")


@router.post("/tables/{table}/again")
async def ask_again(who: ASitter) -> models.Turn:
    """Ask for another session at this table, after the end of one."""
    return await _wish(who, "again")


@router.post("/tables/{table}/leave")
async def leave(who: ASitter) -> models.Turn:
    """Give the seat to a bot, for good."""
    house, live, seat = who
    await house.do(live, lambda table, now: commands.leave(table, now, seat))
    return _turn(who)


@router.post("/tables/{table}/back")
async def come_back(who: ASitter) -> models.Turn:
    """Take the seat back from the bot that stands in."""
    await who.house.come_back(who.live, who.seat)
    return _turn(who)


@router.post("/tables/{table}/shuffle")
async def contribute(who: ASitter, part: models.Contribution) -> models.Turn:
    """Contribute to the next shuffle, and cut if it is one's place to."""
    house, live, seat = who
    await house.do(
        live,
        lambda table, now: commands.contribute(table, now, seat, part.value, part.cut),
    )
    return _turn(who)


@router.post("/tables/{table}/claim")
async def claim(who: ASitter) -> models.Turn:
    """Claim the rest: granted if it can be proved, else put to the others."""
    await who.house.claim(who.live, who.seat)
    return _turn(who)


@router.post("/tables/{table}/take-back")
async def take_back(who: ASitter) -> models.Turn:
    """Take back one's last action; where others play, if they agree before the next one."""
    house, live, seat = who
    await house.do(live, lambda table, now: commands.take_back(table, now, seat))
    return _turn(who)


@router.post("/tables/{table}/answer")
async def answer(who: ASitter, given: models.Answer) -> models.Turn:
    """Agree to what is asked of the table, or not."""
    house, live, seat = who
    await house.do(live, lambda table, now: commands.answer(table, now, seat, agrees=given.agrees))
    return _turn(who)


@router.post("/tables/{table}/talk")
async def say(who: ASitter, said: models.Phrase) -> models.Turn:
    """Say a set phrase."""
    house, live, seat = who
    await house.do(live, lambda table, now: commands.say(table, now, seat, said.phrase))
    return _turn(who)


@router.put("/tables/{table}/plan")
async def plan(who: ASitter, planned: models.Plan) -> models.Turn:
    """Plan one's next action of this deal; it is dropped if it cannot be taken then."""
    house, live, seat = who
    await house.set_wishes(live, seat, plan=planned.action, deal=live.table.deal_number)
    return _turn(who)


@router.put("/tables/{table}/forced")
async def forced(who: ASitter, wanted: models.Forced) -> models.Turn:
    """Let the server play a card that is the only legal one, after the time a bot would take."""
    await who.house.set_wishes(who.live, who.seat, forced=wanted.on)
    return _turn(who)


@router.put("/tables/{table}/muted")
async def mute(who: ASitter, wanted: models.Muted) -> models.Turn:
    """Do not hear the talk of these seats any more."""
    await who.house.set_wishes(who.live, who.seat, muted=wanted.seats)
    return _turn(who)


@router.get("/tables/{table}/deals/{number}")
async def record(who: AnyCaller, number: int) -> dict[str, Any]:
    """The record of a finished deal, with the proof of its shuffle; the first is number 1."""
    moment = await who.house.latest(who.live, who.seat)
    if not 1 <= number <= len(moment.table.archive):
        raise TableError("unknown", f"no deal {number} is finished at this table")
    return {**record_of(moment.table, number, who.live.names)}


async def _wish(who: Sitter, wish: Wish) -> models.Turn:
    house, live, seat = who
    await house.do(live, lambda table, now: commands.wish(table, now, seat, wish))
    return _turn(who)


def _turn(who: Sitter) -> models.Turn:
    return models.Turn(turn=who.live.table.turn)


def _silent(who: AnyCaller) -> set[Seat]:
    """Who has not contributed to the shuffle, and so does not see its beginning."""
    table = who.live.table
    return {*table.people} - {one.seat for one in table.contributions}
